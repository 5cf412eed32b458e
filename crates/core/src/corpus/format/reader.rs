//! Interface of a file format: its description, recognition and reader.

use crate::corpus::{CorpusError, Format, ReadOptions, TaskKind, file::source::Source};

use super::collector::Collector;

/// Description of a file format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// Name of the file format on the command line and in saved files.
    pub key: &'static str,
    /// Name of the file format in the window and in messages.
    pub name: &'static str,
    /// Help on the file format, in one line.
    pub help: &'static str,
    /// File extensions of the format, in lower case.
    pub extensions: &'static [&'static str],
    /// Tasks whose documents a file of this format can hold.
    pub tasks: &'static [TaskKind],
    /// Whether a file of this format can be one side of pairs.
    pub side: bool,
    /// Whether the format holds texts, to which lower case, stop words, stemmer and shortest word apply.
    pub uses_text: bool,
    /// Whether the format needs a vocabulary file.
    pub uses_vocabulary: bool,
    /// Columns or fields of the format that the user can name.
    pub named_columns: &'static [NamedColumn],
}

/// Column or field of a file that the user can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedColumn {
    /// Column of a document's text, or language of one side of a translation pair.
    Text,
    /// Column of the document's class or rating.
    Label,
}

impl FormatInfo {
    /// Description of formats for texts with classes or ratings, or one side of pairs: the fields most formats share.
    pub(super) const TEXTS: Self = Self {
        key: "",
        name: "",
        help: "",
        extensions: &[],
        tasks: &[TaskKind::Classes, TaskKind::Ratings],
        side: true,
        uses_text: true,
        uses_vocabulary: false,
        named_columns: &[],
    };

    /// Whether files of this format always hold both sides of pairs.
    pub fn is_pairs(&self) -> bool {
        self.tasks == [TaskKind::Pairs] && !self.side
    }
}

/// Reader of a file format.
pub(crate) trait Reader: Sync {
    /// Description of the file format.
    fn info(&'static self) -> &'static FormatInfo;

    /// Whether a file that begins with the given text has this format.
    fn recognises(&self, _beginning: &str) -> bool {
        false
    }

    /// File format used if the file is one side of pairs; `None` if it is this format.
    fn as_side(&self, _beginning: &str) -> Option<Format> {
        None
    }

    /// Reads a file of this format into a collector.
    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError>;

    /// Summary of a file's recognised content, in one sentence.
    fn summary(&self, task: TaskKind, collector: &Collector) -> String;
}
