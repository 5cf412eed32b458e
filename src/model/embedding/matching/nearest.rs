//! Nearest candidates of many documents, and documents given over the words of both sides.
//!
//! Cost: the distances. Memory: [`ROOM`] of them at a time.

use super::predict::{MatchModel, Means};
use crate::{
    corpus::{Csr, Side},
    stats,
};

/// Distances held at the same time.
const ROOM: usize = 1 << 22;

impl MatchModel {
    /// Documents of one side given as rows of the stacked matrix `M` (n × V), prepared for distances; words of the other
    /// side are ignored.
    ///
    /// # Panics
    /// If `stacked` does not have one column per word of the model.
    /// If `stacked` has not one column for each word of the model.
    pub fn means_of(&self, side: Side, stacked: &Csr) -> Means {
        assert_eq!(stacked.cols(), self.words.len(), "one column a word");
        let (from, words) = (self.offset(side), self.positions(side).nrows());
        let row = |row| {
            let own = stacked.entries(row).filter(|(word, _)| (from..from + words).contains(word));
            own.map(|(word, weight)| ((word - from) as u32, weight)).collect()
        };
        self.means(side, Csr::from_rows(words, (0..stacked.rows()).map(row)))
    }

    /// The nearest `top` candidates of every document, `(candidate, squared distance)`, nearest first.
    ///
    /// # Panics
    /// If both are of the same side.
    pub fn nearest(&self, queries: &Means, candidates: &Means, top: usize) -> Vec<Vec<(usize, f64)>> {
        let all: Vec<usize> = (0..queries.norms.len()).collect();
        let mut nearest = Vec::with_capacity(all.len());
        for rows in all.chunks((ROOM / candidates.norms.len().max(1)).max(1)) {
            let norms = rows.iter().map(|&row| queries.norms[row]).collect();
            let block = Means { side: queries.side, weights: queries.weights.select(rows), norms };
            let distances = self.between(&block, candidates);
            nearest.extend(distances.outer_iter().map(|row| stats::nearest(row.iter().copied().enumerate().collect(), top)));
        }
        nearest
    }
}
