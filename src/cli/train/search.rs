//! Every setting of a grid trained, one after the other, and the best kept; of a grid of one setting, that one.
//!
//! An interrupt ends the search with the best so far; the training it breaks off counts only where there is no other.

use std::sync::{Arc, mpsc::Receiver, mpsc::Sender};
use std::time::Instant;

use anyhow::{Context, bail};

use super::{
    args::TrainingArgs,
    watch::{Run, Wake, watch},
};
use crate::cli::{output, progress::Bar};
use crate::corpus::Dataset;
use crate::memory::Budget;
use crate::model::{FittedModel, Params, Scores, StopReason};
use crate::train::{Curves, Grid, Outcome, Search, Searched, TrainOptions, Trainer};

/// Seconds of a whole search below which nobody asks how long it takes.
const WORTH_TELLING: f64 = 5.0;

/// What a training leaves.
pub(super) struct Left {
    /// The parameters it began with.
    pub params: Params,
    /// How it was driven.
    pub training: TrainOptions,
    /// The trained model.
    pub fitted: FittedModel,
    /// The iteration the trained model is of.
    pub taken_at: Option<usize>,
    /// Objective and scores along the way.
    pub curves: Curves,
    /// How it went.
    pub run: Run,
    scores: Scores,
}

/// What a search leaves.
pub(super) struct Found {
    /// The best training.
    pub left: Left,
    /// What came of each point, where there was more than one.
    pub searched: Option<Searched>,
    /// Whether the user ended it.
    pub interrupted: bool,
}

/// Where trainings take place.
pub(super) struct Ground<'a> {
    pub data: &'a Arc<Dataset>,
    pub memory: Budget,
    pub args: &'a TrainingArgs,
    pub wake: &'a Sender<Wake>,
    pub woken: &'a Receiver<Wake>,
}

impl Ground<'_> {
    /// Trains every point of a grid, or as many as the user waits for.
    pub fn search(&self, grid: Grid) -> anyhow::Result<Found> {
        let several = grid.len() > 1;
        let Some(metric) = grid.params(0).map(|params| params.kind().info().metric) else { bail!("there is nothing to try") };
        if several && self.data.split.dev.is_empty() {
            bail!(
                "the best of {} settings is chosen on the development part, and there is none: give --dev, or set every \
                 parameter of the grid to one value",
                grid.len()
            );
        }
        if several {
            output::say(format_args!("{} settings to try, one training each: {}", grid.len(), axes(&grid)));
        }
        let mut search = Search::new(grid, metric);
        let (started, mut interrupted) = (Instant::now(), false);
        while let Some(params) = search.due().cloned() {
            let [made, of] = search.extent();
            let point = several.then(|| {
                let best = search.best_so_far().map_or_else(String::new, |best| format!(", best so far {best}"));
                format!("{} of {of}{best}", made + 1)
            });
            match self.train(&params, point) {
                Ok(left) => {
                    interrupted = left.run.reason == StopReason::User;
                    if interrupted && search.best().is_some() {
                        break;
                    }
                    let (scores, run) = (left.scores, &left.run);
                    let iterations = left.curves.objective.len();
                    let outcome = Outcome { scores, iterations, seconds: run.seconds, reason: run.reason };
                    let kept = search.trained(&outcome, left);
                    if let (true, true, Some(best)) = (several, kept, search.best_so_far()) {
                        output::say(format_args!("{} of {of}: {best}", made + 1));
                    }
                }
                Err(error) if several => {
                    output::say(format_args!("{} of {of}: {} failed: {error:#}", made + 1, search.due_setting()));
                    search.failed(format!("{error:#}"));
                }
                Err(error) => return Err(error),
            }
            let seconds = started.elapsed().as_secs_f64();
            if several && made == 0 && seconds * of as f64 >= WORTH_TELLING {
                output::say(format_args!("the first took {}; all {of} may take {}", span(seconds), span(seconds * of as f64)));
            }
            if interrupted {
                break;
            }
        }
        let (left, searched) = search.end();
        let first = searched.tried.iter().find_map(|tried| tried.failure.clone()).unwrap_or_default();
        let left =
            left.with_context(|| format!("not one of {} settings could be trained; the first: {first}", searched.points))?;
        Ok(Found { left, searched: several.then_some(searched), interrupted })
    }

    /// One training.
    fn train(&self, params: &Params, point: Option<String>) -> anyhow::Result<Left> {
        let training = self.args.options(params, self.data);
        let (data, start, memory, wake) = (Arc::clone(self.data), params.clone(), self.memory, self.wake.clone());
        let trainer = Trainer::spawn(
            0,
            move || start.start_within(data, memory),
            training.clone(),
            move || {
                // Nobody listens any more only when the program is about to end.
                let _ = wake.send(Wake::News);
            },
        )
        .context("no thread to train on: close other programs and try again")?;
        let (iterations, metric) = (training.max_iterations.unwrap_or_default(), params.kind().info().metric);
        let bar = match point {
            Some(point) => Bar::of_point(iterations, metric, point),
            None => Bar::new(iterations, metric),
        };
        let run = watch(&trainer, self.woken, &bar)?;
        let Some(fitted) = trainer.trained().as_deref().cloned() else {
            bail!("the trained model could not be evaluated: lower the step size or raise rho, then train again");
        };
        let scores = trainer.latest().map(|snapshot| snapshot.scores).unwrap_or_default();
        let taken_at = trainer.trained_at().map(|[_, of]| of);
        Ok(Left { params: params.clone(), training, fitted, taken_at, curves: trainer.history().curves(), run, scores })
    }
}

/// The axes of a grid in words.
fn axes(grid: &Grid) -> String {
    grid.axes().iter().map(|axis| format!("{} {}", axis.key, axis.values.join(" "))).collect::<Vec<_>>().join("; ")
}

/// A span of time as people say it.
fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn spans_are_said_in_the_unit_people_would_use() {
        assert_eq!([2.4, 100.0, 7200.0].map(span), ["2 s", "2 min", "2.0 h"]);
    }
}
