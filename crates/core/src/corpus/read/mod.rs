//! Reading of files as one corpus, and previews of files.
//!
//! Cost: one pass over the bytes. Memory: the documents.

mod align;
mod filtered;
mod join;
mod one_file;
mod unlabelled;
mod word_pairs;

use std::{
    mem,
    path::{Path, PathBuf},
};

use ndarray::Array2;

use crate::corpus::{
    Cancel, CorpusError, ErrorKind, Format, PairFiles, PairUnit, Pairs, Preview, Ratings, RawCorpus, ReadOptions, Task, TaskKind,
    file::{encoding, file_text::FileText},
    format::{collector::Collector, recognised, sniff},
    printable::short,
};
use one_file::{RecognisedFile, read_into};

pub use align::{names as side_names, read_side};
pub use unlabelled::read_unlabelled;
pub use word_pairs::read_word_pairs;

/// Reads one or several files of the same format (or one folder with a folder per class) as one corpus.
///
/// Two files are read as the sides of pairs where the task is pairs, or where both hold lines with identifiers.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy.
pub fn read(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    let mut collector = Collector::new(usize::MAX, options);
    let found = collect(paths, options, cancel, &mut collector)?;
    filtered::filter(finish(collector, found, &paths[0])?, options)
}

/// Name, format and files of a corpus whose documents are collected.
struct Collected {
    name: String,
    format: Format,
    /// Index of each document's file; empty for one file.
    files: Vec<u32>,
    /// Encoding of each file of pairs.
    encodings: Vec<&'static str>,
}

/// Collects the documents of files.
fn collect(
    paths: &[PathBuf],
    options: &ReadOptions,
    cancel: &Cancel,
    collector: &mut Collector,
) -> Result<Collected, CorpusError> {
    let first = paths.first().ok_or_else(CorpusError::no_files)?;
    if let Some(sides) = aligned(paths, options) {
        return collect_pairs(sides, options, cancel, collector);
    }
    if let Some(name) = options.encoding.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        encoding::named(name)?;
    }
    cancel.begin(paths);
    let (mut format, mut files, mut encodings) = (None, Vec::new(), Vec::new());
    for (file, path) in paths.iter().enumerate() {
        let mut seen = RecognisedFile::default();
        read_into(path, options, collector, cancel, &mut seen)?;
        encodings.push(seen.encoding);
        let found = seen.format;
        files.resize(collector.documents.len(), file as u32);
        if *format.get_or_insert(found) != found {
            let remedy = "open files of one format together, or choose the format";
            return Err(CorpusError::file(path, "this is of another format than the first file", remedy));
        }
        if !collector.ratings.is_empty() && collector.ratings.len() != collector.documents.len() {
            let problem = "some of the files have ratings and some classes";
            return Err(CorpusError::file(path, problem, "open files of one kind together"));
        }
    }
    if collector.alone() {
        let problem = "the lines have identifiers and neither classes nor ratings, so this is one side of pairs";
        let remedy = "open it together with the file of the other side, or choose the format \"class, tab, text\"";
        return Err(CorpusError::pairs(first, None, problem, remedy));
    }
    if collector.documents.is_empty() {
        return Err(if collector.left_out.is_empty() {
            CorpusError::no_document(first)
        } else {
            align::no_pairs(first, collector)
        });
    }
    if collector.unlabelled().count() == collector.documents.len() {
        let problem = format!("no document has a {}", collector.label_names());
        let remedy = if collector.ratings.is_empty() {
            "name a class for documents of two classes at least, or choose another column"
        } else {
            "choose another column, write numbers there, or ask for classes"
        };
        return Err(CorpusError::format(first, None, problem, remedy));
    }
    let files = if paths.len() > 1 && !collector.paired { files } else { Vec::new() };
    Ok(Collected { name: name(paths), format: format.unwrap_or(Format::Lines), files, encodings })
}

/// Reads two files as the sides of pairs. The corpus contains the documents of both, those of the source first.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy.
pub fn read_pairs(source: &Path, target: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
    let mut collector = Collector::new(usize::MAX, options);
    let found = collect_pairs([source, target], options, cancel, &mut collector)?;
    filtered::filter(finish(collector, found, source)?, options)
}

fn collect_pairs(
    [source, target]: [&Path; 2],
    options: &ReadOptions,
    cancel: &Cancel,
    collector: &mut Collector,
) -> Result<Collected, CorpusError> {
    cancel.begin(&[source, target]);
    let seen = align::read([source, target], options, cancel, usize::MAX, collector)?;
    let [from, to] = seen;
    Ok(Collected {
        name: align::name(source, target),
        format: from.format,
        files: Vec::new(),
        encodings: vec![from.encoding, to.encoding],
    })
}

