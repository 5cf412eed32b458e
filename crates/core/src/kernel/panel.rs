//! Dense matrix products for small inner sizes, with the right operand laid out in panels.
//! The left operand has arbitrary strides; a panel is two vectors wide, and its rows stream through registers.
//!
//! Cost: one multiply-add per entry and inner index. Memory: a copy of the right operand, padded to whole panels.

use rayon::prelude::*;

use super::lanes::Lanes;
use super::simd::{Job, Level};

/// Number of rows of the left operand multiplied at the same time.
const SIDE: usize = 4;
/// Number of SIMD vectors across a panel.
const ACROSS: usize = 2;
/// Number of columns of the widest panel of the right operand.
const WIDEST: usize = ACROSS * 8;

/// Number of columns of a panel under the given SIMD instruction set.
pub(super) fn width(level: Level) -> usize {
    ACROSS * level.lanes()
}

/// Left operand of a matrix product: entry (`i`, `k`) is at `i · row + k · step`.
#[derive(Clone, Copy)]
pub(super) struct LeftOperand<'a> {
    pub data: &'a [f64],
    pub row: usize,
    pub step: usize,
}

/// Right operand of a matrix product (depth × columns): entry (`k`, `j`) is at `j / width · panel + k · row + j % width`.
#[derive(Debug)]
pub(super) struct RightOperand {
    pub depth: usize,
    pub columns: usize,
    pub panel: usize,
    pub row: usize,
    pub data: Vec<f64>,
}

impl RightOperand {
    /// Right operand as the transpose of rows of `stride` numbers, `depth` of them in use; contiguous panels.
    pub(super) fn transposed(level: Level, rows: &[f64], stride: usize, depth: usize) -> Self {
        let (width, columns) = (width(level), rows.len() / stride.max(1));
        let panel = width * depth;
        let mut data = vec![0.0; columns.div_ceil(width) * panel];
        let panels = data.chunks_exact_mut(panel.max(1)).zip(rows.chunks((width * stride).max(1)));
        for (panel, rows) in panels {
            for (j, row) in rows.chunks_exact(stride).enumerate() {
                for (to, from) in panel[j..].iter_mut().step_by(width).zip(&row[..depth]) {
                    *to = *from;
                }
            }
        }
        Self { depth, columns, panel, row: width, data }
    }

    /// Right operand of a matrix product from its rows, each padded to whole panels.
    pub(super) fn rows(level: Level, depth: usize, columns: usize, data: Vec<f64>) -> Self {
        let width = width(level);
        let row = columns.next_multiple_of(width);
        debug_assert_eq!(data.len(), depth * row, "padded rows");
        Self { depth, columns, panel: width, row, data }
    }
}

/// Matrix product: computes `rows` rows from row `first` on, columns 0 to at least `columns`.
/// The product is written into `out` with rows of `stride` numbers.
/// Columns are written one panel at a time, but none beyond the right operand's.
pub(super) struct Multiply<'a> {
    pub left: LeftOperand<'a>,
    pub first: usize,
    pub right: &'a RightOperand,
    pub columns: usize,
    pub out: &'a mut [f64],
    pub stride: usize,
}

impl Job for Multiply<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { left, first, right, columns, out, stride } = self;
        let (width, depth, rows) = (ACROSS * L::N, right.depth, out.len() / stride.max(1));
        if rows == 0 || right.columns == 0 || depth == 0 {
            out.fill(0.0);
            return;
        }
        let panels = columns.min(right.columns).div_ceil(width);
        assert!((first + rows - 1) * left.row + (depth - 1) * left.step < left.data.len(), "left side");
        assert!(panels == 0 || (panels - 1) * right.panel + (depth - 1) * right.row + width <= right.data.len(), "right side");
        for panel in 0..panels {
            let kept = panel * width..((panel + 1) * width).min(right.columns);
            for (group, out) in out.chunks_mut(SIDE * stride).enumerate() {
                let count = out.len() / stride;
                // A short last group of rows repeats its last row and discards the repeats.
                let row: [usize; SIDE] = std::array::from_fn(|r| (first + group * SIDE + r.min(count - 1)) * left.row);
                let mut tile = [[0.0; WIDEST]; SIDE];
                // SAFETY: by the assertions every entry of these rows, and of the panel, exists;
                // a row of the tile holds a panel's columns, and so do `SIDE` rows of `out` where stored directly.
                // The caller guarantees the instructions.
                unsafe {
                    let mut sums = [[lanes.splat(0.0); ACROSS]; SIDE];
                    let (from, panel) = (left.data.as_ptr(), right.data.as_ptr().add(panel * right.panel));
                    for k in 0..depth {
                        let right: [L::V; ACROSS] = std::array::from_fn(|v| lanes.load(panel.add(k * right.row + v * L::N)));
                        for r in 0..SIDE {
                            let left = lanes.splat(*from.add(row[r] + k * left.step));
                            for (sum, &right) in sums[r].iter_mut().zip(&right) {
                                *sum = lanes.fma(left, right, *sum);
                            }
                        }
                    }
                    let whole = count == SIDE && kept.len() == width && kept.end <= stride;
                    for r in 0..SIDE {
                        let row = if whole { out.as_mut_ptr().add(r * stride + kept.start) } else { tile[r].as_mut_ptr() };
                        for (v, &sum) in sums[r].iter().enumerate() {
                            lanes.store(row.add(v * L::N), sum);
                        }
                    }
                    if whole {
                        continue;
                    }
                }
                for (out, tile) in out.chunks_exact_mut(stride).zip(&tile) {
                    out[kept.clone()].copy_from_slice(&tile[..kept.len()]);
                }
            }
        }
    }
}

