//! Accuracy gains of further kernel components at a point of a run: over the map alone, and with built-in English vectors.
//!
//! Cost: the components, and the SVMs of both bases of decisions solved on all words. Memory: that of a second model.

use std::sync::Arc;

use super::SmmParams;
use crate::{
    cancel,
    corpus::{Cancel, Dataset, Limits, VectorFiles},
    ldk::Source,
    memory::Budget,
    model::{DecideBy, Mark, Model, Params, Recalled, Snapshot, embedding::active, learner::OfModel},
    stats::MeanInterval,
};

/// Measured gain of map and components over the map alone, or of built-in vectors over none.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentGain {
    /// Iteration of the run at which the accuracies were measured.
    pub iteration: usize,
    /// Representations (sources) of the fixed kernel components.
    pub sources: Vec<Source>,
    /// Part of the split on which both accuracies are measured, as an index into [`PartScores`](crate::model::PartScores):
    /// development if any, else training.
    pub part: usize,
    /// Number of documents on which the accuracies were measured.
    pub documents: usize,
    /// Accuracy of word map and components together.
    pub accuracy: f64,
    /// Gain in accuracy, with the interval of the paired difference.
    pub gain: MeanInterval,
}

impl DecideBy {
    /// Basis of decisions in a model of classes with fixed components, whether these take part in decisions
    /// or not; `None` for other models.
    pub fn of(params: &Params, data: &Dataset) -> Option<Self> {
        let smm = SmmParams::of(params)?;
        let mut combined = smm.shared.clone();
        combined.decide_by = Self::Combined;
        let exists = |source| source != Source::GivenVectors || data.vectors.is_some();
        let beside = combined.component_weights().iter().any(|&(source, weight)| weight > 0.0 && exists(source));
        (beside && active::has_positions(smm).is_ok()).then_some(smm.decide_by)
    }
}

impl ComponentGain {
    /// Measures the gain of components at a point of a run where the map alone decides.
    /// `None` if there is no fixed component, a basis cannot be solved, the part has fewer than two documents,
    /// or the calling thread's work is cancelled.
    pub fn at(data: &Arc<Dataset>, point: &Recalled, budget: Budget) -> Option<Self> {
        let mut model = combined(data, point, budget)?;
        let with = model.snapshot();
        let alone = model.recall(point)?;
        let offer = Self::between(data, &with, &alone)?;
        (!cancel::requested()).then_some(offer)
    }

    /// Solves map and components at a point of a run with the built-in English vectors as a further component and without them:
    /// the gain is that of the vectors. `None` as for [`ComponentGain::at`], or if the data have vectors.
    pub fn of_english_vectors(data: &Arc<Dataset>, point: &Recalled, budget: Budget) -> Option<Self> {
        if data.vectors.is_some() {
            return None;
        }
        let table = VectorFiles::english().read(&data.words, 0, Limits::default(), &Cancel::default()).ok()?;
        let extended = Arc::new((**data).clone().with_vectors_from(&table).ok()?);
        let with = combined(&extended, point, budget)?.snapshot();
        let without = combined(data, point, budget)?.snapshot();
        let offer = Self::between(data, &with, &without)?;
        (!cancel::requested()).then_some(offer)
    }

    /// Compares the accuracies of two snapshots of the same point of a run.
    fn between(data: &Dataset, with: &Snapshot, alone: &Snapshot) -> Option<Self> {
        let sources = with.documents.ldk.components.as_ref()?.others.iter().map(|component| component.source).collect();
        let split = &data.split;
        let (part, documents) = if split.dev.is_empty() { (0, &split.train) } else { (1, &split.dev) };
        let right = |snapshot: &Snapshot| -> Option<Vec<f64>> {
            let predicted = &snapshot.classified()?.predicted;
            Some(documents.iter().map(|&i| f64::from(u8::from(predicted[i] == data.corpus.labels[i]))).collect())
        };
        let (right, right_alone) = (right(with)?, right(alone)?);
        let differences: Vec<f64> = right.iter().zip(&right_alone).map(|(with, alone)| with - alone).collect();
        let gain = MeanInterval::of(&differences)?;
        let accuracy = right.iter().sum::<f64>() / right.len() as f64;
        Some(Self { iteration: with.iteration, sources, part, documents: documents.len(), accuracy, gain })
    }
}

/// Creates a model at a point of a run in which word map and components decide together.
fn combined(data: &Arc<Dataset>, point: &Recalled, budget: Budget) -> Option<Box<dyn Model>> {
    let mut params = SmmParams::of(&point.mark.params)?.clone();
    params.decide_by = DecideBy::Combined;
    let mark = Mark { params: Arc::new(params.into()), ..point.mark.clone() };
    Recalled { mark, ..point.clone() }.fork_within(Arc::clone(data), budget).ok()
}
