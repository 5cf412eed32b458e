//! Tabs, columns and themes of the window.

use serde::{Deserialize, Serialize};

/// Tab of the centre panel of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tab {
    /// Tab of the word field: words in the latent space.
    #[default]
    Field,
    /// Tab of the documents and their predictions.
    Documents,
    /// Tab of the evaluation: predictions against truth.
    Evaluation,
    /// Tab of the Gram matrix: kernel between documents.
    Gram,
    /// Tab that compares two sets of documents or words, and two runs.
    Compare,
    /// Tab of the concordance: every occurrence of the selected words in its context.
    Concordance,
    /// Tab of the sandbox: point sets to experiment with.
    Sandbox,
    /// Tab of word vectors without documents.
    Vectors,
    /// Tab of the map of documents on the kernel's principal axes.
    DocumentMap,
    /// Tab of the study of methods, compared over training sizes and seeds.
    Study,
}

impl Tab {
    /// All tabs of the window, in the order of their keys.
    pub const ALL: [Self; 10] = [
        Self::Field,
        Self::Documents,
        Self::Evaluation,
        Self::Gram,
        Self::Compare,
        Self::Concordance,
        Self::Sandbox,
        Self::Vectors,
        Self::DocumentMap,
        Self::Study,
    ];
}

/// Column by which the table of documents can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// Column of the document's index, in the order of the corpus.
    #[default]
    Document,
    /// Column with the part of the split.
    Part,
    /// Column with the true class of documents.
    Class,
    /// Column with the true rating of documents.
    Rating,
    /// Column of the predicted class or the predicted mean.
    Predicted,
    /// Column of the margin of the predicted class.
    Margin,
    /// Column with the predicted standard deviation of ratings.
    Deviation,
    /// Column of the residual: truth minus prediction.
    Residual,
    /// Column of the share of a document's words that are selected.
    Share,
    /// Column of the decision of the one-class SMM.
    Novelty,
    /// Column of the doubt about a document's label.
    Doubt,
    /// Column of the corpus's file, by its index.
    OfFile(usize),
}

/// Colour theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Colour theme of the desktop.
    #[default]
    System,
    /// Light colour theme: dark on light.
    Light,
    /// Dark colour theme: light on dark.
    Dark,
}
