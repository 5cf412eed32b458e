//! Registry of models, one row per model; no other module lists them.
//! A model's properties come from its row ([`ModelInfo`]), its parameters ([`Params`]) or its fitted model ([`FittedModel`]).
//!
//! A row may hold further names: models that are settings of its model ([`Named`](super::Named)).
//! They share its parameters, whose `variant` holds the name, and its fitted model.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::elastic_net::{ElasticNetModel, LassoModel};
use super::kde::{KdeClassesModel, KdeModel};
use super::kernel_svm::{PolySvmModel, RbfSvmModel};
use super::topics::{bilingual_lda::BilingualLdaModel, med_lda::MedLdaModel, slda::SldaModel};
use super::{
    Direct, Learner, LiveChange, Model, ModelError, ModelInfo, PaperGrid, ParamTable, Parameters, Preset, Training,
    cca::CcaModel, fitted::Fitted, gp, gp::GpEstimator, ked_kcca::KedKccaModel, kernel_cca::KernelCcaModel, knn::KnnModel,
    knn_pairs::KnnPairsModel, learner::OfModel, linear_svm::LinearSvmModel, logistic::LogisticModel, mark::Recalled,
    matching::MatchEstimator, naive_bayes::NaiveBayesModel, ridge::RidgeModel, smm, smm::SmmEstimator,
};
use crate::{
    corpus::{Dataset, TaskKind, Weighting},
    json,
    memory::Budget,
    param::{Choices, ParamError, Value},
};

/// Maximum number of latent dimensions that are drawn without a projection.
const FLAT: usize = 2;

/// Iteration limit of a run that ends by convergence of the objective.
const UNTIL_CONVERGED: usize = 1000;

