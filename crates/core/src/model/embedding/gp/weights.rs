//! Learned weights of the fixed kernel components, which maximise the likelihood of the training ratings.
//!
//! Before words move, the components explain the ratings alone: `K = Σ_b w_b U_b U_bᵀ + σ² I`.
//! Documents have unit length in each component.
//! The weights and the noise with the largest marginal likelihood are found over their logarithms.
//! Only the weights' ratios are used.
//! Their sum remains that of the parameters: it is the part left to the components when the map explains the rest.
//! Learned with the positions, the weights would vanish, since the map fits the training ratings closely.
//!
//! Cost: up to 60 Cholesky factors and inverses of at most 800 training documents.
//! Memory: a matrix of these documents for each component, and three more.

use ndarray::{Array2, Axis, Zip};

use crate::{
    corpus::Csr,
    ldk::{Component, Components, Source},
    solver::{
        Lbfgs, LbfgsStep,
        dense::{Cholesky, Threads},
    },
};

/// Maximum number of training documents for learning component weights; larger parts are sampled at regular intervals.
const SAMPLE: usize = 800;
/// Maximum number of optimiser steps for learning component weights.
const STEPS: usize = 30;
/// Bound on the logarithms of weights and noise, beyond which a component is negligible or dominates.
const FAR: f64 = 7.0;
/// Change of the objective below which learning component weights has converged.
const CLOSE: f64 = 1e-3;

/// Learned factor of each component's weight, by its source, for training documents (n × V) with standardised ratings (n × B);
/// `None` for fewer than two components, and if no covariance has a Cholesky factor.
pub(super) fn factors(components: &Components, train: &Csr, y: &Array2<f64>) -> Option<Vec<(Source, f64)>> {
    if components.others.len() < 2 {
        return None;
    }
    let n = train.rows().min(SAMPLE);
    let sample: Vec<usize> = (0..n).map(|place| place * train.rows() / n).collect();
    let (m, y) = (train.select(&sample), y.select(Axis(0), &sample));
    let alone = |component: &Component| {
        let one = Component { weight: 1.0, ..component.clone() };
        let rows = Components { map: 0.0, others: vec![one], alike: components.alike.clone() }.rows(&m, false);
        rows.cross(&rows)
    };
    let grams: Vec<Array2<f64>> = components.others.iter().map(alone).collect();
    let mut logs: Vec<f64> = components.others.iter().map(|component| component.weight.ln()).chain([0.0]).collect();
    let (mut search, mut last) = (Lbfgs::new(5), f64::INFINITY);
    for _ in 0..STEPS {
        match search.step(&mut logs, &mut |logs| slope(&grams, &y, logs)) {
            LbfgsStep::Descended(value) if last - value > CLOSE => last = value,
            LbfgsStep::Descended(_) | LbfgsStep::Converged(_) => break,
            LbfgsStep::NotFinite | LbfgsStep::Cancelled => return None,
        }
    }
    let found: Vec<f64> = logs.iter().take(grams.len()).map(|log| log.clamp(-FAR, FAR).exp()).collect();
    let given = components.others.iter().map(|component| component.weight);
    let scale = given.clone().sum::<f64>() / found.iter().sum::<f64>();
    let sources = components.others.iter().map(|component| component.source);
    Some(sources.zip(found.iter().zip(given).map(|(found, given)| found * scale / given)).collect())
}

