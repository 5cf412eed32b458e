//! Separation of more than two classes by binary SVMs.

use serde::{Deserialize, Serialize};

use crate::param::{Choice, Choices};

/// Multiclass strategy of binary SVMs; with two classes all strategies give the same SVM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Multiclass {
    /// One against one: an SVM for each pair of classes, on their documents; the class with the most votes wins.
    #[default]
    OneVsOne,
    /// One against the rest: an SVM for each class, on all documents; the largest decision wins.
    /// The decision of a pair of classes is the difference of their two decisions.
    /// Word shares, votes and probabilities are therefore differences too.
    OneVsRest,
}

impl Choices for Multiclass {
    const ALL: &'static [Choice] =
        &[Choice::new("one-vs-one", "one against one"), Choice::new("one-vs-rest", "one against the rest")];
    const USUAL: &'static [Self] = &[Self::OneVsOne, Self::OneVsRest];
}
