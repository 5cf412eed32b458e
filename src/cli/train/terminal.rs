//! Terminal output of a sweep: notes, a progress bar for each training, and a line for each better grid point and each run.

use std::time::Instant;

use super::{extent, scores_line};
use crate::cli::{interrupt, output, progress::Bar};
use wordfield_core::corpus::Dataset;
use wordfield_core::experiment::{Cell, CellResult, Experiment, Grid, Observer, Outcome, Place};
use wordfield_core::model::Progress;
use wordfield_core::stats::duration;

/// Minimum duration of a whole search, in seconds, that is announced.
const WORTH_TELLING: f64 = 5.0;

/// Terminal output of a sweep, on standard error.
pub(super) struct Terminal {
    cells: usize,
    bar: Option<Bar>,
    started: Instant,
    /// Whether the results of the sweep are saved to a file.
    saves: bool,
}

impl Terminal {
    /// Creates the terminal output of a sweep of `cells` cells; `saves`: whether results are saved.
    pub(super) fn new(cells: usize, saves: bool) -> Self {
        Self { cells, bar: None, started: Instant::now(), saves }
    }

    fn finish_bar(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish();
        }
    }
}

impl Observer for Terminal {
    fn cell(&mut self, (index, cell): (usize, &Cell), data: &Dataset, grid: &Grid, notes: &[String]) {
        if self.cells > 1 {
            output::say(format_args!("run {} of {}: {}", index + 1, self.cells, cell.name()));
        }
        if index == 0 {
            notes.iter().for_each(output::note);
            output::say(format_args!("training on {}; Ctrl-C stops and saves", extent(data)));
            if grid.len() > 1 {
                output::say(format_args!("{} settings to try, one training each: {}", grid.len(), axes(grid)));
            }
        }
    }

    fn training(&mut self, place: &Place, experiment: &Experiment) {
        let (iterations, metric) = (experiment.train.max_iterations.unwrap_or_default(), experiment.params.kind().info().metric);
        if place.point == 0 {
            self.started = Instant::now();
        }
        let run = (place.cells > 1).then(|| format!("run {} of {}", place.cell.0 + 1, place.cells));
        let point = (place.points > 1).then(|| {
            let best = place.best.as_ref().map_or_else(String::new, |best| format!(", best so far {best}"));
            format!("{} of {}{best}", place.point + 1, place.points)
        });
        let of: Vec<String> = run.into_iter().chain(point).collect();
        self.bar =
            Some(if of.is_empty() { Bar::new(iterations, metric) } else { Bar::of_point(iterations, metric, of.join(", ")) });
    }

    fn evaluated(&mut self) {
        if self.saves {
            interrupt::results_to_save();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        if let Some(bar) = &self.bar {
            bar.show(progress);
        }
    }

    fn trained(&mut self, place: &Place, _: &Outcome, best: bool) {
        self.finish_bar();
        let (made, of) = (place.point, place.points);
        if of == 1 {
            return;
        }
        if let Some(best) = place.best.as_ref().filter(|_| best) {
            output::say(format_args!("{} of {of}: {best}", made + 1));
        }
        let seconds = self.started.elapsed().as_secs_f64();
        if place.cell.0 == 0 && made == 0 && seconds * of as f64 >= WORTH_TELLING {
            output::say(format_args!(
                "the first took {}; all {of} may take {}",
                duration(seconds),
                duration(seconds * of as f64)
            ));
        }
    }

    fn fold(&mut self, (fold, folds): (usize, usize), experiment: &Experiment) {
        let (iterations, metric) = (experiment.train.max_iterations.unwrap_or_default(), experiment.params.kind().info().metric);
        self.finish_bar();
        self.bar = Some(Bar::of_point(iterations, metric, format!("calibration, fold {} of {folds}", fold + 1)));
    }

    fn failed(&mut self, place: &Place, problem: &str) {
        self.finish_bar();
        output::say(format_args!("{} of {}: {} failed: {problem}", place.point + 1, place.points, place.setting));
    }

    fn chosen(&mut self, result: &CellResult) {
        self.finish_bar();
        if self.cells > 1 {
            output::say(scores_line(result));
        }
    }
}

/// Text with the axes of a parameter grid and their values.
fn axes(grid: &Grid) -> String {
    grid.axes.iter().map(|axis| format!("{} {}", axis.key, axis.values.join(" "))).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_have_a_suitable_unit() {
        assert_eq!([2.4, 100.0, 7200.0].map(duration), ["2 s", "2 min", "2.0 h"]);
    }
}
