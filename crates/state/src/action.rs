//! Actions: views return them for user input, the app for events of threads. Only [`crate::update()`] applies them.
//!
//! One enum per subject, each matched exhaustively in one place, so that a new variant cannot be forgotten.

mod exports;
mod opening;

use std::{path::PathBuf, sync::Arc};

use crate::{
    AlignAction, Axis, ColourBy, Column, DataOptions, DocumentFilter, DocumentMapAction, FieldOf, Find, Focus, GramAction, Layer,
    LessonAction, LinesAction, MatchAction, Members, Message, MethodsAction, Moment, QueryAnswer, ReviewerAction, Rule,
    RulesAction, SandboxAction, Seek, SelectionSet, SetOperation, SetsAction, Show, SpaceAction, Tab, Theme, Tool, Viewpoint,
    inspect::explain::Part,
};
use wordfield_core::{
    corpus::{SentimentLexicon, Side, TextOptions, Weighting},
    model::{LeftOut, LiveChange, Params, Preset, Snapshot},
    project::MatchReview,
    train::{Event, History, Pace},
};

pub use exports::{Export, FigureStep, Save};
pub use opening::{Answer, Open};

/// An event of the window.
#[derive(Clone, Debug)]
pub enum Action {
    /// Opens documents and saved models.
    Open(Open),
    /// Changes words, weights or parts of the dataset.
    Data(Data),
    /// Controls the training.
    Run(Run),
    /// A change of the view.
    Look(Look),
    /// Playback, forks and comparison of recorded runs.
    Time(Time),
    /// Changes the drawing of the word field.
    Field(Field),
    /// Changes the selection set.
    Choose(Choose),
    /// Undo or redo.
    Undo(Undo),
    /// Changes the arrangement of the window.
    Show(Show),
    /// An intervention in the model.
    Edit(EditWords),
    /// Reviews matches.
    Match(MatchAction),
    /// Compares with the verdicts of another reviewer.
    Reviewer(ReviewerAction),
    /// Changes the rules that give reasons against pairs, and dismisses reasons.
    Rules(RulesAction),
    /// Changes a comparison or list.
    Study(StudyAction),
    /// Changes the sandbox.
    Sandbox(SandboxAction),
    /// Opens word vectors without documents, and asks them.
    Space(SpaceAction),
    /// Starts, continues or closes a lesson.
    Lesson(LessonAction),
    /// Saves the fitted model.
    Save(Save),
    /// Aligns two texts.
    Align(AlignAction),
    /// Exports and copies.
    Export(Export),
    /// Exports a figure.
    Figure(FigureStep),
    /// A step of closing the window while verdicts cannot be written.
    Close(Close),
    /// Shows a message; `None` dismisses it.
    Message(Option<Message>),
    /// Delivers the saved verdicts on the pairs with this fingerprint, after another window has changed them.
    Reviewed(u64, Vec<MatchReview>),
    /// Delivers the answer of a query.
    Answered(QueryAnswer),
    /// Delivers a result of a run's trainer.
    Trainer(u64, TrainerUpdate),
}

/// Options of the dataset. A change of text, split or vocabulary starts a new run.
#[derive(Clone, Debug)]
pub enum Data {
    /// Change tokenisation or split of the corpus.
    Set(DataOptions),
    /// The same while a value is being dragged: shown, not applied.
    Draft(DataOptions),
    /// Change the text options of a side for the next reading.
    Text(Side, TextOptions),
    /// Read the current files again with the current options.
    ReadAgain,
    /// Open a dialog for a file of word vectors of a side.
    AskForVectors(Side),
    /// Set the vector file of a side; `None` removes it.
    Vectors(Side, Option<PathBuf>),
    /// Close the dialog for the file that given vectors start from.
    CloseVectors,
}

/// Training commands, and the parameters of a run.
#[derive(Clone, Debug)]
pub enum Run {
    /// Toggle between playing and paused.
    PlayPause,
    /// Run this number of iterations, then pause.
    Step(usize),
    /// Restart from new initial positions.
    Restart,
    /// End the run.
    Stop,
    /// Set the speed limit.
    Pace(Pace),
    /// Change a parameter of the running model.
    Change(LiveChange),
    /// Train with another preset.
    Preset(Preset),
    /// Train with other parameters.
    Params(Box<Params>),
    /// Train with other weights of words.
    Weighting(Weighting),
    /// Train every setting of the papers' grid in turn and adopt the best.
    SearchPapersGrid,
    /// End the search with the best setting so far.
    EndSearch,
    /// Whether a run ends, with its best iterate, when the development score no longer improves.
    EarlyStop(bool),
}

