//! Curves of a run: objective and scores over the iterations.
//!
//! Memory of the curves: one point per curve and iteration, thinned to [`Curves::LIMIT`].

use serde::{Deserialize, Serialize};

use wordfield_core::model::{DecideBy, Metric, Progress, Scores};

/// Curves of a run: objective and scores over the iterations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curves {
    /// Curve of the objective: `[iteration, objective]`.
    pub objective: Vec<[f64; 2]>,
    /// Score curve of the training part: `[iteration, score]`, in the model's metric.
    pub train: Vec<[f64; 2]>,
    /// Score curve of the development part: `[iteration, score]`.
    pub dev: Vec<[f64; 2]>,
    /// Score curve of the test part: `[iteration, score]`.
    pub test: Vec<[f64; 2]>,
    /// Iteration of the last scores in the score curves.
    #[serde(skip)]
    pub evaluated: Option<usize>,
    /// Iterations at which the basis of decisions changed; scores before and after are not comparable.
    pub deciders: Vec<(usize, DecideBy)>,
}

impl Curves {
    /// Maximum number of points per curve, more than the width of any window in pixels.
    pub const LIMIT: usize = 2_000;

    /// Adds one iteration to the curves.
    pub fn push(&mut self, progress: &Progress) {
        let at = progress.iteration as f64;
        add(&mut self.objective, at, Some(progress.objective));
        if let Some(scores) = progress.scores {
            self.evaluated(progress.iteration, scores);
        }
    }

    /// The curves of a run up to an iteration.
    #[must_use]
    pub fn up_to(mut self, iteration: usize) -> Self {
        for curve in [&mut self.objective, &mut self.train, &mut self.dev, &mut self.test] {
            curve.retain(|[at, _]| *at <= iteration as f64);
        }
        self.deciders.retain(|(at, _)| *at <= iteration);
        self.evaluated = self.train.iter().chain(&self.dev).chain(&self.test).map(|[at, _]| *at as usize).max();
        self
    }

    /// Marks a change of the basis of decisions at an iteration; a second change at the same iteration cancels the first.
    pub fn decided_by(&mut self, iteration: usize, decider: DecideBy) {
        if self.deciders.pop_if(|(at, _)| *at == iteration).is_none() {
            self.deciders.push((iteration, decider));
        }
    }

    /// First iteration with the best development score since the basis of decisions last changed, and this score.
    pub fn best_dev(&self, metric: Metric) -> Option<(usize, f64)> {
        let from = self.deciders.last().map_or(0.0, |(at, _)| *at as f64);
        let comparable = self.dev.iter().filter(|[at, _]| *at >= from);
        // The last of equal maxima in reverse order is the first one.
        let best = comparable.rev().max_by(|a, b| metric.gain(a[1]).total_cmp(&metric.gain(b[1])))?;
        Some((best[0] as usize, best[1]))
    }

    /// Point of a curve at an iteration, otherwise the last point before it.
    pub fn point_at(curve: &[[f64; 2]], iteration: usize) -> Option<[f64; 2]> {
        let after = curve.partition_point(|[at, _]| *at <= iteration as f64);
        after.checked_sub(1).map(|at| curve[at])
    }

    /// Adds the scores of an evaluation to the curves; replaces those of the same iteration.
    pub fn evaluated(&mut self, iteration: usize, scores: Scores) {
        self.evaluated = Some(iteration);
        let at = iteration as f64;
        for (curve, value) in [(&mut self.train, scores.train), (&mut self.dev, scores.dev), (&mut self.test, scores.test)] {
            curve.pop_if(|[last, _]| *last >= at);
            add(curve, at, value);
        }
    }
}

/// Adds a finite value to a curve.
/// A full curve drops every other point; later points keep that distance, except for the newest.
fn add(curve: &mut Vec<[f64; 2]>, at: f64, value: Option<f64>) {
    let Some(value) = value.filter(|value| value.is_finite()) else { return };
    if curve.len() >= Curves::LIMIT {
        let mut keep = false;
        curve.retain(|_| {
            keep = !keep;
            keep
        });
    }
    if let [first, second, .., before, last] = curve[..]
        && last[0] - before[0] < second[0] - first[0]
    {
        curve.pop();
    }
    curve.push([at, value]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_stay_within_their_limit_and_keep_the_newest_point() {
        let mut curves = Curves::default();
        for iteration in 0..3 * Curves::LIMIT {
            curves.push(&Progress { iteration, objective: iteration as f64, scores: None, stop: None });
        }
        assert!(curves.objective.len() <= Curves::LIMIT);
        assert!(curves.objective[0][0].abs() < 1e-12);
        let last = (3 * Curves::LIMIT - 1) as f64;
        assert!(curves.objective.last().is_some_and(|point| (point[0] - last).abs() < 1e-12));
        let steps: Vec<f64> = curves.objective.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let (newest, even) = steps.split_last().expect("many points");
        assert!(even.iter().all(|step| (step - even[0]).abs() < 1e-12) && *newest > 0.0 && *newest <= even[0]);
    }

    #[test]
    fn the_best_development_score_is_the_first_one_by_its_metric_and_basis() {
        let dev = [(10, 0.7), (20, 0.9), (30, 0.5), (40, 0.9), (50, 0.6)];
        let mut curves = Curves { dev: dev.map(|(at, score)| [f64::from(at), score]).into(), ..Curves::default() };
        assert_eq!(curves.best_dev(Metric::Accuracy), Some((20, 0.9)));
        assert_eq!(curves.best_dev(Metric::Rmse), Some((30, 0.5)));
        curves.decided_by(40, DecideBy::Combined);
        assert_eq!(curves.best_dev(Metric::Rmse), Some((50, 0.6)), "earlier scores are of another basis");
        assert_eq!(Curves::default().best_dev(Metric::Accuracy), None);
    }

    #[test]
    fn curves_omit_non_finite_values() {
        let mut curves = Curves::default();
        curves.push(&Progress { iteration: 1, objective: f64::NAN, scores: None, stop: None });
        assert!(curves.objective.is_empty());
    }
}
