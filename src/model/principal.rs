//! Positions of words at the principal directions of documents.
//!
//! Cost of the principal directions: a few products with `M` and a thin SVD of a V × (q + 8) matrix.

use ndarray::{Array2, Axis};
use rand::Rng;

use crate::{corpus::Csr, model::start::random, solver::dense::thin_svd};

/// Products with `M Mᵀ` before the subspace is taken for the leading one.
const ROUNDS: usize = 8;
/// Further directions iterated on, so that the wanted ones settle.
const MORE: usize = 8;

/// Coordinates of words in the leading principal directions of the documents, each column scaled to a root mean square
/// of `scale`. A word's own frequency is divided out, so that a rare word may lie as far out as a frequent one. Directions
/// the documents do not have are filled at random.
pub(super) fn principal(m: &Csr, q: usize, scale: f64, rng: &mut impl Rng) -> Array2<f64> {
    let (n, words) = (m.rows(), m.cols());
    let mut x = random(words, q, scale, rng);
    if n < 2 || words < 2 {
        return x;
    }
    let back = m.transpose();
    let ones = Array2::ones((n, 1));
    let mean = back.dot(ones.view()) / n as f64;
    let forward = |v: &Array2<f64>| m.dot(v.view()) - &mean.t().dot(v);
    let backward = |u: &Array2<f64>| back.dot(u.view()) - &mean.dot(&u.sum_axis(Axis(0)).insert_axis(Axis(0)));
    let wide = (q + MORE).min(words).min(n);
    let mut v = random(words, wide, 1.0, rng);
    for _ in 0..ROUNDS {
        let Ok(svd) = thin_svd(backward(&forward(&v)).view()) else { return x };
        v = svd.u;
    }
    // Within the subspace the directions are put in order.
    let Ok(svd) = thin_svd(forward(&v).view()) else { return x };
    let directions = v.dot(&svd.v);
    let size: Vec<f64> = mean.iter().map(|mean| mean.sqrt()).collect();
    for (a, direction) in directions.axis_iter(Axis(1)).take(q).enumerate() {
        if svd.values.get(a).is_none_or(|&value| value <= 1e-9) {
            continue;
        }
        let mut column: Vec<f64> = direction.iter().zip(&size).map(|(d, s)| if *s > 0.0 { d / s } else { 0.0 }).collect();
        let spread = (column.iter().map(|c| c * c).sum::<f64>() / words as f64).sqrt();
        // The sign of a direction is a matter of chance: the heavier tail goes to the right.
        let side = if column.iter().map(|c| c.powi(3)).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
        for c in &mut column {
            *c *= side * scale / spread;
        }
        for (to, from) in x.column_mut(a).iter_mut().zip(column) {
            *to = from;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng};

    use super::*;

    #[test]
    fn words_of_one_topic_start_together() {
        let rows =
            (0..30_u32).map(|i| (0..6).map(|w| (w + 6 * (i % 3), 1.0 / 6.0 + f64::from((i * 7 + w) % 5) * 0.01)).collect());
        let m = Csr::from_rows(20, rows);
        let x = principal(&m, 2, 0.5, &mut StdRng::seed_from_u64(1));
        for column in x.columns() {
            let spread = (column.iter().map(|c| c * c).sum::<f64>() / 20.0).sqrt();
            assert!((spread - 0.5).abs() < 1e-9, "{spread}");
        }
        let apart = |a: usize, b: usize| (&x.row(a) - &x.row(b)).iter().map(|d| d * d).sum::<f64>().sqrt();
        let near = apart(0, 1).max(apart(6, 7)).max(apart(12, 13));
        let far = apart(0, 6).min(apart(6, 12)).min(apart(0, 12));
        assert!(near < 0.2 * far, "{near} within a topic, {far} between");
        assert!(x.row(19).iter().all(|x| x.abs() < 1e-12), "a word of no document");
    }

    #[test]
    fn documents_without_directions_start_at_random() {
        for m in
            [Csr::from_rows(4, [vec![(0, 1.0)]]), Csr::from_rows(4, vec![vec![(1, 0.5), (2, 0.5)]; 5]), Csr::from_rows(1, [])]
        {
            let x = principal(&m, 3, 0.1, &mut StdRng::seed_from_u64(1));
            assert!(x.iter().all(|x| x.is_finite() && x.abs() < 1.0) && x.iter().any(|x| *x != 0.0));
        }
    }
}
