//! The models by name: a row each. What depends on the model alone is asked of its row ([`ModelInfo`]), its parameters
//! ([`Params`]) or what it leaves ([`FittedModel`]); nothing else in the program lists the models.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Direct, Learner, LiveChange, Model, ModelError, ModelInfo, PaperGrid, ParamView, Parameters, Preset, Training,
    fitted::Fitted, gp::GpEstimator, kernel_cca::KernelCcaModel, knn::KnnModel, learner::OfModel, linear_svm::LinearSvmModel,
    mark::Recalled, matching::MatchEstimator, param_view::views, ridge::RidgeModel, smm::SmmEstimator,
};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    memory::Budget,
    param::{Choices, ParamError, Value},
};

/// Iterations at most of a run that ends by convergence.
const UNTIL_CONVERGED: usize = 1000;

macro_rules! models {
    ($($(#[doc = $doc:literal])+ $name:ident: $learner:ty;)+) => {
        /// Which model.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum ModelKind {
            $($(#[doc = $doc])+ $name,)+
        }

        /// Parameters of one of the models, unchecked.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Params {
            $($(#[doc = $doc])+ $name(<$learner as Learner>::Params),)+
        }

        /// What training leaves: all it takes to judge new documents.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum FittedModel {
            $($(#[doc = $doc])+ $name(<$learner as Learner>::Fitted),)+
        }

        $(
            impl From<<$learner as Learner>::Params> for Params {
                fn from(params: <$learner as Learner>::Params) -> Self {
                    Self::$name(params)
                }
            }

            impl OfModel for <$learner as Learner>::Params {
                fn of(params: &Params) -> Option<&Self> {
                    if let Params::$name(params) = params { Some(params) } else { None }
                }
            }

            impl From<<$learner as Learner>::Fitted> for FittedModel {
                fn from(trained: <$learner as Learner>::Fitted) -> Self {
                    Self::$name(trained)
                }
            }
        )+

        impl ModelKind {
            /// All of them; of several for one task, the first is the one taken where nobody chose.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// What it is and how it is run.
            pub fn info(self) -> &'static ModelInfo {
                match self {
                    $(Self::$name => <$learner as Learner>::INFO,)+
                }
            }
        }

        impl Params {
            /// Parameters of a model, read from the JSON form that serde gives them.
            ///
            /// # Errors
            /// When a field is missing, unknown or of another type.
            pub fn from_json(kind: ModelKind, json: serde_json::Value) -> serde_json::Result<Self> {
                match kind {
                    $(ModelKind::$name => serde_json::from_value(json).map(Self::$name),)+
                }
            }

            /// The grid the papers search for a model; empty where they search none.
            pub fn paper_grid(kind: ModelKind) -> PaperGrid {
                match kind {
                    $(ModelKind::$name => <$learner as Learner>::Params::paper_grid(),)+
                }
            }

            /// The parameters of a preset for `q` dimensions.
            pub fn preset(kind: ModelKind, preset: Preset, q: usize) -> Self {
                match kind {
                    $(ModelKind::$name => Self::$name(Parameters::preset(preset, q)),)+
                }
            }

            /// Which model they are of.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(_) => ModelKind::$name,)+
                }
            }

            /// Every parameter as it stands.
            pub fn views(&self) -> Vec<ParamView> {
                match self {
                    $(Self::$name(params) => views(params),)+
                }
            }

            /// Whether nothing is learned by iterating: neither positions nor kernels nor other numbers.
            pub fn nothing_moves(&self) -> bool {
                match self {
                    $(Self::$name(params) => params.nothing_moves(),)+
                }
            }

            /// The value of a parameter; `None` where there is none, or it belongs to another way than the chosen one.
            pub fn value(&self, key: &str) -> Option<Value> {
                match self {
                    $(Self::$name(params) => params.value(key),)+
                }
            }

            /// Sets one parameter from text: `--set key=value`.
            ///
            /// # Errors
            /// When there is no such parameter, or the text is none of its values.
            pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
                match self {
                    $(Self::$name(params) => params.set(key, text),)+
                }
            }

            /// Sets several parameters from text, whatever their order: a number of another way than the chosen one chooses
            /// that way only where nothing else said here names one.
            ///
            /// # Errors
            /// The place of the one that is not allowed, and why.
            pub fn set_all(&mut self, said: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
                match self {
                    $(Self::$name(params) => params.set_all(said),)+
                }
            }

            /// The present key of a parameter, from its key or the one it had before; `None` where there is none.
            pub fn key(&self, name: &str) -> Option<&'static str> {
                match self {
                    $(Self::$name(params) => key_of(params, name),)+
                }
            }

            /// Why a parameter has no effect beside the others; `None` where it has one, or is unknown.
            pub fn inactive(&self, key: &str) -> Option<String> {
                match self {
                    $(Self::$name(params) => params.inactive(key),)+
                }
            }

            /// Checks that every setting has an effect beside the others, whatever their order.
            ///
            /// # Errors
            /// The place of the first that has none, and why.
            pub fn check_effect(&self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
                match self {
                    $(Self::$name(params) => params.check_effect(settings),)+
                }
            }

            /// Sets one parameter to a value.
            ///
            /// # Errors
            /// When there is no such parameter, or it may not be that.
            pub fn put(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
                match self {
                    $(Self::$name(params) => params.put(key, value),)+
                }
            }

            /// The same parameters after a live change.
            ///
            /// # Errors
            /// When the parameter is not live, or may not be that.
            pub fn after(&self, change: LiveChange) -> Result<Self, ParamError> {
                match self {
                    $(Self::$name(params) => params.after(change).map(Self::$name),)+
                }
            }

            /// What is made of a word's count.
            pub fn weighting(&self) -> Weighting {
                match self {
                    $(Self::$name(params) => params.weighting(),)+
                }
            }

            /// Iterations from one evaluation to the next.
            pub fn evaluate_every(&self) -> usize {
                match self {
                    $(Self::$name(params) => params.evaluate_every(),)+
                }
            }

            /// Whether an iteration makes one small stochastic step rather than several long ones.
            pub fn is_stochastic(&self) -> bool {
                match self {
                    $(Self::$name(params) => params.is_stochastic(),)+
                }
            }

            /// Checks every range without starting anything.
            ///
            /// # Errors
            /// Names the first parameter outside its range, and the range.
            pub fn check(&self) -> Result<(), ParamError> {
                match self.clone() {
                    $(Self::$name(params) => params.check().map(drop),)+
                }
            }

            /// Checks the parameters and makes the model ready for its first iteration, within a budget of memory.
            ///
            /// # Errors
            /// When a parameter is outside its range, or the data cannot be trained on, or not within the budget.
            pub fn start_within(self, data: Arc<Dataset>, budget: Budget) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), &data)?;
                Ok(match self {
                    $(Self::$name(params) => Box::new(<$learner>::begin(data, params.check()?, budget)?),)+
                })
            }
        }

        impl Recalled {
            /// A model that goes on from the recorded point of an earlier one on the same documents, within a budget of memory.
            ///
            /// # Errors
            /// As [`Params::start_within`], or when the point cannot be solved.
            pub fn fork_within(self, data: Arc<Dataset>, budget: Budget) -> Result<Box<dyn Model>, ModelError> {
                fits(self.mark.params.kind(), &data)?;
                Ok(match &*self.mark.params {
                    $(Params::$name(params) => {
                        let params = params.clone().check()?;
                        Box::new(<$learner as Learner>::fork(data, params, &self, budget)?)
                    })+
                })
            }
        }

        impl FittedModel {
            /// Which model left it.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(_) => ModelKind::$name,)+
                }
            }

            /// The parameters it was trained with, live changes included.
            pub fn params(&self) -> Params {
                match self {
                    $(Self::$name(trained) => Params::$name(<$learner as Learner>::params_of(trained).clone()),)+
                }
            }

            /// A model that goes on from here on documents counted over the same words; before its next iteration it says of
            /// them what this says; within a budget of memory.
            ///
            /// # Errors
            /// When the words, or what is asked of the documents, are not this model's, there is nothing to train on, or it
            /// does not fit into the budget.
            pub fn resume_within(
                &self,
                data: Arc<Dataset>,
                iterations: usize,
                budget: Budget,
            ) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), &data)?;
                Ok(match self {
                    $(Self::$name(trained) => Box::new(<$learner as Learner>::resume(data, trained, iterations, budget)?),)+
                })
            }

            pub(super) fn model(&self) -> &dyn Fitted {
                match self {
                    $(Self::$name(trained) => trained,)+
                }
            }
        }
    };
}

