//! Novelty: the decision of a one-class SMM of the training documents, of one class or of all, as a field and for each document.
//!
//! The one-class SMM is fitted under the kernel at the shown positions, on a thread.
//! Cost: a kernel matrix of the fitted documents, SMO on this matrix,
//! and a cross kernel between the remaining documents and the support documents.
//! Memory: two kernel matrices, then a number for each document and word.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    Members,
    core::{Lazy, Outcome, Same},
};
use wordfield_core::{
    corpus::Dataset,
    ldk::{DocumentFunction, Ldk},
    memory::Budget,
    model::{Novelty, Snapshot, TestNovelty},
    stats::grouped,
};

/// Smallest and largest bound `ν` that can be chosen.
pub const NU: [f64; 2] = [0.01, 0.99];
/// Bound `ν` by default.
const DEFAULT: f64 = 0.1;

/// State of the novelty field: its bound and the fitted model.
#[derive(Debug)]
pub struct NoveltyState {
    /// Bound `ν` of the share of fitted documents that are rejected.
    pub nu: f64,
    /// The fitted one-class SMM.
    pub study: Lazy<NoveltyKey, Outcome<NoveltyFound>>,
}

impl Default for NoveltyState {
    fn default() -> Self {
        Self { nu: DEFAULT, study: Lazy::default() }
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
    /// Sentences on the fit, the shares of rejected documents and the words that are accepted alone.
    pub report: String,
}

impl NoveltyFound {
    /// Fits a one-class SMM to the documents that the key names, under the kernel at its positions.
    ///
    /// # Errors
    /// If there is no document to fit, or the kernel matrix does not fit into half of `memory`.
    pub(crate) fn of(key: NoveltyKey, data: &Dataset, snapshot: &Snapshot, memory: Budget) -> Result<Self, String> {
        let kernel = &snapshot.documents;
        let fitted = Novelty::training_documents(data, key.class);
        // The trainer keeps its own Gram matrices in memory.
        let memory = Budget::new(memory.bytes() / 2);
        let novelty = Novelty::fit(data, kernel, &fitted, key.nu, memory).map_err(|error| error.to_string())?;
        let all = data.corpus.len();
        let mut decisions = vec![f64::NAN; all];
        let tested = novelty.test_part(data);
        store(&mut decisions, &tested);
        for (&document, &decision) in novelty.documents.iter().zip(&novelty.decisions) {
            decisions[document] = decision;
        }
        let others: Vec<usize> = (0..all).filter(|&document| decisions[document].is_nan()).collect();
        let decided = novelty.test(data, &others);
        store(&mut decisions, &decided);
        let rejected = Members::of(all, (0..all).filter(|&document| novelty.rejects(decisions[document])));
        let function = novelty.function.clone();
        let alone = function.at(kernel.x.view()).iter().filter(|decision| !novelty.rejects(**decision)).count();
        let described = (&*snapshot.kernel_name(), snapshot.has_learned_kernel());
        let finding = novelty.finding(data, key.class, &tested, described);
        let (found, [accepted, words]) = (finding.sentences.join(" "), [alone, data.words.len()].map(grouped));
        let report = format!("{found} Accepts {accepted} of {words} words alone.");
        let weights = novelty.weights().map(Arc::new);
        Ok(Self { key, decisions, rejected: Arc::new(rejected), weights, function, report })
    }
}

/// Name of the documents to which a one-class SMM is fitted.
pub(crate) fn fitted_name(classes: &[String], class: Option<usize>) -> &str {
    class.map_or("all training documents", |class| classes.get(class).map_or("", String::as_str))
}

/// Stores decisions by document.
fn store(decisions: &mut [f64], decided: &TestNovelty) {
    for (&document, &decision) in decided.documents.iter().zip(&decided.decisions) {
        decisions[document] = decision;
    }
}
