//! Rows of the first sheet of a spreadsheet, from the first cell that has a value.

use std::io::Cursor;

use calamine::{Data, Reader, open_workbook_auto_from_rs};

use super::{Contained, Failure, Rows};

pub(super) fn text(bytes: Vec<u8>, most: u64) -> Result<Contained, Failure> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes))?;
    let names = book.sheet_names().clone();
    let mut rows = Rows::new(most);
    let Some(first) = names.first() else { return Err(Failure::Damaged("there is no sheet".to_owned())) };
    for row in book.worksheet_range(first)?.rows() {
        rows.push(row.iter().map(cell))?;
    }
    let note = (names.len() > 1).then(|| format!("Only the first of {} sheets, \"{first}\", is read.", names.len()));
    Ok(Contained { text: rows.text()?, note })
}

fn cell(data: &Data) -> String {
    match data {
        Data::Empty | Data::Error(_) => String::new(),
        other => other.to_string(),
    }
}
