//! Kernel means of two compared sets, drawn as surfaces over the plane of the words.
//!
//! Cost: a sum over the words per row and column of the grid, on the thread of the comparison; memory: two grids of f32.

use ndarray::{Array2, Axis};

use wordfield_core::kernel::{Grid, field_on_grid};

/// Number of grid cells on each side of a surface.
const CELLS: usize = 72;
/// Share of the words that lie outside each edge of a surface's grid.
const BEYOND: f64 = 0.01;

/// Kernel means of two sets on the same grid.
#[derive(Clone, Debug)]
pub struct MeanSurfaces {
    /// Grid on which both surfaces are evaluated.
    pub grid: Grid,
    /// Values of each kernel mean on the grid, row 0 at the bottom.
    pub values: [Vec<f32>; 2],
}

impl MeanSurfaces {
    /// Surfaces of word weights `means` (V × 2) at positions `x` (V × 2); `None` in other dimensions or without words.
    pub(super) fn of(gamma: f64, x: &Array2<f64>, means: &Array2<f64>) -> Option<Self> {
        if x.ncols() != 2 || x.is_empty() {
            return None;
        }
        let [[left, right], [bottom, top]] = [0, 1].map(|axis| range(x.column(axis).to_vec()));
        let grid = Grid { left, bottom, width: right - left, height: top - bottom, columns: CELLS, rows: CELLS };
        // Two documents contain only a few hundred of the words.
        let words: Vec<usize> = (0..x.nrows()).filter(|&word| means.row(word).iter().any(|&weight| weight != 0.0)).collect();
        let [x, means] = [x, means].map(|of| of.select(Axis(0), &words));
        let field = field_on_grid(gamma, x.view(), means.view(), &grid);
        let values = [0, 1].map(|side| field.index_axis(Axis(0), side).iter().copied().collect());
        Some(Self { grid, values })
    }
}

/// Range that contains most coordinates, with a margin.
fn range(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    let beyond = (BEYOND * values.len() as f64) as usize;
    let [low, high] = [values[beyond], values[values.len() - 1 - beyond]];
    let margin = (0.1 * (high - low)).max(1e-6);
    [low - margin, high + margin]
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use wordfield_core::ldk::Embedding;

    #[test]
    fn surfaces_are_the_kernel_means_at_the_cells() {
        let x = array![[0.0, 0.0], [1.0, 0.5], [-1.0, 2.0]];
        let means = array![[0.5, 0.0], [0.5, 0.25], [0.0, 0.75]];
        let surfaces = MeanSurfaces::of(1.3, &x, &means).expect("a plane");
        let Grid { left, bottom, width, height, .. } = surfaces.grid;
        let (row, column) = (20, 31);
        let centre = |low: f64, extent: f64, place: usize| low + (place as f64 + 0.5) * extent / CELLS as f64;
        let at = array![[centre(left, width, column), centre(bottom, height, row)]];
        let exact = Embedding::Rbf { gamma: 1.3 }.sums().product(at.view(), x.view(), means.view());
        for side in [0, 1] {
            assert!((f64::from(surfaces.values[side][row * CELLS + column]) - exact[[0, side]]).abs() < 1e-6);
        }
        assert!(MeanSurfaces::of(1.0, &array![[0.0], [1.0]], &Array2::zeros((2, 2))).is_none());
    }
}
