//! Helpers of reader tests: temporary folders of files, and parsed corpora.

#![allow(clippy::unwrap_used, reason = "a test that cannot prepare its files has failed")]
#![allow(dead_code, reason = "each file of tests uses a part")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use wordfield::corpus::{Body, Cancel, RawCorpus, ReadOptions, read};

/// A file of the research data; `None`, with a printed note, if it is missing.
pub fn data(name: &str) -> Option<PathBuf> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let places = [here.join("../shared/data"), here.join("../../shared/data")];
    let found = std::env::var_os("WORDFIELD_DATA").map(PathBuf::from).into_iter().chain(places).find(|p| p.join(name).exists());
    if found.is_none() {
        eprintln!("skipped: no {name} under ../shared/data; set WORDFIELD_DATA to the folder that holds it");
    }
    found.map(|folder| folder.join(name))
}

/// A temporary folder, deleted when dropped.
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
