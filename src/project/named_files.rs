//! Files that a saved model names: those its documents were read from.
//!
//! A model may come from anybody, so that a name in it is not a reason to read a file: names in the folder of the model and
//! below are followed, others are shown to the user, who may name them.

use std::path::{Component, Path, PathBuf};

use super::{ProjectError, SavedModel};
use crate::corpus::{Origin, ReadOptions};

impl SavedModel {
    /// Files and reading options of the model's corpus, as far as the model names them.
    fn named(&self) -> Option<(&[PathBuf], &ReadOptions)> {
        match self.trained_on.as_ref()?.origin.as_ref()? {
            Origin::Files(files, options) => Some((files, options)),
            Origin::Builtin(_) => None,
        }
    }

    /// Checks that the files the model names are beside the model or in folders there.
    ///
    /// # Errors
    /// Names the first file that is elsewhere.
    pub fn check_named_files(&self, model: &Path) -> Result<(), ProjectError> {
        let Some((files, options)) = self.named() else { return Ok(()) };
        let Some(folder) = plain(model).parent().map(Path::to_owned) else { return Ok(()) };
        let elsewhere = files.iter().chain(&options.vocabulary).find(|file| !plain(file).starts_with(&folder));
        elsewhere.map_or(Ok(()), |file| Err(ProjectError::NamedElsewhere { path: model.to_owned(), file: file.clone() }))
    }

    /// Files that the model names in its own folder and below.
    pub fn named_beside(&self, model: &Path) -> Vec<PathBuf> {
        let near = self.check_named_files(model).is_ok();
        let named = self.named().filter(|_| near);
        named.map_or_else(Vec::new, |(files, options)| files.iter().chain(&options.vocabulary).cloned().collect())
    }

    /// Options that the model's corpus was read with, if these are its files.
    pub fn read_options_of(&self, files: &[PathBuf]) -> Option<&ReadOptions> {
        let (named, options) = self.named()?;
        let same = named.len() == files.len() && named.iter().zip(files).all(|(named, file)| plain(named) == plain(file));
        same.then_some(options)
    }
}

/// An absolute path without `.` and `..`; no file is looked at.
fn plain(path: &Path) -> PathBuf {
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
}
