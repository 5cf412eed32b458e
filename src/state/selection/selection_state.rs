//! State of the selection: focus, selection set, named sets.

use crate::state::{Focus, NamedSets, SelectionSet};

/// Focus, selection set and named sets.
#[derive(Debug, Default)]
pub struct SelectionState {
    /// Subject of the inspector.
    pub focus: Focus,
    /// Selected words or documents.
    pub set: SelectionSet,
    /// Whether the table lists only documents of the set.
    pub only: bool,
    /// Sets saved under names.
    pub named: NamedSets,
}
