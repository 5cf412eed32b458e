//! The progress bar: on the terminal only, never in a file.

use indicatif::{ProgressBar, ProgressStyle};

use crate::model::{Progress, Scores};

/// A bar over the iterations.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Hidden where standard error is no terminal.
    pub fn new(iterations: usize) -> Self {
        let bar = ProgressBar::new(iterations as u64);
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {per_sec:.0} J {prefix} {msg}")
        {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Shows an iteration.
    pub fn show(&self, progress: &Progress) {
        self.0.set_position(progress.iteration as u64);
        self.0.set_prefix(format!("{:.4}", progress.objective));
        if let Some(scores) = &progress.scores {
            self.0.set_message(accuracies(scores));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Accuracies of the parts that have documents.
pub(super) fn accuracies(scores: &Scores) -> String {
    [("train", scores.train), ("dev", scores.dev), ("test", scores.test)]
        .into_iter()
        .filter_map(|(part, accuracy)| accuracy.map(|accuracy| format!("{part} {:.1} %", 100.0 * accuracy)))
        .collect::<Vec<_>>()
        .join(", ")
}
