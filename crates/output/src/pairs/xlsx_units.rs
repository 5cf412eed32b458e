//! Units of an XLSX workbook: rows of its first sheet that have a value; the first is the header.
//!
//! All other members of the workbook keep their bytes, and so do the cells of kept rows: types, styles, further columns.
//! Rows below a dropped row move up if nothing else names rows by their numbers;
//! otherwise (formulas, comments, merged cells, links, tables, further sheets) the dropped row stays empty.
//! References to rows therefore remain valid.
//!
//! Cost: one pass over the sheet, and its compression. Memory: the workbook and the unpacked sheet.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read, Write},
    ops::Range,
};

use quick_xml::{
    Reader, Writer,
    events::{BytesStart, Event},
};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{
    unit_error::UnitError,
    units::{DeliveredPair, PairUnits},
};

/// Byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";
/// Elements of an XLSX sheet that refer to rows by their numbers.
const ROW_REFERRING_ELEMENTS: [&[u8]; 11] = [
    b"f",
    b"mergeCells",
    b"hyperlinks",
    b"conditionalFormatting",
    b"dataValidations",
    b"legacyDrawing",
    b"drawing",
    b"tableParts",
    b"autoFilter",
    b"rowBreaks",
    b"extLst",
];

/// XLSX workbook without its first sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Workbook {
    /// Name of the archive entry that holds the first sheet.
    member: String,
    sheet: Vec<u8>,
    /// Whether the rows below a dropped row are moved up.
    closes: bool,
}

/// Row of a sheet: its number from 1, its bytes, whether it has a value, and whether it has a formula.
struct Row {
    number: usize,
    bytes: Range<usize>,
    has_value: bool,
    has_formula: bool,
}

impl Workbook {
    /// Whether the bytes of a file are an XLSX workbook.
    pub(super) fn is(bytes: &[u8]) -> bool {
        let archive = bytes.starts_with(b"PK\x03\x04").then(|| ZipArchive::new(Cursor::new(bytes)));
        archive.is_some_and(|archive| archive.is_ok_and(|archive| archive.index_for_name("xl/workbook.xml").is_some()))
    }

    /// Takes the first sheet out of an XLSX workbook.
    pub(super) fn of(archive: &[u8]) -> Result<Self, UnitError> {
        let mut members = ZipArchive::new(Cursor::new(archive)).map_err(damaged)?;
        let mut member = |name: &str| {
            let mut bytes = Vec::new();
            members.by_name(name).map_err(damaged)?.read_to_end(&mut bytes).map_err(damaged)?;
            // The XML reader counts byte positions after a byte order mark.
            let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
            bytes.drain(..mark);
            Ok::<_, UnitError>(bytes)
        };
        let (book, links) = (member("xl/workbook.xml")?, member("xl/_rels/workbook.xml.rels")?);
        let sheets = values(&book, b"sheet", b"r:id");
        let targets = values(&links, b"Relationship", b"Target");
        let target = values(&links, b"Relationship", b"Id").into_iter().zip(targets).find(|(id, _)| Some(id) == sheets.first());
        let (_, target) = target.ok_or_else(|| damaged("there is no sheet"))?;
        let name = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
        let sheet = member(&name)?;
        let (_, names_rows) = rows(&sheet)?;
        let closes = !names_rows && sheets.len() == 1 && !contains(&book, b"<definedName");
        Ok(Self { member: name, sheet, closes })
    }

