//! Documents from Python: texts, or word counts as a sparse matrix with the names of its columns.
//!
//! Cost and memory: one copy of every text, or of a word's name for each count.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use wordfield_core::corpus::{Body, Fields, RawDocument};

use super::value_error;

/// Documents from Python: texts, or the parts of a sparse matrix in compressed rows (row starts, columns, counts, column words).
#[derive(FromPyObject)]
pub(crate) enum Documents<'py> {
    Texts(Vec<String>),
    Counts(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, f64>, Vec<String>),
}

impl Documents<'_> {
    /// Whether the documents are word counts.
    pub(crate) fn are_counted(&self) -> bool {
        matches!(self, Self::Counts(..))
    }

    /// Documents with the given labels, or without; their titles are numbers from 1.
    ///
    /// # Errors
    /// If the parts of the matrix do not fit each other, or labels are not as many as documents.
    pub(crate) fn read(self, labels: Option<Vec<String>>) -> PyResult<Vec<RawDocument>> {
        let bodies: Vec<Body> = match self {
            Self::Texts(texts) => texts.into_iter().map(Body::Text).collect(),
            Self::Counts(starts, columns, counts, words) => {
                let (starts, columns, counts) = (starts.as_slice()?, columns.as_slice()?, counts.as_slice()?);
                let row = |row: &[i64]| row_of(row, columns, counts, &words).map(Body::Words);
                let rows: Option<Vec<Body>> = starts.windows(2).map(row).collect();
                rows.ok_or_else(|| value_error("the parts of the sparse matrix do not fit each other"))?
            }
        };
        let labels = labels.unwrap_or_else(|| vec![String::new(); bodies.len()]);
        if labels.len() != bodies.len() {
            return Err(value_error(format!("there are {} documents and {} labels", bodies.len(), labels.len())));
        }
        let document = |(place, (body, label)): (usize, (Body, String))| RawDocument {
            title: (place + 1).to_string(),
            label,
            body,
            fields: Fields::default(),
        };
        Ok(bodies.into_iter().zip(labels).enumerate().map(document).collect())
    }
}

/// Words and counts in a row of a sparse matrix, between two starts; `None` if there is no such column.
fn row_of(starts: &[i64], columns: &[i64], counts: &[f64], words: &[String]) -> Option<Vec<(String, f64)>> {
    let range = usize::try_from(starts[0]).ok()?..usize::try_from(starts[1]).ok()?;
    let word = |(&column, &count): (&i64, &f64)| Some((words.get(usize::try_from(column).ok()?)?.clone(), count));
    columns.get(range.clone())?.iter().zip(counts.get(range)?).map(word).collect()
}
