//! Maximum-entropy discrimination LDA: topics that separate classes (Zhu, Ahmed and Xing 2012).
//!
//! A document's shares of topics `z̄` are the features of linear SVMs, one for each pair of classes, with the hinge loss at the
//! expected shares. Iterations alternate: the SVMs are solved by SMO on the shares, and their duals `a` draw the topics of each
//! document's words. The derivative by the shares is `Σ_p a_dp y_dp w_p`, so that documents on the margins of their classes move to
//! the topics of their class. The duals are the mean of those solved and those before: otherwise a document that is drawn across a
//! margin is released in the next iteration. The first iterations have no classes, as latent Dirichlet allocation has none.
//!
//! The default priors are larger than those of topics alone: shares near 0 and 1 leave the SVMs little to separate classes by, and
//! documents that a class draws off their words are not found there without it.
//!
//! New documents have no class that draws their words. The final SVMs are therefore solved on shares of the training documents
//! without classes. Decisions are not sums over words, since the topic of a word depends on the other words.
//!
//! Unless given, the number of topics and `C` are the best on the development part, or by five folds of the training part without one.
//!
//! Cost: that of variational Bayes, see `em`, and an SVM for each pair of classes in each iteration. Memory: five matrices V × K.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use super::params::MedLdaParams;
use super::{
    em::Learning,
    functions::{Plan, TopicFunctions, chosen_note},
    lda::{Response, Topics},
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    ldk::{Embedding, Ldk},
    memory::Budget,
    metric::accuracy,
    model::{
        ClassPrediction, Classified, Classifier, Direct, DirectModel, FittedRef, Metric, ModelError, ModelInfo, ModelKind,
        Predictions, Scores, WordValues,
        baseline::{folds::Fold, linear_classifier::of_two_classes, naive_bayes::check_counts},
        fitted::{Fitted, class_checks, first_problem},
        smm::{
            Multiclass,
            pairs::{Duals, Gram, Pairs, votes},
        },
    },
};

/// Values of the SVMs' `C` among which the best is chosen.
const COSTS: [f64; 5] = [1.0, 4.0, 16.0, 64.0, 256.0];
/// Tolerance of the SVM solver.
const TOLERANCE: f64 = 1e-3;
/// Weight of the newly solved dual variables in their mean with the former ones.
const STEP: f64 = 0.5;

/// Training of maximum-entropy discrimination LDA.
pub type MedLda = Direct<MedLdaModel>;

/// Fitted discrimination LDA: decisions of all pairs of classes as linear functions of the shares of topics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MedLdaModel {
    /// Words of the vocabulary, one per column of the document matrix (V).
    pub words: Arc<Vec<String>>,
    /// Names of the classes.
    pub classes: Arc<Vec<String>>,
    /// Two classes of each pairwise decision; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Parameters with which the model was trained.
    pub params: MedLdaParams,
    /// Fitted value of the SVMs' `C`.
    pub c: f64,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Topics, and the pairwise decisions as functions of their shares.
    #[serde(flatten)]
    pub decisions: TopicFunctions,
}

/// Solves the SVMs on shares of topics (n × K).
pub(super) fn solve(pairs: &Pairs, learning: &Learning<'_>, c: f64, warm: Option<&[Vec<f64>]>) -> Duals {
    pairs.solve(Gram::Means(learning.posterior.shares.view()), c, TOLERANCE, warm)
}

/// Continues to learn topics with the documents' classes for some iterations.
///
/// # Errors
/// If the work was cancelled.
pub(super) fn draw(learning: &mut Learning<'_>, pairs: &Pairs, c: f64, iterations: usize) -> Result<(), ModelError> {
    let mut duals = solve(pairs, learning, c, None);
    for iteration in 0..iterations {
        if iteration > 0 {
            let solved = solve(pairs, learning, c, Some(&duals.warm));
            let signed = duals.signed * (1.0 - STEP) + &solved.signed * STEP;
            duals = Duals { signed, ..solved };
        }
        let weights = learning.posterior.shares.t().dot(&duals.signed);
        learning.iterate(Response::Fixed(&duals.signed.dot(&weights.t())))?;
    }
    Ok(())
}

