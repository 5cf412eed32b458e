//! Rows of the Gram matrix, restricted to the active variables, each contiguous.
//!
//! Where the active variables are a run of the matrix's own rows, rows are borrowed. Elsewhere a row is gathered the
//! first time it is asked for and kept: SMO comes back to the same few rows thousands of times, and a contiguous row
//! is several times quicker to run through. Runs of variables are copied whole. Every row is looked over once for
//! numbers that are not finite.
//!
//! Memory: at most [`MOST`] numbers, then the kept rows are dropped and gathered anew.

use std::ops::Range;

use ndarray::ArrayView2;

use super::NotFinite;

/// Kept numbers at most, 256 MB.
const MOST: usize = 1 << 25;
const ABSENT: u32 = u32::MAX;
/// Runs shorter than this on average are not worth copying as such.
const SHORT: usize = 8;

pub(super) struct Rows<'a> {
    gram: ArrayView2<'a, f64>,
    /// The row of the Gram matrix behind each active variable.
    ids: Vec<usize>,
    /// The same as runs, where they are long and rows are contiguous.
    runs: Vec<Range<usize>>,
    slots: Vec<u32>,
    kept: Vec<f64>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(gram: &ArrayView2<'a, f64>, ids: Vec<usize>) -> Self {
        // A symmetric matrix may be read by columns where those are contiguous.
        let gram = if gram.strides()[1] != 1 && gram.strides()[0] == 1 { gram.reversed_axes() } else { *gram };
        let mut rows = Self { gram, ids: Vec::new(), runs: Vec::new(), slots: Vec::new(), kept: Vec::new() };
        rows.restrict(ids);
        rows
    }

    /// From now on rows hold these columns.
    pub(super) fn restrict(&mut self, ids: Vec<usize>) {
        self.runs.clear();
        if self.gram.strides()[1] == 1 {
            for &id in &ids {
                match self.runs.last_mut() {
                    Some(run) if run.end == id => run.end += 1,
                    _ => self.runs.push(id..id + 1),
                }
            }
            if self.runs.len() * SHORT > ids.len() && self.runs.len() > 1 {
                self.runs.clear();
            }
        }
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

    /// Adds `weight` times the row of one active variable to `sums`, without keeping the row. A number that is not finite
    /// leaves one in `sums`.
    pub(super) fn add(&self, i: usize, weight: f64, sums: &mut [f64]) {
        let row = self.gram.row(self.ids[i]);
        match (row.to_slice(), self.runs.is_empty()) {
            (Some(row), false) => {
                let mut rest = sums;
                for run in &self.runs {
                    let (sums, after) = rest.split_at_mut(run.len());
                    sums.iter_mut().zip(&row[run.clone()]).for_each(|(sum, v)| *sum += weight * v);
                    rest = after;
                }
            }
            (Some(row), true) => sums.iter_mut().zip(&self.ids).for_each(|(sum, &id)| *sum += weight * row[id]),
            (None, _) => sums.iter_mut().zip(&self.ids).for_each(|(sum, &id)| *sum += weight * row[id]),
        }
    }

    fn get(&self, i: usize) -> &[f64] {
        match self.runs.as_slice() {
            [run] => self.borrowed(i, run),
            _ => &self.kept[self.slots[i] as usize * self.ids.len()..][..self.ids.len()],
        }
    }

    fn borrowed(&self, i: usize, run: &Range<usize>) -> &[f64] {
        &self.gram.row(self.ids[i]).to_slice().unwrap_or_default()[run.clone()]
    }

    fn keep(&mut self, i: usize) -> Result<(), NotFinite> {
        if self.slots[i] != ABSENT {
            return Ok(());
        }
        let len = self.ids.len();
        if let [run] = self.runs.as_slice() {
            self.slots[i] = 0;
            return finite(self.borrowed(i, run));
        }
        if self.kept.len() + len > MOST.max(2 * len) {
            self.kept.clear();
            self.slots.fill(ABSENT);
        }
        let start = self.kept.len();
        let row = self.gram.row(self.ids[i]);
        match (row.to_slice(), self.runs.is_empty()) {
            (Some(row), false) => self.runs.iter().for_each(|run| self.kept.extend_from_slice(&row[run.clone()])),
            (Some(row), true) => self.kept.extend(self.ids.iter().map(|&id| row[id])),
            (None, _) => self.kept.extend(self.ids.iter().map(|&id| row[id])),
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
