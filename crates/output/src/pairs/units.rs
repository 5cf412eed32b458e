//! Files of pairs as units of bytes: lines of two files, rows of a table or sheet, or units of a translation memory or XLIFF
//! file.
//!
//! A unit that nobody changed is written with the bytes that it was read with, and so is what stands before the first and
//! after the last one: identifiers, dates, notes, properties, order and white space stay. A unit with another target
//! takes the target's bytes from the unit that had it.
//!
//! Cost: one pass over the bytes. Memory: the bytes of the files, and one range a unit.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt,
    io::{self, Write},
    ops::Range,
    path::PathBuf,
};

use csv::{ByteRecord, ReaderBuilder, Terminator, WriterBuilder};
use quick_xml::{Reader, events::Event};

use super::{
    moses::suffixes,
    xliff_units::{self, Parent, XliffUnits},
    xlsx_units::Workbook,
};
use crate::{ExportError, Sink};
use wordfield_core::corpus::{Cancel, Format, ReadOptions, preview_all, read_bytes};

/// A pair that is kept, by lines of the files it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveredPair {
    /// Line of the pair.
    pub line: usize,
    /// Line of the pair whose target this source takes; usually `line`.
    pub target: usize,
}

/// Files of pairs cut into units.
#[derive(Clone, Debug)]
pub struct PairUnits {
    files: Vec<UnitFile>,
    form: Form,
}

/// Form of the units.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A line in each of two files, with the line of the target where identifiers put it elsewhere.
    Sides(HashMap<usize, usize>),
    /// A line that cannot take another target.
    Lines,
    /// A row whose second cell is the target, or the cell of the named column.
    Rows { separator: u8, target: Option<String> },
    /// A unit of a translation memory with a variant in the language of the target.
    Tmx { target: String },
    /// A unit or segment of an XLIFF file, with the units whose segments may all be dropped.
    Xliff(Vec<Parent>),
    /// A row of the first sheet of a workbook.
    Sheet(Workbook),
}

/// The bytes of a file, and its units in their order.
#[derive(Clone, Debug)]
pub(super) struct UnitFile {
    pub bytes: Vec<u8>,
    /// Line and bytes of each unit.
    pub units: Vec<(usize, Range<usize>)>,
    /// Number of first units that are no pair.
    header: usize,
    /// Byte order mark, which stands before `bytes`, or nothing.
    mark: &'static [u8],
}

/// Byte order mark of UTF-8. Readers of XML and CSV count their places from behind it.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reason why files are no units of bytes.
#[derive(Debug, thiserror::Error)]
pub enum UnitError {
    /// The format has no units.
    #[error("{0} cannot be delivered in its own format: name a table by --out, such as clean.tsv")]
    Format(&'static str),
    /// The bytes are UTF-16.
    #[error("the file is UTF-16, whose bytes are not kept: save it as UTF-8, or name a table by --out, such as clean.tsv")]
    Wide,
    /// The file is one of another program, such as a spreadsheet.
    #[error(
        "the file is a Parquet or OpenDocument file or a document, which is not written: name a table by --out, such as clean.xlsx"
    )]
    Container,
    /// The bytes are damaged.
    #[error("the file cannot be cut into units ({0}): save it again")]
    Damaged(String),
    /// Two units of a translation memory begin on one line.
    #[error("line {0} has several translation units: write one a line, for example by `xmllint --format`")]
    OneLine(usize),
    /// No unit is in a line.
    #[error("no pair is in line {0} any more: read the file again")]
    Missing(usize),
    /// A unit cannot take another target.
    #[error("line {0} takes the target of line {1}, which this format cannot write: name a table by --out, such as clean.tsv")]
    Target(usize, usize),
    /// A row of a sheet with a formula would be dropped.
    #[error("line {0} has a formula, and rows with formulas are not dropped: name a table by --out, such as clean.tsv")]
    Formula(usize),
}

impl PairUnits {
    /// Reads files of pairs and cuts them into units.
    ///
    /// # Errors
    /// When the files cannot be read, or are no units.
    pub fn read(paths: &[PathBuf], options: &ReadOptions) -> Result<Self, ExportError> {
        let unsuitable = |error: &dyn fmt::Display| ExportError::Unsuitable(error.to_string());
        let cancel = Cancel::default();
        let preview = preview_all(paths, options, &cancel).map_err(|error| unsuitable(&error))?;
        let bytes = |path: &PathBuf| read_bytes(path, options.limits, &cancel).map_err(|error| unsuitable(&error));
        let files = paths.iter().map(bytes).collect::<Result<Vec<_>, _>>()?;
        let named = |error: UnitError| unsuitable(&format!("{}: {error}", paths[0].display()));
        Self::cut(files, preview.format, &preview.text_columns).map_err(named)
    }

