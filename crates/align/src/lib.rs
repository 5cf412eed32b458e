//! Sentence alignment: which lines of two texts, one a translation of the other, correspond.

mod aligner;
mod assign;
mod band;
mod bead;
mod coarse;
mod lattice;
mod length;
mod lexicon;
mod sentences;
mod shared;
mod similarity;
mod srx;
mod srx_file;
mod text;
mod token;
mod vectors;

pub use aligner::{AlignOptions, Aligner, AnchorError, align};
pub use assign::{Assigned, assign};
pub use bead::{Bead, confident};
pub use sentences::sentences;
pub use similarity::Similarity;
pub use srx::{SrxError, SrxRules};
pub use vectors::Vectors;
