//! The focus of the inspector, the selection set and its named copies.

pub(super) mod focus;
pub(super) mod named_sets;
pub(super) mod rules;
pub(super) mod selection_set;
pub(super) mod selection_state;
pub(super) mod update;

pub use focus::{ColourBy, FieldOf, Focus, Tool};
pub use named_sets::{NamedSet, NamedSets};
pub use rules::Rule;
pub use selection_set::{Members, SelectionSet, SetOperation};

pub use selection_state::SelectionState;
