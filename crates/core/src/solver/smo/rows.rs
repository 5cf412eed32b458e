//! Cached rows of the Gram matrix in SMO, restricted to the active variables, each contiguous.
//!
//! If the active variables are consecutive rows of a matrix in memory, rows are borrowed.
//! Otherwise a row is gathered on first use and cached: SMO returns to the same few rows thousands of times.
//! A contiguous row is several times faster to traverse, and rows computed on demand are expensive to recompute.
//! Consecutive variables are copied as a whole.
//! Every row is checked once for numbers that are not finite.
//!
//! Memory: at most [`Gram::room`] numbers and never less than two rows; the least recently used row is evicted.

use std::ops::Range;

use super::{Failed, gram::Gram};
use crate::cancel;

const ABSENT: u32 = u32::MAX;
/// Mean length of runs of consecutive rows below which copying by runs does not pay.
const SHORT: usize = 8;

pub(super) struct Rows<G> {
    gram: G,
    /// Row of the Gram matrix behind each active variable.
    ids: Vec<usize>,
    /// Rows behind the active variables as runs of consecutive rows, if runs are long and rows are in memory.
    runs: Vec<Range<usize>>,
    /// Cache slot of each active variable's row; any number for a row that is borrowed and checked.
    slots: Vec<u32>,
    kept: Vec<f64>,
    /// Owner of each slot: the variable whose row it holds and the time of the last use.
    owners: Vec<(usize, u64)>,
    now: u64,
}

impl<G: Gram> Rows<G> {
    pub(super) fn new(gram: G, ids: Vec<usize>) -> Self {
        let (runs, slots, kept, owners) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut rows = Self { gram, ids: Vec::new(), runs, slots, kept, owners, now: 0 };
        rows.restrict(ids);
        rows
    }

    /// Sets the columns that cached rows contain in future.
    pub(super) fn restrict(&mut self, ids: Vec<usize>) {
        self.runs.clear();
        if ids.first().is_some_and(|&id| self.gram.whole_row(id).is_some()) {
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
        self.owners.clear();
        self.ids = ids;
    }

    /// Restricts the active variables to those at these indices, ascending. Rows that had to be computed are shortened and kept.
    pub(super) fn narrow(&mut self, places: &[usize]) {
        let ids = places.iter().map(|&place| self.ids[place]).collect();
        let lies = self.ids.first().is_some_and(|&id| self.gram.whole_row(id).is_some());
        if lies {
            return self.restrict(ids);
        }
        let (before, len) = (self.ids.len(), places.len());
        let mut new_place = vec![None; before];
        places.iter().enumerate().for_each(|(new, &old)| new_place[old] = Some(new));
        let (mut kept, owners) = (std::mem::take(&mut self.kept), std::mem::take(&mut self.owners));
        self.restrict(ids);
        for (slot, (owner, used)) in owners.into_iter().enumerate() {
            let Some(owner) = new_place[owner] else { continue };
            // Values only move towards the front of the buffer.
            let (from, to) = (slot * before, self.owners.len() * len);
            places.iter().enumerate().for_each(|(new, &old)| kept[to + new] = kept[from + old]);
            self.slots[owner] = self.owners.len() as u32;
            self.owners.push((owner, used));
        }
        kept.truncate(self.owners.len() * len);
        self.kept = kept;
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
        let (mut elsewhere, cancellation) = (Vec::new(), cancel::inherited());
        for &(id, weight) in weights.iter().take_while(|_| !cancellation.requested()) {
            match (self.gram.whole_row(id), self.runs.is_empty()) {
                (Some(row), false) => {
                    let mut rest = &mut *sums;
                    for run in &self.runs {
                        let (sums, after) = rest.split_at_mut(run.len());
                        sums.iter_mut().zip(&row[run.clone()]).for_each(|(sum, v)| *sum += weight * v);
                        rest = after;
                    }
                }
                (Some(row), true) => sums.iter_mut().zip(&self.ids).for_each(|(sum, &id)| *sum += weight * row[id]),
                (None, _) => elsewhere.push((id, weight)),
            }
        }
        if !elsewhere.is_empty() {
            self.gram.combine(&elsewhere, &self.ids, sums);
        }
    }

    fn get(&self, i: usize) -> &[f64] {
        match self.runs.as_slice() {
            [run] => self.borrowed(i, run),
            _ => &self.kept[self.slots[i] as usize * self.ids.len()..][..self.ids.len()],
        }
    }

    fn borrowed(&self, i: usize, run: &Range<usize>) -> &[f64] {
        &self.gram.whole_row(self.ids[i]).unwrap_or_default()[run.clone()]
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
        match (self.gram.whole_row(self.ids[i]), self.runs.is_empty()) {
            (Some(row), false) => {
                let mut rest = &mut *out;
                for run in &self.runs {
                    let (out, after) = rest.split_at_mut(run.len());
                    out.copy_from_slice(&row[run.clone()]);
                    rest = after;
                }
            }
            (Some(row), true) => out.iter_mut().zip(&self.ids).for_each(|(to, &id)| *to = row[id]),
            (None, _) => self.gram.gather(self.ids[i], &self.ids, out),
        }
        finite(out)
    }

    /// Free slot of the cache, or that of the least recently used row.
    fn slot(&mut self) -> usize {
        let len = self.ids.len();
        if self.owners.len() < 2 || (self.owners.len() + 1) * len <= self.gram.room() {
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
