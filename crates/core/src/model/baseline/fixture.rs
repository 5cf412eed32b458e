//! Matrices and pairs of test fixtures.

use ndarray::{Array2, ArrayView1};
use serde_json::Value;

use crate::{corpus::Csr, model::pairs::Sides};

/// A matrix from a list of rows.
pub(super) fn matrix(json: &Value) -> Array2<f64> {
    let rows: Vec<Vec<f64>> = serde_json::from_value(json.clone()).unwrap();
    Array2::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
}

/// Documents from a list of rows.
pub(super) fn rows(json: &Value) -> Csr {
    let dense = matrix(json);
    let row = |row: ArrayView1<'_, f64>| row.iter().enumerate().map(|(word, &weight)| (word as u32, weight)).collect();
    Csr::from_rows(dense.ncols(), dense.outer_iter().map(row).collect::<Vec<_>>())
}

/// Pairs of documents with these weights, one row per pair.
pub(super) fn aligned(source: Csr, target: Csr) -> Sides {
    let partner = (0..source.rows()).map(Some).collect();
    Sides { source, target, partner }
}

/// Names of as many words.
pub(super) fn names(words: usize) -> Vec<String> {
    (0..words).map(|word| format!("word{word}")).collect()
}
