//! Opens files and dispatches to the reader of their form.
//!
//! Cost: one pass over the bytes, a second one only for a file whose encoding shows late. Memory: the documents.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::{
    CorpusError, FormError, Format, Preview, RawCorpus, ReadOptions, Task, encoding,
    open::{Source, short},
    reader_folder, reader_jsonl, reader_libsvm, reader_lines, reader_table,
    sink::Sink,
    sniff,
};

/// How far a reading thread has come, and the way to stop it.
#[derive(Debug, Default)]
pub struct Cancel {
    cancelled: AtomicBool,
    /// Bytes read so far (compressed bytes for gzip).
    pub done: AtomicU64,
    /// Bytes in all.
    pub total: AtomicU64,
}

impl Cancel {
    /// Asks the reader to stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the reader was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Reads one or several files of the same form (or one folder with a folder per class) as one corpus.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    let first = paths.first().ok_or(CorpusError::NoFiles)?;
    if let Some(name) = options.encoding.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        encoding::named(name)?;
    }
    let sizes = paths.iter().filter(|path| path.is_file()).filter_map(|path| path.metadata().ok());
    cancel.done.store(0, Ordering::Relaxed);
    cancel.total.store(sizes.map(|metadata| metadata.len()).sum(), Ordering::Relaxed);
    let mut sink = Sink::new(usize::MAX);
    let mut format = None;
    for path in paths {
        let found = read_path(path, options, &mut sink, cancel)?.format;
        if *format.get_or_insert(found) != found {
            let problem = "this is of another form than the first file; open files of one form together, or choose the form";
            return Err(CorpusError::WrongKind { file: path.clone(), problem });
        }
    }
    if sink.documents.is_empty() {
        return Err(CorpusError::NoDocumentIn { file: first.clone() });
    }
    let notes = sink.summary();
    Ok(RawCorpus {
        name: name(paths),
        format: format.unwrap_or(Format::Lines),
        task: Task::Classes,
        documents: sink.documents,
        notes,
    })
}

/// Looks at the beginning of a file: form, columns, first documents.
///
/// Columns that could not be guessed are no error here: they are listed for the user to choose, with a note.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn preview(path: &Path, options: &ReadOptions) -> Result<Preview, CorpusError> {
    const DOCUMENTS: usize = 20;
    let mut sink = Sink::new(DOCUMENTS);
    let mut seen = Seen::default();
    match read_into(path, options, &mut sink, &Cancel::default(), &mut seen) {
        Ok(()) => {}
        Err(CorpusError::Form(error @ (FormError::UnclearColumn { .. } | FormError::NoVocabulary { .. }))) => {
            sink.notes.push(error.to_string())
        }
        Err(error) => return Err(error),
    }
    let notes = sink.summary();
    Ok(Preview {
        format: seen.format,
        encoding: seen.encoding,
        gzip: seen.gzip,
        columns: sink.columns,
        label_column: sink.label_column,
        text_columns: sink.text_columns,
        documents: sink.documents,
        notes,
    })
}

/// What was recognised of a file.
struct Seen {
    format: Format,
    encoding: &'static str,
    gzip: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self { format: Format::Lines, encoding: "UTF-8", gzip: false }
    }
}

fn read_path(path: &Path, options: &ReadOptions, sink: &mut Sink, cancel: &Cancel) -> Result<Seen, CorpusError> {
    let mut seen = Seen::default();
    read_into(path, options, sink, cancel, &mut seen)?;
    Ok(seen)
}

fn read_into(path: &Path, options: &ReadOptions, sink: &mut Sink, cancel: &Cancel, seen: &mut Seen) -> Result<(), CorpusError> {
    let wrong = |problem| Err(CorpusError::WrongKind { file: path.to_owned(), problem });
    let folder = path.is_dir();
    match options.format {
        Some(Format::Folder) | None if folder => {
            seen.format = Format::Folder;
            let listing = reader_folder::list(path, cancel)?;
            cancel.total.fetch_add(listing.bytes, Ordering::Relaxed);
            return reader_folder::read(path, &listing, options, sink, cancel);
        }
        Some(_) if folder => return wrong("this is a folder; choose a file in it, or the format \"folder per class\""),
        Some(Format::Folder) if path.exists() => {
            return wrong("this is a file; choose the folder that holds the class folders, or another format");
        }
        _ => {}
    }
    let mark = sink.mark();
    let mut source = Source::open(path, options.encoding.as_deref(), cancel)?;
    match read_source(&mut source, options, sink, cancel, seen) {
        Err(CorpusError::WrongEncoding { .. }) if source.assumed() => {
            sink.rewind(mark);
            let encoding = encoding::recognise_whole(path, cancel)?;
            let size = path.metadata().map_or(0, |metadata| metadata.len());
            cancel.total.fetch_add(size, Ordering::Relaxed);
            let mut source = Source::open_as(path, encoding, cancel)?;
            read_source(&mut source, options, sink, cancel, seen)
        }
        other => other,
    }
}

fn read_source(
    source: &mut Source<'_>,
    options: &ReadOptions,
    sink: &mut Sink,
    cancel: &Cancel,
    seen: &mut Seen,
) -> Result<(), CorpusError> {
    if source.is_empty() {
        return Err(CorpusError::EmptyFile { file: source.file.clone() });
    }
    let file = source.file.clone();
    let chosen = options.label_column.is_some() || !options.text_columns.is_empty();
    let guess = sniff::format(&file, source.beginning()?, chosen);
    let format = options.format.unwrap_or(guess);
    *seen = Seen { format, encoding: source.encoding(), gzip: source.gzip };
    match format {
        Format::Lines | Format::Folder => reader_lines::read(source, sink)?,
        Format::Csv | Format::Tsv => reader_table::read(source, format, options, sink)?,
        Format::JsonLines => reader_jsonl::read(source, options, sink)?,
        Format::LibSvm => {
            let words = reader_libsvm::Words::read(&file, options, cancel)?;
            reader_libsvm::read(source, &words, sink)?;
        }
    }
    sink.notes.extend(source.note());
    Ok(())
}

fn name(paths: &[PathBuf]) -> String {
    let Some(first) = paths.first() else { return String::new() };
    let name = short(first);
    let stem = if first.is_dir() { name.as_str() } else { name.strip_suffix(".gz").unwrap_or(&name) };
    let stem = if first.is_dir() { stem } else { stem.rsplit_once('.').map_or(stem, |(stem, _)| stem) };
    match paths.len() {
        1 => stem.to_owned(),
        count => format!("{stem} and {} more", count - 1),
    }
}
