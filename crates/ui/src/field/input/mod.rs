//! Pointer and keyboard input of the word field: navigation, hovering, selecting, moving a word.
//!
//! Cost: finding the hovered word is one pass over the words, in frames with the pointer over the picture.

pub(super) mod arrow_keys;
pub(super) mod encircle;
pub(super) mod hover;
pub(super) mod nearest;
pub(super) mod pointer_input;
pub(super) mod word_drag;
