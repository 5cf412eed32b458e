//! Separation of more than two classes by SVMs of two sides each.

use serde::{Deserialize, Serialize};

use crate::param::{Choice, Choices};

/// The SVMs that separate several classes. With two classes both are the same SVM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Multiclass {
    /// An SVM for each pair of classes, on their documents; the class with the most votes wins.
    #[default]
    OneVsOne,
    /// An SVM for each class against all others, on all documents; the class with the largest decision wins. The decision of a pair
    /// of classes is the difference of their two decisions, so that word shares, votes and probabilities are differences too.
    OneVsRest,
}

impl Choices for Multiclass {
    const ALL: &'static [Choice] =
        &[Choice::new("one-vs-one", "one against one"), Choice::new("one-vs-rest", "one against the rest")];
    const USUAL: &'static [Self] = &[Self::OneVsOne, Self::OneVsRest];
}
