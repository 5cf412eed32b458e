//! A folder for each class, a text file for each document, also in folders below; plain or gzip.
//!
//! An empty file is an empty document. Hidden files, files beside the class folders, files that are not text, and links
//! that lead nowhere are left out, with a note. Order: classes and files by name, so that a seed means the same split everywhere.
//! Cost: one pass over every file. Memory: the documents and the list of files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::collector::Collector;
use crate::corpus::{
    Body, Cancel, CorpusError, FormError, ReadOptions,
    file::{bytes, source::whole},
    printable::short,
};

/// Folders below folders are followed so far.
const DEPTH: usize = 16;

/// A folder's documents: class folder and file.
pub(crate) struct Listing {
    /// Class and file.
    pub files: Vec<(String, PathBuf)>,
    /// Files beside the class folders.
    pub beside: usize,
    /// Links that lead nowhere, pipes, sockets and devices, and the first of them.
    pub unread: (usize, PathBuf),
    /// Bytes in all.
    pub bytes: u64,
}

/// Lists a folder with class folders.
pub(crate) fn list(folder: &Path, cancel: &Cancel) -> Result<Listing, CorpusError> {
    let mut listing = Listing { files: Vec::new(), beside: 0, unread: (0, PathBuf::new()), bytes: 0 };
    let mut classes = 0;
    for path in entries(folder)? {
        if path.is_dir() {
            classes += 1;
            descend(&short(&path), &path, DEPTH, &mut listing, cancel)?;
        } else {
            listing.beside += 1;
        }
    }
    if classes == 0 {
        return Err(FormError::NoClassFolders { file: folder.to_owned() }.into());
    }
    Ok(listing)
}

/// Reads the documents of a folder.
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
        let text = match whole(path, options, cancel) {
            Err(CorpusError::Binary { .. }) => {
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
            "1 link to nothing, pipe or device"
        } else {
            &format!("{count} links to nothing, pipes or devices")
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
        return Err(CorpusError::Cancelled);
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
                _ => {
                    if listing.unread.0 == 0 {
                        listing.unread.1 = path;
                    }
                    listing.unread.0 += 1;
                }
            }
        }
    }
    Ok(())
}

/// What is in a folder, by name, without what is hidden.
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
