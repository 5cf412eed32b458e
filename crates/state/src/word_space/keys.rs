//! Keys of the values that jobs on word vectors compute.

use std::sync::Arc;

use ndarray::Array2;

use crate::core::memo::Same;
use wordfield_core::word_space::{Match, Measure, PlaneKernel, Question, WordSpace};

/// Number of nearest neighbours of a word whose preservation in the picture is counted.
pub const NEIGHBOURS_COUNTED: usize = 10;

/// Indices of words of a word space, shared with its state.
pub(crate) type Words = Arc<Vec<u32>>;

/// Key of the words that match a search.
pub(crate) type FindKey = (Same<WordSpace>, String, Match);

/// Key of the nearest words: file, query and measure.
pub(crate) type NearKey = (Same<WordSpace>, Question, Measure);

/// Key of a comparison of two word lists.
pub(crate) type ListsKey = (Same<WordSpace>, [Words; 2], Measure);

/// Key of the principal axes of some words, or of all.
pub(crate) type AxesKey = (Same<WordSpace>, Option<Words>);

/// Key of iterations of a learned plane; the last part is the number of finished iterations, `None` before the start.
pub(crate) type PlaneKey = (Same<WordSpace>, Words, PlaneKernel, Measure, u64, Option<usize>);

/// Key of the share of neighbours that a picture keeps.
pub(crate) type KeptKey = (Same<WordSpace>, Same<Array2<f32>>, Measure);

/// Key of the rotation of the second word space onto the first.
pub(crate) type AlignKey = [Same<WordSpace>; 2];
