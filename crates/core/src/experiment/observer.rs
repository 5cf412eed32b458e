//! Progress of a sweep, reported to an observer such as the terminal.

use super::{Cell, CellResult, Experiment, Grid, Outcome};
use crate::{corpus::Dataset, model::Progress};

/// Progress of a sweep: its current cell and the current point of the cell's grid.
#[derive(Clone, Debug)]
pub struct Place {
    /// Index and settings of the sweep's current cell.
    pub cell: (usize, Cell),
    /// Number of cells in the sweep.
    pub cells: usize,
    /// Index of the current point in the grid.
    pub point: usize,
    /// Number of points in the grid of the cell.
    pub points: usize,
    /// Parameter values of the current point, as in `gamma 1, c 8`.
    pub setting: String,
    /// Score and values of the best point of the grid so far.
    pub best: Option<String>,
}

/// Observer of a sweep's progress. Every method does nothing unless implemented.
pub trait Observer {
    /// Called when the dataset of a cell and its grid are ready; `notes` concern the data.
    fn cell(&mut self, _cell: (usize, &Cell), _data: &Dataset, _grid: &Grid, _notes: &[String]) {}
    /// Called when a training begins.
    fn training(&mut self, _place: &Place, _experiment: &Experiment) {}
    /// Called when an evaluation of a training is complete: from now on a cancelled training gives a model.
    fn evaluated(&mut self) {}
    /// Called after each iteration of a training.
    fn progress(&mut self, _progress: &Progress) {}
    /// Called when a training has ended; `best` says whether it is the best of its cell so far.
    fn trained(&mut self, _place: &Place, _outcome: &Outcome, _best: bool) {}
    /// Called when the training of a fold begins, for the calibration of the chosen model; `fold` is its index of `folds`.
    fn fold(&mut self, (_fold, _folds): (usize, usize), _experiment: &Experiment) {}
    /// Called when a training of a grid failed.
    fn failed(&mut self, _place: &Place, _problem: &str) {}
    /// Called when the model of a cell is chosen and evaluated.
    fn chosen(&mut self, _result: &CellResult) {}
}

/// Observer that ignores the progress of a sweep.
impl Observer for () {}
