//! Fingerprints of a corpus, and reading a corpus again from its origin.
//!
//! Cost: one pass over the counts for a fingerprint. Memory: the corpus.

use flate2::Crc;

use super::builtin;
use crate::corpus::{Cancel, Corpus, CorpusError, Origin, Task, TextOptions, read};

impl Origin {
    /// Reads and tokenises the corpus from its origin, the target side of pairs with its own options.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or its content is refused.
    pub fn read(&self, text: &TextOptions, target: &TextOptions, cancel: &Cancel) -> Result<Corpus, CorpusError> {
        match self {
            Self::Builtin(which) => Ok(builtin(*which)),
            Self::Files(paths, options) => {
                let raw = read(paths, options, cancel)?;
                Ok(Corpus::cut(raw, text, target, cancel)?.with_origin(self.clone()))
            }
        }
    }
}

impl Corpus {
    /// Fingerprint of the corpus: checksum of words, counts, labels, and ratings or pairs.
    /// Fingerprints are equal for the same documents and tokenisation, whatever the file names.
    /// The number of documents without a label is included if it is positive.
    pub fn fingerprint(&self) -> u32 {
        let mut crc = Crc::new();
        let mut text = |text: &str| {
            crc.update(&(text.len() as u64).to_le_bytes());
            crc.update(text.as_bytes());
        };
        self.classes.iter().chain(&self.lexicon).for_each(|name| text(name));
        let mut number = |number: u64| crc.update(&number.to_le_bytes());
        self.labels.iter().for_each(|&label| number(label as u64));
        if self.unlabelled > 0 {
            number(self.unlabelled as u64);
        }
        match &self.task {
            Task::Classes => {}
            Task::Ratings(ratings) => {
                ratings.values.iter().take(self.labelled() * ratings.behaviours()).for_each(|value| number(value.to_bits()));
            }
            Task::Pairs(pairs) => {
                pairs.partner.iter().for_each(|partner| number(partner.map_or(u64::MAX, |partner| partner as u64)));
            }
        }
        for document in 0..self.counts.rows() {
            number(u64::MAX);
            for (word, count) in self.counts.entries(document) {
                number(word as u64);
                number(count.to_bits());
            }
        }
        crc.sum()
    }

    /// Checksum of the corpus's texts in their order, independent of tokenisation and file names.
    /// This checksum is the key under which reviews of the documents are stored.
    pub fn fingerprint_of_texts(&self) -> u64 {
        let (mut crc, mut lengths) = (Crc::new(), Crc::new());
        for (document, text) in self.texts.iter().enumerate() {
            crc.update(text.as_bytes());
            lengths.update(&(text.len() as u64).to_le_bytes());
            lengths.update(&self.label(document).map_or(u64::MAX, |label| label as u64).to_le_bytes());
        }
        u64::from(crc.sum()) << 32 | u64::from(lengths.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, Language, ReadOptions, StopWords};

    #[test]
    fn the_fingerprint_changes_with_words_counts_and_labels() {
        for which in Builtin::ALL {
            let corpus = builtin(which);
            assert_eq!(corpus.fingerprint(), builtin(which).fingerprint());
            assert_eq!(corpus.origin, Some(Origin::Builtin(which)));
            let mut other = corpus.clone();
            other.labels.swap(0, corpus.len() - 1);
            assert_ne!(other.fingerprint(), corpus.fingerprint(), "{which:?}: a label");
            let mut other = corpus.clone();
            other.lexicon[3].push('s');
            assert_ne!(other.fingerprint(), corpus.fingerprint(), "{which:?}: a word");
            let mut order: Vec<usize> = (0..corpus.len()).collect();
            order.swap(1, 2);
            let other = Corpus { counts: corpus.counts.select(&order), ..corpus.clone() };
            assert_ne!(other.fingerprint(), corpus.fingerprint(), "{which:?}: counts");
        }
    }

    #[test]
    fn the_fingerprint_of_texts_ignores_words_and_changes_with_texts() {
        let corpus = builtin(Builtin::Pairs);
        let known = corpus.fingerprint_of_texts();
        let mut other = corpus.clone();
        other.lexicon[3].push('s');
        other.titles[2].push('s');
        other.name = "renamed".to_owned();
        assert_eq!(other.fingerprint_of_texts(), known);
        for (place, change) in [(4, "another"), (corpus.len() - 1, "")] {
            let mut other = corpus.clone();
            other.texts[place] = change.to_owned();
            assert_ne!(other.fingerprint_of_texts(), known);
        }
        let mut other = corpus.clone();
        let moved = other.texts[0].split_off(3);
        other.texts[1].insert_str(0, &moved);
        assert_ne!(other.fingerprint_of_texts(), known, "a piece moved to the next text");
    }

    #[test]
    fn an_origin_is_read_again_from_absolute_paths() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.tsv");
        std::fs::write(&path, "sports\tthe ball the goal\nfood\tthe rice\nfood\tthe soup\n").unwrap();
        let origin = Origin::files(std::slice::from_ref(&path), &ReadOptions::default());
        assert!(origin.name().ends_with("a.tsv"));
        let text = TextOptions { stop_words: StopWords::Of(Language::English), ..TextOptions::default() };
        let corpus = origin.read(&text, &text, &Cancel::default()).unwrap();
        assert_eq!(corpus.lexicon, ["ball", "goal", "rice", "soup"]);
        assert_eq!(corpus.origin.as_ref(), Some(&origin));
        let saved: Origin = serde_json::from_str(&serde_json::to_string(&origin).unwrap()).unwrap();
        assert_eq!(saved, origin);
        let plain = origin.read(&TextOptions::default(), &text, &Cancel::default()).unwrap();
        assert_ne!(plain.fingerprint(), corpus.fingerprint());
        let Origin::Files(paths, _) = Origin::files(&["a.tsv".into()], &ReadOptions::default()) else { panic!("files") };
        assert!(paths[0].is_absolute());
        std::fs::remove_file(path).unwrap();
        let message = origin.read(&text, &text, &Cancel::default()).unwrap_err().to_string();
        assert!(message.contains("a.tsv"), "{message}");
    }
}
