//! ARFF files of Mulan and MEKA, with words and tags as attributes; a row is a pair of word list and tag list.
//!
//! The tags are those listed in Mulan's XML file (next to the file under the same name, or chosen as vocabulary);
//! else those that MEKA's `-C` counts in the relation's name;
//! else the last attributes that share a prefix up to `_`, as `TAG_` does.
//! Rows are sparse (`{index value, …}`, from 0) or dense.
//! A value is a count or weight and not negative; rows with a missing value (`?`) are skipped and counted.
//! Cost: one pass.
//! Memory: the documents, one word for each entry.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use super::{
    Reader,
    collector::{Collector, Half, titled},
    sniff,
};
use crate::corpus::{
    Body, Cancel, CorpusError, ErrorKind, FormatInfo, PairUnit, ReadOptions, TaskKind,
    file::{
        companions,
        source::{Source, with_source},
        xml::{Node, Xml},
    },
    printable::beginning,
};

/// File format of ARFF files with words and tags.
pub(super) struct Arff;

impl Reader for Arff {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "arff",
            name: "ARFF of words and tags",
            help: "An ARFF file of words and tags: pairs",
            extensions: &["arff"],
            tasks: &[TaskKind::Pairs],
            side: false,
            uses_text: false,
            uses_vocabulary: true,
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let statement = sniff::lines(beginning).map(str::trim_start).find(|line| !line.starts_with('%'));
        statement.is_some_and(|line| line.to_ascii_lowercase().starts_with("@relation"))
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let file = source.file.clone();
        let header = Header::read(source)?;
        let tag = header.tags(&file, options, source.cancel)?;
        let tags = tag.iter().filter(|tag| **tag).count();
        collector.notes.push(format!("{} words and {tags} tags.", tag.len() - tags));
        collector.paired = true;
        collector.sides = ["words", "tags"].map(str::to_owned);
        while let Some(line) = source.line()? {
            let text = line.trim();
            if text.is_empty() || text.starts_with('%') {
                continue;
            }
            if lacks_values(text) {
                collector.leave_out(&file, source.line, "a value is missing (\"?\")");
                continue;
            }
            let entries = row(text, header.names.len());
            let entries = entries.map_err(|entry| {
                let problem = format!("\"{}\" does not fit the {} attributes", beginning(&entry), header.names.len());
                let remedy =
                    "write `{index value, …}` with indices from 0 and values of 0 or more, or one value for each attribute";
                CorpusError::pairs(&file, source.line, problem, remedy)
            })?;
            let side = |which: bool| {
                let words = entries.iter().filter(|&&(index, value)| tag[index] == which && value > 0.0);
                Half {
                    title: titled(&file, source.line, "", ""),
                    body: Body::Words(words.map(|&(index, value)| (header.names[index].clone(), value)).collect()),
                }
            };
            if !collector.push_pair(
                &file,
                PairUnit::of_line(source.line, source.line_bytes()),
                "",
                [side(false), side(true)],
                None,
            )? {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, _: TaskKind, _: &Collector) -> String {
        "Pairs: the words and the tags of an ARFF file.".to_owned()
    }
}

/// Whether an ARFF row has a missing value, `?`, after an index of a sparse row or instead of a value.
fn lacks_values(text: &str) -> bool {
    let text = text.trim_start_matches('{').trim_end_matches('}');
    text.contains('?') && text.split(',').any(|entry| entry.split_whitespace().next_back() == Some("?"))
}

/// Header of an ARFF file: the part before `@data`.
struct Header {
    relation: String,
    names: Vec<String>,
}

impl Header {
    fn read(source: &mut Source<'_>) -> Result<Self, CorpusError> {
        let file = source.file.clone();
        let mut header = Self { relation: String::new(), names: Vec::new() };
        let mut known = HashSet::new();
        let mut bytes = 0;
        while let Some(line) = source.line()? {
            let text = line.trim().to_owned();
            let line = source.line;
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                remark if remark.starts_with('%') => {}
                "@relation" => rest.clone_into(&mut header.relation),
                "@attribute" => {
                    let named = name(rest).filter(|(name, _)| !name.is_empty());
                    let (name, kind) = named.ok_or_else(|| bad_attribute(&file, line, &text))?;
                    if !holds_counts(kind) {
                        let problem = format!(
                            "the attribute \"{name}\" holds names or texts, and ARFF is read as words and tags with counts"
                        );
                        let remedy = "save it as CSV, in WEKA as \"CSV data files\", with a column for the class";
                        return Err(CorpusError::pairs(&file, line, problem, remedy));
                    }
                    if !known.insert(name.clone()) {
                        let problem = format!("the attribute \"{name}\" is named twice");
                        return Err(CorpusError::pairs(&file, line, problem, "rename one of the two"));
                    }
                    // Names of attributes are held in memory twice.
                    bytes += 2 * (name.len() + size_of::<String>());
                    if bytes > source.limit {
                        return Err(CorpusError::long_list(&file, source.limit));
                    }
                    header.names.push(name);
                }
                "@data" => return Ok(header),
                _ => return Err(bad_attribute(&file, line, &text)),
            }
        }
        Err(CorpusError::pairs(&file, None, "there is no @data in it", "download or copy the file again"))
    }

