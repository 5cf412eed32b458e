//! JSON objects, one a line or in a list: a field for the class, one or several for the text.
//!
//! Blank lines are skipped.
//! Fields are guessed from the first objects; text fields must be in all objects.
//! An object whose class field is missing, `null` or empty is a document without a label.
//! Cost: one pass.
//! Memory: the documents and the first objects.

use super::{Reader, collector::Collector, columns::summary, documents};
use crate::corpus::{
    CorpusError, FormatInfo, NamedColumn, ReadOptions, TaskKind,
    file::source::Source,
    rows::{RowReader, are_objects},
};

/// File format JSON Lines: one JSON object a line.
pub(super) struct JsonLines;

impl Reader for JsonLines {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "json-lines",
            name: "JSON Lines",
            help: "JSON objects, one a line or in a list",
            extensions: &["jsonl", "ndjson", "json"],
            tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
            named_columns: &[NamedColumn::Text, NamedColumn::Label],
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        are_objects(beginning)
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        documents::read(RowReader::objects(source)?, options, collector)
    }

    fn summary(&self, task: TaskKind, collector: &Collector) -> String {
        summary("JSON Lines", task, collector)
    }
}
