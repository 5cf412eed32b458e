//! Export of a saved model's words with their positions.

use std::{collections::HashSet, iter, path::PathBuf, sync::Arc};

use anyhow::bail;
use clap::Args;

use super::{ExportArgs, ExportContents, Job};
use crate::cli::{Usage, choice::choice_of, output, predict::with_interval};
use wordfield_core::{
    corpus::{Csr, Dataset, Limits, Side, TaskKind, read_list, word_classes, word_spreads},
    model::FittedRef,
    project::SavedModel,
};
use wordfield_output::{Exporter, Sink, Table, Vectors, with_spread, with_word_counts};

pub(super) const WORDS: ExportContents = ExportContents {
    name: "words",
    help: "Words with their positions",
    is_own: Exporter::is_of::<Vectors>,
    given: |args| {
        let side = args.words.side.map(|_| "--side");
        args.words.words.as_ref().map(|_| "--words").or(side)
    },
    write,
};

fn write(job: &Job<'_>, sink: Sink<'_>) -> anyhow::Result<()> {
    let vectors = vectors(job)?;
    let renamed = vectors.renamed();
    if job.exporter.is_of::<Vectors>() && job.exporter.name != "projector" && renamed > 0 {
        output::note(format_args!("{renamed} words hold white space or control characters, which are written as \"_\"."));
    }
    job.write::<Vectors>(&vectors, sink)
}

/// Refuses a corpus for formats without columns that are computed from it.
pub(super) fn check_corpus(args: &ExportArgs, what: &ExportContents, exporter: &Exporter) -> Result<(), Usage> {
    if what.name != WORDS.name || !args.documents.is_given() || has_columns(exporter) {
        return Ok(());
    }
    let reason = format!("the format {} holds words and positions, which come from the model alone", exporter.name);
    Err(Usage(format!("--corpus: {reason}: leave it out, or choose a table format such as csv")))
}

