//! Documents read as text without their labels, as rows over the words, from which initial positions are computed.
//! They are training, unlabelled and, if requested, test documents ([`Split::texts`](crate::corpus::Split::texts)).
//!
//! A training pair is one row over the words of both sides, which relates words across the sides.
//! Every other document, including one without a partner, is a row over the words of its side.
//! Rows of one side relate words of one side only and get a small weight.
//! At full weight, 700 such rows added to 600 pairs of news sentences lowered precision@1 from .48 to .30.
//! The leading axes then separated topics of one side.
//!
//! Cost: some passes over the counts. Memory: three sparse matrices over those documents.

use crate::{
    corpus::{Csr, Dataset, Pairs, Side},
    model::pairs::narrowed,
};

/// Squared length of a text row with one side only; that of a pair is 2.
const SINGLE_SIDE: f64 = 0.03;

/// Word counts of the documents read as text, one row per document or pair.
#[derive(Clone, Debug)]
pub(in crate::model) struct Texts {
    /// Word counts or weights of the texts, one row per document or pair.
    pub(crate) counts: Csr,
    /// Number of words of the source side; 0 for texts without sides.
    pub(crate) source_words: usize,
}

impl Texts {
    /// Counts the words of a dataset's texts.
    pub(crate) fn of(data: &Dataset) -> Self {
        let rows = match data.corpus.task.pairs() {
            None => data.split.texts().map(|document| vec![document]).collect(),
            Some(pairs) => rows_of_pairs(data, pairs),
        };
        Self::joined(&data.counts, &rows, data.source_words)
    }

    /// Counts of the training documents of a dataset, a row for each document or pair.
    pub(crate) fn training_counts(data: &Dataset) -> Csr {
        let train = &data.split.train;
        let rows: Vec<Vec<usize>> = match data.corpus.task.pairs() {
            None => train.iter().map(|&document| vec![document]).collect(),
            Some(pairs) => pairs.within(train).map(|(source, target)| vec![source, target]).collect(),
        };
        Self::joined(&data.counts, &rows, data.source_words).counts
    }

    /// Joins rows of `counts` (any × V): each inner list of indices becomes one row.
    pub(crate) fn joined(counts: &Csr, rows: &[Vec<usize>], source_words: usize) -> Self {
        let entries = |rows: &Vec<usize>| {
            rows.iter().flat_map(|&row| counts.entries(row)).map(|(word, count)| (word as u32, count)).collect()
        };
        Self { counts: Csr::from_rows(counts.cols(), rows.iter().map(entries)), source_words }
    }

    /// Texts of one side alone, as documents without sides.
    pub(crate) fn of_side(&self, side: Side) -> Self {
        let words = match side {
            Side::Source => 0..self.source_words,
            Side::Target => self.source_words..self.counts.cols(),
        };
        let rows: Vec<usize> = (0..self.counts.rows()).collect();
        Self { counts: narrowed(&self.counts, &rows, words.start, words.end), source_words: 0 }
    }

    /// Index of the side, source or target, to which a word belongs.
    fn side(&self, word: usize) -> usize {
        usize::from(word >= self.source_words)
    }

    /// Inverse document frequency of each word, `ln((1 + n) / (1 + document frequency)) + 1`, over its side's documents (V).
    /// It is positive for every word.
    fn idf(&self) -> Vec<f64> {
        let mut frequency = vec![0_usize; self.counts.cols()];
        let mut documents = [0_usize; 2];
        for row in 0..self.counts.rows() {
            let mut seen = [0, 0];
            for (word, _) in self.counts.entries(row) {
                frequency[word] += 1;
                seen[self.side(word)] = 1;
            }
            (0..2).for_each(|side| documents[side] += seen[side]);
        }
        let of = |(word, &frequency): (usize, &usize)| {
            ((1.0 + documents[self.side(word)] as f64) / (1.0 + frequency as f64)).ln() + 1.0
        };
        frequency.iter().enumerate().map(of).collect()
    }

    /// Tf-idf rows of the texts (rows × V) with each side's part normalised,
    /// or of squared length [`SINGLE_SIDE`] if the other is missing.
    pub(crate) fn unit_rows(&self) -> Csr {
        let idf = self.idf();
        Csr::from_rows(
            self.counts.cols(),
            (0..self.counts.rows()).map(|row| {
                let weighed = || self.counts.entries(row).map(|(word, count)| (word, count * idf[word]));
                let mut squares = [0.0; 2];
                weighed().for_each(|(word, weight)| squares[self.side(word)] += weight * weight);
                let alone = self.source_words > 0 && squares.contains(&0.0);
                let length = if alone { SINGLE_SIDE.sqrt() } else { 1.0 };
                weighed().map(|(word, weight)| (word as u32, length * weight / squares[self.side(word)].sqrt())).collect()
            }),
        )
    }
}

/// Indices of the documents that make up each text: those of training pairs first, then single documents.
fn rows_of_pairs(data: &Dataset, pairs: &Pairs) -> Vec<Vec<usize>> {
    let (split, mut read) = (&data.split, vec![false; data.corpus.len()]);
    split.texts().for_each(|document| read[document] = true);
    split.train.iter().for_each(|&document| read[document] = false);
    (0..read.len()).filter(|&document| pairs.partner[document].is_none()).for_each(|document| read[document] = true);
    let together = pairs.within(&split.train).map(|(source, target)| vec![source, target]);
    together.chain((0..read.len()).filter(|&document| read[document]).map(|document| vec![document])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_normalised_separately_and_single_sides_downweighted() {
        // Two words on the source side, one on the target side; the last row is of the source only.
        let counts = Csr::from_rows(3, [vec![(0, 2.0), (1, 1.0)], vec![(2, 5.0)], vec![(0, 1.0)]]);
        let texts = Texts::joined(&counts, &[vec![0, 1], vec![2]], 2);
        let idf = texts.idf();
        let of = |documents: f64, frequency: f64| f64::ln((1.0 + documents) / (1.0 + frequency)) + 1.0;
        assert_eq!(idf, [of(2.0, 2.0), of(2.0, 1.0), of(1.0, 1.0)]);
        let unit = texts.unit_rows().to_dense();
        let length = (2.0 * idf[0]).hypot(idf[1]);
        let expected = ndarray::array![[2.0 * idf[0] / length, idf[1] / length, 1.0], [SINGLE_SIDE.sqrt(), 0.0, 0.0]];
        assert!((&unit - &expected).iter().all(|gap| gap.abs() < 1e-15), "{unit}");

        let source = texts.of_side(Side::Source);
        let alone = Texts::joined(&Csr::from_rows(2, [vec![(0, 2.0), (1, 1.0)], vec![(0, 1.0)]]), &[vec![0], vec![1]], 0);
        assert_eq!((source.counts.cols(), source.unit_rows()), (2, alone.unit_rows()), "without the other side");
        let target = texts.of_side(Side::Target);
        assert_eq!((target.counts.cols(), target.unit_rows().to_dense()), (1, ndarray::array![[1.0], [0.0]]));
    }
}
