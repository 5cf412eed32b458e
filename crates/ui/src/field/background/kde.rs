//! Kernel density estimates of weighted words on a grid.
//! Weights are spread over the four nearest cells, then blurred by a separable Gaussian.
//!
//! Cost: O(V + cells · blur width), 1-2 ms for 8 classes at 96²; memory: two grids of f32.

use crate::field::{
    background::contour_lines::{Line, Raster, level_lines},
    camera::view::Extent,
};
use wordfield_core::{kernel::Grid, stats::scott_bandwidth};

/// Number of cells of the density grid on each side of the words' extent.
const CELLS: usize = 96;

/// Probability masses enclosed by a class's contours, outermost first.
const MASSES: [f32; 3] = [0.75, 0.5, 0.25];

/// Density contours of a class.
#[derive(Clone, Debug)]
pub(crate) struct ClassContours {
    /// Contour lines at each of the masses [`MASSES`]; the middle ones enclose half of the class's words.
    pub lines: [Vec<Line>; 3],
    /// Position of the highest density; `None` for a class without visible words.
    pub peak: Option<[f32; 2]>,
}

/// Adds `weight` at the point `at` to the four nearest cells, bilinearly; points outside the grid are dropped.
pub(crate) fn splat(raster: &mut Raster, at: [f32; 2], weight: f32) {
    let grid = raster.grid;
    let x = (f64::from(at[0]) - grid.left) / grid.width * grid.columns as f64 - 0.5;
    let y = (f64::from(at[1]) - grid.bottom) / grid.height * grid.rows as f64 - 0.5;
    if !(x >= -0.5 && y >= -0.5 && x <= grid.columns as f64 - 0.5 && y <= grid.rows as f64 - 0.5) {
        return;
    }
    let (x, y) = (x.clamp(0.0, (grid.columns - 1) as f64), y.clamp(0.0, (grid.rows - 1) as f64));
    let (column, row) = ((x as usize).min(grid.columns.saturating_sub(2)), (y as usize).min(grid.rows.saturating_sub(2)));
    let (right, up) = ((x - column as f64) as f32, (y - row as f64) as f32);
    let start = row * grid.columns + column;
    raster.values[start] += weight * (1.0 - right) * (1.0 - up);
    if grid.columns > 1 {
        raster.values[start + 1] += weight * right * (1.0 - up);
    }
    if grid.rows > 1 {
        raster.values[start + grid.columns] += weight * (1.0 - right) * up;
    }
    if grid.columns > 1 && grid.rows > 1 {
        raster.values[start + grid.columns + 1] += weight * right * up;
    }
}

/// Blurs a raster by `exp(-d²/(2 σ²))`, `σ` in cells along each axis. The central weight is one; with `unit` the sum is one.
pub(crate) fn blur(raster: &mut Raster, sigma: [f64; 2], unit: bool) {
    let (columns, rows) = (raster.grid.columns, raster.grid.rows);
    let across = blur_weights(sigma[0], columns, unit);
    let upward = blur_weights(sigma[1], rows, unit);
    let mut between = vec![0.0_f32; columns * rows];
    for (out, line) in between.chunks_exact_mut(columns).zip(raster.values.chunks_exact(columns)) {
        for (column, &value) in line.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            let first = column.saturating_sub(across.len() - 1);
            let last = (column + across.len()).min(columns);
            out[first..last].iter_mut().enumerate().for_each(|(i, o)| *o += value * across[(first + i).abs_diff(column)]);
        }
    }
    raster.values.fill(0.0);
    for (row, line) in between.chunks_exact(columns).enumerate() {
        if line.iter().all(|&value| value == 0.0) {
            continue;
        }
        for to in row.saturating_sub(upward.len() - 1)..(row + upward.len()).min(rows) {
            let tap = upward[to.abs_diff(row)];
            let out = &mut raster.values[to * columns..(to + 1) * columns];
            out.iter_mut().zip(line).for_each(|(o, value)| *o += tap * value);
        }
    }
}

