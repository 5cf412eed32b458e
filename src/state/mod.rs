//! Workspace, actions, update and scene: what the views draw, as data.
//!
//! A gesture is an [`Action`]; [`update()`] applies it to the [`Workspace`] and returns what must happen outside as
//! [`Effect`]s. The [`Scene`] is rebuilt only when the run or the iteration changed, the order of documents and what
//! is [`Derived`] from the snapshot only when what they are made from did. Nothing here knows egui.
//!
//! A file imports only what stands before it here: what is chosen (`memo`, `options`, `arrangement`, `selection`, `chosen`, `paths`, `settings`, `search`, `curves`,
//! `timeline`, `reviews`, `kept`), what is read off a model (`explain`, `rated`, `viewpoint`, `layers`, `colouring`, `scene`, `derived`, `doubts`,
//! `compared`, `study`, `sets`, `studies`, `inquiry`), what is looked at (`match_view`, `task_state`, `order_key`, `opened`), the [`Workspace`] of it all,
//! what goes out and comes in (`effect`, `action`), what is brought up to date (`document_order`, `refresh`, `studying`, `ask`, `keeping`), the
//! steps (`restart`, `searching`, `load`, `matching`, `look`, `field`, `saving`, `saved`, `remake`, `drive`, `news`, `opening`), and
//! [`update()`].

mod action;
mod arrangement;
mod ask;
mod chosen;
mod colouring;
mod compared;
mod consequence;
mod curves;
mod derived;
mod document_order;
mod doubts;
mod drive;
mod effect;
mod field;
mod hands;
mod inquiry;
mod keeping;
mod kept;
mod layers;
mod load;
mod look;
mod match_view;
mod matching;
mod memo;
mod news;
mod opened;
mod opening;
mod options;
mod order_key;
mod paths;
mod refresh;
mod remake;
mod restart;
mod reviews;
mod saved;
mod saving;
mod scene;
mod search;
mod searching;
mod selection;
mod sets;
mod settings;
mod studies;
mod study;
mod studying;
mod task_state;
mod timeline;
mod touch;
mod typed;
mod update;
mod viewpoint;
mod workspace;

pub mod explain;
pub mod rated;

pub use action::{Action, Answer, Choose, Data, Field, Look, News, Open, Run, Save, Touch, Typing};
pub use arrangement::{Arrangement, Panel, Show, TextSize};
pub use chosen::{Chosen, Members};
pub use colouring::{Colouring, Scale, WordRatings};
pub use compared::{CANDIDATES, Compared};
pub use consequence::{Changed, Consequence, Least, Said, Standing};
pub use curves::Curves;
pub use derived::{Derived, Doubts, Level, MOST, Neighbours, Precision};
pub use effect::{Effect, Saved, Source};
pub use hands::{Drag, Drawn, Hands, Left, Taken};
pub use inquiry::{Finding, Inquiry, WordFinding};
pub use kept::{Keeping, KeptReviews};
pub use layers::{Layer, LayerRow, Layers};
pub use match_view::{MatchAction, MatchFilter, MatchSort, MatchView};
pub use memo::{Memo, Same};
pub use opened::{Given, Opened, Ready, Start};
pub use options::{Column, DataOptions, Tab, Theme};
pub use paths::{Path, PathKind, Paths};
pub use reviews::{Review, Reviews, Verdict};
pub use scene::{Basis, Between, Scene};
pub use search::{Searching, papers_axes};
pub use selection::{ColourBy, FieldOf, Selection, Tool};
pub use sets::{SetOf, SetShare, SetsFound, SetsKey, SetsQuestion};
pub use settings::Settings;
pub use studies::{SetsAction, SetsStudy, Studies, StudyAction, StudyAnswer, StudyQuestion};
pub use study::{Outcome, Study, Underway};
pub use task_state::{ClassesState, RatingsState, TaskState};
pub use timeline::{Seek, Timeline};
pub use typed::{Judgement, Reading, Typed};
pub use update::update;
pub use viewpoint::{Along, Slice, Viewpoint};
pub use workspace::{Loading, Message, Phase, Saving, Workspace};
