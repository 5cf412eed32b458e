//! The report of a run: everything needed to judge it and to make it again.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::Crc;
use serde::{Deserialize, Serialize};

use super::{Metrics, ProjectError, regular, write_atomically};
use crate::corpus::{Corpus, Dataset, Split};
use crate::model::{Scores, StopReason};

/// The longest report read, in bytes: a hundred million documents' indices.
const REPORT_LIMIT: u64 = 1 << 30;

/// What a run was made from and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Version of the program.
    pub version: String,
    /// The model's kind, as on the command line.
    pub model: String,
    /// The corpus's name.
    pub corpus: String,
    /// Number of documents in the corpus.
    pub documents: usize,
    /// The number by which the documents' texts are known again, however they are cut into words; none in reports written
    /// before that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<u32>,
    /// Number of pairs of documents, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// Number of words kept.
    pub vocabulary: usize,
    /// How many of them are of the source side, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_source: Option<usize>,
    /// How many of them are of the target side, where there are pairs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary_target: Option<usize>,
    /// The classes' names, where classes are learned; confusion tables and predictions count in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// The ratings' names, where ratings are learned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<String>,
    /// Indices of the parts' documents, counted from 0 in the order of the files; where there are pairs, of the pairs.
    pub split: Split,
    /// How good the model is on each part.
    pub metrics: Metrics,
    /// The objective after each iteration.
    pub objective: Vec<f64>,
    /// Accuracies, RMSEs or precisions@1 where they were measured along the way, with their iteration.
    pub scores: Vec<(usize, Scores)>,
    /// Iterations made.
    pub iterations: usize,
    /// The first iteration best on the development part, where the model was taken back to the best; none without a patience.
    pub best_iteration: Option<usize>,
    /// Seconds from the first iteration to the last.
    pub seconds: f64,
    /// Why training ended.
    pub stop_reason: StopReason,
    /// Every parameter: of the model and of the way from file to bags of words.
    pub parameters: serde_json::Value,
    /// What the readers and the vocabulary had to say.
    pub notes: Vec<String>,
}

impl Report {
    /// The document indices of a split as reports give them: where there are pairs those of the source documents alone,
    /// which are the pairs' own.
    pub fn split_of(data: &Dataset) -> Split {
        let Some(pairs) = data.corpus.task.pairs() else { return data.split.clone() };
        let sources = |part: &[usize]| pairs.within(part).map(|(source, _)| source).collect();
        let Split { train, dev, test, unlabelled, test_text } = &data.split;
        let [train, dev, test, unlabelled] = [train, dev, test, unlabelled].map(|part| sources(part));
        Split { train, dev, test, unlabelled, test_text: *test_text }
    }

    /// The number by which documents are known again: over their texts as they were read, in their order.
    pub fn texts_of(corpus: &Corpus) -> u32 {
        let mut crc = Crc::new();
        for text in &corpus.texts {
            crc.update(&(text.len() as u64).to_le_bytes());
            crc.update(text.as_bytes());
        }
        crc.sum()
    }

    /// The split a written report tells of.
    ///
    /// # Errors
    /// When the file cannot be read or is no report.
    pub fn read_split(path: &Path) -> Result<GivenSplit, ProjectError> {
        let wrong = |problem: String| ProjectError::NoSplit { path: path.to_owned(), problem };
        let (file, length) = regular::open(path)?;
        if length > REPORT_LIMIT {
            return Err(wrong(format!("it is larger than {} MiB", REPORT_LIMIT >> 20)));
        }
        let mut text = Vec::new();
        file.take(REPORT_LIMIT).read_to_end(&mut text).map_err(|cause| ProjectError::Read { path: path.to_owned(), cause })?;
        let report: Partial = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
        let Partial { split, corpus, documents, texts } = report;
        Ok(GivenSplit { split, path: path.to_owned(), corpus, documents, texts })
    }
}

/// A split out of a report, and by what its corpus is known again.
#[derive(Clone, Debug)]
pub struct GivenSplit {
    /// The split.
    pub split: Split,
    path: PathBuf,
    corpus: Option<String>,
    documents: Option<usize>,
    texts: Option<u32>,
}

/// What is read of a report, or of a file that says no more than a split.
#[derive(Deserialize)]
struct Partial {
    split: Split,
    corpus: Option<String>,
    documents: Option<usize>,
    texts: Option<u32>,
}

impl GivenSplit {
    /// Refuses a corpus the report was not written of; a report that does not say counts as written of it.
    ///
    /// # Errors
    /// Names what differs.
    pub fn check(&self, corpus: &Corpus) -> Result<(), ProjectError> {
        let own = corpus.len();
        let problem = match (self.documents, self.texts) {
            (Some(documents), _) if documents != own => format!("it has {documents} documents and {} has {own}", corpus.name),
            (_, Some(texts)) if texts != Report::texts_of(corpus) => format!("its texts are not those of {}", corpus.name),
            _ => return Ok(()),
        };
        let trained = self.corpus.clone().unwrap_or_else(|| "another corpus".to_owned());
        Err(ProjectError::OtherCorpus { path: self.path.clone(), trained, problem })
    }
}

/// Writes a report as indented JSON.
///
/// # Errors
/// When the system refuses.
pub fn write_report(path: &Path, report: &Report) -> Result<(), ProjectError> {
    let mut text =
        serde_json::to_vec_pretty(report).map_err(|error| ProjectError::Write { path: path.to_owned(), cause: error.into() })?;
    text.push(b'\n');
    write_atomically(path, &text)
}
