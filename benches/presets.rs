//! Benchmark of all models' default presets on the built-in corpora, by steps. `cargo bench --bench presets [-- STEPS]`.
//!
//! Each line shows the milliseconds of a step, and their ratio to the time of a reference sum, measured in the same run.
//! The ratio is comparable between computers and under different load.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ndarray::Array2;
use wordfield_core::corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin};
use wordfield_core::kernel::energy_gradient;
use wordfield_core::model::{ModelKind, Params, Preset};

/// Number of words of the reference sum.
const WORDS: usize = 2000;

fn main() {
    let steps = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(40);
    let x = Array2::from_shape_fn((WORDS, 2), |(i, a)| ((i * (7 + 4 * a)) % 1999) as f64 * 1e-3);
    let c = Array2::from_elem((WORDS, 1), 0.5);
    // The kernel is so narrow that the sum is taken over pairs.
    let reference = || energy_gradient(1000.0, x.view(), c.view());
    println!("best and median of {steps} steps; the reference sum is value and gradient of {WORDS} × {WORDS} pairs of words");
    for (name, corpus) in [("topics", Builtin::Topics), ("reviews", Builtin::Reviews), ("pairs", Builtin::Pairs)] {
        for q in [2, 10] {
            let corpus = Arc::new(builtin(corpus));
            let kind = ModelKind::of(corpus.task.kind());
            let params = Params::preset(kind, Preset::Default, q);
            let split = SplitOptions::default();
            let data = Dataset::build(corpus, &split, &VocabularyOptions::default(), params.weighting()).expect("a dataset");
            let mut model = params.start(Arc::new(data)).expect("a model");
            model.step().expect("a first step");
            let (mut own, mut sums) = (Vec::new(), Vec::new());
            for _ in 0..steps {
                own.push(timed(|| model.step().expect("a step")));
                sums.push(timed(reference));
            }
            own.sort_unstable();
            sums.sort_unstable();
            let ratio = own[0].as_secs_f64() / sums[0].as_secs_f64();
            println!("{name:8} q {q:2}  {:8.2} ms  {:8.2} ms  {ratio:7.2} reference sums", ms(own[0]), ms(own[steps / 2]));
        }
    }
}

fn timed<R>(run: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed()
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
