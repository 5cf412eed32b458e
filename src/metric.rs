//! How good predictions are: accuracy and confusion.

use ndarray::Array2;

/// The share of equal entries; `None` when there is none to compare.
pub fn accuracy(truth: &[usize], predicted: &[usize]) -> Option<f64> {
    let right = truth.iter().zip(predicted).filter(|(a, b)| a == b).count();
    (!truth.is_empty()).then(|| right as f64 / truth.len() as f64)
}

/// How often class i (row) was predicted as class j (column), (classes × classes).
pub fn confusion(truth: &[usize], predicted: &[usize], classes: usize) -> Array2<usize> {
    let mut table = Array2::zeros((classes, classes));
    for (&is, &said) in truth.iter().zip(predicted) {
        table[[is, said]] += 1;
    }
    table
}
