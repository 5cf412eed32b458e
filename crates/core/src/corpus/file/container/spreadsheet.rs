//! Reader of spreadsheets: rows of the first sheet, numbered as in the sheet.
//!
//! Dates are written as in `1987-03-01`. The value of cells merged over several rows is read in each of these rows.
//! Memory: the cells that have a value, wherever they are; of an ODS sheet all cells up to the last one, at most [`SHEET_CELLS`].

use std::{
    io::{BufReader, Cursor},
    panic,
};

use calamine::{Data, DataRef, Dimensions, Ods, Reader, Xlsx};
use quick_xml::{
    Reader as XmlReader,
    events::{BytesStart, Event},
};
use zip::ZipArchive;

use super::{ContainerText, Failure, Rows};
use crate::corpus::limits::{COLUMNS, SHEET_CELLS};

/// Maximum number of rows of a sheet in the programs that write them.
const MOST_ROWS: u32 = 1 << 20;

pub(super) fn xlsx(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    guarded(move || {
        let mut book = Xlsx::new(Cursor::new(bytes))?;
        let (first, note) = first_sheet(&book.sheet_names())?;
        let merged = book.merge_cells_by_sheet_name(&first)?;
        let mut reader = book.worksheet_cells_reader(&first)?;
        let mut cells = Cells::default();
        while let Some(cell) = reader.next_cell()? {
            if !matches!(cell.get_value(), DataRef::Empty) {
                cells.push(cell.get_position(), &Data::from(cell.get_value().clone()), most)?;
            }
        }
        cells.table(&merged, note, most)
    })
}

pub(super) fn ods(bytes: Vec<u8>, most: u64) -> Result<ContainerText, Failure> {
    guarded(move || {
        check_size(&bytes)?;
        let mut book = Ods::new(Cursor::new(bytes))?;
        let (first, note) = first_sheet(&book.sheet_names())?;
        let range = book.worksheet_range(&first)?;
        let (top, left) = range.start().unwrap_or_default();
        let mut cells = Cells::default();
        for (row, column, value) in range.used_cells() {
            cells.push((top + row as u32, left + column as u32), value, most)?;
        }
        cells.table(&[], note, most)
    })
}

/// Reads a spreadsheet with a library that may panic on damaged content.
fn guarded(read: impl FnOnce() -> Result<ContainerText, Failure> + panic::UnwindSafe) -> Result<ContainerText, Failure> {
    panic::catch_unwind(read).unwrap_or_else(|_| Err(Failure::Damaged("its sheets cannot be read".to_owned())))
}

/// Name of the first sheet, and the note on the spreadsheet.
fn first_sheet(names: &[String]) -> Result<(String, String), Failure> {
    let first = names.first().ok_or_else(|| Failure::Damaged("there is no sheet".to_owned()))?;
    let note = match names.len() {
        1 => "A spreadsheet, read as a table.".to_owned(),
        sheets => format!("A spreadsheet: only the first of its {sheets} sheets, \"{first}\", is read, as a table."),
    };
    Ok((first.clone(), note))
}

/// Cells of a sheet that have a value: row and column from 0, and text.
#[derive(Default)]
struct Cells {
    cells: Vec<(u32, u32, String)>,
    bytes: u64,
}

impl Cells {
    fn push(&mut self, (row, column): (u32, u32), value: &Data, most: u64) -> Result<(), Failure> {
        let text = text(value);
        if text.is_empty() {
            return Ok(());
        }
        if row >= MOST_ROWS {
            return Err(Failure::Damaged(format!("a cell is in row {}", u64::from(row) + 1)));
        }
        self.bytes += (size_of::<(u32, u32, String)>() + text.len()) as u64;
        self.cells.push((row, column, text));
        if self.bytes > most { Err(Failure::TooMuch) } else { Ok(()) }
    }

