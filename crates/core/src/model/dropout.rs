//! Word dropout: each outer iteration uses a random subset of every document's words.

use rand::Rng;

use crate::corpus::{Csr, Weighting};

/// Word dropout: keeps each word of each document with probability `keep`, at least one word.
/// Rows are then scaled back to their sums of magnitudes, or to their Euclidean lengths if `m` has rows of unit length.
pub(super) fn dropout(m: &Csr, keep: f64, weighting: Weighting, rng: &mut impl Rng) -> Csr {
    let size = |weights: &[f64]| {
        if weighting.has_l2_rows() {
            weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt()
        } else {
            weights.iter().map(|weight| weight.abs()).sum()
        }
    };
    m.thinned(|words, weights, columns, values| {
        let first = values.len();
        for (&word, &weight) in words.iter().zip(weights) {
            if rng.random_bool(keep) {
                columns.push(word);
                values.push(weight);
            }
        }
        if values.len() == first && !words.is_empty() {
            let one = rng.random_range(0..words.len());
            columns.push(words[one]);
            values.push(weights[one]);
        }
        let back = size(weights) / size(&values[first..]);
        values[first..].iter_mut().for_each(|weight| *weight *= back);
    })
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng};

    use super::*;

    #[test]
    fn rows_stay_distributions_and_empty_rows_stay_empty() {
        let m = Csr::from_rows(50, [(0..50).map(|w| (w, 0.02)).collect(), vec![], vec![(7, 1.0)]]);
        let kept = dropout(&m, 0.2, Weighting::Count, &mut StdRng::seed_from_u64(1));
        assert!((kept.row_sum(0) - 1.0).abs() < 1e-12 && (3..25).contains(&kept.row(0).0.len()));
        assert!(kept.row(1).0.is_empty());
        assert_eq!(kept.row(2), m.row(2));
    }

    #[test]
    fn rows_of_unit_length_keep_their_length() {
        let m = Csr::from_rows(50, [(0..25).map(|w| (w, 0.2)).collect(), vec![], vec![(7, 1.0)]]);
        let kept = dropout(&m, 0.3, Weighting::CountL2, &mut StdRng::seed_from_u64(1));
        let length = |row: usize| kept.row(row).1.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
        assert!((length(0) - 1.0).abs() < 1e-12 && kept.row(0).0.len() < 20, "{}", length(0));
        assert!(kept.row(1).0.is_empty() && kept.row(2) == m.row(2));
    }
}
