//! What decides: the map alone, or the map and the components beside it.

use serde::{Deserialize, Serialize};

use crate::param::{Choice, Choices};

/// What the decisions of a model are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecideBy {
    /// The map alone: a word is known by its position only, so that what is drawn is what decides.
    Map,
    /// The map and the components beside it, as far as their weights are above 0. Models saved without this parameter decide so.
    #[default]
    Combined,
}

impl Choices for DecideBy {
    const ALL: &'static [Choice] = &[Choice::new("map", "the map"), Choice::new("combined", "map and components")];
    const USUAL: &'static [Self] = &[Self::Map, Self::Combined];
}
