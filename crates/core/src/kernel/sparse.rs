//! Documents prepared for Gram matrices, and their central matrix product: sparse rows times a tile of columns.

use std::cell::RefCell;

use ndarray::ArrayView2;

use super::lanes::Lanes;
use super::points::Columns;
use crate::corpus::Csr;

/// Number of SIMD vectors across a tile; their sums stay in registers.
const ACROSS: usize = 8;

/// Number of columns in a tile for SIMD vectors of type `L`.
pub(super) const fn across<L: Lanes>() -> usize {
    ACROSS * L::N
}

/// Number of columns in a tile for SIMD vectors with the given number of lanes.
pub(super) fn width(lanes: usize) -> usize {
    ACROSS * lanes
}

/// Documents as sparse rows over the words in use, ordered by descending frequency, and the words' positions.
pub(super) struct Documents {
    /// Document rows of the sparse matrix, over the words in use.
    pub rows: Rows,
    /// Index of each word in use, as a row of the source's positions.
    pub words: Vec<usize>,
    /// Positions of the words in use.
    pub points: Columns,
}

/// Sparse matrix in compressed rows, columns ascending within a row.
#[derive(Default)]
pub(super) struct Rows {
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Documents {
    /// Prepares the rows of `m` and the positions `x` of its words, padded to a multiple of `pad`.
    pub(super) fn new(m: &Csr, x: ArrayView2<'_, f64>, pad: usize) -> Self {
        assert_eq!(m.cols(), x.nrows(), "words and points");
        let by_word = m.transpose();
        let mut words: Vec<usize> = (0..by_word.rows()).filter(|&word| !by_word.row(word).0.is_empty()).collect();
        words.sort_by_key(|&word| std::cmp::Reverse(by_word.row(word).0.len()));
        let rows = Rows::transposed(m.rows(), words.iter().map(|&word| by_word.row(word)));
        let points = Columns::gather(x, words.iter().copied(), pad);
        Self { rows, words, points }
    }
}

impl Rows {
    /// Sparse matrix of `count` rows, given by its columns.
    fn transposed<'a>(count: usize, columns: impl Iterator<Item = (&'a [u32], &'a [f64])> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        for &row in columns.clone().flat_map(|(rows, _)| rows) {
            starts[row as usize + 1] += 1;
        }
        for row in 0..count {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let (mut indices, mut values) = (vec![0; starts[count]], vec![0.0; starts[count]]);
        for (column, (rows, weights)) in columns.enumerate() {
            for (&row, &weight) in rows.iter().zip(weights) {
                let at = next[row as usize];
                next[row as usize] += 1;
                indices[at] = column as u32;
                values[at] = weight;
            }
        }
        Self { starts, columns: indices, values }
    }

    /// Transpose of the sparse matrix, with `count` rows.
    pub(super) fn transpose(&self, count: usize) -> Self {
        Self::transposed(count, (0..self.len()).map(|row| self.row(row)))
    }

    /// Number of rows of the sparse matrix.
    pub(super) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of entries of the sparse matrix.
    pub(super) fn entries(&self) -> usize {
        self.values.len()
    }

    /// Columns and values of one row of the sparse matrix.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> (&[u32], &[f64]) {
        let range = self.starts[row]..self.starts[row + 1];
        (&self.columns[range.clone()], &self.values[range])
    }

    /// Product of one sparse row and a tile: the sums over the row's entries from column `first` on.
    /// Row `first + i` of the right matrix is at `i · across` of the tile.
    #[inline(always)]
    pub(super) fn times<L: Lanes>(&self, lanes: L, row: usize, first: usize, tile: &[f64]) -> [L::V; ACROSS] {
        let (columns, values) = self.row(row);
        let skipped = if first == 0 { 0 } else { columns.partition_point(|&column| (column as usize) < first) };
        let (columns, values) = (&columns[skipped..], &values[skipped..]);
        assert!(columns.last().is_none_or(|&last| (last as usize - first + 1) * across::<L>() <= tile.len()), "tile");
        // SAFETY: columns ascend from `first`, so by the assertion every tile row is complete.
        unsafe {
            let mut sums = [lanes.splat(0.0); ACROSS];
            for (&column, &value) in columns.iter().zip(values) {
                let from = tile.as_ptr().add((column as usize - first) * across::<L>());
                let value = lanes.splat(value);
                for (v, sum) in sums.iter_mut().enumerate() {
                    *sum = lanes.fma(value, lanes.load(from.add(v * L::N)), *sum);
                }
            }
            sums
        }
    }
}

