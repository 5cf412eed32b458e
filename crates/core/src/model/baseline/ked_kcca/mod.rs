//! KED-KCCA: kernel CCA on kernel embeddings of distributions (T 6.4), which needs no word positions common to both sides.
//!
//! The words of each side have vectors of their own: spectral vectors of the side's documents, which need no pairs, or vectors
//! from a file (`start=given`), both at a mean squared length of one. A document is the kernel mean of its words' vectors
//! under `exp(-γ/2 ‖x - x'‖²)`, weighted as its words are, and the kernel of two documents of a side is the inner product of their
//! kernel means (T 2.12): `M k Mᵀ`. Kernel CCA follows on the Gram matrices of both sides. The thesis has vectors from a singular value
//! decomposition of the counts in 100 dimensions, and does not say what is chosen for `γ`.
//!
//! A document's coordinates are sums over its words, of `k Mᵀ a` for the weights `a` of the training documents, so that a fitted
//! model has coordinates of words, and every word's share of a distance is exact. Solution and comparison: [`CanonicalModel`].
//!
//! `γ`, `λ` and the number of directions are the best of a grid on the development pairs unless given; without development pairs
//! `γ` 1, `λ` 1 and 200 directions. `λ` counts in mean squared lengths of a kernel mean from which the mean document is subtracted.
//!
//! Cost: that of [`CanonicalModel`], and for each `γ` two passes over the kernel between the words of each side: quadratic in V.
//! Memory: the vectors, V × q, a few times.

mod params;
#[cfg(test)]
mod tests;

pub use super::canonical::{DimensionTuning, PenaltyTuning};
pub use params::{GammaTuning, KedKccaParams};

use std::sync::Arc;

use ndarray::s;
use rand::{SeedableRng, rngs::SmallRng};

use super::canonical::{CanonicalModel, WordVectors};
use crate::{
    corpus::{Dataset, Side, TaskKind},
    memory::Budget,
    model::{
        Direct, DirectModel, Matched, Metric, ModelError, ModelInfo, ModelKind, Predictions, Scores,
        pairs::Parts,
        start::{Start, Texts, given_vectors, spectral_vectors},
    },
};

/// Number of matrices of word vectors (V × q) in memory at once.
const MATRICES: usize = 4;

/// Training of KED-KCCA, kernel CCA on kernel embeddings of distributions.
pub type KedKcca = Direct<KedKccaModel>;
/// Fitted KED-KCCA, kernel CCA on kernel embeddings of distributions.
pub type KedKccaModel = CanonicalModel<KedKccaParams>;

/// Word vectors of each side, of at most `vector_dimension` dimensions and a mean squared length of one.
///
/// # Errors
/// If vectors from a file are required and missing, or the vectors exceed the memory budget.
fn word_vectors(data: &Dataset, params: &KedKccaParams, budget: Budget) -> Result<WordVectors, ModelError> {
    let d = params.vector_dimension;
    budget.ask_matrix("the word vectors", data.words.len(), d, MATRICES)?;
    let texts = Texts::of(data);
    let mut sides = if params.start == Start::GivenVectors {
        let vectors = data.vectors.as_deref();
        let x = given_vectors(vectors, &texts, vectors.map_or(d, |vectors| d.min(vectors.dimension())))?;
        [x.slice(s![..data.source_words, ..]).to_owned(), x.slice(s![data.source_words.., ..]).to_owned()]
    } else {
        [Side::Source, Side::Target].map(|side| spectral_vectors(&texts.of_side(side), d, &mut SmallRng::seed_from_u64(0)))
    };
    for x in &mut sides {
        let length = (x.iter().map(|x| x * x).sum::<f64>() / x.nrows().max(1) as f64).sqrt();
        if length > 0.0 {
            *x /= length;
        }
    }
    Ok(sides)
}

impl DirectModel for KedKccaModel {
    type Params = KedKccaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::KedKcca,
        task: TaskKind::Pairs,
        command: "ked-kcca",
        help: "Kernel CCA on distributions of word vectors: each document's partner on another side, such as another language",
        label: "KED-KCCA",
        title: "a KED-KCCA, which finds partners",
        metric: Metric::Precision,
        as_printed: "counts, 100 dimensions of vectors, γ, the penalty and the directions chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits KED-KCCA. Fails if fewer than two training pairs have known words on both sides, all documents of one side are equal,
    /// vectors from a file are missing, or the vectors or kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &KedKccaParams, budget: Budget) -> Result<Self, ModelError> {
        let vectors = word_vectors(data, params, budget)?;
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), Some(&vectors), params, budget)
    }

    fn objective(&self) -> f64 {
        self.minus_correlations()
    }

    /// Whether the model has a kernel of its own: each side has its own word vectors, which are no positions in one space.
    fn owns_kernel(&self) -> bool {
        false
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}
