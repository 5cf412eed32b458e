//! Task of a study of methods on a thread: opening its folder, training its cells, reading a record.
//!
//! Cost: the trainings, each on one thread, on half of the processors, or fewer where their memory would not suffice. Memory: see [`wordfield_core::study`].

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::{StudyPlan, StudySetup};
use crate::{Differing, TestAnswers, core::catch_panic};
use wordfield_core::{
    corpus::{Cancel, Corpus},
    experiment::{DataCache, DataRecipe, Experiment, PointStore},
    memory::Budget,
    model::Preset,
    project::write_atomically,
    study::{
        Briefs, Finished, OpenCorpus, Plan, PlannedCell, Record, Row, RunChoice, Step, StudyError, StudyFolder, TRAINING_MEMORY,
        run,
    },
};

/// Minimum pause between two deliveries of a running study's rows: each delivery reads the new records and computes all tests.
const PAUSE: Duration = Duration::from_secs(1);
/// File name of the last study's setup, stored in the folder of its plan.
const SETUP: &str = "setup.json";

/// Task of a study of methods for a thread.
pub(super) struct StudyTask {
    /// The open corpus, on which the study runs.
    pub(super) corpus: Arc<Corpus>,
    /// Recipe of the datasets in the study.
    pub(super) recipe: DataRecipe,
    /// Kind of work in the study: look, run, open or compare.
    pub(super) work: StudyWork,
    /// Memory limit of all trainings of the study together.
    pub(super) memory: Budget,
    /// Folder of the folders of studies; `None` if studies cannot be run.
    pub(super) root: Option<PathBuf>,
    /// Flag that cancels the task of the study.
    pub(super) cancel: Arc<Cancel>,
}

/// Kind of work in a study of methods.
pub(super) enum StudyWork {
    /// Show the last study of the corpus, if there is one.
    Look,
    /// Train the cells of the study without a record, and store the setup with the plan.
    Run(Box<StudySetup>, Box<StudyPlan>),
    /// Read how the model of a study's cell was trained, to train it again.
    Open(StudyFolder, PlannedCell),
    /// Compare the predictions of two cells of a study.
    Compare(StudyFolder, Box<[PlannedCell; 2]>),
}

/// Result of a task of a study of methods.
#[derive(Clone, Debug)]
pub enum StudyUpdate {
    /// Setup of the last study, as read from its folder.
    Setup(Box<StudySetup>),
    /// Rows of the study's table.
    Rows(Arc<StudyShown>),
    /// Progress: a cell of the study has ended. Numbers of ended cells and of cells of this run, and estimated remaining seconds.
    Progress([usize; 2], f64),
    /// End of the study's cells, or failure of the study with this message.
    Ended(Result<Finished, String>),
    /// Model of a study's cell that is to be trained in the window.
    Train(PlannedCell, Box<Experiment>, Preset),
    /// Documents that two methods predict differently.
    Differ(Arc<StudyDifference>),
    /// Reason why a record or the folder of the study cannot be read.
    Problem(String),
}

/// Rows of a study of methods with their cells.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyShown {
    /// Plan of the study: cells in the order of the table.
    pub plan: Arc<Plan>,
    /// Rows of the study's table: methods by training sizes.
    pub rows: Vec<Row>,
    /// Folder of the study's records.
    pub(crate) folder: PathBuf,
}

/// Test documents that two methods predict differently.
#[derive(Clone, Debug)]
pub struct StudyDifference {
    /// Cells of the two compared methods.
    pub cells: [PlannedCell; 2],
    /// Predictions of both methods for the test documents.
    pub tests: [Arc<TestAnswers>; 2],
    /// Documents that the two methods predict differently.
    pub differing: Arc<Vec<Differing>>,
}

impl StudyShown {
    /// Cell of the given study row and seed.
    pub fn cell(&self, row: usize, seed: u64) -> Option<&PlannedCell> {
        let Row { label, train, at, .. } = self.rows.get(row)?;
        self.plan.cells.iter().find(|cell| (&cell.label, &cell.train, &cell.at, cell.seed) == (label, train, at, seed))
    }

    /// Whether the cell of the given study row and seed is finished.
    pub fn is_done(&self, row: usize, seed: u64) -> bool {
        let Some(row) = self.rows.get(row) else { return false };
        row.seeds.iter().zip(&row.values).any(|(&of, value)| of == seed && value.is_some())
    }

    /// Name of the score with its part, as in `test accuracy`; `score` if no cell is finished.
    pub fn score(&self) -> String {
        let scored = self.rows.iter().find(|row| row.mean.is_some());
        scored.map_or_else(|| "score".to_owned(), |row| Row::score_name(&row.metric))
    }

    fn read(folder: &StudyFolder, path: &Path, plan: &Arc<Plan>, briefs: &mut Briefs) -> Result<Arc<Self>, StudyError> {
        briefs.read(folder, plan)?;
        let rows = briefs.rows(plan, None)?;
        Ok(Arc::new(Self { plan: Arc::clone(plan), rows, folder: path.to_owned() }))
    }
}

impl StudyTask {
    /// Runs the task of the study and delivers the results one after another.
    pub(super) fn run(self, deliver: &(dyn Fn(StudyUpdate) + Sync)) {
        let trains = matches!(self.work, StudyWork::Run(..));
        let outcome = catch_panic(|| self.work(deliver));
        match outcome {
            Err(problem) if trains => deliver(StudyUpdate::Ended(Err(problem))),
            Err(problem) => deliver(StudyUpdate::Problem(problem)),
            Ok(()) => {}
        }
    }

