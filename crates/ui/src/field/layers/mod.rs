//! The layers drawn in one frame, in the plane and in space: marks, documents, paths, rings, the overview.
//!
//! Cost: linear in the number of words, within the frame. Slower computations are in [`super::background`]. Memory: a few
//! numbers a word.

pub mod axes_box;
pub mod colours;
pub mod depth;
pub mod documents;
pub mod marks;
pub mod overlay;
pub mod overview;
pub mod paths;
pub mod plane;
pub mod plot_item;
pub mod rings;
pub mod space;
pub mod strays;
pub mod word_style;
