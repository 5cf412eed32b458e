//! Settings from Python: models and parameters as data, and the parameters and data recipe that settings stand for.

use std::path::PathBuf;

use pyo3::{prelude::*, types::PyDict};
use wordfield_core::{
    corpus::{Size, SplitOptions, TEXT_OPTIONS, TaskKind, TextChoice, Threshold, VectorFiles, VocabularyOptions},
    experiment::{DataRecipe, StoppingRules},
    model::{ModelKind, Params, Preset},
    param::{Domain, Value},
};

use super::value_error;

/// Settings of a training from Python; those that are `None` have the program's defaults.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    /// Number of latent dimensions.
    q: Option<usize>,
    preset: String,
    /// Seed of the split, the start and the word dropout.
    pub(crate) seed: u64,
    /// Parameters of the model and options of its words, by name.
    named: Vec<(String, String)>,
    /// Share of the documents or pairs in the development part.
    validation_fraction: f64,
    max_iter: Option<usize>,
    patience: Option<usize>,
    min_df: Option<Frequency>,
    max_features: Option<usize>,
    /// File of word vectors, or `english` for the built-in ones.
    vectors: Option<PathBuf>,
    pub n_jobs: Option<usize>,
}

/// Frequency that a word needs: number or share of documents.
#[derive(Clone, Copy, FromPyObject)]
enum Frequency {
    Documents(usize),
    Share(f64),
}

/// Model kind with the given name, as saved files write it: `smm`, `gp-counts`, `kde-classes`.
///
/// # Errors
/// If there is no such model.
pub(crate) fn kind(name: &str) -> PyResult<ModelKind> {
    serde_json::from_value(name.into()).map_err(|_| value_error(format!("there is no model {name}")))
}

/// Names of the models, each with its task and its description.
#[pyfunction]
pub(crate) fn models() -> Vec<(String, &'static str, &'static str)> {
    let name = |kind: &ModelKind| serde_json::to_value(kind).ok()?.as_str().map(str::to_owned);
    ModelKind::ALL.iter().filter_map(|kind| Some((name(kind)?, kind.info().task.target(), kind.info().help))).collect()
}

