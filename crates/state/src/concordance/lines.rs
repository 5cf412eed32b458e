//! Concordance: every occurrence of the listed words with its left and right context.
//! For pairs, each line includes the partner's most similar word with its context.
//!
//! Computed on a thread: the texts of the documents with the listed words are tokenised again.
//! Memory: about 300 bytes per line, for at most [`MOST`] lines.

use std::{cmp::Ordering, ops::Range, sync::Arc};

use ndarray::Array2;

use crate::{
    Members,
    core::{Underway, memo::Same},
    inspect::explain,
};
use wordfield_core::{
    cancel,
    corpus::{Corpus, Csr, Dataset, Tokenizer, occurrences},
    stats::squared_distance,
};

/// Maximum number of lines in a concordance.
pub(crate) const MOST: usize = 10_000;
/// Maximum length of the context on either side of a word, in characters.
const CONTEXT: usize = 90;

/// Words whose occurrences a concordance lists.
#[derive(Clone, Debug, PartialEq)]
pub enum LinesOf {
    /// Occurrences of one word of the vocabulary.
    Word(usize),
    /// Occurrences of several words of the vocabulary.
    Words(Arc<Members>),
}

/// Key of a concordance: dataset and words.
#[derive(Clone, Debug, PartialEq)]
pub struct LinesKey {
    pub(crate) dataset: Same<Dataset>,
    /// Words whose occurrences the concordance lists.
    pub of: LinesOf,
    /// Whether only documents that contain all of the listed words are read.
    pub together: bool,
}

/// Inputs of a concordance.
#[derive(Clone, Debug)]
pub(crate) struct LinesInput {
    pub(crate) key: LinesKey,
    pub(crate) dataset: Arc<Dataset>,
    /// Documents that contain each word (V × n).
    pub(crate) holders: Arc<Csr>,
    /// Iteration and positions (V × q) that determine the most similar word of the partner document.
    pub(crate) latent: Option<(usize, Arc<Array2<f64>>)>,
}

/// Line of the concordance: an occurrence of a word with its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the document that contains the occurrence.
    pub document: usize,
    /// Byte range of the occurrence in the document's text.
    pub at: Range<usize>,
    /// Index of the word in the vocabulary.
    pub word: usize,
    /// Context on the left of the word.
    pub left: String,
    /// The word as spelled in the document.
    pub middle: String,
    /// Context on the right of the word.
    pub right: String,
}

/// Result of a concordance: the lines, and the occurrences in partner documents.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Key of the concordance.
    pub key: LinesKey,
    /// Lines of the concordance in the order of the documents.
    pub lines: Vec<Line>,
    /// Occurrence in the partner document for each line, if there is one with known words.
    pub partners: Vec<Option<Line>>,
    /// Number of documents that contain the listed words, and number of these read before the limit of lines.
    pub documents: [usize; 2],
    /// Iteration and positions by which the words of partner documents were chosen, if any.
    pub(crate) partners_at: Option<(usize, Same<Array2<f64>>)>,
}

/// Order of the lines of a concordance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineOrder {
    /// Order of the documents in the corpus.
    #[default]
    Document,
    /// Order by the left context, starting from the word.
    Left,
    /// Order by the spelling of the word.
    Word,
    /// Order by the context to the right of the word.
    Right,
    /// Order by the document's class, level or side, with unlabelled documents last.
    Class,
}

impl LineOrder {
    /// All orders of concordance lines with their names, in the order of the columns.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Document, "document"),
        (Self::Left, "left context"),
        (Self::Word, "word"),
        (Self::Right, "right context"),
        (Self::Class, "class"),
    ];
}

impl LinesOf {
    /// Indices of the words that the concordance lists.
    pub fn words(&self) -> Vec<usize> {
        match self {
            Self::Word(word) => vec![*word],
            Self::Words(members) => members.iter().collect(),
        }
    }

    fn contains(&self, word: usize) -> bool {
        match self {
            Self::Word(known) => *known == word,
            Self::Words(members) => members.contains(word),
        }
    }
}

impl LinesKey {
    /// Key of a concordance of some words, of all of them together only if there are several.
    pub(crate) fn new(dataset: &Arc<Dataset>, of: LinesOf, together: bool) -> Self {
        let together = together && matches!(&of, LinesOf::Words(members) if members.count() > 1);
        Self { dataset: Same::of(dataset), of, together }
    }
}

