//! Collector of documents, filled by the readers of all formats, with their common limits.
//!
//! Memory: the documents, at most [`Limits::corpus`].

use std::{
    collections::BTreeMap,
    mem,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::corpus::task::rating::{Written, written};
use crate::corpus::{
    Body, CorpusError, ErrorKind, Fields, LeftOut, LeftOutCause, Limits, PairUnit, RawDocument, ReadOptions, TaskKind, TransUnit,
    Variant,
    limits::LABEL,
    printable::{beginning, short, shown},
};

/// Collector of the documents read so far.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    /// Documents in the order of the files; with pairs, those of the source side.
    /// Documents with an empty label have neither class nor rating.
    pub documents: Vec<RawDocument>,
    /// Target document of every pair of documents.
    pub counterparts: Vec<RawDocument>,
    /// Identifier of every document, if the format has identifiers.
    pub ids: Vec<String>,
    /// Unit of every collected document of one side, or of every pair.
    pub units: Vec<PairUnit>,
    /// Units of the file that are no pairs, in file order.
    pub left_out: Vec<LeftOut>,
    /// Whether texts of units that are no pairs are kept.
    pub keeps_left_out: bool,
    /// Byte ranges of the XLIFF 2 units, which contain segments.
    pub parents: Vec<Range<usize>>,
    /// Files with bytes invalid in their encoding: number of invalid sequences, and line of the first.
    pub damaged: Vec<(PathBuf, usize, usize)>,
    /// Score of every collected pair, if a table has scores; NaN where one is missing.
    pub scores: Vec<f64>,
    /// Line ranges of both sides of every pair in the texts that were aligned, if a table has them.
    pub spans: Vec<[String; 2]>,
    /// Ratings of every collected document, if ratings are read; NaN where one is missing.
    pub ratings: Vec<Vec<f64>>,
    /// Names of the documents' ratings.
    pub rating_names: Vec<String>,
    /// Names of both sides of paired documents, source and target.
    pub sides: [String; 2],
    /// Whether the file consists of pairs, even if none was found yet.
    pub paired: bool,
    /// Whether class labels that are all numbers may be read as ratings.
    pub maybe_rating: bool,
    /// Purpose for which documents are read.
    pub purpose: Purpose,
    /// Task chosen by the user; `None` if it is recognised from the files.
    pub task: Option<TaskKind>,
    /// Names of the columns or fields in the file that was read last.
    pub columns: Vec<String>,
    /// Name of the column that holds the class.
    pub label_column: Option<String>,
    /// Names of the columns that hold ratings.
    pub target_columns: Vec<String>,
    /// Name of the column that names documents.
    pub name_column: Option<String>,
    /// Names of the columns that hold the text.
    pub text_columns: Vec<String>,
    /// Cells of the row whose document is collected next, in columns that are neither text nor label.
    pub row: Fields,
    /// Number of blank lines skipped in the files.
    pub blank: usize,
    /// Lines left out for other reasons: for each reason their number, and the place of the first.
    pub omitted: BTreeMap<String, (usize, String)>,
    /// Remarks on the files for the user.
    pub notes: Vec<String>,
    /// Maximum of each rating's scale, by the rating's name, where ratings are written as in "4/5".
    scales: BTreeMap<String, f64>,
    most: usize,
    limits: Limits,
    bytes: usize,
}

/// Purpose of reading documents: a corpus, one side of pairs, or prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Documents are read for training or evaluation, with classes, ratings or partners.
    #[default]
    Corpus,
    /// Documents are read as one side of pairs, so that their order counts.
    Side,
    /// Documents are read for prediction: classes and ratings are ignored.
    Unlabelled,
}

/// Document of a pair: its title and its text.
#[derive(Debug)]
pub(crate) struct Half {
    /// Title of the document, or its location in the file.
    pub title: String,
    /// Text or word counts of the document.
    pub body: Body,
}

