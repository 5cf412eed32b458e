//! Cached rows of the Gram matrix in SMO, restricted to the active variables, each contiguous.
//!
//! If the active variables are consecutive rows of a matrix in memory, rows are borrowed.
//! Otherwise a row is gathered on first use and cached: SMO returns to the same few rows thousands of times,
//! and a contiguous row is several times faster to traverse.
//! Consecutive variables are copied as a whole.
//! Every row is checked once for numbers that are not finite.
//!
//! Memory: at most [`ROOM`] numbers and never less than two rows; the least recently used row is evicted.

use std::ops::Range;

use ndarray::{ArrayView2, CowArray, Ix2};

use super::Failed;
use crate::cancel;

/// Maximum number of cached numbers, 256 MB.
pub(super) const ROOM: usize = 1 << 25;
const ABSENT: u32 = u32::MAX;
/// Mean length of runs of consecutive rows below which copying by runs does not pay.
const SHORT: usize = 8;

pub(super) struct Rows<'a> {
    /// Gram matrix with contiguous rows.
    gram: CowArray<'a, f64, Ix2>,
    /// Row of the Gram matrix behind each active variable.
    ids: Vec<usize>,
    /// Rows behind the active variables as runs of consecutive rows, if runs are long.
    runs: Vec<Range<usize>>,
    /// Cache slot of each active variable's row; any number for a row that is borrowed and checked.
    slots: Vec<u32>,
    kept: Vec<f64>,
    /// Owner of each slot: the variable whose row it holds and the time of the last use.
    owners: Vec<(usize, u64)>,
    now: u64,
}

impl<'a> Rows<'a> {
    #[allow(clippy::needless_pass_by_value, reason = "views are passed around like references")]
    pub(super) fn new(gram: ArrayView2<'a, f64>, ids: Vec<usize>) -> Self {
        let (runs, slots, kept, owners) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        // A symmetric matrix may be read by columns where those are contiguous.
        let gram = if gram.is_standard_layout() { gram } else { gram.reversed_axes() };
        let gram = if gram.is_standard_layout() { gram.into() } else { gram.as_standard_layout().into_owned().into() };
        let mut rows = Self { gram, ids: Vec::new(), runs, slots, kept, owners, now: 0 };
        rows.restrict(ids);
        rows
    }

    /// Sets the columns that cached rows contain in future.
    pub(super) fn restrict(&mut self, ids: Vec<usize>) {
        self.runs.clear();
        for &id in &ids {
            match self.runs.last_mut() {
                Some(run) if run.end == id => run.end += 1,
                _ => self.runs.push(id..id + 1),
            }
        }
        if self.runs.len() * SHORT > ids.len() && self.runs.len() > 1 {
            self.runs.clear();
        }
        self.slots.clear();
        self.slots.resize(ids.len(), ABSENT);
        self.kept.clear();
        self.owners.clear();
        self.ids = ids;
    }

    /// Restricts the active variables to those at these indices, ascending.
    pub(super) fn narrow(&mut self, places: &[usize]) {
        let ids = places.iter().map(|&place| self.ids[place]).collect();
        self.restrict(ids);
    }

    /// Gram matrix entry at two active variables; the row of the first must be the last one requested.
    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.get(i)[j]
    }

    /// Gram matrix row of an active variable.
    pub(super) fn row(&mut self, i: usize) -> Result<&[f64], Failed> {
        self.keep(i)?;
        Ok(self.get(i))
    }

    /// Gram matrix rows of two active variables.
    pub(super) fn pair(&mut self, i: usize, j: usize) -> Result<(&[f64], &[f64]), Failed> {
        self.keep(i)?;
        // The row requested last is never removed from the cache.
        self.keep(j)?;
        Ok((self.get(i), self.get(j)))
    }

    /// Adds the weighted rows of the Gram matrix to `sums`, without caching them.
    /// A number that is not finite leaves one in `sums`.
    pub(super) fn add(&self, weights: &[(usize, f64)], sums: &mut [f64]) {
        let cancellation = cancel::inherited();
        for &(id, weight) in weights.iter().take_while(|_| !cancellation.requested()) {
            let row = self.whole(id);
            if self.runs.is_empty() {
                sums.iter_mut().zip(&self.ids).for_each(|(sum, &id)| *sum += weight * row[id]);
                continue;
            }
            let mut rest = &mut *sums;
            for run in &self.runs {
                let (sums, after) = rest.split_at_mut(run.len());
                sums.iter_mut().zip(&row[run.clone()]).for_each(|(sum, v)| *sum += weight * v);
                rest = after;
            }
        }
    }

    /// Complete row of the Gram matrix.
    fn whole(&self, id: usize) -> &[f64] {
        self.gram.row(id).to_slice().unwrap_or_default()
    }

    fn get(&self, i: usize) -> &[f64] {
        match self.runs.as_slice() {
            [run] => self.borrowed(i, run),
            _ => &self.kept[self.slots[i] as usize * self.ids.len()..][..self.ids.len()],
        }
    }

    fn borrowed(&self, i: usize, run: &Range<usize>) -> &[f64] {
        &self.whole(self.ids[i])[run.clone()]
    }

    fn keep(&mut self, i: usize) -> Result<(), Failed> {
        self.now += 1;
        if self.slots[i] != ABSENT {
            if let Some((_, used)) = self.owners.get_mut(self.slots[i] as usize) {
                *used = self.now;
            }
            return Ok(());
        }
        if let [run] = self.runs.as_slice() {
            self.slots[i] = 0;
            return finite(self.borrowed(i, run));
        }
        let (slot, len) = (self.slot(), self.ids.len());
        self.owners[slot] = (i, self.now);
        self.slots[i] = slot as u32;
        let out = &mut self.kept[slot * len..(slot + 1) * len];
        let row = self.gram.row(self.ids[i]);
        let row = row.to_slice().unwrap_or_default();
        if self.runs.is_empty() {
            out.iter_mut().zip(&self.ids).for_each(|(to, &id)| *to = row[id]);
        } else {
            let mut rest = &mut *out;
            for run in &self.runs {
                let (out, after) = rest.split_at_mut(run.len());
                out.copy_from_slice(&row[run.clone()]);
                rest = after;
            }
        }
        finite(out)
    }

    /// Free slot of the cache, or that of the least recently used row.
    fn slot(&mut self) -> usize {
        let len = self.ids.len();
        if self.owners.len() < 2 || (self.owners.len() + 1) * len <= ROOM {
            self.owners.push((0, 0));
            self.kept.resize(self.owners.len() * len, 0.0);
            return self.owners.len() - 1;
        }
        let oldest = self.owners.iter().enumerate().min_by_key(|(_, (_, used))| *used).map_or(0, |(slot, _)| slot);
        self.slots[self.owners[oldest].0] = ABSENT;
        oldest
    }
}

fn finite(row: &[f64]) -> Result<(), Failed> {
    // The loop has no early end, which would keep the compiler from vector instructions.
    let all = row.iter().fold(true, |all, v| all & v.is_finite());
    if all { Ok(()) } else { Err(Failed::NotFinite) }
}
