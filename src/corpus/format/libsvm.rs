//! LIBSVM lines: `label index:value …`, the words named by a vocabulary file, one a line, line 1 being index 1.
//!
//! What follows `#` is a remark. Values are counts or weights and not negative; a line with a label alone is an empty
//! document. Where no vocabulary is named, one lying beside the file is taken: its name with `.vocab` or `.vocabulary`
//! for the extension, or `vocabulary.txt`, `vocab.txt`. Cost: one pass. Memory: the documents, one word for each entry.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use super::collector::Collector;
use crate::corpus::{
    Body, Cancel, CorpusError, FormError, ReadOptions,
    file::{companions, source::Source},
    printable::beginning,
};

/// The words of a vocabulary file.
pub(crate) struct Words {
    file: PathBuf,
    words: Vec<String>,
}

impl Words {
    /// Reads the vocabulary named, or found beside `file`.
    pub fn read(file: &Path, options: &ReadOptions, cancel: &Cancel) -> Result<Self, CorpusError> {
        let found = options.vocabulary.clone().or_else(|| beside(file));
        let Some(path) = found else { return Err(FormError::NoVocabulary { file: file.to_owned() }.into()) };
        let mut source = Source::open_list(&path, options, cancel)?;
        if source.is_empty() {
            return Err(CorpusError::EmptyFile { file: path });
        }
        let mut words = Vec::new();
        let mut lines = HashMap::new();
        while let Some(text) = source.line()? {
            let word = text.split('\t').next().unwrap_or_default().trim().to_owned();
            let line = words.len() + 1;
            if !word.is_empty()
                && let Some(first) = lines.insert(word.clone(), line)
            {
                return Err(FormError::RepeatedWord { file: path, line, first, word }.into());
            }
            words.push(word);
        }
        while words.last().is_some_and(String::is_empty) {
            words.pop();
        }
        Ok(Self { file: path, words })
    }

    fn get(&self, index: u64) -> Option<&String> {
        let place = usize::try_from(index).ok()?.checked_sub(1)?;
        self.words.get(place).filter(|word| !word.is_empty())
    }
}

/// Reads a file of LIBSVM lines.
pub(crate) fn read(source: &mut Source<'_>, words: &Words, collector: &mut Collector) -> Result<(), CorpusError> {
    let file = source.file.clone();
    loop {
        let number = source.line_number() + 1;
        let Some(line) = source.line()? else { break };
        let line = line.split('#').next().unwrap_or_default();
        let mut parts = line.split_whitespace();
        let Some(label) = parts.next() else {
            collector.blank += 1;
            continue;
        };
        let bad = |entry: &str| FormError::BadEntry { file: file.clone(), line: number, entry: beginning(entry) };
        if entry(label).is_some() {
            return Err(FormError::EmptyLabel { file, line: number }.into());
        }
        let mut found = Vec::new();
        for part in parts {
            let (index, value) = entry(part).ok_or_else(|| bad(part))?;
            let word = words.get(index).ok_or_else(|| FormError::IndexOutside {
                file: file.clone(),
                line: number,
                index,
                vocabulary: words.file.clone(),
                words: words.words.len(),
            })?;
            if value > 0.0 {
                found.push((word.clone(), value));
            }
        }
        let label = label.to_owned();
        if !collector.push(&file, number, "", &label, Body::Words(found))? {
            break;
        }
    }
    Ok(())
}

/// Whether a line has the form `label index:value …`.
pub(crate) fn looks_like(line: &str) -> bool {
    let mut parts = line.split('#').next().unwrap_or_default().split_whitespace();
    parts.next().is_some_and(|label| entry(label).is_none()) && line.contains(':') && parts.all(|part| entry(part).is_some())
}

fn entry(part: &str) -> Option<(u64, f64)> {
    let (index, value) = part.split_once(':')?;
    let (index, value) = (index.parse().ok()?, value.parse().ok()?);
    (index > 0 && f64::is_finite(value) && value >= 0.0).then_some((index, value))
}

fn beside(file: &Path) -> Option<PathBuf> {
    companions::vocabularies(file).into_iter().find(|candidate| candidate.is_file() && candidate != file)
}