/// Reads files of pairs with an account of all their units, for delivery.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy; also if they hold no pairs.
pub fn read_pair_files(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<PairFiles, CorpusError> {
    let options = ReadOptions { task: Some(TaskKind::Pairs), ..options.clone() };
    let mut collector = Collector::new(usize::MAX, &options);
    collector.keeps_left_out = true;
    let found = collect(paths, &options, cancel, &mut collector)?;
    let files = paths.iter().zip(&found.encodings);
    let files = files.map(|(path, encoding)| FileText::read(path, encoding, options.limits, cancel)).collect::<Result<_, _>>()?;
    // The remarks count the units that are left out, so the remarks are made before the units are moved out.
    let notes = collector.summary();
    let (units, text_columns) = (collector.units.clone(), collector.text_columns.clone());
    let (left_out, parents) = (mem::take(&mut collector.left_out), mem::take(&mut collector.parents));
    let damaged = mem::take(&mut collector.damaged);
    let mut corpus = RawCorpus { notes, ..finish(collector, found, &paths[0])? };
    let (mut units, mut left_out) = (units, left_out);
    filtered::filter_pairs(&mut corpus, &mut units, &mut left_out, &options, &paths[0])?;
    Ok(PairFiles { corpus, units, left_out, parents, damaged, text_columns, files })
}

/// The two files to read as source and target sides of pairs, if options or content say so.
fn aligned<'a>(paths: &'a [PathBuf], options: &ReadOptions) -> Option<[&'a Path; 2]> {
    let [from, to] = align::two(paths)?;
    let lines = matches!(options.format, None | Some(Format::Identified | Format::Plain));
    let complete = |format: Option<Format>| format.is_some_and(|format| format.info().is_pairs());
    let yes = match options.task {
        Some(TaskKind::Pairs) => !complete(sniff::by_name(from, "")) && !complete(options.format),
        Some(_) => false,
        None => lines && (options.format.is_some() || align::look_like_sides(from, to, options)),
    };
    yes.then_some([from, to])
}

/// Builds the raw corpus of the documents that were collected.
fn finish(mut collector: Collector, found: Collected, file: &Path) -> Result<RawCorpus, CorpusError> {
    let Collected { name, format, mut files, .. } = found;
    collector.settle();
    let (notes, unlabelled) = (collector.summary(), collector.unlabelled().count());
    let Collector {
        mut documents, counterparts, ids, units, scores, spans, mut ratings, rating_names: names, paired, task, ..
    } = collector;
    if unlabelled > 0 {
        // Documents without a label come last; otherwise all sorts keep the order of the files.
        let mut labels = documents.iter().map(|document| document.label.is_empty()).zip(files).collect::<Vec<_>>();
        labels.sort_by_key(|(unlabelled, _)| *unlabelled);
        files = labels.into_iter().map(|(_, file)| file).collect();
        documents.sort_by_key(|document| document.label.is_empty());
        ratings.sort_by_key(|ratings| ratings.iter().any(|rating| rating.is_nan()));
    }
    let task = if paired {
        let twice = if ids.iter().any(|id| !id.is_empty()) { [ids.clone(), ids].concat() } else { Vec::new() };
        let count = documents.len();
        // Scores of pairs are kept only if all of several files have them.
        let scores = if scores.len() == count { scores.repeat(2) } else { Vec::new() };
        let spans = if spans.len() == count { spans } else { Vec::new() };
        let spans = [0, 1].into_iter().flat_map(|side| spans.iter().map(move |both| both[side].clone())).collect();
        let [lines, units] = [|unit: &PairUnit| unit.line, |unit: &PairUnit| unit.number]
            .map(|number| units.iter().map(number).collect::<Vec<usize>>().repeat(2));
        let pairs = Pairs { ids: twice, lines, units, scores, spans, ..Pairs::aligned(count) };
        documents.extend(counterparts);
        Task::Pairs(pairs)
    } else if ratings.is_empty() {
        if task == Some(TaskKind::Ratings) {
            let remedy = "write them as lines of rating, tab, title, tab, text";
            return Err(CorpusError::file(file, "documents in class folders have no ratings", remedy));
        }
        Task::Classes
    } else {
        let values = Array2::from_shape_fn((ratings.len(), names.len()), |(i, b)| ratings[i].get(b).copied().unwrap_or(f64::NAN));
        Task::Ratings(Ratings { names, values })
    };
    Ok(RawCorpus { name, format, task, documents, unlabelled, files, notes })
}

/// Previews a corpus file: format, columns, first documents.
///
/// Columns that could not be guessed are a note, not an error: the preview lists them for the user to choose.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy.
pub fn preview(path: &Path, options: &ReadOptions) -> Result<Preview, CorpusError> {
    preview_all(&[path.to_owned()], options, &Cancel::default())
}

/// Previews the first corpus file, or both where two files are the sides of pairs.
///
/// # Errors
/// Returns any problem of the files, with file, line and remedy, or an error if the work was cancelled.
pub fn preview_all(paths: &[PathBuf], options: &ReadOptions, cancel: &Cancel) -> Result<Preview, CorpusError> {
    const DOCUMENTS: usize = 20;
    let path = paths.first().ok_or_else(CorpusError::no_files)?;
    let mut collector = Collector::new(DOCUMENTS, options);
    let mut seen = RecognisedFile::default();
    let pair = aligned(paths, options);
    let read = match pair {
        Some(pair) => align::read(pair, options, cancel, DOCUMENTS, &mut collector).map(|[found, _]| seen = found),
        None => read_into(path, options, &mut collector, cancel, &mut seen),
    };
    match read {
        Ok(()) => {}
        Err(error) if error.kind == ErrorKind::Choice => collector.notes.push(error.to_string()),
        Err(error) => return Err(error),
    }
    collector.settle();
    let task = if collector.paired || collector.alone() {
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
        name_column: collector.name_column,
        text_columns: collector.text_columns,
        target_columns: collector.target_columns,
        documents: collector.documents,
        counterparts: collector.counterparts,
        notes,
    })
}

/// Short name of the corpus in these files, known before they are read.
pub fn corpus_name(paths: &[PathBuf], task: TaskKind) -> String {
    match (task, align::two(paths)) {
        (TaskKind::Pairs, Some([from, to])) => align::name(from, to),
        _ => name(paths),
    }
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
