//! State of the window as data: workspace, actions, update and scene. It does not use egui.
//!
//! A user gesture is an [`Action`], which [`update()`] applies to the [`Workspace`].
//! The result are [`Effect`]s: operations on files, threads and the trainer.
//! The [`Scene`] is rebuilt only if the run or the iteration changed.
//! The order of documents and [`Derived`] values are recomputed only if their inputs changed.
//!
//! Each feature has its own folder.
//! A file of a feature names only features above it in this table, and changes only their state and its own.
//! The `update` of a feature applies actions and may also name [`Workspace`], [`Action`] and [`Effect`] (`tests/all/layers.rs`).
//! Consequences of a change for later features are in `refresh` and in a function of the workspace.
//!
//! | feature | content |
//! |---|---|
//! | `core` | Building blocks of every feature: cached values, messages, values computed by jobs |
//! | `layout` | Arrangement of the window: panels, tabs, theme, text size |
//! | `session` | Saving the model, exporting a figure, and closing the window |
//! | `selection` | The focus of the inspector, the selection set and its named copies |
//! | `inspect` | Numbers and sorted lists read from a model: explanations, neighbours, evaluation, health of a run |
//! | `field` | The word field: viewpoint, layers, colours, paths, and the scene that is drawn |
//! | `run` | Training runs: settings, curves, timeline, earlier runs, and the search over settings |
//! | `reviews` | Verdicts on matches, and their copies on the disk |
//! | `compare` | Comparisons: two sets under the kernel, and two runs |
//! | `matches` | Matches of a model of pairs: list, comparison of two documents, dictionary |
//! | `sandbox` | The sandbox: point sets, their values, their permutation test |
//! | `word_space` | Word vectors without documents: files, jobs, picture |
//! | `documents` | The table of documents: filters, order, and the state of each task |
//! | `chooser` | Windows that choose words: text search, semantic axis, and the summary of the selection set |
//! | `gram` | The Gram matrix of the documents |
//! | `document_map` | The map of documents: kernel principal components |
//! | `concordance` | The concordance: every occurrence of some words in its context |
//! | `edit` | Interventions in a model: dragged and pinned words, left-out documents, typed text |
//! | `choices` | What the user chose: the values that undo restores |
//! | `corpus` | Opening and reading files, and the options of the dataset |
//! | `training` | New runs, their parameters, and runs that continue earlier ones |
//! | `methods` | The study of methods on the open corpus, in the background |
//! | `undo` | Undo and redo |
//! | [`quantities`] | Numbers that lessons name in their texts and wait for |
//! | `export` | Export of tables, models and figures to files or the clipboard |
//! | `align` | Alignment of two texts in the background |
//! | `lesson` | Lessons: short courses from data files, with a workspace of their own |
//! | `workspace`, `action`, `effect` | the complete state, events, outside operations |
//! | `tables` | Every list and every plot of the window as a table of typed columns, with the effect of a click on a row |
//! | `glossary` | Technical terms: explanation, formula, current values, and a view that shows them |
//! | `user_settings` | settings of the user that are kept after the window closes |
//! | `refresh` | updates of cached values that depend on several features |
//! | [`update()`] | the order in which an action, its message, undo, cached values and jobs are handled |

pub mod data_folder;
pub mod glossary;
pub mod headless;
pub mod load;
pub mod quantities;

mod action;
mod align;
mod changes;
mod choices;
mod chooser;
mod compare;
mod concordance;
mod core;
mod corpus;
mod document_map;
mod documents;
mod edit;
mod effect;
mod export;
mod field;
mod gram;
mod inspect;
mod labels;
mod layout;
mod lesson;
mod matches;
mod methods;
mod refresh;
mod reviews;
mod run;
mod sandbox;
mod selection;
mod session;
mod tables;
mod training;
mod undo;
mod update;
mod user_settings;
mod word_space;
mod workspace;

