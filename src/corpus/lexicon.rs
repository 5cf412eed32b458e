//! The words a model knows and how it weighs them: what a saved model needs to read new documents.
//!
//! Cost: cutting the new documents into words; memory: the known words and one number for each.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{CorpusError, Csr, Dataset, RawDocument, TextOptions, Tokenizer, Weighting, dataset::bags};

/// The words a model knows and how it weighs them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lexicon {
    /// The words (V), in the order of the model's positions.
    pub words: Vec<String>,
    /// The weighting.
    pub weighting: Weighting,
    /// `ln(training documents / document frequency)` of each word (V); read by tf-idf only.
    pub idf: Vec<f64>,
    /// How texts are cut into words.
    pub text_options: TextOptions,
}

impl Lexicon {
    /// The words and weighting of a dataset.
    pub fn of(dataset: &Dataset) -> Self {
        Self {
            words: dataset.words.clone(),
            weighting: dataset.weighting,
            idf: dataset.idf(),
            text_options: dataset.corpus.text_options.clone(),
        }
    }

    /// The matrix `M` of new documents (documents × V): unknown words are ignored, rows sum to one or are empty.
    ///
    /// # Errors
    /// When the file of stop words cannot be read any more.
    pub fn weights_of(&self, documents: &[RawDocument]) -> Result<Csr, CorpusError> {
        let ids: HashMap<&str, u32> = self.words.iter().enumerate().map(|(id, word)| (word.as_str(), id as u32)).collect();
        let known = |bag: Vec<(String, f64)>| {
            bag.into_iter().filter_map(|(word, count)| ids.get(word.as_str()).map(|&id| (id, count))).collect()
        };
        let bags = bags(documents, &Tokenizer::new(&self.text_options)?);
        let counts = Csr::from_rows(self.words.len(), bags.into_iter().map(known));
        Ok(self.weighting.apply(&counts, &self.idf))
    }
}
