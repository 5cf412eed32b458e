//! Selection: the focus of the inspector, the selection set and its named copies.

pub(super) mod focus;
pub(super) mod named_sets;
pub(super) mod rules;
pub(super) mod selection_set;
pub(super) mod update;

pub use focus::{ColourBy, FieldOf, Focus, Tool};
pub use named_sets::{NamedSet, NamedSets};
pub use rules::Rule;
pub use selection_set::{Members, SelectionSet, SetOperation};

/// Origin of selection sets.
#[derive(Debug, Default)]
pub struct SelectionState {
    /// Latest sets of words that were selected by position, such as by a lasso.
    by_position: Vec<SelectionSet>,
}

impl SelectionState {
    /// Maximum number of selection sets remembered as selected by position.
    const REMEMBERED: usize = 64;

    /// Whether a selection set was selected by the positions of its words. Undo and naming do not change the result.
    pub fn is_by_position(&self, set: &SelectionSet) -> bool {
        !set.is_empty() && self.by_position.contains(set)
    }

    /// Remembers a selection set as selected by position.
    pub(crate) fn remember_by_position(&mut self, set: &SelectionSet) {
        if set.is_empty() || self.is_by_position(set) {
            return;
        }
        if self.by_position.len() == Self::REMEMBERED {
            drop(self.by_position.remove(0));
        }
        self.by_position.push(set.clone());
    }

    /// Forgets which sets were selected by position, when their vocabulary is replaced.
    pub(crate) fn forget_positions(&mut self) {
        self.by_position.clear();
    }
}
