//! What the pointer and the keyboard mean in the word field: navigation, hovering, selecting, dragging a word.
//!
//! Cost: finding the nearest word is one pass over the words, on each frame with a pointer over the picture.

pub mod arrow_keys;
pub mod encircle;
pub mod hover;
pub mod nearest;
pub mod pointer_input;
pub mod word_drag;
