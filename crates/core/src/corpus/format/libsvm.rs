//! LIBSVM format: `label index:value …`, the words named by a vocabulary file, one a line, line 1 being index 1.
//!
//! Text after `#` is a comment.
//! Values are counts or weights and not negative.
//! Labels that are equal as numbers, as `1`, `+1` and `1.0`, are one class.
//! A line with a label alone is an empty document, and a line without a label is a document without a label.
//! If no vocabulary is named, a file in the same folder is used: the same name with the extension `.vocab` or `.vocabulary`,
//! or `vocabulary.txt`, `vocab.txt`.
//! Cost: one pass.
//! Memory: the documents, one word for each entry.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use super::{Reader, collector::Collector, sniff};
use crate::corpus::{
    Body, Cancel, CorpusError, ErrorKind, FormatInfo, ReadOptions, TaskKind,
    file::{companions, list::read_list, source::Source},
    printable::beginning,
};

/// File format LIBSVM.
pub(super) struct LibSvm;

impl Reader for LibSvm {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "lib-svm",
            name: "LIBSVM lines",
            help: "Lines of class and index:value pairs",
            extensions: &["svm", "libsvm", "svmlight"],
            side: false,
            uses_text: false,
            uses_vocabulary: true,
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut all = sniff::lines(beginning);
        // A second line that is the last one may be truncated: two lines are evidence enough.
        let (first, second) = (all.next(), all.next());
        first.is_some_and(|first| !first.contains('\t') && is_entry_line(first))
            && second.is_none_or(is_entry_line)
            && first.into_iter().chain(second).any(has_label)
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let words = Words::read(&source.file, options, source.cancel)?;
        let file = source.file.clone();
        loop {
            let number = source.line + 1;
            let Some(line) = source.line()? else { break };
            let line = without_comment(line);
            if line.trim().is_empty() {
                collector.blank += 1;
                continue;
            }
            let mut parts = line.split_whitespace();
            let label = if has_label(line) { class(parts.next().unwrap_or_default()) } else { String::new() };
            let bad = |entry: &str| {
                let problem =
                    format!("\"{}\" is not `index:value` with a whole index from 1 and a value of 0 or more", beginning(entry));
                CorpusError::format(&file, number, problem, "correct the entry, or choose another format")
            };
            let mut found = Vec::new();
            for part in parts {
                let (index, value) = entry(part).ok_or_else(|| bad(part))?;
                let word = words.get(index).ok_or_else(|| {
                    let (list, count) = (words.file.display(), words.words.len());
                    let problem = format!("the index {index} has no word: {list} holds {count}");
                    let remedy = "choose the vocabulary file that belongs to this file (its first line is index 1)";
                    CorpusError::format(&file, number, problem, remedy)
                })?;
                if value > 0.0 {
                    found.push((word.clone(), value));
                }
            }
            if !collector.push(&file, number, "", &label, Body::Words(found))? {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, task: TaskKind, _: &Collector) -> String {
        let documents = if task == TaskKind::Ratings { "Rated documents" } else { "Documents with classes" };
        format!("{documents} as word counts (LIBSVM).")
    }
}

/// Words of a LIBSVM file, as listed in its vocabulary file.
struct Words {
    file: PathBuf,
    words: Vec<String>,
}

impl Words {
    /// Reads the LIBSVM vocabulary that the user named, or one found in the folder of `file`.
    fn read(file: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<Self, CorpusError> {
        let is_beside = |candidate: &PathBuf| candidate.is_file() && candidate != file;
        let found = || companions::vocabularies(file).into_iter().find(is_beside);
        let Some(path) = options.vocabulary.clone().or_else(found) else {
            let remedy = "choose a vocabulary file with one word a line, the first line being index 1";
            let problem = "a LIBSVM file needs the words its indices stand for";
            return Err(CorpusError::at(ErrorKind::Choice, file, None, problem, remedy));
        };
        let mut words = Vec::new();
        let mut lines = HashMap::new();
        for text in read_list(&path, options.encoding.as_deref(), options.limits, cancel)? {
            let word = text.split('\t').next().unwrap_or_default().trim().to_owned();
            let line = words.len() + 1;
            if !word.is_empty()
                && let Some(first) = lines.insert(word.clone(), line)
            {
                let problem = format!("the word \"{word}\" stands on line {first} already");
                return Err(CorpusError::format(&path, line, problem, "remove one of the two: every word may occur once"));
            }
            words.push(word);
        }
        Ok(Self { file: path, words })
    }

    fn get(&self, index: u64) -> Option<&String> {
        let place = usize::try_from(index).ok()?.checked_sub(1)?;
        self.words.get(place).filter(|word| !word.is_empty())
    }
}

/// Whether a line has the LIBSVM form `label index:value …`, with or without the label.
fn is_entry_line(line: &str) -> bool {
    let line = without_comment(line);
    let mut entries = line.split_whitespace().skip(usize::from(has_label(line)));
    line.contains(':') && entries.all(|part| entry(part).is_some())
}

/// Whether a LIBSVM line begins with a label instead of an index and a colon.
fn has_label(line: &str) -> bool {
    let is_index = |first: &str| first.split_once(':').is_some_and(|(index, _)| index.parse::<u64>().is_ok());
    without_comment(line).split_whitespace().next().is_some_and(|first| !is_index(first))
}

/// Name of a class: a number below 2⁵³ is written in one way, so that `1`, `+1` and `1.0` are one class.
fn class(label: &str) -> String {
    label
        .parse()
        .ok()
        .filter(|number: &f64| number.abs() < 2_f64.powi(53))
        .map_or_else(|| label.to_owned(), |number| (number + 0.0).to_string())
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

fn entry(part: &str) -> Option<(u64, f64)> {
    let (index, value) = part.split_once(':')?;
    let (index, value) = (index.parse().ok()?, value.parse().ok()?);
    (index > 0 && f64::is_finite(value) && value >= 0.0).then_some((index, value))
}
