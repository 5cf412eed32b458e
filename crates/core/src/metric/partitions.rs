//! Agreement of two partitions of the same documents, such as clusters and classes, with any numbers of groups.
//!
//! Cost: one pass. Memory: one number for each pair of a cluster and a class.

use std::collections::BTreeMap;

/// Adjusted Rand index (Hubert and Arabie 1985) of documents' pairs (cluster, class):
/// the share of pairs of documents that both partitions treat alike, 1 if the partitions are equal and 0 on average by chance.
/// `None` without documents.
pub fn adjusted_rand_index(documents: impl IntoIterator<Item = (usize, usize)>) -> Option<f64> {
    let Counts { both, sides, all } = Counts::of(documents)?;
    let together = pairs(both.values());
    let [first, second] = sides.each_ref().map(|side| pairs(side.values()));
    // Two partitions with one cluster, or with one document in each, are equal.
    let expected = if all > 1.0 { first * second / (all * (all - 1.0) / 2.0) } else { 0.0 };
    let most = 0.5 * (first + second);
    Some(if most - expected > 0.0 { (together - expected) / (most - expected) } else { 1.0 })
}

/// Number of pairs of documents in the same group.
fn pairs<'a>(groups: impl Iterator<Item = &'a f64>) -> f64 {
    groups.map(|count| count * (count - 1.0) / 2.0).sum()
}

/// Normalised mutual information of documents' pairs (cluster, class), divided by the mean of both entropies: from 0 to 1.
/// Unlike [`adjusted_rand_index`], the normalised mutual information grows with the number of clusters by chance.
/// `None` without documents.
pub fn normalised_mutual_information(documents: impl IntoIterator<Item = (usize, usize)>) -> Option<f64> {
    let Counts { both, sides, all } = Counts::of(documents)?;
    let entropy = |side: &BTreeMap<usize, f64>| -side.values().map(|count| count / all * (count / all).ln()).sum::<f64>();
    let share = |(&(first, second), count): (&(usize, usize), &f64)| {
        let product = sides[0].get(&first)? * sides[1].get(&second)?;
        Some(count / all * (all * count / product).ln())
    };
    let mutual: f64 = both.iter().filter_map(share).sum();
    let mean = 0.5 * (entropy(&sides[0]) + entropy(&sides[1]));
    // Zero entropy means that both partitions have one cluster.
    Some(if mean > 0.0 { (mutual / mean).clamp(0.0, 1.0) } else { 1.0 })
}

/// Contingency table of two partitions, with numbers of documents.
struct Counts {
    /// Number of documents in each pair of a cluster and a class that have documents in common.
    both: BTreeMap<(usize, usize), f64>,
    /// Number of documents in each cluster, and in each class.
    sides: [BTreeMap<usize, f64>; 2],
    all: f64,
}

impl Counts {
    fn of(documents: impl IntoIterator<Item = (usize, usize)>) -> Option<Self> {
        let mut counts = Self { both: BTreeMap::new(), sides: [BTreeMap::new(), BTreeMap::new()], all: 0.0 };
        for pair in documents {
            *counts.both.entry(pair).or_default() += 1.0;
            *counts.sides[0].entry(pair.0).or_default() += 1.0;
            *counts.sides[1].entry(pair.1).or_default() += 1.0;
            counts.all += 1.0;
        }
        (counts.all > 0.0).then_some(counts)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Fixture {
        partitions: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        pairs: Vec<(usize, usize)>,
        adjusted_rand: f64,
        mutual_information: f64,
    }

    fn both(pairs: &[(usize, usize)]) -> [f64; 2] {
        let pairs = || pairs.iter().copied();
        [adjusted_rand_index(pairs()), normalised_mutual_information(pairs())].map(|score| score.expect("documents"))
    }

    #[test]
    fn agreement_equals_that_of_scikit_learn() {
        let fixture: Fixture = serde_json::from_str(include_str!("../../tests/fixtures/clusters.json")).expect("the fixture");
        for case in fixture.partitions {
            let [rand, mutual] = both(&case.pairs);
            assert!((rand - case.adjusted_rand).abs() < 1e-12, "{rand} for {}", case.adjusted_rand);
            assert!((mutual - case.mutual_information).abs() < 1e-9, "{mutual} for {}", case.mutual_information);
        }
        assert_eq!((adjusted_rand_index([]), normalised_mutual_information([])), (None, None));
    }

    /// The adjusted Rand index by comparing every pair of documents.
    fn by_pairs(pairs: &[(usize, usize)]) -> f64 {
        let (mut together, mut first, mut second, mut all) = (0.0, 0.0, 0.0, 0.0);
        for (i, a) in pairs.iter().enumerate() {
            for b in &pairs[..i] {
                let alike = [a.0 == b.0, a.1 == b.1].map(|alike| f64::from(u8::from(alike)));
                (together, first, second, all) = (together + alike[0] * alike[1], first + alike[0], second + alike[1], all + 1.0);
            }
        }
        let (expected, most) = (first * second / all, 0.5 * (first + second));
        if most > expected { (together - expected) / (most - expected) } else { 1.0 }
    }

    proptest! {
        #[test]
        fn numbers_of_clusters_and_the_order_of_partitions_do_not_matter(pairs in prop::collection::vec((0_usize..5, 0_usize..4), 2..60)) {
            let scores = both(&pairs);
            prop_assert!((scores[0] - by_pairs(&pairs)).abs() < 1e-9);
            let permuted: Vec<_> = pairs.iter().map(|&(a, b)| (b, (3 * a + 1) % 5 + 10)).collect();
            for (score, other) in scores.iter().zip(both(&permuted)) {
                prop_assert!((score - other).abs() < 1e-9 && *score <= 1.0 + 1e-12);
            }
            let equal: Vec<_> = pairs.iter().map(|&(a, _)| (a, 9 - a)).collect();
            prop_assert!(both(&equal).iter().all(|score| (score - 1.0).abs() < 1e-9));
        }
    }
}
