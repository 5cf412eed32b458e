//! JSON objects as rows: one a line, one after another over several lines, or the elements of an array.
//!
//! Fields of nested objects are columns named `outer.inner`, or `outer.inner (2)` where that is the name of another field.
//! A field may hold a string, a number, a truth value, or a list of them (joined by spaces); `null` is an empty text.
//! A column is added with the first object that has its field; fields beyond [`COLUMNS`] columns are left out and counted.
//! Cost: one pass. Memory: one object.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{Cell, Row};
use crate::corpus::{
    CorpusError,
    file::source::Source,
    limits::COLUMNS,
    printable::{beginning, shown},
};

/// Separator of the keys of nested objects, which a key in itself does not contain.
const INNER: char = '\u{0}';
const REMEDY: &str = "write one object like {\"label\": …, \"text\": …} on every line, or a list of such objects";

/// Reader of JSON objects.
pub(in crate::corpus) struct Objects<'a, 's> {
    pub(super) source: &'a mut Source<'s>,
    /// Whether each line is an object; otherwise objects may span lines.
    pub in_lines: bool,
    /// Names of the fields so far, for display.
    pub(super) header: Vec<String>,
    /// Column of each field by its key, after those of the objects around it.
    columns: HashMap<String, usize>,
    /// Number of fields that are left out, and the line of the first.
    pub left_out: Option<(usize, usize)>,
    /// Line of the first object.
    pub(super) first_line: Option<usize>,
    /// Number of blank lines between the objects.
    pub blank: usize,
    /// Line that is read, if objects may span lines, how much of it is taken, and its offset in the text.
    held: String,
    taken: usize,
    offset: usize,
    /// Whether an array was opened and not closed.
    in_array: bool,
}

