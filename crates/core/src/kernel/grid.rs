//! Field of weighted words, evaluated on a grid in f32 for drawing.
//!
//! On a regular grid the kernel factorises into one factor per row and one per column.
//! A grid costs `(rows + columns) V` exponentials and one `(P rows) × V × columns` matrix product in f32.
//! Memory: `columns V` numbers, and the same for the current rows.

use std::ops::Range;

use ndarray::{Array2, Array3, ArrayView1, ArrayView2, Axis, linalg::general_mat_mul, s};
use rayon::prelude::*;

use super::lanes::{PAD, Powers};
use super::pair::scale;
use super::simd::Level;
use crate::cancel;

/// Regular grid over the plane, on which fields are drawn: cell (row, column) has its centre at
/// `(left + (column + ½)·width/columns, bottom + (row + ½)·height/rows)`; row 0 is the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Left edge of the grid.
    pub left: f64,
    /// Bottom edge of the grid.
    pub bottom: f64,
    /// Width of the grid.
    pub width: f64,
    /// Height of the grid.
    pub height: f64,
    /// Number of columns of the grid.
    pub columns: usize,
    /// Number of rows of the grid.
    pub rows: usize,
}

/// Number of grid rows computed in one parallel task.
const TASK: usize = 64;
/// Number of words whose kernel factors are in memory at once.
const WORDS: usize = 4096;
/// Threshold below which kernel factors are 0: far below f32's resolution, so that no product of two is subnormal.
const NEGLIGIBLE_FACTOR: f64 = 1e-13;

/// Fields of weights `c` (V × P) on points `x` (V × 2) at the cell centres of a grid, (P × rows × columns).
///
/// The relative error is about 1e-6 of the sum of the absolute weights.
///
/// # Panics
/// Panics if the shapes of the arrays do not match.
pub fn field_on_grid(gamma: f64, x: ArrayView2<'_, f64>, c: ArrayView2<'_, f64>, grid: &Grid) -> Array3<f32> {
    assert_eq!(x.nrows(), c.nrows(), "points and weights");
    let (level, cancellation) = (Level::current(), cancel::inherited());
    let mut out = Array3::zeros((c.ncols(), grid.rows, grid.columns));
    let centres = |low: f64, extent: f64, cells: usize, which: Range<usize>| -> Vec<f64> {
        which.map(|cell| low + (cell as f64 + 0.5) * extent / cells as f64).collect()
    };
    let columns = centres(grid.left, grid.width, grid.columns, 0..grid.columns);
    for first in (0..x.nrows()).step_by(WORDS) {
        let words = first..(first + WORDS).min(x.nrows());
        let across = factors(level, gamma, x.slice(s![words.clone(), 0]), &columns);
        let tasks = out.axis_chunks_iter_mut(Axis(1), TASK).into_par_iter().enumerate();
        tasks.filter(|_| !cancellation.requested()).for_each(|(task, mut out)| {
            let rows = task * TASK..task * TASK + out.len_of(Axis(1));
            let rows = centres(grid.bottom, grid.height, grid.rows, rows);
            let upwards = factors(level, gamma, x.slice(s![words.clone(), 1]), &rows);
            for (mut out, weights) in out.outer_iter_mut().zip(c.slice(s![words.clone(), ..]).columns()) {
                let mut weighted = upwards.clone();
                for (mut row, &weight) in weighted.outer_iter_mut().zip(weights) {
                    row *= weight as f32;
                }
                general_mat_mul(1.0, &weighted.t(), &across, 1.0, &mut out);
            }
        });
    }
    out
}

/// Kernel factor of one dimension between words and cell centres of a grid, (words × cells).
fn factors(level: Level, gamma: f64, words: ArrayView1<'_, f64>, centres: &[f64]) -> Array2<f32> {
    let mut out = Array2::zeros((words.len(), centres.len()));
    out.axis_chunks_iter_mut(Axis(0), 256).into_par_iter().enumerate().for_each(|(block, mut out)| {
        let mut row = vec![0.0; centres.len().next_multiple_of(PAD)];
        for (mut out, word) in out.outer_iter_mut().zip(words.iter().skip(block * 256)) {
            for (to, centre) in row.iter_mut().zip(centres) {
                *to = scale(gamma) * (centre - word) * (centre - word);
            }
            level.run(Powers(&mut row));
            for (to, &value) in out.iter_mut().zip(&row) {
                *to = if value < NEGLIGIBLE_FACTOR { 0.0 } else { value as f32 };
            }
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
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
                    let exact = reference::product(gamma, at.view(), x.view(), c.view());
                    for p in 0..2 {
                        prop_assert!((f64::from(field[[p, row, column]]) - exact[[0, p]]).abs() <= 1e-6 * size);
                    }
                }
            }
        }
    }

    #[test]
    fn an_empty_model_has_a_zero_field() {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: 3, rows: 2 };
        let (x, c) = (Array2::zeros((0, 2)), Array2::zeros((0, 1)));
        assert_eq!(field_on_grid(1.0, x.view(), c.view(), &grid), Array3::<f32>::zeros((1, 2, 3)));
        let none = field_on_grid(1.0, x.view(), c.view(), &Grid { rows: 0, ..grid });
        assert_eq!(none.dim(), (1, 0, 3));
    }
}
