//! Nearest words of the word in focus, in all latent dimensions.
//!
//! Cost of the nearest words: V q operations for each state.

use std::sync::Arc;

use ndarray::Array2;

use crate::{core::memo::Same, inspect::explain};
use wordfield_core::{
    model::{Predictions, Snapshot},
    stats::nearest,
};

/// Key of a search for neighbours: run, word, positions.
pub(crate) type NeighboursKey = (u64, usize, Same<Array2<f64>>);

/// The nearest words of the word in focus.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// Key of the search for nearest words.
    pub(crate) of: NeighboursKey,
    /// Nearest words with their distances, nearest first; with two sides, those of the word's own side, source or target.
    pub own: Vec<(usize, f64)>,
    /// Nearest words in the opposite language, with their distances.
    pub other: Vec<(usize, f64)>,
}

impl Neighbours {
    /// Maximum number of nearest words that are listed.
    const COUNT: usize = 12;
    /// Number of coordinates up to which the search for neighbours runs immediately, in about a millisecond; above, on a thread.
    pub(crate) const AT_ONCE: usize = 500_000;

    /// Finds the nearest words of a word in a snapshot.
    pub(crate) fn new(of: NeighboursKey, snapshot: &Snapshot) -> Self {
        let word = of.1;
        match &snapshot.predictions {
            Predictions::Matches(predictions) => {
                let side = predictions.fitted.side_of(word);
                let nearest = |side| predictions.fitted.nearest_words(word, side, Self::COUNT);
                Self { of, own: nearest(side), other: nearest(side.other()) }
            }
            Predictions::Classes(_) | Predictions::Ratings(_) => {
                let latent = snapshot.latent();
                let own = latent.map_or_else(Vec::new, |latent| explain::neighbours(latent, word, Self::COUNT));
                Self { of, own, other: Vec::new() }
            }
        }
    }

    /// Whether the nearest words belong to the given word.
    pub fn is_of(&self, word: usize) -> bool {
        self.of.1 == word
    }

    /// Whether the nearest words were found at the given word positions.
    pub fn are_among(&self, latent: &Arc<Array2<f64>>) -> bool {
        self.of.2 == Same::of(latent)
    }

    /// Nearest `count` words of either side, source or target, nearest first.
    pub fn nearest(&self, count: usize) -> Vec<usize> {
        let all = [&self.own[..], &self.other].concat();
        nearest(all, count.min(Self::COUNT)).into_iter().map(|(word, _)| word).collect()
    }

    /// Whether the search for nearest words is fast enough to run immediately.
    pub fn at_once(latent: &Array2<f64>) -> bool {
        latent.len() <= Self::AT_ONCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_both_sides_are_the_nearest_of_all() {
        let of = (0, 0, Same::of(&Arc::default()));
        let near = Neighbours { of, own: vec![(4, 0.1), (2, 0.4)], other: vec![(9, 0.2), (7, 0.3)] };
        assert_eq!(near.nearest(3), [4, 9, 7]);
    }
}
