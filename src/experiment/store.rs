//! Result store: finished trainings of a sweep, one JSON object a line, so that an interrupted sweep can be resumed.
//!
//! Keys are hashes of experiments and of the texts they read, so a changed parameter or file never finds an old result.
//! Memory: every stored result.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{Outcome, Report};

/// Finished trainings, in memory and where given in a file.
#[derive(Debug, Default)]
pub struct ResultStore {
    file: Option<(PathBuf, File)>,
    points: HashMap<String, Outcome>,
    chosen: HashMap<String, Report>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Record {
    /// The training of one point.
    Point { key: String, outcome: Outcome },
    /// The report of a chosen model.
    Chosen { key: String, report: Box<Report> },
}

/// Why results cannot be read or stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        cause: io::Error,
    },
    /// A line is not a stored result.
    #[error("{}:{line}: not a stored result ({problem}): name a file written by --results, or a new one", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl ResultStore {
    /// Opens a file of results, or creates it. A last line that was cut off while it was written is removed.
    ///
    /// # Errors
    /// When the system refuses or the file holds something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |cause| StoreError::Io { path: path.to_owned(), cause };
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut store = Self::default();
        let (mut reader, mut line, mut whole) = (BufReader::new(&file), Vec::new(), 0);
        for number in 1.. {
            line.clear();
            if reader.read_until(b'\n', &mut line).map_err(io)? == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let record = serde_json::from_slice(&line).map_err(|error| StoreError::Malformed {
                path: path.to_owned(),
                line: number,
                problem: error.to_string(),
            })?;
            store.hold(record);
            whole += line.len() as u64;
        }
        // Only the beginning of a record is overwritten.
        if whole == 0
            && !line.is_empty()
            && !["{\"point\":", "{\"chosen\":"].iter().any(|start| line.starts_with(start.as_bytes()))
        {
            return Err(StoreError::Malformed { path: path.to_owned(), line: 1, problem: "no record".to_owned() });
        }
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::Start(whole)).map_err(io)?;
        store.file = Some((path.to_owned(), file));
        Ok(store)
    }

    /// The result of a point.
    pub fn point(&self, key: &str) -> Option<&Outcome> {
        self.points.get(key)
    }

    /// The report of a chosen model.
    pub fn chosen(&self, key: &str) -> Option<&Report> {
        self.chosen.get(key)
    }

    /// Stores the result of a point.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn put_point(&mut self, key: String, outcome: Outcome) -> Result<(), StoreError> {
        self.put(Record::Point { key, outcome })
    }

    /// Stores the report of a chosen model.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn put_chosen(&mut self, key: String, report: Report) -> Result<(), StoreError> {
        self.put(Record::Chosen { key, report: Box::new(report) })
    }

    fn put(&mut self, record: Record) -> Result<(), StoreError> {
        if let Some((path, file)) = &mut self.file {
            let io = |cause| StoreError::Io { path: path.clone(), cause };
            let mut line = serde_json::to_vec(&record).map_err(|error| io(error.into()))?;
            line.push(b'\n');
            file.write_all(&line).and_then(|()| file.flush()).map_err(io)?;
        }
        self.hold(record);
        Ok(())
    }

    fn hold(&mut self, record: Record) {
        match record {
            Record::Point { key, outcome } => {
                self.points.insert(key, outcome);
            }
            Record::Chosen { key, report } => {
                self.chosen.insert(key, *report);
            }
        }
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
    fn results_are_found_again_and_a_line_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let mut store = ResultStore::open(&path).unwrap();
        for (key, dev) in [("a", 0.1), ("b", 0.300_000_000_000_000_04)] {
            store.put_point(key.to_owned(), outcome(dev)).unwrap();
        }
        drop(store);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 9]).unwrap();
        let mut store = ResultStore::open(&path).unwrap();
        assert_eq!((store.point("a"), store.point("b")), (Some(&outcome(0.1)), None));
        store.put_point("b".to_owned(), outcome(0.300_000_000_000_000_04)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(ResultStore::open(&path).unwrap().point("b"), Some(&outcome(0.300_000_000_000_000_04)));
    }

    #[test]
    fn another_file_is_neither_read_nor_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus.txt");
        for text in ["a\tone\nb\ttwo\n", "one line", "{\"a\": 1}\n", "{\"a\": 1}"] {
            fs::write(&path, text).unwrap();
            assert!(ResultStore::open(&path).unwrap_err().to_string().contains("not a stored result"), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
