//! What the tabs that compare and list have asked for and found, and the gestures on them.

use crate::state::{GramAction, LinesAction, SetsAction};

/// A gesture in a tab that compares or lists.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// On two sets.
    Sets(SetsAction),
    /// On the Gram matrix.
    Gram(GramAction),
    /// On the concordance.
    Lines(LinesAction),
}
