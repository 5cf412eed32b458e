//! Texts that spreadsheets take for formulas when they open a CSV or TSV file, and their protection by an apostrophe.
//!
//! Cost: one pass over the texts.

use std::borrow::Cow;

use super::{Cell, Cells, Table};

/// Whether a spreadsheet takes a text for a formula: it begins with `=`, `+`, `-` or `@` and is no number.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@']) && text.len() > 1 && text.trim().parse::<f64>().is_err()
}

/// Text with an apostrophe in front if a spreadsheet takes it for a formula.
fn safe(text: Cow<'_, str>) -> Cow<'_, str> {
    if is_formula(&text) { format!("'{text}").into() } else { text }
}

impl Table<'_> {
    /// Table in which texts that a spreadsheet takes for formulas, titles included, begin with an apostrophe.
    pub fn with_safe_cells(&self) -> Table<'_> {
        let mut table = self.borrowed();
        for (column, own) in table.columns.iter_mut().zip(&self.columns) {
            column.title = safe(own.title.as_str().into()).into_owned();
            if let Cells::Text(of) = &own.cells {
                column.cells = Cells::Text(Box::new(move |row| safe(of(row))));
            }
        }
        table
    }

    /// Number of texts that a spreadsheet takes for formulas, titles included, and the first of them; `None` without any.
    pub fn formulas(&self) -> Option<(usize, String)> {
        let titles = self.columns.iter().map(|column| Cow::Borrowed(column.title.as_str()));
        let cells = (0..self.len()).flat_map(|place| (0..self.columns.len()).map(move |column| self.cell(place, column)));
        let texts = cells.filter_map(|cell| if let Cell::Text(text) = cell { Some(text) } else { None });
        let mut found = titles.chain(texts).filter(|text| is_formula(text));
        let first = found.next()?.into_owned();
        Some((1 + found.count(), first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_spreadsheets_compute_are_counted_and_protected() {
        let texts = ["=1+1", "+x", "-1.5", "@cmd", "-", "a=b", "-x"];
        let table = Table::new("t", texts.len()).text("text", move |row| texts[row]).integer("=n", |_| Some(1));
        assert_eq!(table.formulas(), Some((5, "=n".to_owned())));
        let safe = table.with_safe_cells();
        let written: Vec<_> = (0..texts.len()).map(|row| safe.cell(row, 0).written().into_owned()).collect();
        assert_eq!(written, ["'=1+1", "'+x", "-1.5", "'@cmd", "-", "a=b", "'-x"]);
        assert_eq!((safe.formulas(), safe.columns[1].title.as_str()), (None, "'=n"));
    }
}
