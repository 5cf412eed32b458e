//! Novelty of documents: a one-class support measure machine on the kernel of a model (T 4.1, Schölkopf et al. 2001).
//!
//! It is fitted on documents of one class, or of all, without reading other labels. The decision of a document is `Σ a_i K(m, m_i) - ρ`
//! in LIBSVM's scale: negative if the document is novel. `ν` bounds the share of the fitted documents that are rejected from above,
//! and that of the support documents from below. The decision is the sum of its words' shares.
//!
//! Under a linear level-2 kernel without unit length a document is also novel if its words lie far apart, since its mean is then short.
//!
//! Cost: a kernel matrix of the fitted documents and SMO on it; a cross kernel for other documents. Memory: the matrix.

use std::sync::Arc;

use super::ModelError;
use crate::{
    corpus::{Csr, Dataset},
    ldk::{CorpusKernel, DocumentFunction},
    memory::Budget,
    metric::area_under_roc,
    solver::{OneClass, SvcOptions, SvcStop, solve_one_class},
};

/// Rounding bound: decisions this close to 0, relative to the largest kernel value times `νn`, are on the boundary.
const BOUNDARY: f64 = 1e-6;

/// Fitted one-class SMM that finds novel documents.
#[derive(Clone, Debug)]
pub struct Novelty {
    /// Documents on which the one-class SMM is fitted, those with known words (n).
    pub documents: Vec<usize>,
    /// Number of documents without a known word, which are not fitted.
    pub wordless: usize,
    /// Bound `ν` of the share of rejected documents.
    pub nu: f64,
    /// Decision of the one-class SMM for each fitted document (n).
    pub decisions: Vec<f64>,
    /// Number of support documents, the fitted documents with `a > 0`.
    pub support: usize,
    function: DocumentFunction,
    boundary: f64,
}

/// Decisions of the one-class SMM for documents that were not fitted.
#[derive(Clone, Debug)]
pub struct TestNovelty {
    /// Test documents with known words, most novel first (n).
    pub documents: Vec<usize>,
    /// Decisions for the test documents, ascending (n).
    pub decisions: Vec<f64>,
    /// Number of documents without known words, which are left out.
    pub wordless: usize,
}

impl Novelty {
    /// Fits a one-class SMM to documents with `ν` between 0 and 1.
    ///
    /// # Errors
    /// When none of the documents has a known word, `ν` is out of range, the kernel exceeds the memory budget, has values that are not
    /// numbers, or the work is [cancelled](crate::cancel).
    pub fn fit(data: &Dataset, kernel: &CorpusKernel, documents: &[usize], nu: f64, memory: Budget) -> Result<Self, ModelError> {
        let fitted = worded(data, documents);
        let n = fitted.len();
        if n == 0 {
            return Err(ModelError::data("no document to fit has a known word", "name another class"));
        }
        if !(nu > 0.0 && nu < 1.0) {
            return Err(ModelError::data(format!("nu is {nu}"), "give a share above 0 and below 1"));
        }
        memory.ask_matrix("the kernel of the fitted documents", n, n, 2)?;
        let m = data.weights.select(&fitted);
        let gathered = kernel.gather(&m);
        let largest = gathered.k.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let boundary = BOUNDARY * nu * n as f64 * largest;
        let options = SvcOptions { tolerance: 0.5 * boundary, ..SvcOptions::default() };
        let index: Vec<usize> = (0..n).collect();
        let solution = solve_one_class(&OneClass { gram: gathered.k.view(), index: &index, nu }, &options);
        match solution.stop {
            SvcStop::Cancelled => return Err(ModelError::Cancelled),
            SvcStop::NotFinite => {
                return Err(ModelError::data("a kernel value is not finite", "use a model whose kernel values are finite"));
            }
            SvcStop::Optimal | SvcStop::Limit => {}
        }
        let alpha = ndarray::ArrayView1::from(&solution.alpha);
        let decisions = (gathered.k.dot(&alpha) + solution.bias).to_vec();
        let support: Vec<usize> = (0..n).filter(|&i| solution.alpha[i] > 0.0).collect();
        let by: Vec<f64> = support.iter().map(|&i| solution.alpha[i]).collect();
        // Norms of the support documents alone are computed.
        let m = m.select(&support);
        let lengths = kernel.ldk.lengths(&m, &kernel.x);
        let function = DocumentFunction { bias: Arc::new(vec![solution.bias]), ..kernel.function(&m, &lengths, &by) };
        let wordless = documents.len() - n;
        Ok(Self { documents: fitted, wordless, nu, decisions, support: support.len(), function, boundary })
    }

