//! The focus of the inspector, the selection set and its named copies.

pub(super) mod focus;
pub(super) mod named_sets;
pub(super) mod rules;
pub(super) mod selection_set;
pub(super) mod update;

pub use focus::{ColourBy, FieldOf, Selection, Tool};
pub use named_sets::{NamedSet, NamedSets};
pub use rules::Rule;
pub use selection_set::{Chosen, How, Members};
