//! Runner of a study's cells: several at a time, each on one thread.
//!
//! Cost: the trainings, divided by the number of jobs. Memory: a corpus, a dataset and a model for each job.

use std::{
    collections::{HashMap, HashSet},
    num::NonZeroUsize,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

use parking_lot::Mutex;
use rayon::ThreadPoolBuilder;

use super::{CellState, Plan, PlannedCell, Record, StudyError, StudyFolder};
use crate::{
    corpus::Cancel,
    experiment::{DataCache, PointStore, SweepError, TrainedCell, TrainingError},
    memory::Budget,
};

/// Choice of a study's cells to run, and of the number that run at a time.
#[derive(Clone, Copy, Debug)]
pub struct RunChoice {
    /// Shard of the study to run, counted from 1, and number of shards.
    pub shard: (usize, usize),
    /// Number of the study's cells that run at a time.
    pub jobs: NonZeroUsize,
    /// Whether failed cells of the study are run again.
    pub retry: bool,
}

impl RunChoice {
    /// Run of all cells that are missing or failed, on at most `cores` threads, as many as fit `memory` if each takes `each`.
    pub fn all(cores: usize, memory: Budget, each: Budget) -> Self {
        let fitting = usize::try_from(memory.bytes() / each.bytes().max(1)).unwrap_or(usize::MAX);
        let jobs = NonZeroUsize::new(cores.min(fitting)).unwrap_or(NonZeroUsize::MIN);
        Self { shard: (1, 1), jobs, retry: true }
    }

    /// Whether a cell in this state must be run.
    fn is_due(&self, state: CellState) -> bool {
        match state {
            CellState::Done => false,
            CellState::Failed => self.retry,
            CellState::Missing => true,
        }
    }
}

/// Step of a running study: a cell that has just ended.
#[derive(Debug)]
pub struct Step<'a> {
    /// Index of the cell in the study's plan.
    pub place: usize,
    /// Number of cells that have ended in this call, and total number of cells to run.
    pub extent: [usize; 2],
    /// Record of the cell, or its failure message.
    pub outcome: Result<&'a Record, &'a str>,
    /// Estimated seconds until the last cell of this run ends.
    pub seconds_left: f64,
}

/// Result of running a study's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// Number of cells finished in this call of the runner.
    pub done: usize,
    /// Number of cells that failed in this call of the runner.
    pub failed: usize,
    /// Number of cells that other processes are training at the moment.
    pub elsewhere: usize,
    /// Whether the study was cancelled.
    pub interrupted: bool,
}

/// Function that trains one cell of the plan.
pub type Train<'a> = dyn Fn(usize, &mut PointStore, &mut DataCache) -> Result<TrainedCell, SweepError> + Sync + 'a;

/// Runs the missing cells of a shard.
/// A cell that fails leaves its message and the remaining cells continue;
/// a cancelled cell leaves the finished points of its search.
///
/// # Errors
/// Returns an error if the study's folder cannot be written.
pub fn run(
    plan: &Plan,
    folder: &StudyFolder,
    choice: &RunChoice,
    train: &Train<'_>,
    watch: &(dyn Fn(&Step<'_>) + Sync),
    cancel: &Cancel,
) -> Result<Finished, StudyError> {
    let is_due = |&place: &usize| choice.is_due(folder.state(&plan.cells[place].id));
    let mut due: Vec<usize> = plan.of_shard(choice.shard).into_iter().filter(is_due).collect();
    // Cells with the same result, such as two labels of one method, run once.
    let mut seen = HashSet::new();
    due.retain(|&place| seen.insert(&plan.cells[place].id));
    let run = Run {
        plan,
        folder,
        choice,
        train,
        watch,
        cancel,
        due: &due,
        next: AtomicUsize::new(0),
        state: Mutex::new(State { finished: Finished::default(), ended: vec![false; due.len()], seconds: HashMap::new() }),
    };
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..choice.jobs.get().min(due.len())).map(|_| scope.spawn(|| run.work())).collect();
        let outcomes: Vec<_> = jobs.into_iter().map(thread::ScopedJoinHandle::join).collect();
        let lost = || Err(StudyError::Thread("a training thread ended without a result".to_owned()));
        outcomes.into_iter().try_for_each(|outcome| outcome.unwrap_or_else(|_| lost()))
    })?;
    Ok(Finished { interrupted: cancel.is_cancelled(), ..run.state.into_inner().finished })
}

