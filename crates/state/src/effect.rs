//! Effects: operations of the app outside the workspace (threads, dialogs, the trainer).

mod export_task;

use std::{path::PathBuf, sync::Arc};

pub use export_task::{ExportTask, Writer};
use wordfield_core::experiment::DataRecipe;

use crate::{Action, DataOptions, FigureChoice, Lesson, OpenedModel, Progress, QueryTask, Settings, SpacePlace, Workspace};
use wordfield_core::{
    corpus::{Builtin, Cancel, Corpus, ReadOptions, Side, VectorFiles, VectorTable},
    project::ReviewChanges,
    train::{Command, Frame, History, Intervention},
};

/// An operation of the app outside the workspace.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Effect {
    /// Open the file dialog on a thread.
    AskForFile,
    /// Open the dialog for a file to add to the preview on a thread.
    AskForOther,
    /// Open the dialog for a file of word vectors of a side on a thread.
    AskForVectors(Side),
    /// Preview the first file on a thread.
    Preview {
        /// Tag of the answer.
        job: u64,
        /// Files.
        paths: Vec<PathBuf>,
        /// Reading options.
        read: ReadOptions,
        /// The way to stop.
        cancel: Arc<Cancel>,
    },
    /// Build a dataset on a thread.
    Load(LoadTask),
    /// Run a query on the pool of threads.
    Ask(QueryTask),
    /// Draw the preview of a figure on a thread.
    PreviewFigure {
        /// The shown state.
        workspace: Arc<Workspace>,
        /// What is drawn.
        choice: FigureChoice,
    },
    /// Write a figure on a thread.
    WriteFigure {
        /// The shown state.
        workspace: Arc<Workspace>,
        /// What is drawn.
        choice: FigureChoice,
        /// The file.
        path: PathBuf,
    },
    /// Open the save dialog for a figure on a thread.
    AskForFigurePlace,
    /// Read the text of a state of the sandbox on a thread.
    ReadSandbox(PathBuf),
    /// Open the dialog for a file of word vectors without documents on a thread.
    AskForSpace(SpacePlace),
    /// Read all words of a file of word vectors on a thread, the first words before the rest.
    ReadSpace {
        /// Tag of the answers.
        job: u64,
        /// The file.
        files: VectorFiles,
        /// Number of words to read; `None`: all.
        first: Option<usize>,
        /// Progress and cancellation.
        cancel: Arc<Cancel>,
    },
    /// Read two word lists on a thread.
    ReadLexicon([PathBuf; 2]),
    /// End the current trainer, if any, and start another for this run with the workspace's settings.
    Train {
        /// Tag of the new trainer's events.
        run: u64,
    },
    /// End the current trainer, if any, and start a paused one from a saved model.
    Resume {
        /// Tag of the new trainer's events.
        run: u64,
        /// The model.
        model: Arc<OpenedModel>,
    },
    /// End the current trainer, if any, and start one from a recorded point.
    Fork {
        /// Tag of the new trainer's events.
        run: u64,
        /// The point.
        from: Arc<Frame>,
        /// History of the new trainer, which begins with that of the original run.
        history: Arc<History>,
    },
    /// Open the save dialog on a thread.
    AskForPlace,
    /// Open the dialog for the file of an export, with a proposed path, on a thread.
    AskForExportPlace(String),
    /// Write an export on a thread.
    Export(ExportTask),
    /// Copy a text to the clipboard.
    CopyText(String),
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
        /// Whether a verdict is among them, which is written before the next frame; remarks are written shortly after.
        at_once: bool,
    },
    /// Set the user's workspace and trainer aside and start a lesson at a step in a workspace of its own.
    SetAside(&'static Lesson, usize),
    /// Drop the lesson's workspace, bring back that of the user, and apply an action there.
    BringBack(Option<Box<Action>>),
    /// Write the progress of the lessons on a thread.
    KeepProgress(Progress),
    /// Send a command to the trainer.
    Send(Command),
    /// Send an intervention to the trainer.
    Intervene(Intervention),
}

/// A dataset to build.
#[derive(Clone, Debug)]
pub struct LoadTask {
    /// Tag of the answer.
    pub job: u64,
    /// Source of the documents.
    pub source: Source,
    /// Options of the dataset.
    pub data: DataOptions,
    /// Task, as far as known before reading.
    pub settings: Box<Settings>,
    /// Vectors already read, which can be reused for the same words.
    pub vectors: Option<Arc<VectorTable>>,
    /// Progress and cancellation.
    pub cancel: Arc<Cancel>,
}

/// Source of documents.
#[derive(Clone, Debug)]
pub enum Source {
    /// A built-in corpus.
    Builtin(Builtin),
    /// Files named at the start; their task decides the text options that were not given.
    Launch(Box<DataRecipe>),
    /// Files with reading options.
    Files(Vec<PathBuf>, ReadOptions),
    /// A tokenised corpus.
    Corpus(Arc<Corpus>),
    /// Candidates for the documents of a saved model.
    Saved(Box<Saved>),
}

/// A saved model without documents.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The model.
    pub model: Arc<OpenedModel>,
    /// Files named with the model, which take precedence.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// The current corpus.
    pub current: Option<Arc<Corpus>>,
}
