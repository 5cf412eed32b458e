//! What a model was trained on, and how a corpus at hand relates to that.
//!
//! Cost: a look at the words and one pass over the counts. Memory: the split's indices.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::SavedModel;
use crate::corpus::{Corpus, CorpusError, Dataset, Origin, Split, SplitOptions, Task};
use crate::model::FittedRef;

/// What a model was trained on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrainedOn {
    /// Where the corpus was read from, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// The number by which the corpus is known again.
    pub fingerprint: u32,
    /// Which documents trained, tuned and tested it.
    pub split: Split,
}

/// How a corpus relates to the one a model was trained on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is that corpus: the split is known.
    Same,
    /// It is another one.
    Other,
    /// The file does not say, being of an earlier version of the program.
    Unsaid,
}

impl TrainedOn {
    /// What a dataset is known again by.
    pub fn of(data: &Dataset) -> Self {
        Self { origin: data.corpus.origin.clone(), fingerprint: data.corpus.fingerprint(), split: data.split.clone() }
    }
}

impl SavedModel {
    /// Whether the model can be shown over a corpus, and whether it was trained on it.
    ///
    /// # Errors
    /// Says what is not as the model has it.
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

    /// A corpus seen through the model's words and weights, with the split it was trained by, or another where that is not
    /// known; a note then says so.
    ///
    /// # Errors
    /// When the split does not fit the corpus.
    pub fn dataset(&self, corpus: Arc<Corpus>, fit: Fit, split: &SplitOptions) -> Result<(Dataset, SplitOptions), CorpusError> {
        let known = self.trained_on.as_ref().filter(|_| fit == Fit::Same).map(|trained_on| trained_on.split.clone());
        let split = SplitOptions { given: known, ..split.clone() };
        let mut data = Dataset::over(corpus, &split, &self.lexicon)?;
        let drawn = "training, development and test part are drawn anew";
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
