//! Grid of a study: a TOML file with corpora, splits and methods, from which the `train` command of every row is built.
//!
//! Options of `train` have the same names in `[[corpus]]` and `[[method]]`; every new option is available in grids.
//! A list in `set` is searched on the development part, a list in `vary` is reported.

use std::{collections::BTreeMap, path::Path};

use serde::Deserialize;
use toml::{Table, Value};

use crate::cli::Usage;
use wordfield_core::{
    corpus::{TEXT_OPTIONS, TaskKind},
    experiment::combinations,
    model::ModelKind,
    study::PlannedCell,
};

/// Options of `train` whose values name files if such files exist.
const FILES: [&str; 11] = [
    "corpus",
    "source",
    "target",
    "pairs",
    "test-file",
    "dev-file",
    "vectors",
    "target-vectors",
    "vocabulary",
    "stop-words",
    "target-stop-words",
];
/// Options of `train` that belong to the whole study, not to a cell.
const STUDY_OPTIONS: [&str; 7] = ["json", "save", "results", "seeds", "compare", "split", "seed"];

/// Grid of a study as its TOML file contains it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Grid {
    corpus: Vec<Table>,
    #[serde(default)]
    split: Split,
    /// Axes of the corpus that are reported: options of `train`.
    #[serde(default)]
    vary: Table,
    method: Vec<Table>,
}

/// Split of each corpus into parts.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Split {
    train: Option<Value>,
    dev: Option<Value>,
    test: Option<Value>,
    unlabelled: Option<Value>,
    seeds: Option<Value>,
    /// Whether a corpus has an official split into files, or parts are drawn at random.
    #[serde(default)]
    files: Parts,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Parts {
    /// Parts of the split are drawn at random from all files.
    #[default]
    Drawn,
    /// Parts of the split are the corpus's official files: `test-file`, `dev-file`.
    Own,
}

/// Row of a study: one corpus, size, method and point of the axes, for all seeds.
#[derive(Debug)]
pub(super) struct GridRow {
    /// Template of the row's cells, without id and seed.
    pub(super) cell: PlannedCell,
    /// Command line of the row, from the program's name and `train` on.
    pub(super) command: Vec<String>,
}

/// Corpus of a grid with its label, task and options.
struct Corpus {
    label: String,
    task: TaskKind,
    options: Vec<Setting>,
}

/// Option of `train` with its value; a switch has no value.
#[derive(Clone, Debug)]
struct Setting {
    option: String,
    value: Option<String>,
}

/// Method of a grid at one combination of axis values.
struct Point {
    label: String,
    model: ModelKind,
    options: Vec<Setting>,
    at: BTreeMap<String, String>,
}

/// Text of a TOML value as an argument of a command.
fn text(value: &Value) -> Result<String, Usage> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(truth) => Ok(truth.to_string()),
        other => Err(Usage(format!("a value is of type {}: give a text, a number, true or false", other.type_str()))),
    }
}

/// Texts of a TOML list's values, or of a single value.
fn texts(values: &Value) -> Result<Vec<String>, Usage> {
    if let Value::Array(values) = values { values.iter().map(text).collect() } else { Ok(vec![text(values)?]) }
}

impl Grid {
    /// Parses the TOML text of a grid.
    ///
    /// # Errors
    /// If the text is no TOML or has an unknown key; the message contains the line.
    pub(super) fn read(text: &str) -> Result<Self, Usage> {
        toml::from_str(text).map_err(|error| Usage(error.to_string().trim_end().to_owned()))
    }