models! {
    /// The latent support measure machine: classes.
    Smm: Training<SmmEstimator>;
    /// The Gaussian process latent variable set model: ratings.
    Gp: Training<GpEstimator>;
    /// Cross-domain matching: partners.
    Matching: Training<MatchEstimator>;
    /// Nearest neighbours: classes.
    Knn: Direct<KnnModel>;
    /// The linear SVM on word counts: classes.
    LinearSvm: Direct<LinearSvmModel>;
    /// Ridge regression on word counts: ratings.
    Ridge: Direct<RidgeModel>;
    /// Kernel CCA on word counts: partners.
    KernelCca: Direct<KernelCcaModel>;
}

impl ModelKind {
    /// The models that learn a task.
    pub fn models_for(task: TaskKind) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |kind| kind.info().task == task)
    }

    /// The model taken for a task where nobody chose.
    pub fn of(task: TaskKind) -> Self {
        Self::models_for(task).next().unwrap_or(Self::Smm)
    }
}

impl Params {
    /// The same with another use of a word's count.
    #[must_use]
    pub fn with_weighting(mut self, weighting: Weighting) -> Self {
        // Every model has it, and every weighting is one of its values.
        let _ = self.put("weighting", Value::Choice(weighting.key()));
        self
    }

    /// [`Params::start_within`] the memory this machine allows.
    ///
    /// # Errors
    /// As there.
    pub fn start(self, data: Arc<Dataset>) -> Result<Box<dyn Model>, ModelError> {
        self.start_within(data, Budget::default())
    }

