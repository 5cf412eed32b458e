//! Kernel between documents of a trained model with word positions, and the permutation test of two sets under it.
//!
//! Cost: one Gram matrix. Memory: that matrix.

use std::sync::Arc;

use numpy::{PyReadonlyArray2, ndarray::Array2};
use pyo3::prelude::*;
use wordfield_core::{corpus::Csr, ldk::Ldk, metric::MmdTest, model::FittedModel, project::SavedModel};

use super::value_error;

/// Kernel between documents, which are given as rows of the weights `M`.
pub(crate) struct DocumentKernel {
    ldk: Ldk,
    positions: Arc<Array2<f64>>,
}

/// Python error: the model has no word positions.
pub(crate) fn no_positions(saved: &SavedModel) -> PyErr {
    value_error(format!("{} has no word positions: train a model that has, such as LatentSMM", saved.kind().info().title))
}

/// Kernel between documents of a trained model of classes or ratings.
///
/// # Errors
/// If the model has no word positions, or compares documents of two sides.
pub(crate) fn of(saved: &SavedModel) -> PyResult<DocumentKernel> {
    match &saved.fitted {
        FittedModel::Smm(model) => {
            let level2 = model.level2.unwrap_or(model.params.level2);
            let (embedding, components) = (model.embedding, model.components.clone());
            let ldk = Ldk { embedding, level2, components, ..model.params.ldk() };
            Ok(DocumentKernel { ldk, positions: Arc::clone(&model.latent) })
        }
        FittedModel::Gp(model) => Ok(DocumentKernel { ldk: model.ldk(), positions: Arc::clone(&model.latent) }),
        FittedModel::Matching(_) => Err(value_error("documents of two sides are compared by distances: see `distances`")),
        _ => Err(no_positions(saved)),
    }
}

impl DocumentKernel {
    /// Gram matrix `K` of documents with documents (n × m).
    pub(crate) fn gram(&self, rows: &Csr, columns: &Csr) -> Array2<f64> {
        let lengths = [rows, columns].map(|weights| self.ldk.lengths(weights, &self.positions));
        self.ldk.cross((rows, &lengths[0]), (columns, &lengths[1]), &self.positions)
    }
}

/// Permutation test of two samples by a kernel matrix (n × n), the first `first` rows against the others: squared maximum mean
/// discrepancy, p-value, and the discrepancies of the splits. `None` if a sample has no rows.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python's arguments are owned")]
pub(crate) fn permutation_test(
    py: Python<'_>,
    gram: PyReadonlyArray2<'_, f64>,
    first: usize,
    splits: usize,
    seed: u64,
) -> Option<(f64, f64, Vec<f64>)> {
    let gram = gram.as_array().to_owned();
    let test = py.detach(|| MmdTest::run(gram.view(), first, splits, seed, |_| true))?;
    Some((test.mmd.statistic(), test.p, test.null))
}