/// Saved state of a document collector, to which it can return.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    documents: usize,
    ids: usize,
    blank: usize,
    bytes: usize,
    left_out: usize,
    omitted: BTreeMap<String, (usize, String)>,
}

impl Collector {
    /// Creates a collector of at most `most` documents or pairs.
    pub(crate) fn new(most: usize, options: &ReadOptions) -> Self {
        Self { task: options.task, most, limits: options.limits, ..Self::default() }
    }

    /// Whether documents are read without classes, ratings or partners.
    pub(crate) fn alone(&self) -> bool {
        self.purpose != Purpose::Corpus
    }

    /// Reads the file as one side of pairs, unless documents are read for prediction.
    pub(crate) fn read_as_one_side(&mut self) {
        if self.purpose == Purpose::Corpus {
            self.purpose = Purpose::Side;
        }
    }

    /// Adds a document with its class, which may be empty, and its name if it has one; `false` when no more are wanted.
    pub(crate) fn push(&mut self, file: &Path, line: usize, name: &str, label: &str, body: Body) -> Result<bool, CorpusError> {
        let label = shown(label.trim());
        if self.purpose == Purpose::Unlabelled {
            return self.push_titled(file, &placed(file, line, name), String::new(), body);
        }
        if self.task == Some(TaskKind::Ratings) {
            return self.push_rated(file, line, name, &[("rating".to_owned(), &label)], body);
        }
        let characters = label.chars().count();
        if characters > LABEL {
            let problem = format!(
                "the class has {characters} characters (\"{}\") and may have {LABEL}; is it the text?",
                beginning(&label)
            );
            let remedy = "choose another column or format, or shorten it";
            return Err(CorpusError::at(ErrorKind::Choice, file, line, problem, remedy));
        }
        self.push_titled(file, &placed(file, line, name), label, body)
    }

    /// Adds a document with the given title to the collector.
    pub(crate) fn push_titled(&mut self, file: &Path, title: &str, label: String, body: Body) -> Result<bool, CorpusError> {
        let document = RawDocument { title: shown(title), label, body, fields: mem::take(&mut self.row) };
        self.weigh(file, &document)?;
        self.documents.push(document);
        Ok(self.documents.len() < self.most)
    }

    /// Adds a document with its ratings, each with its name and as written; if one is missing it has no label.
    pub(crate) fn push_rated(
        &mut self,
        file: &Path,
        line: usize,
        title: &str,
        ratings: &[(String, &str)],
        body: Body,
    ) -> Result<bool, CorpusError> {
        if self.purpose == Purpose::Unlabelled {
            return self.push_titled(file, &placed(file, line, title), String::new(), body);
        }
        if self.rating_names.is_empty() {
            self.rating_names = ratings.iter().map(|(name, _)| name.clone()).collect();
        }
        let values = ratings.iter().map(|(name, text)| self.rating(file, line, name, text));
        let values = values.collect::<Result<Option<Vec<f64>>, _>>()?;
        let label = ratings.first().filter(|_| values.is_some()).map_or("", |(_, text)| text.trim()).to_owned();
        self.ratings.push(values.unwrap_or_else(|| vec![f64::NAN; ratings.len()]));
        self.push_titled(file, &placed(file, line, title), label, body)
    }

    /// Adds a document of one side of pairs, even an empty one, because the order counts.
    pub(crate) fn push_alone(
        &mut self,
        file: &Path,
        unit: PairUnit,
        id: &str,
        title: &str,
        body: Body,
    ) -> Result<bool, CorpusError> {
        self.ids.push(shown(id.trim()));
        let title = titled(file, unit.line, id, title);
        self.units.push(unit);
        self.push_titled(file, &title, String::new(), body)
    }

