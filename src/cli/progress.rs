//! Progress of the commands on standard error: a bar on a terminal, elsewhere a line now and then with the time left.

use std::{
    cell::Cell,
    sync::Arc,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use wordfield_core::experiment::CheckProgress;
use wordfield_core::model::{Metric, Progress, Scores};
use wordfield_core::stats::duration;
use wordfield_output::Written;

use super::output;

/// Minimum time between two lines of a training where no bar is shown.
const PAUSE: Duration = Duration::from_secs(30);

/// Progress bar of a template, hidden if standard error is not a terminal.
fn styled(length: usize, template: &str) -> ProgressBar {
    let line = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template(template) {
        line.set_style(style);
    }
    line
}

/// Time left of work begun at `started`, by the share that is done.
fn left(started: Instant, done: usize, of: usize) -> String {
    let left = started.elapsed().as_secs_f64() * of.saturating_sub(done) as f64 / done.max(1) as f64;
    format!("about {} left", duration(left))
}

/// Progress bar over the iterations of a training.
pub(super) struct Bar {
    line: ProgressBar,
    started: Instant,
    /// Time of the last line where no bar is shown.
    told: Cell<Instant>,
    metric: Metric,
    /// Values of the current grid point, and those of the best point.
    point: Option<String>,
}

impl Bar {
    /// Creates a progress bar, hidden if standard error is not a terminal; scores are shown in the units of `metric`.
    pub(super) fn new(iterations: usize, metric: Metric) -> Self {
        let line = styled(iterations, "{elapsed_precise} {wide_bar} {pos}/{len} {eta} left, {per_sec:.0} J {prefix} {msg}");
        let now = Instant::now();
        Self { line, started: now, told: Cell::new(now), metric, point: None }
    }

    /// Creates a progress bar for a point of a search. Test scores are hidden, as the search must not select by them.
    pub(super) fn of_point(iterations: usize, metric: Metric, point: String) -> Self {
        let one = Self::new(iterations, metric);
        one.line.set_message(point.clone());
        Self { point: Some(point), ..one }
    }

    /// Shows the progress after an iteration of training.
    pub(super) fn show(&self, progress: &Progress) {
        self.line.set_position(progress.iteration as u64);
        self.line.set_prefix(format!("{:.4}", progress.objective));
        if let Some(scores) = &progress.scores {
            self.line.set_message(match &self.point {
                Some(point) => format!("{}; {point}", scores_of(self.metric, &Scores { test: None, ..*scores }, None)),
                None => scores_of(self.metric, scores, None),
            });
        }
        if self.line.is_hidden() && self.told.get().elapsed() >= PAUSE {
            self.told.set(Instant::now());
            let (iteration, of) = (progress.iteration, self.line.length().unwrap_or_default() as usize);
            let left = left(self.started, iteration, of);
            output::say(format_args!(
                "iteration {iteration} of {of}, {left}: J {:.4} {}",
                progress.objective,
                self.line.message()
            ));
        }
    }

    /// Removes the progress bar of a training.
    pub(super) fn finish(&self) {
        self.line.finish_and_clear();
    }
}

/// Progress bar over the folds of a check, or over models of several kinds.
pub(super) struct Folds {
    line: ProgressBar,
    started: Instant,
    noun: &'static str,
}

impl Folds {
    /// Creates a progress bar over folds, hidden if standard error is not a terminal.
    pub(super) fn new(folds: usize, noun: &'static str) -> Self {
        let line = styled(folds, "{elapsed_precise} {wide_bar} {pos}/{len} {prefix} {msg}").with_prefix(noun);
        line.enable_steady_tick(Duration::from_millis(200));
        Self { line, started: Instant::now(), noun }
    }

    /// Shows the number of judged folds, the time left once one is judged, and the iteration of the current fold.
    pub(super) fn show(&self, &CheckProgress { done, folds, iteration }: &CheckProgress) {
        let judged = self.line.position() < done as u64;
        self.line.set_length(folds as u64);
        self.line.set_position(done as u64);
        let left = (done > 0).then(|| left(self.started, done, folds));
        if let Some(left) = left.as_ref().filter(|_| judged && done < folds && self.line.is_hidden()) {
            output::say(format_args!("{done} of {folds} {} are judged, {left}", self.noun));
        }
        let iteration = (iteration > 0).then(|| format!("iteration {iteration}"));
        self.line.set_message(left.into_iter().chain(iteration).collect::<Vec<_>>().join(", "));
    }

    /// Removes the progress bar of a check.
    pub(super) fn finish(&self) {
        self.line.finish_and_clear();
    }
}

/// Display of the number of bytes written; dropping it clears the display.
pub(super) struct Bytes(ProgressBar);

impl Bytes {
    /// Creates a display of the bytes written, hidden if standard error is not a terminal.
    pub(super) fn new(written: Arc<Written>) -> Self {
        let line = ProgressBar::new_spinner();
        let amount = move |_: &ProgressState, to: &mut dyn std::fmt::Write| {
            // Errors of writing to the terminal are ignored.
            let _ = write!(to, "{:.1} MB written", written.bytes() as f64 / 1e6);
        };
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {spinner} {amount}") {
            line.set_style(style.with_key("amount", amount));
        }
        line.enable_steady_tick(Duration::from_millis(100));
        Self(line)
    }
}

impl Drop for Bytes {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Text with the scores of the parts that have documents.
/// The score that was not used for choices comes first; `chose` names the choice made by the development part, if any.
pub(super) fn scores_of(metric: Metric, scores: &Scores, chose: Option<&str>) -> String {
    let chose = chose.map_or_else(String::new, |chose| format!(" (chose the {chose})"));
    let parts: Vec<String> = [("test", scores.test, ""), ("dev", scores.dev, &chose), ("train", scores.train, "")]
        .into_iter()
        .filter_map(|(part, score, note)| score.map(|score| format!("{part} {}{note}", metric.show(score))))
        .collect();
    format!("{} {}", metric.name(), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_share_that_is_done() {
        let started = Instant::now().checked_sub(Duration::from_secs(100)).expect("a time after the start of the system");
        assert_eq!(left(started, 1, 5), "about 7 min left");
        assert_eq!(left(started, 5, 5), "about 0 s left");
    }

    #[test]
    fn scores_are_shown_as_what_they_measure() {
        let scores = Scores::of(Some(0.25), None, Some(0.5));
        assert_eq!(scores_of(Metric::Rmse, &scores, Some("iteration")), "RMSE test 0.500, train 0.250");
        let scores = Scores { dev: Some(0.75), ..scores };
        let text = "precision@1 test 50.0 %, dev 75.0 % (chose the iteration), train 25.0 %";
        assert_eq!(scores_of(Metric::Precision, &scores, Some("iteration")), text);
    }
}