/// Writes a row of SIMD vectors into a tile.
#[inline(always)]
pub(super) fn put<L: Lanes>(lanes: L, sums: [L::V; ACROSS], to: &mut [f64]) {
    assert!(to.len() >= across::<L>(), "tile row");
    for (v, sum) in sums.into_iter().enumerate() {
        // SAFETY: the row holds `ACROSS` vectors.
        unsafe { lanes.store(to.as_mut_ptr().add(v * L::N), sum) }
    }
}

/// Transposes `count` rows of tiles from row `first` on: `tile` receives row `r` of the transpose at `r · width`,
/// for all columns of the `len`-row tiles.
/// Entries beyond `len` are 0.
pub(super) fn transpose_tiles(tiles: &[f64], len: usize, width: usize, first: usize, columns: usize, tile: &mut [f64]) {
    let pool = width.min(len - first);
    for (source, target) in tiles.chunks_exact(len * width).zip(tile[..columns * width].chunks_mut(width * width)) {
        if pool < width {
            target.fill(0.0);
        }
        let source = &source[first * width..(first + pool) * width];
        // Tiles are transposed one cache line of the source at a time.
        for (line, to) in target.chunks_mut(8 * width).enumerate() {
            for (c, from) in source.chunks_exact(width).enumerate() {
                for (to, from) in to[c..].iter_mut().step_by(width).zip(&from[line * 8..]) {
                    *to = *from;
                }
            }
        }
    }
}

/// Calls `f` with a reused scratch buffer of `len` numbers of arbitrary content.
pub(super) fn with_buffer<R>(len: usize, f: impl FnOnce(&mut [f64]) -> R) -> R {
    thread_local! {
        static BUFFER: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        if buffer.len() < len {
            buffer.resize(len, 0.0);
        }
        f(&mut buffer[..len])
    })
}

/// Scratch buffer of `len` numbers of arbitrary content, reused on its thread unless it is large.
/// Fresh memory of the system costs as much as the sums themselves.
pub(super) struct ScratchBuffer(Vec<f64>);

thread_local! {
    static SCRATCH: RefCell<Vec<Vec<f64>>> = const { RefCell::new(Vec::new()) };
}

impl ScratchBuffer {
    /// Maximum length of a scratch buffer that is reused.
    const MAX_REUSED: usize = 1 << 22;

    /// Takes a scratch buffer of `len` numbers.
    pub(super) fn new(len: usize) -> Self {
        let mut buffer = SCRATCH.with_borrow_mut(|pool| {
            let fit = pool.iter().position(|buffer| buffer.capacity() >= len);
            fit.map_or_else(Vec::new, |at| pool.swap_remove(at))
        });
        if buffer.capacity() < len {
            buffer = vec![0.0; len];
        }
        buffer.resize(len, 0.0);
        Self(buffer)
    }
}

impl std::ops::Deref for ScratchBuffer {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

impl std::ops::DerefMut for ScratchBuffer {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }
}

impl Drop for ScratchBuffer {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.0);
        if buffer.len() > Self::MAX_REUSED {
            return;
        }
        // At the end of a thread its pool of buffers may be dropped before the buffer, which is then freed.
        let _ = SCRATCH.try_with(|pool| {
            let mut pool = pool.borrow_mut();
            pool.push(buffer);
            if pool.len() > 3 {
                pool.remove(0);
            }
        });
    }
}
