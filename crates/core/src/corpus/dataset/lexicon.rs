//! Words and weighting that a saved model needs to represent new documents.
//!
//! Cost: tokenising the new documents. Memory: the known words and one number for each.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::corpus::{
    Cancel, Corpus, CorpusError, Csr, RawDocument, Side, StopWords, TextOptions, Tokenizer, Weighting,
    documents::bag::{bags, rows},
};

/// Words and weighting with which a model represents documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lexicon {
    /// Words of the model (V), in the order of the rows of its matrices.
    pub words: Vec<String>,
    /// Number of words of the source side; 0 unless the model matches pairs of documents.
    #[serde(default)]
    pub source_words: usize,
    /// Weighting of the word counts.
    pub weighting: Weighting,
    /// Inverse document frequency `ln(training documents / document frequency)` of each word (V); used by tf-idf and Fisher.
    pub idf: Vec<f64>,
    /// Tokenisation options, of the source side or of all documents.
    pub text_options: TextOptions,
    /// Tokenisation options of the target side of paired documents; `None` unless the model matches pairs.
    #[serde(default)]
    pub target_options: Option<TextOptions>,
}

impl Lexicon {
    /// Weight matrix `M` of new documents (documents × V): unknown words are ignored, rows without known words are empty.
    ///
    /// # Errors
    /// Returns an error if the model lacks the words of its stop-word file,
    /// or a number is negative and its weighting needs counts.
    pub fn weights_of(&self, documents: &[RawDocument]) -> Result<Csr, CorpusError> {
        self.weigh(documents, &self.text_options, 0, self.words.len())
    }

    /// Weight matrix `M` of new documents of one side, source or target (documents × V): words of the other side are unknown.
    ///
    /// # Errors
    /// Returns an error if the model lacks the words of its stop-word file,
    /// or a number is negative and its weighting needs counts.
    pub fn weights_of_side(&self, documents: &[RawDocument], side: Side) -> Result<Csr, CorpusError> {
        let border = self.source_words.min(self.words.len());
        match side {
            Side::Source => self.weigh(documents, &self.text_options, 0, border),
            Side::Target => {
                let options = self.target_options.as_ref().unwrap_or(&self.text_options);
                self.weigh(documents, options, border, self.words.len())
            }
        }
    }

    /// Index of each of the model's words in a corpus's lexicon, on the word's side of pairs; `u32::MAX` where it is missing (V).
    pub(super) fn lexicon_indices_in(&self, corpus: &Corpus) -> Vec<u32> {
        let border = corpus.task.pairs().map_or(0, |pairs| pairs.source_words);
        let place = |(index, word): (usize, &String)| {
            let (first, words) =
                if index < self.source_words { (0, &corpus.lexicon[..border]) } else { (border, &corpus.lexicon[border..]) };
            words.binary_search(word).map_or(u32::MAX, |place| (first + place) as u32)
        };
        self.words.iter().enumerate().map(place).collect()
    }

    /// Number of the model's words that occur in a corpus.
    pub fn held_by(&self, corpus: &Corpus) -> usize {
        self.lexicon_indices_in(corpus).into_iter().filter(|&place| place != u32::MAX).count()
    }

    /// Removes the paths of stop-word files: only the user, never a saved file, names files to open.
    pub fn distrust_paths(&mut self) {
        for options in [Some(&mut self.text_options), self.target_options.as_mut()].into_iter().flatten() {
            if let StopWords::File(file) = &mut options.stop_words {
                options.stop_words = StopWords::Missing(std::mem::take(file));
            }
        }
    }

    /// Whether the stop words of one side are missing, because only the name of their file is stored.
    pub fn lacks_stop_words(&self, side: Side) -> bool {
        let options = match side {
            Side::Source => Some(&self.text_options),
            Side::Target => self.target_options.as_ref(),
        };
        options.is_some_and(|options| matches!(options.stop_words, StopWords::Missing(_)))
    }

    /// Reads the missing stop words of one side from a file the user named.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn supply_stop_words(&mut self, side: Side, file: &Path) -> Result<(), CorpusError> {
        let options = match side {
            Side::Source => Some(&mut self.text_options),
            Side::Target => self.target_options.as_mut(),
        };
        if let Some(options) = options {
            options.stop_words = StopWords::read(file)?;
        }
        Ok(())
    }

    /// Word weights of documents over the words with indices `from` to `to`; other words are ignored.
    fn weigh(&self, documents: &[RawDocument], options: &TextOptions, from: usize, to: usize) -> Result<Csr, CorpusError> {
        let bags = bags(documents, &Tokenizer::new(options)?, &Cancel::default())?;
        let counts = Csr::from_rows(self.words.len(), rows(&bags, &self.words[from..to], from));
        self.weighting.check_signs(&counts)?;
        Ok(self.weighting.apply(&counts, &self.idf))
    }
}
