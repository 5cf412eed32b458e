//! Sentence alignment: which lines of two texts, one a translation of the other, correspond.
//!
//! [`align`] aligns the lines of two files in order: beads of up to three lines by dynamic programming.
//! [`Aligner`] aligns in two passes, between which a model may be trained on the [`confident`] pairs of the first.
//! [`sentences()`] and [`SrxRules`] split whole texts into [`lines()`] of one sentence each.
//! [`assign()`] pairs the lines of shuffled files one to one.
//!
//! All results are deterministic. No input panics, texts without lines included.
//!
//! The length model is that of Gale and Church, "A program for aligning sentences in bilingual corpora" (1993),
//! as a likelihood as in Moore, "Fast and accurate sentence alignment of bilingual corpora" (2002),
//! which is also the source of the lexicon.
//! The coarse-to-fine levels and the normalisation of vectors are those of Thompson and Koehn, "Vecalign" (2019).
//! Merging and filtering by vectors as in Steingrímsson, Loftsson and Way, `SentAlign` (2023),
//! are left to the second pass's distances.

mod aligner;
mod assign;
mod band;
mod bead;
mod coarse;
mod cut;
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
pub use cut::{Cut, lines};
pub use sentences::sentences;
pub use similarity::Similarity;
pub use srx::{SrxError, SrxRules};
pub use vectors::Vectors;
