//! Documents whose labels are not needed, as rows over the words: of training, development and unlabelled documents, and of
//! the test documents where that was asked for, the text alone.
//!
//! Of pairs, a training pair is one row over the words of both sides, which is what brings words across together; every
//! other document is a row over its own side's words, as are documents without a partner. Cost: some passes over the
//! counts. Memory: three sparse matrices over those documents.

use crate::corpus::{Csr, Dataset, Pairs};

/// Counts of words in documents whose labels are not needed, one row each, or one for two that belong together.
#[derive(Clone, Debug)]
pub(in crate::model) struct Texts {
    counts: Csr,
    /// How many of the words are of the source side; 0 where there are no sides.
    source_words: usize,
}

impl Texts {
    /// Of a dataset.
    pub fn of(data: &Dataset) -> Self {
        let rows = match data.corpus.task.pairs() {
            None => data.split.texts().map(|document| vec![document]).collect(),
            Some(pairs) => rows_of_pairs(data, pairs),
        };
        Self::joined(&data.counts, &rows, data.source_words)
    }

    /// Of these rows of `counts` (any × V), those of each inner list as one.
    pub fn joined(counts: &Csr, rows: &[Vec<usize>], source_words: usize) -> Self {
        let entries = |rows: &Vec<usize>| {
            rows.iter().flat_map(|&row| counts.entries(row)).map(|(word, count)| (word as u32, count)).collect()
        };
        Self { counts: Csr::from_rows(counts.cols(), rows.iter().map(entries)), source_words }
    }

    /// Which half of the words a word belongs to.
    fn side(&self, word: usize) -> usize {
        usize::from(word >= self.source_words)
    }

    /// Of each word `ln((1 + n) / (1 + document frequency)) + 1`, counted on these documents and the word's side (V): no word
    /// weighs nothing, not even one that stands everywhere.
    fn rarity(&self) -> Vec<f64> {
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

    /// Tf-idf rows, each side's part of unit length (rows × V).
    pub fn unit_rows(&self) -> Csr {
        let rarity = self.rarity();
        Csr::from_rows(
            self.counts.cols(),
            (0..self.counts.rows()).map(|row| {
                let weighed = || self.counts.entries(row).map(|(word, count)| (word, count * rarity[word]));
                let mut squares = [0.0; 2];
                weighed().for_each(|(word, weight)| squares[self.side(word)] += weight * weight);
                weighed().map(|(word, weight)| (word as u32, weight / squares[self.side(word)].sqrt())).collect()
            }),
        )
    }
}

/// Training pairs, then single documents.
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
    fn each_side_of_a_row_has_unit_length_and_its_own_frequencies() {
        // Two words on the source side, one on the target side; the last row is of the source alone.
        let counts = Csr::from_rows(3, [vec![(0, 2.0), (1, 1.0)], vec![(2, 5.0)], vec![(0, 1.0)]]);
        let texts = Texts::joined(&counts, &[vec![0, 1], vec![2]], 2);
        let rarity = texts.rarity();
        let of = |documents: f64, frequency: f64| f64::ln((1.0 + documents) / (1.0 + frequency)) + 1.0;
        assert_eq!(rarity, [of(2.0, 2.0), of(2.0, 1.0), of(1.0, 1.0)]);
        let unit = texts.unit_rows().to_dense();
        let length = (2.0 * rarity[0]).hypot(rarity[1]);
        let expected = ndarray::array![[2.0 * rarity[0] / length, rarity[1] / length, 1.0], [1.0, 0.0, 0.0]];
        assert!((&unit - &expected).iter().all(|gap| gap.abs() < 1e-15), "{unit}");
    }
}
