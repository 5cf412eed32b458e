//! CoNLL-U format: words of parsed sentences, with lemmas and parts of speech.
//!
//! A document begins at each comment `# newdoc`; in a file without one every sentence is a document.
//! Comments `key = value` before the first word of a document hold its class and its identifier.
//! The first text column selects the word of a token: `lemma` (the default), `form` or `lemma+upos`.
//! Further text columns name parts of speech, such as NOUN, whose words alone are kept. Punctuation is left out.
//! Multiword tokens and empty nodes are skipped, because their syntactic words are listed too.
//! Cost: one pass.
//! Memory: the documents.

use std::{borrow::Cow, collections::BTreeSet, path::Path};

use super::{
    Reader,
    collector::{Collector, Purpose},
    column_names::{LABEL, telling},
    sniff,
};
use crate::corpus::{Body, CorpusError, FormatInfo, NamedColumn, PairUnit, ReadOptions, TaskKind, file::source::Source};

/// Names of the choices for a word in CoNLL-U: lemma, form, or lemma with part of speech.
const FORMS: [&str; 3] = ["lemma", "form", "lemma+upos"];
/// CoNLL-U part of speech of punctuation.
const PUNCTUATION: &str = "PUNCT";
/// Maximum number of parts of speech that are listed, apart from chosen ones: Universal Dependencies has 17.
const LISTED_TAGS: usize = 32;

/// File format CoNLL-U, of parsed sentences.
pub(super) struct Conllu;

impl Reader for Conllu {
    fn info(&'static self) -> &'static FormatInfo {
        &FormatInfo {
            key: "conllu",
            name: "CoNLL-U sentences",
            help: "Sentences of words with lemmas and parts of speech (CoNLL-U)",
            extensions: &["conllu", "conll"],
            named_columns: &[NamedColumn::Text, NamedColumn::Label],
            ..FormatInfo::TEXTS
        }
    }

    fn recognises(&self, beginning: &str) -> bool {
        let mut words = sniff::lines(beginning).filter(|line| !line.starts_with('#')).peekable();
        let word = |line: &str| line.matches('\t').count() == 9 && line.starts_with(|first: char| first.is_ascii_digit());
        words.peek().is_some() && words.all(word)
    }

    fn read(&self, source: &mut Source<'_>, options: &ReadOptions, collector: &mut Collector) -> Result<(), CorpusError> {
        let chosen = WordRule::of(&source.file, &options.text_columns)?;
        let file = source.file.clone();
        let label = options.label_column.as_deref();
        let limit = source.limit;
        let marked = source.beginning()?.lines().any(is_document);
        let (mut document, mut width) = (Document::default(), None);
        let (mut tags, mut seen) = (BTreeSet::new(), BTreeSet::new());
        collector.text_columns = [chosen.form].iter().chain(&chosen.tags).map(|&name| name.to_owned()).collect();
        while let Some(line) = source.line()?.map(str::to_owned) {
            let number = source.line;
            let (text, is_blank) = (line.as_str(), line.trim().is_empty());
            let ends = if marked { is_document(text) } else { is_blank };
            if ends && document.begun {
                let finished = std::mem::take(&mut document);
                if !finish(&file, finished, label, &seen, collector)? {
                    break;
                }
            }
            if document.line == 0 && !is_blank {
                document.line = number;
            }
            if let Some(comment) = text.strip_prefix('#') {
                // A comment after the document's first word belongs to a later sentence.
                let pair = comment.split_once('=').filter(|_| !document.begun);
                if let Some((key, value)) = pair {
                    let key = key.trim().trim_start_matches("meta::").to_owned();
                    collector.hold(&file, if seen.contains(&key) { 0 } else { key.len() + size_of::<String>() })?;
                    seen.insert(key.clone());
                    document.commented += comment.len();
                    document.comments.push((key, value.trim().to_owned()));
                }
                if document.commented > limit {
                    return Err(CorpusError::long_line(&file, document.line, limit));
                }
                continue;
            }
            if is_blank {
                continue;
            }
            let fields: Vec<&str> = text.split('\t').collect();
            let &[id, form, lemma, tag, ..] = &fields[..] else {
                let problem = format!("the line has {} fields", fields.len());
                let remedy = "write the ten fields of CoNLL-U with tabs between them, or choose another format";
                return Err(CorpusError::format(&file, number, problem, remedy));
            };
            document.begun = true;
            if fields.len() != *width.get_or_insert(fields.len()) {
                let reason = format!("{} fields, where the first word has {}", fields.len(), width.unwrap_or_default());
                collector.leave_out(&file, number, &reason);
                continue;
            }
            let listed = tags.len() < LISTED_TAGS || chosen.tags.contains(&tag);
            if listed && tag.bytes().all(|letter| letter.is_ascii_uppercase()) {
                tags.insert(tag.to_owned());
            }
            if let Some(word) = chosen.word([id, form, lemma, tag]) {
                if !document.words.is_empty() {
                    document.words.push(' ');
                }
                document.words.push_str(&word);
            }
            if document.words.len() > limit {
                return Err(CorpusError::long_line(&file, document.line, limit));
            }
        }
        if document.begun {
            finish(&file, document, label, &seen, collector)?;
        }
        collector.columns = FORMS.iter().map(|&form| form.to_owned()).chain(tags.clone()).chain(seen).collect();
        let missing: Vec<&str> = chosen.tags.iter().filter(|tag| !tags.contains(**tag)).copied().collect();
        if !missing.is_empty() {
            collector.notes.push(format!("No word has the part of speech {}.", missing.join(" or ")));
        }
        Ok(())
    }

    fn summary(&self, _: TaskKind, collector: &Collector) -> String {
        let label = collector.label_column.as_ref().map_or_else(String::new, |label| format!(", class \"{label}\""));
        format!("Analysed sentences: words as {}{label}.", collector.text_columns.join(", "))
    }
}

/// Rule for the words of a CoNLL-U file: the field that is the word, and the parts of speech that are kept.
struct WordRule<'a> {
    form: &'a str,
    /// CoNLL-U parts of speech whose words are kept; empty: all.
    tags: Vec<&'a str>,
}

