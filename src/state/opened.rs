//! What is opened: the files and choices the program starts on, a saved model, a corpus ready to draw.

use std::{path::PathBuf, sync::Arc};

use super::{Basis, DataOptions, Settings, Theme};
use crate::{
    corpus::{Dataset, ReadOptions, SplitOptions, TextChoice, VocabularyOptions},
    project::{Fit, SavedModel},
};

/// What the program is started on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// The files named; without any, the built-in corpus, or that of the model.
    pub given: Given,
    /// A saved model to show.
    pub model: Option<PathBuf>,
    /// Which documents train, tune and test.
    pub split: SplitOptions,
    /// Which words are kept.
    pub vocabulary: VocabularyOptions,
    /// The hyper-parameters to begin with.
    pub settings: Settings,
    /// The window's colours.
    pub theme: Theme,
    /// Whether the hint is left out.
    pub hint_read: bool,
}

/// Files to read at once, without a preview.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// The files.
    pub corpus: Vec<PathBuf>,
    /// How to read them.
    pub read: ReadOptions,
    /// How to cut them into words, where something was said of it.
    pub text: TextChoice,
    /// How to cut the target side of pairs, where it differs.
    pub target_text: TextChoice,
}

/// A saved model and the file it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The file.
    pub file: PathBuf,
    /// What it holds.
    pub saved: SavedModel,
}

/// A corpus ready to train on and to draw.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The corpus, split and weighted.
    pub dataset: Arc<Dataset>,
    /// What every scene of it shares.
    pub basis: Arc<Basis>,
    /// How it was cut, split and weighted.
    pub data: DataOptions,
    /// The saved model to show over it, if it is one that was opened, and whether it was trained on it.
    pub opened: Option<(Arc<Opened>, Fit)>,
}

impl Ready {
    /// Measures a dataset: takes a while for a large one, so not within a frame.
    pub fn new(dataset: Dataset, data: DataOptions) -> Self {
        Self { basis: Arc::new(Basis::new(&dataset)), dataset: Arc::new(dataset), data, opened: None }
    }
}
