//! The query about the word in focus, under a rating model.

use std::sync::Arc;

use crate::{
    Focus, Same, Workspace,
    core::Slot,
    core::update::ViewQuery,
    inspect::word_query::{WordKey, WordQuery},
};
use wordfield_core::model::Rated;

impl ViewQuery for WordQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let Focus::Word(word) = workspace.selection.focus else { return None };
        let (snapshot, dataset) = (workspace.run.snapshot.as_ref()?, workspace.corpus.dataset.as_ref()?);
        let predictions: &Rated = snapshot.rated()?;
        let fitted = predictions.fitted.as_ref()?;
        let values = snapshot.words.clone().filter(|words| word < words.values.nrows())?;
        let usual = workspace.corpus.basis.as_ref()?.ratings.as_ref()?.usual.clone();
        Some(Self {
            key: (Same::of(fitted), word),
            fitted: Arc::clone(fitted),
            place: snapshot.position(word),
            dataset: Arc::clone(dataset),
            values,
            usual,
        })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &WordKey) -> &'a mut Slot<Self> {
        &mut workspace.inspect.word
    }
}
