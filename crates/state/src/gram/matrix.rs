//! Gram matrix of documents as a picture: documents, order, kernel.
//!
//! Computed on a thread. Cost: one Gram matrix of at most [`MOST`] documents, and n² for an order by clusters.
//! Memory: one f32 per cell.

use std::{ops::Range, sync::Arc, time::Instant};

use ndarray::{Array2, s};

use crate::{ValueScale, core::memo::Same, field::Basis, inspect::explain::Part};
use wordfield_core::{
    corpus::Dataset,
    ldk::{CorpusKernel, Embedding, Ldk, Level2},
    metric::cluster_order,
};

/// Maximum number of documents in the Gram matrix; larger parts are sampled evenly.
pub(crate) const MOST: usize = 2000;
/// Maximum number of pixels per side of the Gram matrix; with more documents a pixel is the mean of a block of cells.
const DRAWN: usize = 1000;
/// Number of documents whose pairs are drawn on the curve of the level-2 kernel.
const SAMPLE: usize = 60;
/// Share of the Gram matrix's cells beyond each end of the colour range.
const BEYOND: f64 = 0.01;

/// Order of the documents in the Gram matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GramOrder {
    /// Order by class, level of the first rating, or side, source or target; sides in the order of their pairs.
    #[default]
    Class,
    /// Order by clustering, in which documents that are similar under the drawn kernel are adjacent.
    Cluster,
    /// Order of documents by the first rating.
    Rating,
    /// Order of documents by the part of the split.
    Part,
    /// Order of documents as in the corpus.
    Corpus,
}

impl GramOrder {
    /// All orders of the Gram matrix with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Class, "class"),
        (Self::Cluster, "cluster"),
        (Self::Rating, "rating"),
        (Self::Part, "part"),
        (Self::Corpus, "corpus"),
    ];
}

/// Settings of the Gram matrix's picture, without an effect on the model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GramLook {
    /// Order of the documents in the Gram matrix.
    pub order: GramOrder,
    /// Part of the split in the Gram matrix; `None` for all parts.
    pub part: Option<Part>,
    /// Embedding kernel of the Gram matrix instead of the model's.
    pub embedding: Option<Embedding>,
    /// Level-2 kernel of the Gram matrix instead of the model's.
    pub level2: Option<Level2>,
}

impl GramLook {
    /// Kernel of the Gram matrix: `ldk` with the kernels of these settings, where they are set.
    pub(crate) fn over(&self, ldk: Ldk) -> Ldk {
        let embedding = match (self.embedding, ldk.embedding) {
            // The width of the kernel is the model's, if it has one.
            (Some(Embedding::Rbf { .. }), trained @ Embedding::Rbf { .. }) | (None, trained) => trained,
            (Some(other), _) => other,
        };
        Ldk { embedding, level2: self.level2.unwrap_or(ldk.level2), ..ldk }
    }
}

/// Key of a Gram matrix of documents.
#[derive(Clone, Debug, PartialEq)]
pub struct GramKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) latent: Same<Array2<f64>>,
    /// Kernel of the Gram matrix.
    pub ldk: Ldk,
    /// Settings of the Gram matrix's picture, as part of the key.
    pub look: GramLook,
}

impl GramKey {
    /// Whether another Gram matrix's key has the same corpus.
    pub fn is_over_same(&self, other: &Self) -> bool {
        self.dataset == other.dataset
    }
}

/// Inputs of a Gram matrix of documents.
#[derive(Clone, Debug)]
pub(crate) struct GramInput {
    pub(crate) key: GramKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) together: CorpusKernel,
    pub(crate) basis: Arc<Basis>,
    pub(crate) iteration: usize,
}

/// Gram matrix of documents.
#[derive(Clone, Debug)]
pub struct GramFound {
    /// Key of the Gram matrix.
    pub key: GramKey,
    /// Iteration whose positions the Gram matrix uses.
    pub iteration: usize,
    /// Documents of the Gram matrix, in the order of its rows.
    pub documents: Vec<usize>,
    /// Number of documents from which those of the Gram matrix are drawn.
    pub of: usize,
    /// Kernel between the documents (n × n).
    pub k: Array2<f32>,
    /// Range that contains most off-diagonal values of the Gram matrix.
    pub range: [f32; 2],
    /// Mean kernel value of the documents in each pixel (pixels × pixels).
    pub picture: Array2<f32>,
    /// Number of documents per pixel of the Gram matrix.
    pub step: usize,
    /// Mean kernel value over all pairs of two documents.
    pub mean: f64,
    /// Mean kernel value between the documents of each two classes (classes × classes).
    /// The diagonal and documents without a label are excluded.
    pub class_means: Array2<f32>,
    /// Sample of document pairs with their inner products, unless the level-2 kernel is linear.
    pub pairs: Vec<DocumentPair>,
    /// Mean squared norm of the sampled documents, as it enters the level-2 kernel.
    pub square: f64,
    /// Ranges of consecutive documents of one class, with the class; `None` for unlabelled documents.
    pub runs: Vec<(Range<usize>, Option<usize>)>,
    /// Duration of the Gram matrix's computation in seconds.
    pub seconds: f64,
}