    /// Bytes of the workbook with the header and the kept rows of its first sheet, in the order of the sheet.
    pub(super) fn write(&self, units: &PairUnits, versions: &[Vec<DeliveredPair<'_>>]) -> Result<Vec<u8>, UnitError> {
        let files = &units.files;
        let name = |pair: usize| units.name(&files.units[pair]);
        for pair in versions.iter().flatten() {
            if pair.texts != [None; 2] {
                return Err(UnitError::Correction(name(pair.pair), "a corrected text is not written into a workbook"));
            }
            if pair.pair != pair.target {
                return Err(UnitError::Target(name(pair.pair), name(pair.target)));
            }
        }
        let omitted = versions.iter().zip(&files.units).filter(|(versions, _)| versions.is_empty()).map(|(_, unit)| unit.line);
        let dropped: BTreeSet<usize> = omitted.chain(files.left_out.iter().map(|unit| unit.unit.line)).collect();
        let archive = &files.files[0].bytes;
        if dropped.is_empty() {
            return Ok(archive.clone());
        }
        let sheet = self.without(&self.sheet, &dropped)?;
        let mut archive = ZipArchive::new(Cursor::new(archive.as_slice())).map_err(damaged)?;
        let mut written = ZipWriter::new(Cursor::new(Vec::new()));
        let own = archive.index_for_name(&self.member);
        for place in 0..archive.len() {
            if Some(place) == own {
                written.start_file(&self.member, SimpleFileOptions::default()).map_err(damaged)?;
                written.write_all(&sheet).map_err(damaged)?;
            } else {
                let member = archive.by_index_raw(place).map_err(damaged)?;
                written.raw_copy_file(member).map_err(damaged)?;
            }
        }
        Ok(written.finish().map_err(damaged)?.into_inner())
    }

    /// Sheet without the dropped rows; rows below are moved up where possible.
    fn without(&self, sheet: &[u8], dropped: &BTreeSet<usize>) -> Result<Vec<u8>, UnitError> {
        let (rows, _) = rows(sheet)?;
        let dropped: BTreeSet<usize> =
            rows.iter().filter(|row| row.has_value && dropped.contains(&row.number)).map(|row| row.number).collect();
        if let Some(row) = rows.iter().find(|row| row.has_formula && dropped.contains(&row.number)) {
            return Err(UnitError::Formula(format!("row {}", row.number)));
        }
        let (mut at, mut left) = (0, Vec::new());
        for row in rows.iter().filter(|row| dropped.contains(&row.number)) {
            left.extend(&sheet[at..row.bytes.start]);
            at = row.bytes.end;
        }
        left.extend(&sheet[at..]);
        if self.closes { closed_up(&left, &dropped) } else { Ok(left) }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[allow(clippy::needless_pass_by_value, reason = "maps errors")]
fn damaged(error: impl ToString) -> UnitError {
    UnitError::Damaged(error.to_string())
}

/// Value of an attribute of an XML tag.
fn value(tag: &BytesStart<'_>, key: &[u8]) -> Option<String> {
    let found = tag.attributes().flatten().find(|one| one.key.as_ref() == key)?;
    String::from_utf8(found.value.into_owned()).ok()
}

/// Values of an attribute of all XML elements with a name; empty where an element lacks it.
fn values(xml: &[u8], name: &[u8], key: &[u8]) -> Vec<String> {
    let (mut reader, mut found) = (Reader::from_reader(xml), Vec::new());
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == name => {
                found.push(value(&tag, key).unwrap_or_default());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    found
}

/// Rows of a sheet, and whether other elements refer to rows by number.
fn rows(sheet: &[u8]) -> Result<(Vec<Row>, bool), UnitError> {
    let mut reader = Reader::from_reader(sheet);
    let (mut rows, mut names_rows, mut number) = (Vec::<Row>::new(), false, 0);
    loop {
        let before = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(damaged)?;
        let at = reader.buffer_position() as usize;
        match &event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                b"row" => {
                    number = value(tag, b"r").and_then(|r| r.parse().ok()).unwrap_or(number + 1);
                    rows.push(Row { number, bytes: before..at, has_value: false, has_formula: false });
                }
                name => {
                    names_rows |= ROW_REFERRING_ELEMENTS.contains(&name);
                    if let Some(row) = rows.last_mut() {
                        row.has_value |= matches!(name, b"v" | b"is") && matches!(event, Event::Start(_));
                        row.has_formula |= name == b"f";
                    }
                }
            },
            Event::End(tag) if tag.local_name().as_ref() == b"row" => {
                if let Some(row) = rows.last_mut() {
                    row.bytes.end = at;
                }
            }
            Event::Eof => return Ok((rows, names_rows)),
            _ => {}
        }
    }
}

/// Sheet without the dropped rows, whose remaining rows, cell references and used range are renumbered.
fn closed_up(sheet: &[u8], dropped: &BTreeSet<usize>) -> Result<Vec<u8>, UnitError> {
    let (mut reader, mut writer) = (Reader::from_reader(sheet), Writer::new(Vec::new()));
    loop {
        let event = reader.read_event().map_err(damaged)?;
        let event = match event {
            Event::Eof => return Ok(writer.into_inner()),
            Event::Start(tag) => Event::Start(moved(tag, dropped)),
            Event::Empty(tag) => Event::Empty(moved(tag, dropped)),
            other => other,
        };
        writer.write_event(event).map_err(damaged)?;
    }
}

/// XML tag whose row references are renumbered after rows were dropped.
fn moved<'a>(tag: BytesStart<'a>, dropped: &BTreeSet<usize>) -> BytesStart<'a> {
    let key: &[u8] = match tag.local_name().as_ref() {
        b"row" | b"c" => b"r",
        b"dimension" => b"ref",
        _ => return tag,
    };
    let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
    let mut new = BytesStart::new(name);
    for one in tag.attributes().flatten() {
        if one.key.as_ref() == key {
            let ends = String::from_utf8_lossy(&one.value).split(':').map(|cell| up(cell, dropped)).collect::<Vec<_>>().join(":");
            new.push_attribute((one.key.as_ref(), ends.as_bytes()));
        } else {
            new.push_attribute((one.key.as_ref(), one.value.as_ref()));
        }
    }
    new
}

/// Cell reference such as `B12`, or a row number, reduced by the dropped rows before it.
fn up(cell: &str, dropped: &BTreeSet<usize>) -> String {
    let (column, row) = cell.split_at(cell.find(|c: char| c.is_ascii_digit()).unwrap_or(cell.len()));
    let Ok(row) = row.parse::<usize>() else { return cell.to_owned() };
    format!("{column}{}", row - dropped.range(..row).count())
}

#[cfg(test)]
mod tests;
