//! Novelty of documents: a one-class support measure machine on the kernel of a model (T 4.1, Schölkopf et al. 2001).
//!
//! The one-class machine is fitted on documents of one class, or of all, without using labels otherwise.
//! The decision of a document is `Σ a_i K(m, m_i) - ρ` in LIBSVM's scale: negative if the document is novel.
//! `ν` bounds the share of the fitted documents that are rejected from above, and that of the support documents from below.
//! The decision is the sum of its words' shares.
//!
//! Under a linear level-2 kernel without unit length a document is also novel if its words lie far apart:
//! the kernel mean of such a document is short.
//!
//! Cost: a kernel matrix of the fitted documents and SMO on it; a cross kernel for other documents. Memory: the matrix.

use std::sync::Arc;

use serde_json::json;

use super::{ModelError, targets::worded};
use crate::{
    cancel,
    corpus::{Csr, Dataset},
    finding::{Finding, percent},
    ldk::{CorpusKernel, DocumentFunction},
    memory::Budget,
    metric::area_under_roc,
    solver::{OneClass, SvcOptions, SvcStop, solve_one_class},
    stats::grouped,
};

/// Rounding bound: decisions this close to 0, relative to the range of kernel values times `νn`, are on the boundary.
/// A constant in the kernel changes no decision.
const BOUNDARY: f64 = 1e-6;
/// Range of kernel values, relative to the largest one, at which documents differ by rounding errors alone.
const FLAT: f64 = 1e-8;

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
    /// The decision as a function of documents, also of one-word documents at any position.
    pub function: DocumentFunction,
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
    /// Training documents to fit: those of a class, or all.
    pub fn training_documents(data: &Dataset, class: Option<usize>) -> Vec<usize> {
        let of_class = |document: &usize| class.is_none_or(|class| data.label(*document) == Some(class));
        data.split.train.iter().copied().filter(of_class).collect()
    }

    /// Fits a one-class SMM to documents with `ν` between 0 and 1.
    ///
    /// # Errors
    /// Returns an error if none of the documents has a known word, `ν` is out of range, the kernel exceeds the memory budget,
    /// is flat or has values that are not numbers, or the work is [cancelled](crate::cancel).
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
        let [least, most] = gathered.k.iter().fold([largest, -largest], |[least, most], &k| [least.min(k), most.max(k)]);
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        if n > 1 && (least + most).is_finite() && most - least <= FLAT * largest {
            let remedy = "use a narrower kernel, as by a larger gamma, or another level-2 kernel";
            return Err(ModelError::data("the kernel is flat: the fitted documents are all alike in it", remedy));
        }
        let boundary = BOUNDARY * nu * n as f64 * if n > 1 { most - least } else { largest };
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

    /// Weight `Σ_i a_i M_il` of each word (V), if the decision of a document is the mean of a field over its words, minus `ρ`:
    /// under a linear level-2 kernel without unit length and without components.
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

    /// Computes the decisions of the one-class SMM for the test part, or for the training part without one.
    pub fn test_part(&self, data: &Dataset) -> TestNovelty {
        self.test(data, if data.split.test.is_empty() { &data.split.train } else { &data.split.test })
    }

    /// Result of the one-class SMM of a class, or of all training documents, with its decisions for [`Novelty::test_part`].
    /// `learned`: the kernel between documents, which has the given name, has learned word positions.
    pub fn finding(
        &self,
        data: &Dataset,
        class: Option<usize>,
        tested: &TestNovelty,
        (kernel, learned): (&str, bool),
    ) -> Finding {
        let part = if data.split.test.is_empty() { "train" } else { "test" };
        let class = class.map(|class| (class, data.corpus.classes[class].as_str()));
        let [fitted_rejected, rejected] = [&self.decisions, &tested.decisions].map(|decisions| self.rejected_share(decisions));
        let mut value = json!({
            "class": class.map(|(_, name)| name),
            "nu": self.nu,
            "fitted": self.documents.len(),
            "fitted_without_known_words": self.wordless,
            "fitted_rejected": fitted_rejected,
            "support": self.support,
            "kernel": kernel,
            "kernel_learned": learned,
            "part": part,
            "documents": tested.documents.len(),
            "without_known_words": tested.wordless,
            "rejected": rejected,
        });
        let mut sentences = vec![format!(
            "One-class SMM of {} training documents{} with ν = {}: {} rejected (ν at most), {} support documents (ν at least).",
            grouped(self.documents.len()),
            class.map_or_else(String::new, |(_, name)| format!(" of {name}")),
            self.nu,
            percent(fitted_rejected),
            percent(Some(self.support as f64 / self.documents.len() as f64))
        )];
        let decided = format!("{} {part} documents: {} rejected", grouped(tested.documents.len()), percent(rejected));
        if let Some((class, name)) = class {
            let sides = tested.by_class(data, class);
            let [own, others] = sides.each_ref().map(|side| self.rejected_share(side));
            let [of_own, of_others] = sides.each_ref().map(|side| grouped(side.len()));
            let (of_class, of_rest) = (percent(own), percent(others));
            sentences.push(format!("{decided}; {of_class} of {of_own} of {name}, {of_rest} of {of_others} of other classes."));
            let area = tested.area_under_roc(data, class);
            let area_of = |area| format!("Area under the ROC curve of {name} against the other classes: {area:.3}.");
            sentences.extend(area.map(area_of));
            value["rejected_of_class"] = json!(own);
            value["rejected_of_others"] = json!(others);
            value["auc"] = json!(area);
        } else {
            sentences.push(format!("{decided}."));
        }
        sentences.push(format!("Kernel: {kernel}{}.", seen(learned, part)));
        let without_words = match part {
            "test" => [("training", self.wordless), ("test", tested.wordless)],
            // The decided training documents include the fitted ones.
            _ => [("training", tested.wordless), ("test", 0)],
        };
        let counted = without_words.iter().filter(|(_, count)| *count > 0);
        let left_out: Vec<String> = counted.map(|(part, count)| format!("{} {part}", grouped(*count))).collect();
        if !left_out.is_empty() {
            sentences.push(format!("Left out, as they have no known words: {} documents.", left_out.join(" and ")));
        }
        Finding { sentences, value }
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

    /// Area under the ROC curve for separating documents of other classes from those of a class by small decisions;
    /// `None` unless there are both.
    pub fn area_under_roc(&self, data: &Dataset, class: usize) -> Option<f64> {
        let [own, others] = self.by_class(data, class);
        area_under_roc(&own, &others)
    }
}

