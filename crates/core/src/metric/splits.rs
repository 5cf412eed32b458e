//! Splits of a pooled sample in two: every split if there are few, otherwise random ones.
//!
//! Cost: the size of the first sample for each split. Memory: one index a row.

use rand::{Rng, SeedableRng, rngs::StdRng};

/// Number of ways to choose `first` of n rows for a split, if there are no more than `most`.
pub(super) fn splits(n: usize, first: usize, most: usize) -> Option<usize> {
    let first = first.min(n - first);
    // Each partial product is a binomial coefficient itself.
    (0..first).try_fold(1, |all: usize, i| Some(all.checked_mul(n - i)? / (i + 1)).filter(|all| *all <= most.max(1)))
}

/// Iterator over splits of a pooled sample: every split in lexicographic order, or random ones.
pub(super) struct Splits {
    /// Rows of the pooled sample, of which the first `first` are the current first sample.
    order: Vec<usize>,
    first: usize,
    /// Random number generator of the splits; `None` if every split is visited.
    rng: Option<StdRng>,
}

impl Splits {
    /// Splits of n rows in two: all of them in order, or random ones.
    pub(super) fn new(n: usize, first: usize, all: bool, seed: u64) -> Self {
        Self { order: (0..n).collect(), first, rng: (!all).then(|| StdRng::seed_from_u64(seed)) }
    }

    /// Returns the rows of the next split's first sample. The first of all splits is that of the first rows.
    pub(super) fn next(&mut self) -> &[usize] {
        let Self { order, first, rng } = self;
        let n = order.len();
        match rng {
            // First entries of a shuffled list are a sample without replacement.
            Some(rng) => (0..*first).for_each(|place| order.swap(place, rng.random_range(place..n))),
            // In lexicographic order the last entry that can grow grows by one, and the entries after it follow.
            None => match (0..*first).rev().find(|&place| order[place] + *first < n + place) {
                Some(place) => {
                    let from = order[place] + 1;
                    (place..*first).for_each(|at| order[at] = from + at - place);
                }
                None => (0..*first).for_each(|place| order[place] = place),
            },
        }
        &order[..*first]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn few_splits_are_counted_once_each(n in 2_usize..9, share in 0.0..1.0_f64) {
            let first = 1 + (share * (n - 2) as f64) as usize;
            let all = splits(n, first, 999).expect("at most 70");
            let mut visited = Splits::new(n, first, true, 0);
            let mut samples: Vec<Vec<usize>> = (0..all).map(|_| visited.next().to_vec()).collect();
            prop_assert!(samples.iter().all(|sample| sample.is_sorted_by(|a, b| a < b) && sample.iter().all(|row| *row < n)));
            samples.sort();
            samples.dedup();
            prop_assert_eq!(samples.len(), all);
        }
    }
}
