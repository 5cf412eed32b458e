//! Filter of the tables of documents by text.
//!
//! Cost: one pass over the texts on a thread, some tens of milliseconds for 100,000 documents. Memory: a bit for each document.

use std::sync::Arc;

use rayon::prelude::*;
use regex::RegexBuilder;

use crate::{
    cancel::CancelFlag,
    corpus::Corpus,
    state::{
        Members,
        core::{
            memo::Same,
            query::{PendingQuery, Query},
        },
    },
};

/// Key of a filter: its text and the corpus.
pub type TextKey = (String, Same<Corpus>);

/// A query for the documents whose title or text contains some characters, in any case.
#[derive(Clone, Debug)]
pub struct TextQuery {
    pub(in crate::state) text: String,
    pub(in crate::state) corpus: Arc<Corpus>,
}

/// The filter of the tables by text: the query and its latest answer.
#[derive(Debug, Default)]
pub(in crate::state) struct TextFilter {
    pub(in crate::state) query: PendingQuery<TextQuery>,
    pub(in crate::state) found: Option<(TextKey, Arc<Members>)>,
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
