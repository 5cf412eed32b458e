//! Format of rows of numbers, which may be negative: `class<TAB>0.5 -1 2`, or `0.5 -1 2` without a class or as one side of pairs.
//!
//! Numbers are separated by spaces or commas, and all rows have the same length.
//! A number is the weight of the word that its column names: `x01`, `x02` and so on.
//! On a side of pairs the field before the tab is an identifier.
//! Weights other than `raw` need counts, and refuse negative numbers.
//! Cost: one pass.
//! Memory: the documents, one word for each number that is not 0.

use std::path::Path;

use super::{
    Reader,
    collector::{Collector, Purpose},
    sniff,
};
use crate::corpus::{
    Body, CorpusError, FormatInfo, PairUnit, ReadOptions, TaskKind,
    file::source::Source,
    limits::COLUMNS,
    printable::{beginning, short},
};

/// File format of rows of numbers.
pub(super) struct Numbers;

impl Reader for Numbers {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "numbers",
            name: "rows of numbers",
            help: "Rows of numbers, with or without a class and a tab in front",
            uses_text: false,
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut width = None;
        let is_row = |line: &str| {
            let numbers = fields(split(line).1).map(number).collect::<Option<Vec<f64>>>();
            numbers.is_some_and(|numbers| numbers.len() > 1 && *width.get_or_insert(numbers.len()) == numbers.len())
        };
        // Rows of whole numbers alone may be the words of a text.
        let signed = |line: &str| split(line).1.contains(['.', '-']);
        sniff::lines(beginning).all(is_row) && sniff::lines(beginning).any(signed)
    }

    fn read(&self, source: &mut Source<'_>, _: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let file = source.file.clone();
        let (mut names, mut blank) = (Vec::new(), None);
        loop {
            let line = source.line + 1;
            let Some(text) = source.line()? else { break };
            if text.trim().is_empty() {
                blank.get_or_insert(line);
                collector.blank += usize::from(collector.purpose != Purpose::Side);
                continue;
            }
            if let Some(blank) = blank.filter(|_| collector.purpose == Purpose::Side) {
                let remedy = "write a row of numbers on every line: line n of both files belongs together";
                return Err(CorpusError::format(&file, blank, "the line is blank", remedy));
            }
            let text = text.to_owned();
            let unit = PairUnit::of_line(source.line, source.line_bytes());
            let (label, row) = split(&text);
            let values = values(&file, line, row)?;
            if names.is_empty() {
                names = columns(&file, line, values.len())?;
            }
            if values.len() != names.len() {
                let problem = format!("the row has {} numbers, and the first has {}", values.len(), names.len());
                return Err(CorpusError::format(&file, line, problem, "give every row as many numbers"));
            }
            let words = names.iter().zip(values).filter(|(_, value)| *value != 0.0);
            let body = Body::Words(words.map(|(name, value): (&String, f64)| (name.clone(), value)).collect());
            let more = if collector.purpose == Purpose::Side {
                collector.push_alone(&file, unit, label, "", body)?
            } else {
                collector.push(&file, line, "", label, body)?
            };
            if !more {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, task: TaskKind, _: &Collector) -> String {
        match task {
            TaskKind::Pairs => {
                "One side of pairs as rows of numbers: open it together with the file of the other side.".to_owned()
            }
            TaskKind::Ratings => "Rated documents as rows of numbers.".to_owned(),
            TaskKind::Classes => "Documents with classes as rows of numbers.".to_owned(),
        }
    }
}

/// Splits a row of numbers into the field before the tab (empty if none) and the numbers.
fn split(line: &str) -> (&str, &str) {
    line.split_once('\t').unwrap_or(("", line))
}

fn fields(row: &str) -> impl Iterator<Item = &str> {
    row.split([' ', ',', '\r']).filter(|field| !field.is_empty())
}

fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Parses the numbers of one document's row.
fn values(file: &Path, line: usize, row: &str) -> Result<Vec<f64>, CorpusError> {
    let one = |field| {
        number(field).ok_or_else(|| {
            let problem = format!("\"{}\" is not a finite number", beginning(field));
            let remedy = "write `class<TAB>number number …`, or numbers alone, on every line, or choose another format";
            CorpusError::format(file, line, problem, remedy)
        })
    };
    fields(row).map(one).collect()
}

/// Names of the columns of numbers, which are in alphabetical order.
fn columns(file: &Path, line: usize, count: usize) -> Result<Vec<String>, CorpusError> {
    if count == 0 || count > COLUMNS {
        let problem = format!("the row has {count} numbers and may have 1 to {COLUMNS}");
        return Err(CorpusError::format(file, line, problem, format!("correct {}, or choose another format", short(file))));
    }
    let digits = count.to_string().len();
    Ok((1..=count).map(|column| format!("x{column:0digits$}")).collect())
}
