//! Actions: what views return for user input, and the app for thread events. Only [`crate::update()`] applies them.
//!
//! One enum per subject, matched exhaustively in a single function, so that a new variant cannot be forgotten.

mod exports;
mod opening;

use std::{path::PathBuf, sync::Arc};

use crate::{
    AlignAction, Axis, ChangesAction, ColourBy, Column, DataOptions, DocumentFilter, DocumentMapAction, FieldOf, Find, Focus,
    GramAction, JobAnswer, LabelAction, Layer, LessonAction, LinesAction, MatchAction, Members, Message, MethodsAction, Moment,
    ReviewerAction, Rule, RulesAction, SandboxAction, Seek, SelectionSet, SetOperation, SetsAction, Show, SpaceAction, Tab,
    Theme, Tool, Viewpoint, inspect::explain::Part,
};
use wordfield_core::{
    corpus::{SentimentLexicon, Side, TextOptions, Weighting},
    model::{LeftOut, LiveChange, Params, Preset, Snapshot},
    project::MatchReview,
    train::{Event, History, Pace},
};

pub use exports::{Export, FigureStep, Save};
pub use opening::{Answer, Open};

/// Action: an event of the window, from the user or from a thread.
#[derive(Clone, Debug)]
pub enum Action {
    /// Actions that open documents and saved models.
    Open(Open),
    /// Actions that change the dataset: its words, weighting or split.
    Data(Data),
    /// Actions that control the training of a run.
    Run(Run),
    /// Actions that change the view.
    Look(Look),
    /// Actions on recorded runs: playback, forks and comparison.
    Time(Time),
    /// Actions that change the drawing of the word field.
    Field(Field),
    /// Actions that change the selection set.
    Choose(Choose),
    /// Action that undoes or redoes an entry of the undo list.
    Undo(Undo),
    /// Actions that change the arrangement of the window.
    Show(Show),
    /// Actions that intervene in the fitted model.
    Edit(EditWords),
    /// Actions that review matches of documents across languages.
    Match(MatchAction),
    /// Actions that compare matches with the verdicts of another reviewer.
    Reviewer(ReviewerAction),
    /// Actions on the rules against pairs, and on dismissed findings of rules.
    Rules(RulesAction),
    /// Actions on comparisons and analyses, such as the Gram matrix or the map of documents.
    Study(StudyAction),
    /// Actions on the sandbox of point sets.
    Sandbox(SandboxAction),
    /// Actions that open word vectors without documents and query them.
    Space(SpaceAction),
    /// Actions that start, continue or close a lesson.
    Lesson(LessonAction),
    /// Actions that save the fitted model.
    Save(Save),
    /// Actions that align two texts.
    Align(AlignAction),
    /// Actions that export or copy tables and models.
    Export(Export),
    /// Actions that export a figure.
    Figure(FigureStep),
    /// Steps of closing the window while verdicts cannot be written.
    Close(Close),
    /// Action that shows a message; `None` dismisses it.
    Message(Option<Message>),
    /// Action that delivers the saved verdicts on the pairs with this fingerprint, after another window has changed them.
    Reviewed(u64, Vec<MatchReview>),
    /// Action that delivers the answer of a job.
    Answered(JobAnswer),
    /// Action that delivers a snapshot or event from the trainer of a run.
    Trainer(u64, TrainerUpdate),
}

/// Changes of the dataset's options. A change of text, split or vocabulary starts a new run.
#[derive(Clone, Debug)]
pub enum Data {
    /// Change the tokenisation or the split of the corpus.
    Set(DataOptions),
    /// Show dataset options while a value is being dragged, without applying them yet.
    Draft(DataOptions),
    /// Change the text options of a side, source or target, for the next reading.
    Text(Side, TextOptions),
    /// Read the current files again with the current options.
    ReadAgain,
    /// Open a dialog for a file of word vectors of a side, source or target.
    AskForVectors(Side),
    /// Set the word-vector file of a side, source or target; `None` removes it.
    Vectors(Side, Option<PathBuf>),
    /// Close the dialog for the word-vector file that gives initial positions.
    CloseVectors,
}

