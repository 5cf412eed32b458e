//! Queries of the word search, the semantic axis and the summary of the selection set.

use std::sync::Arc;

use crate::{
    Hits, Ranking, Same, Summary, Workspace,
    chooser::{
        axis::{AxisKey, AxisQuery},
        find::{FindKey, FindQuery},
        summary::{SummaryKey, SummaryQuery},
    },
    core::query::PendingQuery,
    queries::update::task::ViewQuery,
};

impl ViewQuery for FindQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let (find, dataset) = (workspace.chooser.find.clone()?, Arc::clone(workspace.corpus.dataset.as_ref()?));
        Some(Self { find, dataset })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &FindKey) -> &'a mut PendingQuery<Self> {
        &mut workspace.chooser.find_query
    }

    fn show(workspace: &mut Workspace, key: FindKey, hits: Arc<Hits>) {
        workspace.chooser.hits = Some((key, hits));
    }
}

impl ViewQuery for AxisQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let (axis, scene) = (workspace.chooser.axis?, workspace.field.scene.as_ref()?);
        Some(Self { first: axis.first, second: axis.second, latent: Arc::clone(&scene.latent) })
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &AxisKey) -> &'a mut PendingQuery<Self> {
        &mut workspace.chooser.axis_query
    }

    fn show(workspace: &mut Workspace, key: AxisKey, ranking: Arc<Ranking>) {
        workspace.chooser.ranking = Some((key, ranking));
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

    fn slot<'a>(workspace: &'a mut Workspace, _key: &SummaryKey) -> &'a mut PendingQuery<Self> {
        &mut workspace.chooser.summary_query
    }

    fn show(workspace: &mut Workspace, key: SummaryKey, summary: Arc<Summary>) {
        workspace.chooser.summary = Some((key, summary));
    }
}