/// Weights of the Gaussian blur from its centre outwards, on one side.
fn blur_weights(sigma: f64, cells: usize, unit: bool) -> Vec<f32> {
    let reach = ((4.0 * sigma).ceil() as usize).clamp(1, cells.max(1));
    let mut half: Vec<f64> = (0..=reach).map(|i| (-0.5 * (i as f64 / sigma.max(1e-6)).powi(2)).exp()).collect();
    if unit {
        let sum = 2.0 * half.iter().sum::<f64>() - half[0];
        for tap in &mut half {
            *tap /= sum;
        }
    }
    half.into_iter().map(|tap| tap as f32).collect()
}

/// Density level such that the cells above it contain `share` of the total mass.
fn level_of_mass(values: &[f32], share: f32) -> f32 {
    let mut sorted: Vec<f32> = values.iter().copied().filter(|value| *value > 0.0).collect();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let wanted = f64::from(share) * sorted.iter().map(|&value| f64::from(value)).sum::<f64>();
    let mut mass = 0.0;
    for value in &sorted {
        mass += f64::from(*value);
        if mass >= wanted {
            return *value;
        }
    }
    f32::INFINITY
}

/// Density contours of weighted words at `at`, within `extent`.
/// The grid exceeds the extent by three bandwidths, so that contours around words at the border close.
pub(crate) fn contours(at: &[[f32; 2]], weights: impl Iterator<Item = f64> + Clone, extent: &Extent) -> ClassContours {
    let cell = extent.size().map(|size| size / CELLS as f64);
    let bandwidth = bandwidth(at, weights.clone(), extent);
    let sigma = cell.map(|cell| (bandwidth / cell).max(0.8));
    let [across, upward] = sigma.map(|sigma| ((3.0 * sigma).ceil() as usize).min(CELLS));
    let (columns, rows) = (CELLS + 2 * across, CELLS + 2 * upward);
    let grid = Grid {
        left: extent.min[0] - across as f64 * cell[0],
        bottom: extent.min[1] - upward as f64 * cell[1],
        width: columns as f64 * cell[0],
        height: rows as f64 * cell[1],
        columns,
        rows,
    };
    let mut raster = Raster { grid, values: vec![0.0; columns * rows] };
    for (p, weight) in at.iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
        splat(&mut raster, *p, weight as f32);
    }
    blur(&mut raster, sigma, true);
    let lines = MASSES.map(|share| level_lines(&raster, level_of_mass(&raster.values, share)));
    ClassContours { lines, peak: peak(&raster) }
}

/// Middle of the raster cell with the highest value; `None` without a value above zero.
fn peak(raster: &Raster) -> Option<[f32; 2]> {
    let (cell, _) = raster.values.iter().enumerate().filter(|(_, value)| **value > 0.0).max_by(|a, b| a.1.total_cmp(b.1))?;
    let grid = raster.grid;
    let middle = |place: usize, size: f64, cells: usize| (place as f64 + 0.5) * size / cells as f64;
    let x = grid.left + middle(cell % grid.columns, grid.width, grid.columns);
    let y = grid.bottom + middle(cell / grid.columns, grid.height, grid.rows);
    Some([x as f32, y as f32])
}

