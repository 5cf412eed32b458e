//! Gaussian embedding kernel `k(x, x') = exp(-γ/2 ‖x - x'‖²)` between latent word vectors, and sums over pairs of words.
//! The sums are products with `k`, gradients, Gram matrices of documents, and the field on a grid.
//!
//! All sums check the caller's [`cancel`](crate::cancel) flag once per block.
//! A cancelled sum returns within milliseconds, with a matrix of the right shape and undefined content.
//!
//! Sums are finite for positions up to 1e300 and `γ` up to 1e100; forces between distant words vanish for positions up to 1e150.
//! A non-finite position makes its sums NaN.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
#![allow(clippy::inline_always, reason = "vector code must be inlined into the function compiled for its instructions")]

mod axis;
mod cost;
mod cross;
mod features;
mod gram;
mod grid;
mod lanes;
mod low_rank;
mod means;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pair;
mod panel;
mod points;
#[cfg(test)]
#[path = "reference_tests.rs"]
mod reference;
mod shared;
mod simd;
mod sparse;
mod weighted;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use cross::{NormGradients, cross_gradient, self_slopes};
pub use gram::{cross_gram, gram, gram_gradient, self_inner};
pub use grid::{Grid, field_on_grid};
pub(crate) use lanes::Lanes;
pub use low_rank::LowRank;
pub use means::Means;
pub use pair::{energy_gradient, product};
pub use shared::Shared;
pub(crate) use simd::Job;
pub use simd::{Level, with_level};
