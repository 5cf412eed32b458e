//! Opens files and dispatches to the reader of their form.
//!
//! Cost: one pass over the bytes, a second one only for a file whose encoding shows late. Memory: the documents.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use ndarray::Array2;

use super::{
    CorpusError, FormError, Format, PairError, Pairs, Preview, Ratings, RawCorpus, ReadOptions, Task, TaskKind, align,
    collector::Collector,
    encoding,
    open::{Source, short},
    reader_arff, reader_folder, reader_jsonl, reader_libsvm, reader_lines, reader_table, reader_tmx, recognised, sniff,
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
/// Two files are read as the two sides of pairs where pairs are asked for, or where their identifiers agree.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    let first = paths.first().ok_or(CorpusError::NoFiles)?;
    if let Some([from, to]) = aligned(paths, options) {
        return read_pairs(from, to, options, cancel);
    }
    if let Some(name) = options.encoding.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        encoding::named(name)?;
    }
    begin(paths, cancel);
    let mut collector = Collector::new(usize::MAX, options.task);
    let mut format = None;
    for path in paths {
        let wrong = |problem| Err(CorpusError::WrongKind { file: path.clone(), problem });
        let found = read_path(path, options, &mut collector, cancel)?.format;
        if *format.get_or_insert(found) != found {
            return wrong("this is of another form than the first file; open files of one form together, or choose the form");
        }
        if !collector.ratings.is_empty() && collector.ratings.len() != collector.documents.len() {
            return wrong("some of the files have ratings and some classes; open files of one kind together");
        }
    }
    if collector.alone {
        return Err(PairError::OneSide { file: first.clone() }.into());
    }
    if collector.documents.is_empty() {
        let file = first.clone();
        return Err(if collector.one_sided.0 > 0 {
            PairError::NoPairs { file }.into()
        } else {
            CorpusError::NoDocumentIn { file }
        });
    }
    finish(collector, name(paths), format.unwrap_or(Format::Lines), first)
}

/// Reads two files whose documents belong together, the first of one with the first of the other, as one corpus of
/// pairs; the documents of both files stand in it, the source's first.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn read_pairs(source: &Path, target: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    begin(&[source, target], cancel);
    let mut collector = Collector::new(usize::MAX, options.task);
    let seen = align::read([source, target], options, cancel, usize::MAX, &mut collector)?;
    finish(collector, align::name(source, target), seen.format, source)
}

/// The two sides of pairs, if these files are asked or seen to be that.
fn aligned<'a>(paths: &'a [PathBuf], options: &ReadOptions) -> Option<[&'a Path; 2]> {
    let [from, to] = align::two(paths)?;
    let lines = matches!(options.format, None | Some(Format::Identified | Format::Plain));
    let whole = |path: &Path| {
        let name = short(path).to_lowercase();
        name.contains(".tmx") || name.contains(".arff")
    };
    let yes = match options.task {
        Some(TaskKind::Pairs) => !whole(from) && !matches!(options.format, Some(Format::Tmx | Format::Arff)),
        Some(_) => false,
        None => lines && (options.format.is_some() || align::look_aligned(from, to, options)),
    };
    yes.then_some([from, to])
}

fn begin(paths: &[impl AsRef<Path>], cancel: &Cancel) {
    let files = paths.iter().map(AsRef::as_ref).filter(|path| path.is_file());
    let bytes = files.filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
    cancel.done.store(0, Ordering::Relaxed);
    cancel.total.store(bytes, Ordering::Relaxed);
}

fn finish(mut collector: Collector, name: String, format: Format, file: &Path) -> Result<RawCorpus, CorpusError> {
    collector.settle();
    let notes = collector.summary();
    let Collector { mut documents, counterparts, ids, ratings, rating_names: names, paired, task, .. } = collector;
    let task = if paired {
        let twice = if ids.iter().any(|id| !id.is_empty()) { [ids.clone(), ids].concat() } else { Vec::new() };
        let pairs = Pairs { ids: twice, ..Pairs::aligned(documents.len()) };
        documents.extend(counterparts);
        Task::Pairs(pairs)
    } else if ratings.is_empty() {
        if task == Some(TaskKind::Ratings) {
            let problem = "documents in class folders have no ratings; write them as lines of rating, tab, title, tab, text";
            return Err(CorpusError::WrongKind { file: file.to_owned(), problem });
        }
        Task::Classes
    } else {
        let values = Array2::from_shape_fn((ratings.len(), names.len()), |(i, b)| ratings[i].get(b).copied().unwrap_or(f64::NAN));
        Task::Ratings(Ratings { names, values })
    };
    Ok(RawCorpus { name, format, task, documents, notes })
}

/// Looks at the beginning of a file: form, columns, first documents.
///
/// Columns that could not be guessed are no error here: they are listed for the user to choose, with a note.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn preview(path: &Path, options: &ReadOptions) -> Result<Preview, CorpusError> {
    preview_all(&[path.to_owned()], options)
}

