//! Report files: written as indented JSON; the split of a report is read for another run on the same documents.

use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ProjectError, regular, write_atomically};
use crate::{corpus::Split, experiment::SplitSource};

/// Maximum length of a report that is read, in bytes: a hundred million documents' indices.
const REPORT_LIMIT: u64 = 1 << 30;

/// Fields that are read from a report, or from a file that contains a split alone.
#[derive(Deserialize)]
struct Partial {
    split: Split,
    corpus: Option<String>,
    documents: Option<usize>,
    texts: Option<u32>,
}

/// Reads the split of a report file, and the source by which its corpus is recognised.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a report.
pub fn read_split(path: &Path) -> Result<(Split, SplitSource), ProjectError> {
    let wrong = |problem: String| ProjectError::NoSplit(path.to_owned(), problem);
    let (file, length) = regular::open(path)?;
    if length > REPORT_LIMIT {
        return Err(wrong(format!("it is larger than {} MiB", REPORT_LIMIT >> 20)));
    }
    let mut text = Vec::new();
    file.take(REPORT_LIMIT).read_to_end(&mut text).map_err(|cause| ProjectError::Read(path.to_owned(), cause))?;
    let report: Partial = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    let Partial { split, corpus, documents, texts } = report;
    Ok((split, SplitSource { path: path.display().to_string(), corpus, documents, texts }))
}

/// Writes a report of one or several runs to a file, as indented JSON.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_report(path: &Path, report: &impl Serialize) -> Result<(), ProjectError> {
    let mut text = serde_json::to_vec_pretty(report).map_err(|error| ProjectError::Write(path.to_owned(), error.into()))?;
    text.push(b'\n');
    write_atomically(path, &text)
}
