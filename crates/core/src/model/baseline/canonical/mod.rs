//! Canonical directions: documents of both sides as points along directions in which paired documents correlate most.
//! Model of [`super::cca`], [`super::kernel_cca`] and [`super::ked_kcca`], which differ in the kernel;
//! [`super::kde`] shares the kernels and sides.
//!
//! The directions are those of [`crate::solver::canonical`] with a ridge of `λ` mean squared lengths of a document.
//! A document's coordinates are its projections times the canonical correlations; documents are compared by cosine,
//! and the squared distance of two documents is `2 - 2 cosine` (Vinokourov, Shawe-Taylor and Cristianini 2003).
//! Where coordinates are sums over words, every word's share of a distance is exact.
//!
//! The number of the kernel, `λ` and the number of directions are the best of a grid on the development pairs unless given.
//!
//! Pairs with a document without known words are not used in training.
//! A document without a known word has similarity 0 with every document, so that all its candidates are equally near.
//!
//! Cost: for each number of the kernel, the decompositions of two n × n matrices of n training pairs and of one for each penalty.
//! The fitted directions take one more decomposition; all are cubic in n.
//! Memory: ten such matrices, checked against the budget.
//! Fitted model: coordinates of words, or of training documents under the Gaussian kernel.

mod kernel;
mod params;
mod side;
mod tune;

pub(super) use kernel::{Kernel, distances};
pub(super) use params::halves;
pub use params::{CanonicalParams, DimensionTuning, Family, PenaltyTuning, Plan, Setting};
pub use side::{Features, Projection};
pub(super) use side::{Side as KernelSide, failed};
pub(super) use tune::WordVectors;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use self::{
    side::{length, unit},
    tune::{Choice, Training, choose},
};
use super::tuning::settings_chosen;
use crate::{
    cancel,
    corpus::{Csr, Dataset, Side},
    ldk::{Embedding, Ldk, Source},
    memory::Budget,
    model::{
        DirectFitted, FittedRef, Matched, ModelError, Predictions, Scores,
        fitted::{Check, Fitted, finite, first_problem, joined},
        pairs::{Matcher, PairShares, Parts, Prepared, WordShare},
    },
    stats::significant,
};

/// Fitted model of canonical directions of both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanonicalModel<P> {
    /// Words of the source side, then of the target side (V).
    pub words: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted penalty `λ`, in mean squared lengths of a document.
    pub lambda: f64,
    /// Fitted hyper-parameter of the kernel ([`Plan::shape`]); `None` under the linear kernel.
    #[serde(default, rename = "width", skip_serializing_if = "Option::is_none")]
    pub shape: Option<f64>,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Canonical correlations of the directions, largest first (d).
    pub correlations: Arc<Vec<f64>>,
    /// Projections of source and target documents to the canonical directions.
    pub projections: Arc<[Projection; 2]>,
}

impl<P: CanonicalParams> CanonicalModel<P> {
    fn projection(&self, side: Side) -> &Projection {
        &self.projections[usize::from(side == Side::Target)]
    }

    /// Words of one document with their coordinates, as `(word, weight, coordinates)`.
    /// They are scaled to sum to the document's coordinates of unit length.
    /// The mean document is distributed over the words by weight.
    /// `None` under the Gaussian kernel between documents, or if the document has no coordinates.
    fn parts(&self, documents: &Prepared, document: usize) -> Option<Vec<(usize, f64, Vec<f64>)>> {
        let projection = self.projection(documents.side);
        let Features::Words { coordinates } = &projection.features else { return None };
        let length = length(projection.of(&documents.weights.select(&[document])).row(0));
        let total = documents.weights.row_sum(document);
        if length <= 0.0 || total <= 0.0 {
            return None;
        }
        let part = |(word, weight): (usize, f64)| {
            let row = coordinates.row(word);
            let own = row.iter().zip(&projection.offset);
            let share = own.map(|(own, mean)| weight * (own - mean / total) / length).collect();
            (self.range(documents.side).start + word, weight, share)
        };
        Some(documents.weights.entries(document).map(part).collect())
    }

