//! Files of text pairs as units of bytes, from which kept pairs are written unchanged.
//! Units are lines of two files, rows of a table or sheet, or units of a translation memory or XLIFF file.
//!
//! A unit that nobody changed is written with the bytes that it was read with, and so is what stands before the first and
//! after the last one: identifiers, dates, notes, properties, order and white space stay. A unit with another target
//! takes the target's bytes from the unit that had it. A corrected text replaces the bytes of its text alone; the unit of a
//! split pair is repeated.
//!
//! Cost: one pass over the bytes. Memory: the bytes of the files, and one range for each unit.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt,
    io::{self, Write},
    ops::Range,
    path::PathBuf,
};

use csv::{ByteRecord, ReaderBuilder, Terminator};

use super::{
    cells::{self, Cells, Edit, edited, line_end},
    moses::suffixes,
    tmx_units::{translation_units, variant},
    unit_error::{CODES, UnitError, unsuitable},
    xliff_units::{self, XliffParent, XliffUnits},
    xlsx_units::Workbook,
    xml_texts::{are_utf8, content, escaped},
};
use crate::{ExportError, Sink};
use wordfield_core::corpus::{Cancel, Format, ReadOptions, is_container, preview_all, read_bytes};

/// Kept pair to be delivered, by lines of its original files. A split pair is several of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveredPair<'a> {
    /// Line of the kept pair in its original file.
    pub line: usize,
    /// Line of the pair whose target text the source takes; usually equal to `line`.
    pub target: usize,
    /// Corrected source and target text; `None` where the text is unchanged.
    pub texts: [Option<&'a str>; 2],
}

/// Files of text pairs cut into units, which can be written again.
#[derive(Clone, Debug)]
pub struct PairUnits {
    files: Vec<UnitFile>,
    form: Form,
    /// Whether corrected texts can be written, because the files are UTF-8.
    utf8: bool,
}

/// Form of the units of a file: lines, JSON objects, rows, TMX or XLIFF units, or sheet rows.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// Unit: a line in each of two files, with or without an identifier before the text.
    Sides { identified: bool, moved: HashMap<usize, usize> },
    /// Unit: a JSON object, with the field names of source and target.
    Objects([String; 2]),
    /// Unit: a table row with the cells of source and target, in the named columns or in the first two.
    Rows(Cells, Option<[String; 2]>),
    /// Unit of a translation memory with variants in the languages of source and target.
    Tmx([String; 2]),
    /// Unit: an XLIFF unit or segment, with the parent units whose segments may all be dropped.
    Xliff(Vec<XliffParent>),
    /// Unit: a row of the first sheet of a workbook.
    Sheet(Workbook),
}

/// Bytes of a file of text pairs, with its units in their order.
#[derive(Clone, Debug)]
pub(super) struct UnitFile {
    pub bytes: Vec<u8>,
    /// Line number and byte range of each unit.
    pub units: Vec<(usize, Range<usize>)>,
    /// Number of units at the start of the file that are not pairs.
    header: usize,
    /// Byte order mark in front of `bytes`; empty if the file has none.
    mark: &'static [u8],
}

/// Reason why a line or cell cannot hold a corrected text.
const LINE_END: &str = "a corrected text has a line end or tab, or lacks its title";
/// Byte order mark of UTF-8, after which readers of XML and CSV count offsets.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

impl PairUnits {
    /// Reads files of text pairs and cuts them into units.
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

