//! Operations common to all models of the registry, with or without word positions.

use std::sync::Arc;

use super::{FittedModel, Model, ModelError, ModelInfo, ParamTable, Params, fitted::Fitted, mark::Recalled, params::Checked};
use crate::{corpus::Dataset, memory::Budget};

/// Conversion from the parameters of any model to those of one model.
pub trait OfModel: Sized {
    /// Parameters of this model, if the given ones belong to it.
    fn of(params: &Params) -> Option<&Self>;
}

/// Interface of a model of the registry: each row names a type that implements this trait.
///
/// Two types implement it: [`Training`](super::Training) for models with word positions, which are trained step by step.
/// [`Direct`](super::Direct) is for models that are solved at once.
pub trait Learner: Model + Sized + 'static {
    /// Parameters of the model.
    type Params: ParamTable + OfModel + Into<Params>;
    /// Fitted model, which predicts new documents.
    type Fitted: Fitted + Into<FittedModel> + Clone;

    /// Static description of the model: names, task, metric, presets.
    const INFO: &'static ModelInfo;

    /// Prepares a model for its first iteration, within a memory budget.
    /// The dataset is weighted according to the parameters.
    ///
    /// # Errors
    /// Returns an error if the data cannot be used for training, or the budget is too small.
    fn begin(data: Arc<Dataset>, params: Checked<Self::Params>, budget: Budget) -> Result<Self, ModelError>;

    /// Continues from a fitted model with its own parameters and the number of its iterations.
    ///
    /// # Errors
    /// Returns the errors of [`Learner::begin`], or an error if words, classes or ratings of the data differ
    /// from those of the fitted model.
    fn resume(
        data: Arc<Dataset>,
        params: Checked<Self::Params>,
        from: (&Self::Fitted, usize),
        budget: Budget,
    ) -> Result<Self, ModelError>;

    /// Continues training from a recorded point of an earlier run.
    ///
    /// # Errors
    /// Returns the errors of [`Learner::begin`], or an error if the model cannot be solved at the point.
    fn fork(data: Arc<Dataset>, params: Checked<Self::Params>, from: &Recalled, budget: Budget) -> Result<Self, ModelError>;
}
