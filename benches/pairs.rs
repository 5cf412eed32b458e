//! Benchmark of the kernel sums: value and gradient in millions of pairs a second, compared with the naive loop,
//! and the time of Gram matrices, of sums by features and of the drawn field.
//! `cargo bench --bench pairs [-- sums gram features field]`; best of several runs.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use std::time::{Duration, Instant};

use ndarray::{Array2, ArrayView2};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use wordfield_core::corpus::Csr;
use wordfield_core::kernel::{Grid, Level, energy_gradient, field_on_grid, gram, gram_gradient, product, with_level};

/// Parameter of a kernel so narrow that all sums are taken over pairs.
const NARROW: f64 = 1000.0;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let parts: [(&str, fn()); 4] = [("sums", sums), ("gram", grams), ("features", features), ("field", fields)];
    for (_, part) in parts.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|word| word == name)) {
        part();
    }
}

fn sums() {
    let (threads, one) = (rayon::current_num_threads(), pool(1));
    println!("value and gradient, one right-hand side, M pairs/s ({threads} threads, then one)");
    for words in [1500, 8000, 20_000] {
        for q in [2, 3, 8] {
            let (x, c) = (points(words, q), points(words, 1));
            let pairs = (words * words) as f64 / 1e6;
            let naive = if words <= 8000 {
                format!("{:7.0}", pairs / alone(&one, || naive(1.0, x.view(), c.view())).as_secs_f64())
            } else {
                "      -".to_owned()
            };
            print!("V {words:6}  q {q}  naive {naive}");
            for level in Level::available() {
                let run = || with_level(level, || energy_gradient(NARROW, x.view(), c.view()));
                let repeats = (200.0 / pairs).clamp(1.0, 20.0) as usize;
                let rate = pairs / best(repeats, run).as_secs_f64();
                let single = pairs / alone(&one, run).as_secs_f64();
                print!("  {level:?} {rate:5.0} / {single:5.0}");
            }
            println!();
        }
    }
}

fn grams() {
    let one = pool(1);
    println!("Gram matrix, n 1000, V 1490, q 2, and its gradient, ms (all threads / one)");
    for kept in [80, 24] {
        let (m, x) = (documents(1000, 1490, kept), points(1490, 2));
        let pull = Array2::from_shape_fn((1000, 1000), |(i, j)| ((i * j) % 7) as f64 - 3.0);
        print!("words a document {:3}", m.nnz() / 1000);
        for level in Level::available() {
            let value = best(10, || with_level(level, || gram(NARROW, &m, x.view())));
            let single = alone(&one, || with_level(level, || gram(NARROW, &m, x.view())));
            let gradient = alone(&one, || with_level(level, || gram_gradient(NARROW, &m, x.view(), pull.view())));
            print!("  {level:?} {:5.1} / {:5.1}, gradient {:5.1}", ms(value), ms(single), ms(gradient));
        }
        println!();
    }
}

/// Compares kernel sums by features with direct sums on one thread, in a box of four kernel widths.
fn features() {
    let one = pool(1);
    println!(
        "k c, one thread, ms by features / pair by pair (of 64 rows, scaled up), and their ratio; with gradient by features"
    );
    for (q, sides) in [(2, 1), (2, 6), (2, 190), (3, 1), (3, 6)] {
        for words in [1000, 8000, 20_000, 70_000] {
            let (x, c) = (points(words, q), points(words, sides));
            let some = x.slice(ndarray::s![..64, ..]);
            let fast = alone(&one, || product(1.0, x.view(), x.view(), c.view()));
            let direct = alone(&one, || product(NARROW, some, x.view(), c.view())).mul_f64(words as f64 / 64.0);
            let gradient = alone(&one, || energy_gradient(1.0, x.view(), c.view()));
            let ratio = direct.as_secs_f64() / fast.as_secs_f64();
            println!(
                "V {words:6}  q {q}  P {sides:3}  {:9.1} / {:11.1}  {ratio:7.1}  gradient {:9.1}",
                ms(fast),
                ms(direct),
                ms(gradient)
            );
        }
    }
    println!("Gram matrix, n 1000, one thread, ms by features / pair by pair");
    for (words, q) in [(2000, 2), (8000, 2), (20_000, 2), (8000, 3)] {
        let (m, x) = (documents(1000, words, 80), points(words, q));
        let fast = alone(&one, || gram(1.0, &m, x.view()));
        let direct = alone(&one, || gram(NARROW, &m, x.view()));
        println!("V {words:6}  q {q}  {:9.1} / {:9.1}", ms(fast), ms(direct));
    }
}