/// Continues to learn topics with classes, and solves the SVMs on topic shares inferred without classes.
///
/// # Errors
/// If the work was cancelled.
pub(super) fn respond(
    mut learning: Learning<'_>,
    rows: &Csr,
    pairs: &Pairs,
    (c, iterations): (f64, usize),
) -> Result<TopicFunctions, ModelError> {
    draw(&mut learning, pairs, c, iterations)?;
    learning.posterior = learning.topics.infer(rows);
    let duals = solve(pairs, &learning, c, None);
    if crate::cancel::requested() {
        return Err(ModelError::Cancelled);
    }
    let coefficients = Arc::new(learning.posterior.shares.t().dot(&duals.signed));
    Ok(TopicFunctions { topics: learning.topics, coefficients, bias: Arc::new(duals.bias) })
}

/// Pairs of the classes that the given documents have.
pub(super) fn pairs_of(data: &Dataset, documents: &[usize]) -> Pairs {
    let labels: Vec<usize> = documents.iter().map(|&document| data.corpus.labels[document]).collect();
    Pairs::new(&labels, data.corpus.classes.len(), Multiclass::OneVsOne)
}

impl Classifier for MedLdaModel {
    fn classes(&self) -> &[String] {
        &self.classes
    }

    fn classify_with(&self, weights: &Csr, _: Option<&WordValues>) -> ClassPrediction {
        ClassPrediction::by_votes(self.decisions.predict(weights), &self.pairs, self.classes.len())
    }
}

impl Fitted for MedLdaModel {
    fn fitted_ref(&self) -> FittedRef<'_> {
        FittedRef::Classifier(self)
    }

    fn words(&self) -> &[String] {
        &self.words
    }

    fn note(&self) -> Option<String> {
        let topics = self.params.topic_tuning.given().is_none().then(|| self.decisions.topics.count());
        let c = self.params.tuning.given().is_none().then(|| format!("C = {}", self.c));
        chosen_note(self.chosen.as_ref(), topics, c)
    }

    fn topics(&self) -> Option<&Topics> {
        Some(&self.decisions.topics)
    }

    fn problem(&self) -> Option<&'static str> {
        first_problem(class_checks(&self.classes, &self.pairs))
            .or_else(|| self.decisions.problem(self.words.len(), self.pairs.len()))
    }
}

impl DirectModel for MedLdaModel {
    type Params = MedLdaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        kind: ModelKind::MedLda,
        task: TaskKind::Classes,
        command: "med-lda",
        help: "Topics that separate classes, with SVMs on them: classes of documents",
        label: "MedLDA",
        title: "a maximum-entropy discrimination LDA, which predicts classes",
        metric: Metric::Accuracy,
        as_printed: "raw counts, the number of topics and C chosen on the development part",
        long_steps: (1, 0),
        early_stop: false,
    };

    /// Fits the model. Fails if fewer than two classes have training documents with known words, a weight is negative, or topics
    /// do not fit into the budget.
    fn fit(data: &Dataset, params: &MedLdaParams, budget: Budget) -> Result<Self, ModelError> {
        let train = of_two_classes(data)?;
        check_counts(data, "MedLDA", "train logistic or linear-svm")?;
        let plan = Plan {
            data,
            topics: params.topic_tuning.given(),
            strength: (params.tuning.given(), &COSTS),
            priors: params.priors(),
            sweeps: params.sweeps,
            budget,
        };
        let classes = data.corpus.classes.len();
        let fit = |learning: Learning<'_>, documents: &[usize], rows: &Csr, c: f64| {
            respond(learning, rows, &pairs_of(data, documents), (c, params.sweeps))
        };
        let gain = |decisions: &_, fold: &Fold| {
            let truth = fold.predict.iter().map(|&document| data.corpus.labels[document]);
            accuracy(truth.zip(votes(decisions, &pairs_of(data, &fold.fit).classes, classes))).unwrap_or(0.0)
        };
        let (decisions, setting, chosen) = plan.learn(&train, fit, gain)?;
        Ok(Self {
            words: Arc::new(data.words.clone()),
            classes: Arc::new(data.corpus.classes.clone()),
            pairs: Arc::new(pairs_of(data, &train).classes),
            params: params.clone(),
            c: setting.strength,
            chosen,
            decisions,
        })
    }

    /// Kernel for document comparisons: the cosine of weighted counts, since topics have no kernel between documents.
    fn document_kernel(&self) -> Ldk {
        Ldk { unit_length: true, ..Ldk::of(Embedding::Identity) }
    }

    fn owns_kernel(&self) -> bool {
        false
    }

    fn predictions(fitted: &Arc<Self>, data: &Dataset) -> (Predictions, Scores) {
        Classified::of(fitted.classify(&data.weights), fitted, data)
    }
}
