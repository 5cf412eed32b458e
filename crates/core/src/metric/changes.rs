//! Changes between groups of documents: the squared MMD of two groups, its share of each word, and tests by permutation.
//!
//! The kernel between documents is the inner product of their rows, so that MMD² is a sum over words.
//! The share of a word is the unbiased estimate of its squared difference of means:
//! `(S_a² - Q_a) / n_a (n_a - 1) + (S_b² - Q_b) / n_b (n_b - 1) - 2 S_a S_b / n_a n_b`, with sums `S` and sums of squares `Q`.
//! The shares sum to the unbiased MMD² ([`Mmd`](super::Mmd)). A word that only fluctuates has a share near 0, of either sign.
//!
//! One test over all groups permutes the documents among them; its statistic is `Σ_g |S_g|² / n_g`.
//! Each step permutes the documents of its two sides; the p-values of the steps are adjusted by Holm's method.
//! Both use at most [`MOST`] documents of a group, drawn evenly; MMD² and shares use all.
//!
//! A test of a step ends at the [`ENOUGH`]th split with at least the observed statistic (Besag and Clifford 1991):
//! its p-value is valid, and steps without a change cost little. The test over all groups has at most [`OVERALL`] arrangements.
//!
//! Cost: one pass over the entries, and over those of the smaller side for each split. Memory: four numbers a word for each thread.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;

use super::{
    holm,
    splits::{Splits, splits},
};
use crate::{corpus::Csr, stats::sample};

/// Maximum number of documents of a group in the tests.
const MOST: usize = 5_000;
/// Number of documents of all groups together in the tests, as far as each group keeps [`LEAST`].
const TOGETHER: usize = 60_000;
/// Number of splits with at least the observed statistic that end a test.
const ENOUGH: usize = 20;
/// Largest number of random arrangements of all groups.
const OVERALL: usize = 299;
/// Number of documents of a group that the tests use in any case.
const LEAST: usize = 200;
/// Tolerance, as a share of its scale, within which a statistic counts as equal to the observed one despite rounding.
const SAME: f64 = 1e-12;

/// Changes between groups of documents.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// p-value of the test over all groups.
    pub p: f64,
    /// Change of each step, in the order of the steps.
    pub steps: Vec<Change>,
    /// Number of documents in the tests, if groups were sampled.
    pub sampled: Option<usize>,
}

/// Change between the two sides of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Unbiased estimate of MMD², the sum of the shares.
    pub mmd2: f64,
    /// p-value of this step alone.
    pub p_alone: f64,
    /// Family-wise p-value: adjusted for all steps by Holm's method.
    pub p: f64,
    /// Words that a side holds, the largest share first.
    pub words: Vec<ChangedWord>,
}

/// Word in a change between two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChangedWord {
    /// Index of the word.
    pub word: usize,
    /// Share of the word in MMD².
    pub share: f64,
    /// Share of the documents of each side that hold the word.
    pub held: [f64; 2],
}

/// Two sides of a step, each a list of groups.
pub type Sides = [Vec<usize>; 2];