    /// Cuts files of a format into units: two files of lines, or one file. `sides` are the names of the columns or languages of
    /// source and target, as a preview tells them.
    ///
    /// # Errors
    /// When the format has no units, or the bytes are UTF-16 or damaged.
    pub fn cut(mut files: Vec<Vec<u8>>, format: Format, sides: &[String]) -> Result<Self, UnitError> {
        if files.iter().any(|bytes| bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff])) {
            return Err(UnitError::Wide);
        }
        if format == Format::Csv && files.len() == 1 && Workbook::is(&files[0]) {
            let (workbook, bytes, units) = Workbook::of(files.concat())?;
            let header = units.len().min(1);
            return Ok(Self { files: vec![UnitFile { bytes, units, header, mark: b"" }], form: Form::Sheet(workbook) });
        }
        let unmark = |bytes: &mut Vec<u8>| {
            let mark = if bytes.starts_with(MARK) { MARK } else { b"" };
            bytes.drain(..mark.len());
            mark
        };
        let marks: Vec<&[u8]> = files.iter_mut().map(unmark).collect();
        if files.iter().any(|bytes| bytes.starts_with(b"PAR1") || bytes.starts_with(b"PK\x03\x04")) {
            return Err(UnitError::Container);
        }
        let target = || sides.get(1).cloned();
        let mut form = match (format, files.len()) {
            (Format::Plain, 2) => Form::Sides(HashMap::new()),
            (Format::Identified, 2) => Form::Sides(moved([&files[0], &files[1]])),
            (Format::Csv | Format::Tsv, 1) => Form::Rows { separator: separator(&files[0], format), target: target() },
            (Format::Parallel, 1) => Form::Rows { separator: b'\t', target: None },
            (Format::JsonLines, 1) => Form::Lines,
            (Format::Tmx, 1) => Form::Tmx { target: target().unwrap_or_default() },
            (Format::Xliff, 1) => Form::Xliff(Vec::new()),
            _ => return Err(UnitError::Format(format.info().name)),
        };
        let quoting = format == Format::Csv;
        let mut cut = |(bytes, mark): (Vec<u8>, &'static [u8])| {
            let units = match &mut form {
                Form::Sides(_) | Form::Lines | Form::Sheet(_) => lines(&bytes),
                Form::Rows { separator, .. } => rows(&bytes, *separator, quoting)?,
                Form::Tmx { .. } => translation_units(&bytes)?,
                Form::Xliff(parents) => {
                    let found = XliffUnits::of(&bytes)?;
                    *parents = found.parents;
                    found.units
                }
            };
            let twice = units.windows(2).find(|pair| pair[0].0 == pair[1].0);
            twice.map_or(Ok(()), |pair| Err(UnitError::OneLine(pair[0].0)))?;
            let header = usize::from(matches!(format, Format::Csv | Format::Tsv)).min(units.len());
            Ok(UnitFile { bytes, units, header, mark })
        };
        let files: Vec<UnitFile> = files.into_iter().zip(marks).map(&mut cut).collect::<Result<_, _>>()?;
        Ok(Self { files, form })
    }

    /// Lines of the units of the first file, without a header.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        let file = &self.files[0];
        file.units[file.header..].iter().map(|unit| unit.0)
    }

    /// Writes the kept pairs in the order given: to the main file of a sink, or for two files to two that are named after the
    /// sides.
    ///
    /// # Errors
    /// When a unit cannot take another target, the files have no such line, or writing fails.
    pub fn write(&self, kept: &[DeliveredPair], sides: [&str; 2], sink: &mut Sink<'_>) -> Result<(), ExportError> {
        if self.files.len() == 1 {
            return sink.fill(None, |to| self.write_file(0, kept, to));
        }
        let suffixes = suffixes(sides);
        (0..2).try_for_each(|side| sink.fill_suffixed(&suffixes[side], |to| self.write_file(side, kept, to)))
    }

    /// Writes the kept pairs of a file.
    fn write_file(&self, file: usize, kept: &[DeliveredPair], to: &mut dyn Write) -> io::Result<()> {
        let of = &self.files[file];
        to.write_all(of.mark)?;
        if let Form::Xliff(parents) = &self.form {
            return xliff_units::write(of, parents, kept, to);
        }
        if let Form::Sheet(workbook) = &self.form {
            return workbook.write(of, kept, to);
        }
        let units = &of.units[of.header..];
        let begin = units.first().map_or(of.bytes.len(), |unit| unit.1.start);
        let end = units.last().map_or(begin, |unit| unit.1.end);
        to.write_all(&of.bytes[..begin])?;
        let mut ended = true;
        for pair in kept {
            if !ended {
                to.write_all(b"\n")?;
            }
            let unit = match &self.form {
                Form::Sides(moved) => {
                    let target = moved.get(&pair.target).copied().unwrap_or(pair.target);
                    Cow::Borrowed(of.unit([pair.line, target][file])?)
                }
                _ if pair.line == pair.target => Cow::Borrowed(of.unit(pair.line)?),
                _ => Cow::Owned(self.repartnered(of, *pair)?),
            };
            ended = unit.ends_with(b"\n") || matches!(self.form, Form::Tmx { .. });
            to.write_all(&unit)?;
        }
        to.write_all(&of.bytes[end..])
    }

    /// The unit of a source with the target of another one.
    fn repartnered(&self, of: &UnitFile, pair: DeliveredPair) -> io::Result<Vec<u8>> {
        let refused = || unsuitable(&UnitError::Target(pair.line, pair.target));
        let (unit, other) = (of.unit(pair.line)?, of.unit(pair.target)?);
        match &self.form {
            Form::Rows { separator, target } => {
                let header = of.units.first().map_or(&[][..], |unit| &of.bytes[unit.1.clone()]);
                let quoting = *separator != b'\t';
                let fields = |bytes: &[u8]| record(bytes, *separator, quoting).ok_or_else(refused);
                let place = match target {
                    None => 1,
                    Some(name) => fields(header)?.iter().position(|field| field == name.as_bytes()).ok_or_else(refused)?,
                };
                let other = fields(other)?;
                let mut row: Vec<Vec<u8>> = fields(unit)?.iter().map(<[u8]>::to_vec).collect();
                *row.get_mut(place).ok_or_else(refused)? = other.get(place).ok_or_else(refused)?.to_vec();
                let mut written = if quoting {
                    let mut writer = WriterBuilder::new().delimiter(*separator).flexible(true).from_writer(Vec::new());
                    writer.write_record(&row)?;
                    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?
                } else {
                    row.join(&b'\t')
                };
                if quoting {
                    written.pop();
                }
                written.extend(line_end(unit));
                Ok(written)
            }
            Form::Tmx { target } => {
                let [own, other_own] = [unit, other].map(|unit| variant(unit, target));
                let (own, other_own) = own.zip(other_own).ok_or_else(refused)?;
                Ok([&unit[..own.start], &other[other_own], &unit[own.end..]].concat())
            }
            Form::Sides(_) | Form::Lines | Form::Xliff(_) | Form::Sheet(_) => Err(refused()),
        }
    }
}