    /// Whether a document with this decision is rejected as novel: the decision is negative beyond rounding errors.
    pub fn rejects(&self, decision: f64) -> bool {
        decision < -self.boundary
    }

    /// Share of the decisions by which documents are rejected as novel; `None` without documents.
    pub fn rejected_share(&self, decisions: &[f64]) -> Option<f64> {
        let rejected = decisions.iter().filter(|decision| self.rejects(**decision)).count();
        (!decisions.is_empty()).then(|| rejected as f64 / decisions.len() as f64)
    }

    /// The decision as a function of documents, also of one-word documents at any position.
    pub fn function(&self) -> &DocumentFunction {
        &self.function
    }

    /// Weight `Σ_i a_i M_il` of each word (V), if the decision of a document is the mean of a field over its words, minus `ρ`: under
    /// a linear level-2 kernel without unit length and without components.
    pub fn weights(&self) -> Option<Vec<f64>> {
        let DocumentFunction { ldk, support, .. } = &self.function;
        if !ldk.level2.is_linear() || ldk.scales() || ldk.components.is_some() {
            return None;
        }
        let mut weights = vec![0.0; support.weights.cols()];
        for (document, a) in support.signed.column(0).iter().enumerate() {
            support.weights.entries(document).for_each(|(word, weight)| weights[word] += a * weight);
        }
        Some(weights)
    }

    /// Decisions of the one-class SMM for documents given as rows of `M` (n).
    pub fn decide(&self, m: &Csr) -> Vec<f64> {
        self.function.of(m).column(0).to_vec()
    }

    /// Words of a document with their shares of its decision, strongest evidence of novelty first; the shares sum to it.
    pub fn shares(&self, data: &Dataset, document: usize) -> Vec<(usize, f64)> {
        let shares = self.function.shares(&data.weights, document, 0);
        let mut words: Vec<(usize, f64)> = data.weights.entries(document).map(|(word, _)| word).zip(shares).collect();
        words.sort_by(|a, b| a.1.total_cmp(&b.1));
        words
    }

    /// Computes the decisions of the one-class SMM for test documents.
    pub fn test(&self, data: &Dataset, documents: &[usize]) -> TestNovelty {
        let known = worded(data, documents);
        let wordless = documents.len() - known.len();
        let decisions = self.decide(&data.weights.select(&known));
        let mut order: Vec<usize> = (0..known.len()).collect();
        order.sort_by(|&a, &b| decisions[a].total_cmp(&decisions[b]));
        TestNovelty {
            documents: order.iter().map(|&place| known[place]).collect(),
            decisions: order.iter().map(|&place| decisions[place]).collect(),
            wordless,
        }
    }
}

impl TestNovelty {
    /// Decisions for the documents of a class and of other classes, without documents that have no class.
    pub fn by_class(&self, data: &Dataset, class: usize) -> [Vec<f64>; 2] {
        let mut sides = [Vec::new(), Vec::new()];
        for (&document, &decision) in self.documents.iter().zip(&self.decisions) {
            if let Some(own) = data.label(document) {
                sides[usize::from(own != class)].push(decision);
            }
        }
        sides
    }

