//! Profile of a rating: posterior mean and deviation along the line through two words.
//!
//! Cost, on a thread: [`PLACES`] points, each a sum over the words for the mean,
//! and a pass over the training documents for the deviation.
//! Memory: a few hundred numbers.

use ndarray::{Array2, Axis};

use crate::{FieldOf, Scene, core::memo::Same};

/// Number of points at which a profile is computed.
const PLACES: usize = 81;
/// Length of the profile's line before the first and behind the second word, in their distance.
const BEYOND: f64 = 0.5;
/// Distance from the profile's line within which words are listed, relative to the distance of the two words.
const NEAR: f64 = 0.06;
/// Maximum number of words listed near the profile's line.
const MAX_WORDS: usize = 12;

/// Key of a profile of a rating: positions, weights of the fields, the two words, the rating.
pub(crate) type ProfileKey = (Same<Array2<f64>>, Same<Array2<f64>>, [usize; 2], usize);

/// Profile of a rating: posterior mean and deviation along a line, in units of the latent space from the first word.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Key of the profile: its words, rating and model.
    pub of: ProfileKey,
    /// Positions of the points along the profile's line.
    pub along: Vec<f64>,
    /// Posterior mean for a one-word document at each point of the line.
    pub mean: Vec<f64>,
    /// Posterior standard deviation at each point; `None` for models without one.
    pub deviation: Option<Vec<f64>>,
    /// Words near the line with their positions along it, the two words first.
    pub near: Vec<(usize, f64)>,
}

impl Profile {
    pub(crate) fn of(key: ProfileKey, scene: &Scene) -> Option<Self> {
        let ([first, second], rating) = (key.2, key.3);
        let x = &scene.latent;
        let (from, to) = (x.row(first), x.row(second));
        let step = &to - &from;
        let length = step.dot(&step).sqrt();
        if length.is_nan() || length <= 0.0 {
            return None;
        }
        let share = |place: usize| -BEYOND + (1.0 + 2.0 * BEYOND) * place as f64 / (PLACES - 1) as f64;
        let places = Array2::from_shape_fn((PLACES, x.ncols()), |(place, axis)| from[axis] + share(place) * step[axis]);
        let mean = if let Some(function) = scene.function_of(FieldOf::Rating(rating)) {
            function.at(places.view()).column(rating).to_vec()
        } else {
            let weights = scene.coefficients.column(rating).insert_axis(Axis(1));
            let bias = scene.bias.get(rating).copied().unwrap_or(0.0);
            scene.embedding.sums().product(places.view(), x.view(), weights).iter().map(|value| value + bias).collect()
        };
        let fitted = scene.fitted.as_ref();
        let deviation = fitted.and_then(|fitted| fitted.deviation_at(&places)).map(|all| all.column(rating).to_vec());
        let along = (0..PLACES).map(|place| length * share(place)).collect();
        let near = near(scene, [first, second], length);
        Some(Self { of: key, along, mean, deviation, near })
    }
}

/// The two words of the profile, then the words nearest to the line with their positions along it.
fn near(scene: &Scene, [first, second]: [usize; 2], length: f64) -> Vec<(usize, f64)> {
    let from = scene.latent.row(first);
    let unit = (&scene.latent.row(second) - &from) / length;
    let place = |word: usize| {
        let apart = &scene.latent.row(word) - &from;
        let along = apart.dot(&unit);
        let aside = (apart.dot(&apart) - along * along).max(0.0).sqrt();
        (along, aside)
    };
    let within = -BEYOND * length..=(1.0 + BEYOND) * length;
    let mut others: Vec<(usize, f64, f64)> = (0..scene.latent.nrows())
        .filter(|word| *word != first && *word != second)
        .map(|word| (word, place(word)))
        .filter(|(_, (along, aside))| within.contains(along) && *aside <= NEAR * length)
        .map(|(word, (along, aside))| (word, along, aside))
        .collect();
    others.sort_by(|a, b| a.2.total_cmp(&b.2));
    let ends = [(first, 0.0), (second, length)];
    ends.into_iter().chain(others.into_iter().take(MAX_WORDS - 2).map(|(word, along, _)| (word, along))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ndarray::array;

    use super::*;
    use wordfield_core::ldk::Embedding;

    #[test]
    fn the_mean_along_the_line_is_the_field_and_words_lie_at_their_places() {
        let latent = Arc::new(array![[0.0, 0.0], [2.0, 0.0], [1.0, 0.05], [1.0, 1.0]]);
        let coefficients = Arc::new(array![[1.0], [-1.0], [0.0], [0.5]]);
        let scene = Scene {
            latent: Arc::clone(&latent),
            coefficients: Arc::clone(&coefficients),
            bias: Arc::new(vec![3.0]),
            embedding: Embedding::Rbf { gamma: 1.0 },
            ..Scene::default()
        };
        let key = (Same::of(&latent), Same::of(&coefficients), [0, 1], 0);
        let profile = Profile::of(key.clone(), &scene).expect("a line");
        assert!((profile.along[0] + 1.0).abs() < 1e-12 && (profile.along[PLACES - 1] - 3.0).abs() < 1e-12);
        for (along, mean) in profile.along.iter().zip(&profile.mean) {
            let k = |x: f64, y: f64| (-0.5 * ((along - x).powi(2) + y * y)).exp();
            assert!((mean - (3.0 + k(0.0, 0.0) - k(2.0, 0.0) + 0.5 * k(1.0, 1.0))).abs() < 1e-9);
        }
        assert_eq!(profile.near.iter().map(|(word, _)| *word).collect::<Vec<_>>(), [0, 1, 2]);
        assert!((profile.near[2].1 - 1.0).abs() < 1e-12 && profile.deviation.is_none());
        assert!(Profile::of((key.0, key.1, [0, 0], 0), &scene).is_none(), "no line through one place");
    }
}
