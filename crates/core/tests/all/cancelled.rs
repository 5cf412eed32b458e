//! Cancelled sums and solves end early and have no effect on later ones.

use std::thread;
use std::time::Instant;

use ndarray::{Array2, ArrayView2};
use parking_lot::Mutex;
use rand::{Rng, SeedableRng, rngs::SmallRng};
use wordfield_core::cancel::{self, CancelFlag};
use wordfield_core::corpus::Csr;
use wordfield_core::kernel::{
    Grid, LowRank, Means, cross_gradient, cross_gram, energy_gradient, field_on_grid, gram, gram_gradient, product, self_inner,
    self_slopes,
};
use wordfield_core::solver::dense::thin_svd;
use wordfield_core::solver::{FeatureRows, Svc, SvcOptions, SvcStop, solve, solve_features};

/// A kernel narrow enough that sums are computed over pairs.
const NARROW: f64 = 1000.0;

/// Runs `work` completely, then cancelled after an eighth of that time, then completely again. The second run must end early,
/// and the third must return the first one's result.
fn ends_soon<R: PartialEq>(what: &str, work: impl Fn() -> R + Sync) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock();
    let started = Instant::now();
    let right = work();
    let whole = started.elapsed();
    let rest = || {
        let flag = CancelFlag::new();
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                cancel::with(&flag, &work);
                Instant::now()
            });
            thread::sleep(whole / 8);
            flag.raise();
            let raised = Instant::now();
            worker.join().expect("no panic").saturating_duration_since(raised)
        })
    };
    // The computer may be busy: one of a few attempts must be fast.
    let mut tries = vec![rest()];
    while tries.len() < 4 && tries[tries.len() - 1] * 3 >= whole {
        tries.push(rest());
    }
    assert!(tries[tries.len() - 1] * 3 < whole, "{what}: {tries:?} after being cancelled, where all of it takes {whole:?}");
    assert!(work() == right, "{what}: another answer after a cancelled run");
}

fn points(count: usize, q: usize, size: f64) -> Array2<f64> {
    let mut random = SmallRng::seed_from_u64(7);
    Array2::from_shape_simple_fn((count, q), || random.random_range(-size..size))
}

fn documents(count: usize, words: usize, length: usize) -> Csr {
    let mut random = SmallRng::seed_from_u64(11);
    let word = |random: &mut SmallRng| ((words as f64).powf(random.random::<f64>()) as usize).min(words) as u32 - 1;
    let row = |random: &mut SmallRng| (0..length).map(|_| (word(random), 1.0 / length as f64)).collect();
    Csr::from_rows(words, (0..count).map(|_| row(&mut random)).collect::<Vec<Vec<(u32, f64)>>>())
}

#[test]
fn sums_over_pairs_of_words() {
    let (x, c) = (points(12_000, 3, 2.0), points(12_000, 4, 1.0));
    ends_soon("product", || product(NARROW, x.view(), x.view(), c.view()));
    ends_soon("energy and gradient", || energy_gradient(NARROW, x.view(), c.view()));
    let (x, c, grid) = (points(50_000, 2, 2.0), points(50_000, 2, 1.0), Grid { rows: 400, ..GRID });
    ends_soon("field on a grid", || field_on_grid(1.0, x.view(), c.view(), &grid));
}

const GRID: Grid = Grid { left: -2.0, bottom: -2.0, width: 4.0, height: 4.0, columns: 400, rows: 400 };

#[test]
fn gram_matrices() {
    let (m, x) = (documents(2000, 4000, 120), points(4000, 2, 2.0));
    let (other, y) = (documents(1500, 4000, 120), points(4000, 2, 2.0));
    let (pull, cross) = (Array2::from_elem((2000, 2000), 0.5), Array2::from_elem((2000, 1500), 0.5));
    ends_soon("Gram matrix", || gram(NARROW, &m, x.view()));
    ends_soon("its gradient", || gram_gradient(NARROW, &m, x.view(), pull.view()));
    ends_soon("of two sides", || cross_gram(NARROW, &m, x.view(), &other, y.view()));
    ends_soon("its gradient", || cross_gradient(NARROW, &m, x.view(), &other, y.view(), cross.view()));
    let long = documents(800, 4000, 2000);
    ends_soon("norms", || self_inner(NARROW, &long, x.view()));
    ends_soon("norms and slopes", || self_slopes(NARROW, &long, x.view()));
}

#[test]
fn sums_by_features() {
    let (m, x) = (documents(4000, 10_000, 100), points(10_000, 2, 3.0));
    let sums = points(4000, 2, 1.0);
    let means = || Means::if_faster(1.0, &m, x.view(), 2, true).expect("quicker");
    ends_soon("means", || means().values().to_owned());
    let ready = means();
    ends_soon("Gram matrix", || ready.gram());
    ends_soon("energy and gradient", || ready.energy_gradient(&sums, None));
    let (x, c) = (points(30_000, 2, 4.0), points(30_000, 8, 1.0));
    ends_soon("weighted words", || energy_gradient(1.0, x.view(), c.view()));
    let x = points(6000, 2, 3.0);
    ends_soon("low rank", || {
        let thin = LowRank::worthwhile(1.0, x.view(), 1e-12);
        thin.map(|thin| thin.gram(&documents(3000, 6000, 50), None))
    });
}

#[test]
fn an_svm_on_a_whole_matrix_and_on_features() {
    let psi = points(4000, 60, 1.0);
    let sign: Vec<f64> = psi.outer_iter().zip(psi.column(7)).map(|(row, noise)| (row[0] + noise).signum()).collect();
    let index: Vec<usize> = (0..4000).collect();
    let gram = psi.dot(&psi.t());
    let options = SvcOptions { tolerance: 1e-4, ..SvcOptions::default() };
    let whole = Svc { gram: gram.view(), index: &index, sign: &sign, c: 30.0 };
    ends_soon("whole matrix", || solve(&whole, &options, None));
    let features = |dense, sparse| Svc { gram: FeatureRows { dense, sparse }, index: &index, sign: &sign, c: 30.0 };
    ends_soon("features", || solve_features(&features(psi.view(), None), &options, None));
    let sparse = Csr::from_rows(60, psi.outer_iter().map(|row| (0..).zip(row.iter().copied()).collect()));
    let none = Array2::zeros((4000, 0));
    ends_soon("sparse features", || solve_features(&features(none.view(), Some(&sparse)), &options, None));
    let flag = CancelFlag::new();
    flag.raise();
    let cancelled = cancel::with(&flag, || solve(&whole, &options, None));
    assert_eq!((cancelled.stop, cancelled.alpha), (SvcStop::Cancelled, vec![0.0; 4000]));
}

#[test]
fn a_tall_decomposition() {
    let a = points(40_000, 60, 1.0);
    ends_soon("blocks of rows", || thin_svd(a.view()).map_or(0.0, |svd| svd.values[0]));
}

#[test]
fn results_cancelled_before_the_start_keep_their_shape() {
    let (m, x, c) = (documents(40, 90, 12), points(90, 2, 2.0), points(90, 2, 1.0));
    let flag = CancelFlag::new();
    flag.raise();
    cancel::with(&flag, || {
        let shape = |matrix: ArrayView2<'_, f64>| matrix.dim();
        assert_eq!(shape(product(1.0, x.view(), x.view(), c.view()).view()), (90, 2));
        assert_eq!(shape(gram(1.0, &m, x.view()).view()), (40, 40));
        assert_eq!(shape(self_slopes(1.0, &m, x.view()).slopes.view()), (m.nnz(), 2));
        assert_eq!(self_inner(1.0, &m, x.view()).len(), 40);
    });
}
