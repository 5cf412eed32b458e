//! Documents or pairs that the filter of the reading options keeps.
//!
//! Cost: the filter, and one pass over the documents. Memory: a byte a document.

use std::{borrow::Cow, mem, path::Path};

use ndarray::Axis;

use crate::corpus::{
    Body, Columns, CorpusError, FilterError, LeftOut, LeftOutCause, PairUnit, Pairs, RawCorpus, RawDocument, ReadOptions,
    Records, Task, format::collector::place,
};

/// Documents as read, before tokenisation.
struct RawRecords<'a> {
    documents: &'a [RawDocument],
    columns: &'a Columns,
    task: &'a Task,
}

impl Records for RawRecords<'_> {
    fn documents(&self) -> usize {
        self.documents.len()
    }

    fn columns(&self) -> &Columns {
        self.columns
    }

    fn task(&self) -> &Task {
        self.task
    }

    fn text(&self, document: usize) -> Cow<'_, str> {
        match &self.documents[document].body {
            Body::Text(text) | Body::Tokens(text) => Cow::Borrowed(text),
            words @ Body::Words(_) => Cow::Owned(words.clone().into_text()),
        }
    }

    fn class(&self, document: usize) -> &str {
        &self.documents[document].label
    }

    fn title(&self, document: usize) -> &str {
        &self.documents[document].title
    }
}

/// Corpus with the documents or pairs that the filter keeps, and a remark with their number.
pub(super) fn filter(mut corpus: RawCorpus, options: &ReadOptions) -> Result<RawCorpus, CorpusError> {
    if let Some(keep) = mask(&corpus.documents, &corpus.task, options)? {
        corpus.notes.push(note(&keep, corpus.task.pairs().is_some()));
        select(&mut corpus, &keep);
    }
    Ok(corpus)
}

/// Removes pairs that the filter does not keep, and accounts for them among the units left out.
pub(super) fn filter_pairs(
    corpus: &mut RawCorpus,
    units: &mut Vec<PairUnit>,
    left_out: &mut Vec<LeftOut>,
    options: &ReadOptions,
    file: &Path,
) -> Result<(), CorpusError> {
    let Some(keep) = mask(&corpus.documents, &corpus.task, options)? else { return Ok(()) };
    let count = keep.len();
    for (pair, unit) in units.iter().enumerate().filter(|&(pair, _)| !keep[pair]) {
        let texts = [pair, count + pair].map(|document| corpus.documents[document].body.clone().into_text());
        let id = corpus.task.pairs().and_then(|pairs| pairs.ids.get(pair)).cloned().unwrap_or_default();
        let place = place(file, unit.line);
        left_out.push(LeftOut { unit: unit.clone(), id, place, texts, cause: LeftOutCause::Filter });
    }
    corpus.notes.push(note(&keep, true));
    retain(units, &keep);
    select(corpus, &keep);
    Ok(())
}

/// Keeps the documents of the filter, and returns a remark with their number.
pub(super) fn filter_documents(documents: &mut Vec<RawDocument>, options: &ReadOptions) -> Result<Option<String>, CorpusError> {
    let Some(keep) = mask(documents, &Task::Classes, options)? else { return Ok(None) };
    retain(documents, &keep);
    Ok(Some(note(&keep, false)))
}

/// Whether each document or pair is kept; `None` without a filter.
fn mask(documents: &[RawDocument], task: &Task, options: &ReadOptions) -> Result<Option<Vec<bool>>, CorpusError> {
    let Some(filter) = &options.filter else { return Ok(None) };
    let columns = RawDocument::columns(documents, task.pairs().is_some());
    let keep = filter.keep(&RawRecords { documents, columns: &columns, task }).map_err(FilterError::of_corpus)?;
    if keep.contains(&true) {
        return Ok(Some(keep));
    }
    let rows = if task.pairs().is_some() { "pairs" } else { "documents" };
    let problem = format!("the filter keeps none of the {} {rows}: {filter}", keep.len());
    Err(CorpusError::dataset(problem, "write a filter that keeps some of them"))
}

fn note(keep: &[bool], paired: bool) -> String {
    let kept = keep.iter().filter(|&&kept| kept).count();
    let rows = if paired { "pairs" } else { "documents" };
    format!("The filter keeps {kept} of {} {rows}.", keep.len())
}

fn retain<T>(values: &mut Vec<T>, keep: &[bool]) {
    let mut rows = keep.iter().cycle();
    values.retain(|_| rows.next().copied().unwrap_or(true));
}

/// Keeps documents, or both documents of pairs, with everything that is stored for each of them.
fn select(corpus: &mut RawCorpus, keep: &[bool]) {
    retain(&mut corpus.documents, keep);
    retain(&mut corpus.files, keep);
    match &mut corpus.task {
        Task::Classes => {}
        Task::Ratings(ratings) => {
            let rows: Vec<usize> = (0..keep.len()).filter(|&row| keep[row]).collect();
            ratings.values = ratings.values.select(Axis(0), &rows);
        }
        Task::Pairs(pairs) => {
            let Pairs { mut ids, mut lines, mut units, mut scores, mut spans, .. } = mem::take(pairs);
            retain(&mut ids, keep);
            retain(&mut lines, keep);
            retain(&mut units, keep);
            retain(&mut scores, keep);
            retain(&mut spans, keep);
            let count = keep.iter().filter(|&&kept| kept).count();
            *pairs = Pairs { ids, lines, units, scores, spans, ..Pairs::aligned(count) };
        }
    }
    let labelled = corpus.task.pairs().is_none();
    corpus.unlabelled = corpus.documents.iter().filter(|document| labelled && document.label.is_empty()).count();
}
