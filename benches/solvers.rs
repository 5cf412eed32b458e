//! Benchmark of the SVM solver on a whole matrix and on features, of one Cholesky factorisation (which cannot be cancelled),
//! of a process solved for many ratios of noise to signal, and of starting a run's threads.
//! `cargo bench --bench solvers [-- N R]`; one run each, as they take seconds.

use std::time::{Duration, Instant};

use ndarray::Array2;
use rand::{Rng, SeedableRng, rngs::SmallRng};
use wordfield_core::solver::dense::{Cholesky, Threads};
use wordfield_core::solver::{FeatureRows, Spectrum, Svc, SvcOptions, solve, solve_features};

/// Largest number of documents n for which the complete Gram matrix is computed.
const WHOLE: usize = 6000;

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (n, r) = if let [n, r] = sizes[..] { (n, r) } else { (20_000, 100) };
    for n in [n / 4, n] {
        let (psi, sign) = documents(n, r);
        let index: Vec<usize> = (0..n).collect();
        let report = |name: &str, made: Duration, (took, updates): (Duration, usize)| {
            println!(
                "n {n:6}  R {r:4}  {name:24}  matrix {:6.2} s  solve {:6.2} s  {updates} updates",
                made.as_secs_f64(),
                took.as_secs_f64()
            );
        };
        if n <= WHOLE {
            let (made, gram) = timed(|| psi.dot(&psi.t()));
            let problem = Svc { gram: gram.view(), index: &index, sign: &sign, c: 1.0 };
            let (took, solution) = timed(|| solve(&problem, &SvcOptions::default(), None));
            report("whole matrix", made, (took, solution.updates));
        }
        let gram = FeatureRows { dense: psi.view(), sparse: None };
        let problem = Svc { gram, index: &index, sign: &sign, c: 1.0 };
        let (took, solution) = timed(|| solve_features(&problem, &SvcOptions::default(), None));
        report("features", Duration::ZERO, (took, solution.updates));
    }
    let (psi, _) = documents(2000, r);
    let k = psi.dot(&psi.t()) + Array2::<f64>::eye(2000);
    let (factor, _) = timed(|| Cholesky::new(k.view(), Threads::All).expect("positive definite"));
    println!("Cholesky factor, n 2000: {:.0} ms", factor.as_secs_f64() * 1e3);
    let y = psi.select(ndarray::Axis(1), &[0]);
    let (once, spectrum) = timed(|| Spectrum::new(psi.view(), y.view()).expect("numbers"));
    let (each, _) = timed(|| (1..=1000).map(|ratio| spectrum.quadratic(f64::from(ratio))).sum::<f64>());
    println!("Spectrum, n 2000, R {r}: {:.1} ms, then {:.2} µs a ratio", once.as_secs_f64() * 1e3, each.as_secs_f64() * 1e3);
    let (pool, _) = timed(|| rayon::ThreadPoolBuilder::new().build().expect("threads").install(|| 1));
    println!("a pool of {} threads: {:.0} µs", rayon::current_num_threads(), pool.as_secs_f64() * 1e6);
}

/// Features of synthetic documents about two topics, and noisy class labels.
fn documents(n: usize, r: usize) -> (Array2<f64>, Vec<f64>) {
    let mut random = SmallRng::seed_from_u64(7);
    let psi = Array2::from_shape_fn((n, r), |(_, f)| random.random_range(-1.0..1.0) / (1.0 + 0.3 * f as f64));
    let sign = psi.outer_iter().map(|row| (row[0] + row[1] + random.random_range(-0.5..0.5_f64)).signum()).collect();
    (psi, sign)
}

fn timed<R>(run: impl FnOnce() -> R) -> (Duration, R) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}