impl Lines {
    /// Indices of the concordance lines in the given order.
    pub(crate) fn ordered(&self, order: LineOrder, corpus: &Corpus) -> Vec<u32> {
        let mut places: Vec<u32> = (0..self.lines.len() as u32).collect();
        let line = |place: &u32| &self.lines[*place as usize];
        match order {
            LineOrder::Document => {}
            LineOrder::Left => places.sort_by(|a, b| outwards(&line(a).left, &line(b).left)),
            LineOrder::Word => places.sort_by_cached_key(|place| line(place).middle.to_lowercase()),
            LineOrder::Right => places.sort_by(|a, b| compare_right_contexts(&line(a).right, &line(b).right)),
            LineOrder::Class => {
                places.sort_by_key(|place| corpus.label(line(place).document).unwrap_or(usize::MAX));
            }
        }
        places
    }
}

/// Context word in lower case without surrounding punctuation.
fn bare(word: &str) -> impl Iterator<Item = char> + '_ {
    word.trim_matches(|c: char| !c.is_alphanumeric()).chars().flat_map(char::to_lowercase)
}

/// Compares left contexts word by word, from the occurrence outwards.
fn outwards(a: &str, b: &str) -> Ordering {
    by_words(a.split_whitespace().rev(), b.split_whitespace().rev())
}

/// Compares two contexts to the right of a word, word by word.
fn compare_right_contexts(a: &str, b: &str) -> Ordering {
    by_words(a.split_whitespace(), b.split_whitespace())
}

fn by_words<'a>(mut a: impl Iterator<Item = &'a str>, mut b: impl Iterator<Item = &'a str>) -> Ordering {
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) => match bare(a).cmp(bare(b)) {
                Ordering::Equal => {}
                order => return order,
            },
            (a, b) => return a.is_some().cmp(&b.is_some()),
        }
    }
}

impl LinesInput {
    /// Lists the occurrences of the key's words with their contexts.
    ///
    /// # Errors
    /// If the corpus has only word counts, or a tokenizer cannot be built.
    pub(crate) fn list(&self, underway: &Underway) -> Result<Lines, String> {
        let dataset = &self.dataset;
        if dataset.corpus.counted {
            return Err("This corpus has word counts only, so there is no text to show.".to_owned());
        }
        let holders = holders(&self.holders, &self.key.of.words(), self.key.together);
        let mut cutters = SideTokenizers::default();
        let (mut lines, mut partners, mut read) = (Vec::new(), Vec::new(), 0);
        for &document in &holders {
            if cancel::requested() || lines.len() >= MOST {
                break;
            }
            let document = document as usize;
            let from = lines.len();
            cutters.each(dataset, document, |range, word| {
                if self.key.of.contains(word) && lines.len() < MOST {
                    lines.push(line(&dataset.corpus.texts[document], document, range, word));
                }
            })?;
            let words: Vec<usize> = lines[from..].iter().map(|line: &Line| line.word).collect();
            partners.extend(self.partners(&mut cutters, document, &words)?);
            read += 1;
            underway.set(read, holders.len());
        }
        let partners_at = self.latent.as_ref().filter(|_| partners.iter().any(Option::is_some));
        let partners_at = partners_at.map(|(iteration, latent)| (*iteration, Same::of(latent)));
        Ok(Lines { key: self.key.clone(), lines, partners, documents: [holders.len(), read], partners_at })
    }

    /// Most similar word of the partner document, with its context, for each of some words of a document.
    fn partners(&self, cutters: &mut SideTokenizers, document: usize, words: &[usize]) -> Result<Vec<Option<Line>>, String> {
        let dataset = &self.dataset;
        let partner = dataset.corpus.partner(document);
        let (Some(partner), Some((_, x))) = (partner, &self.latent) else { return Ok(vec![None; words.len()]) };
        let apart = |a: usize, b: usize| squared_distance(&x.row(a), &x.row(b));
        let nearest = |&word: &usize| {
            let others = dataset.counts.entries(partner).map(|(other, _)| other);
            others.min_by(|&a, &b| apart(word, a).total_cmp(&apart(word, b)))
        };
        let nearest: Vec<Option<usize>> = words.iter().map(nearest).collect();
        let mut first: Vec<(usize, Range<usize>)> = Vec::new();
        cutters.each(dataset, partner, |range, word| {
            if !first.iter().any(|(known, _)| *known == word) {
                first.push((word, range));
            }
        })?;
        let text = &dataset.corpus.texts[partner];
        let found = |word: usize| first.iter().find(|(known, _)| *known == word);
        Ok(nearest
            .into_iter()
            .map(|word| word.and_then(found).map(|(word, range)| line(text, partner, range.clone(), *word)))
            .collect())
    }
}

