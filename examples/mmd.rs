//! Rejection rates of the two-sample test at the level .05, under equal and under different distributions.
//!
//! `cargo run --release --example mmd`

use wordfield_testing::samples::{DOCUMENTS, PERMUTATIONS, found, kernels};

/// Number of two-sample tests for each row of the table.
const REPEATS: u64 = 5000;

fn main() {
    println!("{REPEATS} tests of {DOCUMENTS} against {DOCUMENTS} documents, {PERMUTATIONS} permutations each, level .05");
    for (name, ldk) in &kernels() {
        for shift in [0.0, 0.05, 0.1, 0.2, 0.3] {
            let share = found(ldk, shift, REPEATS) as f64 / REPEATS as f64;
            println!("{name:<26} shift {shift:<4}  found {:>5.1} %", 100.0 * share);
        }
    }
}
