//! Changes between groups of documents: the squared MMD of two groups, its share of each word, and tests by permutation.
//!
//! The kernel between documents is the inner product of their rows, so that MMD² is a sum over words.
//! The share of a word is the unbiased estimate of its squared difference of means:
//! `(S_a² - Q_a) / n_a (n_a - 1) + (S_b² - Q_b) / n_b (n_b - 1) - 2 S_a S_b / n_a n_b`, with sums `S` and sums of squares `Q`.
//! The shares sum to the unbiased MMD² ([`Mmd`](super::Mmd)). A word that only fluctuates has a share near 0, of either sign.
//!
//! Each step permutes the documents of its two sides. One statistic is MMD², which sees what many words share; the other is
//! the largest difference of a single word in standard deviations, which sees what MMD² loses among many words.
//! Twice the smaller p-value is valid (Bonferroni); those of the steps are adjusted by Holm's method.
//! One test over all groups permutes the documents among them, by `Σ_g |S_g|² / n_g` and by the largest word of a group.
//! The tests use at most [`MOST`] documents of a group, drawn evenly; MMD² and shares use all.
//!
//! A test of a step ends at the [`ENOUGH`]th split with at least the observed statistic (Besag and Clifford 1991):
//! its p-value is valid, and steps without a change cost little. The test over all groups has at most [`OVERALL`] arrangements.
//!
//! Cost: one pass over the entries, and over those of the smaller side and all words for each split. Memory: four numbers a word for each thread.

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
    /// p-values by MMD² and by the largest difference of a single word, in standard deviations.
    pub tests: [f64; 2],
    /// p-value of this step alone: twice the smaller of both.
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
        Some((shares(rows, &members(groups)), p_of_step(rows, members(&tested), splits, seed, &go_on)?))
    };
    let (overall, found) =
        rayon::join(|| p_of_all(rows, &tested, splits, seed, &go_on), || steps.par_iter().map(step).collect::<Option<Vec<_>>>());
    let (overall, found) = (overall?, found?);
    let adjusted = holm(&found.iter().map(|(_, p)| either(*p)).collect::<Vec<_>>());
    let change = |((words, tests), p): ((Vec<ChangedWord>, [f64; 2]), f64)| Change {
        mmd2: words.iter().map(|word| word.share).sum(),
        tests,
        p_alone: either(tests),
        p,
        words,
    };
    Some(Changes { p: either(overall), steps: found.into_iter().zip(adjusted).map(change).collect(), sampled })
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

/// Sums over rows of one arrangement, and what every arrangement of the same rows shares.
struct Workspace<'a> {
    rows: &'a Csr,
    /// Mean of each word's weights over all rows, and one over their standard deviation, 0 for a constant word (V).
    centre: Vec<[f64; 2]>,
    /// Sum of each word's weights over the rows of a sample; zeros between two samples (V).
    sum: Vec<f64>,
}

impl<'a> Workspace<'a> {
    fn of(rows: &'a Csr, documents: &[usize]) -> Self {
        let mut centre = vec![[0.0_f64; 2]; rows.cols()];
        for (word, weight) in documents.iter().flat_map(|&row| rows.entries(row)) {
            let [sum, square] = &mut centre[word];
            (*sum, *square) = (*sum + weight, *square + weight * weight);
        }
        let n = documents.len() as f64;
        for [mean, inverse] in &mut centre {
            (*mean, *inverse) = (*mean / n, *inverse / n);
            let variance = *inverse - *mean * *mean;
            *inverse = if variance > SAME * *inverse { variance.sqrt().recip() } else { 0.0 };
        }
        Self { rows, centre, sum: vec![0.0; rows.cols()] }
    }

    /// Squared length of the sum of a sample, and its largest difference of a word from the mean, in standard deviations.
    fn sums(&mut self, sample: impl ExactSizeIterator<Item = usize> + Clone) -> [f64; 2] {
        let Self { rows, centre, sum } = self;
        let n = sample.len() as f64;
        let mut square = 0.0;
        for (word, weight) in sample.clone().flat_map(|row| rows.entries(row)) {
            square += (2.0 * sum[word] + weight) * weight;
            sum[word] += weight;
        }
        let apart = |(sum, [mean, inverse]): (&f64, &[f64; 2])| (sum - n * mean).abs() * inverse;
        let largest = sum.iter().zip(&*centre).map(apart).fold(0.0, f64::max);
        sample.flat_map(|row| rows.entries(row)).for_each(|(word, _)| sum[word] = 0.0);
        [square, largest]
    }
}

/// p-value of a permutation test under way.
struct Tail {
    /// Statistic from which on an arrangement counts as being as far apart as the observed one.
    least: f64,
    far: usize,
    /// p-value, if the test ended early.
    ended: Option<f64>,
}

impl Tail {
    fn of(least: f64) -> Self {
        Self { least, far: 0, ended: None }
    }

    /// Counts the statistic of arrangement number `count`, from 1; a test of random ones ends once it has [`ENOUGH`].
    fn see(&mut self, statistic: f64, count: usize, is_random: bool) {
        self.far += usize::from(self.ended.is_none() && statistic >= self.least);
        if is_random && self.far == ENOUGH && self.ended.is_none() {
            self.ended = Some(self.far as f64 / count as f64);
        }
    }

    fn p(&self, count: usize, is_random: bool) -> f64 {
        let own = usize::from(is_random);
        self.ended.unwrap_or((own + self.far) as f64 / (own + count) as f64)
    }
}

