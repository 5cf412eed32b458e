//! Band of an alignment: the lattice nodes that dynamic programming visits.
//!
//! A node (i, j) lies after i lines of the source and before line j of the target.
//! Row i of the band holds the nodes of consecutive columns j.
//! Memory is linear in the number of rows.

use std::ops::Range;

/// Columns of each row of a band.
/// First and last columns do not decrease with the row, neighbouring rows overlap, the first row starts at column 0 and the last
/// row ends at the last column: a path through the band always exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Band {
    rows: Vec<Range<usize>>,
    offsets: Vec<usize>,
}

impl Band {
    /// Full band, with all columns `0..=columns` in all rows `0..=rows`.
    pub(crate) fn full(rows: usize, columns: usize) -> Self {
        Self::new(vec![0..columns + 1; rows + 1], columns)
    }

    /// Band of the given `rows`, widened where needed for a path from (0, 0) to (n, m), the last row and `columns`.
    pub(crate) fn new(mut rows: Vec<Range<usize>>, columns: usize) -> Self {
        for row in &mut rows {
            row.end = row.end.clamp(1, columns + 1);
            row.start = row.start.min(row.end - 1);
        }
        if let Some(first) = rows.first_mut() {
            first.start = 0;
        }
        if let Some(last) = rows.last_mut() {
            last.end = columns + 1;
        }
        let mut end = 0;
        for row in &mut rows {
            row.end = row.end.max(end);
            end = row.end;
        }
        let mut start = columns;
        for row in rows.iter_mut().rev() {
            row.start = row.start.min(start);
            start = row.start;
        }
        // A row that starts right of the previous row's end is reached by extending the previous row.
        for i in (1..rows.len()).rev() {
            rows[i - 1].end = rows[i - 1].end.max(rows[i].start + 1);
        }
        let mut offsets = Vec::with_capacity(rows.len() + 1);
        let mut cells = 0;
        for row in &rows {
            offsets.push(cells);
            cells += row.len();
        }
        offsets.push(cells);
        Self { rows, offsets }
    }

    /// Band around a path of nodes: `radius` columns to the left and right, also of the nodes `radius` rows away.
    pub(crate) fn around(path: &[(usize, usize)], rows: usize, columns: usize, radius: usize) -> Self {
        let mut band: Vec<Range<usize>> = vec![columns..0; rows + 1];
        for &(i, j) in path {
            // Rows between two nodes belong to the path's next node, so that long beads leave no row empty.
            let row = &mut band[i];
            *row = row.start.min(j.saturating_sub(radius))..row.end.max(j + radius + 1);
        }
        let mut last = 0..radius + 1;
        for row in &mut band {
            if row.start >= row.end {
                *row = last.clone();
            }
            last = row.clone();
        }
        Self::new(band, columns)
    }

    /// Band in which each row of `touched` is widened by half its width on both sides.
    pub(crate) fn widened(&self, touched: &[bool], columns: usize) -> Self {
        let widen = |(row, &touched): (&Range<usize>, &bool)| {
            if touched { row.start.saturating_sub(row.len() / 2)..row.end + row.len() / 2 } else { row.clone() }
        };
        Self::new(self.rows.iter().zip(touched).map(widen).collect(), columns)
    }

    /// Number of rows of the band, one more than the source has lines.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Range of columns in row `i` of the band.
    pub(crate) fn row(&self, i: usize) -> Range<usize> {
        self.rows[i].clone()
    }

    /// Number of nodes in the band.
    pub(crate) fn cells(&self) -> usize {
        self.offsets[self.rows.len()]
    }

    /// Index of node (i, j) in a list of all nodes, if it is in the band.
    pub(crate) fn cell(&self, i: usize, j: usize) -> Option<usize> {
        let row = self.rows.get(i)?;
        row.contains(&j).then(|| self.offsets[i] + j - row.start)
    }
}
