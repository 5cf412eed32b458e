//! What can happen: views return these for what a person did, the app for what arrived; [`crate::state::update()`] alone
//! applies them.
//!
//! One enum a concern, each matched in full in one place, so that a new variant cannot be forgotten.

use std::{path::PathBuf, sync::Arc};

use crate::state::{
    Axis, ColourBy, Column, DataOptions, FieldOf, Find, Finding, Focus, Layer, LoadedData, MatchAction, Members, Message, Moment,
    OpenedModel, Rule, Seek, SelectionSet, SetOperation, Show, StartOptions, StudyAction, Tab, Theme, Tool, Viewpoint,
    inspect::explain::Part,
};
use crate::{
    corpus::{Builtin, Preview, ReadOptions, SentimentLexicon, Side, TextOptions, Weighting},
    model::{LeftOut, LiveChange, Params, Preset, Snapshot},
    train::{Event, History, Pace},
};

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Action {
    /// Documents and saved models come into the window.
    Open(Open),
    /// Other words, weights or parts are made of the documents.
    Data(Data),
    /// The training is driven.
    Run(Run),
    /// Something else is looked at.
    Look(Look),
    /// A gesture on what was recorded: played back, gone on from, compared.
    Time(Time),
    /// The word field is drawn otherwise.
    Field(Field),
    /// Other words or documents are chosen to work with.
    Choose(Choose),
    /// Something is undone or done again.
    Undo(Undo),
    /// The window is arranged otherwise.
    Show(Show),
    /// A gesture of hands on the model.
    Edit(EditWords),
    /// A gesture on matches.
    Match(MatchAction),
    /// A gesture in a tab that compares or lists.
    Study(StudyAction),
    /// The trained model is saved.
    Save(Save),
    /// There is something to tell; `None`: it has been read.
    Message(Option<Message>),
    /// A sum of the model's is worked out.
    Found(Finding),
    /// Something came from the trainer of a run.
    Trainer(u64, TrainerUpdate),
}

/// From a path to a corpus.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Open {
    /// Begin with what was asked for on the command line.
    Start(Box<StartOptions>),
    /// Read a corpus inside the program.
    Builtin(Builtin),
    /// Ask for a file in a dialog.
    AskForFile,
    /// Look into files before reading them.
    Files(Vec<PathBuf>),
    /// Look again, reading otherwise.
    ReadAs(ReadOptions),
    /// Ask in a dialog for a file that belongs with those looked at.
    AskForOther,
    /// What stands in the field for such a file.
    OtherPath(String),
    /// Look at these files too: the other side of a lone one, or more of the same.
    Add(Vec<PathBuf>),
    /// Look again without one of the files.
    LeaveOut(usize),
    /// Make source of target and target of source.
    Swap,
    /// Read what the preview shows.
    ReadAll,
    /// Leave the preview, or stop reading.
    Cancel,
    /// What stands in the path field.
    PathField(String),
    /// What a job of opening brought.
    Answer(u64, Answer),
}

/// What a job of opening brings, or why it brings nothing.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a handful in a session")]
pub enum Answer {
    /// The first look at files.
    Preview(Result<Preview, String>),
    /// The file is a saved model.
    Model(Result<Arc<OpenedModel>, String>),
    /// A corpus is ready.
    Corpus(Result<LoadedData, String>),
}

/// What is made of the documents. Cutting, splitting and reading again train anew.
#[derive(Clone, Debug)]
pub enum Data {
    /// Cut and split the corpus otherwise.
    Set(DataOptions),
    /// The same, while a value is still being dragged: shown, not yet done.
    Draft(DataOptions),
    /// Cut the texts of a side into words like this, in what is read next.
    Text(Side, TextOptions),
    /// Read the files at hand anew, cut as is now asked for.
    ReadAgain,
    /// Ask for a file of word vectors of a side in a dialog.
    AskForVectors(Side),
    /// Take the vectors of a side's words from this file; `None`: they have none of their own.
    Vectors(Side, Option<PathBuf>),
}

/// Driving the training, and the parameters it is started with.
#[derive(Clone, Debug)]
pub enum Run {
    /// Play when paused, pause when playing.
    PlayPause,
    /// So many iterations, then wait.
    Step(usize),
    /// From new starting positions.
    Restart,
    /// For good.
    Stop,
    /// This fast.
    Pace(Pace),
    /// Change the running model.
    Change(LiveChange),
    /// Train with another preset.
    Preset(Preset),
    /// Train with other parameters.
    Params(Box<Params>),
    /// Train with other weights of words.
    Weighting(Weighting),
    /// Train every setting of the papers' grid, one after the other, and adopt the best.
    SearchPapersGrid,
    /// End that search with the best so far.
    EndSearch,
    /// Whether a run ends, with its best iterate, when the development part no longer gets better.
    EarlyStop(bool),
}

