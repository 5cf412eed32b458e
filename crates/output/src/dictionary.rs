//! Word pairs of a learned dictionary, and the format of MUSE dictionaries.
//!
//! Cost: one pass over the entries. Memory: one entry.

use std::io;

use ndarray::Array2;

use super::{AsTable, Kind, Table, exporter::Format};
use wordfield_core::model::pairs::Entry;

/// A learned dictionary: source words with target words.
#[derive(Clone, Debug, Default)]
pub struct WordPairs<'a> {
    /// Names of the source and the target side.
    pub sides: [&'a str; 2],
    /// The entries, most relevant first.
    pub entries: Vec<WordPair<'a>>,
}

/// An entry of a dictionary.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordPair<'a> {
    /// Source and target word.
    pub words: [&'a str; 2],
    /// Distance of their positions; NaN if unknown.
    pub distance: f64,
    /// Whether each is the nearest to the other.
    pub mutual: bool,
    /// Number of training pairs with both words.
    pub together: usize,
    /// Relevance in nats.
    pub relevance: f64,
}

impl<'a> WordPairs<'a> {
    /// Entries of a learned dictionary over these words at these positions (V × q).
    pub fn of<'e>(
        sides: [&'a str; 2],
        words: &'a [String],
        latent: &Array2<f64>,
        entries: impl IntoIterator<Item = &'e Entry>,
    ) -> Self {
        let entry = |entry: &Entry| {
            let apart = &latent.row(entry.word) - &latent.row(entry.other);
            WordPair {
                words: [&words[entry.word], &words[entry.other]],
                distance: apart.dot(&apart).sqrt(),
                mutual: entry.mutual,
                together: entry.together as usize,
                relevance: entry.tells,
            }
        };
        Self { sides, entries: entries.into_iter().map(entry).collect() }
    }

    /// A table with a row for each entry.
    pub fn table(&self) -> Table<'_> {
        let entries = &self.entries;
        Table::new("dictionary", entries.len())
            .text(self.sides[0], |row| entries[row].words[0])
            .text(self.sides[1], |row| entries[row].words[1])
            .number("distance", 4, |row| entries[row].distance)
            .flag("mutual", |row| Some(entries[row].mutual))
            .integer("pairs with both", |row| Some(entries[row].together))
            .number("score", 3, |row| entries[row].relevance)
            .hint("pointwise mutual information of the two words in paired documents, in nats, reduced for rare co-occurrences")
    }

    /// Number of entries that the MUSE format cannot hold: a word is empty or contains white space.
    pub fn unwritable(&self) -> usize {
        self.entries.iter().filter(|entry| !fits(entry)).count()
    }
}

fn fits(entry: &WordPair<'_>) -> bool {
    entry.words.iter().all(|word| !word.is_empty() && !word.contains(|c: char| c.is_whitespace() || c.is_control()))
}

impl Kind for WordPairs<'static> {
    type Contents<'a> = WordPairs<'a>;

    const FORMATS: &'static [Format<Self>] =
        &[Format::<Self>::file(["muse", "txt"], "MUSE dictionary, two words in a line", "MUSE, VecMap", muse)];
    const AS_TABLE: AsTable = AsTable::First;

    fn as_table<'a>(words: &'a WordPairs<'_>) -> Option<Table<'a>> {
        Some(words.table())
    }
}

/// Writes a source word, a blank and a target word in each line; entries that cannot be written so are left out.
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
}
