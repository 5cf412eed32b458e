//! The progress bar: on the terminal only, never in a file.

use indicatif::{ProgressBar, ProgressStyle};

use crate::model::{Merit, Progress, Scores};

/// A bar over the iterations.
pub(super) struct Bar {
    bar: ProgressBar,
    merit: Merit,
}

impl Bar {
    /// Hidden where standard error is no terminal; scores are shown as what they measure.
    pub fn new(iterations: usize, merit: Merit) -> Self {
        let bar = ProgressBar::new(iterations as u64);
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {per_sec:.0} J {prefix} {msg}")
        {
            bar.set_style(style);
        }
        Self { bar, merit }
    }

    /// Shows an iteration.
    pub fn show(&self, progress: &Progress) {
        self.bar.set_position(progress.iteration as u64);
        self.bar.set_prefix(format!("{:.4}", progress.objective));
        if let Some(scores) = &progress.scores {
            self.bar.set_message(scores_of(self.merit, scores));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// What was measured on the parts that have documents, named once.
pub(super) fn scores_of(merit: Merit, scores: &Scores) -> String {
    let parts: Vec<String> = [("train", scores.train), ("dev", scores.dev), ("test", scores.test)]
        .into_iter()
        .filter_map(|(part, score)| score.map(|score| format!("{part} {}", merit.show(score))))
        .collect();
    format!("{} {}", merit.name(), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_shown_as_what_they_measure() {
        let scores = Scores { train: Some(0.25), dev: None, test: Some(0.5) };
        assert_eq!(scores_of(Merit::Rmse, &scores), "RMSE train 0.250, test 0.500");
        assert_eq!(scores_of(Merit::Precision, &scores), "precision@1 train 25.0 %, test 50.0 %");
    }
}
