//! Finished points of a cell's grid search, one JSON object a line, so that an interrupted search can be resumed.
//!
//! A file belongs to one cell of a study, whose id covers data and settings,
//! and one process writes it at a time ([`StudyFolder::claim`](crate::study::StudyFolder::claim)).
//! Points are looked up by their setting.
//! Memory: every finished point.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::Outcome;

/// Store of a search's finished points, in memory and, if given, in a file.
#[derive(Debug, Default)]
pub struct PointStore {
    file: Option<(PathBuf, File)>,
    points: HashMap<String, Outcome>,
}

/// Finished point of a grid search, one line of the file.
#[derive(Serialize, Deserialize)]
struct Point {
    setting: String,
    outcome: Outcome,
}

/// Error of reading or storing the finished points of a search.
#[derive(Debug, thiserror::Error)]
pub enum PointStoreError {
    /// Error: the operating system refuses access to the file of points.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// Path of the file of points that could not be read or written.
        path: PathBuf,
        /// Error message of the operating system.
        cause: io::Error,
    },
    /// Error: a line of the file of points is not a finished point.
    #[error("{}:{line}: not a finished point of a search ({problem}): remove the file", .path.display())]
    Malformed {
        /// Path of the file of points with the invalid line.
        path: PathBuf,
        /// Number of the invalid line, from 1.
        line: usize,
        /// Reason why the line is invalid.
        problem: String,
    },
}

impl PointStore {
    /// Opens a file of finished points, or creates it. An incomplete last line, of an interrupted write, is removed.
    ///
    /// # Errors
    /// Returns an error if an I/O operation fails, or a line of the file is not a finished point.
    pub fn open(path: &Path) -> Result<Self, PointStoreError> {
        let io = |cause| PointStoreError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        let mut store = Self::default();
        let (mut reader, mut line, mut whole) = (BufReader::new(&file), Vec::new(), 0);
        for number in 1.. {
            line.clear();
            if reader.read_until(b'\n', &mut line).map_err(io)? == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let Point { setting, outcome } = serde_json::from_slice(&line).map_err(|error| PointStoreError::Malformed {
                path: path.to_owned(),
                line: number,
                problem: error.to_string(),
            })?;
            store.points.insert(setting, outcome);
            whole += line.len() as u64;
        }
        if !line.is_empty() {
            file.set_len(whole).map_err(io)?;
        }
        store.file = Some((path.to_owned(), file));
        Ok(store)
    }

    /// Stored outcome of the point with this setting.
    pub(super) fn get(&self, setting: &str) -> Option<Outcome> {
        self.points.get(setting).copied()
    }

    /// Stores the outcome of a finished point.
    ///
    /// # Errors
    /// Returns an error if writing the file fails.
    pub(super) fn put(&mut self, setting: String, outcome: Outcome) -> Result<(), PointStoreError> {
        if let Some((path, file)) = &mut self.file {
            let io = |cause| PointStoreError::Io { path: path.clone(), cause };
            let mut line = serde_json::to_vec(&Point { setting: setting.clone(), outcome }).map_err(|error| io(error.into()))?;
            line.push(b'\n');
            file.write_all(&line).map_err(io)?;
        }
        self.points.insert(setting, outcome);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::StopReason;

    fn outcome(dev: f64) -> Outcome {
        Outcome { train: Some(1.0), dev: Some(dev), iterations: 3, seconds: 0.1, reason: StopReason::Converged }
    }

    #[test]
    fn points_are_found_again_and_a_line_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("points.jsonl");
        let mut store = PointStore::open(&path).unwrap();
        for (setting, dev) in [("a", 0.1), ("b", 0.300_000_000_000_000_04)] {
            store.put(setting.to_owned(), outcome(dev)).unwrap();
        }
        drop(store);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 9]).unwrap();
        let mut store = PointStore::open(&path).unwrap();
        assert_eq!((store.get("a"), store.get("b")), (Some(outcome(0.1)), None));
        store.put("b".to_owned(), outcome(0.300_000_000_000_000_04)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(PointStore::open(&path).unwrap().get("b"), Some(outcome(0.300_000_000_000_000_04)));
    }

    #[test]
    fn a_line_that_is_no_point_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("points.jsonl");
        fs::write(&path, "{\"a\": 1}\n").unwrap();
        let problem = PointStore::open(&path).unwrap_err().to_string();
        assert!(problem.contains("points.jsonl:1: not a finished point") && problem.contains("remove the file"), "{problem}");
    }
}
