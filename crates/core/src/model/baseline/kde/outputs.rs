//! Coordinates of regression outputs: of target documents along the leading axes of their centred Gaussian kernel, and classes.
//!
//! Target documents have the kernel values `L`, and `H L H = U D Uᵀ` after centring.
//! The outputs of the training documents are `T = U_p D_p^½`, and any document has `t(y) = D_p^-½ U_pᵀ H (l_y - L 1/n)`.
//!
//! Classes have `l = ½ [y = y']`.
//! Along all axes `t(c)` is `(e_c - π) / √2` up to a rotation, with the unit vector `e_c` and the classes' shares `π`.
//! Classes therefore need no decomposition.
//!
//! Cost: one eigendecomposition of an n × n matrix. Memory: three such matrices.

use ndarray::{Array1, Array2, Axis, s};

use crate::{
    corpus::Csr,
    memory::Budget,
    model::{
        ModelError,
        baseline::canonical::{Kernel, KernelSide, Projection},
    },
};

/// Target documents of the training pairs with the principal axes of their kernel.
pub(super) struct Outputs<'a> {
    side: KernelSide<'a>,
    /// Number of output axes (p).
    pub dimension: usize,
}

impl<'a> Outputs<'a> {
    /// Decomposes the centred kernel of target documents; `most` axes at most.
    ///
    /// # Errors
    /// Returns an error if the matrices exceed the memory budget, all documents are alike, or the work was cancelled.
    pub(super) fn new(rows: &'a Csr, kernel: Kernel<'a>, most: usize, budget: Budget) -> Result<Self, ModelError> {
        let side = KernelSide::new(rows, kernel, true, budget)?;
        let dimension = most.min(side.principal.values.len());
        if dimension == 0 {
            let remedy = "take more training pairs, a lower document-frequency threshold, or a smaller sigma_y";
            return Err(ModelError::data("the target documents of the training pairs are all alike", remedy));
        }
        Ok(Self { side, dimension })
    }

    /// Eigenvalues `D_p` of the training documents' kernel: variances along the axes times their number (p).
    pub(super) fn values(&self) -> Array1<f64> {
        self.side.principal.values.slice(s![..self.dimension]).to_owned()
    }

    /// Coordinates `T` of the training documents along the output axes (n × p).
    pub(super) fn coordinates(&self) -> Array2<f64> {
        &self.side.principal.vectors.slice(s![.., ..self.dimension]) * &self.values().mapv(f64::sqrt)
    }

    /// Directions of the output axes in the eigenvectors, `D_p^-½` (r × p).
    fn directions(&self) -> Array2<f64> {
        let mut directions = Array2::zeros((self.side.principal.values.len(), self.dimension));
        directions.diag_mut().assign(&self.values().mapv(|value| value.sqrt().recip()));
        directions
    }

    /// Coordinates `t(y)` of target documents along the axes (m × p); zeros, the mean, for a document without words.
    pub(super) fn of(&self, documents: &Csr) -> Array2<f64> {
        self.side.along(documents).dot(&self.directions())
    }

    /// Projection `t` of new target documents to the output axes.
    pub(super) fn projection(&self) -> Projection {
        self.side.projection(&self.directions())
    }
}

/// Class indicators of documents minus the class shares (n × K), and the shares (K).
/// `places` are the class index of each document.
pub(super) fn indicators(places: &[usize], classes: usize) -> (Array2<f64>, Array1<f64>) {
    let mut indicators = Array2::zeros((places.len(), classes));
    places.iter().enumerate().for_each(|(document, &class)| indicators[[document, class]] = 1.0);
    let shares = indicators.sum_axis(Axis(0)) / places.len().max(1) as f64;
    indicators -= &shares;
    (indicators, shares)
}
