//! Export of a learned bilingual dictionary: word pairs with examples, as a table or in the format of MUSE.
//!
//! Cost: one pass over the entries; with examples, one over the training pairs. Memory: one entry; the indices of all examples.

use std::io;

use ndarray::Array2;

use super::{AsTable, ExportKind, Table, exporter::Format, pairs::clean, tbx::tbx};
use wordfield_core::{
    corpus::Dataset,
    model::pairs::{Entry, examples},
};

/// Learned bilingual dictionary: pairs of a source and a target word.
#[derive(Clone, Debug, Default)]
pub struct WordPairs<'a> {
    /// Names of the source and the target side of the dictionary.
    pub sides: [&'a str; 2],
    /// Entries of the dictionary, most relevant first.
    pub entries: Vec<WordPair<'a>>,
}

/// Entry of a bilingual dictionary: a source word with a target word.
#[derive(Clone, Debug, Default)]
pub struct WordPair<'a> {
    /// Source word and target word of the entry.
    pub words: [&'a str; 2],
    /// Distance between the positions of the two words; NaN if unknown.
    pub distance: f64,
    /// Whether both words are nearest to each other.
    pub mutual: bool,
    /// Numbers of training pairs with the source word and with the target word.
    pub pairs: [usize; 2],
    /// Number of training pairs that contain both words.
    pub together: usize,
    /// Relevance of the entry in nats.
    pub relevance: f64,
    /// Training pairs that contain both words, the shortest first.
    pub examples: Vec<Example<'a>>,
}

/// Example of a dictionary entry: a pair of texts in which both words occur.
#[derive(Clone, Copy, Debug, Default)]
pub struct Example<'a> {
    /// Line numbers of the source and the target text in their files, from 1.
    pub lines: [usize; 2],
    /// Source text and target text of the example.
    pub texts: [&'a str; 2],
}

impl<'a> WordPairs<'a> {
    /// Dictionary of a corpus of pairs from its learned entries and word positions (V × q), with at most `most` examples of each.
    /// A corpus of word counts has no texts, and so no examples.
    pub fn of(data: &'a Dataset, latent: &Array2<f64>, entries: &[Entry], most: usize) -> Self {
        let corpus = &data.corpus;
        let line = |document| corpus.task.pairs().map_or(0, |pairs| pairs.line(document));
        let example = |pair: [usize; 2]| Example { lines: pair.map(line), texts: pair.map(|document| &*corpus.texts[document]) };
        let examples = examples(data, entries, if corpus.counted { 0 } else { most });
        let entry = |(entry, examples): (&Entry, Vec<[usize; 2]>)| {
            let apart = &latent.row(entry.word) - &latent.row(entry.other);
            WordPair {
                words: [&data.words[entry.word], &data.words[entry.other]],
                distance: apart.dot(&apart).sqrt(),
                mutual: entry.mutual,
                pairs: entry.pairs.map(|count| count as usize),
                together: entry.together as usize,
                relevance: entry.tells,
                examples: examples.into_iter().map(example).collect(),
            }
        };
        let entries = entries.iter().zip(examples).map(entry).collect();
        Self { sides: [&corpus.classes[0], &corpus.classes[1]], entries }
    }

