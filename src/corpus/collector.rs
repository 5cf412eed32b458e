//! Where readers put what they find, and the notes and limits that hold for all of them.
//!
//! Memory: the documents' texts, at most [`TEXT_LIMIT`] bytes of them.

use std::path::Path;

use super::{Body, CorpusError, FormError, RawDocument, TaskKind, number::number, open::short};

/// The most text kept, in bytes.
pub(super) const TEXT_LIMIT: usize = 2 << 30;

/// What readers found so far.
#[derive(Debug, Default)]
pub(super) struct Collector {
    /// The documents; of pairs, those of the source side.
    pub documents: Vec<RawDocument>,
    /// The target side's document of every pair.
    pub counterparts: Vec<RawDocument>,
    /// The identifier of every document, where the form has them.
    pub ids: Vec<String>,
    /// The line of every document of one side alone.
    pub lines: Vec<usize>,
    /// The ratings of every document, where they are rated.
    pub ratings: Vec<Vec<f64>>,
    /// What the ratings are called.
    pub rating_names: Vec<String>,
    /// What the sides of pairs are called.
    pub sides: [String; 2],
    /// Whether the file holds pairs, even if none was found yet.
    pub paired: bool,
    /// Whether labels that are all numbers are ratings.
    pub maybe_rating: bool,
    /// Whether documents of one side alone are read.
    pub alone: bool,
    /// What the user asked for.
    pub task: Option<TaskKind>,
    /// The columns or fields of the last file.
    pub columns: Vec<String>,
    /// The column of the class.
    pub label_column: Option<String>,
    /// The columns of ratings.
    pub target_columns: Vec<String>,
    /// The columns of the text.
    pub text_columns: Vec<String>,
    /// Blank lines passed over.
    pub blank: usize,
    /// Pairs left out because one side is empty, and where the first stands.
    pub one_sided: (usize, String),
    /// What the user should know.
    pub notes: Vec<String>,
    most: usize,
    bytes: usize,
}

/// One side of a pair, as found.
#[derive(Debug)]
pub(super) struct Half {
    /// Where it stands, or what it is called.
    pub title: String,
    /// Its words.
    pub body: Body,
}

/// A place in a collector to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    documents: usize,
    ids: usize,
    blank: usize,
    bytes: usize,
    one_sided: usize,
}

impl Collector {
    /// A collector for at most so many documents or pairs.
    pub fn new(most: usize, task: Option<TaskKind>) -> Self {
        Self { task, most, ..Self::default() }
    }

    /// Takes a document with its class; `false` when no more are wanted.
    pub fn push(&mut self, file: &Path, line: usize, label: &str, body: Body) -> Result<bool, CorpusError> {
        let label = label.trim();
        if self.task == Some(TaskKind::Ratings) {
            return self.push_rated(file, line, "", &[("rating".to_owned(), label)], body);
        }
        if label.is_empty() {
            return Err(FormError::EmptyLabel { file: file.to_owned(), line }.into());
        }
        self.push_titled(file, place(file, line), label.to_owned(), body)
    }

    /// Takes a document with a title of its own.
    pub fn push_titled(&mut self, file: &Path, title: String, label: String, body: Body) -> Result<bool, CorpusError> {
        self.weigh(file, &body)?;
        self.documents.push(RawDocument { title, label, body });
        Ok(self.documents.len() < self.most)
    }

    /// Takes a document with its ratings, each by name and as it stands in the file.
    pub fn push_rated(
        &mut self,
        file: &Path,
        line: usize,
        title: &str,
        ratings: &[(String, &str)],
        body: Body,
    ) -> Result<bool, CorpusError> {
        let read = |(name, text): &(String, &str)| number(file, line, name, text);
        let values = ratings.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if self.rating_names.is_empty() {
            self.rating_names = ratings.iter().map(|(name, _)| name.clone()).collect();
        }
        self.ratings.push(values);
        let label = ratings.first().map_or("", |(_, text)| text.trim()).to_owned();
        let place = place(file, line);
        let title = if title.trim().is_empty() { place } else { format!("{place} {}", title.trim()) };
        self.push_titled(file, title, label, body)
    }

