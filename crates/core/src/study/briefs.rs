//! Briefs of a study's finished cells, as its table needs them: in memory while the study grows, or as one compact file.
//!
//! A brief has the scores, the chosen settings, the seconds and the wrong test documents of a cell.
//! Cost: each record is read once.
//! Memory: a few kilobytes a cell, a tenth of its record.

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    path::Path,
};

use flate2::{Compression, GzBuilder, read::GzDecoder};
use serde::{Deserialize, Serialize};

use super::{Plan, Record, StudyError, StudyFolder, TestPredictions, identity::hash_of};
use crate::{experiment::scores_by_path, model::Metric, project::write_atomically};

/// Values of R for precision@R: numbers of nearest candidates.
pub(super) const PRECISION_RANKS: [usize; 7] = [1, 2, 5, 10, 20, 50, 100];

/// Test documents of a study's cell: their number, and a hash to compare them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TestPart {
    /// Number of test documents.
    pub documents: usize,
    /// Hash of the test documents' indices.
    digest: String,
}

/// Brief of a finished cell: the part of its record that the table needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Brief {
    pub seconds: f64,
    pub metric: Metric,
    /// Scores of the study's cell by their paths, as in `test.accuracy`.
    pub scores: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub chosen: BTreeMap<String, String>,
    /// Checksum of the corpus's texts.
    pub texts: Option<u32>,
    pub test: TestPart,
    /// Indices of test documents with a wrong prediction; `None` for ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Vec<usize>>,
    /// Number of training documents of the study's cell.
    pub train: usize,
}

/// Briefs of the records read so far, for the table of a study.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Briefs {
    done: BTreeMap<String, Brief>,
    /// Error messages of failed cells, by cell id.
    failed: BTreeMap<String, String>,
}

/// Study reduced to the data that its table needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BriefStudy {
    /// Plan with the cells of the study.
    pub plan: Plan,
    /// Briefs of the study's finished cells.
    pub briefs: Briefs,
}

/// Path of the score precision@R: share of source documents whose partner is among the nearest `most` candidates.
pub(super) fn precision_at(most: usize) -> String {
    format!("test.precision@{most}")
}

/// Precision@R from ranks: share of ranks that are at most `most`.
fn share_within(rank: &[Option<usize>], most: usize) -> f64 {
    let within = rank.iter().flatten().filter(|&&rank| rank <= most).count();
    within as f64 / rank.iter().flatten().count().max(1) as f64
}

impl Brief {
    fn of(record: Record) -> Self {
        let (chosen, seconds) = (record.chosen(), record.seconds);
        let report = record.report;
        let kind = report.kind();
        let mut scores: BTreeMap<String, f64> =
            scores_by_path(&report).into_iter().filter_map(|(path, values)| Some((path, *values.first()?))).collect();
        if let TestPredictions::Matches { rank, .. } = &record.predictions {
            scores.extend(PRECISION_RANKS.map(|most| (precision_at(most), share_within(rank, most))));
        }
        let test = &report.split.test;
        let indices: Vec<String> = test.iter().map(usize::to_string).collect();
        Self {
            seconds,
            metric: kind.map_or(Metric::Accuracy, |kind| kind.info().metric),
            scores,
            chosen,
            texts: report.texts,
            train: report.split.train.len(),
            test: TestPart { documents: test.len(), digest: hash_of(&indices.join(" ")) },
            wrong: report.wrong,
        }
    }

    /// Main score of the study's cell on the development part.
    pub(super) fn development(&self) -> Option<f64> {
        self.scores.get(&format!("dev.{}", self.metric.path())).copied()
    }

    /// Number of predictions on the test part: one for each document, or for each pair.
    pub(super) fn tested(&self) -> usize {
        if self.metric == Metric::Precision { self.test.documents / 2 } else { self.test.documents }
    }

    /// Whether two cells of a study have the same test documents.
    pub(super) fn same_test(&self, other: &Self) -> bool {
        self.texts == other.texts && self.test == other.test
    }
}

