//! Reads one file or folder into a collector, by the reader of its format.
//!
//! Cost: one pass over the bytes, a second one only for a file whose encoding is detected late. Memory: the documents.

use std::{path::Path, sync::atomic::Ordering};

use crate::corpus::{
    Cancel, CorpusError, Format, ReadOptions,
    file::source::{Source, with_source},
    format::{
        collector::{Collector, Purpose},
        folder, sniff,
    },
};

/// Recognised format and encoding of a file.
pub(super) struct RecognisedFile {
    /// Recognised format of the file.
    pub format: Format,
    /// Name of the file's character encoding.
    pub encoding: &'static str,
    /// Whether the file is compressed with gzip.
    pub gzip: bool,
}

impl Default for RecognisedFile {
    fn default() -> Self {
        Self { format: Format::Lines, encoding: "UTF-8", gzip: false }
    }
}

/// Reads one file or folder into a collector.
pub(super) fn read_into(
    path: &Path,
    options: &ReadOptions,
    collector: &mut Collector,
    cancel: &Cancel,
    seen: &mut RecognisedFile,
) -> Result<(), CorpusError> {
    if path.is_dir() {
        if collector.purpose == Purpose::Side {
            return Err(no_side(path));
        }
        if options.format.is_some_and(|format| format != Format::Folder) {
            return Err(CorpusError::file(path, "this is a folder", "choose a file in it, or the format \"folder per class\""));
        }
        seen.format = Format::Folder;
        let listing = folder::list(path, cancel)?;
        cancel.total.fetch_add(listing.bytes, Ordering::Relaxed);
        return folder::read(path, &listing, options, collector, cancel);
    }
    if options.format.is_none() && sniff::is_sandbox(path) {
        let remedy =
            format!("open it in the window with `wordfield {}`, or, if it holds documents, choose their format", path.display());
        return Err(CorpusError::file(path, "this is a state of the sandbox, points without documents", remedy));
    }
    let mark = collector.mark();
    with_source(path, options.encoding.as_deref(), options.limits, cancel, |source| {
        collector.rewind(&mark);
        read_source(source, options, collector, seen)
    })
}

fn read_source(
    source: &mut Source<'_>,
    options: &ReadOptions,
    collector: &mut Collector,
    seen: &mut RecognisedFile,
) -> Result<(), CorpusError> {
    if source.empty {
        return Err(CorpusError::empty_file(&source.file));
    }
    let file = source.file.clone();
    let chosen = options.label_column.is_some() || !options.text_columns.is_empty() || !options.target_columns.is_empty();
    let beginning = source.beginning()?;
    let guess = sniff::format(&file, beginning, chosen, options.task);
    let mut format = options.format.unwrap_or(guess);
    if collector.alone() {
        format = match options.format {
            Some(chosen @ (Format::Plain | Format::Csv | Format::Tsv)) => chosen,
            Some(Format::Lines) if collector.purpose == Purpose::Unlabelled => Format::Plain,
            _ if collector.purpose == Purpose::Unlabelled && format == Format::Rated => format,
            // A file with the extension of a table has a header, whatever its content.
            None if sniff::by_name(&file, beginning) == Some(Format::Csv) => format,
            _ => sniff::as_side(format, beginning),
        };
    }
    *seen = RecognisedFile { format, encoding: source.encoding(), gzip: source.gzip };
    let info = format.info();
    if collector.purpose == Purpose::Side && !info.side || collector.alone() && info.is_pairs() {
        return Err(no_side(&file));
    }
    let [units, left_out, parents] = [collector.units.len(), collector.left_out.len(), collector.parents.len()];
    format.reader().read(source, options, collector)?;
    let units = collector.units[units..].iter_mut().chain(collector.left_out[left_out..].iter_mut().map(|unit| &mut unit.unit));
    let ranges = units.flat_map(|unit| &mut unit.bytes).chain(&mut collector.parents[parents..]);
    ranges.for_each(|range| *range = source.decoded(range.start)..source.decoded(range.end));
    collector.notes.extend(source.note());
    collector.damaged.extend(source.damage());
    Ok(())
}

fn no_side(path: &Path) -> CorpusError {
    CorpusError::no_side(path, &Format::names(|info| info.side))
}
