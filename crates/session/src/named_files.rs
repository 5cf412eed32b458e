//! Files that a session refers to: documents, vocabulary, word vectors and stop words.
//!
//! A session may come from anybody, so a name in it is no reason to read a file.
//! In the archive a file in the folder of the session or below has a path relative to it, so that both can be moved together;
//! all other files have absolute paths. In memory all paths are absolute.

use std::path::{Path, PathBuf};

use crate::Session;
use wordfield_core::{
    corpus::{Origin, StopWords, VectorFiles},
    project::{home, plain},
};

impl<V> Session<V> {
    /// Paths of the files that the session refers to, except copied documents, which are in the archive.
    fn files_mut(&mut self) -> Vec<&mut PathBuf> {
        let mut files = Vec::new();
        if let (Origin::Files(documents, read), false) = (&mut self.corpus.origin, self.corpus.copied) {
            files.extend(documents);
            files.extend(&mut read.vocabulary);
        }
        let data = &mut self.data;
        for text in [Some(&mut data.text), data.target_text.as_mut()].into_iter().flatten() {
            if let StopWords::File(file) = &mut text.stop_words {
                files.push(file);
            }
        }
        if let Some(VectorFiles { file, target, words, .. }) = &mut data.vectors {
            let own: Vec<&mut PathBuf> = [Some(file), target.as_mut(), words.as_mut()].into_iter().flatten().collect();
            files.extend(own.into_iter().filter(|file| !VectorFiles::is_built_in(file)));
        }
        files
    }

    /// Files to which the session refers outside the folder of its own file.
    pub fn named_elsewhere(&self, session: &Path) -> Vec<PathBuf>
    where
        V: Clone,
    {
        let folder = home(session);
        let mut named = self.clone();
        let files = named.files_mut().into_iter().map(|file| plain(file));
        files.filter(|file| folder.as_ref().is_none_or(|folder| !file.starts_with(folder))).collect()
    }

    /// Makes the paths of the files relative to the folder of the session file.
    pub(crate) fn make_relative(&mut self, session: &Path) {
        let Some(folder) = home(session) else { return };
        for file in self.files_mut() {
            let whole = plain(file);
            *file = whole.strip_prefix(&folder).map(Path::to_owned).unwrap_or(whole);
        }
    }

    /// Makes the paths of the files that the session refers to absolute.
    pub(crate) fn make_absolute(&mut self, session: &Path) {
        let Some(folder) = home(session) else { return };
        self.files_mut().into_iter().for_each(|file| *file = plain(&folder.join(&*file)));
    }
}
