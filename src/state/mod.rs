//! Workspace, actions, update and scene: what the views draw, as data.
//!
//! A gesture is an [`Action`]; [`update()`] applies it to the [`Workspace`] and returns what must happen outside as
//! [`Effect`]s. The [`Scene`] is rebuilt only when the run or the iteration changed, the order of documents and what
//! is [`Derived`] from the snapshot only when what they are made from did. Nothing here knows egui.
//!
//! One folder a feature. A file of a feature names only features above it in this table; its folder `update` applies
//! actions and may name everything (`tests/layers.rs`).
//!
//! | feature | content |
//! |---|---|
//! | `core` | Building blocks of every feature: cached values, pending queries, progress of long computations |
//! | `inspect` | Numbers and sorted lists read from a model: explanations, neighbours, evaluation, warnings about chance level |
//! | `layout` | Arrangement of the window: panels, tabs, theme, text size |
//! | `selection` | The focus of the inspector, the selection set and its named copies |
//! | `field` | The word field: viewpoint, layers, colours, paths, and the scene that is drawn |
//! | `chooser` | Windows that choose words: text search, semantic axis, and the summary of the selection set |
//! | `run` | Training runs: settings, curves, timeline, earlier runs, and the search over settings |
//! | `reviews` | Verdicts on matches, and their copies on the disk |
//! | `compare` | Comparisons: two sets under the kernel, and two runs |
//! | `gram` | The Gram matrix of the documents |
//! | `concordance` | The concordance: every occurrence of some words in its context |
//! | `matches` | Matches of a model of pairs: list, comparison of two documents, dictionary |
//! | `documents` | The table of documents: filters, order, and the state of each task |
//! | `edit` | Interventions in a model: dragged and pinned words, left-out documents, typed text |
//! | `corpus` | Opening and reading files, and the options of the dataset |
//! | `queries` | Background computations for the current view |
//! | `undo` | Undo and redo |
//! | `session` | Saving the model, and the lifetime of messages |
//! | `workspace`, `effect`, `action`, `refresh` | All of it in one place, what must happen outside, what can happen, cached values |
//! | [`update()`] | The one place where the workspace changes |

mod action;
mod chooser;
mod compare;
mod concordance;
mod core;
mod corpus;
mod documents;
mod edit;
mod effect;
mod field;
mod gram;
mod inspect;
mod layout;
mod matches;
mod queries;
mod refresh;
mod reviews;
mod run;
mod selection;
mod session;
mod undo;
mod update;
mod workspace;

pub use action::{Action, Answer, Choose, Data, Field, Look, News, Open, Run, Save, Time, Touch, Typing, Undo};
pub use chooser::{Axis, Chooser, Find, Hits, Linked, OnAxis, Ranking, Summary};
pub use compare::{Apart, RunsQuestion, SetOf, SetShare, SetsFound, SetsKey, SetsQuestion, TwoRuns};
pub use concordance::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuestion};
pub use core::{Memo, Outcome, Same, Study, Underway};
pub use corpus::{FirstLook, Given, Opened, Ready, Start, obstacle, typed_paths};
pub use documents::{ClassesState, RatingsState, TaskState, confused_order};
pub use edit::{Changed, Consequence, Drag, Drawn, Hands, Judgement, Least, Left, Reading, Said, Standing, Taken, Typed};
pub use effect::{Effect, Saved, Source};
pub use field::{
    Along, Basis, Between, Colouring, Layer, LayerRow, Layers, Path, PathKind, Paths, Scale, Scene, Slice, Viewpoint, WordRatings,
};
pub use gram::{GramFound, GramKey, GramLook, GramOrder, GramQuestion};
pub use inspect::{Derived, Doubts, Level, MOST, Neighbours, OneMore, Precision, Usual, explain, rated};
pub use layout::{Arrangement, Column, DataOptions, Panel, Room, Show, Tab, TextSize, Theme};
pub use matches::{
    CANDIDATES, Compared, Dictionary, DictionaryView, Held, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView,
};
pub use queries::{
    Finding, GramAction, GramStudy, Inquiry, LinesAction, LinesStudy, SetsAction, SetsStudy, Studies, StudyAction, StudyAnswer,
    StudyQuestion, WordFinding,
};
pub use reviews::{Keeping, KeptReviews, Review, Reviews, Verdict};
pub use run::{Curves, KeptRun, Moment, Playback, Runs, Searching, Seek, Settings, Timeline, papers_axes};
pub use selection::{Chosen, ColourBy, FieldOf, How, Members, NamedSet, NamedSets, Rule, Selection, Tool};
pub use undo::{Entry, Gesture, Personal, UndoList};
pub use update::update;
pub use workspace::{Loading, Message, Phase, Saving, ScoresShown, Workspace};
