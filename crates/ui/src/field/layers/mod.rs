//! Layers of the word field that are drawn within the frame: marks, documents, paths, rings, the overview.
//!
//! Cost: linear in the number of words, within the frame. Slower computations are in [`super::background`].
//! Memory: a few numbers a word.

pub(super) mod axes_box;
pub(super) mod colours;
pub(super) mod depth;
pub(super) mod documents;
pub(super) mod marks;
pub(super) mod overlay;
pub(super) mod overview;
pub(super) mod paths;
pub(super) mod plane;
pub(super) mod plot_item;
pub(super) mod space;
pub(super) mod strays;
pub(super) mod word_style;
