//! The field of weighted words on a grid, in f32: what the window draws.

use ndarray::{Array2, Array3, ArrayView2};

use super::product;

/// A regular grid over the plane: cell (row, column) has its centre at
/// `(left + (column + ½)·width/columns, bottom + (row + ½)·height/rows)`; row 0 is the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Left edge.
    pub left: f64,
    /// Bottom edge.
    pub bottom: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent upwards.
    pub height: f64,
    /// Cells across.
    pub columns: usize,
    /// Cells upwards.
    pub rows: usize,
}

/// The fields of weights `c` (V × P) on points `x` (V × 2) at the grid's cell centres, (P × rows × columns).
pub fn field_on_grid(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>, grid: &Grid) -> Array3<f32> {
    let centre = |at: usize| {
        let (row, column) = (at / grid.columns, at % grid.columns);
        [
            grid.left + (column as f64 + 0.5) * grid.width / grid.columns as f64,
            grid.bottom + (row as f64 + 0.5) * grid.height / grid.rows as f64,
        ]
    };
    let at = Array2::from_shape_fn((grid.rows * grid.columns, 2), |(i, axis)| centre(i)[axis]);
    let values = product(gamma, at.view(), x, c);
    Array3::from_shape_fn((c.ncols(), grid.rows, grid.columns), |(p, row, column)| {
        values[[row * grid.columns + column, p]] as f32
    })
}
