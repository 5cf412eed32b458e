//! Rows of the Gram matrix, restricted to the active variables, each contiguous.
//!
//! Where the active variables are a run of the matrix's own rows, rows are borrowed. Elsewhere a row is gathered the
//! first time it is asked for and kept: SMO comes back to the same few rows thousands of times, and a contiguous row
//! is several times quicker to run through. Every row is looked over once for numbers that are not finite.
//!
//! Memory: at most [`MOST`] numbers, then the kept rows are dropped and gathered anew.

use ndarray::ArrayView2;

use super::NotFinite;

/// Kept numbers at most, 256 MB.
const MOST: usize = 1 << 25;
const ABSENT: u32 = u32::MAX;

pub(super) struct Rows<'a> {
    gram: ArrayView2<'a, f64>,
    /// The row of the Gram matrix behind each active variable.
    ids: Vec<usize>,
    /// Whether rows can be borrowed: the active variables are a run of the matrix's rows.
    run: bool,
    slots: Vec<u32>,
    kept: Vec<f64>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(gram: &ArrayView2<'a, f64>, ids: Vec<usize>) -> Self {
        // A symmetric matrix may be read by columns where those are contiguous.
        let gram = if gram.strides()[1] != 1 && gram.strides()[0] == 1 { gram.reversed_axes() } else { *gram };
        let mut rows = Self { gram, ids: Vec::new(), run: false, slots: Vec::new(), kept: Vec::new() };
        rows.restrict(ids);
        rows
    }

    /// From now on rows hold these columns.
    pub(super) fn restrict(&mut self, ids: Vec<usize>) {
        self.run = self.gram.strides()[1] == 1 && ids.windows(2).all(|w| w[1] == w[0] + 1);
        self.slots.clear();
        self.slots.resize(ids.len(), ABSENT);
        self.kept.clear();
        self.ids = ids;
    }

    /// The value at two active variables.
    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.gram[[self.ids[i], self.ids[j]]]
    }

    /// The row of one active variable.
    pub(super) fn row(&mut self, i: usize) -> Result<&[f64], NotFinite> {
        self.keep(i)?;
        Ok(self.get(i))
    }

    /// The rows of two active variables.
    pub(super) fn pair(&mut self, i: usize, j: usize) -> Result<(&[f64], &[f64]), NotFinite> {
        self.keep(i)?;
        self.keep(j)?;
        // Making room for the second may have dropped the first; there is room for both by now.
        self.keep(i)?;
        Ok((self.get(i), self.get(j)))
    }

    fn get(&self, i: usize) -> &[f64] {
        if self.run { self.borrowed(i) } else { &self.kept[self.slots[i] as usize * self.ids.len()..][..self.ids.len()] }
    }

    fn borrowed(&self, i: usize) -> &[f64] {
        let whole = self.gram.row(self.ids[i]).to_slice().unwrap_or_default();
        &whole[self.ids[0]..][..self.ids.len()]
    }

    fn keep(&mut self, i: usize) -> Result<(), NotFinite> {
        if self.slots[i] != ABSENT {
            return Ok(());
        }
        let len = self.ids.len();
        if self.run {
            self.slots[i] = 0;
            return finite(self.borrowed(i));
        }
        if self.kept.len() + len > MOST.max(2 * len) {
            self.kept.clear();
            self.slots.fill(ABSENT);
        }
        let start = self.kept.len();
        let row = self.gram.row(self.ids[i]);
        match row.to_slice() {
            Some(row) => self.kept.extend(self.ids.iter().map(|&id| row[id])),
            None => self.kept.extend(self.ids.iter().map(|&id| row[id])),
        }
        self.slots[i] = (start / len) as u32;
        finite(&self.kept[start..])
    }
}

fn finite(row: &[f64]) -> Result<(), NotFinite> {
    // Without an early end, which would keep the compiler from vector instructions.
    let all = row.iter().fold(true, |all, v| all & v.is_finite());
    if all { Ok(()) } else { Err(NotFinite) }
}
