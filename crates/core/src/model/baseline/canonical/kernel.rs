//! Kernels between documents of one side (source or target) for canonical correlation.
//!
//! Cost: products of sparse rows; for kernel means, one Gaussian kernel between the words of the side per call.

use ndarray::Array2;

use super::Family;
use crate::{
    corpus::Csr,
    kernel,
    ldk::Level2,
    model::baseline::{kernel_functions::between_documents, kernel_svm::mean_squared_distance},
};

/// Kernel between documents of one side, source or target.
#[derive(Clone, Copy, Debug)]
pub(in crate::model::baseline) enum Kernel<'a> {
    /// Linear kernel: inner products of weighted counts.
    Linear,
    /// Gaussian kernel `exp(-d² / scale)` of Euclidean distances `d` between documents.
    Gaussian {
        /// Squared distance at which the Gaussian kernel has the value 1/e.
        scale: f64,
    },
    /// Inner products of documents' kernel means under the word kernel `exp(-γ/2 ‖x - x'‖²)`.
    Means {
        /// Inverse squared width `γ` of the kernel between words.
        gamma: f64,
        /// Word vectors of the side's words (V of the side × q).
        x: &'a Array2<f64>,
    },
}

impl<'a> Kernel<'a> {
    /// Creates the kernel of a family between training documents `rows`, whose words have the vectors `x`.
    pub(crate) fn of(family: Family, shape: Option<f64>, rows: &Csr, x: Option<&'a Array2<f64>>) -> Self {
        match (family, shape, x) {
            (Family::Gaussian, Some(width), _) => Self::Gaussian { scale: width * mean_squared_distance(rows) },
            (Family::KernelMeans, Some(gamma), Some(x)) => Self::Means { gamma, x },
            _ => Self::Linear,
        }
    }

    /// Gram matrix of documents of one side, source or target (n × n).
    pub(crate) fn gram(self, rows: &Csr) -> Array2<f64> {
        match self {
            Self::Means { gamma, x } => kernel::gram(gamma, rows, x.view()),
            _ => self.between(rows, rows),
        }
    }

    /// Kernel values between two sets of documents of the same side (n × m).
    pub(crate) fn between(self, a: &Csr, b: &Csr) -> Array2<f64> {
        match self {
            Self::Linear => a.outer(b),
            Self::Gaussian { scale } => gaussian(a, b, scale),
            Self::Means { gamma, x } => kernel::cross_gram(gamma, a, x.view(), b, x.view()),
        }
    }
}

/// Squared distances of points from their inner products and the squared lengths of both sets (n × m).
pub(in crate::model::baseline) fn distances(mut products: Array2<f64>, [own, other]: [&[f64]; 2]) -> Array2<f64> {
    products.indexed_iter_mut().for_each(|((i, j), d)| *d = (own[i] + other[j] - 2.0 * *d).max(0.0));
    products
}

/// Gaussian kernel values `exp(-d² / scale)` between documents (n × m).
pub(super) fn gaussian(a: &Csr, b: &Csr, scale: f64) -> Array2<f64> {
    let ldk = between_documents(Level2::Rbf { zeta: 2.0 / scale });
    let no_positions = Array2::zeros((a.cols(), 0));
    let [of_a, of_b] = [a, b].map(|documents| ldk.lengths(documents, &no_positions));
    ldk.cross((a, &of_a), (b, &of_b), &no_positions)
}
