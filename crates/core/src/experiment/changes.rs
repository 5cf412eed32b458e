//! What changed between groups of documents, and by which words: groups by a column, tests, and shares of words.
//!
//! The kernel between documents is the inner product of their unit rows of square-rooted tf-idf, which has not seen the groups.
//! Ordered groups, as periods of a date, are compared with their neighbours.
//! Groups without order are compared in pairs; of more than [`PAIRED`] groups each with all others.
//! Cost: two passes over the counts, and [`changes`]. Memory: the documents' words, and one list of words for each step.

use serde_json::{Value, json};

use crate::{
    cancel::CancelFlag,
    corpus::{
        Cancel, ColumnKind, Corpus, CorpusError, Csr, Format, Period, RawCorpus, RawDocument, Series, Task, TextOptions,
        Threshold, Weighting,
    },
    finding::Finding,
    metric::{Change, ChangedWord, Changes, Sides, changes},
    stats::grouped,
};

/// Largest number of groups without order that are compared in pairs.
const PAIRED: usize = 8;
/// Largest number of groups.
const MOST: usize = 400;
/// Least number of documents of a group.
const LEAST: usize = 2;
/// Number of words of each direction in a sentence.
const WORDS: usize = 5;

/// Options of a search for changes.
#[derive(Clone, Debug)]
pub struct ChangeOptions {
    /// Name of the column whose values are the groups.
    pub by: String,
    /// Period of dates; `None`: the usual one of their span.
    pub period: Option<Period>,
    /// Number of random arrangements of each test; `None`: 999, and more for many steps.
    pub splits: Option<usize>,
    /// Seed of the tests.
    pub seed: u64,
    /// Least number or share of documents of a word.
    pub threshold: Threshold,
}

/// What changed between groups of documents.
#[derive(Clone, Debug)]
pub struct ChangesFound {
    /// Name and number of documents of each group.
    pub groups: Vec<(String, usize)>,
    /// Groups on both sides of each step.
    pub sides: Vec<Sides>,
    /// Whether the groups follow each other, so that each step leads to the next group.
    pub ordered: bool,
    /// Tests and shares of words.
    pub found: Changes,
    /// Words by their index.
    pub words: Vec<String>,
    /// Number of random arrangements of each test.
    pub splits: usize,
    /// Documents left out: without a value, in a group of one, and without a known word.
    pub left_out: [usize; 3],
}

/// Error of a search for changes.
#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    /// Error: the files have no such column.
    #[error("--by {by}: there is no such column; {known}")]
    Column {
        /// Name of the requested column.
        by: String,
        /// Columns that exist, in words.
        known: String,
    },
    /// Error: dates were expected.
    #[error("--period: the column {by} holds {kind}, no dates: leave the option out, or write its dates as 1987-03-01")]
    Period {
        /// Name of the column.
        by: String,
        /// Kind of the column's cells.
        kind: &'static str,
    },
    /// Error: the groups are too few or too many.
    #[error("--by {by}: {groups} groups have two documents with known words or more: give a column with 2 to {MOST} such groups{}",
        if *groups > MOST { ", or a longer --period" } else { "" })]
    Groups {
        /// Name of the column.
        by: String,
        /// Number of groups.
        groups: usize,
    },
    /// Error: the search was cancelled.
    #[error("the search was cancelled: start it again")]
    Cancelled,
}