/// Changes between groups of documents, given as rows of weights (n × V); `steps` name their groups.
/// A group, and a side of a step, has two documents at least. `None` if `go_on` stopped a test.
pub fn changes(
    rows: &Csr,
    groups: &[Vec<usize>],
    steps: &[Sides],
    splits: usize,
    seed: u64,
    go_on: impl Fn() -> bool + Sync,
) -> Option<Changes> {
    let most = (TOGETHER / groups.len().max(1)).clamp(LEAST, MOST);
    let tested: Vec<Vec<usize>> =
        groups.iter().map(|group| sample(group.len(), most).into_iter().map(|place| group[place]).collect()).collect();
    let count: usize = tested.iter().map(Vec::len).sum();
    let sampled = (count < groups.iter().map(Vec::len).sum()).then_some(count);
    let step = |sides: &Sides| {
        let members = |of: &[Vec<usize>]| {
            sides.each_ref().map(|side| side.iter().flat_map(|&group| of[group].iter().copied()).collect::<Vec<_>>())
        };
        let [first, second] = members(&tested);
        Some((shares(rows, &members(groups)), Pool::of(rows, first, second).p(splits, seed, &go_on)?))
    };
    let (p, found) =
        rayon::join(|| p_of_all(rows, &tested, splits, seed, &go_on), || steps.par_iter().map(step).collect::<Option<Vec<_>>>());
    let (p, found) = (p?, found?);
    let adjusted = holm(&found.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let change = |((words, p_alone), p): ((Vec<ChangedWord>, f64), f64)| Change {
        mmd2: words.iter().map(|word| word.share).sum(),
        p_alone,
        p,
        words,
    };
    Some(Changes { p, steps: found.into_iter().zip(adjusted).map(change).collect(), sampled })
}

/// Share of each word in the unbiased MMD² of two sides, the largest first.
fn shares(rows: &Csr, sides: &[Vec<usize>; 2]) -> Vec<ChangedWord> {
    let words = rows.cols();
    // Sum, sum of squares and number of documents of each word.
    let [a, b] = sides.each_ref().map(|side| {
        let mut of = vec![[0.0_f64; 3]; words];
        for (word, weight) in side.iter().flat_map(|&row| rows.entries(row)) {
            let [sum, square, held] = &mut of[word];
            (*sum, *square, *held) = (*sum + weight, *square + weight * weight, *held + 1.0);
        }
        of
    });
    let [n, m] = sides.each_ref().map(|side| side.len() as f64);
    let within = |[sum, square, _]: [f64; 3], n: f64| (sum * sum - square) / (n * (n - 1.0));
    let of_word = |word: usize| {
        let (a, b) = (a[word], b[word]);
        let share = within(a, n) + within(b, m) - 2.0 * a[0] * b[0] / (n * m);
        ChangedWord { word, share, held: [a[2] / n, b[2] / m] }
    };
    let mut shares: Vec<ChangedWord> = (0..words).map(of_word).filter(|word| word.held != [0.0, 0.0]).collect();
    shares.sort_by(|one, other| other.share.total_cmp(&one.share));
    shares
}

/// Documents of both sides of a step, the smaller side first, with what every split needs.
struct Pool<'a> {
    rows: &'a Csr,
    documents: Vec<usize>,
    first: usize,
    /// Inner product of each document with the sum of all, and with itself.
    products: Vec<[f64; 2]>,
    /// Squared length of the sum of all documents, and the sum of their squared lengths.
    all: [f64; 2],
}

impl<'a> Pool<'a> {
    fn of(rows: &'a Csr, first: Vec<usize>, second: Vec<usize>) -> Self {
        let (smaller, larger) = if first.len() <= second.len() { (first, second) } else { (second, first) };
        let first = smaller.len();
        let documents = [smaller, larger].concat();
        let mut sum = vec![0.0; rows.cols()];
        documents.iter().flat_map(|&row| rows.entries(row)).for_each(|(word, weight)| sum[word] += weight);
        let products = |&row: &usize| {
            rows.entries(row)
                .fold([0.0, 0.0], |[along, square], (word, weight)| [along + weight * sum[word], square + weight * weight])
        };
        let products: Vec<[f64; 2]> = documents.iter().map(products).collect();
        let all = products.iter().fold([0.0, 0.0], |[along, square], of| [along + of[0], square + of[1]]);
        Self { rows, documents, first, products, all }
    }

    /// Unbiased MMD² of the split whose first sample is `chosen`; `sum` is a workspace of zeros (V).
    fn mmd2(&self, chosen: &[usize], sum: &mut [f64]) -> f64 {
        let square = squared_sum(self.rows, chosen.iter().map(|&place| self.documents[place]), sum);
        let [along, own] = chosen
            .iter()
            .fold([0.0, 0.0], |[along, own], &place| [along + self.products[place][0], own + self.products[place][1]]);
        let (n, m) = (chosen.len() as f64, (self.documents.len() - chosen.len()) as f64);
        let rest = self.all[0] - 2.0 * along + square - (self.all[1] - own);
        (square - own) / (n * (n - 1.0)) + rest / (m * (m - 1.0)) - 2.0 * (along - square) / (n * m)
    }