/// Negative log likelihood `½ (Σ_b y_bᵀ K⁻¹ y_b + B ln det K)` and its gradient by the log weights and, last, log noise.
/// It is infinite if `K` has no Cholesky factor.
/// A logarithm beyond its bound counts as the bound.
fn slope(grams: &[Array2<f64>], y: &Array2<f64>, logs: &[f64]) -> (f64, Vec<f64>) {
    let within: Vec<f64> = logs.iter().map(|log| log.clamp(-FAR, FAR).exp()).collect();
    let (noise, behaviours) = (within[grams.len()], y.ncols() as f64);
    let mut k = Array2::zeros((y.nrows(), y.nrows()));
    grams.iter().zip(&within).for_each(|(gram, weight)| k.scaled_add(*weight, gram));
    k.diag_mut().mapv_inplace(|d| d + noise);
    let Ok(factor) = Cholesky::new(k.view(), Threads::All) else { return (f64::INFINITY, vec![0.0; logs.len()]) };
    let a = factor.solve(y.view());
    let fit: f64 = y.iter().zip(&a).map(|(y, a)| y * a).sum();
    // Gradient by the covariance: dL/dK = ½ (B K⁻¹ - A Aᵀ).
    let mut pull = factor.inverse();
    pull *= 0.5 * behaviours;
    ndarray::linalg::general_mat_mul(-0.5, &a, &a.t(), 1.0, &mut pull);
    let inner = |gram: &Array2<f64>| Zip::from(&pull).and(gram).fold(0.0, |sum, pull, gram| sum + pull * gram);
    let mut slopes: Vec<f64> = grams.iter().zip(&within).map(|(gram, weight)| weight * inner(gram)).collect();
    slopes.push(noise * pull.diag().sum());
    slopes.iter_mut().zip(logs).for_each(|(slope, log)| *slope *= f64::from(u8::from(log.abs() <= FAR)));
    (0.5 * (fit + behaviours * factor.log_determinant()), slopes)
}

#[cfg(test)]
mod tests {
    use approx::assert_relative_eq;
    use ndarray::Array;
    use rand::{Rng, SeedableRng, rngs::StdRng};
    use std::sync::Arc;

    use super::*;

    /// Documents of four of 30 words, and the words' vectors in four dimensions.
    fn documents(n: usize) -> (Csr, Array2<f64>) {
        let mut rng = StdRng::seed_from_u64(3);
        let rows = (0..n).map(|_| {
            let mut words: Vec<u32> = (0..4).map(|_| rng.random_range(0..30)).collect();
            words.sort_unstable();
            words.dedup();
            words.into_iter().map(|word| (word, 1.0)).collect()
        });
        let m = Csr::from_rows(30, rows.collect::<Vec<_>>());
        let mut rng = StdRng::seed_from_u64(4);
        (m, Array::from_shape_fn((30, 4), |_| rng.random_range(-1.0..1.0)))
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let (m, x) = documents(12);
        let gram = |x: &Array2<f64>| m.dot(x.view()).dot(&m.dot(x.view()).t());
        let grams = [gram(&x), gram(&Array2::eye(30))];
        let y = Array2::from_shape_fn((12, 2), |(i, b)| ((i * (b + 2)) as f64).sin());
        let logs = [-0.3, 0.4, -0.7];
        let (_, slopes) = slope(&grams, &y, &logs);
        for place in 0..3 {
            let at = |step: f64| {
                let mut logs = logs;
                logs[place] += step;
                slope(&grams, &y, &logs).0
            };
            assert_relative_eq!(slopes[place], (at(1e-5) - at(-1e-5)) / 2e-5, max_relative = 1e-5);
        }
    }

    #[test]
    fn the_component_that_explains_the_ratings_gains_weight_and_the_sum_is_kept() {
        let (m, x) = documents(150);
        let by_vectors = m.dot(x.view());
        let others = vec![
            Component { source: Source::Identity, weight: 0.5, vectors: None },
            Component { source: Source::GivenVectors, weight: 0.3, vectors: Some(Arc::new(x)) },
        ];
        let components = Components { map: 1.0, others, alike: None };
        let mut y = by_vectors.slice(ndarray::s![.., ..1]).to_owned();
        y.iter_mut().zip(by_vectors.outer_iter()).for_each(|(y, row)| *y /= row.dot(&row).sqrt() * 0.5);
        let factors = factors(&components, &m, &y).unwrap();
        let weights = [factors[0].1 * 0.5, factors[1].1 * 0.3];
        assert_relative_eq!(weights[0] + weights[1], 0.8, max_relative = 1e-12);
        assert!(weights[1] > 10.0 * weights[0], "{weights:?}");
        let single = Components { others: components.others[..1].to_vec(), ..components };
        assert!(super::factors(&single, &m, &y).is_none(), "one component has no share to learn");
    }
}
