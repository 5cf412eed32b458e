//! Picture of the map of documents: documents and one-word documents on the two leading kernel principal axes.
//!
//! The axes are fitted on all drawn documents, both training documents and others.
//! The picture is rotated within its plane, and possibly mirrored, to match the preceding picture, which preserves all distances.
//! The map is computed on a thread.
//! Cost: one Gram matrix of at most [`MOST`] documents and [`WORDS`] words, and some hundred matrix-vector products.
//! Memory: three such Gram matrices, requested from the budget.

use std::{sync::Arc, time::Instant};

use ndarray::{Array2, Axis, s};
use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use crate::{core::Same, field::Basis, inspect::explain::Part};
use wordfield_core::{
    corpus::{Csr, Dataset},
    ldk::{CorpusKernel, Definiteness, Ldk},
    memory::Budget,
    metric::neighbours_kept,
    model::DecideBy,
    param::Choices,
    solver::{KernelPca, rotation},
    stats::{grouped, nearest},
};

/// Maximum number of documents on the map, beyond which they are sampled at random.
const MOST: usize = 2000;
/// Random seed of the sample of documents.
const SEED: u64 = 0;
/// Maximum number of words on the map of documents: the most characteristic ones, classes in turn.
const WORDS: usize = 200;
/// Number of kernel principal axes that the map of documents shows.
const AXES: usize = 2;
/// Number of nearest documents compared between the kernel and the map.
pub const NEIGHBOURS_COMPARED: usize = 10;
/// Number of nearest words listed for a document on the map.
const NEAREST: usize = 5;
/// Share of documents and words whose distances from the centre are compared for the scale of the words.
const INNER: f64 = 0.98;

/// Key of a map of documents: corpus, kernel, positions and part.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentMapKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) latent: Same<Array2<f64>>,
    pub(crate) ldk: Ldk,
    /// Part of the split that the map shows; `None` for all parts.
    pub part: Option<Part>,
}

impl DocumentMapKey {
    /// Whether another map's key has the same corpus and part.
    pub fn is_over_same(&self, other: &Self) -> bool {
        self.dataset == other.dataset && self.part == other.part
    }
}

/// Inputs of a map of documents.
#[derive(Clone, Debug)]
pub(super) struct DocumentMapInput {
    pub(crate) key: DocumentMapKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) basis: Arc<Basis>,
    pub(crate) kernel: CorpusKernel,
    pub(crate) owns_kernel: bool,
    pub(crate) memory: Budget,
    pub(crate) iteration: usize,
    /// Preceding map of the corpus, to which the new map is rotated.
    pub(crate) last: Option<Arc<DocumentMap>>,
}

/// Map of documents.
#[derive(Clone, Debug)]
pub struct DocumentMap {
    /// Key of the map of documents.
    pub key: DocumentMapKey,
    /// Whether the map uses the model's own kernel; otherwise the kernel serves only for display.
    pub owns_kernel: bool,
    /// Iteration whose word positions the map uses.
    pub iteration: usize,
    /// Documents on the map, ascending (n).
    pub documents: Vec<usize>,
    /// Number of documents in the mapped part that contain a known word.
    pub eligible: usize,
    /// Coordinates of the documents on the map (n × 2).
    pub at: Array2<f32>,
    /// Share of the documents' variance along both axes of the map; `None` under an indefinite kernel, which has none.
    pub share: Option<f64>,
    /// Share of the nearest documents under the kernel that are among the nearest on the map; `None` with few documents.
    pub kept: Option<f64>,
    /// Words that the map draws as one-word documents (w).
    pub words: Vec<usize>,
    /// Coordinates of the words on the map (w × 2).
    pub words_at: Array2<f32>,
    /// Factor of the words' coordinates in the picture: one-word documents lie farther out than documents, which are means.
    pub words_scale: f32,
    /// Nearest words on the map to each document under the kernel, nearest first (n).
    pub nearest_words: Vec<Vec<usize>>,
    /// Duration of the map's computation in seconds.
    pub seconds: f64,
}

impl DocumentMap {
    /// Index of a document among the documents on the map.
    pub fn place(&self, document: usize) -> Option<usize> {
        self.documents.binary_search(&document).ok()
    }

