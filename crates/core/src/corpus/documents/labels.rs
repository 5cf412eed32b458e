//! Labels of documents: classes or levels by name, documents without a label, which are the last of a corpus, and partners.
//!
//! Cost: a sort of the names. Memory: one index for each document.

use std::collections::BTreeSet;

use crate::corpus::{Corpus, CorpusError, RawDocument, Side, Task, printable::shown, task::levels::levels};

impl Corpus {
    /// Number of documents with a label; they are the first ones. Every paired document has one, its side.
    pub fn labelled(&self) -> usize {
        self.len().saturating_sub(self.unlabelled)
    }

    /// Class, rating level or side of a document, an index into `classes`; `None` without a label.
    pub fn label(&self, document: usize) -> Option<usize> {
        self.labels.get(document).copied().filter(|_| document < self.labelled())
    }

    /// Name of a document's class, rating level or side; empty without a label.
    pub fn class_name(&self, document: usize) -> &str {
        self.label(document).and_then(|class| self.classes.get(class)).map_or("", String::as_str)
    }

    /// Partner of a document on the opposite side of paired documents; `None` without one.
    pub fn partner(&self, document: usize) -> Option<usize> {
        self.task.pairs()?.partner.get(document).copied().flatten()
    }

    /// Number of documents in each class (classes); documents without a label are not counted.
    pub fn class_sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.classes.len()];
        for &label in &self.labels[..self.labelled()] {
            sizes[label] += 1;
        }
        sizes
    }
}

/// Names of the classes, and class index of each document; 0 for the last `unlabelled` documents.
pub(super) fn classes(
    documents: &[RawDocument],
    unlabelled: usize,
    task: &Task,
) -> Result<(Vec<String>, Vec<usize>), CorpusError> {
    let labelled = documents.get(..documents.len().saturating_sub(unlabelled)).unwrap_or_default();
    let (names, mut labels) = match task {
        Task::Classes => of_names(labelled, unlabelled)?,
        Task::Ratings(_) if labelled.is_empty() => {
            return Err(CorpusError::dataset("no document has a rating", "rate some of the documents, or choose another column"));
        }
        Task::Ratings(ratings) => {
            let (rows, columns) = ratings.values.dim();
            if rows != documents.len() || columns == 0 || ratings.names.len() != columns {
                let problem = format!("there are {} documents and {rows} rows of ratings", documents.len());
                return Err(CorpusError::dataset(problem, "give every document its ratings"));
            }
            let finite = |row: &usize| ratings.values.row(*row).iter().all(|value| value.is_finite());
            if let Some(row) = (0..labelled.len()).find(|row| !finite(row)) {
                let problem = format!("{}: the rating is not a finite number", documents[row].title);
                return Err(CorpusError::dataset(problem, "write a number, or remove the document"));
            }
            levels(&ratings.values.column(0).iter().take(labelled.len()).copied().collect::<Vec<_>>())
        }
        Task::Pairs(pairs) => {
            if !pairs.fits(documents.len()) {
                let problem = format!("the partners of the {} documents are not mutual", documents.len());
                return Err(CorpusError::dataset(problem, "give each document at most one counterpart"));
            }
            if unlabelled > 0 {
                return Err(CorpusError::dataset("documents of pairs have no labels", "count none of them as unlabelled"));
            }
            let side = |side| pairs.documents(side).next().map_or("", |document| documents[document].label.as_str());
            let name = |name: &str, otherwise: &str| if name.is_empty() { otherwise.to_owned() } else { name.to_owned() };
            let mut names = vec![name(side(Side::Source), "source"), name(side(Side::Target), "target")];
            if names[0] == names[1] {
                names = vec![format!("{} (source)", names[0]), format!("{} (target)", names[1])];
            }
            (names, (0..documents.len()).map(|document| usize::from(pairs.side(document) == Side::Target)).collect())
        }
    };
    labels.resize(documents.len(), 0);
    Ok((names, labels))
}

/// Names of the classes in the documents' labels, and each document's class index; fewer than two classes are an error.
fn of_names(labelled: &[RawDocument], unlabelled: usize) -> Result<(Vec<String>, Vec<usize>), CorpusError> {
    let Some(first) = labelled.first() else {
        let remedy = "name a class for documents of two classes at least, or choose another class column";
        return Err(CorpusError::dataset("no document has a class", remedy));
    };
    let names: Vec<String> =
        labelled.iter().map(|document| &document.label).collect::<BTreeSet<_>>().into_iter().cloned().collect();
    if names.len() < 2 {
        let with = if unlabelled > 0 { " with a class" } else { "" };
        let (count, class) = (labelled.len(), shown(&first.label));
        let problem = format!("all {count} documents{with} are of the class \"{class}\"; two classes are needed");
        return Err(CorpusError::dataset(problem, "add documents of another class, or choose another class column"));
    }
    let place = |document: &RawDocument| names.binary_search(&document.label).unwrap_or_else(|before| before);
    let labels = labelled.iter().map(place).collect();
    Ok((names, labels))
}