/// Whether a text begins as JSON objects or an array of them do.
pub(in crate::corpus) fn are_objects(beginning: &str) -> bool {
    let text = beginning.trim_start();
    text.starts_with('{') || text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// Whether the objects at the beginning of a text stand in lines: the first line is not the mere beginning of one.
fn are_in_lines(beginning: &str) -> bool {
    let mut lines = beginning.lines().map(str::trim).filter(|line| !line.is_empty());
    let (first, second) = (lines.next().unwrap_or_default(), lines.next());
    let is_cut = || serde_json::from_str::<Value>(first).is_err_and(|error| error.is_eof());
    !(first.starts_with('[') || is_cut() && second.is_some_and(|second| !second.starts_with('{')))
}

impl<'a, 's> Objects<'a, 's> {
    /// Opens JSON objects.
    pub(super) fn open(source: &'a mut Source<'s>) -> Result<Self, CorpusError> {
        let in_lines = are_in_lines(source.beginning()?);
        let (header, columns, held) = (Vec::new(), HashMap::new(), String::new());
        let (left_out, first_line, blank, taken, offset) = (None, None, 0, 0, 0);
        Ok(Self { source, in_lines, header, columns, left_out, first_line, blank, held, taken, offset, in_array: false })
    }

    /// Next object; `None` after the last.
    pub(super) fn next(&mut self) -> Result<Option<Row>, CorpusError> {
        let Some((text, line, begin)) = (if self.in_lines { self.line()? } else { self.element()? }) else { return Ok(None) };
        let fail = |line, reason: String| {
            let what = if self.in_lines { "the line is not a JSON object" } else { "this is not a JSON object" };
            Err(CorpusError::format(&self.source.file, line, format!("{what} ({reason})"), REMEDY))
        };
        let object = match serde_json::from_str(&text) {
            Ok(Value::Object(object)) => object,
            Ok(other) => return fail(line, format!("it is {}", kind(&other))),
            Err(error) => return fail(line + error.line() - 1, reason(&error)),
        };
        self.first_line.get_or_insert(line);
        let mut cells = vec![Cell::Missing; self.header.len()];
        self.fields("", &object, &mut cells);
        let end = if self.in_lines { self.source.line_bytes().end } else { begin + text.len() };
        Ok(Some(Row { line, bytes: begin..end, cells }))
    }

    /// Adds the fields of an object, and of objects in it, to the cells of a row.
    fn fields(&mut self, outer: &str, object: &Map<String, Value>, cells: &mut Vec<Cell>) {
        for (key, value) in object {
            let path = format!("{outer}{key}");
            if let Value::Object(inner) = value
                && !inner.is_empty()
            {
                self.fields(&format!("{path}{INNER}"), inner, cells);
                continue;
            }
            if self.header.len() == COLUMNS && !self.columns.contains_key(&path) {
                self.left_out.get_or_insert((0, self.source.line)).0 += 1;
                continue;
            }
            let column = *self.columns.entry(path).or_insert_with_key(|path| {
                let mut name = shown(&path.replace(INNER, "."));
                while self.header.contains(&name) {
                    name += " (2)";
                }
                self.header.push(name);
                self.header.len() - 1
            });
            cells.resize(self.header.len(), Cell::Missing);
            cells[column] = cell(value);
        }
    }

    /// Next line that is not blank, with its number and the offset of its beginning.
    fn line(&mut self) -> Result<Option<(String, usize, usize)>, CorpusError> {
        while let Some(text) = self.source.line()? {
            if text.trim().is_empty() {
                self.blank += 1;
                continue;
            }
            let text = text.to_owned();
            return Ok(Some((text, self.source.line, self.source.line_bytes().start)));
        }
        Ok(None)
    }

    /// Next object that may span lines, with the number of its first line and its offset.
    fn element(&mut self) -> Result<Option<(String, usize, usize)>, CorpusError> {
        loop {
            let rest = &self.held[self.taken..];
            let Some(from) = rest.find(|letter: char| !letter.is_ascii_whitespace() && letter != ',') else {
                match (self.refill()?, self.in_array) {
                    (true, _) => continue,
                    (false, true) => return Err(self.cut("the list of objects", self.source.line)),
                    (false, false) => return Ok(None),
                }
            };
            match (rest.as_bytes()[from], self.in_array) {
                (b'[', false) => self.in_array = true,
                (b']', true) => self.in_array = false,
                (b'{' | b'[', _) => {
                    self.taken += from;
                    return self.whole().map(Some);
                }
                _ => {
                    let problem = format!("this is not a JSON object (\"{}\")", beginning(rest.trim()));
                    return Err(CorpusError::format(&self.source.file, self.source.line, problem, REMEDY));
                }
            }
            self.taken += from + 1;
        }
    }

    /// The object or list that begins where the held line is not taken.
    fn whole(&mut self) -> Result<(String, usize, usize), CorpusError> {
        let (line, begin, mut text) = (self.source.line, self.offset + self.taken, String::new());
        let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
        loop {
            let rest = &self.held[self.taken..];
            for (at, byte) in rest.bytes().enumerate() {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_string => escaped = true,
                    b'"' => in_string = !in_string,
                    b'{' | b'[' if !in_string => depth += 1,
                    b'}' | b']' if !in_string => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    text.push_str(&rest[..=at]);
                    self.taken += at + 1;
                    return Ok((text, line, begin));
                }
            }
            text.push_str(rest);
            if text.len() > self.source.limit {
                return Err(CorpusError::long_line(&self.source.file, line, self.source.limit));
            }
            if !self.refill()? {
                return Err(self.cut("the JSON object that begins here", line));
            }
        }
    }

    fn cut(&self, what: &str, line: usize) -> CorpusError {
        CorpusError::format(&self.source.file, line, format!("{what} does not end"), "download or copy the file again")
    }

    /// Holds the next line; `false` after the last.
    fn refill(&mut self) -> Result<bool, CorpusError> {
        let Some(line) = self.source.line()? else { return Ok(false) };
        line.clone_into(&mut self.held);
        self.held.push('\n');
        (self.taken, self.offset) = (0, self.source.line_bytes().start);
        Ok(true)
    }
}

fn cell(value: &Value) -> Cell {
    let plain = |value: &Value| match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    };
    match value {
        Value::Array(values) => {
            let words: Option<Vec<String>> = values.iter().map(plain).collect();
            words.map_or(Cell::Nested("a list of lists or objects"), |words| Cell::Text(words.join(" ")))
        }
        value => plain(value).map_or_else(|| Cell::Nested(kind(value)), Cell::Text),
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

/// Message of the JSON parser with the column but without the line, which counts from the beginning of the object.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("{words} at column {}", error.column())
}
