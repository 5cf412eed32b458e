//! Effects: operations outside the workspace that the app runs (threads, dialogs, the trainer).

use std::{
    fmt::{self, Debug, Formatter},
    path::PathBuf,
    sync::Arc,
};

use crate::{
    Action, DataOptions, FigureChoice, Job, Lesson, OpenedModel, OpenedSession, Progress, Running, Settings, SpacePlace,
    Workspace,
};
use wordfield_core::{
    cancel,
    corpus::{Builtin, Cancel, Corpus, ReadOptions, Side, VectorTable},
    experiment::DataRecipe,
    project::{Inputs, ReviewChanges},
    train::{Command, Frame, History, Intervention},
};
use wordfield_output::{ExportError, ExportKind, Exporter, Frames, Sink, Written};
use wordfield_rules::Dismissed;

/// Effect: an operation outside the workspace that the app runs.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Effect {
    /// Open a dialog of the desktop on a thread.
    Dialog(Dialog),
    /// Build a dataset on a thread, from files or a corpus.
    Load(LoadTask),
    /// Run a job on a thread, or between frames.
    Run(Job),
    /// Draw the preview of a figure on a thread.
    PreviewFigure {
        /// State of the window that is drawn in the figure's preview.
        workspace: Arc<Workspace>,
        /// View and options of the previewed figure.
        choice: FigureChoice,
    },
    /// Write a figure on a thread.
    WriteFigure {
        /// State of the window that is drawn in the figure.
        workspace: Arc<Workspace>,
        /// View and options of the figure.
        choice: FigureChoice,
        /// Path of the figure file.
        path: PathBuf,
    },
    /// End the current trainer, if any, and start another for the given run with the workspace's settings.
    Train {
        /// Number of the run, which tags the new trainer's events.
        run: u64,
    },
    /// End the current trainer, if any, and start a paused one from a saved model.
    Resume {
        /// Number of the run, which tags the resumed trainer's events.
        run: u64,
        /// Saved model to resume.
        model: Arc<OpenedModel>,
    },
    /// End the current trainer, if any, and start one from a recorded point.
    Fork {
        /// Number of the run, which tags the forked trainer's events.
        run: u64,
        /// Recorded point to start from.
        from: Arc<Frame>,
        /// History of the new trainer, which begins with that of the run it is forked from.
        history: Arc<History>,
        /// Whether the forked trainer starts paused.
        paused: bool,
    },
    /// Write an export on a thread.
    Export(ExportTask),
    /// Copy a text to the clipboard.
    CopyText(String),
    /// Write the fitted model of the trainer on a thread.
    Save {
        /// Path of the model file.
        path: PathBuf,
    },
    /// Record that the saved session contains the latest work.
    SessionSaved,
    /// Restore the unsaved work of an earlier window in its file, or remove the file.
    Recover(bool),
    /// Write all verdicts on matches, into the folder if one is given, and close the window if that succeeds.
    CloseAfterWriting(Option<PathBuf>),
    /// Close the window without writing verdicts.
    Close,
    /// Write changed dismissals of findings on a thread.
    KeepDismissed {
        /// Dismissals of findings to add.
        added: Dismissed,
        /// Dismissals of findings to withdraw.
        removed: Dismissed,
    },
    /// Write changed verdicts on the matches of a corpus on a thread.
    KeepReviews {
        /// Fingerprint of the corpus's texts.
        corpus: u64,
        /// Name of the corpus whose verdicts are written.
        name: String,
        /// New reviews of the changed documents; `None` for removed ones.
        changes: ReviewChanges,
        /// Whether a verdict is among the changes, which are then written before the next frame; remarks are written soon after.
        at_once: bool,
    },
    /// Suspend the user's workspace and trainer, and start a lesson at a step in its own workspace.
    SetAside(&'static Lesson, usize),
    /// Drop the lesson's workspace, return to the user's workspace, and apply an action to it.
    BringBack(Option<Box<Action>>),
    /// Write the progress of the lessons on a thread.
    KeepProgress(Progress),
    /// Send a command to the trainer of the run.
    Send(Command),
    /// Send an intervention in the model to the trainer.
    Intervene(Intervention),
}