/// Clause of a sentence on the documents from which the kernel was learned, by the part of the evaluated documents.
fn seen(learned: bool, part: &str) -> &'static str {
    match (learned, part) {
        (false, _) => ", which is not learned",
        (true, "test") => {
            ", learned from the labels of all training documents, other classes included; it has not seen those of the test documents"
        }
        (true, _) => ", learned from the labels of these documents",
    }
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
                // The document function gives the same decisions as the kernel matrix.
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
                    let at = novelty.function.at(kernel.x.view()) - novelty.function.bias[0];
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
    fn a_finding_has_the_numbers_of_its_decisions() {
        let (data, kernel) = learned_kernel(ModelKind::Smm, &[("level2", "rbf"), ("zeta", "20")]);
        let of = |class, learned| {
            let fitted = Novelty::training_documents(&data, class);
            let novelty = Novelty::fit(&data, &kernel, &fitted, 0.1, Budget::default()).expect("a fit");
            novelty.finding(&data, class, &novelty.test_part(&data), ("RBF", learned))
        };
        let Finding { sentences, value } = of(Some(0), true);
        let (name, shown) = (&data.corpus.classes[0], |key: &str| percent(value[key].as_f64()));
        assert!(
            sentences[0]
                .starts_with(&format!("One-class SMM of {} training documents of {name} with ν = 0.1: ", value["fitted"]))
        );
        assert!(sentences[1].starts_with(&format!("{} test documents: {} rejected; ", value["documents"], shown("rejected"))));
        let [own, others] = ["rejected_of_class", "rejected_of_others"].map(shown);
        assert!(sentences[1].contains(&format!("{own} of ")) && sentences[1].contains(&format!("{name}, {others} of ")));
        let area = format!("against the other classes: {:.3}.", value["auc"].as_f64().expect("both"));
        assert!(sentences[2].ends_with(&area) && sentences[3].starts_with("Kernel: RBF, learned from"), "{sentences:?}");
        assert!(sentences[3].contains("other classes included") && value["class"] == name.as_str(), "{sentences:?}");
        let Finding { sentences, value } = of(None, false);
        assert!(sentences[0].contains(" training documents with ν") && sentences[2] == "Kernel: RBF, which is not learned.");
        assert!(value["class"].is_null() && value.get("auc").is_none(), "{value}");
    }

    #[test]
    fn documents_without_known_words_are_told_by_part() {
        let (data, kernel) = learned_kernel(ModelKind::Smm, &[]);
        let told = |train: usize, test: usize| {
            let fitted = Novelty::fit(&data, &kernel, &data.split.train, 0.1, Budget::default()).expect("a fit");
            let tested = TestNovelty { wordless: test, ..fitted.test_part(&data) };
            let sentences = Novelty { wordless: train, ..fitted }.finding(&data, None, &tested, ("linear", true)).sentences;
            sentences.last().cloned().filter(|last| last.starts_with("Left out"))
        };
        let of = |documents: &str| Some(format!("Left out, as they have no known words: {documents} documents."));
        assert_eq!([told(3, 2), told(0, 1200), told(0, 0)], [of("3 training and 2 test"), of("1,200 test"), None]);
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
        let (data, kernel) = learned_kernel(ModelKind::Smm, &[("level2", "rbf"), ("zeta", "1e-14")]);
        let flat = Novelty::fit(&data, &kernel, &data.split.train, 0.1, Budget::default()).map(|_| ()).unwrap_err().to_string();
        assert!(flat.contains("the kernel is flat") && flat.contains("larger gamma"), "{flat}");
    }
}
