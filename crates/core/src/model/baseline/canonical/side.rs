//! Training documents of one side: their kernel, and documents as points along directions of the side.
//!
//! A coordinate, under the linear kernel and between kernel means, is a sum over the document's words:
//! weights times `k Mᵀ a` for the weights `a` of the training documents, with the kernel `k` between words.
//!
//! Cost of a projection: kernel values with all training documents under the Gaussian kernel.
//! Under other kernels: the entries of the documents times the directions.
//! Memory: a block of kernel values.

use ndarray::{Array1, Array2, ArrayView1, Axis};
use serde::{Deserialize, Serialize};

use super::kernel::{Kernel, gaussian};
use crate::{
    cancel,
    corpus::Csr,
    kernel,
    memory::Budget,
    model::{ModelError, fitted::finite},
    solver::{
        canonical::{Principal, centre},
        dense::NotDecomposed,
    },
};

/// Number of documents whose kernel values with all training documents are in memory at once.
const BLOCK: usize = 1024;
/// Share of the Gram matrix's trace before centring up to which eigenvalues are rounding errors.
const ROUNDING: f64 = 1e-12;
/// Number of n × n matrices of training documents in memory at once: kernel values and eigenvectors of both sides,
/// their decomposition, and the eigenvectors under the best kernel so far.
const MATRICES: usize = 10;

/// Converts a failed decomposition to an error of the data, or to a cancellation.
pub(in crate::model::baseline) fn failed(_: NotDecomposed) -> ModelError {
    if cancel::requested() {
        return ModelError::Cancelled;
    }
    ModelError::data("the kernel values of the training documents cannot be decomposed", "use another weighting or kernel")
}

/// Training documents of one side with the eigenvectors of their Gram matrix.
pub(in crate::model::baseline) struct Side<'a> {
    /// Weighted counts of the side's training documents (n × V of the side).
    rows: &'a Csr,
    /// Kernel between documents of the side.
    kernel: Kernel<'a>,
    /// Mean kernel value with each training document, subtracted in centring; zeros if not centred (n).
    mean: Array1<f64>,
    /// Mean squared length of a document, for kernel means after centring, otherwise before:
    /// wide kernels give all kernel means a large common part.
    pub length: f64,
    /// Eigenvectors of the Gram matrix of the side's training documents.
    pub principal: Principal,
}

impl<'a> Side<'a> {
    /// Decomposes the Gram matrix of the side's training documents; without a direction if they are all alike.
    ///
    /// # Errors
    /// Returns an error if the matrices exceed the memory budget, or the work was cancelled.
    pub(crate) fn new(rows: &'a Csr, kernel: Kernel<'a>, centring: bool, budget: Budget) -> Result<Self, ModelError> {
        let n = rows.rows();
        budget.ask_matrix("the kernel values of the training pairs", n, n, MATRICES)?;
        let mut gram = kernel.gram(rows);
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let trace = gram.diag().sum();
        let mean = if centring { centre(&mut gram) } else { Array1::zeros(n) };
        let lengths = if matches!(kernel, Kernel::Means { .. }) { gram.diag().sum() } else { trace };
        let mut principal = Principal::of(&gram, ROUNDING * trace).map_err(failed)?;
        if centring {
            // Eigenvectors are made exactly orthogonal to the mean, so that kernel values need no second centring.
            let means = principal.vectors.mean_axis(Axis(0)).unwrap_or_default();
            principal.vectors -= &means;
        }
        Ok(Self { rows, kernel, mean, length: lengths / n.max(1) as f64, principal })
    }

    /// Coordinates of documents along the Gram matrix's eigenvectors (m × r); zeros for a document without words.
    pub(crate) fn along(&self, documents: &Csr) -> Array2<f64> {
        let mut along = (self.kernel.between(documents, self.rows) - &self.mean).dot(&self.principal.vectors);
        let rows = along.outer_iter_mut().enumerate();
        rows.filter(|(document, _)| documents.row(*document).0.is_empty()).for_each(|(_, mut row)| row.fill(0.0));
        along
    }

