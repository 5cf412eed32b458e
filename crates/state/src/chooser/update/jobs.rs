//! Jobs of the word search, the semantic axis and the summary of the selection set.

use std::sync::Arc;

use crate::{Job, Ranking, Same, Summary, Underway, Workspace, core::job::start};

/// Starts the word search while its window is open.
pub(crate) fn due_find(workspace: &mut Workspace) -> Option<Job> {
    let (find, dataset) = (workspace.chooser.find.clone()?, Arc::clone(workspace.corpus.dataset.as_ref()?));
    let key = (find.clone(), Same::of(&dataset));
    workspace.chooser.hits.due_unless(&key, |_| false)?;
    let work = move |_: &Underway| Some(Arc::new(find.hits(&dataset)));
    Some(start(workspace, "search", |workspace| &mut workspace.chooser.hits, key, work))
}

/// Starts the ranking of the words along the open semantic axis.
pub(crate) fn due_axis(workspace: &mut Workspace) -> Option<Job> {
    let (axis, latent) = (workspace.chooser.axis?, Arc::clone(&workspace.field.scene.as_ref()?.latent));
    let key = (axis.first, axis.second, Same::of(&latent));
    workspace.chooser.ranking.due_unless(&key, |running| (running.0, running.1) == (key.0, key.1))?;
    let work = move |_: &Underway| Some(Arc::new(Ranking::of(&latent, axis.first, axis.second)));
    Some(start(workspace, "axis", |workspace| &mut workspace.chooser.ranking, key, work))
}

/// Starts the summary of a selection set of several members, since the inspector shows single ones.
pub(crate) fn due_summary(workspace: &mut Workspace) -> Option<Job> {
    let set = &workspace.choices.selection;
    let linked = workspace.chooser.linked.value()?.as_ref().filter(|_| set.count() > 1)?;
    let (dataset, basis) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let key = (set.clone(), Same::of(dataset));
    workspace.chooser.summary.due_unless(&key, |_| false)?;
    let (set, dataset, basis, linked) = (set.clone(), Arc::clone(dataset), Arc::clone(basis), Arc::clone(linked));
    let work = move |_: &Underway| Some(Arc::new(Summary::of(&set, &dataset, &basis, &linked)));
    Some(start(workspace, "summary", |workspace| &mut workspace.chooser.summary, key, work))
}