/// Pair of documents with its inner product and its kernel value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DocumentPair {
    /// Inner product of two documents, each scaled to unit length if the kernel needs it.
    pub s: f32,
    /// Kernel value of two documents.
    pub k: f32,
    /// Whether two documents have the same class, level or side; `None` if one has no label.
    pub same: Option<bool>,
}

impl GramFound {
    /// Colour scale of the Gram matrix: the possible values of the kernel, or, rescaled, those of most cells.
    pub fn scale(&self, rescaled: bool) -> ValueScale {
        let possible = self.key.ldk.range().map(|range| range.map(|end| end as f32));
        ValueScale::one_sided(possible, self.range, rescaled)
    }

    /// Index of a document in the order of the Gram matrix.
    pub fn place(&self, document: usize) -> Option<usize> {
        self.documents.iter().position(|&known| known == document)
    }
}

impl GramInput {
    /// Computes the Gram matrix.
    ///
    /// # Errors
    /// If no document contains a known word.
    pub(crate) fn draw(&self) -> Result<GramFound, String> {
        let begun = Instant::now();
        let look = self.key.look;
        let all = self.sorted(look);
        if all.is_empty() {
            return Err("No document contains a known word.".to_owned());
        }
        let of = all.len();
        let mut documents: Vec<usize> = if of <= MOST { all } else { (0..MOST).map(|place| all[place * of / MOST]).collect() };
        let (pairs, square) = self.document_pairs(&documents);
        let mut k = self.together.gather(&self.dataset.weights.select(&documents)).k.mapv(|value| value as f32);
        if look.order == GramOrder::Cluster {
            let squares = k.diag().to_owned();
            let apart = Array2::from_shape_fn(k.dim(), |(i, j)| squares[i] + squares[j] - 2.0 * k[[i, j]]);
            let order = cluster_order(apart);
            k = Array2::from_shape_fn(k.dim(), |(i, j)| k[[order[i], order[j]]]);
            documents = order.iter().map(|&place| documents[place]).collect();
        }
        let labels: Vec<Option<usize>> = documents.iter().map(|&document| self.dataset.label(document)).collect();
        let mut runs: Vec<(Range<usize>, Option<usize>)> = Vec::new();
        for (place, label) in labels.iter().enumerate() {
            match runs.last_mut().filter(|(_, class)| class == label) {
                Some((run, _)) => run.end = place + 1,
                None => runs.push((place..place + 1, *label)),
            }
        }
        let class_means = class_means(&k, &labels, self.dataset.corpus.classes.len());
        let (mean, range) = (mean_of_pairs(&k), range(&k));
        let step = k.nrows().div_ceil(DRAWN);
        let picture = picture(&k, step);
        let (key, iteration, seconds) = (self.key.clone(), self.iteration, begun.elapsed().as_secs_f64());
        Ok(GramFound { key, iteration, documents, of, k, range, picture, step, mean, class_means, pairs, square, runs, seconds })
    }

    /// Pairs of an even sample of the documents before and after the level-2 kernel, and their mean squared norm.
    fn document_pairs(&self, documents: &[usize]) -> (Vec<DocumentPair>, f64) {
        let ldk = &self.together.ldk;
        if ldk.level2.is_linear() || documents.is_empty() {
            return (Vec::new(), 0.0);
        }
        let count = documents.len().min(SAMPLE);
        let sample: Vec<usize> = (0..count).map(|place| documents[place * documents.len() / count]).collect();
        let m = self.dataset.weights.select(&sample);
        let gram = |ldk: Ldk| CorpusKernel { ldk, ..self.together.clone() }.gather(&m).k;
        let linear = Ldk { level2: Level2::Linear, unit_length: ldk.scales(), ..ldk.clone() };
        let (s, k) = (gram(linear), gram(ldk.clone()));
        let label = |place: usize| self.dataset.label(sample[place]);
        let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pair = |(i, j): (usize, usize)| DocumentPair {
            s: s[[i, j]] as f32,
            k: k[[i, j]] as f32,
            same: label(i).zip(label(j)).map(|(first, second)| first == second),
        };
        (pairs.map(pair).collect(), s.diag().mean().unwrap_or(0.0))
    }

