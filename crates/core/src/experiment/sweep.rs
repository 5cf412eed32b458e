//! Sweep: models × compared axes × seeds, each cell with a grid search over parameters.
//!
//! A [`Cell`] is one model with one value of every compared axis and one seed.
//! Within a cell the best point of the grid is chosen on the development part;
//! the test part is then evaluated once, for the chosen model.
//! Finished points of a cell may be kept in a [`PointStore`]; finished cells are kept by a study ([`crate::study`]).
//!
//! Cost: one training per point and cell. Memory: one corpus, one dataset, the best model of the cell under way, and the reports.

use std::{num::NonZeroUsize, sync::Arc};

use super::{
    Axis, Built, ClassView, DataAxis, DataCache, DataRecipe, Experiment, Grid, GridSearch, Metrics, Observer, Place, PointStore,
    Report, StoppingRules, SweepError, TrainedRun, TrainingError, out_of_fold::Folds, settings_of, training::train,
};
use crate::{
    corpus::{Cancel, Dataset, VectorFile},
    memory::Budget,
    metric::CalibratedOn,
    model::{ModelKind, Params, Preset, StopReason},
    train::{TrainOptions, text_only},
};

/// Setting of a sweep's cell: names and values of the compared axes, in axis order.
pub type Setting = Vec<(String, String)>;

/// Function that returns the grid to search in a cell.
pub(super) type GridOf<'a> = dyn Fn(&Cell, Option<&Dataset>) -> Result<Grid, SweepError> + Sync + 'a;

/// Definition of a sweep: models × compared axes × seeds.
pub struct Sweep<'a> {
    /// Data recipe of the sweep, changed in each cell by compared axes and seed.
    pub data: DataRecipe,
    /// Kinds of model to train in the sweep.
    pub models: Vec<ModelKind>,
    /// Compared axes, with a result for every value: of the table [`DATA_AXES`](super::DATA_AXES), or parameters of the models.
    pub compare: Vec<Axis>,
    /// Seeds of split, initial positions and word dropout.
    pub seeds: Vec<u64>,
    /// Grid of a cell, searched on the development part; without a dataset it only checks the parameters.
    pub grid: &'a GridOf<'a>,
    /// Stopping rules of every training in the sweep.
    pub rules: StoppingRules,
    /// Documents on which class probabilities are calibrated.
    pub calibrate: CalibratedOn,
    /// Memory budget of training.
    pub memory: Budget,
    /// Preset from which the parameters come, as reports name it.
    pub preset: Preset,
    /// Number of threads of a training; `None`: one for each core.
    pub threads: Option<NonZeroUsize>,
}

/// Cell of a sweep: one model, one value of every compared axis, one seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Kind of model trained in the cell.
    pub model: ModelKind,
    /// Values of the compared axes in the cell.
    pub setting: Setting,
    /// Random seed of the cell.
    pub seed: u64,
}

/// Result of a cell: its chosen model.
#[derive(Debug)]
pub struct CellResult {
    /// Cell of the sweep to which this result belongs.
    pub cell: Cell,
    /// Report of the cell's chosen model, with the scores of the test part.
    pub report: Report,
}

/// Trained cell of a sweep: its result, with the chosen model.
#[derive(Debug)]
pub struct TrainedCell {
    /// Result of the cell, with the report of the chosen model.
    pub result: CellResult,
    /// Dataset on which the chosen model was trained.
    pub data: Arc<Dataset>,
    /// Training of the chosen model.
    pub run: TrainedRun,
    /// Whether the cell was cancelled before its end.
    pub interrupted: bool,
}

/// Result of a sweep.
#[derive(Debug)]
pub struct SweepResult {
    /// Finished cells of the sweep, in order.
    pub cells: Vec<CellResult>,
    /// Whether the sweep was cancelled.
    pub interrupted: bool,
}

impl Cell {
    /// Values of the compared axes that are parameters of the model.
    pub fn parameters(&self) -> impl Iterator<Item = &(String, String)> {
        self.setting.iter().filter(|(key, _)| DataAxis::of(key).is_none())
    }

    /// Name of the cell by axis values and seed, as in `train 200, seed 3`.
    pub fn name(&self) -> String {
        let values = self.setting.iter().map(|(key, value)| format!("{key} {value}"));
        values.chain([format!("seed {}", self.seed)]).collect::<Vec<_>>().join(", ")
    }

    /// Name of the cell's model and axis values, as in `smm train=200`.
    fn setting_name(&self) -> String {
        let values = self.setting.iter().map(|(key, value)| format!("{key}={value}"));
        [self.model.info().command.to_owned()].into_iter().chain(values).collect::<Vec<_>>().join(" ")
    }

