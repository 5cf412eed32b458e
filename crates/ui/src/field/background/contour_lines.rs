//! Contour lines of a raster by marching squares, connected into polylines.
//!
//! Values belong to cell centres.
//! Every crossing lies on the edge between two neighbouring centres, and each edge has at most two segments.
//! Lines are therefore connected without comparing coordinates. Lines end at the border.
//! Cost: one pass over the cells; memory: 8 bytes an edge.

use wordfield_core::kernel::Grid;

/// Raster of values at the centres of a grid's cells, row 0 at the bottom.
#[derive(Clone, Debug)]
pub struct Raster {
    /// Geometry of the raster's cells.
    pub grid: Grid,
    /// Values of the cells (rows × columns).
    pub values: Vec<f32>,
}

/// Contour line, or a connected part of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Vertices of the line in the plane.
    pub points: Vec<[f32; 2]>,
    /// Whether the contour line is closed: its last vertex is connected to the first.
    pub closed: bool,
}

const NONE: u32 = u32::MAX;

/// Contour lines of the values in `raster` at `level`.
pub fn level_lines(raster: &Raster, level: f32) -> Vec<Line> {
    level_lines_above(raster, level, 0.0)
}

/// Contour lines at `level`, without the squares whose corners all differ from the level by less than `least`.
/// Far from all words a field is zero up to rounding errors, and contour lines would be meaningless.
pub(crate) fn level_lines_above(raster: &Raster, level: f32, least: f32) -> Vec<Line> {
    let (columns, rows) = (raster.grid.columns, raster.grid.rows);
    if columns < 2 || rows < 2 || raster.values.len() != columns * rows || !level.is_finite() {
        return Vec::new();
    }
    let mut links = vec![[NONE; 2]; 2 * columns * rows];
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let corners = corners(raster, row, column);
            // Beyond the data there is no line.
            if corners.iter().any(|value| value.is_nan()) {
                continue;
            }
            if least > 0.0 && corners.iter().all(|value| (value - level).abs() < least) {
                continue;
            }
            for (from, to) in segments(raster, level, row, column).into_iter().flatten() {
                join(&mut links, from, to);
                join(&mut links, to, from);
            }
        }
    }
    follow(raster, level, &mut links)
}

/// Index of the edge between a cell centre and its right (0) or upper (1) neighbour.
fn edge(raster: &Raster, row: usize, column: usize, up: usize) -> u32 {
    (2 * (row * raster.grid.columns + column) + up) as u32
}

fn join(links: &mut [[u32; 2]], from: u32, to: u32) {
    let slots = &mut links[from as usize];
    let free = usize::from(slots[0] != NONE);
    slots[free] = to;
}

/// Values at the corners of a marching square, anticlockwise from the lower left.
fn corners(raster: &Raster, row: usize, column: usize) -> [f32; 4] {
    let columns = raster.grid.columns;
    let at = row * columns + column;
    [raster.values[at], raster.values[at + 1], raster.values[at + columns + 1], raster.values[at + columns]]
}

/// Pairs of edges that a contour line crosses, in the square with the given lower left cell.
fn segments(raster: &Raster, level: f32, row: usize, column: usize) -> [Option<(u32, u32)>; 2] {
    let v = corners(raster, row, column);
    let above = v.map(|value| value >= level);
    let case = above.iter().enumerate().fold(0, |bits, (i, &is)| bits | (usize::from(is) << i));
    if case == 0 || case == 15 {
        return [None, None];
    }
    let bottom = edge(raster, row, column, 0);
    let right = edge(raster, row, column + 1, 1);
    let top = edge(raster, row + 1, column, 0);
    let left = edge(raster, row, column, 1);
    let middle_above = v.iter().sum::<f32>() / 4.0 >= level;
    match case {
        1 | 14 => [Some((left, bottom)), None],
        2 | 13 => [Some((bottom, right)), None],
        4 | 11 => [Some((right, top)), None],
        8 | 7 => [Some((top, left)), None],
        3 | 12 => [Some((left, right)), None],
        6 | 9 => [Some((bottom, top)), None],
        // At a saddle, the value in the middle determines which corners are connected.
        _ if (case == 5) == middle_above => [Some((bottom, right)), Some((top, left))],
        _ => [Some((left, bottom)), Some((right, top))],
    }
}

