//! Inputs for opening a corpus: launch options, a saved model, and a corpus ready to be drawn.

use std::{path::PathBuf, sync::Arc};

use crate::{Basis, DataOptions, OpenedSession, SavedReviews, Settings, StoredCheckList, Theme};
use wordfield_core::{
    corpus::{Dataset, TaskKind, VectorTable},
    experiment::DataRecipe,
    memory::Budget,
    model::Scores,
    project::{Fit, SavedModel},
    train::Pace,
};

/// Options given when the program is launched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartOptions {
    /// Data to open at launch: named files, or a built-in corpus; named files take precedence over those of the model.
    pub recipe: DataRecipe,
    /// Path of a saved model to show at launch.
    pub model: Option<PathBuf>,
    /// Path of a file of word vectors to show at launch.
    pub word_vectors: Option<PathBuf>,
    /// Hyper-parameters and other training settings at launch.
    pub settings: Settings,
    /// Speed limit of the training at launch.
    pub pace: Pace,
    /// Colour theme at launch; `None`: that of the user's settings.
    pub theme: Option<Theme>,
    /// Memory limit of training.
    pub memory: Budget,
    /// Folder for studies of methods; `None` if studies cannot be run.
    pub studies: Option<PathBuf>,
    /// Whether the hints for new users are hidden.
    pub hint_read: bool,
}

/// Saved model with the file from which it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedModel {
    /// Path of the model file.
    pub file: PathBuf,
    /// Contents of the model file.
    pub saved: SavedModel,
}

/// A corpus ready for training and drawing.
#[derive(Clone, Debug)]
pub struct LoadedData {
    /// The dataset: the corpus, split and weighted.
    pub dataset: Arc<Dataset>,
    /// Values shared by all scenes of the corpus.
    pub basis: Arc<Basis>,
    /// Options of text, split and weighting of the dataset.
    pub data: DataOptions,
    /// Fingerprint of the corpus's texts, or of the word counts if there are no texts.
    pub texts: u64,
    /// Word vectors of the vocabulary, if any.
    pub vectors: Option<Arc<VectorTable>>,
    /// Saved verdicts on matches, for a corpus of pairs.
    pub reviews: Option<SavedReviews>,
    /// Pair check and list of pairs, kept from an earlier session on the same texts.
    pub stored_check: Box<StoredCheckList>,
    /// The saved model to show over the corpus, if any, and whether the corpus is that of its training.
    pub opened: Option<(Arc<OpenedModel>, Fit)>,
    /// The session to restore over the corpus, if any, and whether documents and words are those of its runs.
    pub session: Option<(Arc<OpenedSession>, Fit)>,
}

impl LoadedData {
    /// Prepares a dataset for drawing; slow for a large one, so that it runs on a thread.
    pub fn new(dataset: Dataset, data: DataOptions) -> Self {
        let corpus = &dataset.corpus;
        Self {
            texts: if corpus.counted { u64::from(corpus.fingerprint()) } else { corpus.fingerprint_of_texts() },
            basis: Arc::new(Basis::new(&dataset)),
            dataset: Arc::new(dataset),
            data,
            vectors: None,
            reviews: None,
            stored_check: Box::default(),
            opened: None,
            session: None,
        }
    }
}

impl OpenedModel {
    /// Name of the model file.
    pub fn name(&self) -> String {
        self.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Description of the saved model, with its scores when it was saved.
    pub fn summary(&self) -> String {
        let saved = &self.saved;
        let metric = saved.kind().info().metric;
        let Scores { train, dev, test, .. } = saved.metrics.scores();
        let parts = [("test", test), ("development", dev), ("train", train)];
        let parts: Vec<String> =
            parts.iter().filter_map(|(part, score)| score.map(|score| format!("{part} {}", metric.show(score)))).collect();
        let figures = if parts.is_empty() { String::new() } else { format!(", {} {}", metric.name(), parts.join(", ")) };
        let at = match saved.best_iteration {
            Some(best) => format!("the best of {} iterations, {best},", saved.iterations),
            None => format!("iteration {}", saved.iterations),
        };
        format!("{}: {at} on {}{figures}.", self.name(), saved.corpus)
    }

    /// Reason why the model cannot be shown over the documents, with a remedy.
    pub fn mismatch_message(&self, why: &[String]) -> String {
        let saved = &self.saved;
        let command = if saved.kind().info().task == TaskKind::Pairs { "match" } else { "predict" };
        let origin = saved.trained_on.as_ref().and_then(|trained_on| trained_on.origin.as_ref());
        let from = origin.map_or_else(|| saved.corpus.clone(), |origin| format!("{}, read from {}", saved.corpus, origin.name()));
        let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join("; ")) };
        format!(
            "{}: holds {} and no documents{why}: open the corpus it was trained on, {from}, then the model again, or judge \
             new documents with `wordfield {command}`",
            self.file.display(),
            saved.kind().info().title
        )
    }
}
