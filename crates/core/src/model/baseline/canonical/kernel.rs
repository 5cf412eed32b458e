//! Kernels between the documents of one side.
//!
//! Cost: the products of sparse rows; of kernel means, one Gaussian kernel between the words of the side for each call.

use ndarray::Array2;

use super::Family;
use crate::{corpus::Csr, kernel};

/// A kernel between documents of one side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel<'a> {
    /// Inner products of weighted counts.
    Linear,
    /// `exp(-d² / scale)` of Euclidean distances `d`.
    Gaussian {
        /// Squared distance at which the kernel is 1/e.
        scale: f64,
    },
    /// Inner products of kernel means under `exp(-γ/2 ‖x - x'‖²)`.
    Means {
        /// Inverse squared width of the kernel between words.
        gamma: f64,
        /// Vectors of the side's words (V of the side × q).
        x: &'a Array2<f64>,
    },
}

impl<'a> Kernel<'a> {
    /// The kernel of a family between training documents `rows`, whose words have the vectors `x`.
    pub fn of(family: Family, shape: Option<f64>, rows: &Csr, x: Option<&'a Array2<f64>>) -> Self {
        match (family, shape, x) {
            (Family::Gaussian, Some(width), _) => {
                let mean = squared_distances(rows, rows).mean().unwrap_or(0.0);
                Self::Gaussian { scale: width * if mean > 0.0 { mean } else { 1.0 } }
            }
            (Family::KernelMeans, Some(gamma), Some(x)) => Self::Means { gamma, x },
            _ => Self::Linear,
        }
    }

    /// Kernel values within documents (n × n).
    pub fn gram(self, rows: &Csr) -> Array2<f64> {
        match self {
            Self::Means { gamma, x } => kernel::gram(gamma, rows, x.view()),
            _ => self.between(rows, rows),
        }
    }

    /// Kernel values between documents (n × m).
    pub fn between(self, a: &Csr, b: &Csr) -> Array2<f64> {
        match self {
            Self::Linear => a.outer(b),
            Self::Gaussian { scale } => gaussian(a, b, scale),
            Self::Means { gamma, x } => kernel::cross_gram(gamma, a, x.view(), b, x.view()),
        }
    }
}

/// Squared distances between documents (n × m).
fn squared_distances(a: &Csr, b: &Csr) -> Array2<f64> {
    let squares =
        |of: &Csr| -> Vec<f64> { (0..of.rows()).map(|row| of.row(row).1.iter().map(|weight| weight * weight).sum()).collect() };
    let (own, other) = (squares(a), squares(b));
    let mut distances = a.outer(b);
    distances.indexed_iter_mut().for_each(|((i, j), d)| *d = (own[i] + other[j] - 2.0 * *d).max(0.0));
    distances
}

/// `exp(-d² / scale)` between documents (n × m).
pub(super) fn gaussian(a: &Csr, b: &Csr, scale: f64) -> Array2<f64> {
    squared_distances(a, b).mapv_into(|d| (-d / scale).exp())
}
