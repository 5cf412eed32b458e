//! Effects: operations of the app outside the workspace (threads, dialogs, the trainer).

use std::{
    fmt::{self, Debug, Formatter},
    path::PathBuf,
    sync::Arc,
};

use crate::{
    Action, AlignTask, DataOptions, FigureChoice, Lesson, OpenedModel, OpenedSession, Progress, QueryTask, Running, Settings,
    SpacePlace, StudyTask, Work, Workspace,
};
use wordfield_core::{
    cancel,
    corpus::{Builtin, Cancel, Corpus, ReadOptions, Side, VectorFiles, VectorTable},
    experiment::DataRecipe,
    project::{Inputs, ReviewChanges},
    train::{Command, Frame, History, Intervention},
};
use wordfield_output::{ExportError, ExportKind, Exporter, Frames, Sink};
use wordfield_rules::{Dismissed, RuleSet};

/// An operation of the app outside the workspace.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Effect {
    /// Open a dialog of the desktop on a thread.
    Dialog(Dialog),
    /// Preview the first file on a thread.
    Preview {
        /// Tag of the answer.
        job: u64,
        /// Files to preview.
        paths: Vec<PathBuf>,
        /// Reading options.
        read: ReadOptions,
        /// Flag that cancels the preview.
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
        /// View and options of the figure.
        choice: FigureChoice,
    },
    /// Write a figure on a thread.
    WriteFigure {
        /// The shown state.
        workspace: Arc<Workspace>,
        /// View and options of the figure.
        choice: FigureChoice,
        /// Path of the figure.
        path: PathBuf,
    },
    /// Read the text of a state of the sandbox on a thread.
    ReadSandbox(PathBuf),
    /// Read all words of a file of word vectors on a thread, the first words before the rest.
    ReadSpace {
        /// Tag of the answers.
        job: u64,
        /// File of word vectors.
        files: VectorFiles,
        /// Number of words to read; `None`: all.
        first: Option<usize>,
        /// Progress and cancellation.
        cancel: Arc<Cancel>,
    },
    /// Look at, run or read a study of methods on a thread.
    Study(StudyTask),
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
        /// Saved model to resume.
        model: Arc<OpenedModel>,
    },
    /// End the current trainer, if any, and start one from a recorded point.
    Fork {
        /// Tag of the new trainer's events.
        run: u64,
        /// Recorded point to start from.
        from: Arc<Frame>,
        /// History of the new trainer, which begins with that of the original run.
        history: Arc<History>,
        /// Whether the trainer starts paused.
        paused: bool,
    },
    /// Align two texts on a thread.
    Align(AlignTask),
    /// Write an export on a thread.
    Export(ExportTask),
    /// Copy a text to the clipboard.
    CopyText(String),
    /// Write the fitted model of the trainer on a thread.
    Save {
        /// Path of the model file.
        path: PathBuf,
    },
    /// Write a session on a thread.
    SaveSession {
        /// Path of the session.
        path: PathBuf,
        /// The work.
        work: Box<Work>,
    },
    /// The work on the disk is the latest, in a file of the user.
    SessionSaved,
    /// Continue the work of an earlier window in its file, or remove the file.
    Recover(bool),
    /// Write all verdicts, into the folder if one is given, and close the window if that succeeds.
    CloseAfterWriting(Option<PathBuf>),
    /// Close the window without writing verdicts.
    Close,
    /// Read a file of verdicts by line on a thread.
    ReadVerdicts(PathBuf),
    /// Read a rule file on a thread.
    ReadRules(PathBuf),
    /// Write thresholds and switches of rules into a rule file on a thread.
    WriteRules {
        /// The rules.
        rules: Arc<RuleSet>,
        /// The file that they were read from.
        from: Option<PathBuf>,
        /// The file to write.
        path: PathBuf,
    },
    /// Write changed dismissals on a thread.
    KeepDismissed {
        /// New dismissals.
        added: Dismissed,
        /// Withdrawn dismissals.
        removed: Dismissed,
    },
    /// Write changed verdicts of a corpus on a thread.
    KeepReviews {
        /// Fingerprint of the corpus's texts.
        corpus: u64,
        /// Name of the corpus.
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

/// A dialog of the desktop for files or a folder; those that save have a proposed path.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// Files of documents.
    Files,
    /// Files to add to the preview.
    Other,
    /// A file of word vectors of a side.
    Vectors(Side),
    /// A file of word vectors without documents.
    Space(SpacePlace),
    /// The file of the model.
    Model(String),
    /// The file of a session.
    Session(String),
    /// The file of a figure.
    Figure(String),
    /// The file of aligned pairs.
    Aligned(String),
    /// The file of an export.
    Export(String),
    /// The folder to save verdicts in.
    Reviews,
    /// A file of verdicts of another reviewer.
    Verdicts,
    /// A rule file.
    Rules,
    /// The place of a rule file.
    SaveRules(String),
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
    /// Training settings; the task can change once the files are read.
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
    /// A session, and the current corpus.
    Session(Arc<OpenedSession>, Option<Arc<Corpus>>),
}

/// A saved model without documents.
#[derive(Clone, Debug)]
pub struct Saved {
    /// Opened model.
    pub model: Arc<OpenedModel>,
    /// Files named with the model, which take precedence.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// The current corpus.
    pub current: Option<Arc<Corpus>>,
}

type Write = dyn Fn(&'static Exporter, Sink<'_>) -> Result<(), ExportError> + Send + Sync;

/// Contents of an export, shared with the workspace.
#[derive(Clone)]
pub enum Writer {
    /// A function that writes them in a format.
    Function(Arc<Write>),
    /// The recorded run of a copy of the shown state, which the window draws.
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

/// Contents, format and place of an export.
#[derive(Clone, Debug)]
pub struct ExportTask {
    /// Tag of the answer.
    pub job: u64,
    /// Writes the contents.
    pub writer: Writer,
    /// Format of the export.
    pub format: &'static Exporter,
    /// The main file.
    pub path: PathBuf,
    /// Files of the corpus, which are never overwritten.
    pub inputs: Vec<PathBuf>,
    /// Progress and cancellation.
    pub running: Running,
}

impl ExportTask {
    /// Writes the files; `animate` draws the recorded run of a workspace. Returns the files and the number of bytes.
    ///
    /// # Errors
    /// The problem and its remedy.
    pub fn run(&self, animate: impl FnOnce(&Arc<Workspace>) -> Box<dyn Frames>) -> Result<(Vec<PathBuf>, u64), String> {
        let inputs = Inputs::new(self.inputs.iter().map(PathBuf::as_path));
        let written = cancel::with(&self.running.cancel, || {
            let sink = Sink::new(&self.path, &inputs, Arc::clone(&self.running.written))?;
            match &self.writer {
                Writer::Function(write) => write(self.format, sink),
                Writer::Animation(workspace) => <dyn Frames>::write(&*animate(workspace), self.format, sink),
            }
        });
        written.map_err(|error| error.to_string())?;
        Ok((self.running.written.files(), self.running.bytes()))
    }
}
