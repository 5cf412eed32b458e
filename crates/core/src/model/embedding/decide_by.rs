//! Basis of a model's decisions: the word map alone, or the map and other kernel components.

use serde::{Deserialize, Serialize};

use crate::{
    ldk::Ldk,
    param::{Choice, Choices},
};

/// Basis of a model's decisions: the word map alone, or the map and other kernel components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecideBy {
    /// Decisions by the map alone: a word counts by its position only, so the picture shows the whole basis.
    Map,
    /// Decisions by the map and fixed components with weights above 0; used for saved models without this parameter.
    #[default]
    Combined,
}

impl Choices for DecideBy {
    const ALL: &'static [Choice] = &[Choice::new("map", "the map"), Choice::new("combined", "map and components")];
    const USUAL: &'static [Self] = &[Self::Map, Self::Combined];
}

impl DecideBy {
    /// Basis of decisions under a kernel between documents: the map alone, or also fixed components or the private term.
    /// The private term gives each word a dimension of its own.
    /// `None` if the kernel does not depend on positions.
    pub fn over(ldk: &Ldk) -> Option<Self> {
        let combined = ldk.components.is_some() || ldk.private > 0.0;
        ldk.embedding.has_places().then_some(if combined { Self::Combined } else { Self::Map })
    }

    /// Name of the basis of decisions in a column of scores: `map`, `combined`, or a dash for models without positions.
    pub fn in_column(decider: Option<Self>) -> &'static str {
        decider.map_or("–", |decider| decider.key())
    }
}