macro_rules! models {
    ($(
        $(#[doc = $doc:literal])+ $name:ident: $learner:ty
        $(, $(#[doc = $named_doc:literal])+ $named:ident = $variant:expr)*;
    )+) => {
        /// Identifier of a model in the registry.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum ModelKind {
            $($(#[doc = $doc])+ $name, $($(#[doc = $named_doc])+ $named,)*)+
        }

        /// Parameters of any model of the registry, unchecked.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Params {
            $($(#[doc = $doc])+ $name(<$learner as Learner>::Params),)+
        }

        /// Fitted model of the registry: all data required to predict new documents.
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
            /// Identifiers of all models; the first one of a task is the default of that task.
            pub const ALL: &'static [Self] = &[$(Self::$name, $(Self::$named,)*)+];

            /// Static description of the model.
            pub fn info(self) -> &'static ModelInfo {
                match self {
                    $(Self::$name => <$learner as Learner>::INFO, $(Self::$named => $variant.info,)*)+
                }
            }

            /// Default number of latent dimensions of the model.
            pub fn usual_q(self) -> usize {
                match self {
                    $(Self::$name => FLAT, $(Self::$named => $variant.q,)*)+
                }
            }
        }

        impl Params {
            /// Parses the parameters of a model from their JSON form.
            ///
            /// # Errors
            /// Returns an error if a field is missing, unknown or of another type.
            pub fn from_json(kind: ModelKind, json: &serde_json::Value) -> Result<Self, String> {
                match kind {
                    $(ModelKind::$name $(| ModelKind::$named)* => json::of_value(json).map(Self::$name),)+
                }
            }

            /// Hyper-parameter grid that the papers search for a model; empty if they search none.
            pub fn paper_grid(kind: ModelKind) -> PaperGrid {
                match kind {
                    $(
                        ModelKind::$name => <$learner as Learner>::Params::paper_grid(),
                        $(ModelKind::$named => $variant.grid,)*
                    )+
                }
            }

            /// Parameters of a model's preset for `q` dimensions.
            pub fn preset(kind: ModelKind, preset: Preset, q: usize) -> Self {
                match kind {
                    $(
                        ModelKind::$name => Self::$name(ParamTable::preset(preset, q)),
                        $(ModelKind::$named => Self::$name(($variant.preset)(preset, q)),)*
                    )+
                }
            }

            /// Identifier of the model that the parameters belong to.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(params) => params.named().unwrap_or(ModelKind::$name),)+
                }
            }

            /// Whether the model learns nothing iteratively: neither positions nor kernels nor other parameters.
            pub fn nothing_moves(&self) -> bool {
                match self {
                    $(Self::$name(params) => params.nothing_moves(),)+
                }
            }

            /// Parameters after a live change of one of them.
            ///
            /// # Errors
            /// Returns an error if the parameter is not live, or the value is not allowed.
            pub fn after(&self, change: LiveChange) -> Result<Self, ParamError> {
                match self {
                    $(Self::$name(params) => params.after(change).map(Self::$name),)+
                }
            }

            /// Weighting of word counts in the model's documents.
            pub fn weighting(&self) -> Weighting {
                match self {
                    $(Self::$name(params) => params.weighting(),)+
                }
            }

            /// Checks the range of every parameter of the model.
            ///
            /// # Errors
            /// Returns an error that names the first parameter outside its range, with the range.
            pub fn check(&self) -> Result<(), ParamError> {
                match self.clone() {
                    $(Self::$name(params) => params.check().map(drop),)+
                }
            }

            /// Checks the parameters and prepares the model for its first iteration, within a memory budget.
            ///
            /// # Errors
            /// Returns an error if a parameter is outside its range, the data cannot be used for training,
            /// or the budget is too small.
            pub fn start_within(self, data: Arc<Dataset>, budget: Budget) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), self.weighting(), &data)?;
                Ok(match self {
                    $(Self::$name(params) => Box::new(<$learner>::begin(data, params.check()?, budget)?),)+
                })
            }
        }

        impl Deref for Params {
            type Target = dyn Parameters;

            // Inlined elsewhere, it would compile the methods of every model again in each crate.
            #[inline(never)]
            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$name(params) => params,)+
                }
            }
        }

        impl DerefMut for Params {
            // Inlined elsewhere, it would compile the methods of every model again in each crate.
            #[inline(never)]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $(Self::$name(params) => params,)+
                }
            }
        }

        impl Recalled {
            /// Continues training from the recorded point of an earlier run on the same documents, within a memory budget.
            ///
            /// # Errors
            /// Returns the errors of [`Params::start_within`], or an error if the model cannot be solved at the point.
            pub fn fork_within(self, data: Arc<Dataset>, budget: Budget) -> Result<Box<dyn Model>, ModelError> {
                fits(self.mark.params.kind(), self.mark.params.weighting(), &data)?;
                Ok(match &*self.mark.params {
                    $(Params::$name(params) => {
                        let params = params.clone().check()?;
                        Box::new(<$learner as Learner>::fork(data, params, &self, budget)?)
                    })+
                })
            }
        }

        impl FittedModel {
            /// Identifier of the fitted model.
            pub fn kind(&self) -> ModelKind {
                match self {
                    $(Self::$name(trained) => trained.params.named().unwrap_or(ModelKind::$name),)+
                }
            }

            /// Parameters of the model's training, including live changes.
            pub fn params(&self) -> Params {
                match self {
                    $(Self::$name(trained) => Params::$name(trained.params.clone()),)+
                }
            }

            /// Continues training on documents counted over the same words, within a memory budget.
            /// Until the next iteration, predictions are those of this fitted model.
            ///
            /// # Errors
            /// Returns an error if the words or the task of the documents differ from the model's,
            /// there are no training documents, or the budget is too small.
            pub fn resume_within(
                &self,
                data: Arc<Dataset>,
                iterations: usize,
                budget: Budget,
            ) -> Result<Box<dyn Model>, ModelError> {
                fits(self.kind(), self.weighting(), &data)?;
                Ok(match self {
                    $(Self::$name(trained) => {
                        let params = trained.params.clone().check()?;
                        Box::new(<$learner as Learner>::resume(data, params, (trained, iterations), budget)?)
                    })+
                })
            }

        }

        impl Deref for FittedModel {
            type Target = dyn Fitted;

            // Inlined elsewhere, it would compile the methods of every model again in each crate.
            #[inline(never)]
            fn deref(&self) -> &Self::Target {
                match self {
                    $(Self::$name(trained) => trained,)+
                }
            }
        }
    };
}

