//! Corpus: documents as word counts, with their task.
//!
//! Cost: tokenising every text once, documents in parallel.
//! Memory: every text once, and 12 bytes for each distinct word of a document.

pub(super) mod bag;
mod builtin;
mod concordance;
mod copies;
mod fingerprint;
mod image;
mod labels;
mod origin;
mod records;
mod titles;

use crate::corpus::{
    Body, Cancel, Columns, CorpusError, Csr, RawCorpus, RawDocument, Task, TextOptions, Tokenizer, printable::holds,
};
use bag::{bags, lexicon, rows};

pub use builtin::builtin;
pub use concordance::occurrences;
pub(crate) use copies::numbered;
pub use origin::{Builtin, Origin};

/// Corpus: documents as counts over every word that occurs, whatever its frequency.
///
/// A corpus of pairs holds the documents of both sides, the source side's first.
/// Its words are ordered the same way, and a word of both sides occurs twice.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Short name of the corpus for the window's title.
    pub name: String,
    /// Task of the corpus, with its ratings or pairs.
    pub task: Task,
    /// Class names in alphabetical order; or levels of the first rating, ascending; or the names of source and target.
    pub classes: Vec<String>,
    /// Class of each document, an index into `classes`; 0 without meaning for documents without a label (n).
    pub labels: Vec<usize>,
    /// Number of documents without a label, which are the last ones, as [`Corpus::label`] and [`Corpus::labelled`] assume.
    pub unlabelled: usize,
    /// Index of each document's file (n); empty for one file or folder, and for pairs.
    pub files: Vec<u32>,
    /// Title of each document, or else its location in its file (n).
    pub titles: Vec<String>,
    /// Text of each document as read, or its words joined by spaces (n).
    pub texts: Vec<String>,
    /// Columns of the file besides text and label.
    pub columns: Columns,
    /// Whether documents were read as word counts; their texts are then lists of words without order.
    pub counted: bool,
    /// Every word that occurs in the corpus, in alphabetical order within each side (L).
    pub lexicon: Vec<String>,
    /// Word counts of the documents (n × L).
    pub counts: Csr,
    /// Remarks on the corpus for the user, one sentence each.
    pub notes: Vec<String>,
    /// Tokenisation options of the corpus, needed again for new documents.
    pub text_options: TextOptions,
    /// Tokenisation options of the target side of paired documents; `None` without pairs.
    pub target_options: Option<TextOptions>,
    /// Origin from which the corpus can be read again, if it is known.
    pub origin: Option<Origin>,
}

impl Corpus {
    /// Builds a corpus: tokenises every document, both sides of pairs with the same options.
    ///
    /// Word counts ([`Body::Words`]) are kept as they are. Documents without words are empty rows.
    ///
    /// # Errors
    /// Returns an error if there is no document or none with a label, a corpus of classes has fewer than two,
    /// or the file of stop words cannot be read.
    pub fn build(raw: RawCorpus, options: &TextOptions) -> Result<Self, CorpusError> {
        Self::build_sides(raw, options, options)
    }

    /// Builds a corpus with separate tokenisation options for the target side of pairs.
    ///
    /// # Errors
    /// Returns the errors of [`Corpus::build`].
    pub fn build_sides(raw: RawCorpus, options: &TextOptions, target: &TextOptions) -> Result<Self, CorpusError> {
        Self::cut(raw, options, target, &Cancel::default())
    }

    /// Builds a corpus as [`Corpus::build_sides`], but can be cancelled: it stops within the time of one document.
    ///
    /// # Errors
    /// Returns the errors of [`Corpus::build`], or an error if the work was cancelled.
    pub fn cut(raw: RawCorpus, options: &TextOptions, target: &TextOptions, cancel: &Cancel) -> Result<Self, CorpusError> {
        let RawCorpus { name, documents, unlabelled, files, mut notes, mut task, .. } = raw;
        // The corpus keeps the stop words themselves, because their file may change or disappear.
        let (options, target) = (&options.with_words_read()?, &target.with_words_read()?);
        if documents.is_empty() {
            return Err(CorpusError::dataset("there is no document", "choose a file that holds documents"));
        }
        let columns = RawDocument::columns(&documents, task.pairs().is_some());
        let (classes, labels) = labels::classes(&documents, unlabelled, &task)?;
        let (words, counts) = if let Task::Pairs(pairs) = &mut task {
            let (from, to) = documents.split_at(pairs.source_documents);
            let from = bags(from, &Tokenizer::new(options)?, cancel)?;
            let to = bags(to, &Tokenizer::new(target)?, cancel)?;
            let (mut words, target_words) = (lexicon(&from), lexicon(&to));
            pairs.source_words = words.len();
            let mut stacked = rows(&from, &words, 0);
            stacked.extend(rows(&to, &target_words, words.len()));
            words.extend(target_words);
            (words, stacked)
        } else {
            let bags = bags(&documents, &Tokenizer::new(options)?, cancel)?;
            let words = lexicon(&bags);
            let rows = rows(&bags, &words, 0);
            (words, rows)
        };
        if cancel.is_cancelled() {
            return Err(CorpusError::cancelled());
        }
        let counts = Csr::from_rows(words.len(), counts);
        let target_options = task.pairs().map(|_| target.clone());
        let counted = documents.iter().any(|document| matches!(document.body, Body::Words(_)));
        let (titles, texts) = documents.into_iter().map(|document| (document.title, document.body.into_text())).unzip();
        let corpus = Self {
            name,
            task,
            classes,
            labels,
            unlabelled,
            files,
            titles,
            texts,
            columns,
            counted,
            lexicon: words,
            counts,
            notes: Vec::new(),
            text_options: options.clone(),
            target_options,
            origin: None,
        };
        notes.extend(corpus.remarks());
        Ok(Self { notes, ..corpus })
    }

    /// Returns the corpus with the given origin.
    #[must_use]
    pub fn with_origin(self, origin: Origin) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// Number of documents in the corpus.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Number of units that a split counts: documents with a label, or pairs.
    pub fn units(&self) -> usize {
        self.task.pairs().map_or(self.labelled(), |pairs| pairs.matched().count())
    }

    /// Whether the corpus has no document.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        // Documents without text are reported by the readers, not here.
        let wordless = (0..self.len()).filter(|&i| self.counts.row(i).0.is_empty() && !self.texts[i].trim().is_empty()).count();
        if wordless > 0 {
            remarks.push(format!("{} text but no word after the filters; kept, as documents without words.", holds(wordless)));
        }
        match &self.task {
            Task::Classes => {
                for (class, _) in self.classes.iter().zip(self.class_sizes()).filter(|(_, size)| *size == 1) {
                    remarks.push(format!(
                        "The class \"{class}\" has one document: it goes to the training part, so the class is not tested."
                    ));
                }
            }
            Task::Ratings(ratings) => {
                for (name, column) in ratings.names.iter().zip(ratings.values.columns()) {
                    if let Some(first) = column.first()
                        && column.iter().take(self.labelled()).all(|value| value.total_cmp(first).is_eq())
                    {
                        remarks.push(format!("Every document has the same {name}, {first}: there is nothing to learn from it."));
                    }
                }
            }
            Task::Pairs(_) => {}
        }
        remarks
    }
}

#[cfg(test)]
#[path = "../../../../testing/src/planted.rs"]
mod planted;
#[cfg(test)]
pub use planted::planted;
