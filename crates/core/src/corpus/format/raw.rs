//! Documents as read: labels and texts before tokenisation; options of reading; previews.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::corpus::{Format, Limits, Task, TaskKind};

/// Options of reading; `None` and empty values are recognised from the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// Format of the file.
    pub format: Option<Format>,
    /// Name of the column or JSON field that holds the class.
    pub label_column: Option<String>,
    /// Names of the columns or JSON fields whose texts are joined; for pairs, the column of the source and of the target
    /// side, or two languages of a translation memory.
    pub text_columns: Vec<String>,
    /// Requested task; `None`: recognised from the files.
    pub task: Option<TaskKind>,
    /// Names of the columns or JSON fields that hold ratings; several are several behaviours.
    pub target_columns: Vec<String>,
    /// Words of a LIBSVM file, one a line, line 1 being index 1; or the tags of an ARFF file, as Mulan's XML names them.
    #[serde(with = "crate::corpus::file::true_path")]
    pub vocabulary: Option<PathBuf>,
    /// Name of the character encoding, as in `windows-1252` or `shift_jis`.
    pub encoding: Option<String>,
    /// Bounds of reading.
    pub limits: Limits,
}

/// A document as read.
#[derive(Clone, Debug, PartialEq)]
pub struct RawDocument {
    /// Title, or place as `file:line` or a file name, for display.
    pub title: String,
    /// Name of the class, or of the side of pairs; empty without a class or rating.
    pub label: String,
    /// Text or word counts.
    pub body: Body,
}

impl Body {
    /// Whether there is no word.
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

/// Text or word counts of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Text to be tokenised.
    Text(String),
    /// Tokenised text, words separated by spaces; filters and stemming still apply.
    Tokens(String),
    /// Words and their counts or weights.
    Words(Vec<(String, f64)>),
}

/// Documents of one or several files, as read.
#[derive(Clone, Debug, PartialEq)]
pub struct RawCorpus {
    /// A short name for the window's title.
    pub name: String,
    /// The format it was read as.
    pub format: Format,
    /// Task of the corpus, with its labels.
    pub task: Task,
    /// The documents in the order of the files, those without a label last; those of the source side first where there are
    /// pairs.
    pub documents: Vec<RawDocument>,
    /// Number of documents without a label, a class or a complete set of ratings; they are the last ones.
    pub unlabelled: usize,
    /// Index of the file of each document (n); empty for one file or folder, and for pairs.
    pub files: Vec<u32>,
    /// Remarks for the user, as in "31 documents are empty.", one sentence each.
    pub notes: Vec<String>,
}

/// Preview of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Summary of the recognised content, in one sentence.
    pub recognised: String,
    /// The format, guessed or chosen.
    pub format: Format,
    /// The task, guessed or chosen.
    pub task: TaskKind,
    /// The character encoding guessed or chosen.
    pub encoding: &'static str,
    /// Whether the file is compressed.
    pub gzip: bool,
    /// Names of columns or fields; empty where the format has none.
    pub columns: Vec<String>,
    /// The column of the class.
    pub label_column: Option<String>,
    /// The columns of the text.
    pub text_columns: Vec<String>,
    /// The column that names documents.
    pub name_column: Option<String>,
    /// The columns of ratings.
    pub target_columns: Vec<String>,
    /// The first documents in the order of the file; of pairs, of the source side.
    pub documents: Vec<RawDocument>,
    /// Target documents of the same pairs; empty without pairs.
    pub counterparts: Vec<RawDocument>,
    /// Remarks for the user.
    pub notes: Vec<String>,
}

impl Preview {
    /// Whether this is one side of pairs, with the other side in another file.
    pub fn is_one_side(&self) -> bool {
        self.task == TaskKind::Pairs && !self.documents.is_empty() && self.counterparts.is_empty()
    }
}