models! {
    /// Latent support measure machine, which predicts classes.
    Smm: Training<SmmEstimator>,
    /// Support measure machine on fixed spectral word vectors, which predicts classes.
    SvdSmm = smm::SVD,
    /// Support measure machine on fixed given word vectors, which predicts classes.
    VectorSmm = smm::VECTORS;
    /// Gaussian process latent variable set model, which predicts ratings.
    Gp: Training<GpEstimator>,
    /// Gaussian process on word counts, which predicts ratings.
    GpCounts = gp::COUNTS;
    /// Cross-domain matching, which predicts partners.
    Matching: Training<MatchEstimator>;
    /// Nearest neighbours, which predict classes.
    Knn: Direct<KnnModel>;
    /// Linear SVM on word counts, which predicts classes.
    LinearSvm: Direct<LinearSvmModel>;
    /// Logistic regression on word counts, which predicts classes.
    Logistic: Direct<LogisticModel>;
    /// Naive Bayes on word counts, which predicts classes.
    NaiveBayes: Direct<NaiveBayesModel>;
    /// SVM with a Gaussian kernel on word counts, which predicts classes.
    RbfSvm: Direct<RbfSvmModel>;
    /// SVM with a polynomial kernel on word counts, which predicts classes.
    PolySvm: Direct<PolySvmModel>;
    /// Kernel dependency estimation, which predicts classes.
    KdeClasses: Direct<KdeClassesModel>;
    /// Maximum-entropy discrimination LDA, which predicts classes.
    MedLda: Direct<MedLdaModel>;
    /// Ridge regression on word counts, which predicts ratings.
    Ridge: Direct<RidgeModel>;
    /// Lasso regression on word counts, which predicts ratings.
    Lasso: Direct<LassoModel>;
    /// Elastic net regression on word counts, which predicts ratings.
    ElasticNet: Direct<ElasticNetModel>;
    /// Supervised LDA, which predicts ratings.
    Slda: Direct<SldaModel>;
    /// Nearest neighbours, which predict partners.
    KnnPairs: Direct<KnnPairsModel>;
    /// Linear CCA on word counts, which predicts partners.
    Cca: Direct<CcaModel>;
    /// Kernel CCA on word counts, which predicts partners.
    KernelCca: Direct<KernelCcaModel>;
    /// Kernel CCA on distributions of word vectors, which predicts partners.
    KedKcca: Direct<KedKccaModel>;
    /// Kernel dependency estimation, which predicts partners.
    Kde: Direct<KdeModel>;
    /// Bilingual LDA, which predicts partners.
    BilingualLda: Direct<BilingualLdaModel>;
}

impl ModelKind {
    /// Identifiers of the models that learn a task.
    pub fn models_for(task: TaskKind) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |kind| kind.info().task == task)
    }

    /// Models with a name on the command line, one for each task that has a model of the name.
    pub fn named(command: &str) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |kind| kind.info().command == command)
    }

    /// Identifier of the default model of a task.
    pub fn of(task: TaskKind) -> Self {
        Self::models_for(task).next().unwrap_or(Self::Smm)
    }
}

impl Params {
    /// Parameters with the seed of a run, for models that have one.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        if self.value("seed").is_some() {
            // Every model with a seed accepts any whole number.
            let _ = self.put("seed", Value::Whole(seed));
        }
        self
    }

    /// Parameters with another weighting of word counts.
    #[must_use]
    pub fn with_weighting(mut self, weighting: Weighting) -> Self {
        // Every model has a weighting parameter, and every weighting is allowed.
        let _ = self.put("weighting", Value::Choice(weighting.key()));
        self
    }

    /// Prepares the model as [`Params::start_within`], with the default memory budget of this computer.
    ///
    /// # Errors
    /// Returns the errors of [`Params::start_within`].
    pub fn start(self, data: Arc<Dataset>) -> Result<Box<dyn Model>, ModelError> {
        self.start_within(data, Budget::default())
    }

    /// Default iteration limit and evaluations of patience.
    /// With the papers' presets a run ends when the objective has converged;
    /// a model of ratings keeps the best iterate on the development part even then, since its paper selects by it.
    pub fn run(&self) -> (usize, usize) {
        let info = self.kind().info();
        let (iterations, patience) = info.run(self.is_stochastic());
        match (self.converge() > 0.0 && !self.is_stochastic(), info.task) {
            (true, TaskKind::Ratings) => (UNTIL_CONVERGED, patience),
            (true, _) => (UNTIL_CONVERGED, 0),
            (false, _) => (iterations, patience),
        }
    }

    /// Number of latent dimensions of the model.
    pub fn q(&self) -> usize {
        if let Some(Value::Whole(q)) = self.value("q") { q as usize } else { 0 }
    }
}

/// Checks that the model learns the task of the documents, and that its weighting takes their numbers.
fn fits(kind: ModelKind, weighting: Weighting, data: &Dataset) -> Result<(), ModelError> {
    let (learns, has) = (kind.info().task, data.corpus.task.kind());
    if learns == has {
        return weighting.check_signs(&data.counts).map_err(|error| ModelError::data(error.problem, error.remedy));
    }
    Err(ModelError::data(
        format!("the corpus has {} and the model learns {}", has.target(), learns.target()),
        "train the model made for it, or read the file as another task",
    ))
}
