//! Result store: finished trainings of a sweep, one JSON object a line, so that an interrupted sweep can be resumed.
//!
//! Keys are hashes of experiments and of the data they read, so a changed parameter or file never finds an old result.
//! Processes may share a file: each record is a whole line, appended under a lock of the file. Memory: every stored result.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{Outcome, Report};

/// Store of finished trainings, in memory and, if given, in a file.
#[derive(Debug, Default)]
pub struct ResultStore {
    file: Option<(PathBuf, File)>,
    points: HashMap<String, Outcome>,
    chosen: HashMap<String, Report>,
}

/// Record of the result store, one line of its file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Record {
    /// Result of training one point of a grid.
    Point { key: String, outcome: Outcome },
    /// Report of the model chosen in a cell.
    #[serde(rename = "chosen")]
    ChosenModel { key: String, report: Box<Report> },
}

/// Error of reading or storing results in the result store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Error: the operating system refuses access to the result file.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// Path of the result file that could not be read or written.
        path: PathBuf,
        /// Error message of the operating system.
        cause: io::Error,
    },
    /// Error: a line of the result file is not a stored result.
    #[error("{}:{line}: not a stored result ({problem}): name a file written by --results, or a new one", .path.display())]
    Malformed {
        /// Path of the result file with the invalid line.
        path: PathBuf,
        /// Number of the invalid line, from 1.
        line: usize,
        /// Reason why the line is invalid.
        problem: String,
    },
}

impl ResultStore {
    /// Opens a result file, or creates it. An incomplete last line, of an interrupted write, is removed.
    ///
    /// # Errors
    /// When the system refuses, or the file contains something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |cause| StoreError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let mut store = Self::default();
        // An incomplete last line comes from a process that was killed, as the lock excludes other writers.
        let lock = Lock::of(&file).map_err(io)?;
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
        // The incomplete last line is removed only if it is the beginning of a record.
        if whole == 0
            && !line.is_empty()
            && !["{\"point\":", "{\"chosen\":"].iter().any(|start| line.starts_with(start.as_bytes()))
        {
            return Err(StoreError::Malformed { path: path.to_owned(), line: 1, problem: "no record".to_owned() });
        }
        if !line.is_empty() {
            file.set_len(whole).map_err(io)?;
        }
        drop(lock);
        store.file = Some((path.to_owned(), file));
        Ok(store)
    }

    /// Whether the results are kept in a file.
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Stored result of a grid point with the given key.
    pub fn point(&self, key: &str) -> Option<&Outcome> {
        self.points.get(key)
    }

    /// Stored report of a chosen model with the given key.
    pub fn chosen(&self, key: &str) -> Option<&Report> {
        self.chosen.get(key)
    }

    /// Stores the result of a grid point.
    ///
    /// # Errors
    /// When the system refuses to write the file.
    pub fn put_point(&mut self, key: String, outcome: Outcome) -> Result<(), StoreError> {
        self.put(Record::Point { key, outcome })
    }

    /// Stores the report of a model chosen in a cell.
    ///
    /// # Errors
    /// When the system refuses to write the file.
    pub fn put_chosen(&mut self, key: String, report: Report) -> Result<(), StoreError> {
        self.put(Record::ChosenModel { key, report: Box::new(report) })
    }

    fn put(&mut self, record: Record) -> Result<(), StoreError> {
        if let Some((path, file)) = &self.file {
            let io = |cause| StoreError::Io { path: path.clone(), cause };
            let mut line = serde_json::to_vec(&record).map_err(|error| io(error.into()))?;
            line.push(b'\n');
            append(file, &line).map_err(io)?;
        }
        self.hold(record);
        Ok(())
    }

    fn hold(&mut self, record: Record) {
        match record {
            Record::Point { key, outcome } => {
                self.points.insert(key, outcome);
            }
            Record::ChosenModel { key, report } => {
                self.chosen.insert(key, *report);
            }
        }
    }
}

/// Appends a whole line to a file under a lock, in place of the beginning of a line that a killed process left.
fn append(mut file: &File, line: &[u8]) -> io::Result<()> {
    let _lock = Lock::of(file)?;
    let end = whole_lines(file)?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    file.write_all(line)?;
    file.flush()
}

/// Length of a result file up to the end of its last complete line, in bytes.
fn whole_lines(mut file: &File) -> io::Result<u64> {
    const BLOCK: u64 = 4096;
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut block = Vec::new();
    while end > 0 {
        let from = end.saturating_sub(BLOCK);
        file.seek(SeekFrom::Start(from))?;
        block.clear();
        file.take(end - from).read_to_end(&mut block)?;
        if let Some(place) = block.iter().rposition(|&byte| byte == b'\n') {
            return Ok(from + place as u64 + 1);
        }
        end = from;
    }
    Ok(0)
}

/// Lock of a result file, released when it is dropped; some file systems have no locks.
struct Lock<'a>(&'a File);

impl<'a> Lock<'a> {
    fn of(file: &'a File) -> io::Result<Self> {
        match file.lock() {
            Err(cause) if cause.kind() != ErrorKind::Unsupported => Err(cause),
            _ => Ok(Self(file)),
        }
    }
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        // The lock ends in any case when the file is closed.
        let _ = self.0.unlock();
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

    /// Two open stores are two processes: each has its own lock.
    #[test]
    fn stores_on_one_file_at_once_lose_and_tear_no_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        let (writers, records) = (4, 50);
        std::thread::scope(|scope| {
            for writer in 0..writers {
                let path = &path;
                scope.spawn(move || {
                    let mut store = ResultStore::open(path).unwrap();
                    for record in 0..records {
                        store.put_point(format!("{writer} {record}"), outcome(0.5)).unwrap();
                    }
                });
            }
        });
        let store = ResultStore::open(&path).unwrap();
        assert_eq!(store.points.len(), writers * records);
    }

    #[test]
    fn a_line_cut_off_by_another_process_is_removed_before_the_next_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.jsonl");
        for whole in [0, 2, 90] {
            let mut store = ResultStore::open(&path).unwrap();
            (0..whole).for_each(|key| store.put_point(key.to_string(), outcome(0.1)).unwrap());
            let before = fs::read_to_string(&path).unwrap();
            fs::write(&path, before.clone() + "{\"point\":{\"key\":\"" + &"k".repeat(9000)).unwrap();
            store.put_point("last".to_owned(), outcome(0.2)).unwrap();
            let store = ResultStore::open(&path).unwrap();
            assert_eq!((store.points.len(), store.point("last")), (whole + 1, Some(&outcome(0.2))));
            fs::remove_file(&path).unwrap();
        }
    }
}