    /// Whether each ARFF attribute is a tag.
    fn tags(&self, file: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<Vec<bool>, CorpusError> {
        let all = self.names.len();
        let tags: Vec<bool> = if let Some(path) = options.vocabulary.clone().or_else(|| beside(file)) {
            let named = labels(&path, options, cancel)?;
            if let Some(tag) = named.iter().find(|tag| !self.names.contains(tag)) {
                let problem = format!("the label \"{tag}\" is no attribute of {}", file.display());
                return Err(CorpusError::pairs(&path, None, problem, "use the two files that belong together"));
            }
            let named: HashSet<&String> = named.iter().collect();
            self.names.iter().map(|name| named.contains(name)).collect()
        } else if let Some(count) = counted(&self.relation) {
            let first = count > 0;
            let count = count.unsigned_abs() as usize;
            (0..all).map(|index| if first { index < count } else { index + count >= all }).collect()
        } else {
            let prefix = self.names.last().and_then(|name| name.split_once('_')).map(|(prefix, _)| format!("{prefix}_"));
            let count = prefix.map_or(0, |prefix| self.names.iter().rev().take_while(|name| name.starts_with(&prefix)).count());
            (0..all).map(|index| count > 1 && index + count >= all).collect()
        };
        if tags.iter().any(|tag| *tag) && !tags.iter().all(|tag| *tag) {
            return Ok(tags);
        }
        let xml = companions::tags(file);
        let remedy = format!("put Mulan's list of labels beside it as {}, or choose it as the vocabulary file", xml.display());
        Err(CorpusError::at(ErrorKind::Choice, file, None, "it is not clear which attributes are tags", remedy))
    }
}

fn bad_attribute(file: &Path, line: usize, text: &str) -> CorpusError {
    let problem = format!("\"{}\" is no line of an ARFF header", beginning(text));
    CorpusError::pairs(file, line, problem, "write `@attribute name {0,1}`, then `@data`")
}

/// Name of an ARFF attribute, in quotes or up to the next space, and its type.
fn name(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let quote = text.chars().next()?;
    if !matches!(quote, '\'' | '"') {
        let (name, kind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        return Some((name.to_owned(), kind));
    }
    let (mut name, mut letters) = (String::new(), text[1..].chars());
    loop {
        match letters.next()? {
            '\\' => name.push(letters.next()?),
            letter if letter == quote => return Some((name, letters.as_str())),
            letter => name.push(letter),
        }
    }
}

/// Whether the values of an attribute of a type are numbers; without a type they are.
fn holds_counts(kind: &str) -> bool {
    let kind = kind.split('%').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.strip_prefix('{') {
        Some(values) => {
            values.trim_end_matches('}').split(',').all(|value| value.trim().trim_matches(['\'', '"']).parse::<f64>().is_ok())
        }
        None => matches!(kind.split_whitespace().next(), None | Some("numeric" | "real" | "integer")),
    }
}

/// Parses the non-zero entries of an ARFF row; if that fails, returns the part that cannot be read.
fn row(text: &str, attributes: usize) -> Result<Vec<(usize, f64)>, String> {
    let value = |text: &str| {
        let number = text.trim().trim_matches(['\'', '"']).parse::<f64>().ok().filter(|value| value.is_finite() && *value >= 0.0);
        number.ok_or_else(|| text.trim().to_owned())
    };
    if let Some(inner) = text.strip_prefix('{') {
        let inner = inner.strip_suffix('}').ok_or_else(|| text.to_owned())?;
        let entry = |entry: &str| {
            let bad = || entry.trim().to_owned();
            let (index, number) = entry.trim().split_once(char::is_whitespace).ok_or_else(bad)?;
            let index = index.parse::<usize>().ok().filter(|index| *index < attributes).ok_or_else(bad)?;
            Ok((index, value(number).map_err(|_| bad())?))
        };
        return inner.split(',').filter(|part| !part.trim().is_empty()).map(entry).collect();
    }
    let values = text.split(',').map(value).collect::<Result<Vec<_>, _>>()?;
    if values.len() == attributes { Ok(values.into_iter().enumerate().collect()) } else { Err(text.to_owned()) }
}

/// MEKA's number of tags (`-C`): positive if the tags are the first attributes, negative if the last.
fn counted(relation: &str) -> Option<i64> {
    let (_, rest) = relation.split_once("-C ")?;
    let number: String = rest.trim_start().chars().take_while(|letter| letter.is_ascii_digit() || *letter == '-').collect();
    number.parse().ok().filter(|count| *count != 0)
}

/// Names of the tags in a label file of Mulan.
fn labels(path: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<Vec<String>, CorpusError> {
    with_source(path, options.encoding.as_deref(), options.limits, cancel, |source| {
        source.bound_as_list()?;
        let (mut xml, mut names) = (Xml::new(source), Vec::new());
        loop {
            match xml.next()? {
                Node::Open(name, attributes, _) if name == "label" => {
                    names.extend(attributes.into_iter().find(|(key, _)| key == "name").map(|(_, value)| value));
                }
                Node::End => return Ok(names),
                _ => {}
            }
        }
    })
}

fn beside(file: &Path) -> Option<PathBuf> {
    Some(companions::tags(file)).filter(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_or_bare() {
        let named = |name: &str, kind| Some((name.to_owned(), kind));
        assert_eq!(name("plain {0,1}"), named("plain", "{0,1}"));
        assert_eq!(name(" 'two words' numeric"), named("two words", " numeric"));
        assert_eq!(name(r#""it\"s" numeric"#), named("it\"s", " numeric"));
        assert_eq!(name("'open numeric"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn attributes_hold_counts_or_names() {
        let counts = [
            "{0,1}",
            " {'0', '1'}",
            "{0, 1}\t% a tag",
            "NUMERIC",
            "real",
            "integer % a count",
            "numeric% no space",
            "% none",
            "",
        ];
        assert!(counts.into_iter().all(holds_counts));
        assert!(!["{kitchen, boats}", "string", "date \"yyyy\"", "relational"].into_iter().any(holds_counts));
    }

    #[test]
    fn rows_are_sparse_or_dense() {
        assert_eq!(row("{0 1, 2 3.5}", 3), Ok(vec![(0, 1.0), (2, 3.5)]));
        assert_eq!(row("{}", 3), Ok(vec![]));
        assert_eq!(row("0,1,'2'", 3), Ok(vec![(0, 0.0), (1, 1.0), (2, 2.0)]));
        for (text, part) in
            [("{0 1", "{0 1"), ("{3 1}", "3 1"), ("{0 -1}", "0 -1"), ("1,?,2", "?"), ("1,2", "1,2"), ("{x 1}", "x 1")]
        {
            assert_eq!(row(text, 3), Err(part.to_owned()), "{text}");
        }
    }

    #[test]
    fn the_relation_counts_tags() {
        assert_eq!(counted("'delicious: -C 983'"), Some(983));
        assert_eq!(counted("'x: -C -2 -V'"), Some(-2));
        assert_eq!(counted("delicious_train"), None);
    }
}