    /// Table of the cells from the first column with a value on; all rows above the last one with a value are in it.
    fn table(mut self, merged: &[Dimensions], mut note: String, most: u64) -> Result<ContainerText, Failure> {
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        let columns = || self.cells.iter().map(|(_, column, _)| *column);
        let (left, right) = (columns().min().unwrap_or_default(), columns().max().unwrap_or_default());
        let width = (right - left + 1) as usize;
        if width > COLUMNS {
            return Err(Failure::Wide(width));
        }
        if let Some(first) = self.fill(merged, most)? {
            note =
                format!("{note} Cells are merged over several rows, and their value is read in each (the first in row {first}).");
        }
        let (mut rows, mut cells, mut line) = (Rows::new(most), self.cells.into_iter().peekable(), Vec::new());
        let mut begun = false;
        for row in 0.. {
            if cells.peek().is_none() {
                break;
            }
            line.clear();
            while let Some((_, column, text)) = cells.next_if(|cell| cell.0 == row) {
                line.resize((column - left) as usize, String::new());
                line.push(text);
            }
            // Only the header has a field for every column; other rows end with their last value.
            let least = if line.is_empty() || begun { 1 } else { width };
            begun |= !line.is_empty();
            line.resize(line.len().max(least), String::new());
            rows.push(line.drain(..))?;
        }
        Ok(ContainerText { text: rows.text()?, note })
    }

    /// Repeats the value of merged cells in those rows that have further cells; returns the number of the first row filled.
    fn fill(&mut self, merged: &[Dimensions], most: u64) -> Result<Option<u32>, Failure> {
        let mut added = Vec::new();
        for area in merged.iter().filter(|area| area.end.0 > area.start.0) {
            let place = |row: u32| self.cells.partition_point(|cell| (cell.0, cell.1) < (row, area.start.1));
            let at = place(area.start.0);
            let Some((_, _, text)) = self.cells.get(at).filter(|cell| (cell.0, cell.1) == area.start) else { continue };
            let below = self.cells[at + 1..].iter().map(|cell| cell.0).take_while(|row| *row <= area.end.0);
            let mut last = area.start.0;
            for row in below {
                if row > last {
                    last = row;
                    self.bytes += (size_of::<(u32, u32, String)>() + text.len()) as u64;
                    if self.bytes > most {
                        return Err(Failure::TooMuch);
                    }
                    added.push((row, area.start.1, text.clone()));
                }
            }
        }
        let first = added.iter().map(|cell| cell.0 + 1).min();
        self.cells.extend(added);
        self.cells.sort_by_key(|(row, column, _)| (*row, *column));
        self.cells.dedup_by_key(|(row, column, _)| (*row, *column));
        Ok(first)
    }
}

fn text(data: &Data) -> String {
    match data {
        Data::Empty | Data::Error(_) => String::new(),
        Data::DateTime(date) if date.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) == (0, 0, 0) { date } else { format!("{date} {hour:02}:{minute:02}:{second:02}") }
        }
        other => other.to_string(),
    }
}

/// Checks the number of cells in the sheets of an ODS archive, repeated and empty ones included, before they are allocated.
fn check_size(bytes: &[u8]) -> Result<(), Failure> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let mut reader = XmlReader::from_reader(BufReader::new(archive.by_name("content.xml")?));
    reader.config_mut().expand_empty_elements = true;
    let repeats = |tag: &BytesStart<'_>, of: &str| {
        let attribute = tag.try_get_attribute(of).ok().flatten();
        let count = attribute.and_then(|attribute| std::str::from_utf8(&attribute.value).ok()?.parse::<u64>().ok());
        count.unwrap_or(1)
    };
    let (mut buffer, mut cells) = (Vec::new(), 0_u64);
    // Sizes of the sheet and of the row so far, and how often the row is repeated.
    let (mut height, mut last, mut width, mut column, mut filled, mut row) = (0_u64, 0, 0, 0_u64, 0, 1);
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer)?;
        match &event {
            Event::Start(tag) => match tag.name().as_ref() {
                b"table:table" => (height, last, width) = (0, 0, 0),
                b"table:table-row" => (row, column, filled) = (repeats(tag, "table:number-rows-repeated"), 0, 0),
                b"table:table-cell" | b"table:covered-table-cell" => {
                    column = column.saturating_add(repeats(tag, "table:number-columns-repeated"));
                    if tag.try_get_attribute("office:value-type").ok().flatten().is_some() {
                        filled = column;
                    }
                }
                _ => {}
            },
            Event::End(tag) => match tag.name().as_ref() {
                b"table:table-row" => {
                    height = height.saturating_add(row);
                    (last, width) = if filled > 0 { (height, width.max(filled)) } else { (last, width) };
                }
                b"table:table" => cells = cells.saturating_add(last.saturating_mul(width)),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    if cells > SHEET_CELLS { Err(Failure::Cells(cells)) } else { Ok(()) }
}
