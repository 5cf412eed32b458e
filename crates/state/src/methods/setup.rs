//! Setup of a study of methods: methods, training sizes, latent dimensions, further parameters and seeds, as typed and as validated.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde::{Deserialize, Serialize};

use crate::Settings;
use wordfield_core::{
    corpus::{Size, SplitOptions, TaskKind},
    experiment::{Axis, DataAxis, settings_of, size},
    model::{ModelKind, Params, Preset},
    param::Value,
    study::Method,
};

/// Maximum numbers of seeds and of cells in a study.
const MOST: [usize; 2] = [100, 10_000];
/// Key of the hyper-parameter for the number of latent dimensions.
const Q: &str = "q";
/// Key of the hyper-parameter for the seed, which belongs to the study.
const SEED: &str = "seed";

/// Method in a study: a model with a preset.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferedMethod {
    /// Label of the method in the table.
    pub label: String,
    /// Kind of the method's model.
    pub kind: ModelKind,
    /// Preset of the method's hyper-parameters.
    pub preset: Preset,
}

/// Setup of a study of methods, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySetup {
    /// Labels of the methods chosen for the study.
    pub methods: BTreeSet<String>,
    /// Whether the current run's settings are one of the study's methods.
    pub own: bool,
    /// Numbers of latent dimensions, separated by commas.
    pub dimensions: String,
    /// Further parameters with their values, as in `rho=0.1, 1; c=1, 8`, for the methods that have them.
    #[serde(default)]
    pub parameters: String,
    /// Training sizes of the study, separated by commas; empty for the size of the open split.
    pub sizes: String,
    /// Development size of the study; empty for the size of the open split.
    pub development: String,
    /// Number of seeds of the study.
    pub seeds: usize,
}

/// Setup of a study of methods after validation.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyPlan {
    /// Methods of the study, each at every number of dimensions and every value of its parameters.
    pub methods: Vec<Method>,
    /// Training sizes of the study, with the texts that were typed.
    pub sizes: Vec<(String, Size)>,
    /// Size of the development part in every cell of the study.
    pub development: Size,
    /// Number of seeds in the study.
    pub seeds: usize,
}

/// Methods offered for a task: its models with the presets default and combined, if these differ; other settings as in the run.
pub fn offered_methods(task: TaskKind) -> impl Iterator<Item = &'static OfferedMethod> {
    static OFFERED: LazyLock<Vec<OfferedMethod>> = LazyLock::new(offered);
    OFFERED.iter().filter(move |method| method.kind.info().task == task)
}

/// Methods that can be chosen for a study, of all tasks.
fn offered() -> Vec<OfferedMethod> {
    const PRESETS: [(Preset, &str); 2] = [(Preset::Default, "default"), (Preset::Combined, "combined")];
    let of_kind = |kind: ModelKind| {
        let params = |preset: Preset| Params::preset(kind, preset, 2);
        let mut own: Vec<(Preset, &str)> = Vec::new();
        for (preset, name) in PRESETS {
            if own.iter().all(|(other, _)| params(*other) != params(preset)) {
                own.push((preset, name));
            }
        }
        let (label, several) = (kind.info().label, own.len() > 1);
        let offered = move |(preset, name): (Preset, &str)| {
            let label = if several { format!("{label}, {name}") } else { label.to_owned() };
            OfferedMethod { label, kind, preset }
        };
        own.into_iter().map(offered)
    };
    ModelKind::ALL.iter().copied().flat_map(of_kind).collect()
}

impl StudySetup {
    /// Default study: the first two models of a task with their default presets, on half and all of the training part.
    pub(crate) fn usual(task: TaskKind, split: &SplitOptions, units: usize) -> Self {
        let first = offered_methods(task).filter(|method| method.preset == Preset::Default).take(2);
        let train = documents(split.train, units);
        let sizes = if split.given.is_some() { String::new() } else { format!("{}, {train}", (train / 2).max(1)) };
        Self {
            methods: first.map(|method| method.label.clone()).collect(),
            own: false,
            dimensions: "2".to_owned(),
            parameters: String::new(),
            sizes,
            development: String::new(),
            seeds: 3,
        }
    }

