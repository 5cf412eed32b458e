//! Files become one corpus, or a first look at one.
//!
//! Cost: one pass over the bytes. Memory: the documents.

mod align;
mod join;
pub(super) mod one_file;
mod unlabelled;

use std::path::{Path, PathBuf};

use ndarray::Array2;

use crate::corpus::{
    Cancel, CorpusError, FormError, Format, PairError, Pairs, Preview, Ratings, RawCorpus, ReadOptions, Task, TaskKind,
    file::encoding,
    format::{collector::Collector, recognised},
    printable::short,
};
use one_file::{Seen, begin, read_into};

pub use align::read_side;
pub use unlabelled::read_unlabelled;

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
    let mut collector = Collector::new(usize::MAX, options);
    let mut format = None;
    for path in paths {
        let wrong = |problem| Err(CorpusError::WrongKind { file: path.clone(), problem });
        let found = {
            let mut seen = Seen::default();
            read_into(path, options, &mut collector, cancel, &mut seen)?;
            seen.format
        };
        if *format.get_or_insert(found) != found {
            return wrong("this is of another form than the first file; open files of one form together, or choose the form");
        }
        if !collector.ratings.is_empty() && collector.ratings.len() != collector.documents.len() {
            return wrong("some of the files have ratings and some classes; open files of one kind together");
        }
    }
    if collector.alone() {
        return Err(PairError::OneSide { file: first.clone() }.into());
    }
    if collector.documents.is_empty() {
        let file = first.clone();
        return Err(if collector.one_sided.0 > 0 {
            PairError::NoPairs { file }.into()
        } else if collector.unrated.0 > 0 {
            FormError::NoRating { file, column: collector.rating_names.join(" or ") }.into()
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
    let mut collector = Collector::new(usize::MAX, options);
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

fn finish(mut collector: Collector, name: String, format: Format, file: &Path) -> Result<RawCorpus, CorpusError> {
    collector.settle()?;
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
    let mut collector = Collector::new(DOCUMENTS, options);
    let mut seen = Seen::default();
    let pair = aligned(paths, options);
    let read = match pair {
        Some(pair) => align::read(pair, options, &Cancel::default(), DOCUMENTS, &mut collector).map(|found| seen = found),
        None => read_into(path, options, &mut collector, &Cancel::default(), &mut seen),
    };
    match read {
        Ok(()) => {}
        Err(CorpusError::Form(
            error @ (FormError::UnclearColumn { .. } | FormError::NoVocabulary { .. } | FormError::LongLabel { .. }),
        )) => {
            collector.notes.push(error.to_string());
        }
        Err(CorpusError::Pair(error @ PairError::NoTags { .. })) => collector.notes.push(error.to_string()),
        Err(error) => return Err(error),
    }
    collector.settle()?;
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
