//! Canonical start: word positions by regularised canonical correlation analysis, at which paired documents lie close together.
//! With a linear embedding kernel, documents are then compared as in kernel CCA.
//!
//! Documents are normalised and centred rows; the directions are those of [`crate::solver::canonical`].
//! The ridge is one squared document length.
//! Axes are weighted by their correlation.
//! The mean of all documents is moved to the origin, and positions are scaled so that documents are
//! as long as their weight vectors.
//! A private term of weight 1 then has the same scale.
//!
//! Cost, up to [`MAX_DENSE_PAIRS`] pairs: one decomposition and some products of `n × n` matrices.
//! Above that, for `m = min(n, V)` words or pairs of a side: `m³ / 3` for the factor of its ridge system,
//! then about `7 q m²` for q directions ([`ridged`](super::ridged), [`leading_by_solving`]).
//! From [`MOST_SYSTEM`] on, or what fits into the budget, the systems have the words of the largest weight only;
//! the other words follow from the weights of all pairs.
//! Memory: three `m × m` matrices and some `10 n q` numbers; pairs that do not fit into the budget are omitted at regular
//! intervals ([`CanonicalPart`]).

use ndarray::{Array1, Array2, Axis, concatenate, s};
use rand::{SeedableRng, rngs::SmallRng};

use super::{
    axes::dominant_sign,
    random,
    ridged::{RidgeSystem, system_size},
};
use crate::{
    corpus::Csr,
    memory::Budget,
    solver::{
        canonical::{DEPTH, block_width, centre, leading, leading_by_solving},
        dense::NotDecomposed,
    },
};

/// Maximum number of pairs whose Gram matrices are decomposed as a whole; allowed under any memory budget.
const MAX_DENSE_PAIRS: usize = 2000;
/// Maximum number of words or pairs of a side in a ridge system, and the number allowed under any memory budget.
const MOST_SYSTEM: u64 = 8192;
const LEAST_SYSTEM: u64 = 2000;
/// Ridge of the canonical correlations, relative to the squared length of a document.
const RIDGE: f64 = 1.0;

/// Documents of one side, normalised to unit length.
fn normalised(side: &Csr) -> Csr {
    let by: Vec<f64> = side.row_squared_norms().map(|square| if square > 0.0 { square.sqrt().recip() } else { 0.0 }).collect();
    side.clone().scale_rows(&by)
}

/// Centred Gram matrix of documents (n × n).
fn gram(rows: &Csr) -> Array2<f64> {
    let mut k = rows.outer(rows);
    centre(&mut k);
    k
}

/// Mean of the documents over words at `x`, with `Σ ‖m - mean‖²` of the kernel means and `Σ ‖weights‖²`.
fn spread(side: &Csr, x: &Array2<f64>) -> (Array1<f64>, [f64; 2]) {
    let means = side.dot(x.view());
    let total: f64 = (0..side.rows()).map(|row| side.row_sum(row)).sum();
    let middle = means.sum_axis(Axis(0)) / if total > 0.0 { total } else { 1.0 };
    let apart = means.outer_iter().enumerate().map(|(row, mean)| {
        let mean = &mean - &(&middle * side.row_sum(row));
        mean.dot(&mean)
    });
    let apart = apart.sum();
    (middle, [apart, side.row_squared_norms().sum()])
}

/// Part of the training pairs and of their words by which canonical directions are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalPart {
    /// Number of pairs, at regular intervals.
    pub pairs: usize,
    /// Number of words of a side, those of the largest weight.
    pub words: [usize; 2],
}

impl CanonicalPart {
    /// Largest part of so many pairs over `words` of each side whose q directions fit into a memory budget.
    pub fn of(pairs: usize, words: [usize; 2], q: usize, budget: Budget) -> Self {
        let numbers = budget.bytes() / 2 / size_of::<f64>() as u64;
        // Memory is needed for the numbers of both factors, and of the second matrix while it is factorised.
        let most = (numbers / 3).isqrt().clamp(LEAST_SYSTEM, MOST_SYSTEM) as usize;
        let pairs = if pairs <= MAX_DENSE_PAIRS {
            pairs
        } else {
            let basis = (3 * block_width(q) * DEPTH) as u64;
            pairs.min(((numbers / basis) as usize).max(MAX_DENSE_PAIRS))
        };
        Self { pairs, words: words.map(|words| if system_size(pairs, words) > most { most } else { words }) }
    }
}

/// Documents with only the words of the largest sums of squared weights; of equal sums the first.
fn restricted(rows: Csr, words: usize) -> Csr {
    if words >= rows.cols() {
        return rows;
    }
    let mut squares = vec![0.0; rows.cols()];
    (0..rows.rows()).for_each(|i| rows.entries(i).for_each(|(word, weight)| squares[word] += weight * weight));
    let mut order: Vec<usize> = (0..rows.cols()).collect();
    order.sort_by(|&a, &b| squares[b].total_cmp(&squares[a]));
    let mut place = vec![None; rows.cols()];
    order[..words].iter().enumerate().for_each(|(new, &word)| place[word] = Some(new as u32));
    Csr::from_rows(
        words,
        (0..rows.rows()).map(|i| rows.entries(i).filter_map(|(word, weight)| Some((place[word]?, weight))).collect()),
    )
}

