//! Text filter for the tables of documents.
//!
//! Cost: one pass over the texts on a thread, some tens of milliseconds for 100,000 documents. Memory: a bit for each document.

use std::sync::Arc;

use rayon::prelude::*;
use regex::RegexBuilder;

use crate::{
    Members, Workspace,
    core::{
        memo::Same,
        query::Query,
        update::{SlotOf, ViewQuery},
    },
};
use wordfield_core::{cancel::CancelFlag, corpus::Corpus};

/// Key of a text filter: the text to find, and the corpus.
pub(crate) type TextKey = (String, Same<Corpus>);

/// Query for the documents whose title or text contains the given characters, ignoring case.
#[derive(Clone, Debug)]
pub(crate) struct TextQuery {
    pub(crate) text: String,
    pub(crate) corpus: Arc<Corpus>,
}

impl Query for TextQuery {
    type Key = TextKey;
    type Answer = Arc<Members>;

    fn key(&self) -> TextKey {
        (self.text.clone(), Same::of(&self.corpus))
    }

    fn answer(self, _cancel: &CancelFlag) -> Arc<Members> {
        let corpus = &self.corpus;
        let Ok(sought) = RegexBuilder::new(&regex::escape(&self.text)).case_insensitive(true).build() else {
            return Arc::new(Members::none(corpus.len()));
        };
        let holds = |&document: &usize| {
            let text = corpus.texts.get(document).is_some_and(|text| sought.is_match(text));
            text || sought.is_match(&corpus.titles[document])
        };
        let found: Vec<usize> = (0..corpus.len()).into_par_iter().filter(holds).collect();
        Arc::new(Members::of(corpus.len(), found))
    }
}

impl ViewQuery for TextQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.documents.text_filter;

    fn build(workspace: &Workspace) -> Option<Self> {
        let text = workspace.documents.view.filter.text.trim();
        let dataset = workspace.corpus.dataset.as_ref().filter(|_| !text.is_empty())?;
        Some(Self { text: text.to_owned(), corpus: Arc::clone(&dataset.corpus) })
    }
}

impl Workspace {
    /// Documents that pass the filter by text; `None` without a filter. While an answer is computed, the earlier one applies.
    pub(crate) fn found_texts(&self) -> Option<&Arc<Members>> {
        let filtered = !self.documents.view.filter.text.trim().is_empty();
        let ((_, of), found) = self.documents.text_filter.last().filter(|_| filtered)?;
        let corpus = &self.corpus.dataset.as_ref()?.corpus;
        (*of == Same::of(corpus)).then_some(found)
    }
}