    /// Rows of the grid in the order of the table; relative paths start at `folder`.
    ///
    /// # Errors
    /// If entries of the grid contradict each other.
    pub(super) fn rows(&self, folder: &Path) -> Result<Vec<GridRow>, Usage> {
        let corpora = self.corpus.iter().map(|table| self.corpus(table, folder)).collect::<Result<Vec<_>, _>>()?;
        unique("corpus", corpora.iter().map(|corpus| corpus.label.as_str()))?;
        let methods = self.method.iter().map(|table| points(table, folder)).collect::<Result<Vec<_>, _>>()?;
        unique("method", methods.iter().filter_map(|points| points.first()).map(|point| point.label.as_str()))?;
        let is_used = |point: &Point| corpora.iter().any(|corpus| corpus.task == point.model.info().task);
        if let Some(point) = methods.iter().find(|points| !points.iter().any(is_used)).and_then(|points| points.first()) {
            let (label, model) = (&point.label, point.model.info().command);
            return Err(Usage(format!("method {label}: no corpus of the grid has the task of {model}")));
        }
        let methods: Vec<Point> = methods.into_iter().flatten().collect();
        let (sizes, axes) = (self.sizes()?, product(&self.vary)?);
        let mut rows = Vec::new();
        for corpus in &corpora {
            for size in &sizes {
                let split = self.split(size.as_deref())?;
                for axis in &axes {
                    for point in methods.iter().filter(|point| point.model.info().task == corpus.task) {
                        let own = axis.iter().map(|(key, value)| plain(&key.replace('_', "-"), value));
                        let all = [corpus.options.as_slice(), &point.options, &split].concat().into_iter().chain(own);
                        let settings = without_repeats(&all.collect::<Vec<_>>());
                        let cell = PlannedCell {
                            id: String::new(),
                            corpus: corpus.label.clone(),
                            label: point.label.clone(),
                            train: size.clone().unwrap_or_default(),
                            seed: 0,
                            at: axis.iter().cloned().chain(point.at.clone()).collect(),
                        };
                        rows.push(GridRow { cell, command: command(point.model, &settings) });
                    }
                }
            }
        }
        if rows.is_empty() {
            return Err(Usage("the grid has no cell: give a corpus and a method".to_owned()));
        }
        Ok(rows)
    }

    fn corpus(&self, table: &Table, folder: &Path) -> Result<Corpus, Usage> {
        let label = label("corpus", table)?;
        let of = |error: Usage| Usage(format!("corpus {label}: {error}"));
        let has = |key: &str| table.contains_key(key);
        let task = match table.get("task").and_then(Value::as_str) {
            None if has("source") || has("pairs") => TaskKind::Pairs,
            None if has("target") => TaskKind::Ratings,
            None | Some("classes") => TaskKind::Classes,
            Some("ratings") => TaskKind::Ratings,
            Some("pairs") => TaskKind::Pairs,
            Some(other) => return Err(of(Usage(format!("task = \"{other}\": give classes, ratings or pairs")))),
        };
        let mut options = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| !["label", "task"].contains(&key.as_str())) {
            let option = match key.as_str() {
                "files" => "corpus".to_owned(),
                // Randomly drawn parts take their documents from all files.
                "test-file" | "dev-file" | "test_file" | "dev_file" if self.split.files == Parts::Drawn => "corpus".to_owned(),
                key => key.replace('_', "-"),
            };
            options.extend(settings(&option, value, folder).map_err(of)?);
        }
        if self.split.files == Parts::Own && !options.iter().any(|setting| setting.option == "test-file") {
            return Err(of(Usage("files = \"own\" needs test-file: name the files of its test part".to_owned())));
        }
        // Training files precede the files of randomly drawn parts, whatever the order of the keys.
        options.sort_by_key(|setting| setting.option != "corpus");
        Ok(Corpus { label, task, options })
    }

    fn sizes(&self) -> Result<Vec<Option<String>>, Usage> {
        let sizes = self.split.train.as_ref().map_or_else(|| Ok(Vec::new()), texts)?;
        Ok(if sizes.is_empty() { vec![None] } else { sizes.into_iter().map(Some).collect() })
    }

    fn split(&self, train: Option<&str>) -> Result<Vec<Setting>, Usage> {
        let seeds = self.split.seeds.as_ref().map_or_else(|| Ok("1".to_owned()), text)?;
        let mut settings = vec![plain("seeds", &seeds)];
        settings.extend(train.map(|train| plain("train", train)));
        for (key, value) in [("dev", &self.split.dev), ("test", &self.split.test), ("unlabelled", &self.split.unlabelled)] {
            if let Some(value) = value {
                settings.push(plain(key, &text(value)?));
            }
        }
        Ok(settings)
    }
}

fn plain(option: &str, value: &str) -> Setting {
    Setting { option: option.to_owned(), value: Some(value.to_owned()) }
}

/// Label of a corpus or a method in the grid.
fn label(what: &str, table: &Table) -> Result<String, Usage> {
    match table.get("label") {
        Some(Value::String(label)) if !label.trim().is_empty() => Ok(label.clone()),
        _ => Err(Usage(format!("[[{what}]] without a label: give label = \"…\""))),
    }
}

fn unique<'a>(what: &str, labels: impl Iterator<Item = &'a str>) -> Result<(), Usage> {
    let mut labels: Vec<&str> = labels.collect();
    labels.sort_unstable();
    match labels.windows(2).find(|two| two[0] == two[1]) {
        Some(twice) => Err(Usage(format!("{what} {}: the label is there twice: give each its own", twice[0]))),
        None => Ok(()),
    }
}