/// Canonical directions: weights of each side's documents in the leading directions (n × at most q),
/// by systems over at most `words` of each side.
fn directions(halves: &[Csr; 2], words: [usize; 2], q: usize) -> Result<[Array2<f64>; 2], NotDecomposed> {
    let pairs = halves[0].rows();
    if pairs <= MAX_DENSE_PAIRS {
        return leading([&gram(&halves[0]), &gram(&halves[1])], RIDGE, q);
    }
    let systems = [0, 1].map(|side| restricted(halves[side].clone(), words[side]));
    let [left, right] = [RidgeSystem::new(&systems[0], RIDGE)?, RidgeSystem::new(&systems[1], RIDGE)?];
    let guess = random(pairs, block_width(q), 1.0, &mut SmallRng::seed_from_u64(0));
    leading_by_solving([&|y| left.solve(y), &|y| right.solve(y)], RIDGE, q, &guess)
}

/// Canonical positions of the source's words, then of the target's (V × q), from the weights of aligned documents,
/// of as many as fit into the budget.
/// Coordinates beyond the number of directions are 0.
///
/// # Errors
/// Returns an error if the decomposition fails, or it was cancelled.
pub(super) fn canonical([source, target]: [&Csr; 2], q: usize, budget: Budget) -> Result<Array2<f64>, NotDecomposed> {
    let pairs = source.rows().min(target.rows());
    let part = CanonicalPart::of(pairs, [source.cols(), target.cols()], q, budget);
    let few: Vec<usize> = (0..part.pairs).map(|place| place * pairs / part.pairs).collect();
    let halves = [source, target].map(|side| normalised(&side.select(&few)));
    let weights = directions(&halves, part.words, q)?;
    let mut sides = Vec::new();
    let mut sums = [0.0; 2];
    for ((rows, all), mut weights) in halves.iter().zip([source, target]).zip(weights) {
        let mut x = Array2::zeros((all.cols(), q));
        weights -= &(weights.sum_axis(Axis(0)) / weights.nrows().max(1) as f64);
        let mut words = rows.transpose().dot(weights.view());
        let (middle, [apart, lengths]) = spread(all, &words);
        words -= &middle;
        sums = [sums[0] + apart, sums[1] + lengths];
        x.slice_mut(s![.., ..words.ncols()]).assign(&words);
        sides.push(x);
    }
    let mut x = concatenate(Axis(0), &[sides[0].view(), sides[1].view()]).unwrap_or_else(|_| Array2::zeros((0, q)));
    let scale = if sums[0] > 0.0 { (sums[1] / sums[0]).sqrt() } else { 1.0 };
    for mut column in x.columns_mut() {
        let side = dominant_sign(&column.to_owned());
        column *= scale * side;
    }
    Ok(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs about one of four topics each, and a word that occurs in every document.
    fn pairs() -> [Csr; 2] {
        let rows = |shift: usize| {
            Csr::from_rows(
                22,
                (0..60_usize).map(move |i| {
                    let word = |w: usize| (((i % 4) * 5 + (i * (3 + shift) + w * w) % 5) as u32, 0.2);
                    (0..3).map(word).chain([(20, 0.2), (21, 0.1 * (1 + (i * 7 + shift) % 3) as f64)]).collect()
                }),
            )
        };
        [rows(0), rows(4)]
    }

    #[test]
    fn paired_documents_are_close_and_correlations_equal_the_dense_problem() {
        let [source, target] = pairs();
        let x = canonical([&source, &target], 3, Budget::default()).unwrap();
        let (a, b) = (source.dot(x.slice(s![..22, ..])), target.dot(x.slice(s![22.., ..])));
        for i in 0..60 {
            for j in 0..60 {
                let cosine = a.row(i).dot(&b.row(j)) / (a.row(i).dot(&a.row(i)) * b.row(j).dot(&b.row(j))).sqrt();
                assert_eq!(cosine > 0.5, i % 4 == j % 4, "{i} and {j}: {cosine}");
            }
        }
        let squares = |m: &Array2<f64>| m.iter().map(|m| m * m).sum::<f64>();
        let weights = |m: &Csr| squares(&m.to_dense());
        approx::assert_relative_eq!(squares(&a) + squares(&b), weights(&source) + weights(&target), max_relative = 1e-9);
        assert!(a.sum_axis(Axis(0)).iter().all(|sum| sum.abs() < 1e-9), "the mean of the documents is the origin");
    }

    #[test]
    fn surplus_dimensions_are_zero_and_no_words_are_allowed() {
        let [source, target] = pairs();
        let x = canonical([&source, &target], 60, Budget::default()).unwrap();
        assert!(x.column(59).iter().all(|x| *x == 0.0) && x.iter().all(|x| x.is_finite()));
        let empty = Csr::from_rows(3, vec![vec![]; 4]);
        assert!(canonical([&empty, &empty], 2, Budget::default()).unwrap().iter().all(|x| *x == 0.0));
    }

    #[test]
    fn more_pairs_than_are_decomposed_find_the_directions_of_the_dense_problem() {
        // Each pair is about one of eight topics of five words on each side, and has one word of any topic.
        let rows = |shift: usize| {
            let row = move |i: usize| {
                let (topic, word) = (i % 8, i / 8);
                let own = (0..3).map(move |place| ((topic * 5 + (word + place * shift) % 5) as u32, 0.3));
                own.chain([(((i * i * (shift + 2) + i / 7) % 40) as u32, 0.2)]).collect()
            };
            Csr::from_rows(40, (0..MAX_DENSE_PAIRS + 400).map(row))
        };
        let halves = [rows(1), rows(2)].map(|side| normalised(&side));
        let found = directions(&halves, [40, 40], 7).unwrap();
        let dense = leading([&gram(&halves[0]), &gram(&halves[1])], RIDGE, 7).unwrap();
        for ((side, found), dense) in halves.iter().zip(found).zip(dense) {
            // Words in all pairs of directions: the plane is the same, whatever its axes are.
            let words = |weights: &Array2<f64>| {
                let centred = weights - &weights.mean_axis(Axis(0)).unwrap();
                side.transpose().dot(centred.view())
            };
            let (found, dense) = (words(&found), words(&dense));
            let between = |x: &Array2<f64>| x.dot(&x.t());
            let (found, dense) = (between(&found), between(&dense));
            let largest = dense.iter().fold(0.0_f64, |most, d| most.max(d.abs()));
            let far = (&found - &dense).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
            assert!(far < 1e-6 * largest, "{far:e} of {largest:e}");
        }
    }

    #[test]
    fn systems_of_the_weightiest_words_find_nearly_the_directions_of_all() {
        // Each topic has four frequent words, and rare words that only some of its pairs have.
        let rows = |shift: usize| {
            let row = move |i: usize| {
                let topic = i % 6;
                let own = (0..2).map(move |place| ((topic * 4 + (i / 6 + place * (1 + shift)) % 4) as u32, 0.5));
                let rare = i.is_multiple_of(5).then_some((24 + topic as u32 * 10 + ((i / 30 + shift) % 10) as u32, 0.3));
                own.chain(rare).collect::<Vec<_>>()
            };
            Csr::from_rows(84, (0..MAX_DENSE_PAIRS + 400).map(row))
        };
        let halves = [rows(0), rows(1)].map(|side| normalised(&side));
        let words = |kept: usize| {
            directions(&halves, [kept; 2], 5).unwrap().map(|mut weights| {
                weights -= &weights.mean_axis(Axis(0)).unwrap();
                weights
            })
        };
        let (all, few) = (words(84), words(24));
        for ((side, all), few) in halves.iter().zip(&all).zip(&few) {
            let between = |weights: &Array2<f64>| {
                let x = side.transpose().dot(weights.view());
                x.dot(&x.t())
            };
            let (all, few) = (between(all), between(few));
            let cosine = (&all * &few).sum() / ((&all * &all).sum() * (&few * &few).sum()).sqrt();
            assert!(cosine > 0.99, "{cosine}");
            // Rare words, outside the systems, have positions too.
            assert!(few.diag().iter().skip(24).all(|square| *square > 0.0));
        }
    }

    #[test]
    fn the_budget_limits_words_and_pairs() {
        let part = |pairs, words, q, bytes| CanonicalPart::of(pairs, words, q, Budget::new(bytes));
        let all = |pairs, words| CanonicalPart { pairs, words };
        assert_eq!(part(7000, [20_000; 2], 300, u64::MAX), all(7000, [20_000; 2]), "systems of pairs");
        assert_eq!(part(40_000, [20_000, 500], 300, 12 << 30), all(40_000, [8192, 500]));
        assert_eq!(part(9000, [500, 500], 2, 400 << 20), all(9000, [500, 500]), "the system of the words is small");
        let small = part(40_000, [20_000; 2], 300, 400 << 20);
        assert!(small.words == [2956; 2] && (MAX_DENSE_PAIRS..40_000).contains(&small.pairs), "{small:?}");
        assert_eq!(part(9000, [20_000; 2], 300, 1), all(MAX_DENSE_PAIRS, [20_000; 2]));
        assert_eq!(part(30, [5; 2], 2, 1), all(30, [5; 2]));
    }
}
