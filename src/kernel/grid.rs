//! The field of weighted words on a grid, in f32: what the window draws.
//!
//! On a regular grid the kernel is a product of one factor a row and one a column, so a grid costs
//! `(rows + columns) V` exponentials and one `(P rows) × V × columns` matrix product in f32;
//! memory: `columns V` numbers and as many again for the rows at work.

use ndarray::{Array2, Array3, ArrayView2, Axis, linalg::general_mat_mul};
use rayon::prelude::*;

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

/// Grid rows of one parallel task.
const TASK: usize = 64;
/// Words whose factors are held at once.
const WORDS: usize = 4096;
/// A factor below `exp(LOWEST)` is nothing: far below f32's resolution, and no product of two of them is subnormal.
const LOWEST: f64 = -30.0;

/// The fields of weights `c` (V × P) on points `x` (V × 2) at the grid's cell centres, (P × rows × columns).
///
/// Accurate to f32: about 1e-6 of the sum of the weights' sizes.
///
/// # Panics
/// If the sizes do not match.
pub fn field_on_grid(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>, grid: &Grid) -> Array3<f32> {
    assert_eq!(x.nrows(), c.nrows(), "points and weights");
    let mut out = Array3::zeros((grid.rows, c.ncols(), grid.columns));
    for first in (0..x.nrows()).step_by(WORDS) {
        let words = first..(first + WORDS).min(x.nrows());
        let across = Array2::from_shape_fn((words.len(), grid.columns), |(t, column)| {
            factor(gamma, grid.left + (column as f64 + 0.5) * grid.width / grid.columns as f64 - x[[first + t, 0]])
        });
        out.axis_chunks_iter_mut(Axis(0), TASK).into_par_iter().enumerate().for_each(|(task, mut out)| {
            let fields = c.ncols();
            let upwards = Array2::from_shape_fn((out.len_of(Axis(0)), words.len()), |(row, t)| {
                let at = grid.bottom + ((task * TASK + row) as f64 + 0.5) * grid.height / grid.rows as f64;
                factor(gamma, at - x[[first + t, 1]])
            });
            for p in 0..fields {
                let weighted = Array2::from_shape_fn(upwards.raw_dim(), |(row, t)| upwards[[row, t]] * c[[first + t, p]] as f32);
                general_mat_mul(1.0, &weighted, &across, 1.0, &mut out.index_axis_mut(Axis(1), p));
            }
        });
    }
    out.permuted_axes([1, 0, 2]).as_standard_layout().into_owned()
}

/// One dimension's factor of the kernel.
fn factor(gamma: f64, apart: f64) -> f32 {
    let exponent = -0.5 * gamma * apart * apart;
    if exponent < LOWEST { 0.0 } else { exponent.exp() as f32 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::twin;
    use super::*;

    proptest! {
        #[test]
        fn every_cell_is_the_field_at_its_centre(
            words in prop::collection::vec((-3.0..3.0, -3.0..3.0, -1.0..1.0, -1.0..1.0), 0..40),
            gamma in 0.1..20.0, rows in 1_usize..40, columns in 1_usize..20, left in -5.0..0.0, height in 0.1..100.0,
        ) {
            let x = Array2::from_shape_fn((words.len(), 2), |(i, a)| if a == 0 { words[i].0 } else { words[i].1 });
            let c = Array2::from_shape_fn((words.len(), 2), |(i, p)| if p == 0 { words[i].2 } else { words[i].3 });
            let grid = Grid { left, bottom: -2.0, width: 4.0, height, columns, rows };
            let field = field_on_grid(gamma, x.view(), c.view(), &grid);
            prop_assert_eq!(field.dim(), (2, rows, columns));
            let size = c.iter().map(|c: &f64| c.abs()).sum::<f64>();
            for row in 0..rows {
                for column in 0..columns {
                    let at = ndarray::array![[
                        left + (column as f64 + 0.5) * 4.0 / columns as f64,
                        -2.0 + (row as f64 + 0.5) * height / rows as f64,
                    ]];
                    let exact = twin::product(gamma, at.view(), x.view(), c.view());
                    for p in 0..2 {
                        prop_assert!((f64::from(field[[p, row, column]]) - exact[[0, p]]).abs() <= 1e-6 * size);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_gives_an_empty_or_zero_field() {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: 3, rows: 2 };
        let (x, c) = (Array2::zeros((0, 2)), Array2::zeros((0, 1)));
        assert_eq!(field_on_grid(1.0, x.view(), c.view(), &grid), Array3::<f32>::zeros((1, 2, 3)));
        let none = field_on_grid(1.0, x.view(), c.view(), &Grid { rows: 0, ..grid });
        assert_eq!(none.dim(), (1, 0, 3));
    }
}