impl Briefs {
    /// Reads the study's records added since the last call, and the error messages of all failed cells.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn read(&mut self, folder: &StudyFolder, plan: &Plan) -> Result<(), StudyError> {
        self.failed.clear();
        for id in plan.cells.iter().map(|cell| &cell.id) {
            if self.done.contains_key(id) {
                continue;
            }
            if let Some(record) = folder.record(id)? {
                self.done.insert(id.clone(), Brief::of(record));
            } else if let Some(problem) = folder.problem(id)? {
                self.failed.insert(id.clone(), problem);
            }
        }
        Ok(())
    }

    pub(super) fn of(&self, id: &str) -> Option<&Brief> {
        self.done.get(id)
    }

    pub(super) fn problem(&self, id: &str) -> Option<&str> {
        self.failed.get(id).map(String::as_str)
    }
}

impl BriefStudy {
    /// Opens the folder of a study, or a file written by [`BriefStudy::pack`].
    ///
    /// # Errors
    /// Returns an error if the path is neither, or cannot be read.
    pub fn open(path: &Path) -> Result<Self, StudyError> {
        if !path.is_file() {
            let (folder, plan) = StudyFolder::open(path)?;
            let mut briefs = Briefs::default();
            briefs.read(&folder, &plan)?;
            return Ok(Self { plan, briefs });
        }
        let failed = |cause| StudyError::Io(path.to_owned(), cause);
        let mut text = String::new();
        GzDecoder::new(fs::File::open(path).map_err(failed)?).read_to_string(&mut text).map_err(failed)?;
        serde_json::from_slice(text.as_bytes()).map_err(|cause| StudyError::Malformed(path.to_owned(), cause))
    }

    /// Writes the briefs of the study as one compressed file; the same study gives the same file.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn pack(&self, path: &Path) -> Result<(), StudyError> {
        let failed = |cause| StudyError::Io(path.to_owned(), cause);
        let text = serde_json::to_vec(self).map_err(|cause| StudyError::Malformed(path.to_owned(), cause))?;
        let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
        packed.write_all(&text).map_err(failed)?;
        Ok(write_atomically(path, &packed.finish().map_err(failed)?)?)
    }

    /// Number of the study's finished cells.
    pub fn finished(&self) -> usize {
        self.plan.cells.iter().filter(|cell| self.briefs.of(&cell.id).is_some()).count()
    }

    /// Total duration of the study's finished cells in seconds.
    pub fn seconds(&self) -> f64 {
        self.briefs.done.values().map(|brief| brief.seconds).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_at_r_counts_partners_among_the_nearest() {
        let rank = [Some(1), Some(3), None, Some(7), Some(1)];
        for (most, expected) in [(1, 0.5), (2, 0.5), (5, 0.75), (10, 1.0)] {
            assert!((share_within(&rank, most) - expected).abs() < 1e-12, "{most}");
        }
        assert!(share_within(&[None], 1).abs() < 1e-12);
    }

    #[test]
    fn a_packed_study_is_the_same_study_and_another_file_is_refused() {
        let root = tempfile::tempdir().expect("a folder");
        let path = root.path().join("study.json.gz");
        let brief = Brief {
            seconds: 0.1 + 0.2,
            metric: Metric::Accuracy,
            scores: [("test.accuracy".to_owned(), 1.0 / 3.0)].into(),
            chosen: BTreeMap::new(),
            texts: Some(7),
            test: TestPart { documents: 3, digest: "0a".to_owned() },
            wrong: Some(vec![1, 2]),
            train: 9,
        };
        let briefs = Briefs { done: [("a".to_owned(), brief)].into(), failed: [("b".to_owned(), "why".to_owned())].into() };
        let study = BriefStudy { plan: Plan::default(), briefs };
        study.pack(&path).expect("a file");
        assert_eq!(BriefStudy::open(&path).expect("the study"), study);
        let bytes = fs::read(&path).expect("a file");
        study.pack(&path).expect("a file");
        assert_eq!(fs::read(&path).expect("a file"), bytes, "no time in the file");
        fs::write(&path, "text").expect("a file");
        let error = BriefStudy::open(&path).expect_err("no study").to_string();
        assert!(error.contains("study.json.gz"), "{error}");
        let error = BriefStudy::open(root.path()).expect_err("no study").to_string();
        assert!(error.contains("not the folder of a study"), "{error}");
    }
}
