//! Sort order and filter of a table of the window.

use wordfield_output::Table;

/// Sort order and filter of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableView {
    /// Sorted column, and whether the largest values come first.
    pub sort: Option<(usize, bool)>,
    /// Text that a cell of every shown row contains.
    pub filter: String,
}

impl TableView {
    /// The view after a click on a column's header: ascending, descending, unsorted. Numbers start descending.
    #[must_use]
    pub fn sorted_by(&self, column: usize, numbers: bool) -> Self {
        let sort = match self.sort {
            Some((sorted, descending)) if sorted == column && descending != numbers => None,
            Some((sorted, descending)) if sorted == column => Some((column, !descending)),
            _ => Some((column, numbers)),
        };
        Self { sort, filter: self.filter.clone() }
    }

    /// Sorts and filters the table.
    pub fn apply<'a>(&self, table: Table<'a>) -> Table<'a> {
        let table = table.filtered(&self.filter);
        match self.sort.filter(|&(column, _)| column < table.columns.len()) {
            Some((column, descending)) => table.sorted(column, descending),
            None => table,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_on_a_header_sort_both_ways_and_end_the_sorting() {
        let start = TableView::default();
        let text = [start.sorted_by(0, false), start.sorted_by(0, false).sorted_by(0, false)];
        assert_eq!(text.clone().map(|view| view.sort), [Some((0, false)), Some((0, true))]);
        assert_eq!(text[1].sorted_by(0, false).sort, None);
        let number = start.sorted_by(1, true);
        assert_eq!((number.sort, number.sorted_by(1, true).sort), (Some((1, true)), Some((1, false))));
        assert_eq!(number.sorted_by(1, true).sorted_by(1, true).sort, None);
        assert_eq!(number.sorted_by(0, false).sort, Some((0, false)));
    }

    #[test]
    fn a_view_of_a_column_that_no_longer_exists_keeps_the_rows() {
        let view = TableView { sort: Some((3, true)), filter: "b".to_owned() };
        let table = view.apply(Table::new("letters", 3).text("letter", |row| ["a", "b", "ab"][row]));
        assert_eq!(*table.order(), [1, 2]);
    }
}
