//! Sentence alignment: which lines of two texts, one a translation of the other, correspond.

mod aligner;
mod band;
mod bead;
mod coarse;
mod lattice;
mod length;
mod lexicon;
mod shared;
mod similarity;
mod text;
mod token;
mod vectors;

pub use aligner::{AlignOptions, Aligner, AnchorError, align};
pub use bead::{Bead, confident};
pub use similarity::Similarity;
pub use vectors::Vectors;
