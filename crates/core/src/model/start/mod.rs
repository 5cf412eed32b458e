//! Initial word positions, shared by all models with positions.
//!
//! | start | data used | position of a word | scale |
//! |---|---|---|---|
//! | `random` | none | `N(0, I)` | `start_scale` |
//! | `pca` | training documents | its loadings on the principal directions of their weights, each axis at one scale | `start_scale` |
//! | `count-pca` | training documents | its loadings on the principal directions of their raw counts (section 6.4) | `start_scale` |
//! | `centroid` | training pairs | mean of the positions of its documents | `start_scale` |
//! | `canonical` | training pairs | canonical directions, which bring paired documents together | its own |
//! | `spectral` | training and unlabelled documents, on request test documents | spectral vector of its co-occurrences | unit vectors |
//! | `given` | word vectors, and the documents of `spectral` | its vector | that of the vectors |
//!
//! Canonical, spectral and given positions are not rescaled by `start_scale`:
//! their directions and lengths were learned elsewhere, and the kernel's width adapts to them.
//!
//! Cost: a few dozen products with sparse rows (`axes`). Memory: some `(n + V) × (q + 8)`.

mod axes;
pub(super) mod canonical;
mod components;
mod gaussian;
mod given;
mod ridged;
mod spectral;
mod texts;

pub(super) use components::{ComponentVectors, VectorInputs};
pub(super) use given::given as given_vectors;
pub(super) use spectral::spectral as spectral_vectors;
pub(super) use texts::Texts;

use ndarray::{Array1, Array2};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

use self::axes::{EXTRA_AXES, Rows};
use super::ModelError;
use crate::{
    corpus::{Csr, Dataset, WordVectors},
    memory::Budget,
    param::{Choice, Choices, Domain},
};

/// Coordinate of each word along the leading topic direction (V), from -1 to 1:
/// the second of its normalised spectral coordinates; the first is common to all words.
pub fn topic_coordinates(data: &Dataset) -> Vec<f32> {
    let mut rng = SmallRng::seed_from_u64(0);
    spectral::spectral(&Texts::of(data), 3, &mut rng).column(1).iter().map(|&x| x as f32).collect()
}

/// Number of rounds of subspace iteration where single axes must be accurate.
const ROUNDS: usize = 12;

/// Method of computing the initial word positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Random start: independent normal coordinates.
    #[default]
    Random,
    /// PCA start: principal directions of the training documents' weights, each pair as one row over the words of both sides.
    /// Co-occurring words start close together.
    /// Every axis has the same scale.
    Pca,
    /// Count PCA start: principal component analysis of the training documents' raw counts,
    /// each pair as one row of both sides (section 6.4).
    /// Axes keep their relative lengths, so frequent words lie far out and most words near the origin.
    CountPca,
    /// Centroid start: mean position of the training documents that contain the word, along their principal components.
    Centroid,
    /// Canonical start: regularised canonical directions of the training pairs, as in kernel CCA.
    Canonical,
    /// Spectral start: words of the same documents begin close together; unlabelled documents are included.
    Spectral,
    /// Given start: word vectors from a file.
    #[serde(rename = "given")]
    GivenVectors,
}

impl Choices for Start {
    const ALL: &'static [Choice] = &[
        Choice::new("random", "random"),
        Choice::new("pca", "principal directions"),
        Choice::new("spectral", "spectral (unlabelled text too)"),
        Choice::new("given", "given vectors"),
        Choice::new("centroid", "mean of documents"),
        Choice::new("canonical", "canonical directions"),
        Choice::new("count-pca", "principal components of counts"),
    ];
    const USUAL: &'static [Self] =
        &[Self::Random, Self::Pca, Self::Spectral, Self::GivenVectors, Self::Centroid, Self::Canonical, Self::CountPca];
}

impl Start {
    /// Choices of initial positions for models without sides.
    pub(super) const ONE_SIDE: Domain = {
        let [random, pca, spectral, given, .., count_pca] = Self::ALL else { panic!("five starts") };
        Domain::Choice(&[*random, *pca, *spectral, *given, *count_pca])
    };

    /// Choices of initial positions that relate words of one side only.
    pub(super) const WITHOUT_PAIRS: Domain = {
        let [_, _, spectral, given, ..] = Self::ALL else { panic!("five starts") };
        Domain::Choice(&[*spectral, *given])
    };

    /// Computes the initial positions of the words (V × q).
    ///
    /// # Errors
    /// Returns an error if word vectors are required and missing, or have fewer than q dimensions.
    pub(super) fn positions(
        self,
        (q, scale): (usize, f64),
        inputs: &StartInputs<'_>,
        rng: &mut impl Rng,
    ) -> Result<Array2<f64>, ModelError> {
        let words = inputs.documents.iter().map(|block| block.cols()).sum();
        Ok(match self {
            Self::Random => random(words, q, scale, rng),
            Self::Pca | Self::Centroid => self.along_axes((q, scale), inputs, rng),
            Self::CountPca => of_counts(&(inputs.counts)(), (q, scale), rng),
            Self::Spectral => spectral::spectral(&(inputs.texts)(), q, rng),
            Self::Canonical => match (&inputs.documents[..], inputs.pairs) {
                // Random positions are the fallback if the decomposition fails.
                (&[source, target], Some(budget)) => {
                    canonical::canonical([source, target], q, budget).unwrap_or_else(|_| random(words, q, scale, rng))
                }
                _ => random(words, q, scale, rng),
            },
            Self::GivenVectors => given::given(inputs.vectors, &(inputs.texts)(), q)?,
        })
    }