    /// Data recipe of the cell: that of its sweep, changed by the compared axes and the seed.
    ///
    /// # Errors
    /// Returns an error if the value of an axis is invalid.
    pub(crate) fn recipe(&self, data: &DataRecipe) -> Result<DataRecipe, SweepError> {
        let mut recipe = data.clone();
        for (key, value) in &self.setting {
            if let Some(axis) = DataAxis::of(key) {
                axis.apply(&mut recipe, value).map_err(|error| SweepError::Settings(format!("--compare {error}")))?;
            }
        }
        recipe.split.seed = self.seed;
        Ok(recipe)
    }
}

impl Sweep<'_> {
    /// Cells of the sweep: models, then compared axes, then seeds.
    /// A model without the parameter of an axis runs once for all its values.
    pub fn cells(&self) -> Vec<Cell> {
        let of_model = |&model: &ModelKind| {
            let cell = move |setting: Setting| self.seeds.iter().map(move |&seed| Cell { model, setting: setting.clone(), seed });
            settings_of(&self.compare, model).into_iter().flat_map(cell)
        };
        self.models.iter().flat_map(of_model).collect()
    }

    /// Checks the settings of every cell without reading a file.
    ///
    /// # Errors
    /// Returns an error at the first contradiction, or two values of a compared axis that give the same run.
    pub fn check(&self) -> Result<(), SweepError> {
        let mut first: Vec<(Cell, DataRecipe, Grid)> = Vec::new();
        for cell in self.cells().into_iter().filter(|cell| self.seeds.first() == Some(&cell.seed)) {
            let (recipe, grid) = (cell.recipe(&self.data)?, (self.grid)(&cell, None)?);
            if let Some((same, ..)) = first.iter().find(|(_, data, points)| (data, points) == (&recipe, &grid)) {
                let (one, other) = (same.setting_name(), cell.setting_name());
                return Err(SweepError::Settings(format!("--compare: {one} and {other} are one run: give it once")));
            }
            first.push((cell, recipe, grid));
        }
        Ok(())
    }

    /// Runs one cell of the sweep; finished points of its search are taken from `points` and added to it.
    ///
    /// # Errors
    /// Returns an error if data, settings or every training fail, or a point cannot be stored.
    pub fn run_cell(
        &self,
        cell: &Cell,
        points: &mut PointStore,
        cache: &mut DataCache,
        observer: &mut dyn Observer,
        cancel: &Cancel,
    ) -> Result<TrainedCell, SweepError> {
        CellRun { sweep: self, cell: (0, cell), cells: 1, points, observer, cancel }.run(cache)
    }

    /// Runs every cell.
    /// A cancelled sweep returns the finished cells; the current cell counts only if it is the first, with the best point so far.
    ///
    /// # Errors
    /// Returns an error if data, settings or a whole cell fail.
    pub fn run(&self, observer: &mut dyn Observer, cancel: &Cancel) -> Result<SweepResult, SweepError> {
        let all = self.cells();
        let (mut cache, mut cells) = (DataCache::default(), Vec::with_capacity(all.len()));
        for (index, cell) in all.iter().enumerate() {
            let points = &mut PointStore::default();
            let mut run = CellRun { sweep: self, cell: (index, cell), cells: all.len(), points, observer, cancel };
            match run.run(&mut cache) {
                Ok(TrainedCell { interrupted: true, .. }) if !cells.is_empty() => {
                    return Ok(SweepResult { cells, interrupted: true });
                }
                Ok(TrainedCell { result, interrupted, .. }) => {
                    observer.chosen(&result);
                    cells.push(result);
                    if interrupted {
                        return Ok(SweepResult { cells, interrupted });
                    }
                }
                Err(_) if cancel.is_cancelled() && !cells.is_empty() => return Ok(SweepResult { cells, interrupted: true }),
                Err(error) => return Err(error),
            }
        }
        Ok(SweepResult { cells, interrupted: false })
    }
}

