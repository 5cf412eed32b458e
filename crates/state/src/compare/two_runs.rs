//! Comparison of two runs, or of two iterations of one run: the first is rotated onto the second, and differences are listed.
//!
//! Cost of a comparison, on a thread: a pass over the positions, one over their distances. Memory: two copies of the positions.

use std::sync::Arc;

use ndarray::{Array2, Axis};

use crate::{
    core::{Lazy, memo::Same},
    run::runs::Moment,
};
use wordfield_core::{
    model::Params,
    solver::{Similarity, procrustes, symmetric_axes, widened},
};

/// Maximum number of words drawn in the picture of a run, the most characteristic ones.
const DRAWN: usize = 3_000;
/// Number of words with the largest differences that are listed.
const MAX_WORDS: usize = 60;

/// Positions and parameters at the end of a run.
type End = (Same<Array2<f64>>, Params);

/// Key of a comparison of two runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunsKey {
    /// Run and iteration of each of the two compared states.
    pub(crate) of: [(u64, usize); 2],
    /// Positions and parameters of a state at the end of its run, where they may change without another iteration.
    pub(crate) ends: Box<[Option<End>; 2]>,
}

/// State of the comparison of two runs: the runs and their differences.
#[derive(Debug, Default)]
pub struct TwoRuns {
    /// The first and the second of the two compared runs.
    pub sides: [Option<Moment>; 2],
    /// Differences of the two runs, once computed.
    pub apart: Option<Arc<RunDifference>>,
    /// Whether lines in the word field show the differences of the two runs.
    pub lines: bool,
    pub(crate) job: Lazy<RunsKey, Option<Arc<RunDifference>>>,
}

/// Inputs of the comparison of two recorded states.
#[derive(Clone, Debug)]
pub(crate) struct RunsInput {
    /// Key of the comparison of two runs.
    pub(crate) key: RunsKey,
    /// Word positions in both states (V × q, and V × r).
    pub places: [Arc<Array2<f64>>; 2],
    /// Hyper-parameters of both states.
    pub params: [Arc<Params>; 2],
    /// Association of each word with its class (V), which orders the drawn words.
    pub priority: Arc<Vec<f32>>,
}

/// Differences between two recorded states, each at an iteration of a run.
#[derive(Clone, Debug)]
pub struct RunDifference {
    /// Run and iteration of each of the two states.
    pub key: [(u64, usize); 2],
    /// Similarity transformation of the first state onto the second.
    pub similarity: Similarity,
    /// Transformed positions of the first state, and positions of the second (V × the larger q).
    pub places: [Array2<f64>; 2],
    /// Word positions of both states along the two principal directions of the second (V × 2).
    pub pictures: [Array2<f64>; 2],
    /// Root mean squared distance of words from their centre in the second state, the unit of differences.
    pub usual: f64,
    /// Indices of the drawn words.
    pub drawn: Vec<usize>,
    /// Words with the largest differences, each as a share of the second state's root mean square distance from its centre.
    pub moved: Vec<(usize, f64)>,
    /// Differing hyper-parameters: name, first value, second value.
    pub parameters: Vec<(&'static str, String, String)>,
}

impl RunsInput {
    /// Compares the positions; `None` if the runs have different words or a position is not finite.
    pub(crate) fn compare(&self) -> Option<Arc<RunDifference>> {
        let [first, second] = &self.places;
        if first.nrows() != second.nrows() || self.priority.len() != first.nrows() {
            return None;
        }
        let similarity = procrustes(first.view(), second.view()).ok()?;
        let places = [similarity.apply(first.view()), widened(second.view(), similarity.to.len())];
        let distances = &places[0] - &places[1];
        let centred = &places[1] - &similarity.to;
        let squares = |x: &Array2<f64>| x.iter().map(|value| value * value).sum::<f64>();
        let usual = (squares(&centred) / centred.nrows().max(1) as f64).sqrt().max(f64::MIN_POSITIVE);
        let length = |word: usize| distances.row(word).dot(&distances.row(word)).sqrt() / usual;
        let mut moved: Vec<(usize, f64)> = (0..distances.nrows()).map(|word| (word, length(word))).collect();
        moved.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        moved.truncate(MAX_WORDS);
        let pictures = if places[1].ncols() <= 2 {
            places.each_ref().map(|places| widened(places.view(), 2))
        } else {
            let axes = symmetric_axes(centred.t().dot(&centred).view(), 2)?;
            places.each_ref().map(|places| (places - &similarity.to).dot(&axes))
        };
        let mut drawn: Vec<usize> = (0..self.priority.len()).collect();
        drawn.sort_by(|&a, &b| self.priority[b].total_cmp(&self.priority[a]).then(a.cmp(&b)));
        drawn.truncate(DRAWN);
        Some(Arc::new(RunDifference {
            key: self.key.of,
            similarity,
            places,
            pictures,
            usual,
            drawn,
            moved,
            parameters: self.parameters(),
        }))
    }