struct Run<'a> {
    plan: &'a Plan,
    folder: &'a StudyFolder,
    choice: &'a RunChoice,
    train: &'a Train<'a>,
    watch: &'a (dyn Fn(&Step<'_>) + Sync),
    cancel: &'a Cancel,
    due: &'a [usize],
    next: AtomicUsize,
    state: Mutex<State<'a>>,
}

/// Key of cells with similar durations: corpus, method and training size.
type Alike<'a> = (&'a str, &'a str, &'a str);

struct State<'a> {
    finished: Finished,
    ended: Vec<bool>,
    /// Total seconds and number of ended cells, by corpus, method and size.
    seconds: HashMap<Alike<'a>, (f64, usize)>,
}

impl State<'_> {
    /// Estimated total seconds of the cells that have not ended, on one thread.
    fn left<'a>(&self, cells: impl Iterator<Item = &'a PlannedCell>) -> f64 {
        let (sum, count) = self.seconds.values().fold((0.0, 0), |(sum, count), (seconds, n)| (sum + seconds, count + n));
        let mean = sum / count.max(1) as f64;
        let one = |cell| self.seconds.get(&alike(cell)).map_or(mean, |(seconds, n)| seconds / *n as f64);
        cells.zip(&self.ended).filter(|(_, ended)| !**ended).map(|(cell, _)| one(cell)).sum()
    }
}

fn alike(cell: &PlannedCell) -> Alike<'_> {
    (&cell.corpus, &cell.label, &cell.train)
}

impl Run<'_> {
    /// Runs due cells one after another until none is left.
    fn work(&self) -> Result<(), StudyError> {
        // Parallel computations of this thread stay on it; a cell's trainer has one thread of its own.
        let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let _pool = pool.map_err(|error| StudyError::Thread(error.to_string()))?;
        let mut cache = DataCache::default();
        while !self.cancel.is_cancelled() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&place) = self.due.get(index) else { break };
            let id = &self.plan.cells[place].id;
            let Some(_claim) = self.folder.claim(id)? else {
                self.elsewhere(index);
                continue;
            };
            // Another process may have ended the cell since it was found to be missing.
            if !self.choice.is_due(self.folder.state(id)) {
                self.elsewhere(index);
                continue;
            }
            self.cell(index, place, &mut cache)?;
        }
        Ok(())
    }

    fn elsewhere(&self, index: usize) {
        let mut state = self.state.lock();
        state.finished.elsewhere += 1;
        state.ended[index] = true;
    }

    fn cell(&self, index: usize, place: usize, cache: &mut DataCache) -> Result<(), StudyError> {
        let (id, started) = (&self.plan.cells[place].id, Instant::now());
        let mut points = self.folder.points(id)?;
        let trained = (self.train)(place, &mut points, cache);
        let seconds = started.elapsed().as_secs_f64();
        match trained {
            Ok(TrainedCell { interrupted: true, .. }) | Err(SweepError::Training(TrainingError::Cancelled)) => {}
            Err(_) if self.cancel.is_cancelled() => {}
            Ok(TrainedCell { result, data, run, .. }) => {
                let record = Record::new(id.clone(), seconds, result.report, &data, &run);
                self.folder.put(&record)?;
                self.ended(index, Ok(&record));
            }
            Err(error) => {
                let problem = error.to_string();
                self.folder.put_failure(id, problem.clone())?;
                self.ended(index, Err(&problem));
            }
        }
        Ok(())
    }

    fn ended(&self, index: usize, outcome: Result<&Record, &str>) {
        let place = self.due[index];
        let mut state = self.state.lock();
        state.ended[index] = true;
        if let Ok(record) = outcome {
            state.finished.done += 1;
            let of_kind = state.seconds.entry(alike(&self.plan.cells[place])).or_default();
            (of_kind.0, of_kind.1) = (of_kind.0 + record.seconds, of_kind.1 + 1);
        } else {
            state.finished.failed += 1;
        }
        let ended = state.ended.iter().filter(|&&ended| ended).count();
        let left = state.left(self.due.iter().map(|&place| &self.plan.cells[place])) / self.choice.jobs.get() as f64;
        // The state's lock is held during the callback, so that output lines of several jobs keep their order.
        (self.watch)(&Step { place, extent: [ended, self.due.len()], outcome, seconds_left: left });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_those_that_cores_and_memory_allow_and_one_at_least() {
        let jobs = |cores, memory, each| RunChoice::all(cores, Budget::new(memory), Budget::new(each)).jobs.get();
        assert_eq!([jobs(8, 12, 4), jobs(2, 12, 4), jobs(8, 3, 4), jobs(0, 12, 4), jobs(3, 12, 0)], [3, 2, 1, 1, 3]);
    }
}