    /// Computes the initial positions of the words of documents without sides (V × q).
    /// The inputs are the weights of the training documents.
    ///
    /// # Errors
    /// Returns the errors of [`Start::positions`].
    pub(super) fn of_one_side(
        self,
        (q, scale): (usize, f64),
        (data, train): (&Dataset, &Csr),
        rng: &mut impl Rng,
    ) -> Result<Array2<f64>, ModelError> {
        let (counts, texts) = (|| Texts::training_counts(data), || Texts::of(data));
        let vectors = data.vectors.as_deref();
        let inputs = StartInputs { documents: vec![train], counts: &counts, texts: &texts, vectors, pairs: None };
        self.positions((q, scale), &inputs, rng)
    }

    /// Positions from the words' loadings on the principal directions of documents, each column scaled to a root mean square
    /// of `scale`; missing directions are filled at random.
    fn along_axes(self, (q, scale): (usize, f64), inputs: &StartInputs<'_>, rng: &mut impl Rng) -> Array2<f64> {
        let rows = Rows::new(&inputs.documents).centred();
        let mut x = random(rows.columns(), q, 1.0, rng);
        // Random positions are the fallback if the decomposition fails.
        if let Ok(axes) = rows.leading(&random(rows.columns(), q + EXTRA_AXES, 1.0, rng), ROUNDS) {
            for axis in 0..q.min(axes.values.len()) {
                let mut column = axes.loading(axis);
                if let Some(weight) = self.weight(&rows.mean, inputs.documents.len()) {
                    column.zip_mut_with(&weight, |place, &weight| *place = if weight > 0.0 { *place / weight } else { 0.0 });
                    let side = axes::dominant_sign(&column);
                    column *= side;
                }
                x.column_mut(axis).assign(&column);
            }
        }
        rescale(&mut x, scale);
        x
    }

    /// Divisor of a word's loadings: its mean weight gives the mean position of its documents; the root of the mean weight,
    /// with one side, lets a rare word lie as far out as a frequent one.
    fn weight(self, mean: &Array1<f64>, sides: usize) -> Option<Array1<f64>> {
        match self {
            Self::Centroid => Some(mean.clone()),
            _ if sides == 1 => Some(mean.mapv(f64::sqrt)),
            _ => None,
        }
    }
}

/// Positions from the words' loadings on the principal directions of counts, all scaled by one factor to a root mean square
/// of `scale`; missing directions are filled at random.
fn of_counts(counts: &Csr, (q, scale): (usize, f64), rng: &mut impl Rng) -> Array2<f64> {
    let rows = Rows::new(&[counts]).centred();
    let mut x = random(rows.columns(), q, scale, rng);
    // Random positions are the fallback if the decomposition fails.
    if let Ok(axes) = rows.leading(&random(rows.columns(), q + EXTRA_AXES, 1.0, rng), ROUNDS) {
        let found = q.min(axes.values.len());
        let squares: f64 = axes.values[..found].iter().map(|value| value * value).sum();
        let factor = scale * ((rows.columns() * found) as f64 / squares.max(f64::MIN_POSITIVE)).sqrt();
        for axis in 0..found {
            x.column_mut(axis).assign(&(axes.loading(axis) * factor));
        }
    }
    x
}

/// Data from which initial word positions may be computed.
pub(super) struct StartInputs<'a> {
    /// Word weights of the training documents, one matrix per side.
    pub documents: Vec<&'a Csr>,
    /// Function that returns word counts of the training documents, a row for each document or pair.
    pub counts: &'a dyn Fn() -> Csr,
    /// Documents read as text, counted on demand.
    pub texts: &'a dyn Fn() -> Texts,
    /// Given word vectors, if any.
    pub vectors: Option<&'a WordVectors>,
    /// Memory budget for the canonical directions of pairs; `None` without sides.
    pub pairs: Option<Budget>,
}

/// Random positions: independent normal coordinates with standard deviation `scale` (V × q).
pub(super) fn random(words: usize, q: usize, scale: f64, rng: &mut impl Rng) -> Array2<f64> {
    Array2::from_shape_simple_fn((words, q), || {
        let draw: f64 = StandardNormal.sample(rng);
        scale * draw
    })
}

/// Squared distance `‖X - X₀‖²` of positions from the prior's centre `X₀`, or from the origin.
pub(super) fn squares_from(x: &Array2<f64>, centre: Option<&Array2<f64>>) -> f64 {
    match centre {
        None => x.iter().map(|x| x * x).sum(),
        Some(centre) => x.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum(),
    }
}

/// Scales each column of positions to a root mean square of `scale`.
pub(super) fn rescale(x: &mut Array2<f64>, scale: f64) {
    let words = x.nrows();
    for mut column in x.columns_mut() {
        let size = (column.iter().map(|x| x * x).sum::<f64>() / words.max(1) as f64).sqrt();
        if size > 0.0 {
            column *= scale / size;
        }
    }
}

#[cfg(test)]
#[path = "held_tests.rs"]
mod held;
#[cfg(test)]
mod tests;
