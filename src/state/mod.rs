//! Workspace, actions, update and scene: what the views draw, as data.
//!
//! A gesture is an [`Action`]; [`update()`] applies it to the [`Workspace`] and returns what must happen outside as
//! [`Effect`]s. The [`Scene`] is rebuilt only when the run or the iteration changed, the order of documents and what
//! is [`Derived`] from the snapshot only when what they are made from did. Nothing here knows egui.
//!
//! A file imports only what stands before it here (`tests/layers.rs` has the list, file by file):
//!
//! | from the bottom up | files |
//! |---|---|
//! | a value made again only when what it is made from is another, a question asked once | `memo`, `asked` |
//! | what is chosen: data, view, settings, sets | `options`, `arrangement`, `selection`, `chosen`, `named`, `settings`, `search`, `typed_paths`, `confused` |
//! | what is kept of runs | `curves`, `timeline`, `runs`, `two_runs`, `paths` |
//! | what a person said of matches | `reviews`, `kept` |
//! | what is read off a model, document, word or set | `explain`, `consequence`, `rated`, `one_more`, `linked`, `summary`, `derived`, `doubts`, `compared`, `dictionary`, `neighbours` |
//! | what the word field draws | `viewpoint`, `layers`, `colouring`, `basis`, `scene` |
//! | what is worked out on threads | `find`, `axis`, `study`, `sets`, `gram`, `concordance`, `studies`, `typed`, `inquiry` |
//! | what is looked at, and what hands did | `hands`, `match_view`, `task_state`, `rules`, `personal`, `chooser`, `order_key`, `opened`, `first_look` |
//! | all of it in one place, what it is asked, and which numbers of it are shown | `workspace`, `shown` |
//! | what comes in and what must happen outside | `effect`, `action`, `mended` |
//! | brought up to date after each action | `document_order`, `trails`, `comparing`, `neighbouring`, `refresh`, `keeping` |
//! | one file a concern of [`Action`] | `restart`, `searching`, `load`, `choosing`, `matching`, `look`, `arrows`, `touch`, `studying`, `ask`, `time`, `field`, `saving`, `saved`, `remake`, `drive`, `news`, `previewing`, `opening`, `undo` |
//! | the one place where the workspace changes | [`update()`] |

mod action;
mod arrangement;
mod arrows;
mod ask;
mod asked;
mod axis;
mod basis;
mod chooser;
mod choosing;
mod chosen;
mod colouring;
mod compared;
mod comparing;
mod concordance;
mod confused;
mod consequence;
mod curves;
mod derived;
mod dictionary;
mod document_order;
mod doubts;
mod drive;
mod effect;
mod field;
mod find;
mod first_look;
mod gram;
mod hands;
mod inquiry;
mod keeping;
mod kept;
mod layers;
mod linked;
mod load;
mod look;
mod match_view;
mod matching;
mod memo;
mod mended;
mod named;
mod neighbouring;
mod neighbours;
mod news;
mod one_more;
mod opened;
mod opening;
mod options;
mod order_key;
mod paths;
mod personal;
mod previewing;
mod refresh;
mod remake;
mod restart;
mod reviews;
mod rules;
mod runs;
mod saved;
mod saving;
mod scene;
mod search;
mod searching;
mod selection;
mod sets;
mod settings;
mod shown;
mod studies;
mod study;
mod studying;
mod summary;
mod task_state;
mod time;
mod timeline;
mod touch;
mod trails;
mod two_runs;
mod typed;
mod typed_paths;
mod undo;
mod update;
mod viewpoint;
mod workspace;

pub mod explain;
pub mod rated;

pub use action::{Action, Answer, Choose, Data, Field, Look, News, Open, Run, Save, Time, Touch, Typing, Undo};
pub use arrangement::{Arrangement, Panel, Room, Show, TextSize};
pub use axis::{Axis, OnAxis, Ranking};
pub use basis::Basis;
pub use chooser::Chooser;
pub use chosen::{Chosen, How, Members};
pub use colouring::{Colouring, Scale, WordRatings};
pub use compared::{CANDIDATES, Compared};
pub use concordance::{Line, LineOrder, Lines, LinesKey, LinesOf, LinesQuestion};
pub use confused::confused_order;
pub use consequence::{Changed, Consequence, Least, Said, Standing};
pub use curves::Curves;
pub use derived::{Derived, Doubts, Level, MOST, Precision};
pub use dictionary::{Dictionary, DictionaryView};
pub use effect::{Effect, Saved, Source};
pub use find::{Find, Hits};
pub use first_look::{FirstLook, obstacle};
pub use gram::{GramFound, GramKey, GramLook, GramOrder, GramQuestion};
pub use hands::{Drag, Drawn, Hands, Left, Taken};
pub use inquiry::{Finding, Inquiry, WordFinding};
pub use kept::{Keeping, KeptReviews};
pub use layers::{Layer, LayerRow, Layers};
pub use linked::Linked;
pub use match_view::{Held, MatchAction, MatchFilter, MatchPart, MatchSort, MatchView};
pub use memo::{Memo, Same};
pub use named::{NamedSet, NamedSets};
pub use neighbours::Neighbours;
pub use one_more::{OneMore, Usual};
pub use opened::{Given, Opened, Ready, Start};
pub use options::{Column, DataOptions, Tab, Theme};
pub use paths::{Path, PathKind, Paths};
pub use personal::{Entry, Gesture, Personal, UndoList};
pub use reviews::{Review, Reviews, Verdict};
pub use rules::Rule;
pub use runs::{KeptRun, Moment, Runs};
pub use scene::{Between, Scene};
pub use search::{Searching, papers_axes};
pub use selection::{ColourBy, FieldOf, Selection, Tool};
pub use sets::{SetOf, SetShare, SetsFound, SetsKey, SetsQuestion};
pub use settings::Settings;
pub use shown::ScoresShown;
pub use studies::{
    GramAction, GramStudy, LinesAction, LinesStudy, SetsAction, SetsStudy, Studies, StudyAction, StudyAnswer, StudyQuestion,
};
pub use study::{Outcome, Study, Underway};
pub use summary::Summary;
pub use task_state::{ClassesState, RatingsState, TaskState};
pub use timeline::{Playback, Seek, Timeline};
pub use two_runs::{Apart, RunsQuestion, TwoRuns};
pub use typed::{Judgement, Reading, Typed};
pub use typed_paths::typed_paths;
pub use update::update;
pub use viewpoint::{Along, Slice, Viewpoint};
pub use workspace::{Loading, Message, Phase, Saving, Workspace};
