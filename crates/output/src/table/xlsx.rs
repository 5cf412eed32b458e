//! Excel workbook of a table: one sheet with typed cells under a header that stays visible.
//!
//! Cost: one pass over the cells, and their compression. Memory: the whole sheet.

use std::io;

use rust_xlsxwriter::{Workbook, Worksheet, XlsxError};

use super::{Cell, Table};
use crate::ExportError;
use wordfield_core::cancel;

/// Maximum number of rows of an Excel sheet, header included.
const ROWS: usize = 1 << 20;
/// Maximum number of columns of an Excel sheet.
const COLUMNS: usize = 1 << 14;
/// Maximum length of a text in an Excel cell, in UTF-16 code units.
const TEXT: usize = 32_767;

/// Writes a table as an Excel workbook.
///
/// # Errors
/// Returns an error if the table is larger than a sheet, a text is longer than a cell, or an I/O operation fails.
pub(crate) fn xlsx(table: &Table<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    if let Some(problem) = problem(table) {
        return Err(io::Error::other(ExportError::Unsuitable(problem)));
    }
    let mut workbook = Workbook::new();
    fill(table, workbook.add_worksheet()).map_err(io::Error::other)?;
    if cancel::requested() {
        return Err(io::Error::other(ExportError::Cancelled));
    }
    to.write_all(&workbook.save_to_buffer().map_err(io::Error::other)?)
}

/// Reason why a table does not fit an Excel sheet; `None` if it fits.
fn problem(table: &Table<'_>) -> Option<String> {
    let (rows, columns) = (table.len(), table.columns.len());
    let remedy = "choose csv or parquet";
    if rows >= ROWS {
        return Some(format!("the table has {rows} rows, and an Excel sheet holds {}: {remedy}", ROWS - 1));
    }
    if columns > COLUMNS {
        return Some(format!("the table has {columns} columns, and an Excel sheet holds {COLUMNS}: {remedy}"));
    }
    let long = |place: usize, column: usize| match table.cell(place, column) {
        Cell::Text(text) if text.len() > TEXT => Some(text.encode_utf16().count()).filter(|&length| length > TEXT),
        _ => None,
    };
    let mut cells = (0..rows).flat_map(|place| (0..columns).map(move |column| (place, column)));
    cells.find_map(|(place, column)| {
        let (length, title) = (long(place, column)?, &table.columns[column].title);
        Some(format!(
            "row {} of the column \"{title}\" has {length} characters, and a cell of Excel holds {TEXT}: {remedy}",
            place + 1
        ))
    })
}

fn fill(table: &Table<'_>, sheet: &mut Worksheet) -> Result<(), XlsxError> {
    for (at, column) in (0_u16..).zip(&table.columns) {
        sheet.write_string(0, at, &column.title)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (at, place) in (1_u32..).zip(0..table.len()) {
        if cancel::requested() {
            break;
        }
        for (column, number) in (0..table.columns.len()).zip(0_u16..) {
            match table.cell(place, column) {
                Cell::Empty => {}
                Cell::Text(text) => drop(sheet.write_string(at, number, text)?),
                Cell::Integer(whole) => drop(sheet.write_number(at, number, whole as f64)?),
                Cell::Number(value) => drop(sheet.write_number(at, number, value)?),
                Cell::Flag(flag) => drop(sheet.write_boolean(at, number, flag)?),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(table: &Table<'_>) -> String {
        xlsx(table, &mut io::sink()).expect_err("too large").to_string()
    }

    #[test]
    fn tables_beyond_a_sheet_are_refused_with_a_remedy() {
        let message = refused(&Table::new("rows", ROWS).integer("n", Some));
        assert!(message.contains("1048576 rows") && message.contains("holds 1048575: choose csv or parquet"), "{message}");
        let wide = (0..=COLUMNS).fold(Table::new("columns", 1), |table, column| table.integer(column.to_string(), Some));
        assert!(refused(&wide).contains("16385 columns"));
        let long = "é".repeat(TEXT + 1);
        let message = refused(&Table::new("texts", 2).text("text", |row| if row == 1 { long.as_str() } else { "" }));
        assert!(message.contains("row 2 of the column \"text\" has 32768 characters"), "{message}");
        let mut bytes = Vec::new();
        xlsx(&Table::new("texts", 1).text("text", |_| "é".repeat(TEXT)), &mut bytes).expect("a sheet");
        assert!(bytes.starts_with(b"PK"));
    }
}
