//! Table of data axes: options of data and vocabulary that a sweep can vary, one row for each axis.
//!
//! Options of tokenisation that are axes say so in [`TEXT_OPTIONS`], and every parameter of a model is one, without rows here.

use std::sync::LazyLock;

use super::{Axis, DataRecipe, Setting, size, threshold};
use crate::corpus::{TEXT_OPTIONS, TextRow};
use crate::model::{ModelKind, Params, Preset};

/// Data axis: an option of the data recipe that a sweep can vary.
#[derive(Debug)]
pub struct DataAxis {
    /// Key of the data axis, as in `--compare train=200,600`.
    pub key: &'static str,
    /// Description of the option that the data axis varies.
    pub help: &'static str,
    set: Set,
}

/// Setter that writes a value into a data recipe.
#[derive(Debug)]
enum Set {
    By(fn(&mut DataRecipe, &str) -> Result<(), String>),
    Text(&'static TextRow),
}

/// All data axes of a sweep.
pub static DATA_AXES: LazyLock<Vec<DataAxis>> = LazyLock::new(|| {
    let of_text = |row: &'static TextRow| Some(DataAxis { key: row.names[0], help: row.axis?, set: Set::Text(row) });
    let set = |&(key, help, set): &Row| DataAxis { key, help, set: Set::By(set) };
    ROWS.iter().map(set).chain(TEXT_OPTIONS.iter().filter_map(of_text)).collect()
});

type Row = (&'static str, &'static str, fn(&mut DataRecipe, &str) -> Result<(), String>);

/// Key, help and setter of each axis for split and vocabulary.
static ROWS: &[Row] = &[
    ("train", "training documents or pairs", |recipe, text| size(text).map(|size| recipe.split.train = size)),
    ("dev", "development documents or pairs", |recipe, text| size(text).map(|size| recipe.split.dev = size)),
    ("unlabelled", "unlabelled documents or pairs", |recipe, text| size(text).map(|size| recipe.split.unlabelled = size)),
    ("threshold", "minimum number of training documents of a word", |recipe, text| {
        threshold(text).map(|threshold| recipe.vocabulary.threshold = Some(threshold))
    }),
    ("class-threshold", "number of one class's training documents that also keeps a word", |recipe, text| {
        threshold(text).map(|threshold| recipe.vocabulary.class_threshold = Some(threshold))
    }),
    ("max-words", "maximum number of words", |recipe, text| count(text).map(|words| recipe.vocabulary.max_words = Some(words))),
];

impl Axis {
    /// Whether the data axis varies a model: a data axis varies every model, a parameter those that have it.
    pub fn varies(&self, model: ModelKind) -> bool {
        let has = || Params::preset(model, Preset::Default, 2).views().iter().any(|view| self.is_of(view.key));
        DataAxis::of(&self.key).is_some() || has()
    }
}

/// Every combination of the values of the axes that vary a model; one without values if none does.
pub fn settings_of(axes: &[Axis], model: ModelKind) -> Vec<Setting> {
    let values = |axis: &Axis| axis.values.iter().map(|value| (axis.key.clone(), value.clone())).collect();
    combinations(axes.iter().filter(|axis| axis.varies(model)).map(values))
}

/// Every combination of one value of each list; one empty combination without lists.
pub fn combinations<T: Clone>(lists: impl IntoIterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    lists.into_iter().fold(vec![Vec::new()], |all, list| {
        let longer =
            |one: &Vec<T>| list.iter().map(|value| [one.as_slice(), std::slice::from_ref(value)].concat()).collect::<Vec<_>>();
        all.iter().flat_map(longer).collect()
    })
}

impl DataAxis {
    /// Data axis with the given key.
    pub fn of(key: &str) -> Option<&'static Self> {
        DATA_AXES.iter().find(|axis| axis.key == key)
    }

    /// Writes a value of the data axis into a recipe.
    ///
    /// # Errors
    /// Returns an error if the text is not a value of the data axis.
    pub fn apply(&self, recipe: &mut DataRecipe, text: &str) -> Result<(), String> {
        let set = match self.set {
            Set::By(set) => set(recipe, text),
            Set::Text(row) => row.choose_named(&mut recipe.text, text),
        };
        set.map_err(|error| format!("{}={text}: {error}", self.key))
    }
}

fn count(text: &str) -> Result<usize, String> {
    text.trim().parse().map_err(|_| "give a whole number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_changes_the_recipe_and_refuses_other_text() {
        for axis in DATA_AXES.iter() {
            let mut recipe = DataRecipe::default();
            let value = if axis.key == "stop-words" { "english" } else { "7" };
            axis.apply(&mut recipe, value).unwrap();
            assert_ne!(recipe, DataRecipe::default(), "{}", axis.key);
            assert!(axis.apply(&mut recipe, "many").unwrap_err().starts_with(axis.key));
            assert!(DataAxis::of(axis.key).is_some() && !axis.help.is_empty());
        }
    }
}