pub use action::{
    Action, Answer, Choose, Close, Data, EditWords, Export, Field, FigureStep, Look, Open, Run, Save, StudyAction, Time,
    TrainerUpdate, Typing, Undo,
};
pub use align::{AlignAction, AlignDialog, AlignForm, AlignState, AlignedFile, SideLines, TextsToAlign, anchor, cut_by};
pub use changes::{ChangesAction, ChangesKey, ChangesStudy};
pub use choices::Choices;
pub use chooser::{Axis, AxisProjection, Chooser, Find, Hits, LinkedMembers, Ranking, Summary};
pub use compare::{
    CompareState, ComparedSets, HalvesFound, HalvesKey, MeanSurfaces, RunDifference, SetOf, SetShare, SetsAction, SetsFound,
    SetsKey, SetsStudy, TwoRuns,
};
pub use concordance::{ConcordanceState, Line, LineOrder, Lines, LinesAction, LinesKey, LinesOf};
pub use core::{Job, JobAnswer, Lane, Lazy, Memo, Message, Outcome, Same, Underway, catch_panic};
pub use corpus::{
    CorpusState, FirstLook, LoadedData, Loading, OpenedModel, OpenedSession, ReadProblem, Recovery, SessionView, StartOptions,
    completed, part_named, typed_paths,
};
pub use document_map::{DocumentMap, DocumentMapAction, DocumentMapKey, DocumentMapLook, DocumentMapState, NEIGHBOURS_COMPARED};
pub use documents::{ClassesState, DocumentFilter, DocumentsState, RatingsState, confused_order};
pub use edit::{
    ChangeThreshold, ChangedPrediction, Drag, InterventionEffect, Interventions, ModelFigures, Omission, PredictedValue,
    RunInterventions, Typed, TypedAnalysis, TypedPrediction, WordForces, WordMove,
};
pub use effect::{Dialog, Effect, ExportTask, LoadTask, Saved, Source, Writer};
pub use export::{ExportDialog, ExportState, Item, Running, TableView};
pub use field::{
    Along, Basis, Between, Colouring, ColumnColouring, ColumnColours, FieldState, KernelMean, Layer, LayerRow, Layers, NU,
    NoveltyFound, NoveltyKey, NoveltyState, Path, PathKind, Paths, Pictures, PredictiveWord, Profile, Scale, Scene, SecondAxis,
    Slice, ValueScale, Viewpoint, WordRatings, rating_limits,
};
pub use gram::{GramAction, GramFound, GramKey, GramLook, GramOrder, GramState, WordMatrix};
pub use inspect::{
    ClassStanding, Derived, InspectState, Level, MOST, Neighbours, OccurrenceEffect, Precision, RunWarning, TypicalDocuments,
    WordAnswer, explain, rated,
};
pub use labels::{LabelAction, LabelsKey, LabelsState};
pub use layout::{
    Arrangement, Column, LayoutState, Panel, PanelSpace, RecentFile, RecentFiles, RecentKind, Show, Tab, TextSize, Theme,
};
pub use lesson::{
    At, ChoiceTexts, Headings, Language, Lesson, LessonAction, LessonState, LessonTexts, OpenLesson, Owner, PanelTexts, Progress,
    SelectedWords, ShowView, Start, Step, StepState, StepTexts, TermTexts, Texts, Wait, WaitWord, handout, lesson, lessons, tour,
};
pub use matches::{
    Block, CANDIDATE_KEYS, CANDIDATES, CHECKED_AT_ONCE, CheckFilter, CheckFound, CheckList, CheckSort, Compared, Correct,
    EntryFilter, HeldMatches, HeldOutPair, MatchAction, MatchFilter, MatchListing, MatchPart, MatchSort, MatchView, MatchesState,
    PairMode, Reviewer, ReviewerAction, Rules, RulesAction, RulesList, Standing, StoredCheckList, TextEditor,
};
pub use methods::{
    MethodsAction, MethodsState, OfferedMethod, RunningStudy, StudyDifference, StudyPlan, StudySetup, StudyShown, StudyUpdate,
    offered_methods,
};
pub use reviews::{Category, Corrected, PairVerdict, Review, ReviewStore, ReviewedMatches, Reviews, SavedReviews, Verdict};
pub use run::{
    Answers, Differing, Moment, Phase, Playback, RunRecord, RunTable, Runs, Searching, Seek, Settings, TestAnswers, Timeline,
    TrainingState, papers_axes,
};
pub use sandbox::{SandboxAction, SandboxState, SandboxTool, SetEdit};
pub use selection::{
    ColourBy, FieldOf, Focus, Members, NamedSet, NamedSets, Rule, SelectionSet, SelectionState, SetOperation, Tool,
};
pub use session::{Closing, FigureChoice, FigureDialog, Place, SavedContent, Saving, SessionState};
pub use tables::{
    Listing, OpenItem, RATED, TABLES, TableRow, UNLABELLED, beginning, changed_predictions, group_mark, part_of, share_columns,
    table_row,
};
pub use undo::{Entry, Gesture, UndoList};
pub use update::update;
pub use user_settings::UserSettings;
pub use word_space::{
    ClickAdds, DRAWN, Drawn, NEAREST, NEIGHBOURS_COUNTED, NoAxis, Projection, SpaceAction, SpaceChoice, SpacePicture, SpacePlace,
    SpaceReading, SpaceState, SpaceView, WordList,
};
pub use wordfield_core::experiment::DataOptions;
pub use wordfield_session::{Curves, RecordedRun};
pub use workspace::{ScoresShown, Work, Workspace};
