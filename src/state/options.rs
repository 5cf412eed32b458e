//! What a person can choose about the data, the model and the view.

use crate::corpus::{SplitOptions, TextOptions, VocabularyOptions, Weighting};

/// What is made of the documents read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataOptions {
    /// How texts are cut into words.
    pub text: TextOptions,
    /// Which documents train, tune and test.
    pub split: SplitOptions,
    /// Which words are kept.
    pub vocabulary: VocabularyOptions,
    /// How counts become weights.
    pub weighting: Weighting,
}

/// A tab of the centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The words in their latent space.
    #[default]
    Field,
    /// The documents and what the model makes of them.
    Documents,
    /// Truth against prediction.
    Confusion,
}

/// A layer of the word field that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A disc for every word.
    Words,
    /// The words' names.
    Labels,
    /// Density contours of every class.
    Contours,
    /// The decision field.
    Field,
}

/// The window's colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the desktop has it.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}
