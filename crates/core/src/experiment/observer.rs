//! Progress of a sweep, reported to an observer such as the terminal.

use super::{Cell, CellResult, Experiment, Grid, Outcome};
use crate::{corpus::Dataset, model::Progress};

/// Progress of a sweep.
#[derive(Clone, Debug)]
pub struct Place {
    /// The cell and its index.
    pub cell: (usize, Cell),
    /// Number of cells.
    pub cells: usize,
    /// Index of the point within the grid.
    pub point: usize,
    /// Number of points of the grid.
    pub points: usize,
    /// Values of the point, as in `gamma 1, c 8`.
    pub setting: String,
    /// Score and values of the best point so far.
    pub best: Option<String>,
}

/// Watches a sweep. Every method does nothing unless implemented.
pub trait Observer {
    /// The dataset of a cell and its grid are ready; `notes` concern the data.
    fn cell(&mut self, _cell: (usize, &Cell), _data: &Dataset, _grid: &Grid, _notes: &[String]) {}
    /// A training begins.
    fn training(&mut self, _place: &Place, _experiment: &Experiment) {}
    /// An evaluation of a training is complete: from now on a cancelled training gives a model.
    fn evaluated(&mut self) {}
    /// An iteration was made.
    fn progress(&mut self, _progress: &Progress) {}
    /// A training has ended; `best` says whether it is the best of its cell so far.
    fn trained(&mut self, _place: &Place, _outcome: &Outcome, _best: bool) {}
    /// The training of a fold begins, whose model calibrates the chosen one; `fold` is its index, `folds` their number.
    fn fold(&mut self, (_fold, _folds): (usize, usize), _experiment: &Experiment) {}
    /// A training of a grid failed.
    fn failed(&mut self, _place: &Place, _problem: &str) {}
    /// A point was found in the store.
    fn skipped(&mut self, _place: &Place) {}
    /// The model of a cell is chosen and evaluated.
    fn chosen(&mut self, _result: &CellResult) {}
}

/// Watches nothing.
impl Observer for () {}