fn fields() {
    let one = pool(1);
    println!("field on a grid of 256 × 256, ms (all threads / one)");
    let grid = Grid { left: -3.0, bottom: -3.0, width: 6.0, height: 6.0, columns: 256, rows: 256 };
    for words in [1500, 8000, 70_000] {
        let (x, c) = (points(words, 2), points(words, 1));
        let value = best(3, || field_on_grid(1.0, x.view(), c.view(), &grid));
        let single = alone(&one, || field_on_grid(1.0, x.view(), c.view(), &grid));
        println!("V {words:6}  {:6.1} / {:6.1}", ms(value), ms(single));
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads")
}

fn points(count: usize, q: usize) -> Array2<f64> {
    let mut random = SmallRng::seed_from_u64(7);
    Array2::from_shape_fn((count, q), |_| random.random_range(-2.0..2.0))
}

/// Synthetic documents of about `length` different words, frequent ones in most: word `l` is drawn as `1 / (l + 20)`.
fn documents(count: usize, words: usize, length: usize) -> Csr {
    let mut random = SmallRng::seed_from_u64(11);
    let total: f64 = (0..words).map(|l| 1.0 / (l as f64 + 20.0)).sum();
    Csr::from_rows(
        words,
        (0..count).map(|_| {
            (0..words)
                .filter(|&l| random.random_bool((length as f64 / total / (l as f64 + 20.0)).min(0.9)))
                .map(|l| (l as u32, 1.0 / length as f64))
                .collect()
        }),
    )
}

fn naive(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>) -> (f64, Vec<f64>) {
    let q = x.ncols();
    let (x, c) = (x.as_slice().expect("rows"), c.as_slice().expect("rows"));
    let mut gradient = vec![0.0; x.len()];
    let mut energy = 0.0;
    for ((from, own), gradient) in x.chunks_exact(q).zip(c).zip(gradient.chunks_exact_mut(q)) {
        for (to, other) in x.chunks_exact(q).zip(c) {
            let squared: f64 = from.iter().zip(to).map(|(a, b)| (a - b) * (a - b)).sum();
            let weight = own * other * (-0.5 * gamma * squared).exp();
            energy += 0.5 * weight;
            for ((gradient, a), b) in gradient.iter_mut().zip(from).zip(to) {
                *gradient += gamma * weight * (b - a);
            }
        }
    }
    (energy, gradient)
}

/// Shortest wall-clock time of several runs of a function.
fn best<R>(repeats: usize, mut run: impl FnMut() -> R) -> Duration {
    (0..=repeats)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(run());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

/// Mean time of a function's runs over half a second on the one thread of `pool`.
/// Processor time is measured where the system reports it, so that other processes do not count.
fn alone<R>(pool: &rayon::ThreadPool, mut run: impl FnMut() -> R + Send) -> Duration {
    let used = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    pool.install(|| {
        std::hint::black_box(run());
        let (start, before, mut runs) = (Instant::now(), used(), 0);
        loop {
            std::hint::black_box(run());
            runs += 1;
            let spent = used().zip(before).map_or(start.elapsed(), |(after, before)| after.saturating_sub(before));
            if spent.as_millis() >= 500 {
                return spent / runs;
            }
        }
    })
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
