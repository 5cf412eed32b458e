//! Source of a given split: the report it was read from, and how the report's corpus is recognised.
//!
//! Cost: one pass over the texts.

use flate2::Crc;
use serde::{Deserialize, Serialize};

use super::DataError;
use crate::corpus::Corpus;

/// Source of a given split: the report it was read from. Fields are `None` where the report does not contain them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SplitSource {
    /// Path of the report that the split was read from.
    pub path: String,
    /// Name of the corpus in the report from which a split was read.
    pub corpus: Option<String>,
    /// Number of documents in the report's corpus, which may or may not include those without a label.
    pub documents: Option<usize>,
    /// Checksum of the texts of the report's corpus ([`SplitSource::checksum`]).
    pub texts: Option<u32>,
}

impl SplitSource {
    /// Checksum of the texts of a corpus in their order, independent of tokenisation.
    pub fn checksum(corpus: &Corpus) -> u32 {
        Self::checksum_of(&corpus.texts)
    }

    fn checksum_of(texts: &[String]) -> u32 {
        let mut crc = Crc::new();
        for text in texts {
            crc.update(&(text.len() as u64).to_le_bytes());
            crc.update(text.as_bytes());
        }
        crc.sum()
    }

    /// Checks that a corpus does not differ from the report's.
    /// A report without the fields to compare fits every corpus.
    /// A report with fewer fields is compared by the fields that it has.
    /// A report may count only the documents with a label: they come first, so its indices remain valid.
    /// # Errors
    /// Returns an error that names the first difference.
    pub fn check(&self, corpus: &Corpus) -> Result<(), DataError> {
        let own = if self.documents == Some(corpus.labelled()) { corpus.labelled() } else { corpus.len() };
        let texts = corpus.texts.get(..own).unwrap_or_default();
        let problem = match (self.documents, self.texts) {
            (Some(documents), _) if documents != own => format!("it has {documents} documents and {} has {own}", corpus.name),
            (_, Some(known)) if known != Self::checksum_of(texts) => format!("its texts are not those of {}", corpus.name),
            _ => return Ok(()),
        };
        let trained = self.corpus.clone().unwrap_or_else(|| "another corpus".to_owned());
        Err(DataError::OtherCorpus { path: self.path.clone(), trained, problem })
    }
}
