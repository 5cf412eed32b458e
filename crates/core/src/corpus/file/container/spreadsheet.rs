//! Reader of spreadsheets: rows of the first sheet, from the first cell that has a value.

use std::{fmt::Display, io::Cursor, panic};

use calamine::{Data, Ods, Reader, Xlsx};

use super::{ContainerText, Failure, Rows};

pub(super) fn xlsx(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    read::<Xlsx<_>>(bytes, most)
}

pub(super) fn ods(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    read::<Ods<_>>(bytes, most)
}

/// Reads a spreadsheet with a library that may panic on damaged content.
fn read<R: Reader<Cursor<Vec<u8>>, Error: Display>>(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    panic::catch_unwind(move || first_sheet::<R>(bytes, most))
        .unwrap_or_else(|_| Err(Failure::Damaged("its sheets cannot be read".to_owned())))
}

fn first_sheet<R: Reader<Cursor<Vec<u8>>, Error: Display>>(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    let mut book = R::new(Cursor::new(bytes))?;
    let names = book.sheet_names();
    let Some(first) = names.first() else { return Err(Failure::Damaged("there is no sheet".to_owned())) };
    let mut rows = Rows::new(most);
    for row in book.worksheet_range(first)?.rows() {
        rows.push(row.iter().map(cell))?;
    }
    let note = match names.len() {
        1 => "A spreadsheet, read as a table.".to_owned(),
        sheets => format!("A spreadsheet: only the first of its {sheets} sheets, \"{first}\", is read, as a table."),
    };
    Ok(ContainerText { text: rows.text()?, note })
}

fn cell(data: &Data) -> String {
    match data {
        Data::Empty | Data::Error(_) => String::new(),
        other => other.to_string(),
    }
}
