//! A corpus read again from where it came, and known again by its words and counts.
//!
//! Cost: a fingerprint is one pass over the counts. Memory: that of the corpus.

use flate2::Crc;

use super::builtin;
use crate::corpus::{Cancel, Corpus, CorpusError, Origin, Task, TextOptions, read};

impl Origin {
    /// Reads the corpus and cuts it into words, those of the target side by options of their own.
    ///
    /// # Errors
    /// Whatever is wrong with the files.
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
    /// A number by which the same documents, cut into the same words, are known again: over words, counts, and what is
    /// asked of the documents. Names of files do not matter.
    pub fn fingerprint(&self) -> u32 {
        let mut crc = Crc::new();
        let mut text = |text: &str| {
            crc.update(&(text.len() as u64).to_le_bytes());
            crc.update(text.as_bytes());
        };
        self.classes.iter().chain(&self.lexicon).for_each(|name| text(name));
        let mut number = |number: u64| crc.update(&number.to_le_bytes());
        self.labels.iter().for_each(|&label| number(label as u64));
        match &self.task {
            Task::Classes => {}
            Task::Ratings(ratings) => ratings.values.iter().for_each(|value| number(value.to_bits())),
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

    /// A number by which the same texts in the same order are known again, however they are cut into words and whatever
    /// their files are called: what a person said of a document is of its text.
    pub fn fingerprint_of_texts(&self) -> u64 {
        let (mut crc, mut lengths) = (Crc::new(), Crc::new());
        for (text, label) in self.texts.iter().zip(&self.labels) {
            crc.update(text.as_bytes());
            lengths.update(&(text.len() as u64).to_le_bytes());
            lengths.update(&(*label as u64).to_le_bytes());
        }
        u64::from(crc.sum()) << 32 | u64::from(lengths.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, Language, ReadOptions, StopWords};

    #[test]
    fn a_corpus_is_known_again_and_every_change_of_it_is_noticed() {
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
    fn texts_are_known_again_however_they_are_cut_and_every_change_of_one_is_noticed() {
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
    fn files_are_read_again_from_their_whole_paths_with_the_same_words() {
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
