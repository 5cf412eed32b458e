//! Training of models that are solved in closed form or by one solver call, without word positions.
//!
//! Each model implements [`DirectModel`] in its own folder. A live change solves the model again.
//! Memory: the fitted model and its predictions.

use std::sync::Arc;

use super::{
    FittedModel, FittedRef, Learner, LeftOut, LiveChange, Mark, Model, ModelError, ModelInfo, ParamTable, Params, Predictions,
    Progress, Recalled, Scores, Snapshot, StopReason, Without, WordValues, fitted::Fitted, learner::OfModel, params::Checked,
};
use crate::{
    cancel,
    corpus::Dataset,
    ldk::{CorpusKernel, Embedding, Ldk},
    memory::Budget,
};

/// Fitted model without word positions: its objective, its kernel between documents, and its predictions for a dataset.
pub trait DirectFitted: Fitted {
    /// Minimised objective of the model; NaN for models without one.
    fn objective(&self) -> f64 {
        f64::NAN
    }

    /// Kernel between documents, and whether it is the model's own; otherwise documents are only shown under it.
    fn document_kernel(&self) -> (Ldk, bool);

    /// Predictions of the model for every document of a dataset, and scores of its parts.
    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores);
}

/// Cosine of weighted counts: the kernel of nearest neighbours, and for document comparisons under models without a kernel.
pub(super) fn cosine() -> Ldk {
    Ldk { unit_length: true, ..Ldk::of(Embedding::Identity) }
}

/// Fitted model without word positions, which one call computes.
pub trait DirectModel: DirectFitted + Into<FittedModel> + Clone + std::fmt::Debug + Send + Sync + 'static {
    /// Parameters of the directly solved model.
    type Params: ParamTable + OfModel + Into<Params>;

    /// Static description of the model: names, task, metric, presets.
    const INFO: &'static ModelInfo;

    /// Fits the model to the training documents of a dataset, within a memory budget.
    ///
    /// # Errors
    /// Returns an error if the data cannot be used for training, or the budget is too small.
    fn fit(data: &Dataset, params: &Self::Params, budget: Budget) -> Result<Self, ModelError>;
}

/// Training of a [`DirectModel`]: one iteration solves the model; further iterations change nothing.
#[derive(Debug)]
pub struct Direct<M: DirectModel> {
    data: Arc<Dataset>,
    params: M::Params,
    /// Parameters of the model, shared with the recorded points of the run.
    marked: Arc<Params>,
    budget: Budget,
    fitted: Arc<M>,
    iteration: usize,
    snapshot: Snapshot,
    /// Whether parameters have changed since the model was last fitted.
    stale: bool,
}

impl<M: DirectModel> Direct<M> {
    fn with(data: Arc<Dataset>, params: M::Params, fitted: M, iteration: usize, budget: Budget) -> Self {
        let fitted = Arc::new(fitted);
        let snapshot = Self::look(&fitted, &data, iteration);
        let marked = Arc::new(params.clone().into());
        Self { data, params, marked, budget, fitted, iteration, snapshot, stale: false }
    }

    /// Snapshot of a fitted model without positions over a dataset.
    fn look(fitted: &Arc<M>, data: &Dataset, iteration: usize) -> Snapshot {
        let (predictions, scores) = M::predictions(fitted, data);
        let (ldk, owns_kernel) = fitted.document_kernel();
        let no_positions = Arc::new(ndarray::Array2::zeros((data.words.len(), 0)));
        Snapshot {
            iteration,
            evaluated: iteration,
            restored_iteration: None,
            objective: fitted.objective(),
            embedding: None,
            words: word_values(fitted.fitted_ref()),
            documents: CorpusKernel { ldk, x: no_positions, alike: None },
            owns_kernel,
            predictions,
            scores,
        }
    }

    fn fit(&mut self) -> Result<(), ModelError> {
        let fitted = Arc::new(M::fit(&self.data, &self.params, self.budget)?);
        let snapshot = Self::look(&fitted, &self.data, self.iteration);
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        (self.fitted, self.snapshot, self.stale) = (fitted, snapshot, false);
        Ok(())
    }

    /// Fitted model of the training.
    pub fn model(&self) -> &M {
        &self.fitted
    }
}

/// Values of a fitted model's decision functions at every word, if it has any.
fn word_values(fitted: FittedRef<'_>) -> Option<WordValues> {
    match fitted {
        FittedRef::Classifier(fitted) => fitted.word_values(),
        FittedRef::Regressor(fitted) => fitted.word_values(),
        FittedRef::Matcher(_) => None,
    }
}