/// Cell of a sweep whose training is in progress.
struct CellRun<'a, 'b> {
    sweep: &'a Sweep<'b>,
    cell: (usize, &'a Cell),
    cells: usize,
    points: &'a mut PointStore,
    observer: &'a mut dyn Observer,
    cancel: &'a Cancel,
}

impl CellRun<'_, '_> {
    /// Trains the points of the cell and evaluates the best.
    fn run(&mut self, cache: &mut DataCache) -> Result<TrainedCell, SweepError> {
        let (sweep, cell) = (self.sweep, self.cell.1);
        let recipe = cell.recipe(&sweep.data)?;
        let first = (sweep.grid)(cell, None)?;
        let weighting = first.params(0).map(Params::weighting).unwrap_or_default();
        let Built { dataset, vectors: table } = recipe.build(weighting, cache, self.cancel)?;
        let vectors: Vec<VectorFile> = table.iter().flat_map(|table| table.files().cloned()).collect();
        let data = Arc::new(dataset);
        let out_of_fold = sweep.calibrate == CalibratedOn::OutOfFold;
        let folds = out_of_fold.then(|| Folds::of(&data, cell.seed)).transpose()?;
        let grid = (sweep.grid)(cell, Some(&data))?;
        let points = grid.len();
        let Some(params) = grid.params(0) else { return Err(SweepError::Settings("there is nothing to train".to_owned())) };
        if points > 1 && data.split.dev.is_empty() {
            return Err(SweepError::NoDevelopmentPart { points });
        }
        let mut notes = data.notes.clone();
        notes.extend(text_only(&data, params, sweep.memory));
        let experiment = |params: &Params| {
            let options = TrainOptions { threads: sweep.threads, ..sweep.rules.options(params, &data) };
            let calibrate = sweep.calibrate;
            Experiment { calibrate, ..Experiment::new(recipe.clone(), params.clone(), cell.seed, options) }
        };
        self.observer.cell(self.cell, &data, &grid, &notes);

        let mut search: GridSearch<Option<TrainedRun>> = GridSearch::new(grid, cell.model.info().metric);
        let mut interrupted = false;
        while let Some(params) = search.due().cloned() {
            let place = self.place(&search);
            if let Some(outcome) = self.points.get(&place.setting).filter(|_| points > 1) {
                search.trained(&outcome, None);
                continue;
            }
            let experiment = experiment(&params);
            self.observer.training(&place, &experiment);
            match train(&data, &experiment, sweep.memory, self.cancel, self.observer) {
                Ok((run, outcome)) => {
                    interrupted = run.reason == StopReason::User;
                    if interrupted && search.best().is_some() {
                        break;
                    }
                    let best = search.trained(&outcome, Some(run));
                    let place = Place { best: search.best_so_far(), ..place };
                    self.observer.trained(&place, &outcome, best);
                    if !interrupted && points > 1 {
                        self.points.put(place.setting, outcome)?;
                    }
                }
                Err(TrainingError::Failed(problem)) if points > 1 => {
                    self.observer.failed(&place, &problem);
                    search.failed(problem);
                }
                Err(TrainingError::Cancelled) if search.best().is_some() => interrupted = true,
                Err(error) => return Err(error.into()),
            }
            if interrupted {
                break;
            }
        }
        let best = search.best().map(|(params, _)| experiment(params));
        let (run, searched) = search.end();
        let (Some(experiment), Some(run)) = (best, run) else {
            let first = searched.tried.iter().find_map(|tried| tried.failure.clone()).unwrap_or_default();
            return Err(SweepError::AllFailed { points, first });
        };
        // A best point from the store is trained again, because its model is not stored.
        let run = match run {
            Some(run) => run,
            None => train(&data, &experiment, sweep.memory, self.cancel, self.observer)?.0,
        };
        let mut calibration = ClassView::of_predictions(&run.predictions).and_then(|found| found.calibration(&data));
        if let Some(folds) = folds.filter(|_| !interrupted) {
            let of = (&*data, table.as_ref());
            calibration = folds.calibrate(of, &experiment, &run.fitted, sweep.memory, self.cancel, self.observer)?;
            interrupted = self.cancel.is_cancelled();
        }
        let metrics = Metrics::from_predictions(&data, &run.fitted, &run.predictions, calibration);
        if out_of_fold && interrupted && calibration.is_none() {
            notes.push("Probabilities are not calibrated, because the run was interrupted.".to_owned());
        }
        notes.extend(run.fitted.note());
        let search = (points > 1).then_some(searched);
        let report = Report::new(&experiment, sweep.preset, (&data, &vectors), &run, (&metrics, calibration), search, notes);
        Ok(TrainedCell { result: CellResult { cell: cell.clone(), report }, data, run, interrupted })
    }

    fn place(&self, search: &GridSearch<Option<TrainedRun>>) -> Place {
        let [point, points] = search.extent();
        Place {
            cell: (self.cell.0, self.cell.1.clone()),
            cells: self.cells,
            point,
            points,
            setting: search.due_setting(),
            best: search.best_so_far(),
        }
    }
}

#[cfg(test)]
mod tests;
