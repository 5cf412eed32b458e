//! Dense linear algebra: Cholesky factorisation, symmetric eigenvectors, thin SVD. The only module that sees faer.
//!
//! Cost: n³/3 for the factor, 2n³/3 for the inverse, n² a right-hand side; memory: one copy of the matrix and the result.
//! All threads share the work, except under [`Threads::One`], which is bitwise reproducible.
//!
//! A raised [`cancel`] flag is seen before a decomposition and not during it:
//! a factor of n = 2,000 takes less than a tenth of a second on two cores, its inverse twice that, and both grow with n³.
//! A larger factor and a tall matrix are computed in blocks with checks between them.

#![allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]

use faer::linalg::{
    cholesky::llt,
    matmul::{
        self,
        triangular::{self, BlockStructure},
    },
    solvers::{SelfAdjointEigen, Svd},
    triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place},
};
use faer::{
    Accum, Mat, MatMut, MatRef, Par, Side,
    dyn_stack::{MemBuffer, MemStack},
};
use ndarray::{Array2, ArrayView2, Axis, s};

use crate::cancel;

/// Smallest and largest jitter tried, as shares of the diagonal's mean.
const JITTER: [f64; 2] = [1e-12, 1e-2];

/// Error: the matrix has no Cholesky factor, even with a little jitter.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "the matrix has no Cholesky factor, even with {jitter:e} added to its diagonal: raise the noise, or look for values that are not numbers"
)]
pub struct NotPositive {
    /// Largest jitter that was tried.
    pub jitter: f64,
}

/// Error: an eigenvalue or singular value decomposition did not converge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the decomposition of a {rows} × {columns} matrix did not converge: look for values that are not numbers")]
pub struct NotDecomposed {
    /// Number of rows of the matrix to decompose.
    pub rows: usize,
    /// Number of columns of the matrix to decompose.
    pub columns: usize,
}

/// Threads on which a dense matrix computation runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// Computation on the calling thread only: the order of all sums is fixed.
    One,
    /// Computation on all threads of rayon's pool.
    #[default]
    All,
}

impl Threads {
    fn par(self) -> Par {
        match self {
            Self::One => Par::Seq,
            Self::All => Par::rayon(0),
        }
    }
}

/// Cholesky factor `L` of `K + jitter·I = L Lᵀ`.
#[derive(Clone, Debug)]
pub struct Cholesky {
    lower: Mat<f64>,
    /// Jitter added to the diagonal of the matrix; 0 if none was needed.
    pub jitter: f64,
    threads: Threads,
}

fn view<'a>(a: &'a ndarray::CowArray<'_, f64, ndarray::Ix2>) -> MatRef<'a, f64> {
    // Arrays in standard layout always have a slice.
    MatRef::from_row_major_slice(a.as_slice().unwrap_or_default(), a.nrows(), a.ncols())
}

fn view_mut(a: &mut Array2<f64>) -> MatMut<'_, f64> {
    let (rows, columns) = a.dim();
    MatMut::from_row_major_slice_mut(a.as_slice_mut().unwrap_or_default(), rows, columns)
}

fn array(a: MatRef<'_, f64>) -> Array2<f64> {
    Array2::from_shape_fn((a.nrows(), a.ncols()), |(i, j)| a[(i, j)])
}

impl Cholesky {
    /// Computes the Cholesky factor of a symmetric matrix, whose lower triangle is read.
    /// If the matrix is not positive definite, the mean of its diagonal times 1e-12, then ten times that and so on up to 1e-2,
    /// is added to the diagonal: see [`Cholesky::jitter`].
    ///
    /// # Errors
    /// Returns an error if even the largest jitter does not suffice, or the caller's [`cancel`] flag is raised.
    ///
    /// # Panics
    /// Panics if the matrix is not square.
    pub fn new(k: ArrayView2<'_, f64>, threads: Threads) -> Result<Self, NotPositive> {
        let n = k.nrows();
        assert_eq!(n, k.ncols(), "a square matrix");
        let mean = if n == 0 { 1.0 } else { k.diag().sum() / n as f64 };
        let unit = if mean > 0.0 && mean.is_finite() { mean } else { 1.0 };
        let finite = k.diag().iter().all(|d| d.is_finite());
        let standard = k.as_standard_layout();
        let given = view(&standard);
        let mut lower = Mat::zeros(n, n);
        let mut share = 0.0;
        while finite && share <= JITTER[1] * 1.5 && !cancel::requested() {
            let jitter = share * unit;
            // The row-major matrix's upper triangle is its lower one column-major: symmetric, so either will do.
            lower.copy_from_triangular_lower(given);
            (0..n).for_each(|i| lower[(i, i)] += jitter);
            if factorise(lower.as_mut(), FACTOR_ROWS, threads) && (0..n).all(|i| lower[(i, i)].is_finite()) {
                return Ok(Self { lower, jitter, threads });
            }
            share = if share == 0.0 { JITTER[0] } else { share * 10.0 };
        }
        Err(NotPositive { jitter: JITTER[1] * unit })
    }

