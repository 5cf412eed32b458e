//! Queries of the word search, the semantic axis and the summary of the selection set.

use std::sync::Arc;

use crate::{
    Same, Workspace,
    chooser::{
        axis::{AxisKey, AxisQuery},
        find::{FindKey, FindQuery},
        summary::{SummaryKey, SummaryQuery},
    },
    core::Slot,
    core::update::ViewQuery,
};

impl ViewQuery for FindQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let (find, dataset) = (workspace.chooser.find.clone()?, Arc::clone(workspace.corpus.dataset.as_ref()?));
        Some(Self { find, dataset })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &FindKey) -> &'a mut Slot<Self> {
        &mut workspace.chooser.hits
    }
}

impl ViewQuery for AxisQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let (axis, scene) = (workspace.chooser.axis?, workspace.field.scene.as_ref()?);
        Some(Self { first: axis.first, second: axis.second, latent: Arc::clone(&scene.latent) })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &AxisKey) -> &'a mut Slot<Self> {
        &mut workspace.chooser.ranking
    }
}

impl ViewQuery for SummaryQuery {
    /// For sets of several members; one word or document has the inspector.
    fn build(workspace: &Workspace) -> Option<Self> {
        let set = &workspace.selection.set;
        let linked = workspace.chooser.linked.value()?.as_ref().filter(|_| set.count() > 1)?;
        let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
        let key = (set.clone(), Same::of(dataset));
        Some(Self { key, dataset: Arc::clone(dataset), basis: Arc::clone(basis), linked: Arc::clone(linked) })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &SummaryKey) -> &'a mut Slot<Self> {
        &mut workspace.chooser.summary
    }
}