/// Option of `train` with one value or several; none for a switch that is false.
fn settings(option: &str, value: &Value, folder: &Path) -> Result<Vec<Setting>, Usage> {
    if STUDY_OPTIONS.contains(&option) {
        return Err(Usage(format!("{option}: belongs to the study: leave it out")));
    }
    // Tokenisation options are true or false by their value; others are switches.
    let has_value = TEXT_OPTIONS.iter().any(|row| row.names.contains(&option));
    if let (Value::Boolean(on), false) = (value, has_value) {
        let switch = Setting { option: option.to_owned(), value: None };
        return Ok(on.then_some(switch).into_iter().collect());
    }
    let beside = |value: String| {
        let path = folder.join(&value);
        if FILES.contains(&option) && path.exists() { path.display().to_string() } else { value }
    };
    Ok(texts(value)?.into_iter().map(|text| plain(option, &beside(text))).collect())
}

/// Points of a method on its axes, for each of its models.
fn points(table: &Table, folder: &Path) -> Result<Vec<Point>, Usage> {
    let label = label("method", table)?;
    let of = |error: Usage| Usage(format!("method {label}: {error}"));
    let model = table.get("model").and_then(Value::as_str).unwrap_or_default();
    let models: Vec<ModelKind> = ModelKind::named(model).collect();
    if models.is_empty() {
        let mut names: Vec<&str> = Vec::new();
        for kind in ModelKind::ALL {
            if !names.contains(&kind.info().command) {
                names.push(kind.info().command);
            }
        }
        return Err(of(Usage(format!("model = \"{model}\": models are {}", names.join(", ")))));
    }
    let (mut options, mut axes) = (Vec::new(), vec![Vec::new()]);
    for (key, value) in table.iter().filter(|(key, _)| !["label", "model"].contains(&key.as_str())) {
        match (key.as_str(), value) {
            ("set", Value::Table(set)) => {
                for (key, value) in set {
                    let option = if value.is_array() { "grid" } else { "set" };
                    options.push(plain(option, &format!("{key}={}", texts(value).map_err(of)?.join(","))));
                }
            }
            ("vary", Value::Table(vary)) => axes = product(vary).map_err(of)?,
            ("set" | "vary", _) => return Err(of(Usage(format!("{key}: give a table, as in {key} = {{ q = 2 }}")))),
            (key, value) => options.extend(settings(&key.replace('_', "-"), value, folder).map_err(of)?),
        }
    }
    let point = |(model, axis): (ModelKind, &Vec<(String, String)>)| {
        let own = axis.iter().map(|(key, value)| plain("set", &format!("{key}={value}")));
        let options = options.iter().cloned().chain(own).collect();
        Point { label: label.clone(), model, options, at: axis.iter().cloned().collect() }
    };
    Ok(models.into_iter().flat_map(|model| axes.iter().map(move |axis| (model, axis))).map(point).collect())
}

/// All combinations of the values of several axes.
fn product(axes: &Table) -> Result<Vec<Vec<(String, String)>>, Usage> {
    let values = |(key, values)| Ok(texts(values)?.into_iter().map(|value| (String::clone(key), value)).collect());
    Ok(combinations(axes.iter().map(values).collect::<Result<Vec<_>, Usage>>()?))
}

/// Settings without repeated options: a later single value, of a method, replaces an earlier one, of its corpus.
fn without_repeats(settings: &[Setting]) -> Vec<Setting> {
    const SEVERAL: [&str; 6] = ["corpus", "test-file", "dev-file", "set", "grid", "target"];
    let last = |place: usize, option: &str| settings[place + 1..].iter().all(|other| other.option != option);
    let kept = |(place, setting): &(usize, &Setting)| SEVERAL.contains(&setting.option.as_str()) || last(*place, &setting.option);
    settings.iter().enumerate().filter(kept).map(|(_, setting)| setting.clone()).collect()
}

/// The `train` command of a row.
fn command(model: ModelKind, settings: &[Setting]) -> Vec<String> {
    let argument = |Setting { option, value }: &Setting| match value {
        Some(value) => format!("--{option}={value}"),
        None => format!("--{option}"),
    };
    let name = ["wordfield", "train", model.info().command].map(str::to_owned);
    name.into_iter().chain(settings.iter().map(argument)).collect()
}

#[cfg(test)]
mod tests;
