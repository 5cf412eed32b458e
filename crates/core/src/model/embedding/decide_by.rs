//! What decides: the map alone, or the map and the components beside it.

use serde::{Deserialize, Serialize};

use crate::{
    ldk::Ldk,
    param::{Choice, Choices},
};

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

impl DecideBy {
    /// What decides under a kernel between documents: the map alone, or something beside it, be it other components or the
    /// private term, which is a dimension of each word's own. `None` if the kernel reads no positions.
    pub fn over(ldk: &Ldk) -> Option<Self> {
        let combined = ldk.components.is_some() || ldk.private > 0.0;
        ldk.embedding.has_places().then_some(if combined { Self::Combined } else { Self::Map })
    }

    /// Name in a column of scores: `map`, `combined`, or a dash for models without positions.
    pub fn in_column(decider: Option<Self>) -> &'static str {
        decider.map_or("–", |decider| decider.key())
    }
}