fn follow(raster: &Raster, level: f32, links: &mut [[u32; 2]]) -> Vec<Line> {
    let mut lines = Vec::new();
    // Open lines are traced first, from their ends; the remaining ones are closed.
    for open in [true, false] {
        for start in 0..links.len() {
            let is_end = links[start][0] != NONE && links[start][1] == NONE;
            let is_any = links[start][0] != NONE;
            if if open { !is_end } else { !is_any } {
                continue;
            }
            let mut points = vec![crossing(raster, level, start)];
            let mut here = start;
            loop {
                let next = links[here][0];
                if next == NONE {
                    break;
                }
                unlink(links, here, next);
                unlink(links, next as usize, here as u32);
                here = next as usize;
                if here == start {
                    break;
                }
                points.push(crossing(raster, level, here));
            }
            lines.push(Line { points, closed: !open });
        }
    }
    lines
}

fn unlink(links: &mut [[u32; 2]], from: usize, to: u32) {
    let [a, b] = links[from];
    links[from] = if a == to { [b, NONE] } else { [a, NONE] };
}

fn crossing(raster: &Raster, level: f32, edge: usize) -> [f32; 2] {
    let (columns, rows) = (raster.grid.columns, raster.grid.rows);
    let (at, up) = (edge / 2, edge % 2);
    let (row, column) = (at / columns, at % columns);
    let other = if up == 1 { (row + 1).min(rows - 1) * columns + column } else { row * columns + (column + 1).min(columns - 1) };
    let (a, b) = (raster.values[at], raster.values[other]);
    let share = if (b - a).abs() > f32::MIN_POSITIVE { f64::from(((level - a) / (b - a)).clamp(0.0, 1.0)) } else { 0.5 };
    let grid = &raster.grid;
    let (cell_w, cell_h) = (grid.width / columns as f64, grid.height / rows as f64);
    let across = column as f64 + 0.5 + if up == 0 { share } else { 0.0 };
    let upward = row as f64 + 0.5 + if up == 1 { share } else { 0.0 };
    [(grid.left + across * cell_w) as f32, (grid.bottom + upward * cell_h) as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(columns: usize, rows: usize, f: impl Fn(f64, f64) -> f64) -> Raster {
        let grid = Grid { left: -2.0, bottom: -1.0, width: 4.0, height: 2.0, columns, rows };
        let values = (0..rows * columns)
            .map(|at| {
                let x = grid.left + ((at % columns) as f64 + 0.5) * grid.width / columns as f64;
                let y = grid.bottom + ((at / columns) as f64 + 0.5) * grid.height / rows as f64;
                f(x, y) as f32
            })
            .collect();
        Raster { grid, values }
    }

    #[test]
    fn a_circle_is_one_ring_at_its_radius() {
        let lines = level_lines(&raster(96, 96, |x, y| -(x * x + y * y)), -0.25);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].closed);
        for [x, y] in &lines[0].points {
            assert!((x.hypot(*y) - 0.5).abs() < 0.01, "{x} {y}");
        }
    }

    #[test]
    fn a_slope_is_one_open_line_from_border_to_border() {
        let lines = level_lines(&raster(40, 20, |x, _| x - 0.3), 0.0);
        assert_eq!(lines.len(), 1);
        assert!(!lines[0].closed);
        assert_eq!(lines[0].points.len(), 20);
        assert!(lines[0].points.iter().all(|p| (p[0] - 0.3).abs() < 1e-5));
    }

    #[test]
    fn a_saddle_gives_two_separate_lines() {
        let lines = level_lines(&raster(31, 31, |x, y| x * y + 0.02), 0.0);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| !line.closed && line.points.len() > 20));
    }

    #[test]
    fn two_hills_are_two_rings() {
        let hill = |x: f64, y: f64| (-20.0 * (x * x + y * y)).exp();
        let lines = level_lines(&raster(96, 96, |x, y| hill(x - 1.0, y) + hill(x + 1.0, y)), 0.5);
        assert_eq!(lines.iter().filter(|line| line.closed).count(), 2);
    }

    #[test]
    fn a_field_near_zero_has_no_line() {
        let hill = |x: f64, y: f64| (-8.0 * (x * x + y * y)).exp();
        let field = raster(64, 64, |x, y| hill(x - 0.4, y) - hill(x + 0.4, y) + 1e-9 * (40.0 * y).sin());
        let all: usize = level_lines(&field, 0.0).iter().map(|line| line.points.len()).sum();
        let near: Vec<Line> = level_lines_above(&field, 0.0, 1e-3);
        assert!(near.iter().flat_map(|line| &line.points).all(|point| point[0].abs() < 0.1), "{near:?}");
        assert!(near.iter().map(|line| line.points.len()).sum::<usize>() <= all && !near.is_empty());
    }

    #[test]
    fn no_crossing_and_non_finite_values_give_no_lines() {
        assert!(level_lines(&raster(10, 10, |_, _| 1.0), 2.0).is_empty());
        assert!(level_lines(&raster(1, 10, |x, _| x), 0.0).is_empty());
        assert!(level_lines(&raster(10, 10, |_, _| f64::NAN), 0.0).is_empty());
    }
}
