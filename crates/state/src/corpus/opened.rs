//! Inputs of opening: launch options, a saved model, a corpus ready to draw.

use std::{path::PathBuf, sync::Arc};

use crate::{Basis, DataOptions, KeptList, OpenedSession, SavedReviews, Settings, Theme};
use wordfield_core::{
    corpus::{Dataset, TaskKind, VectorTable},
    experiment::DataRecipe,
    memory::Budget,
    model::Scores,
    project::{Fit, SavedModel},
    train::Pace,
};

/// Options at launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StartOptions {
    /// Initial data: files named at the start, or a built-in corpus; files take precedence over those of the model.
    pub recipe: DataRecipe,
    /// A saved model to show.
    pub model: Option<PathBuf>,
    /// Initial hyper-parameters.
    pub settings: Settings,
    /// Initial speed limit.
    pub pace: Pace,
    /// Colour theme; `None`: that of the settings.
    pub theme: Option<Theme>,
    /// Memory that training may take.
    pub memory: Budget,
    /// Whether the offers for new users are not made.
    pub hint_read: bool,
}

/// A saved model with its file.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedModel {
    /// Path of the model file.
    pub file: PathBuf,
    /// Contents of the file.
    pub saved: SavedModel,
}

/// A corpus ready for training and drawing.
#[derive(Clone, Debug)]
pub struct LoadedData {
    /// The corpus, split and weighted.
    pub dataset: Arc<Dataset>,
    /// Values shared by all scenes of the corpus.
    pub basis: Arc<Basis>,
    /// Options of text, split and weighting.
    pub data: DataOptions,
    /// Fingerprint of the texts, or of the counts if there are no texts.
    pub texts: u64,
    /// Vectors of the words, if any.
    pub vectors: Option<Arc<VectorTable>>,
    /// Saved verdicts, for a corpus of pairs.
    pub reviews: Option<SavedReviews>,
    /// Check and list of an earlier session on the same pairs.
    pub kept: Box<KeptList>,
    /// The saved model to show over the corpus, if any, and whether the corpus is that of its training.
    pub opened: Option<(Arc<OpenedModel>, Fit)>,
    /// The session to restore over the corpus, if any, and whether documents and words are those of its runs.
    pub session: Option<(Arc<OpenedSession>, Fit)>,
}

impl LoadedData {
    /// Prepares a dataset for drawing. Slow for large ones, so it runs on a thread.
    pub fn new(dataset: Dataset, data: DataOptions) -> Self {
        let corpus = &dataset.corpus;
        Self {
            texts: if corpus.counted { u64::from(corpus.fingerprint()) } else { corpus.fingerprint_of_texts() },
            basis: Arc::new(Basis::new(&dataset)),
            dataset: Arc::new(dataset),
            data,
            vectors: None,
            reviews: None,
            kept: Box::default(),
            opened: None,
            session: None,
        }
    }
}

impl OpenedModel {
    /// The file's name.
    pub fn name(&self) -> String {
        self.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Description of the model with its scores at the time of saving.
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

    /// Reason why the model cannot be shown, with a remedy.
    pub fn unplaced(&self, why: &[String]) -> String {
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
