//! One file or folder read into a collector, by the reader of its form.
//!
//! Cost: one pass over the bytes, a second one only for a file whose encoding shows late. Memory: the documents.

use std::{path::Path, sync::atomic::Ordering};

use crate::corpus::{
    Cancel, CorpusError, Format, PairError, ReadOptions,
    file::{encoding, source::Source},
    format::{
        arff,
        collector::{Collector, Purpose},
        folder, jsonl, libsvm, lines, sniff, table, tmx,
    },
};

/// Counts the bytes there are to read.
pub(crate) fn begin(paths: &[impl AsRef<Path>], cancel: &Cancel) {
    let files = paths.iter().map(AsRef::as_ref).filter(|path| path.is_file());
    let bytes = files.filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
    cancel.done.store(0, Ordering::Relaxed);
    cancel.total.store(bytes, Ordering::Relaxed);
}

/// What was recognised of a file.
pub(crate) struct Seen {
    /// Its form.
    pub format: Format,
    /// Its encoding.
    pub encoding: &'static str,
    /// Whether it is compressed.
    pub gzip: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self { format: Format::Lines, encoding: "UTF-8", gzip: false }
    }
}

/// Reads one file or folder into a collector.
pub(crate) fn read_into(
    path: &Path,
    options: &ReadOptions,
    collector: &mut Collector,
    cancel: &Cancel,
    seen: &mut Seen,
) -> Result<(), CorpusError> {
    let wrong = |problem| Err(CorpusError::WrongKind { file: path.to_owned(), problem });
    let folder = path.is_dir();
    match options.format {
        _ if folder && collector.purpose == Purpose::Side => return Err(PairError::NoSide { file: path.to_owned() }.into()),
        Some(Format::Folder) | None if folder => {
            seen.format = Format::Folder;
            let listing = folder::list(path, cancel)?;
            cancel.total.fetch_add(listing.bytes, Ordering::Relaxed);
            return folder::read(path, &listing, options, collector, cancel);
        }
        Some(_) if folder => return wrong("this is a folder; choose a file in it, or the format \"folder per class\""),
        Some(Format::Folder) if path.exists() => {
            return wrong("this is a file; choose the folder that holds the class folders, or another format");
        }
        _ => {}
    }
    let mark = collector.mark();
    let mut source = Source::open(path, options, cancel)?;
    match read_source(&mut source, options, collector, cancel, seen) {
        Err(CorpusError::WrongEncoding { .. }) if source.assumed() => {
            collector.rewind(mark);
            let encoding = encoding::recognise_whole(path, options.limits, cancel)?;
            let size = path.metadata().map_or(0, |metadata| metadata.len());
            cancel.total.fetch_add(size, Ordering::Relaxed);
            let mut source = Source::open_as(path, encoding, options, cancel)?;
            read_source(&mut source, options, collector, cancel, seen)
        }
        other => other,
    }
}

fn read_source(
    source: &mut Source<'_>,
    options: &ReadOptions,
    collector: &mut Collector,
    cancel: &Cancel,
    seen: &mut Seen,
) -> Result<(), CorpusError> {
    if source.is_empty() {
        return Err(CorpusError::EmptyFile { file: source.file.clone() });
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
            // A table that is named as one has a header, whatever stands in it.
            None if sniff::by_name(&file) == Some(Format::Csv) => format,
            _ => sniff::as_side(format, beginning),
        };
    }
    *seen = Seen { format, encoding: source.encoding(), gzip: source.gzip };
    match format {
        Format::Csv | Format::Tsv => table::read(source, format, options, collector)?,
        Format::JsonLines => jsonl::read(source, options, collector)?,
        Format::LibSvm if collector.purpose == Purpose::Side => return Err(PairError::NoSide { file }.into()),
        Format::Tmx | Format::Arff if collector.alone() => return Err(PairError::NoSide { file }.into()),
        Format::LibSvm => {
            let words = libsvm::Words::read(&file, options, cancel)?;
            libsvm::read(source, &words, collector)?;
        }
        Format::Tmx => tmx::read(source, options, collector)?,
        Format::Arff => arff::read(source, options, collector, cancel)?,
        Format::Identified | Format::Plain => {
            collector.stand_alone();
            lines::read(source, format, collector)?;
        }
        _ => lines::read(source, format, collector)?,
    }
    collector.notes.extend(source.note());
    Ok(())
}
