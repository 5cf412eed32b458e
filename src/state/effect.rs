//! What the app has to do outside the workspace: threads, dialogs, the trainer.

use std::{path::PathBuf, sync::Arc};

use crate::experiment::DataRecipe;
use crate::state::{DataOptions, OpenedModel, QueryTask, Settings};
use crate::{
    corpus::{Builtin, Cancel, Corpus, ReadOptions, Side, VectorTable},
    project::ReviewChanges,
    train::{Command, Frame, History, Intervention},
};

/// What the app has to do outside the workspace.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Effect {
    /// Open the file dialog on a thread.
    AskForFile,
    /// Open the dialog for a file to add to the preview on a thread.
    AskForOther,
    /// Open the dialog for a file of word vectors of a side on a thread.
    AskForVectors(Side),
    /// Look into the first file on a thread.
    Preview {
        /// Tag of the answer.
        job: u64,
        /// The files.
        paths: Vec<PathBuf>,
        /// How to read them.
        read: ReadOptions,
    },
    /// Make a dataset on a thread.
    Load {
        /// Tag of the answer.
        job: u64,
        /// Of what.
        source: Source,
        /// What to make of it.
        data: DataOptions,
        /// What is to be learned of it, as far as it is known before its task is.
        settings: Box<Settings>,
        /// Vectors that are already read, and serve words they were read for.
        vectors: Option<Arc<VectorTable>>,
        /// Progress, and the way to stop.
        cancel: Arc<Cancel>,
    },
    /// Run a query on the pool of threads.
    Ask(QueryTask),
    /// Read two word lists on a thread.
    ReadLexicon([PathBuf; 2]),
    /// End the present trainer, if any, and start another for this run with the workspace's settings.
    Train {
        /// Tag of everything the new trainer says.
        run: u64,
    },
    /// End the present trainer, if any, and let another go on from a saved model, after a pause.
    Resume {
        /// Tag of everything the new trainer says.
        run: u64,
        /// The model.
        model: Arc<OpenedModel>,
    },
    /// End the present trainer, if any, and let another go on from a recorded point.
    Fork {
        /// Tag of everything the new trainer says.
        run: u64,
        /// The point.
        from: Arc<Frame>,
        /// Where it records its way: it begins with that of the run it comes from.
        history: Arc<History>,
    },
    /// Open the dialog for a place to save in on a thread.
    AskForPlace,
    /// Write the fitted model of the trainer on a thread.
    Save {
        /// The file.
        path: PathBuf,
    },
    /// Write all verdicts, into the folder if one is given, and close the window if that succeeds.
    CloseAfterWriting(Option<PathBuf>),
    /// Open the dialog for a folder to save verdicts in on a thread.
    AskForReviewsFolder,
    /// Close the window without writing verdicts.
    Close,
    /// Write changed verdicts of a corpus on a thread.
    KeepReviews {
        /// Fingerprint of its texts.
        corpus: u64,
        /// Its name.
        name: String,
        /// New verdicts of the changed documents; `None` for removed ones.
        changes: ReviewChanges,
    },
    /// Pass on to the trainer.
    Send(Command),
    /// Have the trainer's model touched.
    Intervene(Intervention),
}

/// Where documents come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The program itself.
    Builtin(Builtin),
    /// Files named at the start; their task decides the options of the text that were not chosen.
    Launch(Box<DataRecipe>),
    /// Files, to be read like this.
    Files(Vec<PathBuf>, ReadOptions),
    /// A corpus already cut into words.
    Corpus(Arc<Corpus>),
    /// What a saved model can be shown over.
    Saved(Box<Saved>),
}

/// A saved model in search of its documents.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The model.
    pub model: Arc<OpenedModel>,
    /// Files named with it, which it is then shown over.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// The current corpus.
    pub current: Option<Arc<Corpus>>,
}
