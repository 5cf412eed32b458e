//! Files named in a saved model, from which its documents were read.
//!
//! A model may come from anybody, so that a name in it is not a reason to read a file.
//! Named files in the folder of the model and below are read; all other names are shown to the user, who may name them.
//!
//! The saved model names files relative to its folder, so that model and corpus can be moved together.
//! A file that has only the root in common with the model is named by its absolute path, as all files were in earlier versions.
//! In memory all paths are absolute.

use std::{
    borrow::Cow,
    ffi::OsStr,
    path::{Component, Path, PathBuf},
};

use super::{ProjectError, SavedModel};
use crate::corpus::{Origin, ReadOptions};

impl SavedModel {
    /// Files and reading options of the model's corpus, if the model names files.
    fn named(&self) -> Option<(&[PathBuf], &ReadOptions)> {
        match self.trained_on.as_ref()?.origin.as_ref()? {
            Origin::Files(files, options) => Some((files, options)),
            Origin::Builtin(_) => None,
        }
    }

    /// Checks that all files named by the model are in its own folder or in subfolders.
    ///
    /// # Errors
    /// Returns an error that names the first file elsewhere.
    pub fn check_named_files(&self, model: &Path) -> Result<(), ProjectError> {
        let Some((files, options)) = self.named() else { return Ok(()) };
        let Some(folder) = home(model) else { return Ok(()) };
        let elsewhere = files.iter().chain(&options.vocabulary).find(|file| !plain(file).starts_with(&folder));
        elsewhere.map_or(Ok(()), |file| Err(ProjectError::NamedElsewhere { path: model.to_owned(), file: file.clone() }))
    }

    /// Files named by the model that are in its own folder or in subfolders.
    pub fn named_beside(&self, model: &Path) -> Vec<PathBuf> {
        let near = self.check_named_files(model).is_ok();
        let named = self.named().filter(|_| near);
        named.map_or_else(Vec::new, |(files, options)| files.iter().chain(&options.vocabulary).cloned().collect())
    }

    /// Options that the model's corpus was read with, if these are its files, which may have been moved.
    pub fn read_options_of(&self, files: &[PathBuf]) -> Option<&ReadOptions> {
        let (named, options) = self.named()?;
        let name = |file: &Path| plain(file).file_name().map(OsStr::to_owned);
        let same = named.len() == files.len() && named.iter().zip(files).all(|(named, file)| name(named) == name(file));
        same.then_some(options)
    }

    /// Model as it is written to the file `model`: it names its files relative to that file's folder.
    pub(super) fn named_from(&self, model: &Path) -> Cow<'_, Self> {
        let Some(home) = home(model).filter(|_| self.named().is_some()) else { return Cow::Borrowed(self) };
        let mut stored = self.clone();
        stored.rename(|file| seen_from(&home, &plain(file)).unwrap_or_else(|| file.to_owned()));
        Cow::Owned(stored)
    }

    /// Saved model as read from the file `model`, with absolute paths of the files that it names.
    pub(super) fn named_absolutely(mut self, model: &Path) -> Self {
        if let Some(home) = home(model) {
            self.rename(|file| plain(&home.join(file)));
        }
        self
    }

    fn rename(&mut self, name: impl Fn(&Path) -> PathBuf) {
        let origin = self.trained_on.as_mut().and_then(|trained_on| trained_on.origin.as_mut());
        if let Some(Origin::Files(files, options)) = origin {
            files.iter_mut().chain(&mut options.vocabulary).for_each(|file| *file = name(file.as_path()));
        }
    }
}

/// Folder of a file after resolving links; `None` if it cannot be found.
pub fn home(file: &Path) -> Option<PathBuf> {
    let file = if file.is_symlink() { file.canonicalize().ok()? } else { plain(file) };
    file.parent().map(Path::to_owned)
}

/// Path of a file relative to a folder, both by absolute paths; `None` if they have only the root in common.
fn seen_from(folder: &Path, file: &Path) -> Option<PathBuf> {
    let shared = folder.components().zip(file.components()).take_while(|(own, other)| own == other).count();
    let near = folder.components().take(shared).any(|part| matches!(part, Component::Normal(_)));
    let up = folder.components().skip(shared).map(|_| Component::ParentDir);
    near.then(|| up.chain(file.components().skip(shared)).collect())
}

/// Absolute path without `.` and `..`, without access to the file system.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_made_plain_without_looking_at_files() {
        for (path, of) in [("/a/b/../c.txt", "/a/c.txt"), ("/a/./b", "/a/b"), ("/../x", "/x")] {
            assert_eq!(plain(Path::new(path)), Path::new(of));
        }
        assert!(plain(Path::new("a.txt")).is_absolute());
    }

    #[cfg(unix)]
    #[test]
    fn files_are_named_as_seen_from_the_model_and_found_again() {
        let home = Path::new("/home/ann/work");
        for (file, seen) in [
            ("/home/ann/work/c.txt", Some("c.txt")),
            ("/home/ann/work/data/c.txt", Some("data/c.txt")),
            ("/home/ann/data/c.txt", Some("../data/c.txt")),
            ("/home/ann/workshop/c.txt", Some("../workshop/c.txt")),
            ("/srv/c.txt", None),
        ] {
            let name = seen_from(home, Path::new(file));
            assert_eq!(name.as_deref(), seen.map(Path::new), "{file}");
            assert_eq!(plain(&home.join(name.unwrap_or_else(|| file.into()))), Path::new(file));
        }
        assert_eq!(seen_from(Path::new("/"), Path::new("/c.txt")), None);
    }
}