    fn work(self, deliver: &(dyn Fn(StudyUpdate) + Sync)) -> Result<(), String> {
        let Self { corpus, recipe, work, memory, root, cancel } = self;
        match work {
            StudyWork::Look => {
                let Some(root) = root else { return Ok(()) };
                let path = folder_of(OpenCorpus::new(corpus, recipe), &root)?.0;
                look(&path, deliver).map_err(|error| error.to_string())
            }
            StudyWork::Run(setup, plan) => {
                let root = root.ok_or("The system has no folder for data of programs: set XDG_DATA_HOME to one.")?;
                let StudyPlan { methods, sizes, development, seeds } = *plan;
                let mut recipe = recipe;
                recipe.split.dev = development;
                let (path, open) = folder_of(OpenCorpus::new(corpus, recipe), &root)?;
                let study = open.plan(methods, &sizes, seeds as u64).map_err(|error| error.to_string())?;
                let train =
                    |place: usize, points: &mut PointStore, cache: &mut DataCache| study.train(place, points, cache, &cancel);
                let plan = Arc::new(study.plan.clone());
                if let Some([one, other]) = plan.repeated() {
                    return Err(format!("{} and {} are one run: leave out one of the two.", one.title(), other.title()));
                }
                let cells = (&*path, &plan, &*setup);
                let finished = run_cells(cells, memory, &train, deliver, &cancel).map_err(|error| error.to_string())?;
                deliver(StudyUpdate::Ended(Ok(finished)));
                Ok(())
            }
            StudyWork::Open(folder, cell) => {
                let Record { report, .. } = record(&folder, &cell)?;
                let preset = serde_json::from_value(report.parameters["preset"].clone()).unwrap_or_default();
                let experiment = report.experiment.ok_or_else(|| format!("{}: its record has no experiment", cell.name()))?;
                deliver(StudyUpdate::Train(cell, Box::new(experiment), preset));
                Ok(())
            }
            StudyWork::Compare(folder, cells) => {
                let test = |cell| record(&folder, cell).map(|record| TestAnswers::of_record(&corpus, &record.predictions));
                let tests = [Arc::new(test(&cells[0])?), Arc::new(test(&cells[1])?)];
                let differing = Arc::new(tests[0].differing(&tests[1]));
                deliver(StudyUpdate::Differ(Arc::new(StudyDifference { cells: *cells, tests, differing })));
                Ok(())
            }
        }
    }
}

/// Folder of the studies of an open corpus.
fn folder_of<E: ToString>(open: Result<OpenCorpus, E>, root: &Path) -> Result<(PathBuf, OpenCorpus), String> {
    let open = open.map_err(|error| error.to_string())?;
    let key = open.key().map_err(|error| error.to_string())?;
    Ok((root.join(key), open))
}

/// Delivers the last study stored in a folder.
fn look(path: &Path, deliver: &(dyn Fn(StudyUpdate) + Sync)) -> Result<(), StudyError> {
    let (folder, plan) = match StudyFolder::open(path) {
        Err(StudyError::NoPlan(_)) => return Ok(()),
        opened => opened?,
    };
    // The rows of a study are shown even if its setup is not stored.
    let setup = fs::read(path.join(SETUP)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    if let Some(setup) = setup {
        deliver(StudyUpdate::Setup(Box::new(setup)));
    }
    deliver(StudyUpdate::Rows(StudyShown::read(&folder, path, &Arc::new(plan), &mut Briefs::default())?));
    Ok(())
}

/// Trains the study's cells that have no record, and delivers the growing rows.
fn run_cells(
    (path, plan, setup): (&Path, &Arc<Plan>, &StudySetup),
    memory: Budget,
    train: &wordfield_core::study::Train<'_>,
    deliver: &(dyn Fn(StudyUpdate) + Sync),
    cancel: &Cancel,
) -> Result<Finished, StudyError> {
    if cancel.is_cancelled() {
        return Ok(Finished { interrupted: true, ..Finished::default() });
    }
    let folder = StudyFolder::create(path)?;
    folder.put_plan(plan)?;
    let text = serde_json::to_vec(setup).map_err(|cause| StudyError::Malformed(path.join(SETUP), cause))?;
    write_atomically(&path.join(SETUP), &text)?;
    let shown_at = Mutex::new((Briefs::default(), None::<Instant>));
    let show = |pause: Duration| {
        let (briefs, at) = &mut *shown_at.lock().unwrap_or_else(PoisonError::into_inner);
        if at.is_none_or(|at| at.elapsed() >= pause) {
            deliver(StudyUpdate::Rows(StudyShown::read(&folder, path, plan, briefs)?));
            *at = Some(Instant::now());
        }
        Ok::<_, StudyError>(())
    };
    // A damaged record is trained again.
    let _ = show(Duration::ZERO);
    let half = thread::available_parallelism().map_or(1, |all| all.get() / 2);
    let watch = |step: &Step<'_>| {
        deliver(StudyUpdate::Progress(step.extent, step.seconds_left));
        // An unreadable record of the study is reported at its end.
        let _ = show(PAUSE);
    };
    let finished = run(plan, &folder, &RunChoice::all(half, memory, TRAINING_MEMORY), train, &watch, cancel)?;
    show(Duration::ZERO)?;
    Ok(finished)
}

/// Reads the record of the study's finished cell.
fn record(folder: &StudyFolder, cell: &PlannedCell) -> Result<Record, String> {
    let record = folder.record(&cell.id).map_err(|error| error.to_string())?;
    record.ok_or_else(|| format!("{}: it has no record: run the study again", cell.name()))
}
