//! Folder of a study: one file for each finished cell, so that any number of processes fill it together.
//!
//! ```text
//! OUT/plan.json         cells of the last call, in the order of the table
//! OUT/cells/ID.json     record of a finished cell, renamed to its path when complete: its presence means that the cell is done
//! OUT/failed/ID.json    problem of a cell that could not be trained
//! OUT/points/ID.jsonl   finished points of a search in progress, with a lock file in the same folder
//! ```
//!
//! A cell in progress is locked: another process takes the next cell. The lock ends with its process.
//! On file systems without locks, shards keep processes apart.
//! Cost: one write a cell.
//! Memory: one record.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{Plan, Record};
use crate::{
    experiment::{PointStore, PointStoreError},
    project::{ProjectError, write_atomically},
};

/// Error of the folder of a study.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// Error: the operating system refuses to create or read a file of the study.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// Error: a file has the name of the study's folder.
    #[error("{}: is a file: name a new folder, or that of a study", .0.display())]
    NoFolder(PathBuf),
    /// Error: the folder of the study has no plan.
    #[error("{}: not the folder of a study: name one that `evaluate --out` or `train --results` has written", .0.display())]
    NoPlan(PathBuf),
    /// Error: a file of the study's folder has invalid content.
    #[error("{}: not written by this program ({}): remove it, and run the study again", .0.display(), .1)]
    Malformed(PathBuf, serde_json::Error),
    /// Error: a record of the study is that of another cell, whose id is given.
    #[error("{}: the record of another cell, {}: run the study again, which trains this cell and replaces it", .0.display(), .1)]
    OtherCell(PathBuf, String),
    /// Error: no record of the study contains the metric.
    #[error("--metric {metric}: no run has it; known are {known}")]
    NoMetric {
        /// Name of the requested metric.
        metric: String,
        /// Paths of all scores that the records contain.
        known: String,
    },
    /// Error: the record of a study's cell cannot be written.
    #[error(transparent)]
    Write(#[from] ProjectError),
    /// Error: the grid points of a cell's search cannot be stored.
    #[error(transparent)]
    Points(#[from] PointStoreError),
    /// Error: the system cannot start a thread.
    #[error("no thread to train on: close other programs and try again ({0})")]
    Thread(String),
}

/// State of a study's cell on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellState {
    /// The study's cell is done: its record exists.
    Done,
    /// The study's cell failed: the report of its failure exists.
    Failed,
    /// The study's cell is missing: neither its record nor a failure exists.
    Missing,
}

impl CellState {
    /// State of the cell in one word.
    pub fn name(self) -> &'static str {
        ["done", "failed", "missing"][self as usize]
    }
}

/// Failure of a study's cell, as stored in its file.
#[derive(Serialize, Deserialize)]
struct Failure {
    id: String,
    problem: String,
}

