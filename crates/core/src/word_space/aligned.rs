//! Alignment of two word-vector files: the second is rotated onto the first, and words that still differ are found.
//!
//! The rotation is orthogonal and brings the directions of the common words together (orthogonal Procrustes analysis;
//! Schönemann 1966, for words over time Hamilton, Leskovec and Jurafsky 2016).
//! Directions are compared from the origin, so that the rotation is fitted and applied without centring.
//! The rotation is fitted to the most frequent common words of the first file.
//! Cost: n d² for n common words.
//! Memory: a block of rows a thread, and three matrices of the fitted words.

use ndarray::{Array2, ArrayView2};
use rayon::prelude::*;

use super::{Measure, WordSpace};
use crate::{
    cancel,
    solver::{dense::NotDecomposed, rotation, widened},
};

/// Maximum number of common words to which the rotation is fitted, and of words whose cosines are computed.
pub const ALIGNMENT_WORDS: [usize; 2] = [20_000, 100_000];
/// Number of words whose cosines are computed at once.
const CHUNK: usize = 2048;

/// A word that both embedding spaces contain, with its change of direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Index of the word in the first and in the second space.
    pub words: [u32; 2],
    /// Cosine of the word's two directions after the rotation.
    pub cosine: f32,
}

/// Alignment of two embedding spaces, with the change of their common words after the rotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Alignment {
    /// Words that both spaces contain, largest change of direction first.
    pub moved: Vec<Moved>,
    /// Number of words that both spaces contain.
    pub common: usize,
    /// Number of words to which the rotation was fitted.
    pub fitted: usize,
    /// Residual of the rotation: share of the directions' squared lengths that is left over, 0 where both agree.
    pub left: f64,
    /// Mean cosine of the common words' two directions.
    pub mean: f64,
}

impl Alignment {
    /// Rotates the second embedding space onto the first; `None` if they have fewer than two words in common.
    ///
    /// # Errors
    /// Returns an error if the decomposition fails or is cancelled.
    pub fn of(first: &WordSpace, second: &WordSpace) -> Result<Option<Self>, NotDecomposed> {
        let mut words = common(first, second);
        let count = words.len();
        words.truncate(ALIGNMENT_WORDS[1]);
        let fitted = words.len().min(ALIGNMENT_WORDS[0]);
        if fitted < 2 {
            return Ok(None);
        }
        let rows = |side: usize, words: &[[u32; 2]]| {
            let (space, words): (_, Vec<u32>) = ([first, second][side], words.iter().map(|pair| pair[side]).collect());
            space.directions(&words, Measure::Plain).mapv(f64::from)
        };
        let turn = rotation(rows(1, &words[..fitted]).view(), rows(0, &words[..fitted]).view())?;
        let q = turn.turn.nrows();
        let turned = |x: ArrayView2<'_, f64>| widened(x, q).dot(&turn.turn);
        let cancellation = cancel::inherited();
        let moved = words.par_chunks(CHUNK).filter(|_| !cancellation.requested()).flat_map_iter(|words| {
            let (a, b) = (widened(rows(0, words).view(), q), turned(rows(1, words).view()));
            let cosines = cosines(&a, &b);
            words.iter().zip(cosines).map(|(&words, cosine)| Moved { words, cosine }).collect::<Vec<_>>()
        });
        let mut moved: Vec<Moved> = moved.collect();
        let mean = moved.iter().map(|moved| f64::from(moved.cosine)).sum::<f64>() / moved.len().max(1) as f64;
        moved.sort_by(|a, b| a.cosine.total_cmp(&b.cosine).then(a.words.cmp(&b.words)));
        Ok(Some(Self { moved, common: count, fitted, left: turn.left, mean }))
    }
}

/// Words that both spaces contain, in the order of the first.
fn common(first: &WordSpace, second: &WordSpace) -> Vec<[u32; 2]> {
    let other = |word: u32| {
        // Of repeated words only the first counts.
        let text = first.word(word);
        (first.spelled(text) == Some(word)).then(|| second.spelled(text)).flatten().map(|other| [word, other])
    };
    (0..first.len() as u32).into_par_iter().filter_map(other).collect()
}

/// Cosines between the rows of two matrices, whose rows have length one or zero.
fn cosines(a: &Array2<f64>, b: &Array2<f64>) -> Vec<f32> {
    a.outer_iter().zip(b.outer_iter()).map(|(a, b)| a.dot(&b) as f32).collect()
}
