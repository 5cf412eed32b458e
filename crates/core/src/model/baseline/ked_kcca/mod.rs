//! KED-KCCA: kernel CCA on kernel embeddings of distributions (T 6.4), without word positions common to both sides.
//!
//! The words of each side have separate vectors: spectral vectors of the side's documents, which need no pairs,
//! or vectors from a file (`start=given`), both at a mean squared length of one.
//! A document is the weighted kernel mean of its words' vectors under `exp(-γ/2 ‖x - x'‖²)`,
//! and the kernel of two documents of a side is the inner product of their kernel means (T 2.12): `M k Mᵀ`.
//! Kernel CCA follows on the Gram matrices of both sides.
//! The thesis has vectors from a singular value decomposition of the counts in 100 dimensions.
//! It does not state the choice of `γ`.
//!
//! A document's coordinates are sums over its words, of `k Mᵀ a` for the weights `a` of the training documents,
//! so that a fitted model has coordinates of words, and every word's share of a distance is exact.
//! Solution and comparison: [`CanonicalModel`].
//!
//! `γ`, `λ` and the number of directions are the best of a grid on the development pairs unless given;
//! without development pairs `γ` is 1, `λ` is 1 and the number of directions 200.
//! `λ` counts in mean squared lengths of a kernel mean from which the mean document is subtracted.
//!
//! Cost: that of [`CanonicalModel`], and for each `γ` two passes over the kernel between the words of each side: quadratic in V.
//! Memory: the vectors, V × q, a few times.

#[cfg(test)]
mod tests;

pub use super::canonical::{DimensionTuning, PenaltyTuning};

use std::sync::Arc;

use ndarray::s;
use rand::{SeedableRng, rngs::SmallRng};

use super::{
    canonical::{CanonicalModel, CanonicalParams, Family, Plan, Setting, WordVectors, halves},
    tuning::tuning,
};
use crate::{
    corpus::{Dataset, Side, TaskKind, Weighting},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        pairs::Parts,
        params::{DIMENSIONS, ParamTable, direct, parameters},
        start::{Start, Texts, given_vectors, spectral_vectors},
    },
    param::{About, Domain},
};

/// Number of matrices of word vectors (V × q) in memory at once.
const MATRICES: usize = 4;

/// Training of KED-KCCA, kernel CCA on kernel embeddings of distributions.
pub type KedKcca = Direct<KedKccaModel>;
/// Fitted KED-KCCA, kernel CCA on kernel embeddings of distributions.
pub type KedKccaModel = CanonicalModel<KedKccaParams>;

/// Exponents of the tried kernel parameters `γ`, which are powers of ten, in halves.
const GAMMAS: std::ops::RangeInclusive<i32> = -1..=2;
/// Kernel parameter `γ` if there are no development pairs.
const GAMMA: f64 = 1.0;

tuning! {
    /// How the kernel parameter `γ` is chosen; without development pairs it is 1.
    GammaTuning { gamma: f64 = GAMMA },
    Real,
    "Inverse squared width of the kernel between word vectors of mean squared length one: raising it compares nearer words only.",
    About::main(0.1, 30.0).label("γ").within(Domain::POSITIVE).live()
}

parameters! {
    /// All parameters of KED-KCCA, unchecked.
    pub struct KedKccaParams {
        /// Vectors of the words of each side: spectral vectors of its documents, or vectors from a file.
        start: Start = Start::Spectral, About::line().label("word vectors").within(Start::WITHOUT_PAIRS);
        /// Largest number of dimensions of the vectors.
        vector_dimension: usize = 100, About::line().label("dimensions of vectors").within(DIMENSIONS);
        /// How γ is chosen: the best of 10⁻⁰·⁵ to 10 on the development pairs (1 without them), or a given value.
        gamma_tuning: GammaTuning = GammaTuning::Development, About::folded().label("choose γ").live();
        /// How λ is chosen: the best of 10⁻¹·⁵ to 10¹·⁵ on the development pairs (1 without them), or a given value.
        regularisation: PenaltyTuning = PenaltyTuning::Development, About::folded().label("choose λ").live();
        /// How the number of directions is chosen: the best of 10 to 300 on the development pairs
        /// (200 without them), or a given value.
        dimension_tuning: DimensionTuning = DimensionTuning::Development, About::folded().label("choose directions").live();
        /// Whether the mean of the training documents of each side is the origin.
        centring: bool = true, About::folded();
        /// Weighting of word counts.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
    }
}

impl ParamTable for KedKccaParams {
    const MODEL: &'static str = "KED-KCCA";

    direct! { KedKccaParams, paper Count: gamma_tuning, regularisation, dimension_tuning }
}

impl CanonicalParams for KedKccaParams {
    fn plan(&self) -> Plan {
        // The grid begins with the widest kernel.
        let grid = halves(GAMMAS).into_iter().rev().collect();
        let gamma = Setting { key: "gamma", given: self.gamma_tuning.given(), grid, usual: GAMMA };
        Plan::new((Family::KernelMeans, Some(gamma)), (self.regularisation, self.dimension_tuning), self.centring)
    }
}

/// Word vectors of each side, of at most `vector_dimension` dimensions and a mean squared length of one.
///
/// # Errors
/// Returns an error if vectors from a file are required and missing, or the vectors exceed the memory budget.
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
        command: "ked-kcca",
        help: "Kernel CCA on distributions of word vectors: each document's partner on another side, such as another language",
        label: "KED-KCCA",
        title: "a KED-KCCA, which finds partners",
        as_printed: "counts, 100 dimensions of vectors, γ, the penalty and the directions chosen on the development part",
        ..ModelInfo::direct(ModelKind::KedKcca, TaskKind::Pairs)
    };

    /// Fits KED-KCCA.
    /// Fails if fewer than two training pairs have known words on both sides, all documents of one side are equal,
    /// vectors from a file are missing, or the vectors or kernel values do not fit into the budget.
    fn fit(data: &Dataset, params: &KedKccaParams, budget: Budget) -> Result<Self, ModelError> {
        let vectors = word_vectors(data, params, budget)?;
        Self::on(&Parts::of(data), Arc::new(data.words.clone()), Some(&vectors), params, budget)
    }
}
