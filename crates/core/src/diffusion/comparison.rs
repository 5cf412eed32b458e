//! Comparison of diffusion models by the log-likelihood of held-out cascades.
//!
//! Dimension, `ρ` and the best of a few random starts are chosen by the log-likelihood of the development cascades.
//! The test cascades are read once, by the chosen model of each link.
//!
//! Cost: a fit for each setting and start. Memory: one model of each link.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::{Cascade, Diffusion, DiffusionParams, Link, Network, log_likelihood};

/// Candidate dimensions of the latent vectors.
const DIMENSIONS: [usize; 3] = [2, 4, 8];
/// Candidate weights `ρ` of the prior.
const RHOS: [f64; 6] = [0.03, 0.1, 0.3, 1.0, 3.0, 10.0];
/// Number of random starts of a model with latent vectors.
const STARTS: u64 = 3;

/// Cascades divided at random into three fifths for training, one for development and one for the test.
#[derive(Clone, Debug, PartialEq)]
pub struct CascadeSplit {
    /// Cascades by which the models are fitted.
    pub train: Vec<Cascade>,
    /// Cascades by which settings are chosen.
    pub dev: Vec<Cascade>,
    /// Cascades by which the chosen models are compared.
    pub test: Vec<Cascade>,
}

/// Chosen model of one link, with the log-likelihoods of the test cascades.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Model fitted to the training cascades.
    pub model: Diffusion,
    /// Log-likelihood of each test cascade.
    pub test: Vec<f64>,
}

impl CascadeSplit {
    /// Divides cascades at random; `None` if they are fewer than five, so that a part would be empty.
    pub fn new(mut cascades: Vec<Cascade>, seed: u64) -> Option<Self> {
        cascades.shuffle(&mut StdRng::seed_from_u64(seed));
        let fifth = cascades.len() / 5;
        let test = cascades.split_off(cascades.len() - fifth);
        let dev = cascades.split_off(cascades.len() - fifth);
        (fifth > 0).then_some(Self { train: cascades, dev, test })
    }

    /// Log-likelihood of each test cascade under the probabilities of the edges (E).
    pub fn test_scores(&self, network: &Network, probabilities: &[f64]) -> Vec<f64> {
        self.test.iter().map(|cascade| log_likelihood(probabilities, &network.attempts([cascade]))).collect()
    }
}

/// Fits models of a link under all settings and starts, chooses one on the development cascades and reads the test cascades.
/// `None` if the work was [cancelled](crate::cancel).
pub fn compare(network: &Network, split: &CascadeSplit, link: Link, seed: u64) -> Option<Compared> {
    let [train, dev] = [&split.train, &split.dev].map(|cascades| network.attempts(cascades));
    let (dimensions, starts) = if link.has_vectors() { (&DIMENSIONS[..], STARTS) } else { (&DIMENSIONS[..1], 1) };
    let rhos = if link == Link::Constant { &RHOS[..1] } else { &RHOS };
    let mut best: Option<(f64, Diffusion)> = None;
    for &q in dimensions {
        for (&rho, start) in rhos.iter().flat_map(|rho| (0..starts).map(move |start| (rho, start))) {
            let model = Diffusion::fit(network, &train, DiffusionParams { link, q, rho, seed: seed.wrapping_add(start) })?;
            let score = log_likelihood(&model.probabilities(network), &dev);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, model));
            }
        }
    }
    let (_, model) = best?;
    Some(Compared { test: split.test_scores(network, &model.probabilities(network)), model })
}
