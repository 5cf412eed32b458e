//! Pointer and keyboard input of the word field: navigation, hovering, selecting, moving a word.
//!
//! Cost: finding the hovered word is one pass over the words, in frames with the pointer over the picture.

pub mod arrow_keys;
pub mod encircle;
pub mod hover;
pub mod nearest;
pub mod pointer_input;
pub mod word_drag;
