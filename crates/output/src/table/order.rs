//! Sorting and filtering of a table's rows.
//!
//! Cost: one cell per row, and a sort. Memory: one index per row.

use std::{cmp::Ordering, sync::Arc};

use super::{Cells, Place, Table};

impl Table<'_> {
    /// Shows the rows of a table sorted by a column; empty cells come last, equal cells keep their order.
    pub fn sorted(self, column: usize, descending: bool) -> Self {
        let mut order = Arc::unwrap_or_clone(self.order());
        match &self.columns[column].cells {
            Cells::Text(of) => by_key(&mut order, descending, |row| Some(of(row)), Ord::cmp),
            Cells::Integer(of) => by_key(&mut order, descending, of, Ord::cmp),
            Cells::Number(_, of) => {
                by_key(&mut order, descending, |row| Some(of(row)).filter(|number| !number.is_nan()), f64::total_cmp);
            }
            Cells::Flag(of) => by_key(&mut order, descending, of, Ord::cmp),
        }
        self.in_order(Arc::new(order))
    }

    /// Shows only the rows in which a cell contains the text as the window shows it, ignoring case.
    pub fn filtered(self, text: &str) -> Self {
        let text = text.trim().to_lowercase();
        if text.is_empty() {
            return self;
        }
        let columns = || self.columns.iter().filter(|column| column.place != Place::File);
        let holds = |row: usize| columns().any(|column| column.drawn(row).0.to_lowercase().contains(&text));
        let order = self.order().iter().copied().filter(|&row| holds(row)).collect();
        self.in_order(Arc::new(order))
    }
}

/// Sorts row indices by a key; rows without one come last in both directions, rows of equal keys keep their order.
pub fn by_key<K>(order: &mut [usize], descending: bool, key: impl Fn(usize) -> Option<K>, compare: impl Fn(&K, &K) -> Ordering) {
    let mut keyed: Vec<(Option<K>, usize)> = order.iter().map(|&row| (key(row), row)).collect();
    keyed.sort_by(|(a, _), (b, _)| match (a, b) {
        (Some(a), Some(b)) if descending => compare(b, a),
        (Some(a), Some(b)) => compare(a, b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    order.iter_mut().zip(keyed).for_each(|(place, (_, row))| *place = row);
}
