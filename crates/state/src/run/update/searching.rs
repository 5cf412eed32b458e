//! Grid search in the window: one visible run per grid point, after which the best point is adopted.
//!
//! The worker trains one setting per run and does not know about the search.
//! When a run ends, its development score is recorded here and the next one starts. Cost: one training per setting.
//! Memory: the settings and their scores.

use crate::{Effect, Message, Phase, Searching, Settings, Workspace, papers_axes, run::update::restart};
use wordfield_core::{
    experiment::{Grid, GridError, GridSearch, Outcome},
    model::{Preset, StopReason},
    train::RunState,
};

/// Grid of all combinations of the papers' values, around the shown settings.
fn papers_grid(settings: &Settings) -> Result<Grid, GridError> {
    let shown = settings.shown();
    Grid::new(papers_axes(settings), |setting| {
        let mut params = shown.clone();
        setting.iter().try_for_each(|(key, value)| params.set(key, value))?;
        Ok(params)
    })
}

/// Starts a search over the papers' grid.
pub(crate) fn begin(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(dataset) = &workspace.corpus.dataset else { return Vec::new() };
    let problem = if dataset.split.dev.is_empty() {
        "The search needs development documents to choose the best setting: set their share under Vocabulary and split."
            .to_owned()
    } else if dataset.weighting != workspace.choices.settings.params.weighting() {
        "The documents are still being weighted: start the search afterwards.".to_owned()
    } else {
        match papers_grid(&workspace.choices.settings) {
            Ok(grid) => {
                let metric = workspace.choices.settings.params.kind().info().metric;
                return next(workspace, Searching { search: GridSearch::new(grid, metric), under_way: true });
            }
            Err(error) => error.to_string(),
        }
    };
    workspace.message = Some(Message::error(problem));
    Vec::new()
}

/// Trains the next point of the grid search, or the best one at its end.
fn next(workspace: &mut Workspace, searching: Searching) -> Vec<Effect> {
    match searching.search.due().cloned() {
        Some(params) => {
            workspace.choices.settings = workspace.choices.settings.with(Preset::Paper, params);
            let effects = restart(workspace);
            workspace.run.search = Some(searching);
            effects
        }
        None => end(workspace, searching),
    }
}

/// Continues the grid search after a run has ended.
pub(crate) fn advance(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(mut searching) = workspace.run.search.take_if(|searching| searching.under_way) else { return Vec::new() };
    match (workspace.run.phase, &workspace.run.latest) {
        (Phase::Run(RunState::Stopped(StopReason::User)), _) => end(workspace, searching),
        (Phase::Run(RunState::Stopped(reason)), Some(snapshot)) => {
            let outcome = Outcome::new(snapshot.scores, snapshot.iteration, 0.0, reason);
            searching.search.trained(&outcome, ());
            next(workspace, searching)
        }
        (Phase::Run(RunState::Failed), _) => {
            let failure = workspace.message.take().map_or_else(String::new, |message| message.text);
            searching.search.failed(failure);
            next(workspace, searching)
        }
        _ => {
            workspace.run.search = Some(searching);
            Vec::new()
        }
    }
}

/// Ends the search at the user's request.
pub(crate) fn cancel(workspace: &mut Workspace) -> Vec<Effect> {
    match workspace.run.search.take_if(|searching| searching.under_way) {
        Some(searching) => end(workspace, searching),
        None => Vec::new(),
    }
}

/// Adopts and trains the best point of the grid search, unless it is the current one.
fn end(workspace: &mut Workspace, mut searching: Searching) -> Vec<Effect> {
    searching.under_way = false;
    let best = searching.search.best().map(|(params, ())| params.clone());
    let effects = match best.filter(|best| *best != workspace.choices.settings.params) {
        Some(best) => {
            workspace.choices.settings = workspace.choices.settings.with(Preset::Paper, best);
            restart(workspace)
        }
        None => Vec::new(),
    };
    workspace.run.search = Some(searching);
    effects
}

#[cfg(test)]
mod tests;
