//! The embedding kernel `k(x, x') = exp(-γ/2 ‖x - x'‖²)` between latent word vectors, and everything that is a
//! sum over pairs of words: products with `k`, their gradient, Gram matrices of documents, the field on a grid.

mod gram;
mod grid;
mod pair;

pub use gram::{cross_gram, gram, gram_gradient, self_inner};
pub use grid::{Grid, field_on_grid};
pub use pair::{energy_gradient, product};