    /// Takes a document of one side alone, also an empty one: its place among the others counts.
    pub fn push_alone(&mut self, file: &Path, line: usize, id: &str, title: &str, body: Body) -> Result<bool, CorpusError> {
        self.ids.push(id.trim().to_owned());
        self.lines.push(line);
        self.push_titled(file, titled(file, line, id, title), String::new(), body)
    }

    /// Takes a pair; one whose sides are not both there is counted and left out.
    pub fn push_pair(&mut self, file: &Path, line: usize, id: &str, [from, to]: [Half; 2]) -> Result<bool, CorpusError> {
        self.paired = true;
        if from.body.is_empty() || to.body.is_empty() {
            if self.one_sided.0 == 0 {
                self.one_sided.1 = place(file, line);
            }
            self.one_sided.0 += 1;
            return Ok(true);
        }
        self.weigh(file, &to.body)?;
        self.ids.push(id.trim().to_owned());
        let [source, target] = self.sides.clone();
        self.counterparts.push(RawDocument { title: to.title, label: target, body: to.body });
        self.push_titled(file, from.title, source, from.body)
    }

    fn weigh(&mut self, file: &Path, body: &Body) -> Result<(), CorpusError> {
        self.bytes += match body {
            Body::Text(text) | Body::Tokens(text) => text.len(),
            Body::Words(words) => words.iter().map(|(word, _)| word.len() + size_of::<(String, f64)>()).sum(),
        };
        if self.bytes > TEXT_LIMIT {
            return Err(CorpusError::TooMuchText { file: file.to_owned(), limit_gib: TEXT_LIMIT >> 30 });
        }
        Ok(())
    }

    /// Forgets documents and blank lines after a mark made by [`Collector::mark`].
    pub fn rewind(&mut self, mark: Mark) {
        self.documents.truncate(mark.documents);
        self.counterparts.truncate(mark.documents);
        self.ratings.truncate(mark.documents);
        self.ids.truncate(mark.ids);
        self.lines.truncate(mark.ids);
        (self.blank, self.bytes, self.one_sided.0) = (mark.blank, mark.bytes, mark.one_sided);
    }

    /// A place to come back to.
    pub fn mark(&self) -> Mark {
        Mark {
            documents: self.documents.len(),
            ids: self.ids.len(),
            blank: self.blank,
            bytes: self.bytes,
            one_sided: self.one_sided.0,
        }
    }

    /// Whether all labels are numbers, more than two different ones, and may be ratings: then they become ratings.
    pub fn settle(&mut self) {
        if !self.maybe_rating || self.task.is_some() || self.paired || !self.ratings.is_empty() {
            return;
        }
        let numbers =
            self.documents.iter().map(|document| document.label.parse::<f64>().ok().filter(|number| number.is_finite()));
        let Some(ratings) = numbers.collect::<Option<Vec<f64>>>() else { return };
        let mut distinct = ratings.clone();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        if distinct.len() > 2 {
            self.ratings = ratings.into_iter().map(|rating| vec![rating]).collect();
            self.notes.push("The labels are all numbers and taken as ratings; ask for classes if they name classes.".to_owned());
            self.rating_names = vec!["rating".to_owned()];
        }
    }

    /// Notes on empty documents, blank lines and pairs left out, made at the end.
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
        if let (count @ 1.., first) = &self.one_sided {
            let (have, are) = if *count == 1 { ("pair has", "is") } else { ("pairs have", "are") };
            notes.push(format!("{count} {have} no text on one side (the first: {first}) and {are} left out."));
        }
        notes
    }
}

/// A place in a file, as it is shown.
pub(super) fn place(file: &Path, line: usize) -> String {
    format!("{}:{line}", short(file))
}

/// What a document with identifier and title is called; its place where it has neither.
pub(super) fn titled(file: &Path, line: usize, id: &str, title: &str) -> String {
    match (id.trim(), title.trim()) {
        ("", "") => place(file, line),
        ("", name) | (name, "") => name.to_owned(),
        (id, title) => format!("{id} {title}"),
    }
}