/// Bandwidth by Scott's rule for the weighted words in the extent, times 0.75 because word clouds are far from normal.
fn bandwidth(at: &[[f32; 2]], weights: impl Iterator<Item = f64>, extent: &Extent) -> f64 {
    let (mut sum, mut squares, mut first, mut second) = (0.0, 0.0, [0.0; 2], [0.0; 2]);
    for (p, w) in at.iter().zip(weights) {
        let p = p.map(f64::from);
        if w > 0.0 && (0..2).all(|k| p[k] >= extent.min[k] && p[k] <= extent.max[k]) {
            sum += w;
            squares += w * w;
            for k in 0..2 {
                first[k] += w * p[k];
                second[k] += w * p[k] * p[k];
            }
        }
    }
    if sum <= 0.0 {
        return 0.0;
    }
    let variance = (0..2).map(|k| (second[k] / sum - (first[k] / sum).powi(2)).max(0.0)).sum::<f64>() / 2.0;
    0.75 * scott_bandwidth(variance.sqrt(), sum * sum / squares, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(cells: usize) -> Raster {
        let grid = Grid { left: 0.0, bottom: 0.0, width: 1.0, height: 1.0, columns: cells, rows: cells };
        Raster { grid, values: vec![0.0; cells * cells] }
    }

    #[test]
    fn spreading_preserves_weight_and_centre() {
        let mut raster = raster(10);
        splat(&mut raster, [0.33, 0.71], 2.0);
        splat(&mut raster, [7.0, 0.5], 9.0);
        let sum: f32 = raster.values.iter().sum();
        assert!((sum - 2.0).abs() < 1e-5);
        let x: f32 = raster.values.iter().enumerate().map(|(at, v)| v * ((at % 10) as f32 + 0.5) / 10.0).sum();
        assert!((x / sum - 0.33).abs() < 1e-5);
    }

    #[test]
    fn a_unit_blur_preserves_the_mass() {
        let mut raster = raster(64);
        splat(&mut raster, [0.5, 0.5], 1.0);
        blur(&mut raster, [3.0, 2.0], true);
        assert!((raster.values.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    }

    #[test]
    fn a_blur_without_normalisation_equals_the_kernel() {
        let mut raster = raster(64);
        raster.values[32 * 64 + 32] = 1.0;
        blur(&mut raster, [5.0, 5.0], false);
        let expected = (-0.5_f32 * (9.0 + 16.0) / 25.0).exp();
        assert!((raster.values[36 * 64 + 29] - expected).abs() < 1e-4);
    }

    #[test]
    fn a_level_encloses_its_mass() {
        let values: Vec<f32> = (1..=100).map(|i| i as f32).collect();
        let level = level_of_mass(&values, 0.6);
        let above: f32 = values.iter().filter(|value| **value >= level).sum();
        assert!((0.6..0.63).contains(&(above / 5050.0)), "{above}");
        assert!(level_of_mass(&[0.0; 4], 0.5).is_infinite());
    }

    #[test]
    fn contours_around_words_at_the_border_close() {
        let at: Vec<[f32; 2]> = (0..600).map(|i| [1.0 - 0.2 * (i as f32 * 0.37).sin().abs(), (i as f32 * 0.73).cos()]).collect();
        let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
        let of = contours(&at, std::iter::repeat_n(1.0, 600), &extent);
        assert!(of.lines.iter().all(|lines| !lines.is_empty() && lines.iter().all(|line| line.closed)));
    }

    #[test]
    fn contours_are_nested_and_need_weights() {
        let at: Vec<[f32; 2]> = (0..800).map(|i| [(i as f32 * 0.37).sin() * 0.3, (i as f32 * 0.73).cos() * 0.3]).collect();
        let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
        let ClassContours { lines, peak } = contours(&at, std::iter::repeat_n(1.0, 800), &extent);
        let reach = |lines: &[Line]| lines.iter().flat_map(|l| &l.points).map(|p| p[0].hypot(p[1])).fold(0.0, f32::max);
        assert!(reach(&lines[0]) > reach(&lines[1]) && reach(&lines[0]) < 0.7, "{}", reach(&lines[0]));
        assert!(peak.is_some_and(|[x, y]| x.hypot(y) <= reach(&lines[2])), "the peak lies in the innermost contour");
        let empty = contours(&at, std::iter::repeat_n(0.0, 800), &extent);
        assert!(empty.lines.iter().all(Vec::is_empty) && empty.peak.is_none());
    }
}
