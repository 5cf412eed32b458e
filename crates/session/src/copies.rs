//! Documents copied into a session, byte for byte, as entries `documents/N/NAME` of the archive.
//! N counts the files or folders that the corpus was read from. Companion files, such as a vocabulary, are in the same folder N.
//!
//! Cost: one pass over the bytes. Memory: a buffer.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use crate::{Session, SessionError, archive::Archive, npy::wrong};
use wordfield_core::corpus::{Limits, Origin, companions};

/// Folder of the copied documents within the session archive.
const DOCUMENTS: &str = "documents";

/// Copied document: name of its archive entry, and path of its file.
pub(crate) type Copy = (String, PathBuf);

/// Files of a corpus with their archive entries, whose names replace the paths in the origin.
///
/// # Errors
/// Returns an error if a folder cannot be listed, or a name is not UTF-8.
pub(crate) fn listed(origin: &mut Origin) -> io::Result<Vec<Copy>> {
    let mut copies = Vec::new();
    for (place, file) in named(origin).into_iter().enumerate() {
        let folder = format!("{DOCUMENTS}/{place}");
        let member = format!("{folder}/{}", name(file)?);
        if file.is_dir() {
            list(file, &member, &mut copies)?;
        } else {
            for beside in companions(file) {
                copies.push((format!("{folder}/{}", name(&beside)?), beside));
            }
            copies.push((member.clone(), file.clone()));
        }
        *file = member.into();
    }
    Ok(copies)
}

fn named(origin: &mut Origin) -> Vec<&mut PathBuf> {
    match origin {
        Origin::Files(documents, read) => documents.iter_mut().chain(&mut read.vocabulary).collect(),
        Origin::Builtin(_) => Vec::new(),
    }
}

fn name(file: &Path) -> io::Result<&str> {
    let name = file.file_name().and_then(|name| name.to_str());
    name.ok_or_else(|| io::Error::other(format!("{} has no name in UTF-8: rename it", file.display())))
}

/// Lists the files of a folder and its subfolders in a fixed order.
fn list(folder: &Path, member: &str, copies: &mut Vec<Copy>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        let member = format!("{member}/{}", name(&entry)?);
        // Symbolic links are skipped: a link may lead out of the folder, or form a cycle.
        match fs::symlink_metadata(&entry)? {
            kind if kind.is_dir() => list(&entry, &member, copies)?,
            kind if kind.is_file() => copies.push((member, entry)),
            _ => {}
        }
    }
    Ok(())
}

impl<V> Session<V> {
    /// Writes the documents copied into a session file to a folder, and makes the session refer to them there.
    ///
    /// # Errors
    /// Returns an error if the archive is damaged, a member would lie outside the folder,
    /// the documents unpack to more than a corpus may have, or the folder cannot be written.
    pub fn unpack(&mut self, session: &Path, into: &Path) -> Result<(), SessionError> {
        if !self.corpus.copied {
            return Ok(());
        }
        let refuse = |cause: io::Error| match cause.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                let (path, member, problem) = (session.to_owned(), DOCUMENTS.to_owned(), cause.to_string());
                SessionError::Damaged { path, member, problem }
            }
            _ => SessionError::Unpack(into.to_owned(), cause),
        };
        unpacked(&mut Archive::open(session)?, into).map_err(refuse)?;
        for file in named(&mut self.corpus.origin) {
            let inside = plain_components(file).ok_or_else(|| refuse(outside(file)))?;
            *file = into.join(inside);
        }
        Ok(())
    }
}

fn unpacked(archive: &mut Archive, into: &Path) -> io::Result<()> {
    let mut left = Limits::default().corpus as u64;
    for place in 0..archive.members.len() {
        let mut member = archive.members.by_index(place)?;
        let path = PathBuf::from(&*member.name()?);
        if !path.starts_with(DOCUMENTS) || member.is_dir() {
            continue;
        }
        let path = into.join(plain_components(&path).ok_or_else(|| outside(&path))?);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let copied = io::copy(&mut member.by_ref().take(left + 1), &mut File::create(&path)?)?;
        left = left.checked_sub(copied).ok_or_else(|| wrong("the copied documents unpack to more than a corpus may have"))?;
    }
    Ok(())
}

/// Relative path that consists only of names; `None` if it leads out of its folder.
fn plain_components(path: &Path) -> Option<&Path> {
    path.components().all(|part| matches!(part, std::path::Component::Normal(_))).then_some(path)
}

fn outside(path: &Path) -> io::Error {
    wrong(&format!("{} would be written outside the folder of the documents", path.display()))
}

/// Writes copied documents to an archive, with a function that begins an entry.
pub(crate) fn write<W: Write>(
    copies: &[Copy],
    to: &mut W,
    begin: impl Fn(&mut W, &str, u64) -> io::Result<()>,
) -> io::Result<()> {
    for (member, file) in copies {
        let unreadable = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        let mut bytes = File::open(file).map_err(unreadable)?;
        begin(to, member, bytes.metadata()?.len())?;
        io::copy(&mut bytes, to)?;
    }
    Ok(())
}
