//! Baselines whose predictions are functions of documents: decisions between two classes each, or ratings.
//!
//! A model is a table of parameters and a [`Solution`]: the numbers that its fit reports, which name the kind of functions.
//! Classes are predicted by votes of all pairs.

use std::{fmt::Debug, sync::Arc};

use ndarray::Array2;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::topics::Topics;
use crate::{
    corpus::{Csr, Dataset, Ratings},
    ldk::Ldk,
    model::{
        ClassPrediction, Classified, Classifier, DirectFitted, FittedRef, ParamTable, Predictions, Rated, RatingPrediction,
        Regressor, Scores, WordValues,
        fitted::{Fitted, class_checks, first_problem, rating_checks},
    },
};

/// Functions of documents, of one kind: linear in counts of words, in kernel values or in shares of topics.
pub trait DocumentFunctions: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Values of the functions for documents given as rows of `M` (n × F).
    ///
    /// # Panics
    /// Panics if `documents` does not have one column per word of the functions.
    fn predict(&self, documents: &Csr) -> Array2<f64>;

    /// Values of the functions at every word; `None` if they are not functions of words.
    fn word_values(&self) -> Option<WordValues> {
        None
    }

    /// Whether a value is an offset plus the sum over a document's words.
    fn is_sum_of_words(&self) -> bool {
        false
    }

    /// Topics whose shares are the arguments of the functions, if any.
    fn topics(&self) -> Option<&Topics> {
        None
    }

    /// Kernel between documents, and whether functions of this kind are those of a model with this kernel.
    fn document_kernel(&self) -> (Ldk, bool);

    /// Reason why the functions are invalid in a saved model of some words; `None` if they are valid.
    fn problem(&self, words: usize, functions: usize) -> Option<&'static str>;
}

/// Fitted numbers of a model in addition to its functions: hyper-parameters, how they were chosen, the objective.
pub trait Solution<P: ParamTable>: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Kind of functions with which the model predicts.
    type Functions: DocumentFunctions;

    /// Objective at the solution; NaN for models without one.
    fn objective(&self) -> f64 {
        f64::NAN
    }

    /// Remark on the fit, for example the hyper-parameters that were chosen.
    fn note(&self, _params: &P, _functions: &Self::Functions) -> Option<String> {
        None
    }

    /// Kernel between documents, and whether it is the model's own.
    fn document_kernel(functions: &Self::Functions) -> (Ldk, bool) {
        functions.document_kernel()
    }

    /// Reason why the numbers are invalid in a saved model; `None` if they are valid.
    fn problem(&self) -> Option<&'static str> {
        None
    }
}

/// Classifier by functions of documents, one for each pair of classes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct FunctionClassifier<P: ParamTable, S: Solution<P>> {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted numbers of the model in addition to the decisions.
    #[serde(flatten)]
    pub solution: S,
    /// Decision functions of all pairs of classes.
    #[serde(flatten)]
    pub decisions: S::Functions,
}

impl<P: ParamTable, S: Solution<P>> FunctionClassifier<P, S> {
    /// Creates the classifier of a dataset from its solved decision functions and the two classes of each.
    pub(super) fn new(data: &Dataset, params: &P, pairs: Vec<(usize, usize)>, solution: S, decisions: S::Functions) -> Self {
        let (words, classes) = (Arc::new(data.words.clone()), Arc::new(data.corpus.classes.clone()));
        Self { words, classes, pairs: Arc::new(pairs), params: params.clone(), solution, decisions }
    }
}

impl<P: ParamTable, S: Solution<P>> Classifier for FunctionClassifier<P, S> {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        ClassPrediction::by_votes(self.decisions.predict(weights), &self.pairs, self.classes.len())
    }

    fn word_values(&self) -> Option<WordValues> {
        self.decisions.word_values()
    }
}

impl<P: ParamTable, S: Solution<P>> Fitted for FunctionClassifier<P, S> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn topics(&self) -> Option<&Topics> {
        self.decisions.topics()
    }

    fn note(&self) -> Option<String> {
        self.solution.note(&self.params, &self.decisions)
    }

    fn problem(&self) -> Option<&'static str> {
        let own = first_problem(class_checks(&self.classes, &self.pairs)).or_else(|| self.solution.problem());
        own.or_else(|| self.decisions.problem(self.words.len(), self.pairs.len()))
    }
}

impl<P: ParamTable, S: Solution<P>> DirectFitted for FunctionClassifier<P, S> {
    fn objective(&self) -> f64 {
        self.solution.objective()
    }

    fn document_kernel(&self) -> (Ldk, bool) {
        S::document_kernel(&self.decisions)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}

/// Regression by functions of documents, one for each rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct FunctionRegressor<P: ParamTable, S: Solution<P>> {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the ratings (B).
    pub ratings: Arc<Vec<String>>,
    /// Parameters with which the model was trained.
    pub params: P,
    /// Fitted numbers of the model in addition to the functions.
    #[serde(flatten)]
    pub solution: S,
    /// Functions of all ratings, on the user's scale.
    #[serde(flatten)]
    pub functions: S::Functions,
    /// Standard deviation of each rating on the training documents (B); 1 for a constant rating.
    pub scales: Arc<Vec<f64>>,
}

impl<P: ParamTable, S: Solution<P>> FunctionRegressor<P, S> {
    /// Creates the regression of a dataset's ratings from its solved functions.
    pub(super) fn new(
        data: &Dataset,
        (ratings, scales): (&Ratings, Vec<f64>),
        params: &P,
        solution: S,
        functions: S::Functions,
    ) -> Self {
        let (words, ratings) = (Arc::new(data.words.clone()), Arc::new(ratings.names.clone()));
        Self { words, ratings, params: params.clone(), solution, functions, scales: Arc::new(scales) }
    }
}

impl<P: ParamTable, S: Solution<P>> Regressor for FunctionRegressor<P, S> {
    fn ratings(&self) -> &[String] {
        &self.ratings
    }

    fn scales(&self) -> &[f64] {
        &self.scales
    }

    fn predict_with(&self, weights: &Csr, _: Option<&WordValues>) -> RatingPrediction {
        RatingPrediction::of_means(self.functions.predict(weights))
    }

    fn word_values(&self) -> Option<WordValues> {
        self.functions.word_values()
    }

    fn offset_name(&self) -> &'static str {
        if self.is_sum_of_words() { "intercept" } else { "training mean" }
    }

    fn is_sum_of_words(&self) -> bool {
        self.functions.is_sum_of_words()
    }
}

impl<P: ParamTable, S: Solution<P>> Fitted for FunctionRegressor<P, S> {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Regressor(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn topics(&self) -> Option<&Topics> {
        self.functions.topics()
    }

    fn note(&self) -> Option<String> {
        self.solution.note(&self.params, &self.functions)
    }

    fn problem(&self) -> Option<&'static str> {
        let own = first_problem(rating_checks(&self.ratings, &self.scales)).or_else(|| self.solution.problem());
        own.or_else(|| self.functions.problem(self.words.len(), self.ratings.len()))
    }
}

impl<P: ParamTable, S: Solution<P>> DirectFitted for FunctionRegressor<P, S> {
    fn objective(&self) -> f64 {
        self.solution.objective()
    }

    fn document_kernel(&self) -> (Ldk, bool) {
        S::document_kernel(&self.functions)
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Rated::of(fitted, data)
    }
}
