//! Documents as read from files: labels and texts before tokenisation; options of reading; previews.

use std::{fmt, ops::Range, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::corpus::{Columns, Fields, FileText, Filter, Format, Limits, Side, Task, TaskKind};

/// Options of reading a corpus; `None` and empty values are recognised from the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// Format of the file; `None`: recognised from the file.
    pub format: Option<Format>,
    /// Name of the column or JSON field that holds the class of each document.
    pub label_column: Option<String>,
    /// Names of the columns or JSON fields whose texts are joined; for pairs, the column of the source and of the target side,
    /// or two languages of a translation memory.
    pub text_columns: Vec<String>,
    /// Task requested by the user; `None`: recognised from the files.
    pub task: Option<TaskKind>,
    /// Names of the columns or JSON fields that hold ratings; several ratings are several behaviours.
    pub target_columns: Vec<String>,
    /// File with the words of a LIBSVM file, one a line, line 1 being index 1; or with the tags of an ARFF file, as Mulan's XML.
    #[serde(with = "crate::corpus::file::true_path")]
    pub vocabulary: Option<PathBuf>,
    /// Name of the character encoding, as in `windows-1252` or `shift_jis`.
    pub encoding: Option<String>,
    /// Filter of the documents or pairs that are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// Limits of sizes when files are read.
    pub limits: Limits,
}

/// Document as read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct RawDocument {
    /// Title of the document for display, or else its location as `file:line` or a file name.
    pub title: String,
    /// Name of the document's class, or of its side of pairs; empty without a class or rating.
    pub label: String,
    /// Text or word counts of the document.
    pub body: Body,
    /// Cells of the document's row in other columns of its file.
    pub fields: Fields,
}

impl Body {
    /// Whether the document contains no word.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Tokens(text) => text.trim().is_empty(),
            Self::Words(words) => words.is_empty(),
        }
    }

    /// Text of the document, or its words joined by spaces.
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) | Self::Tokens(text) => text,
            Self::Words(words) => words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" "),
        }
    }
}

impl RawDocument {
    /// Columns of documents, or of pairs with all sources first: all that their files have besides text and label.
    pub fn columns(documents: &[Self], paired: bool) -> Columns {
        Columns::of(&documents.iter().map(|document| &document.fields).collect::<Vec<_>>(), paired)
    }
}

/// Body of a document: text or word counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Body of a document as text to be tokenised.
    Text(String),
    /// Body of a document as tokenised text, words separated by spaces; filters and stemming still apply.
    Tokens(String),
    /// Body of a document as words with their counts or weights.
    Words(Vec<(String, f64)>),
}

/// Documents of one or several files, as read, before tokenisation.
#[derive(Clone, Debug, PartialEq)]
pub struct RawCorpus {
    /// Short name of the corpus for the window's title.
    pub name: String,
    /// File format that the documents were read as.
    pub format: Format,
    /// Task of the corpus, with its labels.
    pub task: Task,
    /// Documents in the order of the files, those without a label last; those of the source side first where there are pairs.
    pub documents: Vec<RawDocument>,
    /// Number of documents without a label, a class or a complete set of ratings; they are the last ones.
    pub unlabelled: usize,
    /// Index of each document's file (n); empty for one file or folder, and for pairs.
    pub files: Vec<u32>,
    /// Remarks on the documents for the user, as in "31 documents are empty.", one sentence each.
    pub notes: Vec<String>,
}

/// Unit of a file of pairs: a line, a row, a translation unit or a segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairUnit {
    /// Number of the unit, from 1: of its line in a format of lines, else among the units of its file.
    /// Headers and blank rows of a table are no units; a blank row of a sheet is one on a side of pairs.
    pub number: usize,
    /// Line of the file in which the unit begins, from 1, for messages.
    pub line: usize,
    /// Byte range of the unit in the decoded text of its file; with two files in that of either.
    pub bytes: [Range<usize>; 2],
}

impl PairUnit {
    /// Unit that is a line of its file.
    pub(crate) fn of_line(line: usize, bytes: Range<usize>) -> Self {
        Self { number: line, line, bytes: [bytes.clone(), bytes] }
    }
}

/// Unit of a file of pairs that is no pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Number, line and bytes of the unit that is left out.
    pub unit: PairUnit,
    /// Identifier of the unit that is left out; empty if it has none.
    pub id: String,
    /// Location of the unit that is left out, as `file:line`.
    pub place: String,
    /// Source and target text of the unit that is left out, as far as it has them.
    pub texts: [String; 2],
    /// Reason why the unit is no pair.
    pub cause: LeftOutCause,
}

