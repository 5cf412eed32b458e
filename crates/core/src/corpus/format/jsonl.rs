//! JSON Lines format: one object a line, a field for the class, one or several for the text.
//!
//! A field may hold a string, a number, a truth value, or a list of strings (joined by spaces); `null` is an empty text.
//! Blank lines are skipped. Fields are guessed from the first objects; those of the text must be in all. An object whose
//! field of the class is missing, `null` or empty is a document without a label.
//! Cost: one pass. Memory: the documents and one parsed line.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    Reader,
    collector::Collector,
    column_profile::{ROWS, Sample},
    columns::{Columns, summary},
    sniff,
};
use crate::corpus::{
    CorpusError, ErrorKind, FormatInfo, NamedColumn, PairUnit, ReadOptions, TaskKind,
    error::{Place, list},
    file::{bytes::CHUNK, source::Source},
};

/// File format JSON Lines: one JSON object a line.
pub(super) struct JsonLines;

impl Reader for JsonLines {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "json-lines",
            name: "JSON Lines",
            help: "One JSON object a line",
            extensions: &["jsonl", "ndjson", "json"],
            tasks: &[TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs],
            named_columns: &[NamedColumn::Text, NamedColumn::Label],
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        sniff::lines(beginning).next().is_some_and(|first| first.trim_start().starts_with('{'))
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        read(source, options, collector)
    }

    fn summary(&self, task: TaskKind, collector: &Collector) -> String {
        summary("JSON Lines", task, collector)
    }
}

fn read(source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
    let file = source.file.clone();
    let mut sample = sample(source.beginning()?);
    let mut chosen = None;
    while let Some(text) = source.line()? {
        if text.trim().is_empty() {
            collector.blank += 1;
            continue;
        }
        let parsed = serde_json::from_str(text);
        let unit = PairUnit::of_line(source.line_number(), source.line_bytes());
        let line = unit.line;
        let fail = |reason: String| {
            let problem = format!("the line is not a JSON object ({reason})");
            CorpusError::format(&file, line, problem, "write one object like {\"label\": …, \"text\": …} on every line")
        };
        let object = match parsed {
            Ok(Value::Object(object)) => object,
            Ok(other) => return Err(fail(format!("it is {}", kind(&other)))),
            Err(error) => return Err(fail(reason(&error))),
        };
        if chosen.is_none() {
            if sample.columns.is_empty() {
                sample.columns = object.keys().cloned().collect();
            }
            let columns = Columns::choose(collector, &file, &sample, options).map_err(|error| match error.kind {
                ErrorKind::Column => CorpusError {
                    place: Some(Place { file: file.clone(), line: Some(line) }),
                    problem: error.problem.replace("there is no column", "the object has no field"),
                    ..error
                },
                _ => error,
            })?;
            chosen = Some(columns);
        }
        let Some(columns) = &chosen else { continue };
        if let Some(name) = columns.needed().find(|&name| !object.contains_key(name)) {
            return Err(missing(&file, line, name, &object));
        }
        // Fields of identifiers, titles, classes and ratings may be missing in a JSON object.
        let field = |name: &String| {
            let value = object.get(name).unwrap_or(&Value::Null);
            text_of(value).map_err(|kind| {
                let problem = format!("the field \"{name}\" holds {kind}");
                CorpusError::format(&file, line, problem, "write a string, a number or a list of strings")
            })
        };
        if !columns.take(collector, &file, unit, field)? {
            break;
        }
    }
    Ok(())
}

/// Fields and values of the first JSON objects, without a line that may be truncated.
fn sample(beginning: &str) -> Sample {
    let whole =
        if beginning.len() < CHUNK { beginning } else { beginning.rsplit_once('\n').map_or(beginning, |(whole, _)| whole) };
    let lines = whole.lines().filter(|line| !line.trim().is_empty()).take(ROWS);
    let objects: Vec<Map<String, Value>> = lines.map_while(|line| serde_json::from_str(line).ok()).collect();
    let columns: BTreeSet<&String> = objects.iter().flat_map(Map::keys).collect();
    let value = |object: &Map<String, Value>, name: &String| object.get(name).and_then(|value| text_of(value).ok());
    let row = |object| columns.iter().map(|name| value(object, name).unwrap_or_default()).collect();
    Sample { rows: objects.iter().map(row).collect(), columns: columns.iter().map(|&name| name.clone()).collect() }
}

fn missing(file: &std::path::Path, line: usize, field: &str, object: &Map<String, Value>) -> CorpusError {
    let have: Vec<String> = object.keys().cloned().collect();
    let remedy = format!("add it, or choose among {}", list(&have));
    CorpusError::format(file, line, format!("the object has no field \"{field}\""), remedy)
}

fn text_of(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Array(values) => {
            let words = values.iter().map(|value| match value {
                Value::Array(_) | Value::Object(_) => Err("a list of lists or objects"),
                plain => text_of(plain),
            });
            Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
        }
        Value::Object(_) => Err(kind(value)),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Message of the JSON parser with the column; its line is always 1.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("{words} at column {}", error.column())
}