    /// Caption of the map, with or without words: documents, kernel, and the numbers of exactly the drawn documents.
    pub fn caption(&self, words: bool) -> String {
        let (n, eligible) = (self.documents.len(), self.eligible);
        let part = self.key.part.map_or_else(String::new, |part| format!(" of the {} part", part.name()));
        let some = if n < eligible {
            format!("random sample (seed {SEED}) of {} of {} documents{part} with known words", grouped(n), grouped(eligible))
        } else {
            format!("{} documents{part}", grouped(n))
        };
        let name = self.key.ldk.name();
        let kernel = match DecideBy::over(&self.key.ldk) {
            Some(by) => format!("kernel that decides ({}): {name}", by.choice().label),
            None if self.owns_kernel => format!("the model's kernel: {name}"),
            None => format!("shown under the {name}"),
        };
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let share = self.share.map_or_else(String::new, |share| format!(", with {} of the kernel's variance", percent(share)));
        let kept = self.kept.map_or_else(String::new, |kept| {
            format!("; of a document's {NEIGHBOURS_COMPARED} nearest, {} kept on average", percent(kept))
        });
        let words =
            if words && self.words_scale < 1.0 { format!(" · words drawn at ×{}", self.words_scale) } else { String::new() };
        let iteration = self.iteration;
        format!("iteration {iteration} · {some} · {kernel} · two axes, fitted on all drawn documents{share}{kept}{words}")
    }
}

impl DocumentMapInput {
    /// Computes the map of documents.
    ///
    /// # Errors
    /// Fewer than three documents with known words, or matrices that do not fit into the memory budget.
    pub(super) fn draw(&self) -> Result<DocumentMap, String> {
        let begun = Instant::now();
        let all = self.basis.worded(&self.dataset, self.key.part);
        let eligible = all.len();
        let documents = sample(&self.dataset, all, MOST);
        let n = documents.len();
        if n < AXES + 1 {
            return Err("A map needs three documents with known words: choose another part, or lower the threshold.".to_owned());
        }
        let words = self.characteristic_words(&documents);
        let rows = n + words.len();
        // The trainer keeps its own Gram matrices in memory.
        let memory = Budget::new(self.memory.bytes() / 2);
        memory.ask_matrix("the kernel between the documents of the map", rows, rows, 3).map_err(|error| error.to_string())?;
        let k = self.kernel.gather(&self.rows(&documents, &words)).k;
        let (gram, cross) = (k.slice(s![..n, ..n]), k.slice(s![n.., ..n]));
        let pca = KernelPca::fit(gram, AXES).map_err(|error| error.to_string())?;
        let (mut at, mut words_at) = (pca.project(gram), pca.project(cross));
        if let Some(turn) = self.last.as_ref().and_then(|last| rotation_onto(last, &documents, &at)) {
            (at, words_at) = (at.dot(&turn), words_at.dot(&turn));
        }
        let key = self.key.clone();
        let nearest_words = nearest_words(&k, n).map(|near| near.into_iter().map(|place| words[place]).collect()).collect();
        let squares = gram.diag().to_vec();
        let is_definite = key.ldk.level2.definite() != Definiteness::Not;
        Ok(DocumentMap {
            key,
            owns_kernel: self.owns_kernel,
            iteration: self.iteration,
            eligible,
            share: pca.share().filter(|_| is_definite),
            kept: neighbours_kept(at.view(), NEIGHBOURS_COMPARED, |i, j| squares[j] - 2.0 * gram[[i, j]]),
            words_scale: words_scale(&at, &words_at),
            at: at.mapv(|value| value as f32),
            words_at: words_at.mapv(|value| value as f32),
            documents,
            words,
            nearest_words,
            seconds: begun.elapsed().as_secs_f64(),
        })
    }

    /// The most characteristic words of the documents, classes in turn.
    fn characteristic_words(&self, documents: &[usize]) -> Vec<usize> {
        let mut left = vec![false; self.dataset.words.len()];
        for &document in documents {
            self.dataset.weights.entries(document).for_each(|(word, _)| left[word] = true);
        }
        let classes = &self.basis.characteristic;
        let longest = classes.iter().map(Vec::len).max().unwrap_or(0);
        let in_turn = (0..longest).flat_map(|rank| classes.iter().filter_map(move |words| words.get(rank).copied()));
        let ranked = in_turn.chain(self.basis.by_priority.iter().copied());
        ranked.filter(|&word| std::mem::take(&mut left[word])).take(WORDS).collect()
    }

    /// Rows of the map's documents, then of its words as one-word documents (n + w × V).
    fn rows(&self, documents: &[usize], words: &[usize]) -> Csr {
        let weights = &self.dataset.weights;
        let document = |&document: &usize| weights.entries(document).map(|(word, weight)| (word as u32, weight)).collect();
        let single = |&word: &usize| vec![(word as u32, 1.0)];
        Csr::from_rows(weights.cols(), documents.iter().map(document).chain(words.iter().map(single)))
    }
}

