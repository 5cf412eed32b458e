//! Where readers put what they find, and the notes and limits that hold for all of them.
//!
//! Memory: the documents' texts, at most [`TEXT_LIMIT`] bytes of them.

use std::path::Path;

use super::{Body, CorpusError, FormError, RawDocument, ReadOptions, open::short};

/// The most text kept, in bytes.
pub(super) const TEXT_LIMIT: usize = 2 << 30;

/// What readers found so far.
#[derive(Debug)]
pub(super) struct Sink {
    /// The documents.
    pub documents: Vec<RawDocument>,
    /// The columns or fields of the last file.
    pub columns: Vec<String>,
    /// The column of the class.
    pub label_column: Option<String>,
    /// The columns of the text.
    pub text_columns: Vec<String>,
    /// Blank lines passed over.
    pub blank: usize,
    /// What the user should know.
    pub notes: Vec<String>,
    most: usize,
    bytes: usize,
}

impl Sink {
    /// A sink for at most so many documents.
    pub fn new(most: usize) -> Self {
        Self {
            documents: Vec::new(),
            columns: Vec::new(),
            label_column: None,
            text_columns: Vec::new(),
            blank: 0,
            notes: Vec::new(),
            most,
            bytes: 0,
        }
    }

    /// Takes a document; `false` when no more are wanted.
    pub fn push(&mut self, file: &Path, line: usize, label: &str, body: Body) -> Result<bool, CorpusError> {
        let label = label.trim();
        if label.is_empty() {
            return Err(FormError::EmptyLabel { file: file.to_owned(), line }.into());
        }
        self.push_titled(file, format!("{}:{line}", short(file)), label.to_owned(), body)
    }

    /// Takes a document with a title of its own.
    pub fn push_titled(&mut self, file: &Path, title: String, label: String, body: Body) -> Result<bool, CorpusError> {
        self.bytes += match &body {
            Body::Text(text) | Body::Tokens(text) => text.len(),
            Body::Words(words) => words.iter().map(|(word, _)| word.len() + size_of::<(String, f64)>()).sum(),
        };
        if self.bytes > TEXT_LIMIT {
            return Err(CorpusError::TooMuchText { file: file.to_owned(), limit_gib: TEXT_LIMIT >> 30 });
        }
        self.documents.push(RawDocument { title, label, body });
        Ok(self.documents.len() < self.most)
    }

    /// Forgets documents and blank lines after a mark made by [`Sink::mark`].
    pub fn rewind(&mut self, (documents, blank, bytes): (usize, usize, usize)) {
        self.documents.truncate(documents);
        self.blank = blank;
        self.bytes = bytes;
    }

    /// A place to come back to.
    pub fn mark(&self) -> (usize, usize, usize) {
        (self.documents.len(), self.blank, self.bytes)
    }

    /// Notes on empty documents and blank lines, made at the end.
    pub fn summary(&self) -> Vec<String> {
        let empty = |document: &&RawDocument| document.body.is_empty();
        let mut notes = self.notes.clone();
        let count = self.documents.iter().filter(empty).count();
        if let Some(first) = self.documents.iter().find(empty) {
            let are = if count == 1 { "document has" } else { "documents have" };
            notes.push(format!("{count} {are} no text (the first: {}); kept, as documents without words.", first.title));
        }
        if self.blank > 0 {
            let are = if self.blank == 1 { "blank line was" } else { "blank lines were" };
            notes.push(format!("{} {are} passed over.", self.blank));
        }
        notes
    }

    /// Chooses the columns of class and text: those asked for, else those with a telling name.
    ///
    /// The columns are left in the sink, so that a preview can offer them even when the choice fails.
    pub fn choose_columns(&mut self, file: &Path, columns: &[String], options: &ReadOptions) -> Result<(), CorpusError> {
        columns.clone_into(&mut self.columns);
        let unclear = |what| CorpusError::from(FormError::UnclearColumn { file: file.to_owned(), what, have: columns.to_vec() });
        let known = |column: &String| {
            let there = columns.contains(column);
            let error =
                || FormError::UnknownColumn { file: file.to_owned(), line: 1, column: column.clone(), have: columns.to_vec() };
            there.then(|| column.clone()).ok_or_else(error)
        };
        self.text_columns = options.text_columns.iter().map(known).collect::<Result<_, _>>()?;
        self.label_column = options.label_column.as_ref().map(known).transpose()?;
        let chosen = self.label_column.clone().or_else(|| telling(columns, &LABEL_NAMES, &self.text_columns));
        let Some(label) = chosen else { return Err(unclear("class")) };
        if self.text_columns.is_empty() {
            let others: Vec<_> = columns.iter().filter(|&column| *column != label).collect();
            let text = match others[..] {
                [only] => Some(only.clone()),
                _ => telling(columns, &TEXT_NAMES, std::slice::from_ref(&label)),
            };
            self.text_columns = vec![text.ok_or_else(|| unclear("text"))?];
        }
        self.label_column = Some(label);
        Ok(())
    }
}

/// Names that tell a class column, the most telling first.
const LABEL_NAMES: [&str; 15] = [
    "label",
    "class",
    "category",
    "target",
    "topic",
    "newsgroup",
    "group",
    "section",
    "department",
    "genre",
    "sentiment",
    "rating",
    "stars",
    "author",
    "y",
];
/// Names that tell a text column, the most telling first.
const TEXT_NAMES: [&str; 14] = [
    "text",
    "document",
    "body",
    "content",
    "review",
    "review_text",
    "sentence",
    "message",
    "abstract",
    "description",
    "words",
    "tokens",
    "title",
    "x",
];

/// Whether a line is a header by its names: a class column, and a text column or columns enough.
pub(super) fn is_header(columns: &[String]) -> bool {
    let text = telling(columns, &TEXT_NAMES, &[]).is_some();
    telling(columns, &LABEL_NAMES, &[]).is_some() && (text || columns.len() > 2)
}

fn telling(columns: &[String], names: &[&str], except: &[String]) -> Option<String> {
    let fits = |name: &str| columns.iter().find(|column| column.eq_ignore_ascii_case(name) && !except.contains(column));
    names.iter().find_map(|name| fits(name)).cloned()
}