/// Files of pairs with an account of all their units: each is a pair or left out.
#[derive(Clone, Debug, PartialEq)]
pub struct PairFiles {
    /// Pairs of the files: source document `i` belongs to target document `n + i`.
    pub corpus: RawCorpus,
    /// Unit of each pair (n).
    pub units: Vec<PairUnit>,
    /// Units that are no pairs, in the order of the files.
    pub left_out: Vec<LeftOut>,
    /// Byte ranges of the XLIFF 2 units, which contain segments.
    pub parents: Vec<Range<usize>>,
    /// Files with bytes invalid in their encoding: number of invalid sequences, and line of the first.
    pub damaged: Vec<(PathBuf, usize, usize)>,
    /// Names of the columns or languages of both sides; empty where the format has none.
    pub text_columns: Vec<String>,
    /// Bytes and text of each file.
    pub files: Vec<FileText>,
}

impl PairFiles {
    /// Number of pairs in the files (n).
    pub fn pairs(&self) -> usize {
        self.units.len()
    }

    /// Text of a pair on one side; empty if it has word counts instead.
    pub fn text(&self, pair: usize, side: Side) -> &str {
        let document = self.corpus.documents.get(self.document(pair, side));
        document.map_or("", |document| if let Body::Text(text) | Body::Tokens(text) = &document.body { text } else { "" })
    }

    /// Title of a pair's document on one side.
    pub fn title(&self, pair: usize, side: Side) -> &str {
        self.corpus.documents.get(self.document(pair, side)).map_or("", |document| &document.title)
    }

    /// Identifier of a pair; empty if it has none.
    pub fn id(&self, pair: usize) -> &str {
        self.corpus.task.pairs().and_then(|pairs| pairs.ids.get(pair)).map_or("", String::as_str)
    }

    /// Names of the source and the target side.
    pub fn sides(&self) -> [&str; 2] {
        [Side::Source, Side::Target]
            .map(|side| self.corpus.documents.get(self.document(0, side)).map_or("", |document| document.label.as_str()))
    }

    fn document(&self, pair: usize, side: Side) -> usize {
        if side == Side::Source { pair } else { self.pairs() + pair }
    }
}

/// Reason why a unit of a file of pairs is no pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOutCause {
    /// Left out because one side of the pair, or both, have no text.
    EmptySide,
    /// Left out because a translation unit has no variant in one of the two languages.
    NoVariant,
    /// Left out because a variant of a translation unit has no segment.
    NoSegment,
    /// Left out because an XLIFF unit has no target.
    NoTarget,
    /// Left out because the unit belongs to a part in other languages.
    OtherLanguages,
    /// Left out because no document of the other file has the same identifier.
    NoPartner,
    /// Left out because the filter of the reading options does not keep the pair.
    Filter,
}

impl fmt::Display for LeftOutCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EmptySide => "no text on one side",
            Self::NoVariant => "no <tuv> in one of the two languages",
            Self::NoSegment => "a <tuv> without <seg>",
            Self::NoTarget => "no <source> or no <target>",
            Self::OtherLanguages => "in a part in other languages",
            Self::NoPartner => "no partner in the other file",
            Self::Filter => "not kept by the filter",
        })
    }
}

/// Preview of a corpus file.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Summary of the content recognised in the corpus file, in one sentence.
    pub recognised: String,
    /// File format, guessed or chosen by the user.
    pub format: Format,
    /// Task, guessed or chosen by the user.
    pub task: TaskKind,
    /// Character encoding, guessed or chosen by the user.
    pub encoding: &'static str,
    /// Whether the file is compressed with gzip.
    pub gzip: bool,
    /// Names of the file's columns or fields; empty where the format has none.
    pub columns: Vec<String>,
    /// Name of the file's column that holds the class.
    pub label_column: Option<String>,
    /// Names of the file's columns that hold the text.
    pub text_columns: Vec<String>,
    /// Name of the file's column that names documents.
    pub name_column: Option<String>,
    /// Names of the file's columns that hold ratings.
    pub target_columns: Vec<String>,
    /// First documents of the previewed file in its order; for pairs, of the source side.
    pub documents: Vec<RawDocument>,
    /// Target documents of the pairs previewed; empty without pairs.
    pub counterparts: Vec<RawDocument>,
    /// Remarks on the file for the user.
    pub notes: Vec<String>,
}

impl Preview {
    /// Whether the previewed file is one side of pairs, with the other side in another file.
    pub fn is_one_side(&self) -> bool {
        self.task == TaskKind::Pairs && !self.documents.is_empty() && self.counterparts.is_empty()
    }
}
