//! Sort order and filter of a table of the window.

use wordfield_output::Table;

/// Sort order and filter of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableView {
    /// Title of the column by which a table is sorted, and whether the largest values come first.
    pub sort: Option<(String, bool)>,
    /// Text that every shown row of a table contains in some cell.
    pub filter: String,
}

impl TableView {
    /// Table view after a click on a column header: ascending, descending, unsorted; numbers start descending.
    #[must_use]
    pub fn sorted_by(&self, title: &str, numbers: bool) -> Self {
        let sort = match &self.sort {
            Some((sorted, descending)) if sorted == title && *descending != numbers => None,
            Some((sorted, descending)) if sorted == title => Some((title.to_owned(), !descending)),
            _ => Some((title.to_owned(), numbers)),
        };
        Self { sort, filter: self.filter.clone() }
    }

    /// Sorts and filters a table.
    pub fn apply<'a>(&self, table: Table<'a>) -> Table<'a> {
        let table = table.filtered(&self.filter);
        let Some((title, descending)) = &self.sort else { return table };
        match table.columns.iter().position(|column| column.title == *title) {
            Some(column) => table.sorted(column, *descending),
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
        let sort = |title: &str, descending| Some((title.to_owned(), descending));
        let text = [start.sorted_by("word", false), start.sorted_by("word", false).sorted_by("word", false)];
        assert_eq!(text.clone().map(|view| view.sort), [sort("word", false), sort("word", true)]);
        assert_eq!(text[1].sorted_by("word", false).sort, None);
        let number = start.sorted_by("count", true);
        assert_eq!((number.clone().sort, number.sorted_by("count", true).sort), (sort("count", true), sort("count", false)));
        assert_eq!(number.sorted_by("count", true).sorted_by("count", true).sort, None);
        assert_eq!(number.sorted_by("word", false).sort, sort("word", false));
    }

    #[test]
    fn a_view_of_a_column_that_no_longer_exists_keeps_the_rows() {
        let view = TableView { sort: Some(("gone".to_owned(), true)), filter: "b".to_owned() };
        let table = view.apply(Table::new("letters", 3).text("letter", |row| ["a", "b", "ab"][row]));
        assert_eq!(*table.order(), [1, 2]);
    }
}
