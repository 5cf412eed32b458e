//! Files of text pairs as units of their format, from which kept pairs are written and all other bytes are kept.
//! Units are lines of two files, rows of a table or sheet, JSON objects, or units of a translation memory or XLIFF file.
//!
//! The reader of corpora finds the units and their bytes, so that a pair is the same unit in corpora and deliveries.
//! An unchanged unit is written with its original bytes, in the encoding of its file:
//! identifiers, dates, notes, properties, order and white space are kept.
//! A unit with another target takes the target's bytes from the unit of that target.
//! A corrected text replaces the bytes of its text alone; the unit of a split pair is repeated.
//! Units that are no pairs are kept in XML files and removed from all other files.
//!
//! Cost: one pass over the files. Memory: the files, their texts, and an edit for each changed unit.

use std::{ops::Range, path::PathBuf};

use super::{
    account::Omitted,
    cells::{self, Cells, line_end},
    moses::suffixes,
    unit_error::UnitError,
    xlsx_units::Workbook,
    xml_edits,
};
use crate::{ExportError, Sink};
use wordfield_core::corpus::{Cancel, Format, PairFiles, PairUnit, ReadOptions, TextEdit, TextPart, read_pair_files};

/// Kept pair to be delivered, by its index among the pairs of its files. A split pair is several entries of one index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeliveredPair<'a> {
    /// Index of the kept pair.
    pub pair: usize,
    /// Index of the pair whose target text the source takes; for most pairs equal to `pair`.
    pub target: usize,
    /// Corrected source and target text; `None` where the text is unchanged.
    pub texts: [Option<&'a str>; 2],
}

/// Files of text pairs cut into units, which can be written again.
#[derive(Clone, Debug)]
pub struct PairUnits {
    /// Pairs and other units of the files.
    pub files: PairFiles,
    /// Options with which the files were read.
    pub(super) options: ReadOptions,
    /// Whether the number of every unit is that of its line.
    pub(super) are_lines: bool,
    form: Result<Form, String>,
}

/// Form of the units of a file: lines, JSON objects, rows, TMX or XLIFF units, or sheet rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Unit: a line in each of two files, with or without an identifier before the text.
    Sides { identified: bool },
    /// Unit: a JSON object, with the field names of source and target.
    Objects([String; 2]),
    /// Unit: a table row with the cells of source and target in these columns.
    Rows(Cells, [usize; 2]),
    /// Unit of a translation memory or XLIFF file with texts in the languages of source and target.
    Xml(Format, [String; 2]),
    /// Unit: a row of the first sheet of a workbook.
    Sheet(Workbook),
}

/// Treatment of the units of omitted pairs in the form of the original.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OmittedUnits {
    /// XLIFF units of omitted pairs are marked as to be reviewed; units of other files are removed.
    #[default]
    Mark,
    /// Units of omitted pairs are removed.
    Remove,
}

/// Reason why a line or cell cannot hold a corrected text.
const LINE_END: &str = "a corrected text has a line end or tab, or lacks its title";

impl PairUnits {
    /// Reads files of text pairs with all their units.
    ///
    /// # Errors
    /// Returns an error if the files cannot be read, or are no pairs.
    pub fn read(paths: &[PathBuf], options: &ReadOptions) -> Result<Self, ExportError> {
        let files = read_pair_files(paths, options, &Cancel::default());
        let files = files.map_err(|error| ExportError::Unsuitable(error.to_string()))?;
        let form = Form::of(&files).map_err(|error| format!("{}: {error}", paths[0].display()));
        let mut units = files.units.iter().chain(files.left_out.iter().map(|unit| &unit.unit));
        let are_lines = units.all(|unit| unit.number == unit.line);
        Ok(Self { are_lines, files, options: options.clone(), form })
    }

    /// Form in which the files can be written again.
    ///
    /// # Errors
    /// Returns an error if the format of the files cannot be written.
    pub(super) fn form(&self) -> Result<&Form, ExportError> {
        self.form.as_ref().map_err(|problem| ExportError::Unsuitable(problem.clone()))
    }

    /// Name of a unit in messages.
    pub fn name(&self, unit: &PairUnit) -> String {
        if self.are_lines { format!("line {}", unit.number) } else { format!("unit {} (line {})", unit.number, unit.line) }
    }