    /// p-value of the permutation test; `None` if `go_on` stopped it.
    fn p(&self, wanted: usize, seed: u64, go_on: &impl Fn() -> bool) -> Option<f64> {
        let mut sum = vec![0.0; self.rows.cols()];
        let observed = self.mmd2(&(0..self.first).collect::<Vec<_>>(), &mut sum);
        let least = observed - SAME * self.all[1] / self.documents.len() as f64;
        let all = splits(self.documents.len(), self.first, wanted);
        let mut splits = Splits::new(self.documents.len(), self.first, all.is_some(), seed);
        let mut far = 0;
        for split in 1..=all.unwrap_or(wanted) {
            if !go_on() {
                return None;
            }
            far += usize::from(self.mmd2(splits.next(), &mut sum) >= least);
            if all.is_none() && far == ENOUGH {
                return Some(far as f64 / split as f64);
            }
        }
        let own = usize::from(all.is_none());
        Some((own + far) as f64 / (own + all.unwrap_or(wanted)) as f64)
    }
}

/// Squared length of the sum of rows; `sum` is a workspace of zeros, and zeros again afterwards.
fn squared_sum(rows: &Csr, chosen: impl Iterator<Item = usize> + Clone, sum: &mut [f64]) -> f64 {
    let mut square = 0.0;
    for (word, weight) in chosen.clone().flat_map(|row| rows.entries(row)) {
        square += (2.0 * sum[word] + weight) * weight;
        sum[word] += weight;
    }
    chosen.flat_map(|row| rows.entries(row)).for_each(|(word, _)| sum[word] = 0.0);
    square
}

