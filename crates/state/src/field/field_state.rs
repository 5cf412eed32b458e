//! State of the word field: scene, layers, tool, muted classes, paths.

use std::sync::Arc;

use crate::{
    Focus, KernelMean, Layers, Members, Memo, Paths, Profile, Same, Scene, SelectionSet, Tool,
    core::query::PendingQuery,
    field::{contours::ContourKey, profile::ProfileQuery},
};
use wordfield_core::corpus::Dataset;

/// Scene, layers, tool, muted classes and paths of the word field.
#[derive(Debug, Default)]
pub struct FieldState {
    /// The scene that is drawn.
    pub scene: Option<Arc<Scene>>,
    /// Layers of the word field.
    pub layers: Layers,
    /// Effect of dragging in the word field.
    pub tool: Tool,
    /// Classes whose words are dimmed.
    pub muted: Members,
    /// Lines drawn over the words.
    pub paths: Paths,
    pub(crate) profile_query: PendingQuery<ProfileQuery>,
    /// The last profile through two words.
    pub(crate) profile: Option<Arc<Profile>>,
    /// Why the contours of classes are hidden, if they are.
    pub(crate) hidden_contours: Memo<ContourKey, Option<String>>,
    /// Kernel mean of the selection, computed while it is drawn.
    pub(crate) mean: Memo<(SelectionSet, Focus, Same<Dataset>), Option<Arc<KernelMean>>>,
}