    /// Checks the settings of a study for a corpus with `units` documents or pairs, of which `split` takes the parts.
    ///
    /// # Errors
    /// The first problem of the choice, with a remedy.
    pub fn check(&self, settings: &Settings, split: &SplitOptions, units: usize) -> Result<StudyPlan, String> {
        let development = match self.development.trim() {
            "" => split.dev,
            text => size(text).map_err(|error| format!("Development part {text}: {error}."))?,
        };
        let sizes = self.sizes(split, development, units)?;
        if split.given.is_some() && development != split.dev {
            return Err(format!("{GIVEN}: leave the development part empty."));
        }
        let methods = self.methods(settings)?;
        if methods.is_empty() {
            return Err("Choose a method.".to_owned());
        }
        if !(1..=MOST[0]).contains(&self.seeds) {
            return Err(format!("{} seeds: choose 1 to {}.", self.seeds, MOST[0]));
        }
        let plan = StudyPlan { methods, sizes, development, seeds: self.seeds };
        if plan.cells() > MOST[1] {
            return Err(format!("{} cells: choose fewer methods, sizes or seeds, {} at most.", plan.cells(), MOST[1]));
        }
        Ok(plan)
    }

    fn sizes(&self, split: &SplitOptions, development: Size, units: usize) -> Result<Vec<(String, Size)>, String> {
        if self.sizes.trim().is_empty() {
            let text = if split.given.is_some() { String::new() } else { split.train.to_string() };
            return Ok(vec![(text, split.train)]);
        }
        if split.given.is_some() {
            return Err(format!("{GIVEN}: leave the training sizes empty."));
        }
        let left = units.saturating_sub(documents(development, units));
        let mut sizes: Vec<(String, Size)> = Vec::new();
        for text in self.sizes.split(',').map(str::trim) {
            let parsed = size(text).map_err(|error| format!("Training size {text}: {error}."))?;
            if sizes.iter().any(|(_, known)| *known == parsed) {
                return Err(format!("Training size {text} is there twice: give it once."));
            }
            let count = documents(parsed, units);
            // Parts read from files have other sizes: their cells report the documents that do not fit.
            if split.test_files == 0 && split.dev_files == 0 && !(1..left).contains(&count) {
                return Err(format!(
                    "Training size {text}: {count} of {left} documents or pairs outside the development part. Leave at least one \
                     for training and one for testing."
                ));
            }
            sizes.push((text.to_owned(), parsed));
        }
        Ok(sizes)
    }

    /// Further parameters that the study varies.
    fn axes(&self) -> Result<Vec<Axis>, String> {
        let mut axes: Vec<Axis> = Vec::new();
        for text in self.parameters.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            let axis: Axis = text.parse().map_err(|error| format!("Parameter {error}."))?;
            if axis.is_of(SEED) {
                return Err("Parameter seed: every seed of the study has its own start: choose the number of seeds.".to_owned());
            }
            if DataAxis::of(&axis.key).is_some() {
                return Err(format!(
                    "{} is no parameter of a model: give training sizes and the development part above.",
                    axis.key
                ));
            }
            if axis.is_of(Q) || axes.iter().any(|other| other.is_of(&axis.key)) {
                return Err(format!("Parameter {} is there twice: give it once.", axis.key));
            }
            axes.push(axis);
        }
        let points = axes.iter().try_fold(1_usize, |points, axis| points.checked_mul(axis.values.len()));
        if points.is_none_or(|points| points > MOST[1]) {
            return Err(format!("More than {} combinations of parameters: give fewer values.", MOST[1]));
        }
        Ok(axes)
    }

    fn methods(&self, settings: &Settings) -> Result<Vec<Method>, String> {
        let mut dimensions: Vec<usize> = Vec::new();
        for text in self.dimensions.split(',').map(str::trim) {
            let q = text.parse().ok().filter(|q| *q > 0);
            let q = q.ok_or_else(|| format!("Latent dimensions {text}: give whole numbers above 0, such as 2, 3."))?;
            if dimensions.contains(&q) {
                return Err(format!("Latent dimensions {text} are there twice: give them once."));
            }
            dimensions.push(q);
        }
        let axes = self.axes()?;
        let mut methods: Vec<Method> = Vec::new();
        let offered = offered_methods(settings.params.kind().info().task);
        for method in offered.filter(|method| self.methods.contains(&method.label)) {
            let OfferedMethod { label, kind, preset } = method.clone();
            let has_dimensions = Params::preset(kind, preset, 2).value(Q).is_some();
            let points = if has_dimensions { &dimensions[..] } else { &dimensions[..1] };
            for &q in points {
                for setting in settings_of(&axes, kind) {
                    let mut params = Params::preset(kind, preset, q);
                    let named: Vec<(&str, &str)> = setting.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
                    params.set_all(&named).map_err(|(_, error)| format!("{label}: {error}."))?;
                    params.check().map_err(|error| format!("{label}: {error}."))?;
                    let q = (points.len() > 1).then(|| (Q.to_owned(), q.to_string()));
                    let at = q.into_iter().chain(setting).collect();
                    methods.push(Method { label: label.clone(), preset, params, at });
                }
            }
        }
        let is_used = |axis: &Axis| methods.iter().any(|method| method.at.keys().any(|key| axis.is_of(key)));
        if let Some(axis) = axes.iter().find(|axis| !is_used(axis)) {
            return Err(format!("Parameter {}: none of the chosen methods has it.", axis.key));
        }
        if self.own {
            let (label, preset, params) = (own_label(settings), settings.preset, settings.params.clone());
            methods.push(Method { label, preset, params, at: BTreeMap::new() });
        }
        Ok(methods)
    }
}