    /// Iterations at most, and evaluations of patience, where none are given. Under the papers' presets a run ends when the
    /// objective has converged; ratings keep the best iterate on the development part even so, as their paper chooses by it.
    pub fn run(&self) -> (usize, usize) {
        let converges = matches!(self.value("converge"), Some(Value::Real(share)) if share > 0.0);
        let info = self.kind().info();
        let (iterations, patience) = info.run(self.is_stochastic());
        match (converges && !self.is_stochastic(), info.task) {
            (true, TaskKind::Ratings) => (UNTIL_CONVERGED, patience),
            (true, _) => (UNTIL_CONVERGED, 0),
            (false, _) => (iterations, patience),
        }
    }

    /// Latent dimensions.
    pub fn q(&self) -> usize {
        if let Some(Value::Whole(q)) = self.value("q") { q as usize } else { 0 }
    }
}

fn key_of<P: Parameters>(_: &P, name: &str) -> Option<&'static str> {
    P::row(name).ok().map(|row| row.key)
}

/// Whether a model learns what the documents have.
fn fits(kind: ModelKind, data: &Dataset) -> Result<(), ModelError> {
    let (learns, has) = (kind.info().task, data.corpus.task.kind());
    if learns == has {
        return Ok(());
    }
    Err(ModelError::data(
        format!("the corpus has {} and the model learns {}", has.target(), learns.target()),
        "train the model made for it, or read the file as another task",
    ))
}