/// p-values of a permutation test by MMD² and by the largest word, over arrangements that `next` draws.
/// `least`: the observed statistics; `None` if `go_on` stopped the test.
fn tested(
    least: [f64; 2],
    (count, is_random): (usize, bool),
    mut next: impl FnMut() -> [f64; 2],
    go_on: &impl Fn() -> bool,
) -> Option<[f64; 2]> {
    let mut tails = least.map(Tail::of);
    for number in 1..=count {
        if !go_on() {
            return None;
        }
        let statistics = next();
        tails.iter_mut().zip(statistics).for_each(|(tail, statistic)| tail.see(statistic, number, is_random));
        if tails.iter().all(|tail| tail.ended.is_some()) {
            break;
        }
    }
    Some(tails.map(|tail| tail.p(count, is_random)))
}

/// p-value of two tests together: twice the smaller one.
fn either([one, other]: [f64; 2]) -> f64 {
    (2.0 * one.min(other)).min(1.0)
}

/// p-values of the test of two sides, by MMD² and by the largest word; `None` if `go_on` stopped it.
fn p_of_step(rows: &Csr, sides: [Vec<usize>; 2], wanted: usize, seed: u64, go_on: &impl Fn() -> bool) -> Option<[f64; 2]> {
    let [smaller, larger] = sides;
    let (smaller, larger) = if smaller.len() <= larger.len() { (smaller, larger) } else { (larger, smaller) };
    let (first, documents) = (smaller.len(), [smaller, larger].concat());
    let mut workspace = Workspace::of(rows, &documents);
    let mut sum = vec![0.0; rows.cols()];
    documents.iter().flat_map(|&row| rows.entries(row)).for_each(|(word, weight)| sum[word] += weight);
    // Inner product of each document with the sum of all, and with itself.
    let products = |&row: &usize| {
        rows.entries(row)
            .fold([0.0, 0.0], |[along, square], (word, weight)| [along + weight * sum[word], square + weight * weight])
    };
    let products: Vec<[f64; 2]> = documents.iter().map(products).collect();
    let all = products.iter().fold([0.0, 0.0], |[along, square], of| [along + of[0], square + of[1]]);
    let mut statistics = |chosen: &[usize]| {
        let [square, largest] = workspace.sums(chosen.iter().map(|&place| documents[place]));
        let [along, own] =
            chosen.iter().fold([0.0, 0.0], |[along, own], &place| [along + products[place][0], own + products[place][1]]);
        let (n, m) = (chosen.len() as f64, (documents.len() - chosen.len()) as f64);
        let rest = all[0] - 2.0 * along + square - (all[1] - own);
        let mmd2 = (square - own) / (n * (n - 1.0)) + rest / (m * (m - 1.0)) - 2.0 * (along - square) / (n * m);
        [mmd2, largest]
    };
    let [mmd2, largest] = statistics(&(0..first).collect::<Vec<_>>());
    let least = [mmd2 - SAME * all[1] / documents.len() as f64, largest * (1.0 - SAME)];
    let exact = splits(documents.len(), first, wanted);
    let mut splits = Splits::new(documents.len(), first, exact.is_some(), seed);
    tested(least, (exact.unwrap_or(wanted), exact.is_none()), || statistics(splits.next()), go_on)
}

/// p-values of the test over all groups, by `Σ_g |S_g|² / n_g` and by the largest word of a group; `None` if `go_on` stopped it.
fn p_of_all(rows: &Csr, groups: &[Vec<usize>], splits: usize, seed: u64, go_on: &impl Fn() -> bool) -> Option<[f64; 2]> {
    let mut order = groups.concat();
    let mut workspace = Workspace::of(rows, &order);
    let all = order.len() as f64;
    let mut statistics = |order: &[usize]| {
        let (mut start, mut total, mut largest) = (0, 0.0, 0.0_f64);
        for group in groups {
            let [square, apart] = workspace.sums(order[start..start + group.len()].iter().copied());
            let n = group.len() as f64;
            (start, total, largest) =
                (start + group.len(), total + square / n, largest.max(apart / (n * (1.0 - n / all)).sqrt()));
        }
        [total, largest]
    };
    let least = statistics(&order).map(|observed| observed * (1.0 - SAME));
    let mut rng = StdRng::seed_from_u64(seed);
    let next = || {
        order.shuffle(&mut rng);
        statistics(&order)
    };
    tested(least, (splits.min(OVERALL), true), next, go_on)
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
            prop_assert!(!(test.exact || test.as_far() < ENOUGH) || (found.steps[0].tests[0] - test.p).abs() < 1e-12);
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
        assert!(whole.steps[0].p <= 0.02, "the least possible of two tests");
        assert_eq!(changes(&rows, &groups, &steps, 99, 0, || false), None);
    }

    #[test]
    fn the_largest_word_is_that_of_the_definition() {
        let rng = &mut StdRng::seed_from_u64(5);
        let rows = Csr::from_rows(30, documents(20, (25, 2), rng));
        let all: Vec<usize> = (0..20).collect();
        let dense = rows.to_dense();
        let apart = |word: usize| {
            let column = dense.column(word);
            let (mean, deviation) = (column.sum() / 20.0, column.std(0.0));
            if deviation > 0.0 { (column.iter().take(7).sum::<f64>() - 7.0 * mean).abs() / deviation } else { 0.0 }
        };
        let mut workspace = Workspace::of(&rows, &all);
        for _ in 0..2 {
            let [square, largest] = workspace.sums(all[..7].iter().copied());
            let expected = (0..30).map(apart).fold(0.0, f64::max);
            assert!((largest - expected).abs() < 1e-9, "{largest} {expected}");
            assert!((square - gram(&rows, &all[..7]).sum()).abs() < 1e-9);
        }
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