    /// Projection of new documents to directions given by their coordinates in the eigenvectors (r × d).
    pub(crate) fn projection(&self, directions: &Array2<f64>) -> Projection {
        let coefficients = self.principal.vectors.dot(directions);
        let offset = self.mean.dot(&coefficients);
        let words = || self.rows.transpose().dot(coefficients.view());
        let features = match self.kernel {
            Kernel::Linear => Features::Words { coordinates: words() },
            Kernel::Means { gamma, x } => {
                Features::Words { coordinates: kernel::product(gamma, x.view(), x.view(), words().view()) }
            }
            Kernel::Gaussian { scale } => Features::Documents { rows: self.rows.clone(), scale, coefficients },
        };
        Projection { features, offset }
    }
}

/// Terms that sum to a document's coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Features {
    /// Words as terms of a linear projection: their weights times their coordinates.
    Words {
        /// Coordinates of the side's words along the directions (V of the side × d).
        coordinates: Array2<f64>,
    },
    /// Training documents as terms: values of the Gaussian kernel times coefficients.
    Documents {
        /// Weighted counts of the training documents (n × V of the side).
        rows: Csr,
        /// Squared distance at which the Gaussian kernel has the value 1/e.
        scale: f64,
        /// Coefficients of the training documents for the directions (n × d).
        coefficients: Array2<f64>,
    },
}

/// Projection of one side's documents to directions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Projection {
    /// Terms that sum to a document's coordinates.
    pub features: Features,
    /// Coordinates of the mean document, subtracted from every document (d).
    pub offset: Array1<f64>,
}

impl Projection {
    /// Number of words on the projected side.
    pub fn words(&self) -> usize {
        match &self.features {
            Features::Words { coordinates } => coordinates.nrows(),
            Features::Documents { rows, .. } => rows.cols(),
        }
    }

    /// Coordinates of documents along the directions (n × d); zeros for a document without words.
    ///
    /// # Panics
    /// Panics if `documents` does not have one column per word of the side.
    pub fn of(&self, documents: &Csr) -> Array2<f64> {
        let mut projected = match &self.features {
            Features::Words { coordinates } => documents.dot(coordinates.view()),
            Features::Documents { rows, scale, coefficients } => {
                let mut projected = Array2::zeros((documents.rows(), coefficients.ncols()));
                for (block, mut part) in projected.axis_chunks_iter_mut(Axis(0), BLOCK).enumerate() {
                    let places: Vec<usize> = (block * BLOCK..block * BLOCK + part.nrows()).collect();
                    part.assign(&gaussian(&documents.select(&places), rows, *scale).dot(coefficients));
                }
                projected
            }
        };
        for (document, mut row) in projected.outer_iter_mut().enumerate() {
            if documents.row(document).0.is_empty() {
                row.fill(0.0);
            } else {
                row -= &self.offset;
            }
        }
        projected
    }

    /// Whether the projection's shapes agree with `dimension` directions and its numbers are finite, as in an undamaged file.
    pub(in crate::model::baseline) fn is_valid(&self, dimension: usize) -> bool {
        let (coordinates, rest) = match &self.features {
            Features::Words { coordinates } => (coordinates, true),
            Features::Documents { rows, scale, coefficients } => {
                (coefficients, rows.rows() == coefficients.nrows() && *scale > 0.0 && scale.is_finite())
            }
        };
        let shaped = coordinates.ncols() == dimension && self.offset.len() == dimension;
        rest && shaped && finite(coordinates) && finite(&self.offset)
    }
}

/// Scales each row of coordinates to unit length; zeros are unchanged.
pub(super) fn unit(mut coordinates: Array2<f64>) -> Array2<f64> {
    for mut row in coordinates.outer_iter_mut() {
        let length = length(row.view());
        if length > 0.0 {
            row /= length;
        }
    }
    coordinates
}

/// Euclidean length of a vector.
#[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
pub(super) fn length(of: ArrayView1<'_, f64>) -> f64 {
    of.dot(&of).sqrt()
}
