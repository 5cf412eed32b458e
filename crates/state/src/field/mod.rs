//! The word field: viewpoint, layers, colours, paths, and the scene that is drawn.

pub(super) mod basis;
pub(super) mod colouring;
mod column_colours;
pub(super) mod contours;
pub(super) mod layers;
pub(super) mod mean;
pub(super) mod novelty;
pub(super) mod paths;
pub(super) mod pictures;
mod predictive;
pub(super) mod profile;
pub(super) mod scene;
pub(super) mod update {
    pub(crate) mod draw;
    pub(crate) mod finding_novelty;
    pub(crate) mod picturing;
    pub(crate) mod profiling;
    pub(crate) mod trails;
}
mod value_scale;
mod verdict;
pub(super) mod viewpoint;

pub use basis::Basis;
pub use colouring::{Colouring, Scale, WordRatings, rating_limits};
pub use column_colours::{ColumnColouring, ColumnColours};
pub use layers::{Layer, LayerRow, Layers, SecondAxis};
pub use mean::KernelMean;
pub use novelty::{NU, NoveltyFound, NoveltyKey, NoveltyState};
pub use paths::{Path, PathKind, Paths};
pub use pictures::Pictures;
pub use predictive::PredictiveWord;
pub use profile::Profile;
pub use scene::{Between, Scene};
pub use value_scale::ValueScale;
pub use viewpoint::{Along, Slice, Viewpoint};

use std::sync::Arc;

use self::{contours::ContourKey, paths::TrailsKey, pictures::PictureKey, profile::ProfileKey};
use crate::{Focus, Lazy, Memo, Same, SelectionSet};
use wordfield_core::corpus::{Dataset, SentimentLexicon};

/// State of the word field: scene, paths, and what is computed for them.
#[derive(Debug, Default)]
pub struct FieldState {
    /// Scene that the word field draws.
    pub scene: Option<Arc<Scene>>,
    /// Lines drawn over the words of the field.
    pub paths: Paths,
    /// Rating profile through two words.
    pub(crate) profile: Lazy<ProfileKey, Option<Arc<Profile>>>,
    /// Sentiment lists, positive and negative, that replace the built-in ones.
    pub lexicon: Option<Arc<SentimentLexicon>>,
    /// Text of the path fields of the two word lists, positive and negative.
    pub lexicon_fields: [String; 2],
    pub(crate) pictures: Lazy<PictureKey, Pictures>,
    pub(crate) trails: Memo<TrailsKey, ()>,
    /// Reason why density contours of classes are hidden; `None` if they are drawn.
    pub(crate) hidden_contours: Memo<ContourKey, Option<String>>,
    /// Kernel mean of the selection, computed while it is drawn.
    pub(crate) mean: Memo<(SelectionSet, Focus, Same<Dataset>), Option<Arc<KernelMean>>>,
    /// One-class SMM of the training documents, fitted while its field is drawn.
    pub novelty: NoveltyState,
}

impl FieldState {
    /// Drops the pictures of the previous run.
    /// The last scene of that run is drawn until the new run's first scene, so that the canvas is never empty.
    /// If the words of the last scene are gone, it is dropped too.
    pub(crate) fn begin_run(&mut self, basis: Option<&Basis>) {
        self.pictures = Lazy::default();
        self.novelty.study = Lazy::default();
        self.scene.take_if(|scene| !basis.is_some_and(|basis| Arc::ptr_eq(&basis.words, &scene.basis.words)));
    }
}