    /// Documents with known words in the order of the Gram matrix; an order by clusters is computed later.
    fn sorted(&self, look: GramLook) -> Vec<usize> {
        let (dataset, corpus) = (&self.dataset, &self.dataset.corpus);
        let mut documents = self.basis.worded(dataset, look.part);
        let part = |i: usize| self.basis.parts.get(i).copied().flatten();
        let pair = |i: usize| corpus.partner(i).map_or(i, |other| i.min(other));
        // Documents without a label come last in the Gram matrix.
        let label = |i: usize| dataset.label(i).unwrap_or(usize::MAX);
        match look.order {
            GramOrder::Class | GramOrder::Cluster => documents.sort_by_key(|&i| (label(i), pair(i))),
            GramOrder::Rating => {
                let rating = |i: usize| corpus.task.ratings().map_or(0.0, |ratings| ratings.of(i, 0).unwrap_or(f64::INFINITY));
                documents.sort_by(|&a, &b| rating(a).total_cmp(&rating(b)).then(label(a).cmp(&label(b))));
            }
            GramOrder::Part => {
                documents.sort_by_key(|&i| (part(i).map_or(Part::ALL.len(), |part| part as usize), label(i)));
            }
            GramOrder::Corpus => {}
        }
        documents
    }
}

/// Mean kernel value over all pairs of two documents, without the diagonal; NaN for a single document.
fn mean_of_pairs(k: &Array2<f32>) -> f64 {
    let sum = |of: &mut dyn Iterator<Item = &f32>| of.map(|&value| f64::from(value)).sum::<f64>();
    let n = k.nrows() as f64;
    (sum(&mut k.iter()) - sum(&mut k.diag().iter())) / (n * (n - 1.0))
}

/// Mean over the Gram matrix's cells of each two classes without the diagonal; NaN if there are none.
/// `labels`: class of each document of the matrix.
fn class_means(k: &Array2<f32>, labels: &[Option<usize>], classes: usize) -> Array2<f32> {
    let mut sums = Array2::<f64>::zeros((classes, classes));
    let mut counts = Array2::<f64>::zeros((classes, classes));
    for (i, row) in k.rows().into_iter().enumerate() {
        for (j, value) in row.iter().enumerate().filter(|(j, _)| *j != i) {
            let (Some(first), Some(second)) = (labels[i], labels[j]) else { continue };
            sums[[first, second]] += f64::from(*value);
            counts[[first, second]] += 1.0;
        }
    }
    (sums / counts).mapv(|mean| mean as f32)
}

/// Mean of each block of `step` by `step` entries of a Gram matrix.
fn picture(k: &Array2<f32>, step: usize) -> Array2<f32> {
    let places = k.nrows().div_ceil(step);
    let cells = |place: usize| place * step..((place + 1) * step).min(k.nrows());
    Array2::from_shape_fn((places, places), |(row, column)| {
        let block = k.slice(s![cells(row), cells(column)]);
        block.sum() / block.len() as f32
    })
}

/// Range of most cells of a Gram matrix off the diagonal; of all if there are few.
fn range(k: &Array2<f32>) -> [f32; 2] {
    let n = k.nrows();
    // An even sample of some hundred thousand cells of the Gram matrix is sorted.
    let step = (n * n / 200_000).max(1);
    let mut values: Vec<f32> =
        (0..n * n).step_by(step).filter(|cell| cell / n != cell % n).map(|cell| k[[cell / n, cell % n]]).collect();
    if values.is_empty() {
        values = k.iter().copied().collect();
    }
    values.sort_by(f32::total_cmp);
    let beyond = (BEYOND * values.len() as f64) as usize;
    let [low, high] = [values[beyond], values[values.len() - 1 - beyond]];
    if high - low > 1e-6 * high.abs().max(low.abs()) { [low, high] } else { [low.min(0.0), high.max(low.min(0.0) + 1e-6)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_matrix_is_drawn_by_the_means_of_its_blocks() {
        let k = Array2::from_shape_fn((5, 5), |(i, j)| (5 * i + j) as f32);
        assert_eq!(picture(&k, 1), k);
        let blocks = picture(&k, 2);
        assert_eq!(blocks.dim(), (3, 3));
        // The first block has four cells, the last one.
        assert_eq!((blocks[[0, 0]], blocks[[2, 2]]), (3.0, 24.0));
    }
}
