//! Helpers for tests of file readers: temporary folders with files, and parsed corpora.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, reason = "a test that cannot prepare its files has failed")]
#![allow(clippy::new_without_default, reason = "a new place is a folder on the disk")]

pub mod samples;

mod planted;

use std::{
    fs,
    path::{Path, PathBuf},
};

pub use planted::planted;
use wordfield_core::corpus::{
    Body, Builtin, Cancel, Dataset, RawCorpus, ReadOptions, SplitOptions, VocabularyOptions, Weighting, builtin, read,
};

/// Path of a research data file; `None`, with a printed note, if it is missing.
pub fn data(name: &str) -> Option<PathBuf> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let places = ["../../../shared/data", "../../../../shared/data"].map(|place| here.join(place));
    let found = std::env::var_os("WORDFIELD_DATA").map(PathBuf::from).into_iter().chain(places).find(|p| p.join(name).exists());
    if found.is_none() {
        eprintln!("skipped: no {name} under ../shared/data; set WORDFIELD_DATA to the folder that holds it");
    }
    found.map(|folder| folder.join(name))
}

/// Temporary folder of a test, deleted when dropped.
pub struct Place(pub tempfile::TempDir);

impl Place {
    /// Creates an empty temporary folder.
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file in the temporary folder. Returns its path.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// Dataset of a built-in corpus with the default options.
pub fn built_in(which: Builtin) -> Dataset {
    Dataset::build(builtin(which).into(), &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default()).unwrap()
}

/// Corpus read from a file with the given options.
pub fn open_as(path: &Path, options: &ReadOptions) -> RawCorpus {
    read(&[path.to_owned()], options, &Cancel::default()).unwrap()
}

/// Corpus read from a file with the default options.
pub fn open(path: &Path) -> RawCorpus {
    open_as(path, &ReadOptions::default())
}

/// Label and text of each document of a corpus.
pub fn found(corpus: &RawCorpus) -> Vec<(&str, &str)> {
    fn text(body: &Body) -> &str {
        match body {
            Body::Text(text) | Body::Tokens(text) => text,
            Body::Words(_) => "(words)",
        }
    }
    corpus.documents.iter().map(|document| (document.label.as_str(), text(&document.body))).collect()
}
