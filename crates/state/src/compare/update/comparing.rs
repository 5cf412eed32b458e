//! The comparison of two runs: its query, and its lines in the word field.

use std::sync::Arc;

use ndarray::{Axis, stack};

use crate::{
    Moment, Path, PathKind, Same, Tab, Workspace,
    compare::two_runs::{RunsKey, RunsQuery, TwoRuns},
    core::query::PendingQuery,
    queries::update::task::ViewQuery,
};

/// Key of the comparison, if it is visible.
fn wanted(workspace: &Workspace) -> Option<RunsKey> {
    let &TwoRuns { sides, lines, .. } = &workspace.compare.runs;
    if !lines && workspace.layout.tab != Tab::Compare {
        return None;
    }
    let [Some(first), Some(second)] = sides else { return None };
    let of = [(first.run, workspace.iteration_of(first)?), (second.run, workspace.iteration_of(second)?)];
    let ends = of.map(|side| workspace.end_at(side).map(|(latent, params)| (Same::of(latent), params.clone())));
    Some(RunsKey { of, ends: Box::new(ends) })
}

impl ViewQuery for RunsQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let key = wanted(workspace)?;
        let [first, second] = key.of.map(|(run, iteration)| workspace.state_at(Moment { run, iteration: Some(iteration) }));
        let ((first, of_first), (second, of_second)) = (first?, second?);
        let (places, params) = ([first, second], [of_first, of_second]);
        let priority = Arc::clone(&workspace.corpus.basis.as_ref()?.priority);
        Some(Self { key, places, params, priority })
    }

    /// Positions are copied only if the query is due.
    fn wanted(workspace: &Workspace) -> Option<RunsKey> {
        wanted(workspace)
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &RunsKey) -> &'a mut PendingQuery<Self> {
        &mut workspace.compare.runs.query
    }

    fn show(workspace: &mut Workspace, _key: RunsKey, difference: Self::Answer) {
        let words = workspace.corpus.basis.as_ref().map_or(0, |basis| basis.words.len());
        workspace.compare.runs.apart = difference.filter(|difference| difference.places[0].nrows() == words);
        draw(workspace);
    }
}

/// Lines from the words' transformed positions in the first run to those in the second, if the second is shown.
pub(crate) fn draw(workspace: &mut Workspace) {
    let TwoRuns { apart: Some(apart), lines: true, .. } = &workspace.compare.runs else { return };
    let own = apart.key[1].0 == workspace.run.id;
    let line = |&(word, _): &(usize, f64)| {
        let ends = apart.places.each_ref().map(|places| places.row(word));
        stack(Axis(0), &ends).ok().map(|points| Path { word, points })
    };
    let lines: Vec<Path> = apart.moved.iter().filter(|_| own).filter_map(line).collect();
    workspace.draw_paths(PathKind::Moved, lines);
}
