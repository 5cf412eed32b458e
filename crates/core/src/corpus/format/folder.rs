//! Class folders: a folder for each class, a text file for each document, nested folders included; plain or gzip.
//!
//! An empty file is an empty document.
//! Hidden files, files outside the class folders, files that are not text,
//! and links that are broken or lead upwards are skipped, with a note.
//! Classes and files are sorted by name, so that a seed gives the same split everywhere.
//! Cost: one pass over every file.
//! Memory: the documents and the list of files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{Reader, collector::Collector};
use crate::corpus::{
    Body, Cancel, CorpusError, ErrorKind, FormatInfo, ReadOptions, TaskKind,
    file::{
        bytes,
        source::{Source, read_text},
    },
    printable::short,
};

/// Maximum depth to which nested class folders are read.
const DEPTH: usize = 16;

/// File format of class folders.
pub(super) struct Folder;

impl Reader for Folder {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "folder",
            name: "a folder per class",
            help: "A folder for each class",
            tasks: &[TaskKind::Classes],
            side: false,
            ..FormatInfo::TEXTS
        }
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, _: &mut Collector) -> Result<(), CorpusError> {
        let remedy = "choose the folder that holds the class folders, or another format";
        Err(CorpusError::file(&source.file, "this is a file", remedy))
    }

    fn summary(&self, _: TaskKind, _: &Collector) -> String {
        "Documents with classes: a folder for each class.".to_owned()
    }
}

/// Files of a folder that holds class folders, with their classes.
pub(crate) struct Listing {
    /// Class and path of each file in the class folders.
    pub files: Vec<(String, PathBuf)>,
    /// Number of files that lie outside the class folders.
    pub beside: usize,
    /// Number of broken links, links to a folder above, pipes, sockets and devices, and the path of the first.
    pub unread: (usize, PathBuf),
    /// Total size of the files in bytes.
    pub bytes: u64,
}

impl Listing {
    /// Counts a folder entry that is not read.
    fn skip(&mut self, path: PathBuf) {
        if self.unread.0 == 0 {
            self.unread.1 = path;
        }
        self.unread.0 += 1;
    }
}

/// Whether a path is a link to the folder that contains it, or to a folder above.
pub(crate) fn leads_up(path: &Path, folder: &Path) -> bool {
    path.is_symlink()
        && path.canonicalize().is_ok_and(|target| folder.canonicalize().is_ok_and(|folder| folder.starts_with(target)))
}

/// Lists the files in the class folders of a folder.
pub(crate) fn list(folder: &Path, cancel: &Cancel) -> Result<Listing, CorpusError> {
    let mut listing = Listing { files: Vec::new(), beside: 0, unread: (0, PathBuf::new()), bytes: 0 };
    let mut classes = 0;
    for path in entries(folder)? {
        if leads_up(&path, folder) {
            listing.skip(path);
        } else if path.is_dir() {
            classes += 1;
            descend(&short(&path), &path, DEPTH, &mut listing, cancel)?;
        } else {
            listing.beside += 1;
        }
    }
    if classes == 0 {
        let remedy = "put the documents of each class into a folder of that class's name, one text file a document";
        return Err(CorpusError::format(folder, None, "there is no class folder in this folder", remedy));
    }
    Ok(listing)
}

/// Reads the documents of a folder of class folders.
pub(crate) fn read(
    folder: &Path,
    listing: &Listing,
    options: &ReadOptions,
    collector: &mut Collector,
    cancel: &Cancel,
) -> Result<(), CorpusError> {
    let mut foreign = Vec::new();
    let mut recognised = Vec::new();
    for (label, path) in &listing.files {
        let text = match read_text(path, options.encoding.as_deref(), options.limits, cancel) {
            Err(error) if error.kind == ErrorKind::Binary => {
                foreign.push(path.clone());
                continue;
            }
            other => {
                let (text, note) = other?;
                recognised.extend(note);
                text
            }
        };
        let title = path.strip_prefix(folder).unwrap_or(path).components().map(|part| short(part.as_ref())).collect::<Vec<_>>();
        let title = title.join("/");
        if !collector.push_titled(path, &title, label.clone(), Body::Text(text))? {
            break;
        }
    }
    if listing.beside > 0 {
        collector.notes.push(format!("{} outside the class folders left out.", files(listing.beside)));
    }
    if let (count @ 1.., first) = &listing.unread {
        let what = if *count == 1 {
            "1 link to nothing or upwards, pipe or device"
        } else {
            &format!("{count} links to nothing or upwards, pipes or devices")
        };
        collector.notes.push(format!("{what} left out (the first: {}).", short(first)));
    }
    if let Some(first) = foreign.first() {
        collector.notes.push(format!("{} that hold no text left out (the first: {}).", files(foreign.len()), first.display()));
    }
    match &recognised[..] {
        [] => {}
        [note] => collector.notes.push(note.clone()),
        [note, others @ ..] => collector.notes.push(format!("{note} The same of {} more.", files(others.len()))),
    }
    Ok(())
}

fn descend(label: &str, folder: &Path, depth: usize, listing: &mut Listing, cancel: &Cancel) -> Result<(), CorpusError> {
    if cancel.is_cancelled() {
        return Err(CorpusError::cancelled());
    }
    for path in entries(folder)? {
        if path.is_dir() {
            if depth > 0 && !path.is_symlink() {
                descend(label, &path, depth - 1, listing, cancel)?;
            }
        } else {
            match path.metadata() {
                Ok(metadata) if metadata.is_file() => {
                    listing.bytes += metadata.len();
                    listing.files.push((label.to_owned(), path));
                }
                _ => listing.skip(path),
            }
        }
    }
    Ok(())
}

/// Entries of a folder sorted by name, without hidden ones.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CorpusError> {
    let failure = |error| bytes::failure(folder, 0, &error);
    let mut paths = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>())
        .map_err(failure)?;
    paths.retain(|path| !short(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}
