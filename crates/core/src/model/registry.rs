//! Registry of models: one row per model. Properties of a model come from its row ([`ModelInfo`]), its parameters ([`Params`]) or
//! its fitted model ([`FittedModel`]); no other module lists the models.

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

/// Iteration limit of a run that ends by convergence.
const UNTIL_CONVERGED: usize = 1000;

macro_rules! models {
    ($($(#[doc = $doc:literal])+ $name:ident: $learner:ty;)+) => {
        /// Identifier of a model.
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

        /// Fitted model: all data required to predict new documents.
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
            /// All models; the first one of a task is the default of that task.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Static description of the model.
            pub fn info(self) -> &'static ModelInfo {
                match self {
                    $(Self::$name => <$learner as Learner>::INFO,)+
                }
            }
        }

        impl Params {
            /// Parses the parameters of a model from their JSON form.
            ///
            /// # Errors
            /// If a field is missing, unknown or of another type.
            pub fn from_json(kind: ModelKind, json: serde_json::Value) -> serde_json::Result<Self> {
                match kind {
                    $(ModelKind::$name => serde_json::from_value(json).map(Self::$name),)+
                }
            }

            /// Parameter grid of the papers; empty if they search none.
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

            /// Model of the parameters.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(_) => ModelKind::$name,)+
                }
            }

            /// Every parameter with its current value.
            pub fn views(&self) -> Vec<ParamView> {
                match self {
                    $(Self::$name(params) => views(params),)+
                }
            }

            /// Whether no number is learned by iterations: neither positions nor kernels nor others.
            pub fn nothing_moves(&self) -> bool {
                match self {
                    $(Self::$name(params) => params.nothing_moves(),)+
                }
            }

            /// Value of a parameter; `None` for an unknown one, and for a number of an option that is not chosen.
            pub fn value(&self, key: &str) -> Option<Value> {
                match self {
                    $(Self::$name(params) => params.value(key),)+
                }
            }

            /// Sets one parameter from text: `--set key=value`.
            ///
            /// # Errors
            /// If the parameter is unknown, or the text is not an allowed value.
            pub fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
                match self {
                    $(Self::$name(params) => params.set(key, text),)+
                }
            }

            /// Sets several parameters from text, in any order: a number of an option that is not chosen chooses that
            /// option unless another setting names one.
            ///
            /// # Errors
            /// Index of the first refused setting, with the reason.
            pub fn set_all(&mut self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
                match self {
                    $(Self::$name(params) => params.set_all(settings),)+
                }
            }

            /// Current key of a parameter, from this key or a former one; `None` if unknown.
            pub fn key(&self, name: &str) -> Option<&'static str> {
                match self {
                    $(Self::$name(params) => key_of(params, name),)+
                }
            }

            /// Reason why a parameter has no effect with the others as they are; `None` if it has one, or is unknown.
            pub fn inactive(&self, key: &str) -> Option<String> {
                match self {
                    $(Self::$name(params) => params.inactive(key),)+
                }
            }

            /// Reason why a setting has no effect with the others as they are; `None` if it has one, or states what is so
            /// already.
            pub fn inactive_at(&self, key: &str, text: &str) -> Option<String> {
                match self {
                    $(Self::$name(params) => params.inactive_at(key, text),)+
                }
            }

            /// Checks that every setting has an effect, whatever their order.
            ///
            /// # Errors
            /// Index of the first setting without an effect, with the reason.
            pub fn check_effect(&self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
                match self {
                    $(Self::$name(params) => params.check_effect(settings),)+
                }
            }

            /// Sets one parameter to a value.
            ///
            /// # Errors
            /// If the parameter is unknown, or the value is not allowed.
            pub fn put(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
                match self {
                    $(Self::$name(params) => params.put(key, value),)+
                }
            }

            /// The same parameters after a live change.
            ///
            /// # Errors
            /// If the parameter is not live, or the value is not allowed.
            pub fn after(&self, change: LiveChange) -> Result<Self, ParamError> {
                match self {
                    $(Self::$name(params) => params.after(change).map(Self::$name),)+
                }
            }

            /// Weighting of word counts.
            pub fn weighting(&self) -> Weighting {
                match self {
                    $(Self::$name(params) => params.weighting(),)+
                }
            }

            /// Relative change of the objective at which long steps have converged; 0 without this test.
            pub fn converge(&self) -> f64 {
                match self {
                    $(Self::$name(params) => params.converge(),)+
                }
            }

            /// Iterations between two evaluations.
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

            /// Checks the range of every parameter.
            ///
            /// # Errors
            /// Names the first parameter outside its range, with the range.
            pub fn check(&self) -> Result<(), ParamError> {
                match self.clone() {
                    $(Self::$name(params) => params.check().map(drop),)+
                }
            }

            /// Checks the parameters and prepares the model for its first iteration, within a memory budget.
            ///
            /// # Errors
            /// If a parameter is outside its range, the data cannot be used for training, or the budget is too small.
            pub fn start_within(self, data: Arc<Dataset>, budget: Budget) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), &data)?;
                Ok(match self {
                    $(Self::$name(params) => Box::new(<$learner>::begin(data, params.check()?, budget)?),)+
                })
            }
        }

        impl Recalled {
            /// Continues from the recorded point of an earlier run on the same documents, within a memory budget.
            ///
            /// # Errors
            /// As [`Params::start_within`], or if the model cannot be solved at the point.
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
            /// Identifier of the model.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(_) => ModelKind::$name,)+
                }
            }

            /// Parameters of the training, including live changes.
            pub fn params(&self) -> Params {
                match self {
                    $(Self::$name(trained) => Params::$name(trained.params.clone()),)+
                }
            }

            /// Continues training on documents counted over the same words, within a memory budget. Until the next
            /// iteration, predictions are those of this fitted model.
            ///
            /// # Errors
            /// If the words or the task of the documents differ from the model's, there are no training documents, or the
            /// budget is too small.
            pub fn resume_within(
                &self,
                data: Arc<Dataset>,
                iterations: usize,
                budget: Budget,
            ) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), &data)?;
                Ok(match self {
                    $(Self::$name(trained) => {
                        let params = trained.params.clone().check()?;
                        Box::new(<$learner as Learner>::resume(data, params, (trained, iterations), budget)?)
                    })+
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

    /// Default model of a task.
    pub fn of(task: TaskKind) -> Self {
        Self::models_for(task).next().unwrap_or(Self::Smm)
    }
}

impl Params {
    /// The same parameters with another weighting of word counts.
    #[must_use]
    pub fn with_weighting(mut self, weighting: Weighting) -> Self {
        // Every model has this parameter, and every weighting is allowed.
        let _ = self.put("weighting", Value::Choice(weighting.key()));
        self
    }

    /// [`Params::start_within`] with the default memory budget of this computer.
    ///
    /// # Errors
    /// See [`Params::start_within`].
    pub fn start(self, data: Arc<Dataset>) -> Result<Box<dyn Model>, ModelError> {
        self.start_within(data, Budget::default())
    }

    /// Default iteration limit and evaluations of patience. With the papers' presets a run ends when the objective has
    /// converged; ratings keep the best iterate on the development part even then, since their paper selects by it.
    pub fn run(&self) -> (usize, usize) {
        let info = self.kind().info();
        let (iterations, patience) = info.run(self.is_stochastic());
        match (self.converge() > 0.0 && !self.is_stochastic(), info.task) {
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

/// Checks that the model learns the task of the documents.
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