/// Dataset with the word weighting of the parameters.
pub(super) fn weighted(data: Arc<Dataset>, params: &impl ParamTable) -> Arc<Dataset> {
    let weighting = params.weighting();
    if data.weighting == weighting { data } else { Arc::new(data.reweighted(weighting)) }
}

/// Checks that a fitted model has the words, classes and ratings of a dataset.
pub(super) fn check_data(data: &Dataset, fitted: &impl Fitted) -> Result<(), ModelError> {
    ModelError::check_equal("words", &data.words[..], fitted.words())?;
    match fitted.fitted_ref() {
        FittedRef::Classifier(own) => ModelError::check_equal("classes", &data.corpus.classes[..], own.classes()),
        FittedRef::Regressor(own) => {
            let names = data.corpus.task.ratings().map_or(&[][..], |ratings| &ratings.names);
            ModelError::check_equal("ratings", names, own.ratings())
        }
        FittedRef::Matcher(own) => ModelError::check_equal("words of the source side", &data.source_words, &own.source_words()),
    }
}

impl<M: DirectModel> Learner for Direct<M> {
    type Params = M::Params;
    type Fitted = M;

    const INFO: &'static ModelInfo = M::INFO;

    fn begin(data: Arc<Dataset>, params: Checked<M::Params>, budget: Budget) -> Result<Self, ModelError> {
        let params = params.into_inner();
        let data = weighted(data, &params);
        let fitted = M::fit(&data, &params, budget)?;
        Ok(Self::with(data, params, fitted, 0, budget))
    }

    fn resume(data: Arc<Dataset>, params: Checked<M::Params>, from: (&M, usize), budget: Budget) -> Result<Self, ModelError> {
        let (params, (fitted, iterations)) = (params.into_inner(), from);
        let data = weighted(data, &params);
        check_data(&data, fitted)?;
        Ok(Self::with(data, params, fitted.clone(), iterations, budget))
    }

    fn fork(data: Arc<Dataset>, params: Checked<M::Params>, from: &Recalled, budget: Budget) -> Result<Self, ModelError> {
        let mut model = Self::begin(data, params, budget)?;
        model.iteration = from.iteration;
        (model.snapshot.iteration, model.snapshot.evaluated) = (from.iteration, from.iteration);
        Ok(model)
    }
}

impl<M: DirectModel> Model for Direct<M> {
    fn step(&mut self) -> Result<Progress, ModelError> {
        if self.stale {
            self.fit()?;
        }
        self.iteration += 1;
        (self.snapshot.iteration, self.snapshot.evaluated) = (self.iteration, self.iteration);
        let Snapshot { objective, scores, .. } = self.snapshot;
        Ok(Progress { iteration: self.iteration, objective, scores: Some(scores), stop: Some(StopReason::Converged) })
    }

    /// Fits the model again if parameters have changed. If the fit fails, the model keeps its previous fit.
    fn ensure_evaluated(&mut self) -> Option<Scores> {
        (self.stale && self.fit().is_ok()).then_some(self.snapshot.scores)
    }

    fn snapshot(&self) -> Snapshot {
        self.snapshot.clone()
    }

    fn mark(&self) -> Mark {
        Mark { params: Arc::clone(&self.marked), objective: self.snapshot.objective, numbers: Vec::new() }
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        self.params = self.params.after(change)?;
        self.marked = Arc::new(self.params.clone().into());
        self.stale = true;
        Ok(())
    }

    fn value(&mut self) -> Option<f64> {
        self.ensure_evaluated();
        Some(self.snapshot.objective).filter(|value| value.is_finite())
    }

    fn without(&mut self, data: &Dataset, left_out: LeftOut) -> Result<Without, ModelError> {
        let before = self.value();
        let data = weighted(Arc::new(left_out.of(data)), &self.params);
        let fitted = Arc::new(M::fit(&data, &self.params, self.budget)?);
        let changed = Self::look(&fitted, &data, self.iteration);
        let after = Some(changed.objective).filter(|value| value.is_finite());
        Ok(Without { left_out, snapshots: [Arc::new(self.snapshot()), Arc::new(changed)], objectives: [before, after] })
    }

    fn restore_best(&mut self) {
        self.ensure_evaluated();
    }

    fn info(&self) -> &'static ModelInfo {
        M::INFO
    }

    fn trained(&mut self) -> FittedModel {
        self.ensure_evaluated();
        M::clone(&self.fitted).into()
    }

    fn last_evaluated(&self) -> (FittedModel, Snapshot) {
        (M::clone(&self.fitted).into(), self.snapshot.clone())
    }

    fn shown(&self) -> usize {
        self.iteration
    }
}