    /// Logarithm of the determinant, `ln det(K + jitter·I)`.
    pub fn log_determinant(&self) -> f64 {
        (0..self.lower.nrows()).map(|i| self.lower[(i, i)].ln()).sum::<f64>() * 2.0
    }

    /// Cholesky factor `L` (n × n), with zeros above its diagonal.
    pub fn lower(&self) -> Array2<f64> {
        let n = self.lower.nrows();
        // The factorisation may leave other numbers above the diagonal of the factor.
        Array2::from_shape_fn((n, n), |(i, j)| if j > i { 0.0 } else { self.lower[(i, j)] })
    }

    /// Solves the triangular system `L⁻¹ B` (n × columns of `B`).
    ///
    /// # Panics
    /// Panics if `b` does not have n rows.
    pub fn solve_lower(&self, b: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut out = b.as_standard_layout().into_owned();
        solve_lower_triangular_in_place(self.lower.as_ref(), view_mut(&mut out), self.threads.par());
        out
    }

    /// Solves the linear system `K⁻¹ B` (n × columns of `B`).
    ///
    /// # Panics
    /// Panics if `b` does not have n rows.
    pub fn solve(&self, b: ArrayView2<'_, f64>) -> Array2<f64> {
        let mut out = self.solve_lower(b);
        solve_upper_triangular_in_place(self.lower.transpose(), view_mut(&mut out), self.threads.par());
        out
    }

    /// Inverse matrix `K⁻¹` (n × n), exactly symmetric.
    pub fn inverse(&self) -> Array2<f64> {
        let n = self.lower.nrows();
        let par = self.threads.par();
        let mut out = Array2::zeros((n, n));
        let mut stack = MemBuffer::new(llt::inverse::inverse_scratch::<f64>(n, par));
        // Rows and columns are exchanged: faer's lower triangle is ndarray's upper one.
        let transposed = view_mut(&mut out).transpose_mut();
        llt::inverse::inverse(transposed, self.lower.as_ref(), par, MemStack::new(&mut stack));
        mirror(&mut out);
        out
    }
}

/// Number of rows in a block of a Cholesky factor; a matrix of at most twice as many is factorised as a whole.
const FACTOR_ROWS: usize = 2048;

/// Replaces the lower triangle by its Cholesky factor, in blocks of `block` rows; returns false if there is no factor,
/// or if the caller's [`cancel`] flag is raised.
fn factorise(mut a: MatMut<'_, f64>, block: usize, threads: Threads) -> bool {
    let (n, par) = (a.nrows(), threads.par());
    let size = if n > 2 * block { block } else { n };
    let (add, whole) = (Accum::Add, BlockStructure::Rectangular);
    let mut stack = MemBuffer::new(llt::factor::cholesky_in_place_scratch::<f64>(size, par, faer::Spec::default()));
    for first in (0..n).step_by(size.max(1)) {
        let rest = a.as_mut().get_mut(first.., first..);
        let rows = size.min(rest.nrows());
        let (mut own, _, mut below, mut later) = rest.split_at_mut(rows, rows);
        let done = llt::factor::cholesky_in_place(
            own.as_mut(),
            llt::factor::LltRegularization::default(),
            par,
            MemStack::new(&mut stack),
            faer::Spec::default(),
        );
        if done.is_err() || cancel::requested() {
            return false;
        }
        // Each block computes B L⁻ᵀ, and subtracts the product of that with its transpose from the rest,
        // one block of columns at a time.
        solve_lower_triangular_in_place(own.as_ref(), below.as_mut().transpose_mut(), par);
        for column in (0..later.ncols()).step_by(size) {
            let columns = size.min(later.ncols() - column);
            let (left, right) = (below.as_ref().get(column.., ..), below.as_ref().get(column..column + columns, ..));
            let (mut square, _, mut rectangle, _) = later.as_mut().get_mut(column.., column..).split_at_mut(columns, columns);
            let across = right.transpose();
            triangular::matmul(square.as_mut(), BlockStructure::TriangularLower, add, right, whole, across, whole, -1.0, par);
            matmul::matmul(rectangle.as_mut(), add, left.get(columns.., ..), across, -1.0, par);
            if cancel::requested() {
                return false;
            }
        }
    }
    true
}

