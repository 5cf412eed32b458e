//! Table of data axes: what a sweep can vary between files and dataset. One row is one axis.
//!
//! Every parameter of a model is an axis as well, without a row here.

use super::{Axis, DataRecipe, size, threshold};
use crate::corpus::{Language, StopWords};
use crate::model::{ModelKind, Params, Preset};

/// An option of the data recipe that a sweep can vary.
#[derive(Debug)]
pub struct DataAxis {
    /// Its key, as in `--compare train=200,600`.
    pub key: &'static str,
    /// What it varies.
    pub help: &'static str,
    set: fn(&mut DataRecipe, &str) -> Result<(), String>,
}

/// All data axes.
pub static DATA_AXES: &[DataAxis] = &[
    DataAxis {
        key: "train",
        help: "training documents or pairs",
        set: |recipe, text| size(text).map(|size| recipe.split.train = size),
    },
    DataAxis {
        key: "dev",
        help: "development documents or pairs",
        set: |recipe, text| size(text).map(|size| recipe.split.dev = size),
    },
    DataAxis {
        key: "unlabelled",
        help: "unlabelled documents or pairs",
        set: |recipe, text| size(text).map(|size| recipe.split.unlabelled = size),
    },
    DataAxis {
        key: "threshold",
        help: "minimum number of training documents of a word",
        set: |recipe, text| threshold(text).map(|threshold| recipe.vocabulary.threshold = Some(threshold)),
    },
    DataAxis {
        key: "class-threshold",
        help: "number of one class's training documents that also keeps a word",
        set: |recipe, text| threshold(text).map(|threshold| recipe.vocabulary.class_threshold = Some(threshold)),
    },
    DataAxis {
        key: "max-words",
        help: "maximum number of words",
        set: |recipe, text| whole(text).map(|words| recipe.vocabulary.max_words = Some(words)),
    },
    DataAxis {
        key: "stop-words",
        help: "stop words: none or a language",
        set: |recipe, text| stop_words(text).map(|words| recipe.text.stop_words = Some(words)),
    },
    DataAxis {
        key: "min-length",
        help: "minimum number of characters of a word",
        set: |recipe, text| whole(text).map(|length| recipe.text.min_length = Some(length)),
    },
];

impl Axis {
    /// Whether the axis varies a model: a data axis varies every model, a parameter those that have it.
    pub fn varies(&self, model: ModelKind) -> bool {
        let has = || Params::preset(model, Preset::Default, 2).views().iter().any(|view| self.is_of(view.key));
        DataAxis::of(&self.key).is_some() || has()
    }
}

impl DataAxis {
    /// The axis of a key.
    pub fn of(key: &str) -> Option<&'static Self> {
        DATA_AXES.iter().find(|axis| axis.key == key)
    }

    /// Writes a value into a recipe.
    ///
    /// # Errors
    /// When the text is no value of the axis.
    pub fn apply(&self, recipe: &mut DataRecipe, text: &str) -> Result<(), String> {
        (self.set)(recipe, text).map_err(|error| format!("{}={text}: {error}", self.key))
    }
}

fn stop_words(text: &str) -> Result<StopWords, String> {
    match Language::of_key(text.trim()) {
        _ if text.trim() == "none" => Ok(StopWords::None),
        Some(language) => Ok(StopWords::Of(language)),
        None => Err("give none, or a language such as english".to_owned()),
    }
}

fn whole(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| "give a whole number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_changes_the_recipe_and_refuses_other_text() {
        for axis in DATA_AXES {
            let mut recipe = DataRecipe::default();
            let value = if axis.key == "stop-words" { "english" } else { "7" };
            axis.apply(&mut recipe, value).unwrap();
            assert_ne!(recipe, DataRecipe::default(), "{}", axis.key);
            assert!(axis.apply(&mut recipe, "many").unwrap_err().starts_with(axis.key));
            assert!(DataAxis::of(axis.key).is_some() && !axis.help.is_empty());
        }
    }
}
