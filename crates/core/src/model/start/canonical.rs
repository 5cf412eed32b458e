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
//! Memory: three `m × m` matrices and some `10 n q` numbers; pairs that do not fit into the budget are omitted at regular
//! intervals ([`fitting_pairs`]).

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

/// Largest number of pairs, at most `pairs`, whose q directions over `words` of each side fit into a memory budget.
pub fn fitting_pairs(pairs: usize, words: [usize; 2], q: usize, budget: Budget) -> usize {
    let fits = |pairs: usize| {
        let [one, other] = words.map(|words| system_size(pairs, words) as u64);
        let basis = 3 * (pairs * block_width(q) * DEPTH) as u64;
        // Memory is needed for the numbers of both factors, and of the second matrix while it is factorised.
        let numbers = one * one + other * other + one.max(other).pow(2) + basis;
        numbers * size_of::<f64>() as u64 <= budget.bytes()
    };
    let (mut fitting, mut beyond) = (pairs.min(MAX_DENSE_PAIRS), pairs + 1);
    while beyond - fitting > 1 {
        let middle = usize::midpoint(fitting, beyond);
        if fits(middle) { fitting = middle } else { beyond = middle }
    }
    fitting
}

/// Canonical directions: weights of each side's documents in the leading directions (n × at most q).
fn directions(halves: &[Csr; 2], q: usize) -> Result<[Array2<f64>; 2], NotDecomposed> {
    let pairs = halves[0].rows();
    if pairs <= MAX_DENSE_PAIRS {
        return leading([&gram(&halves[0]), &gram(&halves[1])], RIDGE, q);
    }
    let [left, right] = [RidgeSystem::new(&halves[0], RIDGE)?, RidgeSystem::new(&halves[1], RIDGE)?];
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
    let fitting = fitting_pairs(pairs, [source.cols(), target.cols()], q, budget);
    let few: Vec<usize> = (0..fitting).map(|place| place * pairs / fitting).collect();
    let halves = [source, target].map(|side| normalised(&side.select(&few)));
    let weights = directions(&halves, q)?;
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
        let found = directions(&halves, 7).unwrap();
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
    fn pairs_that_do_not_fit_into_the_budget_are_omitted() {
        let unlimited = Budget::new(u64::MAX);
        assert_eq!(fitting_pairs(9000, [20_000, 20_000], 300, unlimited), 9000);
        let third = fitting_pairs(9000, [20_000, 20_000], 300, Budget::new(400 << 20));
        assert!((MAX_DENSE_PAIRS..5000).contains(&third), "{third}");
        let few_words = fitting_pairs(9000, [500, 500], 2, Budget::new(400 << 20));
        assert_eq!(few_words, 9000, "the system of the words is small");
        assert_eq!(fitting_pairs(9000, [20_000; 2], 300, Budget::new(1)), MAX_DENSE_PAIRS);
        assert_eq!(fitting_pairs(30, [5; 2], 2, Budget::new(1)), 30);
    }
}