/// Documents that contain any or all of some words, ascending. `of`: documents that contain each word (V × n).
pub(crate) fn holders(of: &Csr, words: &[usize], all: bool) -> Vec<u32> {
    if all {
        let rows: Vec<&[u32]> = words.iter().map(|&word| of.row(word).0).collect();
        let Some(fewest) = rows.iter().min_by_key(|row| row.len()) else { return Vec::new() };
        let in_all = |document: &&u32| rows.iter().all(|row| row.binary_search(document).is_ok());
        return fewest.iter().filter(in_all).copied().collect();
    }
    let mut each: Vec<u32> = words.iter().flat_map(|&word| of.row(word).0).copied().collect();
    each.sort_unstable();
    each.dedup();
    each
}

/// Tokenizers for the documents of each side.
#[derive(Default)]
struct SideTokenizers([Option<Tokenizer>; 2]);

impl SideTokenizers {
    /// Calls a function for each known word in a document's text.
    fn each(&mut self, dataset: &Dataset, document: usize, mut then: impl FnMut(Range<usize>, usize)) -> Result<(), String> {
        let corpus = &dataset.corpus;
        let side = corpus.task.pairs().map_or(0, |pairs| usize::from(document >= pairs.source_documents));
        let slot = &mut self.0[side];
        let cutter = match slot {
            Some(cutter) => cutter,
            None => slot.insert(corpus.tokenizer_of(document).map_err(|error| error.to_string())?),
        };
        let known = |word: &str| explain::word_index(dataset, word, document);
        for (range, word) in occurrences(&corpus.texts[document], cutter, known) {
            then(range, word);
        }
        Ok(())
    }
}

/// Line of the concordance: a word of a text with its context, where runs of spaces are reduced to one.
fn line(text: &str, document: usize, at: Range<usize>, word: usize) -> Line {
    // A character takes at most four bytes, and runs of spaces in the context may be long.
    let reach = 8 * CONTEXT;
    let from = text.ceil_char_boundary(at.start.saturating_sub(reach));
    let to = text.floor_char_boundary((at.end + reach).min(text.len()));
    let before: Vec<char> = spaced(&text[from..at.start]).chars().collect();
    let left = before[before.len().saturating_sub(CONTEXT)..].iter().collect();
    let right = spaced(&text[at.end..to]).chars().take(CONTEXT).collect();
    Line { document, word, left, middle: text[at.clone()].to_owned(), right, at }
}

fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_context_and_reduces_runs_of_spaces() {
        let text = format!("{} the  quick\n\nbrown fox, jumps {}", "é".repeat(400), "ü".repeat(400));
        let at = text.find("fox").expect("there");
        let found = line(&text, 3, at..at + 3, 7);
        assert!(found.left.ends_with("é the quick brown ") && found.left.chars().count() == CONTEXT);
        assert!(found.right.starts_with(", jumps ü") && found.right.chars().count() == CONTEXT);
        assert_eq!((found.middle.as_str(), found.document, found.word), ("fox", 3, 7));
        let whole = line("fox", 0, 0..3, 0);
        assert_eq!((whole.left.as_str(), whole.right.as_str()), ("", ""));
    }

    #[test]
    fn documents_contain_any_or_all_of_the_words() {
        let of = Csr::from_rows(6, [vec![(0, 1.0), (2, 3.0), (5, 1.0)], vec![(2, 1.0), (3, 1.0)], vec![(2, 2.0), (5, 1.0)]]);
        assert_eq!(holders(&of, &[0, 1], false), [0, 2, 3, 5]);
        assert_eq!(holders(&of, &[0, 2], true), [2, 5]);
        assert_eq!(holders(&of, &[0, 1, 2], true), [2]);
        assert_eq!(holders(&of, &[1], true), [2, 3]);
    }

    #[test]
    fn lines_are_sorted_by_the_nearest_context_word() {
        let mut lefts = ["a zebra (the", "my ", "the small", "of the", "a The"];
        lefts.sort_by(|a, b| outwards(a, b));
        assert_eq!(lefts, ["my ", "the small", "a The", "of the", "a zebra (the"]);
        let mut rights = [" zoo of", " a cat", ", A bat", " a"];
        rights.sort_by(|a, b| compare_right_contexts(a, b));
        assert_eq!(rights[3], " zoo of");
    }
}
