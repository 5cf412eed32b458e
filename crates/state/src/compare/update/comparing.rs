//! Comparison of two runs: its job, lines in the word field, and the records of the table of runs.

use std::sync::Arc;

use ndarray::{Axis, stack};

use crate::{
    Differing, Job, Moment, Path, PathKind, RunRecord, Same, Tab, Workspace,
    compare::{
        RecordKey,
        two_runs::{RunsInput, RunsKey, TwoRuns},
    },
    core::job::{At, start_then},
};

/// Key of the comparison of two runs, if it is visible.
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

/// Starts the comparison of two runs while it is visible. Positions are copied only if a comparison is due.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = wanted(workspace)?;
    workspace.compare.runs.job.due_unless(&key, |running| running.of == key.of)?;
    let Some(input) = input(workspace, &key) else {
        workspace.compare.runs.job.skip(key);
        return None;
    };
    let at: At<_, _> = |workspace| &mut workspace.compare.runs.job;
    Some(
        start_then(
            workspace,
            "two runs",
            at,
            key,
            move |_| Some(input.compare()),
            |workspace, _, difference| {
                let words = workspace.corpus.basis.as_ref().map_or(0, |basis| basis.words.len());
                workspace.compare.runs.apart = difference.filter(|difference| difference.places[0].nrows() == words);
                draw(workspace);
            },
        )
        .long(),
    )
}

fn input(workspace: &Workspace, key: &RunsKey) -> Option<RunsInput> {
    let [first, second] = key.of.map(|(run, iteration)| workspace.state_at(Moment { run, iteration: Some(iteration) }));
    let ((first, of_first), (second, of_second)) = (first?, second?);
    let (places, params) = ([first, second], [of_first, of_second]);
    let priority = Arc::clone(&workspace.corpus.basis.as_ref()?.priority);
    Some(RunsInput { key: key.clone(), places, params, priority })
}

/// Records scores and predictions of the current run when another run starts.
pub(crate) fn record(workspace: &mut Workspace) {
    if let Some(record) = workspace.current_record() {
        workspace.run.table.keep(record);
    }
}

/// Stores the current run when a new run starts, unless the current run belongs to a search or has no iteration.
pub(crate) fn keep(workspace: &mut Workspace) {
    if workspace.run.earlier.get(workspace.run.id).is_some() {
        return;
    }
    record(workspace);
    let steps = workspace.timeline.history.as_ref().map_or(0, |history| history.len());
    if steps < 2 || workspace.is_searching() {
        return;
    }
    let Some(run) = workspace.current_run().filter(|run| !run.latent.is_empty()) else { return };
    workspace.run.earlier.keep(run);
    // By default the earlier run is compared with the new one.
    workspace.compare.runs.sides = [Some(Moment::end_of(workspace.run.id)), Some(Moment::end_of(workspace.run.id + 1))];
}

/// Lines from each word's transformed position in the first run to that in the second, if the second is shown.
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

/// Updates the record of the current run and the comparison of two runs while they are visible.
pub(crate) fn refresh(workspace: &mut Workspace) {
    if workspace.layout.tab != Tab::Compare {
        workspace.compare.current.forget();
        workspace.compare.differing.forget();
        return;
    }
    if let Some(key) = workspace.record_key().filter(|key| !workspace.compare.current.is_of(key)) {
        let record = workspace.current_record().map(Arc::new);
        workspace.compare.current.of(key, || record);
    }
    if let Some((pair, differing)) = workspace.run_differences() {
        workspace.compare.differing.of(pair.each_ref().map(Same::of), || differing);
    }
}

/// Records of two runs, and the test documents that they predict differently.
type RunDifferences = ([Arc<RunRecord>; 2], Arc<Vec<Differing>>);

impl Workspace {
    /// Inputs for the record of the current run; `None` if it cannot be recorded.
    fn record_key(&self) -> Option<RecordKey> {
        let snapshot = self.run.latest.as_ref().filter(|_| !self.is_searching())?;
        let dataset = self.corpus.dataset.as_ref()?;
        Some((self.run.id, Same::of(dataset), Same::of(snapshot), self.choices.settings.params.clone()))
    }

    /// Record of the current run, unless it belongs to a search; `None` before its first snapshot.
    /// Cost: a pass over the test documents.
    pub(crate) fn current_record(&self) -> Option<RunRecord> {
        let snapshot = self.run.latest.as_ref().filter(|_| !self.is_searching())?;
        let (params, seed) = (&self.choices.settings.params, self.corpus.loaded_options.split.seed);
        Some(RunRecord::of(self.run.id, params, seed, self.corpus.dataset.as_ref()?, snapshot))
    }

    /// Records of all runs of this corpus, oldest first, the current one last.
    pub fn run_records(&self) -> Vec<Arc<RunRecord>> {
        let known = self.record_key().and_then(|key| self.compare.current.get(&key).cloned());
        let current = known.unwrap_or_else(|| self.current_record().map(Arc::new));
        self.run.table.iter().cloned().chain(current).collect()
    }

    /// Records of the two runs whose predictions are compared: the chosen ones, or the last two.
    pub fn compared_records(&self) -> Option<[Arc<RunRecord>; 2]> {
        let records = self.run_records();
        let of = |run: u64| records.iter().find(|record| record.run == run).cloned();
        let chosen = self.compare.records.and_then(|[first, second]| Some([of(first)?, of(second)?]));
        chosen.or_else(|| records.last_chunk().cloned())
    }

    /// Records of the two compared runs, and the test documents that they predict differently.
    pub fn run_differences(&self) -> Option<RunDifferences> {
        let pair = self.compared_records()?;
        let known = self.compare.differing.get(&pair.each_ref().map(Same::of)).cloned();
        let differing = known.unwrap_or_else(|| Arc::new(pair[0].test.differing(&pair[1].test)));
        Some((pair, differing))
    }
}
