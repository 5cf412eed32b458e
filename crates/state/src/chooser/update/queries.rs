//! Queries of the word search, the semantic axis and the summary of the selection set.

use std::sync::Arc;

use crate::{
    Same, Workspace,
    chooser::{axis::AxisQuery, find::FindQuery, summary::SummaryQuery},
    core::update::{SlotOf, ViewQuery},
};

impl ViewQuery for FindQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.chooser.hits;

    fn build(workspace: &Workspace) -> Option<Self> {
        let (find, dataset) = (workspace.chooser.find.clone()?, Arc::clone(workspace.corpus.dataset.as_ref()?));
        Some(Self { find, dataset })
    }
}

impl ViewQuery for AxisQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.chooser.ranking;

    fn build(workspace: &Workspace) -> Option<Self> {
        let (axis, scene) = (workspace.chooser.axis?, workspace.field.scene.as_ref()?);
        Some(Self { first: axis.first, second: axis.second, latent: Arc::clone(&scene.latent) })
    }
}

impl ViewQuery for SummaryQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.chooser.summary;

    /// Builds the query for sets of several members, since the inspector shows single ones.
    fn build(workspace: &Workspace) -> Option<Self> {
        let set = &workspace.selection.set;
        let linked = workspace.chooser.linked.value()?.as_ref().filter(|_| set.count() > 1)?;
        let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
        let key = (set.clone(), Same::of(dataset));
        Some(Self { key, dataset: Arc::clone(dataset), basis: Arc::clone(basis), linked: Arc::clone(linked) })
    }
}