/// Copies the upper triangle of a matrix to the lower one, block by block.
fn mirror(a: &mut Array2<f64>) {
    const BLOCK: usize = 32;
    let n = a.nrows();
    for rows in (0..n).step_by(BLOCK) {
        for columns in (0..=rows).step_by(BLOCK) {
            for i in rows..(rows + BLOCK).min(n) {
                for j in columns..(columns + BLOCK).min(i) {
                    a[[i, j]] = a[[j, i]];
                }
            }
        }
    }
}

/// Eigenvalues of a symmetric matrix, largest first, and its eigenvectors as columns (n × n).
///
/// # Errors
/// Returns an error if the decomposition does not converge, as with NaN values, or the caller's [`cancel`] flag is raised.
///
/// # Panics
/// Panics if the matrix is not square.
pub fn symmetric_eigen(a: ArrayView2<'_, f64>) -> Result<(Vec<f64>, Array2<f64>), NotDecomposed> {
    let failed = NotDecomposed { rows: a.nrows(), columns: a.ncols() };
    if cancel::requested() {
        return Err(failed);
    }
    if a.is_empty() {
        return Ok((Vec::new(), Array2::zeros((0, 0))));
    }
    let standard = a.as_standard_layout();
    let eigen = SelfAdjointEigen::new(view(&standard), Side::Lower).map_err(|_| failed)?;
    let values: Vec<f64> = (0..a.nrows()).rev().map(|i| eigen.S()[i]).collect();
    // Small matrices with NaN values have NaN eigenvalues.
    if values.iter().all(|value| value.is_finite()) { Ok((values, array(eigen.U().reverse_cols()))) } else { Err(failed) }
}

/// Thin singular value decomposition `U diag(s) Vᵀ`.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinSvd {
    /// Left singular vectors as columns (rows × r).
    pub u: Array2<f64>,
    /// Singular values, largest first (r = the lesser of rows and columns).
    pub values: Vec<f64>,
    /// Right singular vectors as columns (columns × r).
    pub v: Array2<f64>,
}

/// Number of rows in each block of a tall matrix.
const BLOCK_ROWS: usize = 2048;

/// Computes the thin singular value decomposition of a matrix.
/// A tall matrix is decomposed in blocks of rows, `A_i = U_i R_i`, whose `R_i`, stacked, are `U' S Vᵀ`; then `U = diag(U_i) U'`.
/// The [`cancel`] flag is checked before each block.
///
/// # Errors
/// Returns an error if the decomposition does not converge, as with NaN values, or the caller's [`cancel`] flag is raised.
pub fn thin_svd(a: ArrayView2<'_, f64>) -> Result<ThinSvd, NotDecomposed> {
    let failed = NotDecomposed { rows: a.nrows(), columns: a.ncols() };
    if cancel::requested() {
        return Err(failed);
    }
    let block = BLOCK_ROWS.max(2 * a.ncols());
    if a.nrows() > 2 * block {
        return in_blocks(a, block);
    }
    let standard = a.as_standard_layout();
    let svd = Svd::new_thin(view(&standard)).map_err(|_| failed)?;
    let values = (0..a.nrows().min(a.ncols())).map(|i| svd.S()[i]).collect();
    Ok(ThinSvd { u: array(svd.U()), values, v: array(svd.V()) })
}

/// Thin singular value decomposition ([`thin_svd`]) of a tall matrix from those of blocks of its rows.
fn in_blocks(a: ArrayView2<'_, f64>, block: usize) -> Result<ThinSvd, NotDecomposed> {
    let parts = a.axis_chunks_iter(Axis(0), block).map(thin_svd).collect::<Result<Vec<_>, _>>()?;
    let mut stacked = Array2::zeros((parts.iter().map(|part| part.values.len()).sum(), a.ncols()));
    let mut first = 0;
    for part in &parts {
        let rank = part.values.len();
        let mut rows = stacked.slice_mut(s![first..first + rank, ..]);
        rows.assign(&part.v.t());
        rows.axis_iter_mut(Axis(0)).zip(&part.values).for_each(|(mut row, value)| row *= *value);
        first += rank;
    }
    let ThinSvd { u: turn, values, v } = thin_svd(stacked.view())?;
    let mut u = Array2::zeros((a.nrows(), values.len()));
    let (mut first, mut row) = (0, 0);
    for part in parts {
        let (rows, rank) = part.u.dim();
        u.slice_mut(s![row..row + rows, ..]).assign(&part.u.dot(&turn.slice(s![first..first + rank, ..])));
        (first, row) = (first + rank, row + rows);
    }
    Ok(ThinSvd { u, values, v })
}

#[cfg(test)]
mod tests;
