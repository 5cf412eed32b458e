//! Filter of the tables of documents by a text, or by a condition on columns such as `date >= 1987-03`.
//!
//! Cost: one pass over the texts on a thread, some tens of milliseconds for 100,000 documents. Memory: a bit for each document.

use std::sync::Arc;

use rayon::prelude::*;
use regex::RegexBuilder;

use crate::{
    Job, Members, Underway, Workspace,
    core::{job::start, memo::Same},
};
use wordfield_core::corpus::{Corpus, Filter, FilterError};

/// Key of a text filter: the text to find, and the corpus.
pub(crate) type TextKey = (String, Same<Corpus>);

/// Documents that a filter finds, and its error if it is a condition that cannot be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct FoundTexts {
    pub documents: Arc<Members>,
    pub error: Option<FilterError>,
}

/// Documents that meet a condition; where the text is none, those whose title or text contains it.
fn found(corpus: &Corpus, text: &str) -> FoundTexts {
    let found = Filter::is_meant(text).then(|| text.parse().and_then(|filter| Members::meeting(&filter, corpus)));
    match found {
        Some(Ok(found)) => FoundTexts { documents: Arc::new(found), error: None },
        other => FoundTexts { documents: Arc::new(with_text(corpus, text)), error: other.and_then(Result::err) },
    }
}

/// Documents whose title or text contains the given characters, ignoring case.
fn with_text(corpus: &Corpus, text: &str) -> Members {
    let Ok(sought) = RegexBuilder::new(&regex::escape(text)).case_insensitive(true).build() else {
        return Members::none(corpus.len());
    };
    let holds = |&document: &usize| {
        let text = corpus.texts.get(document).is_some_and(|text| sought.is_match(text));
        text || sought.is_match(&corpus.titles[document])
    };
    let found: Vec<usize> = (0..corpus.len()).into_par_iter().filter(holds).collect();
    Members::of(corpus.len(), found)
}

/// Starts the filter of the document table while its text field is not empty.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let text = workspace.documents.filter.text.trim();
    let corpus = Arc::clone(&workspace.corpus.dataset.as_ref().filter(|_| !text.is_empty())?.corpus);
    let key = (text.to_owned(), Same::of(&corpus));
    workspace.documents.text_filter.due_unless(&key, |_| false)?;
    let text = key.0.clone();
    let work = move |_: &Underway| Some(found(&corpus, &text));
    Some(start(workspace, "text filter", |workspace| &mut workspace.documents.text_filter, key, work))
}

impl Workspace {
    /// Documents that pass the filter by text; `None` without a filter. While an answer is computed, the earlier one applies.
    pub(crate) fn found_texts(&self) -> Option<&Arc<Members>> {
        let filtered = !self.documents.filter.text.trim().is_empty();
        let ((_, of), found) = self.documents.text_filter.last().filter(|_| filtered)?;
        let corpus = &self.corpus.dataset.as_ref()?.corpus;
        (*of == Same::of(corpus)).then_some(&found.documents)
    }

    /// Error of the condition in the filter of the documents, while it stands there.
    pub fn filter_error(&self) -> Option<&FilterError> {
        let ((text, _), found) = self.documents.text_filter.last()?;
        found.error.as_ref().filter(|_| self.documents.filter.text.trim() == text)
    }
}
