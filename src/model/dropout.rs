//! Word dropout: each outer iteration uses a random subset of every document's words.

use rand::Rng;

use crate::corpus::Csr;

/// Keeps each word of each document with probability `keep`, at least one per document, and rescales rows to their sums.
pub(super) fn dropout(m: &Csr, keep: f64, rng: &mut impl Rng) -> Csr {
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
        let back = weights.iter().sum::<f64>() / values[first..].iter().sum::<f64>();
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
        let kept = dropout(&m, 0.2, &mut StdRng::seed_from_u64(1));
        assert!((kept.row_sum(0) - 1.0).abs() < 1e-12 && (3..25).contains(&kept.row(0).0.len()));
        assert!(kept.row(1).0.is_empty());
        assert_eq!(kept.row(2), m.row(2));
    }
}
