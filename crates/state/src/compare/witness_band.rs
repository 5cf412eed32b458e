//! Band of a witness function: the range of the witness functions of random splits of the compared documents.
//!
//! Cost, on the thread of the comparison: for [`BAND_SPLITS`] random splits a pass over the documents' words,
//! and the kernel between [`POINTS`] words and all words of the documents for every block of splits.
//! Memory: a block of word weights.
//!
//! [`BAND_SPLITS`]: wordfield_core::metric::BAND_SPLITS

use ndarray::{Array2, Axis};

use super::sets::SetsInput;
use wordfield_core::{cancel, corpus::Csr, metric::NullBand};

/// Maximum number of words at which random splits are compared, those with the largest weights.
const POINTS: usize = 400;

impl SetsInput {
    /// Half width of the witness band of documents `m` (n × V) with norms `root` (n); the first `first` are the first set.
    /// The half width is `None` if the kernel between documents is not linear.
    pub(super) fn band(&self, m: &Csr, root: &[f64], first: usize) -> Option<f32> {
        let ldk = &self.together.ldk;
        if !ldk.level2.is_linear() || !ldk.embedding.has_places() {
            return None;
        }
        let mut mass = vec![0.0; m.cols()];
        (0..m.rows()).for_each(|row| m.entries(row).for_each(|(word, weight)| mass[word] += weight / root[row]));
        let mut words: Vec<usize> = (0..m.cols()).filter(|&word| mass[word] > 0.0).collect();
        words.sort_by(|&a, &b| mass[b].total_cmp(&mass[a]).then(a.cmp(&b)));
        let mut place = vec![0; m.cols()];
        words.iter().enumerate().for_each(|(at, &word)| place[word] = at);
        let x = self.together.x.select(Axis(0), &words);
        let points = x.select(Axis(0), &(0..words.len().min(POINTS)).collect::<Vec<_>>());
        let witness = |signed: &Array2<f64>| {
            let mut weights = Array2::zeros((words.len(), signed.ncols()));
            for (row, root) in root.iter().enumerate() {
                for (word, weight) in m.entries(row) {
                    weights.row_mut(place[word]).scaled_add(weight / root, &signed.row(row));
                }
            }
            ldk.embedding.sums().product(points.view(), x.view(), weights.view())
        };
        let band = NullBand { weights: &vec![1.0; m.rows()], first, seed: 0 };
        band.half_width(witness, |_| !cancel::requested()).map(|half| half as f32)
    }
}