/// Corpus in which words are counted. If an unnamed corpus cannot be read, a note states the missing file and the reason.
fn corpus(job: &Job<'_>) -> anyhow::Result<Option<Arc<Dataset>>> {
    if !has_columns(job.exporter) {
        return Ok(None);
    }
    match job.dataset() {
        Err(error) if !job.args.documents.is_given() && !job.cancel.is_cancelled() => {
            output::note(format_args!("Classes and counts of the words are left out: {error}."));
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Choice of words.
#[derive(Args, Debug)]
pub(super) struct WordArgs {
    /// Only the words of this file, one in each line
    #[arg(long, value_name = "FILE")]
    pub(super) words: Option<PathBuf>,
    /// Only the words of one side of a model of pairs; formats of word vectors need it
    #[arg(long, value_parser = choice_of(SIDES))]
    side: Option<Side>,
}

/// Sides that can be chosen.
const SIDES: &[(&str, &str, Side)] = &[("source", "", Side::Source), ("target", "", Side::Target)];

/// Whether a format contains more about a word than its position.
fn has_columns(exporter: &Exporter) -> bool {
    exporter.is_of::<Table>() || exporter.name == "projector"
}

/// Chosen words of a model with their counts; the corpus is read last.
/// Formats of word vectors hold each word once: for a model of pairs they need one side.
fn vectors<'a>(job: &Job<'a>) -> anyhow::Result<Vectors<'a>> {
    let Job { saved, model, exporter, .. } = *job;
    let args = &job.args.words;
    let (fitted, sides) = (&saved.fitted, saved.fitted.source_words());
    let Some(positions) = fitted.positions() else {
        bail!("{}: holds {}, whose words have no positions: give a model that has", model.display(), saved.kind().info().title);
    };
    let paired = matches!(fitted.fitted_ref(), FittedRef::Matcher(_));
    let side = args.side;
    if !paired && side.is_some() {
        bail!(Usage("--side: the model has no sides: leave it out".to_owned()));
    }
    if paired && !exporter.is_of::<Table>() && side.is_none() {
        let remedy = "give --side source or --side target, or choose a table format such as csv";
        bail!(Usage(format!("the model has words of two sides, and the format holds those of one: {remedy}")));
    }
    let words = fitted.words();
    let of_side = |word: &usize| side.is_none_or(|side| (side == Side::Source) == (*word < sides));
    let mut chosen: Vec<usize> = (0..words.len()).filter(of_side).collect();
    if let Some(file) = args.words.as_deref() {
        let listed = read_list(file, None, Limits::default(), job.cancel)?;
        let mut listed: HashSet<&str> = listed.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        chosen.retain(|&word| listed.contains(words[word].as_str()));
        for &word in &chosen {
            listed.remove(words[word].as_str());
        }
        if chosen.is_empty() {
            bail!("{}: the model knows none of the words: write its words, one a line", file.display());
        }
        if !listed.is_empty() {
            output::note(format_args!("{} words of {} are unknown to the model and left out.", listed.len(), file.display()));
        }
    }
    let attributes = if has_columns(exporter) { attributes(saved, paired) } else { Table::new("words", words.len()) };
    let attributes = match corpus(job)? {
        Some(data) => counted(attributes, &data),
        None => attributes,
    };
    let vectors = Vectors::new(words, positions.view()).with_attributes(attributes);
    Ok(if chosen.len() == words.len() { vectors } else { vectors.selected(chosen) })
}

/// Further columns of exported words: the side, and the values of decision functions at the word, or the predicted ratings
/// of a document of the word alone with their 95 % intervals.
fn attributes(saved: &SavedModel, paired: bool) -> Table<'_> {
    let fitted = &saved.fitted;
    let (count, border) = (fitted.words().len(), fitted.source_words());
    let table = Table::new("words", count);
    if paired {
        return table.text("side", move |word| if word < border { "source" } else { "target" });
    }
    match fitted.fitted_ref() {
        FittedRef::Classifier(fitted) => {
            // The column names for pairs of classes do not depend on the documents, so an empty document is used.
            let none = Csr::from_rows(count, iter::empty());
            let (classes, pairs) = (fitted.classes(), fitted.classify(&none).pairs);
            let values = fitted.word_values().map(|values| values.values).filter(|values| values.ncols() == pairs.len());
            let Some(values) = values else { return table };
            pairs.iter().enumerate().fold(table, |table, (function, &(a, b))| {
                let values = Arc::clone(&values);
                table.number(format!("{} | {}", classes[a], classes[b]), 3, move |word| values[[word, function]])
            })
        }
        FittedRef::Regressor(fitted) => {
            let alone = saved.lexicon.weighting.of_words_alone(&saved.lexicon.idf);
            let found = Arc::new(fitted.predict(&alone));
            fitted.ratings().iter().enumerate().fold(table, |table, (rating, name)| {
                let (means, ends) = (Arc::clone(&found), Arc::clone(&found));
                let table = table.number(name, 3, move |word| means.means[[word, rating]]);
                with_interval(table, name, move |word| ends.interval(word, rating))
            })
        }
        FittedRef::Matcher(_) => table,
    }
}

/// Adds columns from a corpus to exported words: class or level, number of documents, and occurrences, as in the window's table;
/// of classes also the word's distribution over them.
fn counted<'a>(table: Table<'a>, data: &Dataset) -> Table<'a> {
    let (task, by_word) = (data.corpus.task.kind(), Arc::new(data.counts.transpose()));
    if task == TaskKind::Pairs {
        return with_word_counts(table, &by_word, |word| word);
    }
    let occurs = |word: usize| by_word.row_sum(word) > 0.0;
    let class = |(word, class): (usize, usize)| data.corpus.classes.get(class).filter(|_| occurs(word)).cloned();
    let (documents, sizes) = data.class_documents();
    let classes: Vec<Option<String>> = word_classes(&documents, &sizes).into_iter().enumerate().map(class).collect();
    let table = table
        .text(task.group(), move |word| classes[word].clone().unwrap_or_default())
        .hint("with the most training documents that hold the word, beyond those that the size of the class explains");
    let table = with_word_counts(table, &by_word, |word| word);
    if task != TaskKind::Classes {
        return table;
    }
    with_spread(table, &Arc::new(word_spreads(&documents, &sizes)), &Arc::new(data.corpus.classes.clone()), |word| word)
}