/// Samples at most `most` documents from `all`, ascending; partners are drawn together, so the sample may have `most` - 1.
fn sample(dataset: &Dataset, all: Vec<usize>, most: usize) -> Vec<usize> {
    if all.len() <= most {
        return all;
    }
    let partner = |i: usize| dataset.corpus.partner(i);
    let mut units: Vec<usize> = all.iter().map(|&i| partner(i).map_or(i, |other| i.min(other))).collect();
    units.sort_unstable();
    units.dedup();
    units.shuffle(&mut StdRng::seed_from_u64(SEED));
    let members = |unit: usize| [Some(unit), partner(unit)].into_iter().flatten().filter(|i| all.binary_search(i).is_ok());
    let mut documents = Vec::with_capacity(most);
    for unit in units {
        let drawn = documents.len();
        documents.extend(members(unit));
        if documents.len() > most {
            documents.truncate(drawn);
            break;
        }
    }
    documents.sort_unstable();
    documents
}

/// Rotation or reflection of the plane that moves documents at `at` (n × 2) nearest to their positions on the preceding map.
/// The result is `None` without common documents.
fn rotation_onto(last: &DocumentMap, documents: &[usize], at: &Array2<f64>) -> Option<Array2<f64>> {
    let common = documents.iter().enumerate().filter_map(|(place, &document)| Some((place, last.place(document)?)));
    let (places, before): (Vec<usize>, Vec<usize>) = common.unzip();
    if places.is_empty() {
        return None;
    }
    let before = last.at.select(Axis(0), &before).mapv(f64::from);
    Some(rotation(at.select(Axis(0), &places).view(), before.view()).ok()?.turn)
}

/// Indices of the nearest words of each of the first n rows of a Gram matrix, whose further rows are words.
fn nearest_words(k: &Array2<f64>, n: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
    let squares = k.diag().slice(s![n..]).to_vec();
    (0..n).map(move |document| {
        let distance = |(word, square): (usize, &f64)| (word, square - 2.0 * k[[document, n + word]]);
        nearest(squares.iter().enumerate().map(distance).collect(), NEAREST).into_iter().map(|(word, _)| word).collect()
    })
}

/// Factor, rounded to two digits and at most 1, that brings words as far out on the map as documents.
fn words_scale(at: &Array2<f64>, words_at: &Array2<f64>) -> f32 {
    let reach = |points: &Array2<f64>| {
        let mut lengths: Vec<f64> = points.outer_iter().map(|point| point.dot(&point).sqrt()).collect();
        lengths.sort_by(f64::total_cmp);
        lengths.get((INNER * lengths.len().saturating_sub(1) as f64) as usize).copied().unwrap_or(0.0)
    };
    let (documents, words) = (reach(at), reach(words_at));
    if documents <= 0.0 || words <= documents {
        return 1.0;
    }
    let share = documents / words;
    let digit = 10_f64.powf(share.log10().floor() - 1.0);
    ((share / digit).round() * digit) as f32
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use wordfield_core::corpus::Builtin;
    use wordfield_testing::built_in;

    #[test]
    fn a_sample_is_seeded_and_keeps_partners_together() {
        for which in [Builtin::Topics, Builtin::Pairs] {
            let dataset = built_in(which);
            let all: Vec<usize> = (0..dataset.corpus.len()).collect();
            let some = sample(&dataset, all.clone(), 40);
            assert!(some.len() == 40 && some.is_sorted() && some != all[..40], "{which:?}: {some:?}");
            assert_eq!(some, sample(&dataset, all.clone(), 40));
            if which == Builtin::Pairs {
                let has_partner = |i: &usize| dataset.corpus.partner(*i).is_some_and(|partner| some.contains(&partner));
                assert!(some.iter().all(has_partner));
                let odd = sample(&dataset, all.clone(), 41);
                assert_eq!(odd, some, "no document is drawn without its partner");
            }
            assert_eq!(sample(&dataset, all.clone(), all.len()), all);
        }
    }

    #[test]
    fn words_come_as_far_out_as_documents() {
        let at = array![[1.0, 0.0], [0.0, -2.0], [0.5, 0.5]];
        let scale = words_scale(&at, &(&at * 6.1));
        assert!((f64::from(scale) - 0.16).abs() < 1e-6, "two digits: {scale}");
        for nearer in [&at * 0.5, Array2::zeros((0, 2))] {
            assert!((words_scale(&at, &nearer) - 1.0).abs() < 1e-6);
        }
    }
}