/// Claim of this process on a study's cell, held until it is dropped.
#[derive(Debug)]
pub struct Claim(#[expect(dead_code, reason = "the open file holds the lock")] Option<File>);

/// Folder of a study, with its plan and records.
#[derive(Clone, Debug)]
pub struct StudyFolder(PathBuf);

impl StudyFolder {
    /// Creates the folder of a study unless it exists.
    ///
    /// # Errors
    /// Returns an error if a file has its name, or creating the folder fails.
    pub fn create(path: &Path) -> Result<Self, StudyError> {
        if path.exists() && !path.is_dir() {
            return Err(StudyError::NoFolder(path.to_owned()));
        }
        for folder in ["cells", "failed", "points"].map(|name| path.join(name)) {
            fs::create_dir_all(&folder).map_err(|cause| StudyError::Io(folder, cause))?;
        }
        Ok(Self(path.to_owned()))
    }

    /// Refers to a study's folder, which need not exist.
    pub fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Opens the folder of a study and reads its plan.
    ///
    /// # Errors
    /// Returns an error if the folder has no plan, or an I/O operation fails.
    pub fn open(path: &Path) -> Result<(Self, Plan), StudyError> {
        let plan = path.join("plan.json");
        if !plan.is_file() {
            return Err(StudyError::NoPlan(path.to_owned()));
        }
        Ok((Self(path.to_owned()), read(&plan)?))
    }

    /// Writes the plan of a study, and replaces that of an earlier call.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn put_plan(&self, plan: &Plan) -> Result<(), StudyError> {
        write(&self.0.join("plan.json"), plan)
    }

    /// State of the study's cell with the given id. A damaged record, or that of another cell, is not done.
    pub fn state(&self, id: &str) -> CellState {
        match (is_record(&self.path("cells", id), id).unwrap_or(false), self.path("failed", id).is_file()) {
            (true, _) => CellState::Done,
            (_, true) => CellState::Failed,
            _ => CellState::Missing,
        }
    }

    /// Claims a study's cell for this process; `None` if another process trains it.
    ///
    /// # Errors
    /// Returns an error if creating the lock file fails.
    pub fn claim(&self, id: &str) -> Result<Option<Claim>, StudyError> {
        let path = self.0.join("points").join(format!("{id}.lock"));
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|cause| StudyError::Io(path, cause))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) => Ok(Some(Claim(Some(file)))),
            // On a file system without locks every claim succeeds.
            Err(TryLockError::Error(_)) => Ok(Some(Claim(None))),
        }
    }

    /// Reads the stored grid points of a cell's search.
    ///
    /// # Errors
    /// Returns an error if an I/O operation fails, or a line of the file is not a finished point.
    pub fn points(&self, id: &str) -> Result<PointStore, StudyError> {
        Ok(PointStore::open(&self.0.join("points").join(format!("{id}.jsonl")))?)
    }

    /// Writes the record of a finished cell; removes its stored grid points and an earlier failure.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn put(&self, record: &Record) -> Result<(), StudyError> {
        write(&self.path("cells", &record.id), record)?;
        self.forget(&record.id);
        let _ = fs::remove_file(self.path("failed", &record.id));
        Ok(())
    }

    /// Writes the failure of a cell and removes its stored grid points.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn put_failure(&self, id: &str, problem: String) -> Result<(), StudyError> {
        write(&self.path("failed", id), &Failure { id: id.to_owned(), problem })?;
        self.forget(id);
        Ok(())
    }

    /// Removes the stored grid points of a cell, as far as possible.
    fn forget(&self, id: &str) {
        for extension in ["jsonl", "lock"] {
            let _ = fs::remove_file(self.0.join("points").join(format!("{id}.{extension}")));
        }
    }

    /// Reads the record of a study's cell; `None` if the cell is not done.
    ///
    /// # Errors
    /// Returns an error if the record file cannot be read, or is that of another cell.
    pub fn record(&self, id: &str) -> Result<Option<Record>, StudyError> {
        let path = self.path("cells", id);
        if !path.is_file() {
            return Ok(None);
        }
        let record: Record = read(&path)?;
        if record.id == id { Ok(Some(record)) } else { Err(StudyError::OtherCell(path, record.id)) }
    }

    /// Reads the error message of a failed cell.
    ///
    /// # Errors
    /// Returns an error if the failure file cannot be read.
    pub fn problem(&self, id: &str) -> Result<Option<String>, StudyError> {
        let path = self.path("failed", id);
        if path.is_file() { read::<Failure>(&path).map(|failure| Some(failure.problem)) } else { Ok(None) }
    }

    fn path(&self, folder: &str, id: &str) -> PathBuf {
        self.0.join(folder).join(format!("{id}.json"))
    }
}

/// Whether a file begins as the record of a cell and ends as a record does.
fn is_record(path: &Path, id: &str) -> io::Result<bool> {
    let begin = format!("{{\"id\":\"{id}\",");
    let (mut file, mut first, mut last) = (File::open(path)?, vec![0; begin.len()], [0]);
    file.read_exact(&mut first)?;
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(first == begin.as_bytes() && last == *b"}")
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, StudyError> {
    let text = fs::read(path).map_err(|cause| StudyError::Io(path.to_owned(), cause))?;
    serde_json::from_slice(&text).map_err(|cause| StudyError::Malformed(path.to_owned(), cause))
}

fn write(path: &Path, content: &impl Serialize) -> Result<(), StudyError> {
    let text = serde_json::to_vec(content).map_err(|cause| StudyError::Malformed(path.to_owned(), cause))?;
    Ok(write_atomically(path, &text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_taken_once_and_its_problem_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("study");
        assert!(matches!(StudyFolder::open(&out), Err(StudyError::NoPlan(_))));
        let folder = StudyFolder::create(&out).unwrap();
        folder.put_plan(&Plan::default()).unwrap();
        assert_eq!(StudyFolder::open(&out).unwrap().1, Plan::default());
        let claim = folder.claim("a").unwrap();
        assert!(claim.is_some() && folder.claim("a").unwrap().is_none() && folder.claim("b").unwrap().is_some());
        drop(claim);
        assert!(folder.claim("a").unwrap().is_some());
        assert_eq!(folder.state("a"), CellState::Missing);
        folder.put_failure("a", "too small".to_owned()).unwrap();
        assert_eq!((folder.state("a"), folder.problem("a").unwrap().as_deref()), (CellState::Failed, Some("too small")));
        fs::write(out.join("cells/c.json"), "{").unwrap();
        assert!(folder.record("c").unwrap_err().to_string().contains("c.json"));
        assert!(folder.record("d").unwrap().is_none());
        // A record that was cut off or copied is not done, so that the cell is trained again.
        fs::write(out.join("cells/e.json"), r#"{"id":"f","seconds":1.0}"#).unwrap();
        fs::write(out.join("cells/f.json"), r#"{"id":"f","seconds":1.0}"#).unwrap();
        fs::write(out.join("cells/g.json"), r#"{"id":"g","sec"#).unwrap();
        assert_eq!(["c", "e", "f", "g"].map(|id| folder.state(id) == CellState::Done), [false, false, true, false]);
    }
}