/// Training commands, and the parameters of a run.
#[derive(Clone, Debug)]
pub enum Run {
    /// Toggle the training between running and paused.
    PlayPause,
    /// Train for the given number of iterations, then pause.
    Step(usize),
    /// Restart the training from new initial positions.
    Restart,
    /// Stop the training run.
    Stop,
    /// Set the speed limit of the training run.
    Pace(Pace),
    /// Change a parameter of the running model.
    Change(LiveChange),
    /// Train with the values of another preset.
    Preset(Preset),
    /// Train with other hyper-parameters of a preset.
    Params(Box<Params>),
    /// Train with another weighting of word counts.
    Weighting(Weighting),
    /// Train every point of the papers' hyper-parameter grid in turn and adopt the best.
    SearchPapersGrid,
    /// Stop the grid search and use the best point found.
    EndSearch,
    /// Whether the run stops early, with its best iterate, when the development score no longer improves.
    EarlyStop(bool),
}

/// Changes of the view, without an effect on the model.
#[derive(Clone, Copy, Debug)]
pub enum Look {
    /// Focus on a word, a document or a class.
    Select(Focus),
    /// Bring a tab to the front.
    Tab(Tab),
    /// Show another iteration of the run; the model is not affected.
    Seek(Seek),
    /// Choose the pair of classes whose decision is explained for a document; `None`: the most relevant pair.
    ExplainPair(Option<usize>),
    /// List only misclassified documents.
    WrongOnly(bool),
    /// List only documents whose rating is outside their 95 % interval.
    MissedOnly(bool),
    /// Sort the documents by a column; reverses the order of the current column.
    SortBy(Column),
    /// Choose the part of the split, training to test, that the confusion matrix shows.
    Part(Part),
    /// Whether the confusion matrix lists confused classes next to each other.
    ByConfusion(bool),
    /// Clear the selected cell of the confusion matrix, so that all documents are listed.
    ClearCell,
    /// Dismiss the hints for new users.
    DismissHint,
    /// Set the colour theme of the window.
    Theme(Theme),
}

/// Actions on the selection set and the named sets.
#[derive(Clone, Debug)]
pub enum Choose {
    /// Replace the selection set.
    Set(SelectionSet),
    /// Combine the given words or documents with the selection set.
    Take(SetOperation, SelectionSet),
    /// Combine words selected by their positions in the word field with the selection set.
    Region(SetOperation, SelectionSet),
    /// Combine the members that a rule selects with the selection set.
    By(SetOperation, Rule),
    /// Invert the selection set, so that all other words or documents are selected.
    Invert,
    /// Clear the selection set and the inspector's focus.
    Clear,
    /// Whether the table lists only documents of the selection set.
    Only(bool),
    /// Filter the table of documents.
    Filter(DocumentFilter),
    /// List the documents of a group by a column of the file, in the evaluated part.
    Group(usize),
    /// Open the word search, or focus it if it is open.
    Search,
    /// Set the text of the word search; `None` closes the search.
    Find(Option<Find>),
    /// Set the two words of the semantic axis; `None` closes the axis.
    Axis(Option<Axis>),
    /// Whether the named sets are listed.
    Sets(bool),
    /// Save the selection set under a name.
    Keep(String),
    /// Rename a named set.
    Rename(usize, String),
    /// Delete a named set.
    Remove(usize),
    /// Record that the name field of the set saved last has received the focus.
    KeepAndName,
    /// Event: the name field of the set saved last has the focus.
    NameFocused,
}

/// Actions that undo and redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Undo the latest entry of the undo list.
    Undo,
    /// Redo the undo entry that was undone last.
    Redo,
    /// End the gesture, since the pointer was released: the next action is a new undo entry.
    EndGesture,
}

/// Interventions in the model: dragged, pinned and left-out words, and a typed document.
#[derive(Clone, Debug)]
pub enum EditWords {
    /// Move a word to a position (q); starts or continues a drag.
    Drag {
        /// Index of the dragged word.
        word: usize,
        /// New position of the dragged word (q).
        to: Vec<f64>,
    },
    /// Release the dragged word.
    LetGo,
    /// Return the word dragged last to its previous position.
    PutBack,
    /// Pin the selected words or the word in focus; unpin them if all are pinned.
    TogglePin,
    /// Pin exactly the given words.
    Pin(Arc<Members>),
    /// Leave out a word or document from the model.
    LeaveOut(LeftOut),
    /// Restore the left-out word or document.
    TakeBackIn,
    /// Change the typed document.
    Type(Typing),
}

