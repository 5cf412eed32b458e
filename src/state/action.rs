//! What a person can do: views return these, [`super::update`] alone applies them.

use super::Selection;

/// One thing a person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Look at something.
    Select(Selection),
}