    /// Adds a translation unit with the variants of both sides as a pair, or among the units left out.
    pub(crate) fn push_unit(
        &mut self,
        file: &Path,
        number: usize,
        unit: &TransUnit,
        sides: [Option<&Variant>; 2],
        cause: Option<LeftOutCause>,
    ) -> Result<bool, CorpusError> {
        let title = titled(file, unit.line, &unit.id, "");
        let text = |side: Option<&Variant>| side.map_or_else(String::new, |variant| variant.text.clone());
        let halves = sides.map(|side| Half { title: title.clone(), body: Body::Text(text(side)) });
        let place = PairUnit { number, line: unit.line, bytes: [unit.bytes.clone(), unit.bytes.clone()] };
        self.push_pair(file, place, &unit.id, halves, cause)
    }

    /// Adds a pair of documents; a unit with an empty side or a `cause` is added to the units left out.
    pub(crate) fn push_pair(
        &mut self,
        file: &Path,
        unit: PairUnit,
        id: &str,
        [from, to]: [Half; 2],
        cause: Option<LeftOutCause>,
    ) -> Result<bool, CorpusError> {
        self.paired = true;
        let is_empty = from.body.is_empty() || to.body.is_empty();
        if let Some(cause) = cause.or(is_empty.then_some(LeftOutCause::EmptySide)) {
            let mut texts = [String::new(), String::new()];
            if self.keeps_left_out {
                texts = [from.body, to.body].map(Body::into_text);
                self.hold(file, texts.iter().map(String::len).sum())?;
            }
            self.row = Fields::default();
            let place = place(file, unit.line);
            self.left_out.push(LeftOut { unit, id: shown(id.trim()), place, texts, cause });
            return Ok(true);
        }
        self.ids.push(shown(id.trim()));
        self.units.push(unit);
        let [source, target] = self.sides.clone();
        let counterpart = RawDocument { title: shown(&to.title), label: target, body: to.body, fields: Fields::default() };
        self.weigh(file, &counterpart)?;
        self.counterparts.push(counterpart);
        self.push_titled(file, &from.title, source, from.body)
    }

    /// Counts a line that is left out for a reason, as in "missing values".
    pub(crate) fn leave_out(&mut self, file: &Path, line: usize, reason: &str) {
        self.omitted.entry(reason.to_owned()).or_insert_with(|| (0, place(file, line))).0 += 1;
    }

    /// Names of a document's labels for messages: "class", or the names of its ratings.
    pub(crate) fn label_names(&self) -> String {
        if self.ratings.is_empty() { "class".to_owned() } else { self.rating_names.join(" or ") }
    }

    /// Parses a rating as written; `None` where it is missing.
    fn rating(&mut self, file: &Path, line: usize, name: &str, text: &str) -> Result<Option<f64>, CorpusError> {
        let found = || beginning(text.trim());
        match written(text) {
            Written::Missing => Ok(None),
            Written::Other => {
                let problem = format!("the {name} \"{}\" is not a finite number", found());
                let remedy = "write one such as 4, 4.5 or 4/5, leave it empty where it is missing, or ask for classes";
                Err(CorpusError::format(file, line, problem, remedy))
            }
            Written::Number(number, None) => Ok(Some(number)),
            Written::Number(number, Some(scale)) => {
                let known = *self.scales.entry(name.to_owned()).or_insert(scale);
                if known.total_cmp(&scale).is_eq() {
                    return Ok(Some(number));
                }
                let problem = format!("the {name} \"{}\" is not out of {known} as those before it", found());
                Err(CorpusError::format(file, line, problem, "write all of them on one scale"))
            }
        }
    }

    /// Adds the memory of a document to the total and checks the limit.
    fn weigh(&mut self, file: &Path, document: &RawDocument) -> Result<(), CorpusError> {
        let body = match &document.body {
            Body::Text(text) | Body::Tokens(text) => text.len(),
            Body::Words(words) => words.iter().map(|(word, _)| word.len() + size_of::<(String, f64)>()).sum(),
        };
        // The identifier of a document is stored separately.
        let beside = size_of::<RawDocument>() + size_of::<String>();
        self.hold(file, body + document.title.len() + document.label.len() + document.fields.bytes() + beside)
    }