impl UnitFile {
    /// Bytes of the unit of a line.
    pub(super) fn unit(&self, line: usize) -> io::Result<&[u8]> {
        let place = self.units.binary_search_by_key(&line, |unit| unit.0);
        let missing = |_| unsuitable(&UnitError::Missing(line));
        place.map(|place| &self.bytes[self.units[place].1.clone()]).map_err(missing)
    }
}

/// An error of a unit while a file is written.
pub(super) fn unsuitable(error: &UnitError) -> io::Error {
    io::Error::other(ExportError::Unsuitable(error.to_string()))
}

/// Line of the target of each line whose identifier is on another line of the target file.
fn moved([source, target]: [&Vec<u8>; 2]) -> HashMap<usize, usize> {
    let ids = |bytes: &[u8]| -> Vec<(Vec<u8>, usize)> {
        let id = |line: &[u8]| line.split(|&byte| byte == b'\t').next().unwrap_or_default().trim_ascii().to_vec();
        lines(bytes).into_iter().map(|(line, range)| (id(&bytes[range]), line)).filter(|(id, _)| !id.is_empty()).collect()
    };
    let places: HashMap<Vec<u8>, usize> = ids(target).into_iter().collect();
    let place = |(id, line): (Vec<u8>, usize)| Some((line, *places.get(&id)?)).filter(|(line, place)| line != place);
    ids(source).into_iter().filter_map(place).collect()
}