/// Finds what changed between the groups of documents that a column of their file names. The labels of the corpus play no part.
///
/// # Errors
/// Returns an error if the column or its groups do not serve, or `cancel` is raised.
pub fn find_changes(corpus: &Corpus, options: &ChangeOptions, cancel: &CancelFlag) -> Result<ChangesFound, ChangesError> {
    let series = series(corpus, options)?;
    let (words, rows) = weighted(corpus, options.threshold.documents(corpus.len()));
    let known = |group: &Vec<usize>| group.iter().copied().filter(|&row| !rows.row(row).0.is_empty()).collect::<Vec<_>>();
    let all: Vec<(String, Vec<usize>)> = series.groups.iter().map(|(name, group)| (name.clone(), known(group))).collect();
    let size = |groups: &[(String, Vec<usize>)]| groups.iter().map(|(_, group)| group.len()).sum::<usize>();
    let (wordless, worded) = (size(&series.groups) - size(&all), size(&all));
    let groups: Vec<(String, Vec<usize>)> = all.into_iter().filter(|(_, group)| group.len() >= LEAST).collect();
    if !(2..=MOST).contains(&groups.len()) {
        return Err(ChangesError::Groups { by: options.by.clone(), groups: groups.len() });
    }
    let single = worded - size(&groups);
    let sides = steps(groups.len(), series.ordered);
    let splits = options.splits.unwrap_or_else(|| 999.max(100 * sides.len() - 1));
    let (names, members): (Vec<String>, Vec<Vec<usize>>) = groups.into_iter().unzip();
    let found = changes(&rows, &members, &sides, splits, options.seed, || !cancel.is_raised());
    let found = found.ok_or(ChangesError::Cancelled)?;
    let groups = names.into_iter().zip(members.iter().map(Vec::len)).collect();
    let left_out = [series.missing, single, wordless];
    Ok(ChangesFound { groups, sides, ordered: series.ordered, found, words, splits, left_out })
}

/// Corpus of documents that are read without labels.
///
/// # Errors
/// Returns an error if there is one document, or the work was cancelled.
pub fn unlabelled_corpus(mut documents: Vec<RawDocument>, text: &TextOptions, cancel: &Cancel) -> Result<Corpus, CorpusError> {
    // A corpus has two classes at least.
    documents.iter_mut().enumerate().for_each(|(row, document)| document.label = (row % 2).to_string());
    let raw = RawCorpus {
        name: String::new(),
        format: Format::Lines,
        task: Task::Classes,
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: Vec::new(),
    };
    Corpus::cut(raw, text, text, cancel)
}

/// Groups of documents by the column.
fn series(corpus: &Corpus, options: &ChangeOptions) -> Result<Series, ChangesError> {
    let (by, columns) = (&options.by, &corpus.columns);
    let Some(column) = columns.named(by) else {
        let names = columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ");
        let known =
            if names.is_empty() { "the files have no columns besides text".to_owned() } else { format!("choose among {names}") };
        return Err(ChangesError::Column { by: by.clone(), known });
    };
    if options.period.is_some() && column.kind() != ColumnKind::Date {
        return Err(ChangesError::Period { by: by.clone(), kind: column.kind().name() });
    }
    Ok(column.series(options.period))
}

/// Words that at least `least` documents hold, and unit rows of their weights (n × V).
fn weighted(corpus: &Corpus, least: usize) -> (Vec<String>, Csr) {
    let mut held = vec![0_usize; corpus.lexicon.len()];
    (0..corpus.len()).flat_map(|row| corpus.counts.row(row).0).for_each(|&word| held[word as usize] += 1);
    let kept: Vec<usize> = (0..held.len()).filter(|&word| held[word] >= least).collect();
    let mut place = vec![None; held.len()];
    kept.iter().enumerate().for_each(|(new, &word)| place[word] = Some(new as u32));
    let of_document = |row: usize| {
        let entries = corpus.counts.entries(row).filter(|(_, count)| *count > 0.0);
        entries.filter_map(|(word, count)| Some((place[word]?, count))).collect()
    };
    let counts = Csr::from_rows(kept.len(), (0..corpus.len()).map(of_document));
    let idf: Vec<f64> = kept.iter().map(|&word| (corpus.len() as f64 / held[word] as f64).ln()).collect();
    (kept.iter().map(|&word| corpus.lexicon[word].clone()).collect(), Weighting::SqrtTfIdfL2.apply(&counts, &idf))
}

/// Steps between groups: neighbours of ordered ones, pairs of others, or each with all others.
fn steps(groups: usize, ordered: bool) -> Vec<Sides> {
    match (ordered, groups) {
        (true, _) => (1..groups).map(|group| [vec![group - 1], vec![group]]).collect(),
        (false, ..=PAIRED) => (0..groups).flat_map(|a| (a + 1..groups).map(move |b| [vec![a], vec![b]])).collect(),
        (false, _) => (0..groups).map(|a| [vec![a], (0..groups).filter(|&b| b != a).collect()]).collect(),
    }
}

