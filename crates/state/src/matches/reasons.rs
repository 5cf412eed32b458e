//! Findings of rules against the pairs of a file, computed on a thread.

use crate::{core::memo::Same, reviews::Reviews};
use wordfield_core::corpus::{Corpus, Pairs};
use wordfield_output::{PairTexts, Reasons};
use wordfield_rules::{Dismissed, RuleSet};

/// Key of the findings against pairs: the corpus, the rules, the dismissed findings, and a checksum of the corrected texts.
pub(crate) type ReasonsKey = (Same<Corpus>, Same<RuleSet>, Same<Dismissed>, u64);

/// Applies the rules to the pairs of a corpus. Edited texts of `reviews` replace those of the file.
pub(crate) fn find(corpus: &Corpus, rules: &RuleSet, dismissed: &Dismissed, reviews: &Reviews) -> Reasons {
    let documents = corpus.task.pairs().map_or(0, |pairs: &Pairs| pairs.source_documents);
    let judged = |pair: PairTexts<'_>| reviews.correction(pair.source).is_none_or(|texts| !texts.is_empty());
    let mut pairs: Vec<PairTexts<'_>> = PairTexts::of(corpus).into_iter().filter(|pair| judged(*pair)).collect();
    for pair in &mut pairs {
        if let Some([edited]) = reviews.correction(pair.source) {
            pair.texts = edited.each_ref().map(String::as_str);
        }
    }
    Reasons::of(&pairs, documents, rules, dismissed)
}
