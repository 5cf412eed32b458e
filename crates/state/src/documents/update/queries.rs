//! Query of the filter by text.

use std::sync::Arc;

use crate::{
    Members, Same, Workspace,
    core::Slot,
    core::update::ViewQuery,
    documents::text_filter::{TextKey, TextQuery},
};

impl ViewQuery for TextQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let text = workspace.documents.view.filter.text.trim();
        let dataset = workspace.corpus.dataset.as_ref().filter(|_| !text.is_empty())?;
        Some(Self { text: text.to_owned(), corpus: Arc::clone(&dataset.corpus) })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &TextKey) -> &'a mut Slot<Self> {
        &mut workspace.documents.text_filter
    }
}

impl Workspace {
    /// Documents that pass the filter by text; `None` without one. While an answer is computed, the earlier one applies.
    pub(crate) fn found_texts(&self) -> Option<&Arc<Members>> {
        let filtered = !self.documents.view.filter.text.trim().is_empty();
        let ((_, of), found) = self.documents.text_filter.last().filter(|_| filtered)?;
        let corpus = &self.corpus.dataset.as_ref()?.corpus;
        (*of == Same::of(corpus)).then_some(found)
    }
}