/// A file dialog of the desktop, for files or a folder; those that save have a proposed path.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// Dialog that opens files with documents.
    Files,
    /// Dialog that opens files to add to the preview.
    Other,
    /// Dialog that opens a file of word vectors of a side, source or target.
    Vectors(Side),
    /// Dialog that opens a file of word vectors without documents.
    Space(SpacePlace),
    /// Dialog that saves the model to a file.
    Model(String),
    /// Dialog that saves a session to a file.
    Session(String),
    /// Dialog that saves a figure to a file.
    Figure(String),
    /// Dialog that saves aligned pairs to a file.
    Aligned(String),
    /// Dialog that saves an export to a file.
    Export(String),
    /// Dialog that chooses the folder to save verdicts in.
    Reviews,
    /// Dialog that opens a file of verdicts of another reviewer.
    Verdicts,
    /// Dialog that opens a file of rules against pairs.
    Rules,
    /// Dialog that saves a file of rules against pairs.
    SaveRules(String),
}

/// Task that builds a dataset from a source of documents.
#[derive(Clone, Debug)]
pub struct LoadTask {
    /// Number of the opening job, returned with its answer.
    pub job: u64,
    /// Source of the dataset's documents.
    pub source: Source,
    /// Options of the dataset to build.
    pub data: DataOptions,
    /// Training settings, whose task can change once the files are read.
    pub settings: Box<Settings>,
    /// Word vectors already read, which can be reused for the same words.
    pub vectors: Option<Arc<VectorTable>>,
    /// Progress and cancellation of building the dataset.
    pub cancel: Arc<Cancel>,
}

/// Source of the documents of a dataset.
#[derive(Clone, Debug)]
pub enum Source {
    /// Documents of a built-in corpus.
    Builtin(Builtin),
    /// Files named at launch; the task recognised in them sets text options that the user left open.
    Launch(Box<DataRecipe>),
    /// Files of documents with reading options.
    Files(Vec<PathBuf>, ReadOptions),
    /// A corpus that is already tokenised.
    Corpus(Arc<Corpus>),
    /// Candidates for the documents of a saved model.
    Saved(Box<Saved>),
    /// Documents of a session, and the current corpus.
    Session(Arc<OpenedSession>, Option<Arc<Corpus>>),
}

/// A saved model whose documents must be opened first.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The saved model with its file.
    pub model: Arc<OpenedModel>,
    /// Files named by the user together with the model, which take precedence over those stored in the model.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// The current corpus, if one is open.
    pub current: Option<Arc<Corpus>>,
}

type Write = dyn Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync;

/// Writer of an export's contents, shared with the workspace.
#[derive(Clone)]
pub enum Writer {
    /// A function that writes the contents of an export in a format.
    Function(Arc<Write>),
    /// Animation of the recorded run, drawn by the window from a copy of the shown state.
    Animation(Arc<Workspace>),
}

impl Writer {
    pub(crate) fn new(write: impl Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync + 'static) -> Self {
        Self::Function(Arc::new(write))
    }
}

impl Debug for Writer {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function(_) => "Function",
            Self::Animation(_) => "Animation",
        })
    }
}

/// Task of an export: its contents, format and path.
#[derive(Clone, Debug)]
pub struct ExportTask {
    /// Number of the export job, returned with its answer.
    pub job: u64,
    /// Writer of the export's contents.
    pub writer: Writer,
    /// Format of the exported file.
    pub format: &'static Exporter,
    /// Path of the main exported file.
    pub path: PathBuf,
    /// Files of the corpus, which an export never overwrites.
    pub inputs: Vec<PathBuf>,
    /// Progress and cancellation of the export.
    pub running: Running,
}

impl ExportTask {
    /// Writes the files of an export; `animate` draws the recorded run of a workspace. Returns a summary of the written files.
    ///
    /// # Errors
    /// The problem with writing the files, and its remedy.
    pub fn run(&self, animate: impl FnOnce(&Arc<Workspace>) -> Box<dyn Frames>) -> Result<Arc<Written>, String> {
        let inputs = Inputs::new(self.inputs.iter().map(PathBuf::as_path));
        let written = cancel::with(&self.running.cancel, || {
            let sink = Sink::new(&self.path, &inputs, Arc::clone(&self.running.written))?;
            match &self.writer {
                Writer::Function(write) => write(self.format, sink),
                Writer::Animation(workspace) => <dyn Frames>::write(&*animate(workspace), self.format, sink),
            }
        });
        written.map_err(|error| error.to_string())?;
        Ok(Arc::clone(&self.running.written))
    }
}
