//! Where words stand before the first step, for all models.
//!
//! | start | what it knows of | where a word stands | width |
//! |---|---|---|---|
//! | `random` | nothing | `N(0, I)` | `start_scale` |
//! | `pca` | training documents | its loadings on their principal directions (T 6.4) | `start_scale` |
//! | `centroid` | training pairs | the mean place of the documents it stands in | `start_scale` |
//! | `canonical` | training pairs | where documents of a pair lie together | its own |
//! | `spectral` | all documents whose labels are not needed | by the words it stands with | unit vectors |
//! | `given` | vectors from elsewhere, and what `spectral` knows | at its vector | the vectors' own |
//!
//! Canonical, spectral and given places keep their lengths, whatever `start_scale` says: their directions and lengths are what was
//! learned elsewhere, and the kernel's own numbers say how near is near.
//!
//! Cost: a few dozen products with sparse rows (`axes`); memory: some `(n + V) × (q + 8)`.

mod axes;
mod canonical;
mod given;
mod spectral;
mod texts;

pub(super) use texts::Texts;

use ndarray::{Array1, Array2};
use rand::Rng;
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

use self::axes::{Rows, SPARE};
use super::ModelError;
use crate::{
    corpus::{Csr, WordVectors},
    param::{Choice, Choices, Domain},
};

/// Rounds of subspace iteration where each axis is looked at by itself.
const ROUNDS: usize = 12;

/// Where the words are before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Independent normal coordinates.
    #[default]
    Random,
    /// The principal directions of the training documents, each pair one row over the words of both sides (T 6.4): words that
    /// stand together start together.
    Pca,
    /// The mean place of the training documents a word stands in, these placed by their principal components.
    Centroid,
    /// Regularised canonical directions of the training pairs, as kernel CCA has them.
    Canonical,
    /// Spectral vectors: words that stand in the same documents start together, documents without labels included.
    Spectral,
    /// Vectors read from elsewhere.
    Given,
}

impl Choices for Start {
    const ALL: &'static [Choice] = &[
        Choice::new("random", "random"),
        Choice::new("pca", "principal directions"),
        Choice::new("spectral", "spectral (unlabelled text too)"),
        Choice::new("given", "given vectors"),
        Choice::new("centroid", "mean of documents"),
        Choice::new("canonical", "canonical directions"),
    ];
    const USUAL: &'static [Self] = &[Self::Random, Self::Pca, Self::Spectral, Self::Given, Self::Centroid, Self::Canonical];
}

impl Start {
    /// The starts of models without sides.
    pub(super) const ONE_SIDE: Domain = {
        let [random, pca, spectral, given, ..] = Self::ALL else { panic!("four starts") };
        Domain::Choice(&[*random, *pca, *spectral, *given])
    };

    /// Positions of the words (V × q).
    ///
    /// # Errors
    /// When vectors are to be given and are not, or have fewer than q dimensions.
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
            Self::Spectral => spectral::spectral(&(inputs.texts)(), q, rng),
            Self::Canonical => match inputs.documents[..] {
                // Numbers that do not decompose leave the random start.
                [source, target] => canonical::canonical(source, target, q).unwrap_or_else(|_| random(words, q, scale, rng)),
                _ => random(words, q, scale, rng),
            },
            Self::Given => given::given(inputs.vectors, &(inputs.texts)(), q)?,
        })
    }

    /// Words by their loadings on the principal directions of documents, each column scaled to a root mean square of
    /// `scale`; directions the documents do not have are filled at random.
    fn along_axes(self, (q, scale): (usize, f64), inputs: &StartInputs<'_>, rng: &mut impl Rng) -> Array2<f64> {
        let rows = Rows::new(&inputs.documents).centred();
        let mut x = random(rows.columns(), q, 1.0, rng);
        // Numbers that do not decompose leave the random start.
        if let Ok(axes) = rows.leading(&random(rows.columns(), q + SPARE, 1.0, rng), ROUNDS) {
            for axis in 0..q.min(axes.values.len()) {
                let mut column = axes.loading(axis);
                if let Some(weight) = self.weight(&rows.mean, inputs.documents.len()) {
                    column.zip_mut_with(&weight, |place, &weight| *place = if weight > 0.0 { *place / weight } else { 0.0 });
                    let side = axes::heavier_side(&column);
                    column *= side;
                }
                x.column_mut(axis).assign(&column);
            }
        }
        rescale(&mut x, scale);
        x
    }

    /// What loadings are divided by: a word's mean weight gives the mean place of the documents it stands in; its root, where
    /// there is one side, lets a rare word lie as far out as a frequent one.
    fn weight(self, mean: &Array1<f64>, sides: usize) -> Option<Array1<f64>> {
        match self {
            Self::Centroid => Some(mean.clone()),
            _ if sides == 1 => Some(mean.mapv(f64::sqrt)),
            _ => None,
        }
    }
}

/// What a start may be made of.
pub(super) struct StartInputs<'a> {
    /// The training documents' weights, one block of words a side.
    pub documents: Vec<&'a Csr>,
    /// The documents whose labels are not needed, counted when they are asked for.
    pub texts: &'a dyn Fn() -> Texts,
    /// Vectors from elsewhere, if there are any.
    pub vectors: Option<&'a WordVectors>,
}

/// Independent normal coordinates of standard deviation `scale` (V × q).
pub(super) fn random(words: usize, q: usize, scale: f64, rng: &mut impl Rng) -> Array2<f64> {
    Array2::from_shape_simple_fn((words, q), || {
        let draw: f64 = StandardNormal.sample(rng);
        scale * draw
    })
}

/// `‖X - X₀‖²`, of a prior centred at `X₀` or at the origin.
pub(super) fn squares_from(x: &Array2<f64>, centre: Option<&Array2<f64>>) -> f64 {
    match centre {
        None => x.iter().map(|x| x * x).sum(),
        Some(centre) => x.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum(),
    }
}

/// Scales each column to a root mean square of `scale`.
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
mod held;
#[cfg(test)]
mod tests;