    /// Area under the ROC curve for separating documents of other classes from those of a class by small decisions; `None` unless
    /// there are both.
    pub fn area_under_roc(&self, data: &Dataset, class: usize) -> Option<f64> {
        let [own, others] = self.by_class(data, class);
        area_under_roc(&own, &others)
    }
}

/// Selects the documents that have a known word.
fn worded(data: &Dataset, documents: &[usize]) -> Vec<usize> {
    documents.iter().copied().filter(|&document| !data.weights.row(document).0.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ModelKind, tests::made_up::learned_kernel};

    #[test]
    fn a_class_differs_from_the_others_and_nu_bounds_the_rejected() {
        let mut linear = 0;
        for (kind, settings) in [
            (ModelKind::Smm, &[("level2", "rbf"), ("zeta", "20")][..]),
            (ModelKind::Smm, &[("level2", "ned")]),
            (ModelKind::Smm, &[]),
            (ModelKind::LinearSvm, &[]),
        ] {
            let (data, kernel) = learned_kernel(kind, settings);
            let of_class: Vec<usize> = data.split.train.iter().copied().filter(|&i| data.corpus.labels[i] == 0).collect();
            for nu in [0.05, 0.3] {
                let novelty = Novelty::fit(&data, &kernel, &of_class, nu, Budget::default()).expect("a fit");
                let n = novelty.documents.len();
                let rejected = novelty.rejected_share(&novelty.decisions).expect("documents");
                assert!(rejected <= nu && nu <= novelty.support as f64 / n as f64, "{kind:?} {settings:?}: {rejected} {nu}");
                // The function of documents gives what the kernel matrix gave.
                let again = novelty.decide(&data.weights.select(&novelty.documents));
                let scale = nu * n as f64;
                assert!(again.iter().zip(&novelty.decisions).all(|(a, b)| (a - b).abs() < 1e-5 * scale), "{kind:?} {settings:?}");
                let test = novelty.test(&data, &data.split.test);
                assert!(test.decisions.is_sorted() && test.documents.len() + test.wordless == data.split.test.len());
                let document = test.documents[0];
                let shares = novelty.shares(&data, document);
                let sum: f64 = shares.iter().map(|(_, share)| share).sum();
                assert!((sum - test.decisions[0]).abs() < 1e-5 * scale && shares.is_sorted_by(|a, b| a.1 <= b.1));
                if let Some(weights) = novelty.weights() {
                    let column = ndarray::Array2::from_shape_fn((weights.len(), 1), |(word, _)| weights[word]);
                    let field = kernel.ldk.embedding.sums().product(kernel.x.view(), kernel.x.view(), column.view());
                    let at = novelty.function().at(kernel.x.view()) - novelty.function().bias[0];
                    assert!((field - at).iter().all(|off| off.abs() < 1e-6 * scale), "{kind:?} {settings:?}");
                }
                linear += usize::from(novelty.weights().is_some());
                let [own, others] = test.by_class(&data, 0);
                assert_eq!(own.len() + others.len(), test.documents.len());
                if !settings.is_empty() {
                    let area = test.area_under_roc(&data, 0).expect("both");
                    assert!(area > 0.7, "{kind:?} {settings:?}: {area}");
                }
            }
        }
        assert!(linear > 0, "some decision is the mean of a field over words");
    }

    #[test]
    fn what_cannot_be_fitted_is_refused_with_a_remedy() {
        let (data, kernel) = learned_kernel(ModelKind::LinearSvm, &[]);
        let problem = |documents: &[usize], nu, memory| {
            Novelty::fit(&data, &kernel, documents, nu, memory).map(|_| ()).unwrap_err().to_string()
        };
        assert!(problem(&[], 0.1, Budget::default()).contains("no document to fit has a known word"));
        for nu in [0.0, 1.0, f64::NAN] {
            assert!(problem(&data.split.train, nu, Budget::default()).contains("above 0 and below 1"));
        }
        assert!(problem(&data.split.train, 0.1, Budget::new(8)).contains("--memory"));
    }
}
