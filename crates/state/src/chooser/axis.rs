//! Semantic axis: all words ranked along the line from one word to another.
//!
//! With `m = (x_a + x_b) / 2` and `d = (x_b - x_a) / 2`, a word has the coordinate `t = (x - m)·d / |d|²`,
//! so that the two words are at -1 and 1, and the distance `|x - m - t d|` from the axis.
//! Cost: one pass over the words and a sort, on a thread; memory: three numbers per word.

use std::sync::Arc;

use ndarray::Array2;

use crate::core::memo::Same;

/// The two words of an axis, and the threshold of the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Index of the word at coordinate -1 of the semantic axis.
    pub first: usize,
    /// Index of the word at coordinate 1 of the semantic axis.
    pub second: usize,
    /// Threshold of the semantic axis: words beyond this coordinate, or its negative, are selected.
    pub limit: f64,
}

/// Projection of a word onto the semantic axis, with its distance from the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisProjection {
    /// Index of the projected word.
    pub word: usize,
    /// Coordinate of the word along the axis.
    pub at: f64,
    /// Distance of the word from the axis, in units of the latent space.
    pub off: f64,
}

/// Ranking of all words by their coordinate on the axis, from the first word to the second.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking(pub Vec<AxisProjection>);

/// Key of a ranking along a semantic axis: its two words and the word positions.
pub(crate) type AxisKey = (usize, usize, Same<Array2<f64>>);

impl Ranking {
    /// Ranks the words at `latent` (V × q) along the axis between two of them.
    /// The ranking is empty if both words are equal or have the same position.
    pub fn of(latent: &Arc<Array2<f64>>, first: usize, second: usize) -> Self {
        if first.max(second) >= latent.nrows() {
            return Self::default();
        }
        let (a, b) = (latent.row(first), latent.row(second));
        let middle = (&a + &b) / 2.0;
        let half = (&b - &a) / 2.0;
        let squared = half.dot(&half);
        if squared.is_nan() || squared <= 0.0 {
            return Self::default();
        }
        let place = |(word, row): (usize, ndarray::ArrayView1<'_, f64>)| {
            let from = &row - &middle;
            let at = from.dot(&half) / squared;
            let off = (from.dot(&from) - at * at * squared).max(0.0).sqrt();
            AxisProjection { word, at, off }
        };
        let mut words: Vec<AxisProjection> = latent.outer_iter().enumerate().map(place).collect();
        words.sort_by(|one, other| one.at.total_cmp(&other.at));
        Self(words)
    }

    /// Words beyond a threshold at one end of the semantic axis.
    pub fn beyond(&self, second: bool, limit: f64) -> &[AxisProjection] {
        if second {
            &self.0[self.0.partition_point(|word| word.at < limit)..]
        } else {
            &self.0[..self.0.partition_point(|word| word.at <= -limit)]
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_two_words_are_at_the_ends_and_others_at_their_projections() {
        let latent = Arc::new(array![[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [6.0, -1.0]]);
        let Ranking(words) = Ranking::of(&latent, 0, 1);
        let places: Vec<_> = words.iter().map(|word| (word.word, word.at, word.off)).collect();
        assert_eq!(places, [(0, -1.0, 0.0), (2, 0.0, 3.0), (1, 1.0, 0.0), (3, 2.0, 1.0)]);
        let ranking = Ranking(words);
        let beyond = |second, limit| ranking.beyond(second, limit).iter().map(|word| word.word).collect::<Vec<_>>();
        assert_eq!((beyond(true, 1.0), beyond(false, 0.5), beyond(true, 9.0)), (vec![1, 3], vec![0], vec![]));
    }

    #[test]
    fn one_word_or_one_position_defines_no_axis() {
        let latent = Arc::new(array![[1.0], [1.0], [2.0]]);
        for (first, second) in [(0, 0), (0, 1), (0, 7)] {
            assert_eq!(Ranking::of(&latent, first, second), Ranking::default());
        }
    }

    proptest! {
        #[test]
        fn reversing_the_axis_reverses_the_ranking(numbers in prop::collection::vec(-5.0..5.0_f64, 30)) {
            let latent = Arc::new(Array2::from_shape_vec((10, 3), numbers).expect("ten words"));
            let (there, back) = (Ranking::of(&latent, 2, 5), Ranking::of(&latent, 5, 2));
            for word in &there.0 {
                let turned = back.0.iter().find(|other| other.word == word.word).expect("every word");
                prop_assert!((word.at + turned.at).abs() < 1e-9 && (word.off - turned.off).abs() < 1e-9);
            }
        }
    }
}
