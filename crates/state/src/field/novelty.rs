//! Novelty: the decision of a one-class SMM of the training documents, of one class or of all, as a field and for each document.
//!
//! Fitted under the kernel at the shown positions, on a thread. Cost: a kernel matrix of the fitted documents, SMO on it, and a cross
//! kernel of the other documents with the support documents. Memory: two such matrices, then a number for each document and word.

use std::{fmt::Write, sync::Arc};

use ndarray::Array2;

use crate::{
    Members,
    core::{Outcome, Same, Slot, query::Query},
};
use wordfield_core::{
    cancel::CancelFlag,
    corpus::Dataset,
    ldk::{CorpusKernel, DocumentFunction, Ldk},
    memory::Budget,
    model::Novelty,
    stats::grouped,
};

/// Smallest and largest bound `ν` that can be chosen.
pub const NU: [f64; 2] = [0.01, 0.99];
/// Bound `ν` by default.
const DEFAULT: f64 = 0.1;

/// State of the novelty field: its bound, query and answer.
#[derive(Debug)]
pub struct NoveltyState {
    /// Bound `ν` of the share of fitted documents that are rejected.
    pub nu: f64,
    /// Query and answer: the fitted one-class SMM.
    pub study: Slot<NoveltyQuery>,
}

impl Default for NoveltyState {
    fn default() -> Self {
        Self { nu: DEFAULT, study: Slot::default() }
    }
}

/// Key of a one-class SMM: corpus, kernel, positions, class and bound.
#[derive(Clone, Debug, PartialEq)]
pub struct NoveltyKey {
    pub(crate) dataset: Same<Dataset>,
    pub(crate) latent: Same<Array2<f64>>,
    pub(crate) ldk: Ldk,
    /// Class whose training documents are fitted; `None` for all training documents.
    pub class: Option<usize>,
    /// Bound `ν` of the share of fitted documents that are rejected.
    pub nu: f64,
}

/// Query for the one-class SMM of a class, or of all training documents.
#[derive(Clone, Debug)]
pub struct NoveltyQuery {
    pub(crate) key: NoveltyKey,
    pub(crate) dataset: Arc<Dataset>,
    pub(crate) kernel: CorpusKernel,
    pub(crate) memory: Budget,
}

/// Fitted one-class SMM, with its decision for every document.
#[derive(Clone, Debug)]
pub struct NoveltyFound {
    /// Key of the one-class SMM.
    pub key: NoveltyKey,
    /// Decision for each document of the corpus, NaN without a known word (n).
    pub decisions: Vec<f64>,
    /// Rejected documents.
    pub rejected: Arc<Members>,
    /// Weight of each word in the field (V); `None` if the field is a function of documents.
    pub weights: Option<Arc<Vec<f64>>>,
    /// The decision as a function of documents.
    pub function: DocumentFunction,
    /// Sentence on the shares of rejected documents.
    pub report: String,
}

impl Query for NoveltyQuery {
    type Key = NoveltyKey;
    type Answer = Outcome<NoveltyFound>;

    const LONG: bool = true;

    fn key(&self) -> NoveltyKey {
        self.key.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Outcome<NoveltyFound> {
        Some(self.fit().map(Arc::new))
    }
}

impl NoveltyQuery {
    fn fit(self) -> Result<NoveltyFound, String> {
        let Self { key, dataset: data, kernel, memory } = self;
        let of_class = |&document: &usize| key.class.is_none_or(|class| data.label(document) == Some(class));
        let fitted: Vec<usize> = data.split.train.iter().copied().filter(of_class).collect();
        // The trainer keeps its own Gram matrices in memory.
        let memory = Budget::new(memory.bytes() / 2);
        let novelty = Novelty::fit(&data, &kernel, &fitted, key.nu, memory).map_err(|error| error.to_string())?;
        let all = data.corpus.len();
        let mut decisions = vec![f64::NAN; all];
        for (&document, &decision) in novelty.documents.iter().zip(&novelty.decisions) {
            decisions[document] = decision;
        }
        let others: Vec<usize> = (0..all).filter(|&document| decisions[document].is_nan()).collect();
        let decided = novelty.test(&data, &others);
        for (&document, &decision) in decided.documents.iter().zip(&decided.decisions) {
            decisions[document] = decision;
        }
        let rejected = Members::of(all, (0..all).filter(|&document| novelty.rejects(decisions[document])));
        let function = novelty.function().clone();
        let alone = function.at(kernel.x.view()).iter().filter(|decision| !novelty.rejects(**decision)).count();
        let report = report(&data, (&key, &novelty), &decisions, alone);
        let weights = novelty.weights().map(Arc::new);
        Ok(NoveltyFound { key, decisions, rejected: Arc::new(rejected), weights, function, report })
    }
}

/// Name of the documents to which a one-class SMM is fitted.
pub(crate) fn fitted_name(classes: &[String], class: Option<usize>) -> &str {
    class.map_or("all training documents", |class| classes.get(class).map_or("", String::as_str))
}

/// Sentence on the rejected shares: of the fitted documents, and of those of the test part, or of the training part without one. It
/// ends with the number of words that are accepted as documents of their own, where the field is positive.
fn report(data: &Dataset, (key, novelty): (&NoveltyKey, &Novelty), decisions: &[f64], alone: usize) -> String {
    let rejected = |documents: &[usize]| {
        let decisions: Vec<f64> =
            documents.iter().map(|&document| decisions[document]).filter(|decision| !decision.is_nan()).collect();
        let share = novelty.rejected_share(&decisions)?;
        Some((format!("{:.1} %", 100.0 * share), grouped(decisions.len())))
    };
    let classes = &data.corpus.classes;
    let mut text = format!("one-class SMM of {}, ν = {}: rejects", fitted_name(classes, key.class), key.nu);
    if let Some((share, of)) = rejected(&novelty.documents) {
        let whose = if key.class.is_some() { "its" } else { "these" };
        let _ = write!(text, " {share} of {whose} {of} training documents");
    }
    let tests = !data.split.test.is_empty();
    let (part, documents) = if tests { ("test", &data.split.test) } else { ("training", &data.split.train) };
    let of = |own: bool| -> Vec<usize> {
        let wanted = |&document: &usize| match (key.class, data.label(document)) {
            (None, _) => own,
            (Some(_), None) => false,
            (Some(class), Some(label)) => (label == class) == own,
        };
        documents.iter().copied().filter(wanted).collect()
    };
    if let Some((share, of)) = rejected(&of(true)).filter(|_| tests) {
        let whose = if key.class.is_some() { "its " } else { "" };
        let _ = write!(text, ", {share} of {whose}{of} test documents");
    }
    if let Some((share, of)) = rejected(&of(false)) {
        let _ = write!(text, ", {share} of the {of} {part} documents of other classes, by a kernel learned from all classes");
    }
    let _ = write!(text, "; accepts {} of {} words alone", grouped(alone), grouped(data.words.len()));
    text
}
