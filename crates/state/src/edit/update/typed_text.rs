//! The query about the typed document.

use std::sync::Arc;

use crate::{
    TypedAnalysis, Workspace,
    core::Slot,
    core::update::ViewQuery,
    edit::typed::{TypedKey, TypedQuery},
};

impl ViewQuery for TypedQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let typed = &workspace.interventions.typed;
        let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref()?);
        if !typed.open || snapshot.documents.x.nrows() != dataset.words.len() {
            return None;
        }
        Self::of(typed, dataset, snapshot, workspace.field.layers.rating())
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &TypedKey) -> &'a mut Slot<Self> {
        &mut workspace.interventions.typed_query
    }

    fn show(workspace: &mut Workspace, _key: TypedKey, analysis: Arc<TypedAnalysis>) {
        workspace.interventions.typed.reading = Some(analysis);
        workspace.redraw();
    }
}
