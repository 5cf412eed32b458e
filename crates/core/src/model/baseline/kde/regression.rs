//! Kernel ridge regression of several outputs on documents: `f(x) = Tᵀ (K + γ I)⁻¹ k_x` with the outputs `T` (n × p).
//!
//! Cost: a Cholesky factor for one `γ`, or one eigendecomposition of `K` for every `γ`, both cubic in n.
//! Memory: three n × n matrices.

use ndarray::{Array1, Array2};

use crate::{
    cancel,
    corpus::Csr,
    memory::Budget,
    model::{
        ModelError,
        baseline::canonical::{Kernel, failed},
    },
    solver::dense::{Cholesky, Threads, symmetric_eigen},
};

/// Number of n × n matrices in memory at once: the kernel values, their eigenvectors, and the copy that is decomposed.
const MATRICES: usize = 3;

/// Gram matrix `K` of the training documents.
fn gram(rows: &Csr, kernel: Kernel<'_>, budget: Budget) -> Result<Array2<f64>, ModelError> {
    let n = rows.rows();
    budget.ask_matrix("the kernel values of the training documents", n, n, MATRICES)?;
    Ok(kernel.gram(rows))
}

/// Coefficients `(K + γ I)⁻¹ T` of kernel ridge regression (n × p).
///
/// # Errors
/// Returns an error if the matrices exceed the memory budget, the system is not solved, or the work was cancelled.
pub(super) fn coefficients(
    (rows, kernel): (&Csr, Kernel<'_>),
    outputs: &Array2<f64>,
    gamma: f64,
    budget: Budget,
) -> Result<Array2<f64>, ModelError> {
    let mut ridged = gram(rows, kernel, budget)?;
    ridged.diag_mut().mapv_inplace(|k| k + gamma);
    match Cholesky::new(ridged.view(), Threads::All) {
        Ok(factor) if !cancel::requested() => Ok(factor.solve(outputs.view())),
        _ if cancel::requested() => Err(ModelError::Cancelled),
        _ => {
            let problem = "the kernel values of the training documents with γ have no Cholesky factor";
            Err(ModelError::data(problem, "raise gamma, or use another weighting"))
        }
    }
}

/// Training documents with the eigenvectors of their Gram matrix: kernel ridge regressions under every `γ`.
pub(super) struct Regression<'a> {
    rows: &'a Csr,
    kernel: Kernel<'a>,
    /// Eigenvalues of the Gram matrix, at least 0 (n).
    values: Array1<f64>,
    /// Eigenvectors of the Gram matrix as columns (n × n).
    vectors: Array2<f64>,
}

impl<'a> Regression<'a> {
    /// Decomposes the Gram matrix `K` of training documents.
    ///
    /// # Errors
    /// Returns an error if the matrices exceed the memory budget, `K` is not decomposed, or the work was cancelled.
    pub(super) fn new(rows: &'a Csr, kernel: Kernel<'a>, budget: Budget) -> Result<Self, ModelError> {
        let (values, vectors) = symmetric_eigen(gram(rows, kernel, budget)?.view()).map_err(failed)?;
        Ok(Self { rows, kernel, values: values.into_iter().map(|value| value.max(0.0)).collect(), vectors })
    }

    /// Kernel values of documents with the training documents, in the basis of the eigenvectors (m × n).
    pub(super) fn along(&self, documents: &Csr) -> Array2<f64> {
        self.kernel.between(documents, self.rows).dot(&self.vectors)
    }

    /// Outputs of the training documents in the basis of the eigenvectors (n × p).
    pub(super) fn turned(&self, outputs: &Array2<f64>) -> Array2<f64> {
        self.vectors.t().dot(outputs)
    }

    /// Predicted outputs of documents (m × p), from [`Regression::along`] and [`Regression::turned`].
    pub(super) fn predict(&self, along: &Array2<f64>, turned: &Array2<f64>, gamma: f64) -> Array2<f64> {
        (along / &(&self.values + gamma)).dot(turned)
    }
}
