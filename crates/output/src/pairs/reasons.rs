//! Findings of quality rules in the pairs of a corpus: reasons against pairs, and hints.
//!
//! Cost: about 30 microseconds for each pair of sentences, on all threads. Memory: the texts of the findings.

use rayon::prelude::*;

use wordfield_core::corpus::Corpus;
use wordfield_rules::{Dismissed, Finding, RuleKind, RuleSet, Statistics};

/// Findings of the quality rules about every pair of a corpus.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// Names of the quality rules, each with whether it gives reasons instead of hints.
    pub rules: Vec<(String, bool)>,
    /// Findings in each source document's pair: index of the rule, and a text.
    pub found: Vec<Vec<(usize, String)>>,
    /// Strengths of the rules in each source document's pair, see [`Reasons::strengths`].
    /// Numbers below the threshold are included, those of dismissed findings and disabled rules are not.
    strengths: Vec<Vec<(usize, f32)>>,
    /// Number of pairs in which each rule has a finding.
    counts: Vec<usize>,
    /// Number of pairs with a reason against them.
    with_reason: usize,
}

/// Source and target text of a pair, with its source document and line.
#[derive(Clone, Copy, Debug)]
pub struct PairTexts<'a> {
    /// Index of the source document.
    pub source: usize,
    /// Number of the pair's unit in its file.
    pub unit: usize,
    /// Line of the pair in its file.
    pub line: usize,
    /// Source text and target text of the pair.
    pub texts: [&'a str; 2],
}

impl<'a> PairTexts<'a> {
    /// Texts of every pair of a corpus; empty without pairs or texts.
    pub fn of(corpus: &'a Corpus) -> Vec<Self> {
        let Some(pairs) = corpus.task.pairs().filter(|_| !corpus.counted) else { return Vec::new() };
        let text = |document: usize| corpus.texts[document].as_str();
        let pair = |(source, target): (usize, usize)| Self {
            source,
            unit: pairs.unit(source),
            line: pairs.line(source),
            texts: [source, target].map(text),
        };
        pairs.matched().map(pair).collect()
    }
}

impl Reasons {
    /// Findings of the rules in text pairs, without dismissed ones; source documents are below `documents`.
    pub fn of(pairs: &[PairTexts<'_>], documents: usize, rules: &RuleSet, dismissed: &Dismissed) -> Self {
        let texts: Vec<[&str; 2]> = pairs.iter().map(|pair| pair.texts).collect();
        let noun = if pairs.iter().all(|pair| pair.unit == pair.line) { "line" } else { "unit" };
        let statistics = Statistics::of(&texts).on_units(noun, pairs.iter().map(|pair| pair.unit).collect());
        let judge = |(row, &texts): (usize, &[&str; 2])| {
            let stands = |finding: &Finding| {
                let rule = &rules.rules[finding.rule];
                rule.enabled && !dismissed.contains(&rule.name, texts)
            };
            let found: Vec<Finding> = rules.measure(&statistics, row, texts).into_iter().filter(stands).collect();
            let strength = |found: &Finding| (found.rule, (found.value / rules.rules[found.rule].threshold) as f32);
            let strengths: Vec<(usize, f32)> = found.iter().map(strength).collect();
            let flagged = found.into_iter().filter(|found| rules.rules[found.rule].flags(found.value));
            (flagged.map(|finding| (finding.rule, finding.text)).collect::<Vec<_>>(), strengths)
        };
        let judged: Vec<_> = texts.par_iter().enumerate().map(judge).collect();
        let (mut found, mut strengths) = (vec![Vec::new(); documents], vec![Vec::new(); documents]);
        for (pair, judged) in pairs.iter().zip(judged) {
            (found[pair.source], strengths[pair.source]) = judged;
        }
        let rules: Vec<_> = rules.rules.iter().map(|rule| (rule.name.to_string(), rule.kind == RuleKind::Error)).collect();
        let mut counts = vec![0; rules.len()];
        found.iter().flatten().for_each(|&(rule, _): &(usize, String)| counts[rule] += 1);
        let mut reasons = Self { rules, found, strengths, counts, with_reason: 0 };
        reasons.with_reason = (0..documents).filter(|&source| reasons.finds(source, None)).count();
        reasons
    }

    /// Findings of the rules in the pairs of a corpus; empty without pairs or texts.
    pub fn of_corpus(corpus: &Corpus, rules: &RuleSet, dismissed: &Dismissed) -> Self {
        let documents = corpus.task.pairs().map_or(0, |pairs| pairs.source_documents);
        Self::of(&PairTexts::of(corpus), documents, rules, dismissed)
    }

    /// Text of the reasons against a source document's pair, or of its hints, separated by semicolons.
    pub fn text(&self, source: usize, reasons: bool) -> String {
        let found = self.found.get(source).into_iter().flatten().filter(|(rule, _)| self.rules[*rule].1 == reasons);
        found.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("; ")
    }

    /// Whether a rule has a finding in the pair of a source document; with `None`, whether there is a reason against it.
    pub fn finds(&self, source: usize, rule: Option<usize>) -> bool {
        let fits = |found: &usize| rule.map_or(self.rules[*found].1, |rule| rule == *found);
        self.found.get(source).is_some_and(|found| found.iter().any(|(found, _)| fits(found)))
    }

    /// Strengths of the rules in a source document's pair: index of the rule, and the measured number divided by its threshold.
    pub fn strengths(&self, source: usize) -> &[(usize, f32)] {
        self.strengths.get(source).map_or(&[], Vec::as_slice)
    }

    /// Findings with another strength of a rule in a source document's pair.
    #[cfg(test)]
    pub(crate) fn strengthen(&self, source: usize, rule: usize, strength: f32) -> Self {
        let mut changed = self.clone();
        let old = changed.strengths[source].iter().find(|found| found.0 == rule).map_or(0.0, |found| found.1);
        changed.strengths[source].retain(|found| found.0 != rule);
        changed.strengths[source].push((rule, strength.max(old)));
        changed
    }

    /// Number of pairs in which a rule has a finding; with `None`, number of pairs with a reason.
    pub fn count(&self, rule: Option<usize>) -> usize {
        rule.map_or(self.with_reason, |rule| self.counts.get(rule).copied().unwrap_or_default())
    }
}