const GIVEN: &str = "The parts of this corpus come from a file and are not drawn";

impl StudyPlan {
    /// Number of cells of the study.
    pub fn cells(&self) -> usize {
        self.methods.len() * self.sizes.len() * self.seeds
    }
}

/// Label of settings that are no preset: the model with its preset and dimensions, and the parameters that differ from that preset.
fn own_label(settings: &Settings) -> String {
    let params = &settings.params;
    let preset = Params::preset(params.kind(), settings.preset, params.q());
    let views = params.views();
    let differs = views.iter().filter(|view| view.key != "seed" && preset.value(view.key) != view.value);
    let changed: Vec<String> = differs.filter_map(|view| Some(format!("{} {}", view.label, view.value?))).collect();
    let q = params.value(Q).map(|q: Value| format!("q {q}"));
    let model = format!("own settings: {}", params.kind().info().label);
    let preset = match settings.preset {
        Preset::Default => None,
        Preset::Combined => Some("combined".to_owned()),
        Preset::Paper => Some("paper".to_owned()),
    };
    [model].into_iter().chain(preset).chain(q).chain(changed).collect::<Vec<_>>().join(", ")
}

/// Number of documents or pairs in a part of the given size.
fn documents(size: Size, units: usize) -> usize {
    match size {
        Size::Count(count) => count,
        Size::Share(share) => (share * units as f64).round() as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::Split;

    fn setup(change: impl FnOnce(&mut StudySetup)) -> StudySetup {
        let mut setup = StudySetup::usual(TaskKind::Classes, &SplitOptions::default(), 240);
        change(&mut setup);
        setup
    }

    fn check(setup: &StudySetup) -> Result<StudyPlan, String> {
        setup.check(&Settings::default(), &SplitOptions::default(), 240)
    }

    #[test]
    fn labels_are_distinct_and_the_usual_choice_is_valid_for_every_task() {
        for kind in [ModelKind::Smm, ModelKind::Gp, ModelKind::Matching] {
            let task = kind.info().task;
            let offered: Vec<&OfferedMethod> = offered_methods(task).collect();
            let labels: BTreeSet<&String> = offered.iter().map(|method| &method.label).collect();
            assert_eq!(labels.len(), offered.len());
            let usual = StudySetup::usual(task, &SplitOptions::default(), 240);
            let plan = usual.check(&Settings::new(kind, Preset::Default, 2), &SplitOptions::default(), 240).expect("a plan");
            assert_eq!((plan.methods.len(), plan.sizes.len(), plan.cells()), (2, 2, 12));
        }
    }

    #[test]
    fn dimensions_are_an_axis_of_the_methods_that_have_them() {
        let methods: BTreeSet<String> = ["latent SMM, default", "nearest neighbours"].map(str::to_owned).into_iter().collect();
        let plan = check(&setup(|setup| (setup.dimensions, setup.methods) = ("2, 3".to_owned(), methods))).expect("a plan");
        let at: Vec<(usize, Option<&str>)> =
            plan.methods.iter().map(|method| (method.params.q(), method.at.get("q").map(String::as_str))).collect();
        assert_eq!(at[..2], [(2, Some("2")), (3, Some("3"))]);
        assert!(plan.methods.len() == 3 && at[2].1.is_none(), "{at:?}");
    }

    #[test]
    fn further_parameters_are_axes_of_the_methods_that_have_them() {
        let methods: BTreeSet<String> = ["latent SMM, default", "nearest neighbours"].map(str::to_owned).into_iter().collect();
        let plan = |text: &str| {
            check(&setup(|setup| (setup.parameters, setup.methods) = (text.to_owned(), methods.clone()))).map(|plan| plan.methods)
        };
        let found = plan("rho=1, 30; c=2, 8").expect("a plan");
        let of = |method: &Method| (method.at.get("rho").cloned(), method.at.get("c").cloned());
        let pair = |rho: &str, c: &str| (Some(rho.to_owned()), Some(c.to_owned()));
        let expected = [pair("1", "2"), pair("1", "8"), pair("30", "2"), pair("30", "8"), (None, None)];
        assert_eq!(found.iter().map(of).collect::<Vec<_>>(), expected);
        assert_eq!(found[1].params.value("c"), Some(Value::Real(8.0)));
        let values: Vec<String> = (1..=200).map(|value| value.to_string()).collect();
        let many = format!("rho={}; c={}", values.join(","), values.join(","));
        for (text, says) in [
            ("rho", "Parameter rho: write it as"),
            ("q=2, 3", "twice"),
            ("rho=1; rho=2", "twice"),
            ("sigma=1", "none of the chosen methods has it"),
            ("rho=-1", "latent SMM, default: "),
            ("seed=1, 2", "choose the number of seeds"),
            ("train=20, 30", "no parameter of a model"),
            (&many, "combinations"),
        ] {
            let problem = plan(text).expect_err(text);
            assert!(problem.contains(says), "{problem}");
        }
    }

    #[test]
    fn the_current_settings_are_a_method_with_what_they_change() {
        let mut settings = Settings::default();
        settings.params.set("c", "8").expect("a parameter");
        let setup = setup(|setup| (setup.own, setup.methods) = (true, BTreeSet::new()));
        let plan = setup.check(&settings, &SplitOptions::default(), 240).expect("a plan");
        assert_eq!((plan.methods.len(), &plan.methods[0].params), (1, &settings.params));
        assert!(plan.methods[0].label.starts_with("own settings: latent SMM, q 2") && plan.methods[0].label.contains("C 8"));
    }

    #[test]
    fn every_wrong_choice_has_a_message() {
        type Change = fn(&mut StudySetup);
        let wrong: [(Change, &str); 10] = [
            (|setup| setup.methods.clear(), "Choose a method"),
            (|setup| setup.sizes = "60, many".to_owned(), "Training size many"),
            (|setup| setup.sizes = "60, 60".to_owned(), "twice"),
            (|setup| setup.sizes = "1000".to_owned(), "1000 of 216"),
            (|setup| setup.sizes = "0".to_owned(), "at least one"),
            (|setup| setup.development = "x".to_owned(), "Development part x"),
            (|setup| setup.dimensions = "0".to_owned(), "whole numbers above 0"),
            (|setup| setup.dimensions = "2, 2".to_owned(), "twice"),
            (|setup| setup.seeds = 0, "0 seeds"),
            (|setup| (setup.seeds, setup.sizes) = (100, (1..=100).map(|n| n.to_string()).collect::<Vec<_>>().join(",")), "cells"),
        ];
        for (change, expected) in wrong {
            let message = check(&setup(change)).expect_err(expected);
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn parts_from_a_file_have_one_size() {
        let split = SplitOptions { given: Some(Split::default()), ..SplitOptions::default() };
        let usual = StudySetup::usual(TaskKind::Classes, &split, 240);
        let plan = usual.check(&Settings::default(), &split, 240).expect("a plan");
        assert_eq!(plan.sizes, [(String::new(), split.train)]);
        let sizes = StudySetup { sizes: "60".to_owned(), ..usual };
        assert!(sizes.check(&Settings::default(), &split, 240).is_err_and(|text| text.contains("training sizes empty")));
    }
}
