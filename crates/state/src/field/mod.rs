//! The word field: viewpoint, layers, colours, paths, and the scene that is drawn.

pub(super) mod basis;
pub(super) mod colouring;
pub(super) mod contours;
pub(super) mod field_state;
pub(super) mod layers;
pub(super) mod mean;
pub(super) mod paths;
pub(super) mod pictures;
mod predictive;
pub(super) mod profile;
pub(super) mod scene;
pub(super) mod update;
mod value_scale;
mod verdict;
pub(super) mod viewpoint;

pub use basis::Basis;
pub use colouring::{Colouring, Scale, WordRatings, rating_limits};
pub use layers::{Layer, LayerRow, Layers, SecondAxis};
pub use mean::KernelMean;
pub use paths::{Path, PathKind, Paths};
pub use pictures::Pictures;
pub use predictive::PredictiveWord;
pub use profile::Profile;
pub use scene::{Between, Scene};
pub use value_scale::ValueScale;
pub use viewpoint::{Along, Slice, Viewpoint};

pub use field_state::FieldState;
