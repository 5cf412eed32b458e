//! Workspace, actions, update and scene: what the views draw, as data.
//!
//! A gesture is an [`Action`]; [`update()`] applies it to the [`Workspace`] and returns what must happen outside as
//! [`Effect`]s. The [`Scene`] is rebuilt only when the run or the iteration changed, the [`Listing`] of documents and the
//! [`Digest`] of the snapshot only when what they are made from did. Nothing here knows egui.

mod action;
mod colouring;
mod compared;
mod digest;
mod listing;
mod match_view;
mod matching;
mod opening;
mod options;
mod reviews;
mod saved;
mod saving;
mod scene;
mod selection;
mod settings;
mod timeline;
mod update;
mod workspace;

pub mod explain;
pub mod rated;

pub use action::{Action, Effect, Opened, Ready, Saved, Source, Start};
pub use colouring::{Colouring, Scale, WordRatings};
pub use compared::{CANDIDATES, Compared};
pub use digest::{Digest, Level, MOST, Neighbours, Precision};
pub use listing::Listing;
pub use match_view::{MatchAction, MatchFilter, MatchSort, MatchView};
pub use options::{Column, DataOptions, Layer, Tab, Theme};
pub use reviews::{Review, Reviews, Verdict};
pub use saving::{Save, Saving};
pub use scene::{Basis, Scene};
pub use selection::{ColourBy, FieldOf, Layers, Selection};
pub use settings::Settings;
pub use timeline::{Seek, Timeline};
pub use update::update;
pub use workspace::{Curves, Loading, Message, Phase, Workspace};