    /// Writes the kept pairs in the form of the original: to the main file of a sink.
    /// Two files are written to two files that are named after the sides.
    /// `omitted` are the pairs that are not kept.
    ///
    /// # Errors
    /// Returns an error if a unit cannot take another target or a corrected text, or writing fails.
    pub fn write(
        &self,
        kept: &[DeliveredPair<'_>],
        omitted: &[Omitted<'_>],
        treatment: OmittedUnits,
        sink: &mut Sink<'_>,
    ) -> Result<(), ExportError> {
        let form = self.form()?;
        let unsuitable = |error: UnitError| ExportError::Unsuitable(error.to_string());
        let mut versions: Vec<Vec<DeliveredPair<'_>>> = vec![Vec::new(); self.files.pairs()];
        for pair in kept {
            versions[pair.pair].push(*pair);
        }
        let file = |file: usize| self.written(form, file, &versions, omitted, treatment).map_err(unsuitable);
        if self.files.files.len() == 1 {
            let bytes = file(0)?;
            return sink.fill(None, |to| to.write_all(&bytes));
        }
        let suffixes = suffixes(self.files.sides());
        (0..2).try_for_each(|side| {
            let bytes = file(side)?;
            sink.fill_suffixed(&suffixes[side], |to| to.write_all(&bytes))
        })
    }

    /// Bytes of one of the original files with its kept pairs.
    fn written(
        &self,
        form: &Form,
        file: usize,
        versions: &[Vec<DeliveredPair<'_>>],
        omitted: &[Omitted<'_>],
        treatment: OmittedUnits,
    ) -> Result<Vec<u8>, UnitError> {
        let of = &self.files.files[file];
        let edits = match form {
            Form::Sheet(workbook) => return workbook.write(self, versions),
            Form::Xml(format, languages) => xml_edits::edits(self, *format, languages, versions, omitted, treatment)?,
            _ => self.line_edits(form, file, versions)?,
        };
        of.edited(&edits, matches!(form, Form::Xml(..))).map_err(|(letter, at)| {
            let unit = self.files.units.iter().find(|unit| unit.bytes[file].end > at);
            UnitError::Encoding(unit.map_or_else(String::new, |unit| self.name(unit)), of.encoding(), letter)
        })
    }

    /// Edits of one of the files whose units are lines, rows or objects.
    fn line_edits(&self, form: &Form, file: usize, versions: &[Vec<DeliveredPair<'_>>]) -> Result<Vec<TextEdit>, UnitError> {
        let text = &self.files.files[file].text;
        let left_out = self.files.left_out.iter().map(|unit| unit.unit.bytes[file].clone()).filter(|bytes| !bytes.is_empty());
        let mut edits: Vec<TextEdit> = left_out.map(|range| TextEdit { range, parts: Vec::new() }).collect();
        for (versions, unit) in versions.iter().zip(&self.files.units) {
            if let [pair] = &versions[..]
                && pair.target == pair.pair
                && pair.texts == [None; 2]
            {
                continue;
            }
            if versions.len() > 1 && matches!(form, Form::Sides { identified: true }) {
                return Err(UnitError::Correction(self.name(unit), "a split pair would repeat its identifier"));
            }
            let range = unit.bytes[file].clone();
            let mut parts = Vec::new();
            for (part, pair) in versions.iter().enumerate() {
                let ended = text[..range.end].ends_with('\n');
                if part > 0 && !ended {
                    parts.push(TextPart::Text("\n".to_owned()));
                }
                parts.extend(self.line_parts(form, file, *pair)?);
            }
            edits.push(TextEdit { range, parts });
        }
        edits.sort_by_key(|edit| edit.range.start);
        Ok(edits)
    }

    /// Line, row or object of a kept pair in one of the files.
    fn line_parts(&self, form: &Form, file: usize, pair: DeliveredPair<'_>) -> Result<Vec<TextPart>, UnitError> {
        let of = &self.files.files[file].text;
        let [own, other] = [pair.pair, pair.target].map(|pair| self.files.units[pair].bytes[file].clone());
        let name = || self.name(&self.files.units[pair.pair]);
        let mut edits: Vec<(Range<usize>, TextPart)> = Vec::new();
        if let Form::Sides { identified } = form {
            if file == 1 && pair.target != pair.pair {
                let [own, other] =
                    [&own, &other].map(|range| range.start..range.end - line_end(of[range.clone()].as_bytes()).len());
                edits.push((own, TextPart::Copy(other)));
            }
            if let Some(text) = pair.texts[file] {
                // A corrected text is written after the identifier of the target that the pair takes.
                let line = if edits.is_empty() { own.clone() } else { other };
                let (place, text) =
                    with_text(&of[line.clone()], text, *identified).ok_or_else(|| UnitError::Correction(name(), LINE_END))?;
                if edits.is_empty() {
                    edits.push((line.start + place.start..line.start + place.end, TextPart::Text(text)));
                } else {
                    let head = TextPart::Copy(line.start..line.start + place.start);
                    let (range, _) = edits.remove(0);
                    return Ok(vec![head, TextPart::Text(text), TextPart::Copy(range.end..own.end)]);
                }
            }
            return Ok(xml_edits::spliced(own, edits));
        }
        let refused = || match pair.texts {
            [None, None] => UnitError::Target(name(), self.name(&self.files.units[pair.target])),
            _ => UnitError::Correction(name(), "the text that is corrected is not found"),
        };
        for side in 0..2 {
            let moves = side == 1 && pair.target != pair.pair;
            let text = pair.texts[side];
            if !moves && text.is_none() {
                continue;
            }
            let taken = if side == 1 { &other } else { &own };
            let found = |range: &Range<usize>| {
                let place = form.place(&of[range.clone()], side)?;
                Some(range.start + place.start..range.start + place.end)
            };
            let (own, taken) = found(&own).zip(found(taken)).ok_or_else(refused)?;
            let part = match text {
                None => TextPart::Copy(taken),
                Some(text) => {
                    TextPart::Text(form.corrected(&of[taken], text).map_err(|problem| UnitError::Correction(name(), problem))?)
                }
            };
            edits.push((own, part));
        }
        edits.sort_by_key(|edit| edit.0.start);
        Ok(xml_edits::spliced(own, edits))
    }
}

impl Form {
    /// Form of the units of files.
    fn of(files: &PairFiles) -> Result<Self, UnitError> {
        let (format, first) = (files.corpus.format, &files.files[0]);
        if format == Format::Csv && files.files.len() == 1 && Workbook::is(&first.bytes) {
            return Ok(Self::Sheet(Workbook::of(&first.bytes)?));
        }
        if files.files.iter().any(wordfield_core::corpus::FileText::is_container) {
            return Err(UnitError::Container);
        }
        let sides = <[String; 2]>::try_from(files.text_columns.clone());
        Ok(match (format, files.files.len(), sides) {
            (Format::Plain, 2, _) => Self::Sides { identified: false },
            (Format::Identified, 2, _) => Self::Sides { identified: true },
            (Format::Csv | Format::Tsv, 1, Ok(sides)) => {
                let (cells, header) = Cells::of_table(&first.text, format);
                let column = |side: &String| cells.names(header.as_bytes()).position(|name| name == *side).unwrap_or_default();
                Self::Rows(cells, sides.each_ref().map(column))
            }
            (Format::Parallel, 1, _) => Self::Rows(Cells::TAB_SEPARATED, [0, 1]),
            (Format::JsonLines, 1, Ok(_)) if first.text.trim_start().starts_with('[') => {
                return Err(UnitError::Format("a JSON list"));
            }
            (Format::JsonLines, 1, Ok(sides)) => Self::Objects(sides),
            (Format::Tmx | Format::Xliff, 1, Ok(sides)) => Self::Xml(format, sides),
            _ => return Err(UnitError::Format(format.info().name)),
        })
    }

    /// Byte range of the source or target text in a row or object, with its quotation marks.
    fn place(&self, unit: &str, side: usize) -> Option<Range<usize>> {
        match self {
            Self::Rows(cells, columns) => {
                let mut places = cells.of(unit.as_bytes());
                if cells.width > 0 && !cells.quoting && (places.len() != cells.width || unit.trim_end().contains('\n')) {
                    // Quotation marks may enclose tabs or line ends of a cell, as in the reader of tables.
                    places = Cells { quoting: true, ..*cells }.of(unit.as_bytes());
                }
                places.get(columns[side]).cloned()
            }
            Self::Objects(sides) => cells::field(unit.as_bytes(), &sides[side]),
            _ => None,
        }
    }

    /// Text after its correction, in the syntax of the file, or the reason why it cannot be written.
    fn corrected(&self, before: &str, text: &str) -> Result<String, &'static str> {
        match self {
            Self::Rows(cells, _) => cells.cell(text, before.as_bytes()).ok_or(LINE_END),
            _ if before.starts_with('"') || before == "null" => Ok(serde_json::Value::from(text).to_string()),
            _ => Err("its field is no text"),
        }
    }
}

/// Byte range and replacement of the text of a line, after its identifier if it has one.
fn with_text(line: &str, text: &str, identified: bool) -> Option<(Range<usize>, String)> {
    if identified {
        return cells::identified(line.as_bytes(), text);
    }
    let plain = !text.contains(['\n', '\r', '\t']);
    plain.then(|| (0..line.len() - line_end(line.as_bytes()).len(), text.to_owned()))
}

#[cfg(test)]
mod tests;
