//! Points and weights in column order for the inner loops, padded with zeros.

use ndarray::ArrayView2;

/// Matrix stored by columns: row `a` of `data` is column `a` of the source, padded with zeros to `stride` numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// Number of values in a column of the source matrix.
    pub len: usize,
    /// Number of columns copied from the source matrix.
    pub count: usize,
    /// Padded length of a column: `len` rounded up to the padding.
    pub stride: usize,
    /// Padded columns of the source matrix (count × stride).
    pub data: Vec<f64>,
}

impl Columns {
    /// Copies the columns of `source`, padded to a multiple of `pad`.
    pub(super) fn new(source: ArrayView2<'_, f64>, pad: usize) -> Self {
        Self::gather(source, 0..source.nrows(), pad)
    }

    /// Copies the columns of the given rows of `source`, padded to a multiple of `pad`.
    pub(super) fn gather(source: ArrayView2<'_, f64>, rows: impl ExactSizeIterator<Item = usize>, pad: usize) -> Self {
        let (len, count) = (rows.len(), source.ncols());
        let stride = len.next_multiple_of(pad);
        let mut data = vec![0.0; count * stride];
        for (at, row) in rows.enumerate() {
            for (a, &value) in source.row(row).iter().enumerate() {
                data[a * stride + at] = value;
            }
        }
        Self { len, count, stride, data }
    }

    /// Entry (`row`, `column`) of the source matrix.
    #[inline(always)]
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.data[column * self.stride + row]
    }
}
