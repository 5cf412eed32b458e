//! Actions: views return them for user input, the app for events of threads. Only [`crate::state::update()`] applies them.
//!
//! One enum a concern, each matched in full in one place, so that a new variant cannot be forgotten.

use std::{path::PathBuf, sync::Arc};

use crate::state::{
    Axis, ColourBy, Column, DataOptions, FieldOf, Find, Focus, Layer, LoadedData, MatchAction, Members, Message, Moment,
    OpenedModel, QueryAnswer, Rule, Seek, SelectionSet, SetOperation, Show, StartOptions, StudyAction, Tab, Theme, Tool,
    Viewpoint, inspect::explain::Part,
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
    /// A change of the view.
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
    /// An intervention in the model.
    Edit(EditWords),
    /// A gesture on matches.
    Match(MatchAction),
    /// A gesture in a tab that compares or lists.
    Study(StudyAction),
    /// The trained model is saved.
    Save(Save),
    /// A step of closing the window while verdicts cannot be written.
    Close(Close),
    /// There is something to tell; `None`: it has been read.
    Message(Option<Message>),
    /// A query is answered.
    Answered(QueryAnswer),
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
    /// Ask in a dialog for a file to add to the preview.
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
    /// Result of an opening job.
    Answer(u64, Answer),
}

/// Result of an opening job.
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

/// Options of the dataset. A change of text, split or vocabulary starts a new run.
#[derive(Clone, Debug)]
pub enum Data {
    /// Cut and split the corpus otherwise.
    Set(DataOptions),
    /// The same, while a value is still being dragged: shown, not yet done.
    Draft(DataOptions),
    /// Cut the texts of a side into words like this, in what is read next.
    Text(Side, TextOptions),
    /// Read the current files again with the current options.
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

/// Changes of the view, without an effect on the model.
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

/// Actions on the selection set and the named sets.
#[derive(Clone, Debug)]
pub enum Choose {
    /// These, and no others.
    Set(SelectionSet),
    /// Combine these with the selection set.
    Take(SetOperation, SelectionSet),
    /// Those a rule tells.
    By(SetOperation, Rule),
    /// All the others.
    Invert,
    /// Clear the selection set and the focus.
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

/// Undo and redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Undo the last thing.
    Undo,
    /// Do again what was undone last.
    Redo,
    /// The pointer was released: the next action is a new entry.
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
    /// Pin the selected words or the word in focus; unpin them if all are pinned.
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
    /// Play the recorded run from the iteration shown or from the start; or stop playing.
    PlayBack,
    /// So many recorded iterations a second.
    Rate(f64),
    /// Play what lies between two iterations again and again; `None`: play to the newest.
    Loop(Option<[usize; 2]>),
    /// So many seconds went by.
    Tick(f64),
    /// Continue from the iteration shown as a new run; this one is kept.
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

/// Actions on the word field.
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
    /// The word lists are read.
    Lexicon(Result<Arc<SentimentLexicon>, String>),
}

/// Updates from the trainer.
#[derive(Clone, Debug)]
pub enum TrainerUpdate {
    /// The history of the run.
    Recorded(Arc<History>),
    /// An event of the trainer.
    Event(Event),
    /// The newest snapshot.
    Snapshot(Arc<Snapshot>),
    /// The requested snapshot of an earlier iteration.
    Recalled(Arc<Snapshot>),
}

/// Steps of saving the model.
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

/// A step of closing the window while verdicts cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Close {
    /// Writing failed, for this reason.
    Unwritten(String),
    /// Path of the folder to save the verdicts in.
    Folder(String),
    /// Ask for that folder in a dialog.
    Dialog,
    /// Save the verdicts in that folder, then close.
    SaveElsewhere,
    /// Try again to write, then close.
    TryAgain,
    /// Close without writing.
    Discard,
    /// Leave the window open.
    Cancel,
}