impl<'a> WordRule<'a> {
    fn of(file: &Path, columns: &'a [String]) -> Result<Self, CorpusError> {
        let (forms, tags): (Vec<&str>, Vec<&str>) = columns.iter().map(String::as_str).partition(|column| FORMS.contains(column));
        let unknown = tags.iter().find(|tag| !tag.chars().all(|letter| letter.is_ascii_uppercase()));
        match (&forms[..], unknown) {
            (_, Some(name)) => {
                let problem = format!("there is no column \"{name}\"");
                Err(CorpusError::format(file, None, problem, "choose lemma, form or lemma+upos, and parts of speech as in NOUN"))
            }
            ([_, second, ..], None) => {
                let problem = format!("a word cannot be \"{}\" and \"{second}\" at once", forms[0]);
                Err(CorpusError::format(file, None, problem, "choose one of lemma, form and lemma+upos"))
            }
            (_, None) => Ok(Self { form: forms.first().copied().unwrap_or(FORMS[0]), tags }),
        }
    }

    /// Word of a CoNLL-U line of ten fields; `None` if it is left out.
    fn word<'t>(&self, [id, form, lemma, tag]: [&'t str; 4]) -> Option<Cow<'t, str>> {
        if !id.bytes().all(|digit| digit.is_ascii_digit()) || tag == PUNCTUATION {
            return None;
        }
        if !self.tags.is_empty() && !self.tags.contains(&tag) {
            return None;
        }
        let word = if self.form == "form" || lemma == "_" { form } else { lemma };
        let word = if word.contains(' ') { Cow::Owned(word.replace(' ', "_")) } else { Cow::Borrowed(word) };
        Some(if self.form == "lemma+upos" { Cow::Owned(format!("{word}_{tag}")) } else { word })
    }
}

/// CoNLL-U document being read.
#[derive(Default)]
struct Document {
    line: usize,
    words: String,
    /// Whether a word of the document was read, kept or not.
    begun: bool,
    comments: Vec<(String, String)>,
    /// Number of bytes in the comments of the CoNLL-U document.
    commented: usize,
}

/// Whether a CoNLL-U line begins a document.
fn is_document(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|comment| comment.split_whitespace().next() == Some("newdoc"))
}

/// Adds a finished CoNLL-U document; `false` when no more are wanted.
fn finish(
    file: &Path,
    document: Document,
    label: Option<&str>,
    seen: &BTreeSet<String>,
    collector: &mut Collector,
) -> Result<bool, CorpusError> {
    let of = |key: &str| document.comments.iter().find(|(other, _)| other == key).map_or("", |(_, value)| value.as_str());
    let id = ["newdoc id", "sent_id"].into_iter().map(of).find(|id| !id.is_empty()).unwrap_or_default();
    let body = Body::Tokens(document.words);
    if collector.purpose == Purpose::Side {
        let unit = PairUnit { number: document.line, line: document.line, ..PairUnit::default() };
        return collector.push_alone(file, unit, id, "", body);
    }
    let keys: Vec<String> = seen.iter().cloned().collect();
    let key = label.map(str::to_owned).or_else(|| telling(&keys, LABEL, &[], |_| true).cloned()).unwrap_or_default();
    if collector.label_column.is_none() && !key.is_empty() {
        collector.label_column = Some(key.clone());
    }
    collector.push(file, document.line, id, of(&key), body)
}