impl ChangesFound {
    /// Name of a side of a step.
    pub fn side(&self, side: &[usize]) -> &str {
        if let [group] = side { &self.groups[*group].0 } else { "all others" }
    }

    /// Changes in sentences and as JSON.
    pub fn finding(&self, by: &str) -> Finding {
        let Self { groups, found, splits, .. } = self;
        let documents: usize = groups.iter().map(|(_, count)| count).sum();
        let verdict = if found.p <= 0.05 { "they differ" } else { "no difference is seen" };
        let whole = format!(
            "{} documents in {} groups by {by}: p = {:.4} by up to {} random arrangements; {verdict} (level .05).",
            grouped(documents),
            groups.len(),
            found.p,
            grouped(*splits)
        );
        let kernel = format!(
            "Kernel: inner products of unit rows of square-rooted tf-idf over {} words, which has not seen the groups.",
            grouped(self.words.len())
        );
        let sampled = found
            .sampled
            .map(|count| format!("The tests use an even sample of {} documents; MMD² and the words use all.", grouped(count)));
        let steps = self.sides.iter().zip(&found.steps);
        let sentences = [whole, kernel]
            .into_iter()
            .chain(sampled)
            .chain(self.left_out())
            .chain(steps.clone().map(|step| self.sentence(step)));
        let value = json!({
            "by": by,
            "groups": groups.iter().map(|(name, count)| json!({ "name": name, "documents": count })).collect::<Vec<_>>(),
            "p": found.p,
            "splits": splits,
            "tested": found.sampled.unwrap_or(documents),
            "left_out": { "without_value": self.left_out[0], "alone_in_group": self.left_out[1], "without_known_words": self.left_out[2] },
            "steps": steps.map(|step| self.value(step)).collect::<Vec<_>>(),
        });
        Finding { sentences: sentences.collect(), value }
    }

    fn left_out(&self) -> Option<String> {
        let reasons = ["without a value", "alone in their group", "without a known word"];
        let counted = self.left_out.iter().zip(reasons).filter(|(count, _)| **count > 0);
        let counted: Vec<String> = counted.map(|(count, reason)| format!("{} {reason}", grouped(*count))).collect();
        (!counted.is_empty()).then(|| format!("Documents left out: {}.", counted.join(", ")))
    }

    /// Words of a change that more documents of the second side hold than of the first, or fewer, the largest share first.
    pub fn words_of<'a>(&'a self, change: &'a Change, more: bool) -> impl Iterator<Item = &'a ChangedWord> {
        change.words.iter().take_while(|word| word.share > 0.0).filter(move |word| (word.held[1] > word.held[0]) == more)
    }

    fn sentence(&self, (sides, change): (&Sides, &Change)) -> String {
        let [first, second] = sides.each_ref().map(|side| self.side(side));
        let words = |more: bool| {
            let named: Vec<&str> = self.words_of(change, more).take(WORDS).map(|word| self.words[word.word].as_str()).collect();
            if named.is_empty() { "none".to_owned() } else { named.join(", ") }
        };
        let Change { mmd2, p, p_alone, .. } = change;
        let words = if *p <= 0.05 { format!("; more {}; less {}", words(true), words(false)) } else { String::new() };
        format!("{first} → {second}: MMD² {mmd2:.6}, p = {p:.4} of all steps ({p_alone:.4} alone){words}")
    }

    fn value(&self, (sides, change): (&Sides, &Change)) -> Value {
        let word = |word: &ChangedWord| json!({ "word": self.words[word.word], "share": word.share, "held": word.held });
        json!({
            "between": sides.each_ref().map(|side| self.side(side)),
            "mmd2": change.mmd2,
            "p": change.p,
            "p_alone": change.p_alone,
            "p_mmd": change.tests[0],
            "p_word": change.tests[1],
            "words": change.words.iter().map(word).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests;