/// Copies the lower triangle of a square matrix, given by its rows, to the strict upper one.
pub(super) fn mirror(rows: &mut [f64], n: usize) {
    mirror_from(rows, n, 0);
}

/// Number of rows mirrored in one parallel task: one cache line of a column.
const LINE: usize = 8;

fn mirror_from(rows: &mut [f64], n: usize, first: usize) {
    let count = rows.len() / n.max(1);
    if count <= LINE {
        for i in 0..count {
            for j in i + 1..count {
                rows[i * n + first + j] = rows[j * n + first + i];
            }
        }
        return;
    }
    let half = (count / 2).next_multiple_of(LINE);
    let (top, bottom) = rows.split_at_mut(half * n);
    let copy = |(task, top): (usize, &mut [f64])| {
        let at = first + task * LINE;
        for (line, from) in bottom.chunks(LINE * n).enumerate() {
            for (r, to) in top.chunks_exact_mut(n).enumerate() {
                for (to, from) in to[first + half + line * LINE..].iter_mut().zip(from.chunks_exact(n)) {
                    *to = from[at + r];
                }
            }
        }
    };
    if count < 16 * LINE {
        top.chunks_mut(LINE * n).enumerate().for_each(copy);
        mirror_from(top, n, first);
        mirror_from(bottom, n, first + half);
    } else {
        top.par_chunks_mut(LINE * n).enumerate().for_each(copy);
        rayon::join(|| mirror_from(top, n, first), || mirror_from(bottom, n, first + half));
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;
    use proptest::prelude::*;

    use super::*;

    fn matrix(rows: usize, columns: usize, phase: f64) -> Array2<f64> {
        Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 7 + j * 13) as f64 + phase).sin())
    }

    proptest! {
        #[test]
        fn products_equal_the_naive_ones_at_every_level(rows in 0_usize..12, depth in 1_usize..30, columns in 0_usize..50) {
            let (a, b) = (matrix(rows, depth, 0.3), matrix(depth, columns, 1.1));
            let naive = a.dot(&b);
            for level in Level::available() {
                let across = b.t().as_standard_layout().into_owned();
                let packed = RightOperand::transposed(level, across.as_slice().expect("rows"), depth, depth);
                let mut padded = Array2::zeros((depth, columns.next_multiple_of(width(level))));
                padded.slice_mut(ndarray::s![.., ..columns]).assign(&b);
                let loose = RightOperand::rows(level, depth, columns, padded.into_raw_vec_and_offset().0);
                let transposed = a.t().as_standard_layout().into_owned();
                for right in [&packed, &loose] {
                    for (data, row, step) in [(&a, depth, 1), (&transposed, 1, rows)] {
                        let left = LeftOperand { data: data.as_slice().expect("rows"), row, step };
                        let mut out = vec![f64::NAN; rows * columns];
                        level.run(Multiply { left, first: 0, right, columns, out: &mut out, stride: columns });
                        prop_assert!(out.iter().zip(&naive).all(|(a, b)| (a - b).abs() < 1e-12), "{level:?}");
                        if rows > 2 && columns > 0 {
                            let mut last = vec![f64::NAN; columns];
                            level.run(Multiply { left, first: rows - 1, right, columns, out: &mut last, stride: columns });
                            prop_assert_eq!(&last, &out[(rows - 1) * columns..], "{:?}", level);
                        }
                    }
                }
            }
        }

        #[test]
        fn a_mirrored_matrix_is_symmetric(n in 0_usize..300) {
            let whole = matrix(n, n, 0.7);
            let mut rows = whole.clone().into_raw_vec_and_offset().0;
            mirror(&mut rows, n);
            for i in 0..n {
                for j in 0..n {
                    prop_assert_eq!(rows[i * n + j].to_bits(), whole[[i.max(j), i.min(j)]].to_bits());
                }
            }
        }
    }
}