/// p-value of the test over all groups: the share of random arrangements with at least the observed statistic.
fn p_of_all(rows: &Csr, groups: &[Vec<usize>], splits: usize, seed: u64, go_on: &(impl Fn() -> bool + Sync)) -> Option<f64> {
    let mut sum = vec![0.0; rows.cols()];
    let mut order = groups.concat();
    let mut statistic = |order: &[usize]| {
        let mut start = 0;
        let of_group = |group: &Vec<usize>| {
            let own = &order[start..start + group.len()];
            start += group.len();
            squared_sum(rows, own.iter().copied(), &mut sum) / group.len() as f64
        };
        groups.iter().map(of_group).sum::<f64>()
    };
    let least = statistic(&order) * (1.0 - SAME);
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut far, splits) = (0, splits.min(OVERALL));
    for split in 1..=splits {
        if !go_on() {
            return None;
        }
        order.shuffle(&mut rng);
        far += usize::from(statistic(&order) >= least);
        if far == ENOUGH {
            return Some(far as f64 / split as f64);
        }
    }
    Some((1 + far) as f64 / (1 + splits) as f64)
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;
    use rand::Rng;

    use super::*;
    use crate::metric::{Mmd, MmdTest};

    /// Random documents of unit length over 30 words; words from `from` on are `times` as frequent.
    fn documents(count: usize, (from, times): (usize, usize), rng: &mut StdRng) -> Vec<Vec<(u32, f64)>> {
        let document = |_| {
            let mut weights = [0.0_f64; 30];
            for _ in 0..12 {
                let drawn = rng.random_range(0..30 + (30 - from) * (times - 1));
                weights[if drawn < 30 { drawn } else { from + (drawn - 30) % (30 - from) }] += 1.0;
            }
            let length = weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt();
            (0..30).filter(|&word| weights[word] > 0.0).map(|word| (word as u32, weights[word] / length)).collect()
        };
        (0..count).map(document).collect()
    }

    fn gram(rows: &Csr, of: &[usize]) -> Array2<f64> {
        let dense = rows.select(of).to_dense();
        dense.dot(&dense.t())
    }

    proptest! {
        #[test]
        fn shares_sum_to_the_unbiased_discrepancy_and_p_is_that_of_the_matrix(a in 2_usize..6, more in 0_usize..6, seed in 0_u64..99) {
            let rng = &mut StdRng::seed_from_u64(seed);
            let rows = Csr::from_rows(30, documents(2 * a + more, (25, 3), rng));
            let all: Vec<usize> = (0..2 * a + more).collect();
            let groups = [all[..a].to_vec(), all[a..].to_vec()];
            let found = changes(&rows, &groups, &[[vec![0], vec![1]]], 199, 3, || true).expect("not stopped");
            let k = gram(&rows, &all);
            let mmd = Mmd::of(k.view(), a).and_then(|mmd| mmd.unbiased).expect("two of each");
            let shared: f64 = found.steps[0].words.iter().map(|word| word.share).sum();
            prop_assert!((mmd - found.steps[0].mmd2).abs() < 1e-12 && (shared - mmd).abs() < 1e-12);
            let test = MmdTest::run(k.view(), a, 199, 3, |_| true).expect("both have rows");
            // A test with more splits that are as far ends earlier.
            prop_assert!(!(test.exact || test.as_far() < ENOUGH) || (found.steps[0].p_alone - test.p).abs() < 1e-12);
        }
    }

    #[test]
    fn a_change_is_found_at_its_step_with_its_words_first() {
        let rng = &mut StdRng::seed_from_u64(1);
        let before = (0..4).flat_map(|_| documents(60, (25, 1), rng)).collect::<Vec<_>>();
        let after = (0..3).flat_map(|_| documents(60, (28, 4), rng)).collect::<Vec<_>>();
        let rows = Csr::from_rows(30, [before, after].concat());
        let groups: Vec<Vec<usize>> = (0..7).map(|group| (60 * group..60 * (group + 1)).collect()).collect();
        let steps: Vec<Sides> = (0..6).map(|step| [vec![step], vec![step + 1]]).collect();
        let found = changes(&rows, &groups, &steps, 999, 0, || true).expect("not stopped");
        assert!(found.p <= 0.01 && found.sampled.is_none());
        for (place, step) in found.steps.iter().enumerate() {
            assert_eq!(step.p <= 0.05, place == 3, "{place}: {}", step.p);
        }
        let first: Vec<usize> = found.steps[3].words.iter().take(2).map(|word| word.word).collect();
        assert!(first.contains(&28) && first.contains(&29), "{first:?}");
        let against: Sides = [vec![0, 1, 2, 3], vec![4, 5, 6]];
        let whole = changes(&rows, &groups, &[against], 99, 0, || true).expect("not stopped");
        assert!(whole.steps[0].p <= 0.01);
        assert_eq!(changes(&rows, &groups, &steps, 99, 0, || false), None);
    }

    #[test]
    fn groups_of_one_distribution_seldom_differ() {
        let steps: Vec<Sides> = (0..11).map(|step| [vec![step], vec![step + 1]]).collect();
        let groups: Vec<Vec<usize>> = (0..12).map(|group| (15 * group..15 * (group + 1)).collect()).collect();
        let (mut overall, mut any) = (0, 0);
        for seed in 0..100 {
            let rows = Csr::from_rows(30, documents(180, (25, 1), &mut StdRng::seed_from_u64(seed)));
            let found = changes(&rows, &groups, &steps, 299, seed, || true).expect("not stopped");
            overall += usize::from(found.p <= 0.05);
            any += usize::from(found.steps.iter().any(|step| step.p <= 0.05));
        }
        // Of 100 tests at level .05, more than 12 reject with probability .001.
        assert!(overall <= 12 && any <= 12, "{overall} overall, {any} of a step");
    }
}