    /// Adds a number of bytes to the memory in use and checks the limit.
    pub(crate) fn hold(&mut self, file: &Path, bytes: usize) -> Result<(), CorpusError> {
        self.bytes += bytes;
        if self.bytes > self.limits.corpus {
            let problem = format!("the documents take more than {} MiB of memory", self.limits.corpus >> 20);
            let remedy = "open a part of them, or raise the limit (--max-corpus)";
            return Err(CorpusError::at(ErrorKind::Limit, file, None, problem, remedy));
        }
        Ok(())
    }

    /// Whether the collector reaches its limit after `documents` more documents.
    pub(crate) fn is_full_with(&self, documents: usize) -> bool {
        self.documents.len().saturating_add(documents) >= self.most
    }

    /// Returns the collector to a state saved by [`Collector::mark`].
    pub(crate) fn rewind(&mut self, mark: &Mark) {
        self.documents.truncate(mark.documents);
        self.counterparts.truncate(mark.documents);
        self.ratings.truncate(mark.documents);
        self.ids.truncate(mark.ids);
        self.scores.truncate(mark.ids);
        self.spans.truncate(mark.ids);
        self.units.truncate(mark.ids);
        self.left_out.truncate(mark.left_out);
        (self.blank, self.bytes) = (mark.blank, mark.bytes);
        self.omitted.clone_from(&mark.omitted);
    }

    /// Saves the state of the collector for [`Collector::rewind`].
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            documents: self.documents.len(),
            ids: self.ids.len(),
            blank: self.blank,
            bytes: self.bytes,
            left_out: self.left_out.len(),
            omitted: self.omitted.clone(),
        }
    }

    /// Turns labels into ratings if all are numbers or signs of a missing rating, with more than two different values.
    /// The format must allow ratings.
    pub(crate) fn settle(&mut self) {
        if !self.maybe_rating || self.task.is_some() || self.paired || !self.ratings.is_empty() {
            return;
        }
        let labels: Vec<Written> = self.documents.iter().map(|document| written(&document.label)).collect();
        let mut distinct: Vec<f64> = labels.iter().filter_map(|label| label.number()).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let mut scales = labels.iter().filter_map(|label| if let Written::Number(_, scale) = label { *scale } else { None });
        let scale = scales.next();
        let mixed = scales.any(|other| Some(other) != scale);
        if distinct.len() <= 2 || mixed || labels.contains(&Written::Other) {
            return;
        }
        self.notes.push("The labels are all numbers and taken as ratings; ask for classes if they name classes.".to_owned());
        self.rating_names = vec!["rating".to_owned()];
        for (document, label) in self.documents.iter_mut().zip(labels) {
            if label.number().is_none() {
                document.label.clear();
            }
            self.ratings.push(vec![label.number().unwrap_or(f64::NAN)]);
        }
    }

    /// Documents without a class or rating, in the order of the files; none where documents are read without labels.
    pub(crate) fn unlabelled(&self) -> impl Iterator<Item = &RawDocument> {
        let with_labels = !self.alone() && !self.paired;
        self.documents.iter().filter(move |document| with_labels && document.label.is_empty())
    }
}

/// Location in a file as text for display, such as `file:line`.
pub(crate) fn place(file: &Path, line: usize) -> String {
    format!("{}:{line}", short(file))
}

/// Location in a file for display, with the name of the document if it has one.
fn placed(file: &Path, line: usize, name: &str) -> String {
    let place = place(file, line);
    if name.trim().is_empty() { place } else { format!("{place} {}", name.trim()) }
}

/// Title of a document from its identifier and title, or else its location in the file.
pub(crate) fn titled(file: &Path, line: usize, id: &str, title: &str) -> String {
    match (id.trim(), title.trim()) {
        ("", "") => place(file, line),
        ("", name) | (name, "") => name.to_owned(),
        (id, title) => format!("{id} {title}"),
    }
}
