//! Training corpus and split of a saved model, and how another corpus relates to them.
//!
//! Cost: one comparison of the words and one pass over the counts. Memory: the split's indices.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::SavedModel;
use crate::corpus::{Corpus, CorpusError, Dataset, Origin, Split, SplitOptions, Task};
use crate::model::FittedRef;

/// Corpus and split that a saved model was trained on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainedOn {
    /// Files or built-in corpus that the training documents were read from, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Fingerprint of the model's training corpus.
    pub fingerprint: u32,
    /// Documents of the training, development and test part.
    pub split: Split,
}

/// Relation of a corpus to the training corpus of a saved model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// The corpus is the training corpus: the split is known.
    Same,
    /// The corpus is not the one on which the model was trained.
    Other,
    /// Unknown whether it is the training corpus, which files of early versions do not identify.
    Unsaid,
}

impl TrainedOn {
    /// Origin, fingerprint and split of a dataset, as stored with a model.
    pub fn of(data: &Dataset) -> Self {
        Self { origin: data.corpus.origin.clone(), fingerprint: data.corpus.fingerprint(), split: data.split.clone() }
    }
}

impl SavedModel {
    /// Checks that the saved model can be shown over a corpus, and returns whether it was trained on it.
    ///
    /// # Errors
    /// Returns an error with the first difference from the model's task, classes, tokenisation or words.
    pub fn fits(&self, corpus: &Corpus) -> Result<Fit, String> {
        let task = corpus.task.kind();
        if task != self.kind().info().task {
            return Err(format!("{} is read for {}", corpus.name, task.target()));
        }
        if self.trained_on.as_ref().is_some_and(|trained_on| trained_on.fingerprint == corpus.fingerprint()) {
            return Ok(Fit::Same);
        }
        let (what, differs) = match (self.fitted.fitted_ref(), &corpus.task) {
            (FittedRef::Classifier(fitted), _) => ("classes", fitted.classes() != corpus.classes),
            (FittedRef::Regressor(fitted), Task::Ratings(ratings)) => ("ratings", fitted.ratings() != ratings.names),
            _ => ("sides", false),
        };
        if differs {
            return Err(format!("the {what} of {} are others", corpus.name));
        }
        if corpus.text_options != self.lexicon.text_options || corpus.target_options != self.lexicon.target_options {
            return Err(format!("{} is cut into words in another way", corpus.name));
        }
        let (held, words) = (self.lexicon.held_by(corpus), self.lexicon.words.len());
        if held < words.div_ceil(10) {
            return Err(format!("{} holds {held} of the model's {words} words", corpus.name));
        }
        Ok(if self.trained_on.is_some() { Fit::Other } else { Fit::Unsaid })
    }

    /// Builds a dataset of a corpus with the model's words and weights, and the model's split if known;
    /// otherwise a new split and a note about it.
    ///
    /// # Errors
    /// Returns an error if the split does not fit the corpus.
    pub fn dataset(&self, corpus: Arc<Corpus>, fit: Fit, split: &SplitOptions) -> Result<(Dataset, SplitOptions), CorpusError> {
        let known = self.trained_on.as_ref().filter(|_| fit == Fit::Same).map(|trained_on| trained_on.split.clone());
        let split = SplitOptions { given: known, ..split.clone() };
        let mut data = Dataset::over(corpus, &split, &self.lexicon)?;
        let drawn = "training, development and test part are drawn again";
        match fit {
            Fit::Same => {}
            Fit::Other => data.notes.insert(0, format!("The model was trained on another corpus, {}: {drawn}.", self.corpus)),
            Fit::Unsaid => data.notes.insert(
                0,
                format!(
                    "The file does not say which documents the model was trained on: {drawn}, and it may have learned from \
                     some of the test part."
                ),
            ),
        }
        Ok((data, split))
    }
}
