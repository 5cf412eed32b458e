//! Benchmark of the SVM solver on a Gram matrix from a file: called by `scripts/bench_smo.py`, which compares with
//! scikit-learn.
//!
//! `smo_bench GRAM SIGNS N C TOLERANCE REPEATS` prints one JSON line: the mean processor seconds of the repeats from zero, the
//! same through an index in disorder and from the warm solution, and objective and updates.

use std::time::Instant;

use anyhow::Context;
use ndarray::Array2;
use wordfield_core::solver::{Svc, SvcOptions, SvcSolution, solve};

fn numbers(path: &str) -> anyhow::Result<Vec<f64>> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {path}"))?;
    Ok(bytes.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect())
}

/// Processor time of this thread in seconds, which other programs do not stretch; wall-clock time where Linux does not
/// report it.
fn seconds(since: Instant) -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok())
        .map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds * 1e-9)
}

/// Mean seconds of a solver run, after one that does not count.
fn mean_seconds(repeats: usize, run: impl Fn() -> SvcSolution) -> (f64, SvcSolution) {
    let solution = run();
    let begin = Instant::now();
    let start = seconds(begin);
    for _ in 0..repeats {
        std::hint::black_box(run());
    }
    ((seconds(begin) - start) / repeats.max(1) as f64, solution)
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [gram, signs, n, c, tolerance, repeats] = arguments.as_slice() else {
        anyhow::bail!("smo_bench GRAM SIGNS N C TOLERANCE REPEATS");
    };
    let (n, repeats): (usize, usize) = (n.parse()?, repeats.parse()?);
    let gram = Array2::from_shape_vec((n, n), numbers(gram)?)?;
    let sign = numbers(signs)?;
    let options = SvcOptions { tolerance: tolerance.parse()?, ..SvcOptions::default() };
    let run: Vec<usize> = (0..n).collect();
    let problem = Svc { gram: gram.view(), index: &run, sign: &sign, c: c.parse()? };
    let (seconds, solution) = mean_seconds(repeats, || solve(&problem, &options, None));
    let (warm, _) = mean_seconds(repeats, || solve(&problem, &options, Some(&solution.alpha)));

    // Neighbours in this order are not neighbours in the Gram matrix: every row has to be gathered.
    let scattered: Vec<usize> = (0..n).step_by(2).chain((1..n).step_by(2)).collect();
    let scattered_sign: Vec<f64> = scattered.iter().map(|&i| sign[i]).collect();
    let problem = Svc { index: &scattered, sign: &scattered_sign, ..problem };
    let (gathered, _) = mean_seconds(repeats, || solve(&problem, &options, None));
    let unshrunk = SvcOptions { shrinking: false, ..options };
    let problem = Svc { index: &run, sign: &sign, ..problem };
    let (whole, _) = mean_seconds(repeats, || solve(&problem, &unshrunk, None));
    println!(
        "{{\"seconds\": {seconds}, \"gathered\": {gathered}, \"warm\": {warm}, \"unshrunk\": {whole}, \
         \"objective\": {}, \"updates\": {}}}",
        solution.objective, solution.updates
    );
    Ok(())
}
