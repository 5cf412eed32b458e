//! Maximum-entropy discrimination LDA: topics that separate classes (Zhu, Ahmed and Xing 2012).
//!
//! A document's shares of topics `z̄` are the features of linear SVMs, one for each pair of classes.
//! The hinge loss is taken at the expected shares.
//! Iterations alternate: the SVMs are solved by SMO on the shares, and their duals `a` draw the topics of each document's words.
//! The derivative by the shares is `Σ_p a_dp y_dp w_p`.
//! Documents on the margins of their classes therefore move to the topics of their class.
//! The duals are averaged with those of the previous iteration:
//! otherwise a document that is drawn across a margin is released in the next iteration.
//! The first iterations have no classes, as latent Dirichlet allocation has none.
//!
//! The default priors are larger than those of topics alone: shares near 0 and 1 hardly separate classes,
//! and the topic shares of a document that its class shifts are not inferred without the class.
//!
//! New documents have no class that influences their topics.
//! The final SVMs are therefore solved on shares of the training documents without classes.
//! Decisions are not sums over words, since the topic of a word depends on the whole document.
//!
//! Unless given, the number of topics and `C` are the best on the development part,
//! or by five folds of the training part without one.
//!
//! Cost: that of variational Bayes, see `em`, and an SVM for each pair of classes in each iteration. Memory: five matrices V × K.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use super::params::MedLdaParams;
use super::{
    em::Learning,
    functions::{Plan, TopicFunctions, chosen_note},
    lda::Response,
};
use crate::{
    corpus::{Csr, Dataset, TaskKind},
    memory::Budget,
    model::{
        Direct, DirectModel, ModelError, ModelInfo, ModelKind,
        baseline::{FunctionClassifier, Solution, folds::Fold, linear_classifier::of_two_classes, naive_bayes::check_counts},
        smm::{
            Multiclass,
            pairs::{Duals, Gram, Pairs, votes},
        },
    },
    solver::FeatureRows,
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
pub type MedLdaModel = FunctionClassifier<MedLdaParams, MedLdaSolution>;

/// Fitted `C` of discrimination LDA.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MedLdaSolution {
    /// Fitted value of the SVMs' `C`.
    pub c: f64,
    /// Documents on which hyper-parameters were chosen; `None` if the user gave all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
}

impl Solution<MedLdaParams> for MedLdaSolution {
    type Functions = TopicFunctions;

    fn note(&self, params: &MedLdaParams, decisions: &TopicFunctions) -> Option<String> {
        let c = params.tuning.given().is_none().then(|| format!("C = {}", self.c));
        chosen_note(self.chosen.as_ref(), params.topic_tuning, decisions, c)
    }
}

/// Solves the SVMs on shares of topics (n × K).
pub(super) fn solve(pairs: &Pairs, learning: &Learning<'_>, c: f64, warm: Option<&[Vec<f64>]>) -> Duals {
    pairs.solve(Gram::Features(FeatureRows { dense: learning.posterior.shares.view(), sparse: None }), c, TOLERANCE, warm)
}

/// Continues to learn topics with the documents' classes for some iterations.
///
/// # Errors
/// Returns an error if the work was cancelled.
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
/// Returns an error if the work was cancelled.
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

impl DirectModel for MedLdaModel {
    type Params = MedLdaParams;

    const INFO: &'static ModelInfo = &ModelInfo {
        command: "med-lda",
        help: "Topics that separate classes, with SVMs on them: classes of documents",
        label: "MedLDA",
        title: "a maximum-entropy discrimination LDA, which predicts classes",
        as_printed: "raw counts, the number of topics and C chosen on the development part",
        ..ModelInfo::direct(ModelKind::MedLda, TaskKind::Classes)
    };

    /// Fits discrimination LDA to the training classes.
    /// Fails if fewer than two classes have training documents with known words, a weight is negative,
    /// or topics do not fit into the budget.
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
        let gain =
            |decisions: &_, fold: &Fold| fold.accuracy(data, votes(decisions, &pairs_of(data, &fold.fit).classes, classes));
        let (decisions, setting, chosen) = plan.learn(&train, fit, gain)?;
        let solution = MedLdaSolution { c: setting.strength, chosen };
        Ok(Self::new(data, params, pairs_of(data, &train).classes, solution, decisions))
    }
}