    /// Fits canonical directions to weighted documents; `words` are those of the source, then those of the target;
    /// `vectors` are those of each side's words if the kernel compares kernel means.
    ///
    /// # Errors
    /// Returns an error if fewer than two training pairs have known words on both sides, all documents of one side are equal,
    /// the kernel values do not fit into the budget, or the fit was cancelled.
    pub(super) fn on(
        parts: &Parts,
        words: Arc<Vec<String>>,
        vectors: Option<&WordVectors>,
        params: &P,
        budget: Budget,
    ) -> Result<Self, ModelError> {
        let (pairs, dev) = (parts.training_pairs()?, &parts.dev.sides);
        let training = Training { pairs: &pairs, vectors };
        let plan = params.plan();
        let (choice, both) = choose(training, dev, &plan, budget)?;
        let directions = both.directions(choice.lambda, choice.dimension)?;
        let [left, right] = &both.0;
        let projections = [left.projection(&directions.sides[0]), right.projection(&directions.sides[1])];
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let choice = Choice { dimension: directions.correlations.len(), ..choice };
        Ok(Self {
            words,
            params: params.clone(),
            lambda: choice.lambda,
            shape: choice.shape,
            chosen: chosen(&plan, choice, !dev.pairs().is_empty()),
            correlations: Arc::new(directions.correlations),
            projections: Arc::new(projections),
        })
    }
}

/// Describes the hyper-parameters chosen from data and grids.
fn chosen(plan: &Plan, choice: Choice, has_dev: bool) -> Option<String> {
    let shape = plan.shape.as_ref().filter(|shape| shape.given.is_none()).zip(choice.shape);
    let settings = [
        shape.map(|(shape, value)| format!("{} = {}", shape.key, significant(value, 4))),
        plan.lambda.given.is_none().then(|| format!("{} = {}", plan.lambda.key, significant(choice.lambda, 4))),
        plan.dimension.given.is_none().then(|| format!("{} = {}", plan.dimension.key, choice.dimension)),
    ];
    settings_chosen(settings, has_dev)
}

impl<P: CanonicalParams> Matcher for CanonicalModel<P> {
    fn prepare(&self, side: Side, weights: Csr) -> Prepared {
        let coordinates = unit(self.projection(side).of(&weights));
        let norms = coordinates.outer_iter().map(|row| row.dot(&row)).collect();
        Prepared { side, weights, norms, coordinates, sparse: None, beside: None }
    }

    /// Explains the distance of documents at `x` and `y`: a source word at `a` has the share `a·(x - y)`,
    /// a target word at `b` the share `b·(y - x)`; they sum to `|x - y|²`.
    fn explain(&self, query: (&Prepared, usize), candidate: (&Prepared, usize)) -> Option<PairShares> {
        let (own, other) = (self.parts(query.0, query.1)?, self.parts(candidate.0, candidate.1)?);
        let apart = &query.0.coordinates.row(query.1) - &candidate.0.coordinates.row(candidate.1);
        let share = |sign: f64| {
            let apart = &apart;
            move |(word, weight, at): (usize, f64, Vec<f64>)| {
                let along: f64 = at.iter().zip(apart).map(|(at, apart)| at * apart).sum();
                WordShare { word, weight: sign * weight, share: sign * along, parts: [None; Source::COUNT] }
            }
        };
        let shares = own.into_iter().map(share(1.0)).chain(other.into_iter().map(share(-1.0))).collect();
        Some(PairShares { shares, exact: true })
    }
}

impl<P: CanonicalParams> Fitted for CanonicalModel<P> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Matcher(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn source_words(&self) -> usize {
        self.projections[0].words()
    }

    fn note(&self) -> Option<String> {
        let directions = self.correlations.len();
        let wanted = self.params.plan().dimension.given.filter(|&dimension| dimension > directions);
        let missing = wanted.map(|dimension| {
            format!("The training pairs have {directions} canonical directions, fewer than dimension = {dimension}.")
        });
        joined(self.chosen.as_ref().map(|chosen| format!("{chosen}.")).into_iter().chain(missing))
    }

    fn problem(&self) -> Option<&'static str> {
        let dimension = self.correlations.len();
        let gaussian = self.params.plan().family == Family::Gaussian;
        let same = |of: &Projection| matches!(of.features, Features::Documents { .. }) == gaussian && of.is_valid(dimension);
        let words: usize = self.projections.iter().map(Projection::words).sum();
        let own: [Check; 3] = [
            (dimension > 0 && finite(&*self.correlations), "a canonical correlation is no number"),
            (words == self.words.len(), "its words are not those of its two sides"),
            (self.projections.iter().all(same), "the projections of a side do not fit its directions and kernel"),
        ];
        first_problem(own)
    }
}

impl<P: CanonicalParams> DirectFitted for CanonicalModel<P> {
    /// Negative sum of the canonical correlations.
    fn objective(&self) -> f64 {
        -self.correlations.iter().sum::<f64>()
    }

    fn document_kernel(&self) -> (Ldk, bool) {
        (Ldk::of(Embedding::Identity), self.params.plan().family == Family::Linear)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Matched::of(fitted, data)
    }
}
