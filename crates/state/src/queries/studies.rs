//! Actions on the tabs that compare and list.

use crate::{GramAction, LinesAction, SetsAction};

/// An action on a tab that compares or lists.
#[derive(Clone, Debug)]
pub enum StudyAction {
    /// On two sets.
    Sets(SetsAction),
    /// On the Gram matrix.
    Gram(GramAction),
    /// On the concordance.
    Lines(LinesAction),
}