/// The line end of a row, if it has one.
fn line_end(row: &[u8]) -> &[u8] {
    let text = row.strip_suffix(b"\n").map_or(row, |row| row.strip_suffix(b"\r").unwrap_or(row));
    &row[text.len()..]
}

/// Separator of a table.
fn separator(bytes: &[u8], format: Format) -> u8 {
    let header = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match format {
        Format::Tsv => b'\t',
        _ if header.contains(&b';') && !header.contains(&b',') => b';',
        _ => b',',
    }
}

/// Lines with their line ends.
fn lines(bytes: &[u8]) -> Vec<(usize, Range<usize>)> {
    let ends = bytes.split_inclusive(|&byte| byte == b'\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        Some(begin..*at)
    });
    (1..).zip(ends).collect()
}

/// A reader of rows whose places are those of the corpus's own reader.
fn reader(bytes: &[u8], separator: u8, quoting: bool) -> csv::Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(separator).quoting(quoting);
    builder.terminator(Terminator::Any(b'\n')).from_reader(bytes)
}

/// Rows with their line ends; quoted cells may span lines.
fn rows(bytes: &[u8], separator: u8, quoting: bool) -> Result<Vec<(usize, Range<usize>)>, UnitError> {
    let mut reader = reader(bytes, separator, quoting);
    let (mut record, mut units) = (ByteRecord::new(), Vec::new());
    while reader.read_byte_record(&mut record).map_err(|error| UnitError::Damaged(error.to_string()))? {
        let place = record.position().map_or((1, 0), |place| (place.line() as usize, place.byte() as usize));
        units.push((place.0, place.1..reader.position().byte() as usize));
    }
    Ok(units)
}

/// Cells of a row.
fn record(row: &[u8], separator: u8, quoting: bool) -> Option<ByteRecord> {
    let row = &row[..row.len() - line_end(row).len()];
    reader(row, separator, quoting).into_byte_records().next()?.ok()
}

/// Units of a translation memory, each with the white space before it.
fn translation_units(bytes: &[u8]) -> Result<Vec<(usize, Range<usize>)>, UnitError> {
    let mut reader = Reader::from_reader(bytes);
    let (mut units, mut line, mut counted, mut begin) = (Vec::new(), 1, 0, None);
    loop {
        let event = reader.read_event().map_err(|error| UnitError::Damaged(error.to_string()))?;
        let at = reader.buffer_position() as usize;
        line += bytes[counted..at].split(|&byte| byte == b'\n').count() - 1;
        counted = at;
        match event {
            Event::Start(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"body") => begin = Some(at),
            Event::Start(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tu") => {
                units.push((line, begin.unwrap_or(at)..at));
            }
            Event::Empty(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tu") => {
                units.push((line, begin.unwrap_or(at)..at));
                begin = Some(at);
            }
            Event::End(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tu") => {
                if let Some(unit) = units.last_mut() {
                    unit.1.end = at;
                }
                begin = Some(at);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    Ok(units)
}

/// Bytes of the variant of a unit in a language: the first whose code is the language, else the first of its primary language.
fn variant(unit: &[u8], language: &str) -> Option<Range<usize>> {
    let mut reader = Reader::from_reader(unit);
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let mut open = None;
    loop {
        let before = reader.buffer_position() as usize;
        match reader.read_event().ok()? {
            Event::Start(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tuv") => {
                let code = tag
                    .attributes()
                    .flatten()
                    .find(|one| [&b"xml:lang"[..], b"lang"].iter().any(|key| one.key.as_ref().eq_ignore_ascii_case(key)))?;
                open = Some((String::from_utf8_lossy(&code.value).into_owned(), before));
            }
            Event::End(tag) if tag.name().as_ref().eq_ignore_ascii_case(b"tuv") => {
                let (code, begin) = open.take()?;
                found.push((code, begin..reader.buffer_position() as usize));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    let primary = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let exact = found.iter().find(|(code, _)| code.eq_ignore_ascii_case(language));
    exact.or_else(|| found.iter().find(|(code, _)| primary(code) == primary(language))).map(|(_, range)| range.clone())
}

#[cfg(test)]
#[path = "units_tests.rs"]
mod tests;