/// Changes of the view, without an effect on the model.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    /// Focus on a word, a document, or a class.
    Select(Focus),
    /// Bring a tab to the front.
    Tab(Tab),
    /// Show another iteration; the model is not affected.
    Seek(Seek),
    /// Pair of classes whose decision explains a document; `None`: the most relevant pair.
    ExplainPair(Option<usize>),
    /// List only misclassified documents.
    WrongOnly(bool),
    /// List only documents outside their 95 % interval.
    MissedOnly(bool),
    /// Sort the documents by a column; reverses the order of the current column.
    SortBy(Column),
    /// Part of the split in the confusion matrix.
    Part(Part),
    /// Whether the confusion matrix places confused classes side by side.
    ByConfusion(bool),
    /// List all documents.
    ClearCell,
    /// Dismiss the offers for new users.
    DismissHint,
    /// Set the colour theme.
    Theme(Theme),
}

/// Actions on the selection set and the named sets.
#[derive(Clone, Debug)]
pub enum Choose {
    /// Replace the selection set.
    Set(SelectionSet),
    /// Combine these with the selection set.
    Take(SetOperation, SelectionSet),
    /// Combine words selected by their positions in the word field with the selection set.
    Region(SetOperation, SelectionSet),
    /// Select by a rule.
    By(SetOperation, Rule),
    /// Invert the selection set.
    Invert,
    /// Clear the selection set and the focus.
    Clear,
    /// Whether only documents of the set are listed.
    Only(bool),
    /// Filter the table of documents.
    Filter(DocumentFilter),
    /// Open the search, or focus the open one.
    Search,
    /// Text of the search; `None` closes it.
    Find(Option<Find>),
    /// Words of the semantic axis; `None` closes it.
    Axis(Option<Axis>),
    /// Whether the named sets are listed.
    Sets(bool),
    /// Save the set under a name.
    Keep(String),
    /// Rename a named set.
    Rename(usize, String),
    /// Delete a named set.
    Remove(usize),
    /// Save the set under an unused name, list the named sets, and edit the name.
    KeepAndName,
    /// The name field of the set kept last has the focus.
    NameFocused,
}

/// Undo and redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Undo the latest entry.
    Undo,
    /// Redo the entry undone last.
    Redo,
    /// The pointer was released: the next action is a new entry.
    EndGesture,
}

/// Interventions in the model: dragged, pinned and left-out words, a typed document.
#[derive(Clone, Debug)]
pub enum EditWords {
    /// Move a word to a position (q); starts or continues a drag.
    Drag {
        /// Index of the edited word.
        word: usize,
        /// New position.
        to: Vec<f64>,
    },
    /// Release the dragged word.
    LetGo,
    /// Return the last dragged word to its previous position.
    PutBack,
    /// Pin the selected words or the word in focus; unpin them if all are pinned.
    TogglePin,
    /// Pin exactly these words.
    Pin(Arc<Members>),
    /// Leave out a word or document.
    LeaveOut(LeftOut),
    /// Restore the left-out word or document.
    TakeBackIn,
    /// Change the typed document.
    Type(Typing),
}

/// Changes of the typed document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Open or close the window.
    Open(bool),
    /// Set the text.
    Text(String),
    /// Whether the text is of the target side, if there are sides.
    Target(bool),
}

/// Actions on recorded runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// Start playback from the shown iteration or from the start, or stop it.
    PlayBack,
    /// Playback speed in recorded iterations per second.
    Rate(f64),
    /// Loop between two iterations; `None`: play to the newest.
    Loop(Option<[usize; 2]>),
    /// Elapsed seconds.
    Tick(f64),
    /// Continue from the iteration shown as a new run; this one is kept.
    Fork,
    /// Fork at a recorded point.
    ForkFrom(Moment),
    /// Set the first or second of the two compared runs.
    Compare(usize, Moment),
    /// Whether lines in the word field show the differences of the two runs.
    Lines(bool),
    /// Compare the predictions of this run with those of the run chosen before.
    ChooseRun(u64),
    /// Delete a kept run.
    Forget(u64),
}

/// An action on a tab that compares or lists.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// Action on two sets.
    Sets(SetsAction),
    /// Action on the Gram matrix.
    Gram(GramAction),
    /// Action on the map of documents.
    DocumentMap(DocumentMapAction),
    /// Action on the concordance.
    Lines(LinesAction),
    /// Action on the study of methods.
    Methods(MethodsAction),
}

/// Actions on the word field.
#[derive(Clone, Debug)]
pub enum Field {
    /// Toggle a layer.
    Toggle(Layer),
    /// Set the effect of dragging.
    Tool(Tool),
    /// Toggle whether a class is muted.
    Mute(usize),
    /// Mute all classes but one, or none.
    Solo(usize),
    /// Unmute all classes.
    UnmuteAll,
    /// Draw another field.
    Of(FieldOf),
    /// Change the viewpoint.
    View(Viewpoint),
    /// Change the colouring of words.
    ColourBy(ColourBy),
    /// Text of the path fields of the two word lists.
    LexiconFields([String; 2]),
    /// Read two word lists, positive and negative.
    ReadLexicon([PathBuf; 2]),
    /// The word lists, or the reason why they cannot be read.
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

/// Steps of closing the window while verdicts cannot be written.
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