/// Description of a parameter for Python: name, type, allowed values, explanation.
type Described = (String, &'static str, String, String);

/// Parameters of a model besides its seed, then the options of the words.
#[pyfunction]
pub(crate) fn parameters(model: &str) -> PyResult<Vec<Described>> {
    let kind = kind(model)?;
    let params = Params::preset(kind, Preset::Default, kind.usual_q());
    let own = params.views().into_iter().filter(|view| !["seed", "variant"].contains(&view.key)).map(|view| {
        let python = match view.domain {
            Domain::Real { .. } => "float",
            Domain::Whole { .. } => "int",
            Domain::Switch => "bool",
            Domain::Choice(_) => "str",
        };
        (view.key.to_owned(), python, view.domain.to_string(), view.hint.to_owned())
    });
    let sides = if kind.info().task == TaskKind::Pairs { 0..2 } else { 0..1 };
    let texts = sides.flat_map(|side| TEXT_OPTIONS.iter().map(move |row| (row, side))).map(|(row, side)| {
        let python = match row.value {
            "BOOL" => "bool",
            "N" => "int",
            _ => "str",
        };
        (row.names[side].replace('-', "_"), python, row.value.to_lowercase(), row.help[side].to_owned())
    });
    Ok(own.chain(texts).collect())
}

impl Settings {
    /// Parameters of a model from the settings; words that start at given vectors have their dimensions unless `q` is set.
    ///
    /// # Errors
    /// Names the first parameter that is unknown, outside its range or without effect.
    pub(crate) fn params(&self, kind: ModelKind, vectors: Option<usize>) -> PyResult<Params> {
        let preset = match self.preset.as_str() {
            "default" => Preset::Default,
            "combined" => Preset::Combined,
            "paper" => Preset::Paper,
            other => return Err(value_error(format!("preset={other}: give default, combined or paper"))),
        };
        let own: Vec<(&str, &str)> =
            self.named.iter().filter(|(key, _)| !is_text(key)).map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let of = |q: usize| -> PyResult<Params> {
            let mut params = Params::preset(kind, preset, q);
            if params.value("seed").is_some() {
                params.put("seed", Value::Whole(self.seed)).map_err(value_error)?;
            }
            params.set_all(&own).map_err(|(_, error)| value_error(error))?;
            Ok(params)
        };
        let params = of(self.q.unwrap_or(kind.usual_q()))?;
        let given = params.value("start") == Some(Value::Choice("given"));
        let params = match vectors.filter(|_| given && self.q.is_none()) {
            Some(dimensions) => of(dimensions)?,
            None => params,
        };
        params.check().map_err(value_error)?;
        params.check_effect(&own).map_err(|(_, error)| value_error(error))?;
        Ok(params)
    }

    /// Data recipe from the settings, without a test part; words of counts are all kept unless a threshold is set.
    ///
    /// # Errors
    /// If an option of the words or the share of the development part is not allowed.
    pub(crate) fn recipe(&self, units: usize, counted: bool) -> PyResult<DataRecipe> {
        let share = self.validation_fraction;
        if !(0.0..1.0).contains(&share) {
            return Err(value_error(format!("validation_fraction={share}: give a share from 0, below 1")));
        }
        let dev = (share * units as f64).round() as usize;
        let train = Size::Count(units.saturating_sub(dev));
        let split =
            SplitOptions { train, dev: Size::Count(dev), test: Some(Size::Count(0)), seed: self.seed, ..SplitOptions::default() };
        let threshold = self.min_df.map(|least| match least {
            Frequency::Documents(documents) => Threshold::Documents(documents),
            Frequency::Share(share) => Threshold::Share(share),
        });
        let threshold = threshold.or(counted.then_some(Threshold::Documents(1)));
        let vocabulary = VocabularyOptions { threshold, max_words: self.max_features, ..VocabularyOptions::default() };
        let mut texts = [TextChoice::default(), TextChoice::default()];
        for (key, value) in self.named.iter().filter(|(key, _)| is_text(key)) {
            for (row, side) in TEXT_OPTIONS.iter().flat_map(|row| [(row, 0), (row, 1)]) {
                if row.names[side].replace('-', "_") == *key {
                    row.choose(&mut texts[side], value).map_err(|error| value_error(format!("{key}={value}: {error}")))?;
                }
            }
        }
        let [text, target_text] = texts;
        let vectors = self.vectors.clone().map(|file| VectorFiles { file, ..VectorFiles::default() });
        Ok(DataRecipe { split, vocabulary, text, target_text, vectors, ..DataRecipe::default() })
    }

    /// Rules by which training stops: number of iterations and patience.
    pub(crate) fn rules(&self) -> StoppingRules {
        StoppingRules { iterations: self.max_iter, patience: self.patience }
    }

    /// Settings with the given number of dimensions, unless the user has chosen one.
    pub(crate) fn with_usual_q(self, q: usize) -> Self {
        Self { q: self.q.or(Some(q)), ..self }
    }
}

/// Whether a setting is an option of the words instead of a parameter of a model.
fn is_text(key: &str) -> bool {
    TEXT_OPTIONS.iter().flat_map(|row| row.names).any(|name| name.replace('-', "_") == *key)
}

/// Values of a model's parameters that have an effect, as a Python dictionary.
pub(crate) fn values<'py>(py: Python<'py>, params: &Params) -> PyResult<Bound<'py, PyDict>> {
    let values = PyDict::new(py);
    for view in params.views().into_iter().filter(|view| view.inactive.is_none()) {
        match view.value {
            Some(Value::Real(value)) => values.set_item(view.key, value)?,
            Some(Value::Whole(value)) => values.set_item(view.key, value)?,
            Some(Value::Switch(value)) => values.set_item(view.key, value)?,
            Some(Value::Choice(value)) => values.set_item(view.key, value)?,
            None => {}
        }
    }
    Ok(values)
}