/// Changes of the document that the user types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Open or close the window of the typed document.
    Open(bool),
    /// Set the text of the document typed by the user.
    Text(String),
    /// Whether the typed text is of the target side, if documents are paired.
    Target(bool),
}

/// Actions on recorded runs: playback, forks and comparisons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Time {
    /// Start playback from the shown iteration or from the start, or stop it.
    PlayBack,
    /// Playback speed in recorded iterations per second.
    Rate(f64),
    /// Loop playback between two iterations; `None`: play to the newest.
    Loop(Option<[usize; 2]>),
    /// Advance playback by the elapsed seconds.
    Tick(f64),
    /// Continue from the iteration shown as a new run; the current run is kept.
    Fork,
    /// Fork a new run at a recorded point.
    ForkFrom(Moment),
    /// Set the moment of the first or second of the two compared runs.
    Compare(usize, Moment),
    /// Whether lines in the word field show how the two compared runs differ.
    Lines(bool),
    /// Compare the predictions of the run with the given number with those of the previously selected run.
    ChooseRun(u64),
    /// Delete an earlier run from the list of runs.
    Forget(u64),
}

/// Actions on tabs with comparisons and analyses.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// Action on the comparison of two sets.
    Sets(SetsAction),
    /// Action on the Gram matrix.
    Gram(GramAction),
    /// Action on the map of documents.
    DocumentMap(DocumentMapAction),
    /// Action on the concordance, the list of a word's occurrences.
    Lines(LinesAction),
    /// Action on the study of methods.
    Methods(MethodsAction),
    /// Action on the labels of documents.
    Labels(LabelAction),
    /// Action on the search for changes between groups of documents.
    Changes(ChangesAction),
}

/// Actions on the word field.
#[derive(Clone, Debug)]
pub enum Field {
    /// Toggle a layer of the word field.
    Toggle(Layer),
    /// Set the tool: the effect of dragging in the word field.
    Tool(Tool),
    /// Toggle whether a class is muted in the word field.
    Mute(usize),
    /// Mute the words of all classes but one, or of none.
    Solo(usize),
    /// Unmute all classes of the word field.
    UnmuteAll,
    /// Draw another function behind the words of the word field.
    Of(FieldOf),
    /// Set the bound `ν` of the novelty field.
    Nu(f64),
    /// Change the viewpoint of the word field.
    View(Viewpoint),
    /// Change the colouring of words in the word field.
    ColourBy(ColourBy),
    /// Set the path fields of the sentiment lists, positive and negative.
    LexiconFields([String; 2]),
    /// Read two word lists, positive and negative.
    ReadLexicon([PathBuf; 2]),
    /// Deliver the sentiment lists, positive and negative, or the reason why they cannot be read.
    Lexicon(Result<Arc<SentimentLexicon>, String>),
}

/// Updates from the trainer of a run.
#[derive(Clone, Debug)]
pub enum TrainerUpdate {
    /// The trainer recorded iterations in the history of the run.
    Recorded(Arc<History>),
    /// Deliver an event from the trainer.
    Event(Event),
    /// Deliver the newest snapshot from the trainer.
    Snapshot(Arc<Snapshot>),
    /// The trainer sends the requested snapshot of an earlier iteration.
    Recalled(Arc<Snapshot>),
}

/// Steps of closing the window while verdicts cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Close {
    /// Report that writing the verdicts failed, for the given reason.
    Unwritten(String),
    /// Set the path of the folder to save the verdicts in.
    Folder(String),
    /// Ask for the folder of the verdicts in a dialog.
    Dialog,
    /// Save the verdicts in the chosen folder, then close the window.
    SaveElsewhere,
    /// Try again to write the verdicts, then close the window.
    TryAgain,
    /// Close the window without writing the verdicts.
    Discard,
    /// Keep the window open.
    Cancel,
}
