//! How counts become the weights of a document's words.

use serde::{Deserialize, Serialize};

/// What is made of a word's count before a row is scaled to sum to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighting {
    /// The count itself (the papers).
    Count,
    /// Its square root: tames words repeated often.
    #[default]
    Sqrt,
    /// Count times `ln(n / document frequency)`, frequencies measured on the training part.
    TfIdf,
}
