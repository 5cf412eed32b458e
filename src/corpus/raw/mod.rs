//! What readers give: labels and texts as they stand in the file, before any cutting into words.

pub(super) mod true_path;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::corpus::{Limits, Task, TaskKind};

/// The forms of a file the readers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `label<TAB>text`, one document a line.
    Lines,
    /// `rating<TAB>title<TAB>text`, one document a line; what follows is left out.
    Rated,
    /// `id<TAB>title<TAB>text` or `id<TAB>text`: one side of pairs.
    Identified,
    /// One text a line: one side of pairs.
    Plain,
    /// `text<TAB>text`, one pair a line.
    Parallel,
    /// `words<TAB>tags`, one pair a line.
    Tagged,
    /// A TMX translation memory, one unit a pair.
    Tmx,
    /// An ARFF file of words and tags, one row a pair.
    Arff,
    /// Comma-separated values with a header.
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// One JSON object a line.
    JsonLines,
    /// `label index:value …`, one document a line, words named by a vocabulary file.
    LibSvm,
    /// A folder for each class, a text file for each document.
    Folder,
}

/// How to read, as the user chose it; `None` and empty mean "recognise it".
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// The file's form.
    pub format: Option<Format>,
    /// Name of the column or JSON field that holds the class.
    pub label_column: Option<String>,
    /// Names of the columns or JSON fields whose texts are joined; where pairs are asked for, the source side's column
    /// and the target side's, or two languages of a translation memory.
    pub text_columns: Vec<String>,
    /// What is asked of the documents.
    pub task: Option<TaskKind>,
    /// Names of the columns or JSON fields that hold ratings; several are several behaviours.
    pub target_columns: Vec<String>,
    /// Words of a LIBSVM file, one a line, line 1 being index 1; or the tags of an ARFF file, as Mulan's XML names them.
    #[serde(with = "crate::corpus::raw::true_path")]
    pub vocabulary: Option<PathBuf>,
    /// Name of the character encoding, as in `windows-1252` or `shift_jis`.
    pub encoding: Option<String>,
    /// How much is read.
    pub limits: Limits,
}

/// A document as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct RawDocument {
    /// Where it came from, as `file:line` or a file's name: shown to the user.
    pub title: String,
    /// The class's name, or that of the side where there are pairs.
    pub label: String,
    /// The text, or words already counted.
    pub body: Body,
}

impl Body {
    /// Whether there is no word in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Tokens(text) => text.trim().is_empty(),
            Self::Words(words) => words.is_empty(),
        }
    }

    /// The text, or the words joined.
    pub fn into_text(self) -> String {
        match self {
            Self::Text(text) | Self::Tokens(text) => text,
            Self::Words(words) => words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" "),
        }
    }
}

/// A document's text, or its words already counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Text still to be cut into words.
    Text(String),
    /// Text cut into words already, spaces between them: filters and stemming still apply.
    Tokens(String),
    /// Words and their weights (counts are whole, other weights are kept as they are).
    Words(Vec<(String, f64)>),
}

/// Everything a reader found.
#[derive(Clone, Debug, PartialEq)]
pub struct RawCorpus {
    /// A short name for the window's title.
    pub name: String,
    /// The form it was read as.
    pub format: Format,
    /// What is asked of the documents.
    pub task: Task,
    /// The documents in the order of the files; those of the source side first where there are pairs.
    pub documents: Vec<RawDocument>,
    /// What the user should know and need not act on ("31 documents are empty"), one sentence each.
    pub notes: Vec<String>,
}

/// The first look at a file, before reading it all.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// What was recognised, one plain sentence.
    pub recognised: String,
    /// The form guessed or chosen.
    pub format: Format,
    /// What the documents are good for.
    pub task: TaskKind,
    /// The character encoding guessed or chosen.
    pub encoding: &'static str,
    /// Whether the file is compressed.
    pub gzip: bool,
    /// Column or field names, empty where the form has none.
    pub columns: Vec<String>,
    /// The column taken as the class, and those taken as text.
    pub label_column: Option<String>,
    /// The columns taken as text.
    pub text_columns: Vec<String>,
    /// The column taken as the documents' name.
    pub name_column: Option<String>,
    /// The columns taken as ratings.
    pub target_columns: Vec<String>,
    /// The first documents; of pairs, those of the source side.
    pub documents: Vec<RawDocument>,
    /// The target side's documents of the same pairs; empty unless there are pairs.
    pub counterparts: Vec<RawDocument>,
    /// What the user should know.
    pub notes: Vec<String>,
}

impl Preview {
    /// Whether this is one side of pairs, whose other side stands in another file.
    pub fn is_one_side(&self) -> bool {
        self.task == TaskKind::Pairs && !self.documents.is_empty() && self.counterparts.is_empty()
    }
}
