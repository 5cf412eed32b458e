//! What can happen: views return these for what a person did, the app for what arrived; [`super::update()`] alone
//! applies them.

use std::{path::PathBuf, sync::Arc};

use super::{
    Basis, ColourBy, Column, DataOptions, FieldOf, Layer, MatchAction, Message, Save, Seek, Selection, Settings, Tab, Theme,
    explain::Part,
};
use crate::{
    corpus::{Builtin, Cancel, Corpus, Dataset, Preview, ReadOptions, SentimentLexicon, Side, TextChoice, TextOptions},
    model::{LiveChange, Params, Preset, Snapshot},
    project::{Fit, SavedModel},
    train::{Command, Event, History},
};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// Look at something.
    Select(Selection),
    /// Bring a tab to the front.
    ShowTab(Tab),
    /// Switch a layer of the word field.
    ToggleLayer(Layer),
    /// Draw another field.
    FieldOf(FieldOf),
    /// Colour words by something else.
    ColourBy(ColourBy),
    /// What stands in the fields of the two word lists.
    LexiconFields([String; 2]),
    /// Read two word lists, of praise and of blame.
    ReadLexicon([PathBuf; 2]),
    /// They are read.
    Lexicon(Result<Arc<SentimentLexicon>, String>),
    /// Light, dark, or as the desktop has it.
    Theme(Theme),
    /// The pair of classes whose decision a document is explained by; `None`: the one that matters most.
    ExplainPair(Option<usize>),
    /// List only documents the model gets wrong.
    WrongOnly(bool),
    /// A gesture on matches.
    Match(MatchAction),
    /// Sort rated documents by a column, the other way round if they already are.
    SortBy(Column),
    /// Cut the texts of a side into words like this, in what is read next.
    Text(Side, TextOptions),
    /// Read the files at hand anew, cut as is now asked for.
    ReadAgain,
    /// The part of the split whose confusion is shown.
    Part(Part),
    /// List all documents again.
    ClearCell,
    /// The hint has been read.
    DismissHint,
    /// There is something to tell.
    Tell(Message),
    /// The message has been read.
    DismissMessage,
    /// What stands in the path field.
    PathField(String),

    /// Open what was asked for on the command line.
    Start(Box<Start>),
    /// Read a corpus inside the program.
    Builtin(Builtin),
    /// Ask for a file in a dialog.
    AskForFile,
    /// Look into files before reading them.
    Open(Vec<PathBuf>),
    /// Look again, reading otherwise.
    ReadAs(ReadOptions),
    /// The file opened is a saved model.
    SavedOpened(u64, Result<Arc<Opened>, String>),
    /// The first look is done.
    Previewed(u64, Result<Preview, String>),
    /// Read what the preview shows.
    ReadAll,
    /// Leave the preview, or stop reading.
    CancelOpening,
    /// Cut, split and weight the corpus otherwise; trains anew.
    Data(DataOptions),
    /// The same, while a value is still being dragged: shown, not yet done.
    DataDraft(DataOptions),
    /// A corpus is ready.
    Loaded(u64, Result<Ready, String>),

    /// Play when paused, pause when playing.
    PlayPause,
    /// So many iterations, then wait.
    Step(usize),
    /// Look at another iteration, leaving the model alone.
    Seek(Seek),
    /// From new starting positions.
    Restart,
    /// For good.
    Stop,
    /// At most so many iterations a second; `None`: as fast as it goes.
    Speed(Option<f64>),
    /// Change the running model.
    Change(LiveChange),
    /// Train with another preset.
    Preset(Preset),
    /// Train with other parameters.
    Params(Box<Params>),
    /// Whether a run ends, with its best iterate, when the development part no longer gets better.
    EarlyStop(bool),
    /// Save the trained model.
    Save(Save),
    /// Where a run records its way.
    Recorded(u64, Arc<History>),
    /// Something the trainer of a run said.
    Heard(u64, Event),
    /// The newest state of a run.
    Arrived(u64, Arc<Snapshot>),
}

/// What the program is started on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Files to read at once; without any, the built-in corpus, or that of the model.
    pub corpus: Vec<PathBuf>,
    /// How to read them.
    pub read: ReadOptions,
    /// How to cut them into words, where something was said of it.
    pub text: TextChoice,
    /// How to cut the target side of pairs, where it differs.
    pub target_text: TextChoice,
    /// A saved model to show.
    pub model: Option<PathBuf>,
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

/// What the app has to do outside the workspace.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Effect {
    /// Open the file dialog on a thread.
    AskForFile,
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
        /// Progress, and the way to stop.
        cancel: Arc<Cancel>,
    },
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
        model: Arc<Opened>,
    },
    /// Open the dialog for a place to save in on a thread.
    AskForPlace,
    /// Write the machine the trainer left on a thread.
    Save {
        /// The file.
        path: PathBuf,
        /// Iterations it was trained for.
        iterations: usize,
    },
    /// Pass on to the trainer.
    Send(Command),
}

/// Where documents come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The program itself.
    Builtin(Builtin),
    /// Files given at the start, to be read and cut as their task asks for.
    Given(Box<Start>),
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
    pub model: Arc<Opened>,
    /// Files named with it, which it is then shown over.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// The corpus at hand.
    pub at_hand: Option<Arc<Corpus>>,
}
