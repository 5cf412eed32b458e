//! Interface of a file format: its description, its recognition, and its reader.

use crate::corpus::{CorpusError, Format, ReadOptions, TaskKind, file::source::Source};

use super::collector::Collector;

/// Description of a file format.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// Name on the command line and in saved files.
    pub key: &'static str,
    /// Name in the window and in messages.
    pub name: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// File extensions of the format, lower case.
    pub extensions: &'static [&'static str],
    /// Tasks whose documents a file of the format can hold.
    pub tasks: &'static [TaskKind],
    /// Whether a file can be one side of pairs.
    pub side: bool,
    /// Whether documents are texts, which lower case, stop words, stemmer and shortest word apply to.
    pub uses_text: bool,
    /// Whether a vocabulary file is read.
    pub uses_vocabulary: bool,
    /// Columns or fields that can be named.
    pub named_columns: &'static [NamedColumn],
}

/// A column or field that is chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedColumn {
    /// Text of a document, or the language of one side of pairs.
    Text,
    /// Class or rating.
    Label,
}

impl FormatInfo {
    /// Texts with classes or ratings, or one side of pairs: the fields most formats share.
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

    /// Whether files of the format always hold both sides of pairs.
    pub fn is_pairs(&self) -> bool {
        self.tasks == [TaskKind::Pairs] && !self.side
    }
}

/// A file format.
pub(crate) trait Reader: Sync {
    /// The description of the format.
    fn info(&'static self) -> &'static FormatInfo;

    /// Whether a file that begins so has the format.
    fn recognises(&self, _beginning: &str) -> bool {
        false
    }

    /// The format of the same file as one side of pairs, where it is another one.
    fn as_side(&self, _beginning: &str) -> Option<Format> {
        None
    }

    /// Reads a file into a collector.
    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError>;

    /// Summary of the recognised content, in one sentence.
    fn summary(&self, task: TaskKind, collector: &Collector) -> String;
}
