//! Recent files: files opened or saved recently, the latest first.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use wordfield_core::corpus::ReadOptions;

/// Kind of a recent file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecentKind {
    /// Recent files of documents.
    Corpus,
    /// Recent file of a saved model.
    Model,
    /// Recent file of a session.
    Session,
    /// Recent file of word vectors without documents.
    WordVectors,
}

impl RecentKind {
    /// Name of the kind of recent file in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Self::Corpus => "corpus",
            Self::Model => "model",
            Self::Session => "session",
            Self::WordVectors => "word vectors",
        }
    }
}

/// Entry in the list of recent files: one file, or all files of a corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecentFile {
    /// Kind of the recent file.
    pub kind: RecentKind,
    /// Absolute paths of the files, at least one.
    pub files: Vec<PathBuf>,
    /// Reading options of the document files.
    #[serde(default)]
    pub read: ReadOptions,
}

impl RecentFile {
    /// File names of the entry, without folders.
    pub fn name(&self) -> String {
        let name = |file: &PathBuf| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        self.files.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Full paths of the entry's files.
    pub fn places(&self) -> String {
        self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// Recently opened or saved files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecentFiles(pub Vec<RecentFile>);

impl RecentFiles {
    /// Maximum number of recent files in the list.
    pub const MOST: usize = 10;

    /// Entry of the list of recent files at an index.
    pub fn get(&self, place: usize) -> Option<&RecentFile> {
        self.0.get(place)
    }

    /// Adds files in front of the recent ones; relative paths are made absolute. Files opened before move to the front.
    pub fn add(&mut self, kind: RecentKind, files: &[PathBuf], read: ReadOptions) {
        if files.is_empty() {
            return;
        }
        let files: Vec<PathBuf> = files.iter().map(|file| std::path::absolute(file).unwrap_or_else(|_| file.clone())).collect();
        self.0.retain(|known| known.files != files);
        self.0.insert(0, RecentFile { kind, files, read });
        self.0.truncate(Self::MOST);
    }

    /// Empties the list of recent files.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_files_are_first_and_none_is_listed_twice() {
        let mut recent = RecentFiles::default();
        for number in 0..12 {
            recent.add(RecentKind::Corpus, &[PathBuf::from(format!("/data/{number}.tsv"))], ReadOptions::default());
        }
        recent.add(RecentKind::Model, &[PathBuf::from("/data/5.tsv")], ReadOptions::default());
        recent.add(RecentKind::Session, &[], ReadOptions::default());
        let names: Vec<String> = recent.0.iter().map(RecentFile::name).collect();
        assert_eq!(names, ["5.tsv", "11.tsv", "10.tsv", "9.tsv", "8.tsv", "7.tsv", "6.tsv", "4.tsv", "3.tsv", "2.tsv"]);
        assert_eq!(recent.get(0).map(|first| (first.kind, first.places())), Some((RecentKind::Model, "/data/5.tsv".to_owned())));
        recent.add(RecentKind::Corpus, &["a.tsv".into(), "b.tsv".into()], ReadOptions::default());
        assert!(recent.get(0).is_some_and(|first| first.name() == "a.tsv, b.tsv" && first.files[0].is_absolute()));
        recent.clear();
        assert_eq!(recent.0.len(), 0);
    }
}
