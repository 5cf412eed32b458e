//! What every model of the registry provides, whether words have positions or not.

use std::sync::Arc;

use super::{FittedModel, Model, ModelError, ModelInfo, Parameters, Params, fitted::Fitted, mark::Recalled, params::Checked};
use crate::{corpus::Dataset, memory::Budget};

/// The parameters of one model among those of all models.
pub trait OfModel: Sized {
    /// The parameters, if they are of this model.
    fn of(params: &Params) -> Option<&Self>;
}

/// A model of the registry: a row of it names a type that implements this.
///
/// Two drivers implement it: [`Training`](super::Training) for models with word positions, which move step by step, and
/// [`Direct`](super::Direct) for models that are solved at once.
pub trait Learner: Model + Sized + 'static {
    /// Its parameters.
    type Params: Parameters + OfModel + Into<Params>;
    /// What it leaves for new documents.
    type Fitted: Fitted + Into<FittedModel> + Clone;

    /// What the rest of the program has to know of the model.
    const INFO: &'static ModelInfo;

    /// Makes a model ready for its first iteration, within a budget of memory. The dataset is weighted as the parameters say.
    ///
    /// # Errors
    /// When the data cannot be trained on, or not within the budget.
    fn begin(data: Arc<Dataset>, params: Checked<Self::Params>, budget: Budget) -> Result<Self, ModelError>;

    /// Continues from a fitted model after so many iterations.
    ///
    /// # Errors
    /// As [`Learner::begin`], or when words, classes or ratings of the data are not those of the fitted model.
    fn resume(data: Arc<Dataset>, fitted: &Self::Fitted, iterations: usize, budget: Budget) -> Result<Self, ModelError>;

    /// Continues from a recorded point of an earlier run.
    ///
    /// # Errors
    /// As [`Learner::begin`], or when the model cannot be solved there.
    fn fork(data: Arc<Dataset>, params: Checked<Self::Params>, from: &Recalled, budget: Budget) -> Result<Self, ModelError>;

    /// The parameters of a fitted model.
    fn params_of(fitted: &Self::Fitted) -> &Self::Params;
}