/// Looks at the beginning of the first file, or of both where two files are the sides of pairs.
///
/// # Errors
/// Whatever is wrong, with file, line and remedy.
pub fn preview_all(paths: &[PathBuf], options: &ReadOptions) -> Result<Preview, CorpusError> {
    const DOCUMENTS: usize = 20;
    let path = paths.first().ok_or(CorpusError::NoFiles)?;
    let mut collector = Collector::new(DOCUMENTS, options.task);
    let mut seen = Seen::default();
    let pair = aligned(paths, options);
    let read = match pair {
        Some(pair) => align::read(pair, options, &Cancel::default(), DOCUMENTS, &mut collector).map(|found| seen = found),
        None => read_into(path, options, &mut collector, &Cancel::default(), &mut seen),
    };
    match read {
        Ok(()) => {}
        Err(CorpusError::Form(error @ (FormError::UnclearColumn { .. } | FormError::NoVocabulary { .. }))) => {
            collector.notes.push(error.to_string());
        }
        Err(CorpusError::Pair(error @ PairError::NoTags { .. })) => collector.notes.push(error.to_string()),
        Err(error) => return Err(error),
    }
    collector.settle();
    let task = if collector.paired || collector.alone {
        TaskKind::Pairs
    } else if collector.ratings.is_empty() {
        TaskKind::Classes
    } else {
        TaskKind::Ratings
    };
    let recognised = recognised::sentence(seen.format, task, pair.is_some(), &collector);
    let mut notes = collector.summary();
    notes.extend(recognised::lack(seen.format, task, collector.documents.len() >= DOCUMENTS, &collector));
    Ok(Preview {
        recognised,
        format: seen.format,
        task,
        encoding: seen.encoding,
        gzip: seen.gzip,
        columns: collector.columns,
        label_column: collector.label_column,
        text_columns: collector.text_columns,
        target_columns: collector.target_columns,
        documents: collector.documents,
        counterparts: collector.counterparts,
        notes,
    })
}

/// What was recognised of a file.
pub(super) struct Seen {
    /// Its form.
    pub format: Format,
    encoding: &'static str,
    gzip: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self { format: Format::Lines, encoding: "UTF-8", gzip: false }
    }
}

fn read_path(path: &Path, options: &ReadOptions, collector: &mut Collector, cancel: &Cancel) -> Result<Seen, CorpusError> {
    let mut seen = Seen::default();
    read_into(path, options, collector, cancel, &mut seen)?;
    Ok(seen)
}

/// Reads one file or folder into a collector.
pub(super) fn read_into(
    path: &Path,
    options: &ReadOptions,
    collector: &mut Collector,
    cancel: &Cancel,
    seen: &mut Seen,
) -> Result<(), CorpusError> {
    let wrong = |problem| Err(CorpusError::WrongKind { file: path.to_owned(), problem });
    let folder = path.is_dir();
    match options.format {
        _ if folder && collector.alone => return Err(PairError::NoSide { file: path.to_owned() }.into()),
        Some(Format::Folder) | None if folder => {
            seen.format = Format::Folder;
            let listing = reader_folder::list(path, cancel)?;
            cancel.total.fetch_add(listing.bytes, Ordering::Relaxed);
            return reader_folder::read(path, &listing, options, collector, cancel);
        }
        Some(_) if folder => return wrong("this is a folder; choose a file in it, or the format \"folder per class\""),
        Some(Format::Folder) if path.exists() => {
            return wrong("this is a file; choose the folder that holds the class folders, or another format");
        }
        _ => {}
    }
    let mark = collector.mark();
    let mut source = Source::open(path, options.encoding.as_deref(), cancel)?;
    match read_source(&mut source, options, collector, cancel, seen) {
        Err(CorpusError::WrongEncoding { .. }) if source.assumed() => {
            collector.rewind(mark);
            let encoding = encoding::recognise_whole(path, cancel)?;
            let size = path.metadata().map_or(0, |metadata| metadata.len());
            cancel.total.fetch_add(size, Ordering::Relaxed);
            let mut source = Source::open_as(path, encoding, cancel)?;
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
    if collector.alone {
        format = match options.format {
            Some(chosen @ (Format::Plain | Format::Csv | Format::Tsv)) => chosen,
            _ => sniff::as_side(format, beginning),
        };
    }
    *seen = Seen { format, encoding: source.encoding(), gzip: source.gzip };
    match format {
        Format::Csv | Format::Tsv => reader_table::read(source, format, options, collector)?,
        Format::JsonLines => reader_jsonl::read(source, options, collector)?,
        Format::LibSvm | Format::Tmx | Format::Arff if collector.alone => return Err(PairError::NoSide { file }.into()),
        Format::LibSvm => {
            let words = reader_libsvm::Words::read(&file, options, cancel)?;
            reader_libsvm::read(source, &words, collector)?;
        }
        Format::Tmx => reader_tmx::read(source, options, collector)?,
        Format::Arff => reader_arff::read(source, options, collector, cancel)?,
        Format::Identified | Format::Plain => {
            collector.alone = true;
            reader_lines::read(source, format, collector)?;
        }
        _ => reader_lines::read(source, format, collector)?,
    }
    collector.notes.extend(source.note());
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