/// What is looked at; changes what is shown and nothing else.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    /// At a word, a document, a class.
    Select(Focus),
    /// Bring a tab to the front.
    Tab(Tab),
    /// At another iteration, leaving the model alone.
    Seek(Seek),
    /// The pair of classes whose decision a document is explained by; `None`: the one that matters most.
    ExplainPair(Option<usize>),
    /// At misclassified documents only.
    WrongOnly(bool),
    /// At documents outside their 95 % interval only.
    MissedOnly(bool),
    /// At rated documents sorted by a column, the other way round if they already are.
    SortBy(Column),
    /// The part of the split whose confusion is shown.
    Part(Part),
    /// Whether the confusion matrix has confused classes side by side.
    ByConfusion(bool),
    /// At all documents again.
    ClearCell,
    /// The hint has been read.
    DismissHint,
    /// Light, dark, or as the desktop has it.
    Theme(Theme),
}

/// The set of words or documents at work, and those kept under names.
#[derive(Clone, Debug)]
pub enum Choose {
    /// These, and no others.
    Set(SelectionSet),
    /// These, in some relation to those at work.
    Take(SetOperation, SelectionSet),
    /// Those a rule tells.
    By(SetOperation, Rule),
    /// All the others.
    Invert,
    /// None; nothing is looked at either.
    Clear,
    /// List only documents of the set.
    Only(bool),
    /// Opens the search, or goes back to the one that is open.
    Search,
    /// What is looked for; `None`: the search is closed.
    Find(Option<Find>),
    /// The words of the semantic axis; `None`: it is closed.
    Axis(Option<Axis>),
    /// The kept sets are listed, or no longer.
    Sets(bool),
    /// Keep the set under a name.
    Keep(String),
    /// Give a kept set another name.
    Rename(usize, String),
    /// Forget a kept set.
    Remove(usize),
}

/// Back and forth between what a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Undo the last thing.
    Undo,
    /// Do again what was undone last.
    Redo,
    /// The pointer was let go: what is done next is another thing.
    EndGesture,
}

/// Hands on the model: its words dragged, pinned, left out; a document typed.
#[derive(Clone, Debug)]
pub enum EditWords {
    /// Take a word there (q), or on from where it was taken.
    Drag {
        /// The word.
        word: usize,
        /// Where to.
        to: Vec<f64>,
    },
    /// Let go of it.
    LetGo,
    /// Put the word dragged last back where it was.
    PutBack,
    /// Pin the words chosen, or the one looked at, where they are; let go of them where all are pinned.
    TogglePin,
    /// Pin these words, and no others.
    Pin(Arc<Members>),
    /// See what changes without something.
    LeaveOut(LeftOut),
    /// See everything with it again.
    TakeBackIn,
    /// A document is typed.
    Type(Typing),
}

/// Typing a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Open the window for it, or close it.
    Open(bool),
    /// This is its text.
    Text(String),
    /// Whether it is of the target side, where there are sides.
    Target(bool),
}

/// A gesture on what was recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// Play the recorded way from the iteration looked at, or from its beginning; or leave off.
    PlayBack,
    /// So many recorded iterations a second.
    Rate(f64),
    /// Play what lies between two iterations again and again; `None`: play to the newest.
    Loop(Option<[usize; 2]>),
    /// So many seconds went by.
    Tick(f64),
    /// Go on from the iteration looked at as another run; this one is kept.
    Fork,
    /// Go on from there.
    ForkFrom(Moment),
    /// One of the two runs that are compared, the first or the second, is this.
    Compare(usize, Moment),
    /// Whether lines in the word field show how words differ between the two.
    Lines(bool),
    /// A kept run is let go.
    Forget(u64),
}

/// How the word field is drawn.
#[derive(Clone, Debug)]
pub enum Field {
    /// Switch a layer.
    Toggle(Layer),
    /// Dragging does this.
    Tool(Tool),
    /// Take a class's words back into the distance, or bring them forward again.
    Mute(usize),
    /// The same with all classes but this one.
    Solo(usize),
    /// No class is muted.
    UnmuteAll,
    /// Draw another field.
    Of(FieldOf),
    /// Look at it from elsewhere.
    View(Viewpoint),
    /// Colour words by something else.
    ColourBy(ColourBy),
    /// What stands in the fields of the two word lists.
    LexiconFields([String; 2]),
    /// Read two word lists, of praise and of blame.
    ReadLexicon([PathBuf; 2]),
    /// They are read.
    Lexicon(Result<Arc<SentimentLexicon>, String>),
}

/// What comes from a trainer.
#[derive(Clone, Debug)]
pub enum TrainerUpdate {
    /// Where the run records its way.
    Recorded(Arc<History>),
    /// Something it said.
    Event(Event),
    /// The newest state.
    Snapshot(Arc<Snapshot>),
    /// The earlier state that was asked for.
    Recalled(Arc<Snapshot>),
}

/// The steps from the wish to the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// Ask where.
    Ask,
    /// What stands in the field of the path.
    Path(String),
    /// Ask for the place in a dialog.
    Dialog,
    /// Write it there.
    Go,
    /// Leave it.
    Close,
    /// It is written, or why it is not.
    Done(Result<PathBuf, String>),
}