    /// Cuts files of text pairs into units: two files of lines, or one file. `sides` are the column or language names of
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
            let file = UnitFile { bytes, units, header, mark: b"" };
            return Ok(Self { files: vec![file], form: Form::Sheet(workbook), utf8: true });
        }
        let unmark = |bytes: &mut Vec<u8>| {
            let mark = if bytes.starts_with(MARK) { MARK } else { b"" };
            bytes.drain(..mark.len());
            mark
        };
        let marks: Vec<&[u8]> = files.iter_mut().map(unmark).collect();
        if files.iter().any(|bytes| is_container(bytes)) {
            return Err(UnitError::Container);
        }
        let named = || <[String; 2]>::try_from(sides.to_vec()).ok();
        let separated = || Cells::of_table(&files[0], format);
        let mut form = match (format, files.len()) {
            (Format::Plain, 2) => Form::Sides { identified: false, moved: HashMap::new() },
            (Format::Identified, 2) => Form::Sides { identified: true, moved: moved([&files[0], &files[1]]) },
            (Format::Csv | Format::Tsv, 1) => Form::Rows(separated(), named()),
            (Format::Parallel, 1) => Form::Rows(Cells::TAB_SEPARATED, None),
            (Format::JsonLines, 1) => Form::Objects(named().unwrap_or_default()),
            (Format::Tmx, 1) => Form::Tmx(named().unwrap_or_default()),
            (Format::Xliff, 1) => Form::Xliff(Vec::new()),
            _ => return Err(UnitError::Format(format.info().name)),
        };
        let utf8 = files.iter().all(|bytes| are_utf8(bytes));
        let mut cut = |(bytes, mark): (Vec<u8>, &'static [u8])| {
            let units = match &mut form {
                Form::Sides { .. } | Form::Objects(_) | Form::Sheet(_) => lines(&bytes),
                Form::Rows(cells, _) => rows(&bytes, *cells)?,
                Form::Tmx(languages) => translation_units(&bytes, languages)?,
                Form::Xliff(parents) => {
                    let found = XliffUnits::of(&bytes)?;
                    *parents = found.parents;
                    found.units
                }
            };
            let twice = units.windows(2).find(|pair| pair[0].0 == pair[1].0);
            twice.map_or(Ok(()), |pair| Err(UnitError::UnitsOnOneLine(pair[0].0)))?;
            let header = usize::from(matches!(format, Format::Csv | Format::Tsv)).min(units.len());
            Ok(UnitFile { bytes, units, header, mark })
        };
        let files: Vec<UnitFile> = files.into_iter().zip(marks).map(&mut cut).collect::<Result<_, _>>()?;
        Ok(Self { files, form, utf8 })
    }

    /// Line numbers of the units of the first file, without its header.
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        let file = &self.files[0];
        file.units[file.header..].iter().map(|unit| unit.0)
    }

    /// Writes the kept pairs in the given order: to the main file of a sink, or for two files to two that are named after the
    /// sides.
    ///
    /// # Errors
    /// When a unit cannot take another target or a corrected text, the files have no such line, or writing fails.
    pub fn write(&self, kept: &[DeliveredPair<'_>], sides: [&str; 2], sink: &mut Sink<'_>) -> Result<(), ExportError> {
        if self.files.len() == 1 {
            return sink.fill(None, |to| self.write_file(0, kept, to));
        }
        let suffixes = suffixes(sides);
        (0..2).try_for_each(|side| sink.fill_suffixed(&suffixes[side], |to| self.write_file(side, kept, to)))
    }

    /// Writes one of the original files with its kept pairs.
    fn write_file(&self, file: usize, kept: &[DeliveredPair<'_>], to: &mut dyn Write) -> io::Result<()> {
        let of = &self.files[file];
        if let Some(pair) = kept.iter().find(|pair| !self.utf8 && pair.texts.iter().any(Option::is_some)) {
            let problem = "the file is not UTF-8, as a corrected text is";
            return Err(unsuitable(&UnitError::Correction(pair.line, problem)));
        }
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
        // Bytes between units stay, whether or not the units are kept.
        let mut passed = of.header;
        let mut pass = |to: &mut dyn Write, until: usize| {
            let between = (passed..until).map(|place| {
                let before = if place == of.header { begin } else { of.units[place - 1].1.end };
                &of.bytes[before..of.units[place].1.start]
            });
            passed = passed.max(until);
            between.into_iter().try_for_each(|bytes| to.write_all(bytes))
        };
        let (mut ended, mut last) = (true, 0);
        for pair in kept {
            if let Some(place) = of.place(pair.line) {
                pass(to, place + 1)?;
            }
            if !ended {
                to.write_all(b"\n")?;
            }
            if last == pair.line && matches!(self.form, Form::Sides { identified: true, .. }) {
                return Err(unsuitable(&UnitError::Correction(pair.line, "a split pair would repeat its identifier")));
            }
            last = pair.line;
            let unit = self.unit(file, *pair).map_err(|error| unsuitable(&error))?;
            ended = unit.ends_with(b"\n") || matches!(self.form, Form::Tmx(_));
            to.write_all(&unit)?;
        }
        pass(to, of.units.len())?;
        to.write_all(&of.bytes[end..])
    }

    /// Bytes of a kept pair's unit in the given file.
    fn unit(&self, file: usize, pair: DeliveredPair<'_>) -> Result<Cow<'_, [u8]>, UnitError> {
        let of = &self.files[file];
        if let Form::Sides { identified, moved } = &self.form {
            let target = moved.get(&pair.target).copied().unwrap_or(pair.target);
            let line = of.unit([pair.line, target][file])?;
            return pair.texts[file]
                .map_or(Ok(line.into()), |text| with_text(line, text, *identified, pair.line).map(Cow::Owned));
        }
        let (unit, other) = (of.unit(pair.line)?, of.unit(pair.target)?);
        let moves = pair.line != pair.target;
        if !moves && pair.texts == [None; 2] {
            return Ok(unit.into());
        }
        let refused = || match pair.texts {
            [None, None] => UnitError::Target(pair.line, pair.target),
            _ => UnitError::Correction(pair.line, "the text that is corrected is not found"),
        };
        let mut edits: Vec<Edit<'_>> = Vec::new();
        for side in 0..2 {
            let taken = if side == 1 { other } else { unit };
            let text = pair.texts[side];
            if !(moves && side == 1) && text.is_none() {
                continue;
            }
            let [own, place] = [unit, taken].map(|unit| self.place(of, unit, side));
            let (own, place) = own.zip(place).ok_or_else(refused)?;
            let bytes = &taken[place];
            edits.push((own, text.map_or(Ok(bytes.into()), |text| self.corrected(bytes, text, pair.line).map(Cow::Owned))?));
        }
        Ok(edited(unit, edits).into())
    }

    /// Byte range of the source or target text in a unit, with its quotation marks or tags.
    fn place(&self, of: &UnitFile, unit: &[u8], side: usize) -> Option<Range<usize>> {
        match &self.form {
            Form::Rows(cells, sides) => {
                let column = match sides {
                    None => side,
                    Some(sides) => {
                        let header = of.bytes.get(of.units.first()?.1.clone())?;
                        cells.names(header).position(|name| name == sides[side])?
                    }
                };
                cells.of(unit).get(column).cloned()
            }
            Form::Objects(sides) => cells::field(unit, &sides[side]),
            Form::Tmx(sides) => variant(unit, &sides[side]),
            Form::Sides { .. } | Form::Xliff(_) | Form::Sheet(_) => None,
        }
    }

    /// Bytes of a text after its correction, in the syntax of the file.
    fn corrected(&self, before: &[u8], text: &str, line: usize) -> Result<Vec<u8>, UnitError> {
        let refused = |problem| UnitError::Correction(line, problem);
        match &self.form {
            Form::Rows(cells, _) => cells.cell(text, before).ok_or_else(|| refused(LINE_END)),
            Form::Objects(_) => {
                let is_text = before.starts_with(b"\"") || before == b"null";
                is_text
                    .then(|| serde_json::Value::from(text).to_string().into_bytes())
                    .ok_or_else(|| refused("its field is no text"))
            }
            _ => {
                let segment =
                    content(before, b"seg", |_| false).filter(|segment| segment.is_text).ok_or_else(|| refused(CODES))?;
                Ok(edited(before, vec![(segment.bytes, escaped(text).into())]))
            }
        }
    }
}

impl UnitFile {
    /// Index of the unit that contains a line.
    fn place(&self, line: usize) -> Option<usize> {
        self.units.binary_search_by_key(&line, |unit| unit.0).ok()
    }

    /// Bytes of the unit that contains a line.
    pub(super) fn unit(&self, line: usize) -> Result<&[u8], UnitError> {
        let place = self.place(line).ok_or(UnitError::Missing(line))?;
        Ok(&self.bytes[self.units[place].1.clone()])
    }
}

/// Target line of each source line whose identifier is on a different line of the target file.
fn moved([source, target]: [&Vec<u8>; 2]) -> HashMap<usize, usize> {
    let ids = |bytes: &[u8]| -> Vec<(Vec<u8>, usize)> {
        let id = |line: &[u8]| line.split(|&byte| byte == b'\t').next().unwrap_or_default().trim_ascii().to_vec();
        lines(bytes).into_iter().map(|(line, range)| (id(&bytes[range]), line)).filter(|(id, _)| !id.is_empty()).collect()
    };
    let places: HashMap<Vec<u8>, usize> = ids(target).into_iter().collect();
    let place = |(id, line): (Vec<u8>, usize)| Some((line, *places.get(&id)?)).filter(|(line, place)| line != place);
    ids(source).into_iter().filter_map(place).collect()
}

/// Line of a file with its text replaced, after its identifier if it has one.
fn with_text(line: &[u8], text: &str, identified: bool, number: usize) -> Result<Vec<u8>, UnitError> {
    let plain = || (!text.contains(['\n', '\r', '\t'])).then(|| (0..line.len() - line_end(line).len(), text.to_owned()));
    let place = if identified { cells::identified(line, text) } else { plain() };
    let (place, text) = place.ok_or(UnitError::Correction(number, LINE_END))?;
    Ok(edited(line, vec![(place, text.into_bytes().into())]))
}

/// Line numbers and byte ranges of all lines, including line ends.
fn lines(bytes: &[u8]) -> Vec<(usize, Range<usize>)> {
    let ends = bytes.split_inclusive(|&byte| byte == b'\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        Some(begin..*at)
    });
    (1..).zip(ends).collect()
}

/// Table rows with their line ends; quoted cells may span lines. Places are those of the corpus's own reader.
fn rows(bytes: &[u8], cells: Cells) -> Result<Vec<(usize, Range<usize>)>, UnitError> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(cells.separator).quoting(cells.quoting);
    let mut reader = builder.terminator(Terminator::Any(b'\n')).from_reader(bytes);
    let (mut record, mut units) = (ByteRecord::new(), Vec::new());
    while reader.read_byte_record(&mut record).map_err(|error| UnitError::Damaged(error.to_string()))? {
        let place = record.position().map_or((1, 0), |place| (place.line() as usize, place.byte() as usize));
        units.push((place.0, place.1..reader.position().byte() as usize));
    }
    Ok(units)
}

#[cfg(test)]
#[path = "units_tests.rs"]
mod tests;