    /// Hyper-parameters with different values, or missing in one of the runs.
    fn parameters(&self) -> Vec<(&'static str, String, String)> {
        let [first, second] = self.params.each_ref().map(|params| params.views());
        let shown = |view: Option<&wordfield_core::model::ParamView>| {
            view.and_then(|view| view.value).map_or_else(|| "-".to_owned(), |value| value.to_string())
        };
        let keys = first.iter().chain(second.iter().filter(|view| !first.iter().any(|other| other.key == view.key)));
        let row = |view: &wordfield_core::model::ParamView| {
            let of = |views: &[wordfield_core::model::ParamView]| shown(views.iter().find(|other| other.key == view.key));
            let (one, other) = (of(&first), of(&second));
            (one != other).then_some((view.label, one, other))
        };
        let model = (self.params[0].kind() != self.params[1].kind())
            .then(|| ("model", self.params[0].kind().info().label.to_owned(), self.params[1].kind().info().label.to_owned()));
        model.into_iter().chain(keys.filter_map(row)).collect()
    }
}

impl RunDifference {
    /// Distance between a word's positions in the two states, in the unit of [`RunDifference::moved`].
    pub fn distance(&self, word: usize) -> f64 {
        let [first, second] = self.places.each_ref().map(|places| places.row(word));
        let way = &first - &second;
        way.dot(&way).sqrt() / self.usual
    }

    /// Description of the similarity transformation in words.
    pub fn described(&self) -> String {
        let Similarity { scale, from, to, .. } = &self.similarity;
        let mirror = if self.similarity.mirrors() { "mirrored, " } else { "" };
        let turn = self.similarity.angle().map_or_else(|| "rotated".to_owned(), |angle| format!("{angle:.0}°"));
        let shift = (to - from).mapv(|value| value * value).sum_axis(Axis(0)).into_scalar().sqrt();
        format!("Aligned: {mirror}{turn}, ×{scale:.2}, shifted by {shift:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::model::{ModelKind, Preset};

    fn question(first: Array2<f64>, second: Array2<f64>) -> RunsInput {
        let params = |c: &str| {
            let mut params = Params::preset(ModelKind::Smm, Preset::Default, 2);
            params.set("c", c).expect("a parameter");
            Arc::new(params)
        };
        let priority = Arc::new((0..first.nrows()).map(|word| word as f32).collect());
        RunsInput {
            key: RunsKey { of: [(1, 5), (2, 7)], ends: Box::default() },
            places: [first, second].map(Arc::new),
            params: [params("1"), params("2")],
            priority,
        }
    }

    #[test]
    fn the_moved_word_differs_after_the_best_rotation() {
        let first = Array2::from_shape_fn((30, 2), |(word, axis)| ((word * (axis + 2) * 7) % 13) as f64);
        let mut second = first.dot(&ndarray::array![[0.0, 2.0], [2.0, 0.0]]) + 5.0;
        second[[11, 0]] += 9.0;
        let apart = question(first, second).compare().expect("an answer");
        assert_eq!(apart.moved[0].0, 11);
        assert!(apart.moved[0].1 > 3.0 * apart.moved[1].1 && apart.described().starts_with("Aligned: mirrored, "));
        assert_eq!(apart.parameters[0], ("C", "1".to_owned(), "2".to_owned()));
        assert_eq!((apart.drawn[0], apart.pictures[0].dim()), (29, (30, 2)));
    }

    #[test]
    fn three_dimensions_are_compared_with_two_and_other_words_refused() {
        let first = Array2::from_shape_fn((20, 2), |(word, axis)| ((word * (axis + 3)) % 7) as f64);
        let second = Array2::from_shape_fn((20, 3), |(word, axis)| ((word * (axis + 2)) % 5) as f64);
        let apart = question(first.clone(), second).compare().expect("an answer");
        assert_eq!((apart.places[0].dim(), apart.pictures[1].dim()), ((20, 3), (20, 2)));
        assert!(question(first, Array2::zeros((19, 2))).compare().is_none());
    }
}