    /// Table of a dictionary, with a row for each entry and four columns for each example.
    pub fn table(&self) -> Table<'_> {
        let entries = &self.entries;
        let table = Table::new("dictionary", entries.len())
            .text(self.sides[0], |row| entries[row].words[0])
            .text(self.sides[1], |row| entries[row].words[1])
            .number("distance", 4, |row| entries[row].distance)
            .flag("mutual", |row| Some(entries[row].mutual))
            .integer("pairs with both", |row| Some(entries[row].together))
            .number("score", 3, |row| entries[row].relevance)
            .hint("pointwise mutual information of the two words in paired documents, in nats, reduced for rare co-occurrences")
            .integer("source pairs", |row| Some(entries[row].pairs[0]))
            .hint("training pairs with the source word")
            .integer("target pairs", |row| Some(entries[row].pairs[1]))
            .hint("training pairs with the target word");
        let most = entries.iter().map(|entry| entry.examples.len()).max().unwrap_or_default();
        (0..most).fold(table, |table, place| {
            let example = move |row: usize| entries[row].examples.get(place);
            let text = move |side: usize| move |row: usize| example(row).map_or("", |example| example.texts[side]);
            let named = |what: &str| format!("example {} {what}", place + 1);
            table
                .integer(named("line"), move |row| example(row).map(|example| example.lines[0]))
                .integer(named("target line"), move |row| example(row).map(|example| example.lines[1]))
                .text(named(self.sides[0]), text(0))
                .text(named(self.sides[1]), text(1))
        })
    }

    /// Entries whose words are nearest to each other and consist of characters that XML allows.
    pub(super) fn terms(&self) -> impl Iterator<Item = &WordPair<'a>> {
        let blank = |entry: &&WordPair<'_>| entry.words.iter().any(|word| clean(word).trim().is_empty());
        self.entries.iter().filter(move |entry| entry.mutual && !blank(entry))
    }

    /// Number of entries that the MUSE format cannot hold, because a word is empty or contains white space.
    pub fn unwritable(&self) -> usize {
        self.entries.iter().filter(|entry| !fits(entry)).count()
    }
}

fn fits(entry: &WordPair<'_>) -> bool {
    entry.words.iter().all(|word| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c.is_control()))
}

impl ExportKind for WordPairs<'static> {
    type Contents<'a> = WordPairs<'a>;

    const FORMATS: &'static [Format<Self>] = &[
        Format::<Self>::file(["muse", "txt"], "MUSE dictionary, two words in a line", "MUSE, VecMap", muse),
        Format::<Self>::file(
            ["tbx", "tbx"],
            "TBX-Basic terms, the mutual entries with examples",
            "term bases that read TBX version 3",
            tbx,
        ),
    ];
    const AS_TABLE: AsTable = AsTable::First;

    fn as_table<'a>(words: &'a WordPairs<'_>) -> Option<Table<'a>> {
        Some(words.table())
    }
}

/// Writes a dictionary in MUSE format, `source target` in each line; entries that the format cannot hold are left out.
fn muse(dictionary: &WordPairs<'_>, to: &mut dyn io::Write) -> io::Result<()> {
    dictionary.entries.iter().filter(|entry| fits(entry)).try_for_each(|entry| writeln!(to, "{}", entry.words.join(" ")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Sink, exporter};
    use wordfield_core::project::Inputs;

    #[test]
    fn a_line_holds_two_words_and_words_with_blanks_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("en-ja.txt");
        let entry = |words| WordPair { words, ..WordPair::default() };
        let entries = vec![entry(["tea", "お茶"]), entry(["new york", "紐育"]), entry(["snow", ""]), entry(["rice", "米"])];
        let dictionary = WordPairs { sides: ["en", "ja"], entries };
        assert_eq!(dictionary.unwritable(), 2);
        let (inputs, muse) = (Inputs::default(), exporter("muse").expect("a format"));
        WordPairs::write(&dictionary, muse, Sink::new(&path, &inputs, <_>::default()).unwrap()).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "tea お茶\nrice 米\n");
    }

    #[test]
    fn a_table_has_four_columns_for_each_example_and_empty_cells_without_one() {
        let example = |line, texts| Example { lines: [line, line + 1], texts };
        let examples = vec![example(3, ["hot tea", "熱いお茶"]), example(7, ["tea, please", "お茶をください"])];
        let entries = vec![
            WordPair { words: ["rice", "米"], pairs: [4, 5], ..WordPair::default() },
            WordPair { words: ["tea", "お茶"], examples, ..WordPair::default() },
        ];
        let dictionary = WordPairs { sides: ["en", "ja"], entries };
        let table = dictionary.table();
        let cell = |row, title: &str| {
            let column = table.columns.iter().position(|column| column.title == title).unwrap_or_else(|| panic!("no {title}"));
            table.cell(row, column).written().into_owned()
        };
        assert_eq!(["source pairs", "target pairs"].map(|title| cell(0, title)), ["4", "5"]);
        let second = ["example 2 line", "example 2 target line", "example 2 en", "example 2 ja"];
        assert_eq!(second.map(|title| cell(1, title)), ["7", "8", "tea, please", "お茶をください"]);
        assert_eq!(second.map(|title| cell(0, title)), [""; 4]);
    }
}
