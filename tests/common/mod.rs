//! What tests of readers share: a folder of files that goes away, and what was found in one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use wordfield::corpus::{Body, Cancel, RawCorpus, ReadOptions, read};

/// A folder that goes away with the value.
pub struct Place(pub tempfile::TempDir);

impl Place {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

pub fn open_as(path: &Path, options: &ReadOptions) -> RawCorpus {
    read(&[path.to_owned()], options, &Cancel::default()).unwrap()
}

pub fn open(path: &Path) -> RawCorpus {
    open_as(path, &ReadOptions::default())
}

pub fn found(corpus: &RawCorpus) -> Vec<(&str, &str)> {
    fn text(body: &Body) -> &str {
        match body {
            Body::Text(text) | Body::Tokens(text) => text,
            Body::Words(_) => "(words)",
        }
    }
    corpus.documents.iter().map(|document| (document.label.as_str(), text(&document.body))).collect()
}
