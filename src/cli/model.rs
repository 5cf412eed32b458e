//! Arguments on a model: preset, dimensions, seed, and single parameters by name.

use std::str::FromStr;

use clap::Args;

use super::{Usage, choice::choice_of};
use wordfield_core::{
    experiment::{Axis, Grid, GridError},
    memory::Budget,
    model::{ModelKind, ParamView, Params, Preset},
    param::{Domain, Value},
};

/// Initial parameters of a model.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(super) struct ModelArgs {
    /// Seed of the split, the start and word dropout
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Latent dimensions: two can be drawn as they are; for pairs more dimensions find more partners, and 300 finds most
    /// [default: 2, 50 for svd-smm, or those of the word vectors with start=given]
    #[arg(long, value_name = "Q")]
    q: Option<usize>,
    /// The set of parameters to start from
    #[arg(long, value_parser = choice_of(PRESETS), default_value = "default")]
    preset: PresetChoice,
    /// Set a parameter, as in --set gamma=0.5; of one of several compared models as in --set linear-svm.weighting=count
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Memory that training may take, as in 6G; what does not fit is computed from features or part of the data, or refused
    /// [default: half of what there is; 4G for each run with --results]
    #[arg(long, value_name = "SIZE")]
    pub(super) memory: Option<Budget>,
}

/// Preset of the command line.
#[derive(Clone, Copy, Debug)]
struct PresetChoice {
    preset: Preset,
    /// Whether the grid of the papers is searched around the preset.
    searched: bool,
}

/// Choice of a preset at its one setting.
const fn at_one_setting(preset: Preset) -> PresetChoice {
    PresetChoice { preset, searched: false }
}

/// Presets that can be chosen.
const PRESETS: &[(&str, &str, PresetChoice)] = &[
    (
        "default",
        "What was best on development parts; classes in two or three dimensions are decided by the map alone",
        at_one_setting(Preset::Default),
    ),
    ("combined", "As the default, decided by the map and the components beside it", at_one_setting(Preset::Combined)),
    ("paper", "As printed in the papers: one run, at one setting of their grid", at_one_setting(Preset::Paper)),
    (
        "paper-grid",
        "As paper, at the best setting of the papers' grid: one training for each, except for parameters that are set",
        PresetChoice { preset: Preset::Paper, searched: true },
    ),
];

/// State of the word vectors of the command line: absent, not yet read, or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vectors {
    /// The command line names no word vectors.
    None,
    /// The word vectors are in a file that has not been read.
    Unread,
    /// The word vectors are read and have the given number of dimensions.
    Of(usize),
}

/// Names of the parameters for the kernel component of word vectors from a file.
const GIVEN_VECTOR_PARAMETERS: [&str; 2] = ["given_weight", "given_gamma"];

impl From<GridError> for Usage {
    fn from(error: GridError) -> Self {
        Self(error.to_string())
    }
}

impl ModelArgs {
    /// Whether the command line sets the number of latent dimensions.
    #[cfg(feature = "window")]
    pub(super) fn own_q(&self) -> bool {
        self.fixes("q")
    }

    /// Model arguments with another seed and further parameters set.
    pub(super) fn with<'a>(&self, seed: u64, parameters: impl Iterator<Item = &'a (String, String)>) -> Self {
        let set = self.set.iter().cloned().chain(parameters.map(|(key, value)| format!("{key}={value}"))).collect();
        Self { seed, set, ..self.clone() }
    }

    /// Model arguments for one of several models: settings of the form `MODEL.key=value` apply only to their model, and replace a
    /// setting of the key for all models.
    pub(super) fn of_model(&self, kind: ModelKind) -> Self {
        let own: Vec<String> = self.scoped().filter(|(model, _)| *model == kind.info().command).map(|(_, set)| set).collect();
        let key = |set: &str| set.split('=').next().unwrap_or_default().trim().to_lowercase();
        let general = self.set.iter().filter(|set| scope(set).is_none() && !own.iter().any(|own| key(own) == key(set)));
        let set = general.cloned().chain(own.iter().cloned()).collect();
        Self { set, ..self.clone() }
    }

    /// Checks that every setting with a model's name belongs to a model that is trained.
    ///
    /// # Errors
    /// Names the first setting for a model that is not trained.
    pub(super) fn check_scopes(&self, models: &[ModelKind]) -> Result<(), Usage> {
        let names: Vec<&str> = models.iter().map(|kind| kind.info().command).collect();
        match self.scoped().find(|(model, _)| !names.contains(model)) {
            None => Ok(()),
            Some((model, set)) => Err(Usage(format!(
                "--set {model}.{set}: {model} is not trained here, only {}: add it to --compare model=…, or leave the setting out",
                names.join(", ")
            ))),
        }
    }

    /// Parameters set for one model only: the model's name, and `key=value`.
    fn scoped(&self) -> impl Iterator<Item = (&str, String)> {
        self.set.iter().filter_map(|set| scope(set)).map(|(model, set)| (model, set.to_owned()))
    }

    /// Whether any parameter was set on the command line.
    #[cfg(feature = "window")]
    pub(super) fn names_parameters(&self) -> bool {
        self.q.is_some() || !self.set.is_empty()
    }

    /// Preset to start from.
    pub(super) fn preset(&self) -> Preset {
        self.preset.preset
    }

    /// Memory that training may use.
    pub(super) fn memory(&self) -> Budget {
        self.memory.unwrap_or_default()
    }

    /// Parameters of a model: preset, then seed, then values set by the user, each within its range.
    /// Words that start at word vectors from a file have the vectors' dimension unless `--q` is set.
    ///
    /// # Errors
    /// If the name, the value or the range of a parameter is wrong.
    #[cfg(feature = "window")]
    pub(super) fn params(&self, kind: ModelKind, vectors: Vectors) -> Result<Params, Usage> {
        if self.preset.searched {
            let remedy = "give --preset paper, and choose Search the papers' grid in the panel Model";
            return Err(Usage(format!("--preset paper-grid: the window starts with one setting: {remedy}")));
        }
        let params = self.at(kind, &[], vectors)?;
        params.check().map_err(|error| Usage(error.to_string()))?;
        let settings: Vec<(&str, &str)> = self.settings().collect();
        params.check_effect(&settings).map_err(|(_, error)| Usage(format!("--set {error}")))?;
        Self::check_given(settings.iter().map(|(key, _)| *key), vectors)?;
        Ok(params)
    }

    /// Grid of all settings to train: every combination of the requested axes.
    /// With the preset `paper-grid` the axes of the papers are added, except for values set by the user.
    /// Without any axis the grid has one setting.
    ///
    /// # Errors
    /// If the name, the value or the range of a parameter is wrong.
    pub(super) fn grid(&self, kind: ModelKind, axes: &[String], vectors: Vectors) -> Result<Grid, Usage> {
        let axis = |text: &String| Axis::from_str(text).map_err(|error| Usage(format!("--grid {error}")));
        let mut axes = axes.iter().map(axis).collect::<Result<Vec<Axis>, Usage>>()?;
        let usual = Params::preset(kind, self.preset(), kind.usual_q());
        for axis in &mut axes {
            refuse_seed("--grid", &axis.key)?;
            if let Some(key) = usual.key(&axis.key) {
                key.clone_into(&mut axis.key);
            }
        }
        let named_axes: Vec<String> = axes.iter().map(|axis| axis.key.clone()).collect();
        if let Some(axis) = axes.iter().find(|axis| self.fixes(&axis.key)) {
            let key = &axis.key;
            return Err(Usage(format!("--grid {key}=…: {key} is also set to one value: leave out one of the two")));
        }
        if self.preset.searched {
            let one = self.at(kind, &[], vectors)?;
            let of_axis = |view: &ParamView| view.of.is_some_and(|of| axes.iter().any(|own| own.is_of(of)));
            let there: Vec<&str> =
                one.views().iter().filter(|view| view.value.is_some() || of_axis(view)).map(|view| view.key).collect();
            let free = |axis: &Axis| {
                there.contains(&axis.key.as_str()) && !self.fixes(&axis.key) && !axes.iter().any(|own| own.is_of(&axis.key))
            };
            let papers = Axis::of_paper(kind);
            if papers.is_empty() {
                let label = kind.info().label;
                return Err(Usage(format!("--preset paper-grid: the papers search no grid of the {label}: give --preset paper")));
            }
            let papers: Vec<Axis> = papers.into_iter().filter(free).collect();
            axes.extend(papers);
        }
        let grid = Grid::new(axes, |setting| self.at(kind, setting, vectors))?;
        let own = named_axes.iter().filter(|key| !grid.axes.iter().any(|axis| axis.is_of(key)));
        let nowhere = |(key, text): &(&str, &str)| {
            (0..grid.len()).filter_map(|i| grid.params(i)).all(|params| params.inactive_at(key, text).is_some())
        };
        let set = self.settings().filter(nowhere).map(|(key, _)| key);
        if let (Some(key), Some(first)) = (own.map(String::as_str).chain(set).next(), grid.params(0)) {
            let reason = first.inactive(key).unwrap_or_default();
            let remedy = "leave it out, or change the others";
            let at = if grid.len() == 1 { "" } else { " at any of these settings" };
            return Err(Usage(format!("{key} has no effect{at}: {reason}; {remedy}")));
        }
        Self::check_vectors(&grid, vectors)?;
        Self::check_given(self.settings().map(|(key, _)| key).chain(grid.axes.iter().map(|axis| axis.key.as_str())), vectors)?;
        Ok(grid)
    }

    /// Refuses parameters of the word-vector component if the command line names no word vectors.
    fn check_given<'a>(mut keys: impl Iterator<Item = &'a str>, vectors: Vectors) -> Result<(), Usage> {
        let given = |key: &&str| GIVEN_VECTOR_PARAMETERS.iter().any(|own| own.eq_ignore_ascii_case(key));
        match keys.find(given).filter(|_| vectors == Vectors::None) {
            Some(key) => Err(Usage(format!("{key} has no effect: words have no given vectors: name a file with --vectors"))),
            None => Ok(()),
        }
    }

    /// Checks that word vectors from a file, if any, are a component or the start of words at some point of the grid.
    fn check_vectors(grid: &Grid, vectors: Vectors) -> Result<(), Usage> {
        let reason = |params: &Params| match (params.value("start"), params.value("given_weight")) {
            (None, _) => Some(format!("{} has no word positions", params.kind().info().label)),
            (Some(Value::Choice("given")), _) if params.inactive("q").is_none() => None,
            (_, Some(Value::Real(weight))) if weight > 0.0 => params.inactive("given_weight"),
            (_, None) => Some("they are not those of the words: set start=given".to_owned()),
            _ => Some("they are neither the start of words nor a component: set start=given or given_weight".to_owned()),
        };
        let mut reasons = (0..grid.len()).filter_map(|point| grid.params(point)).map(reason);
        match reasons.next() {
            Some(Some(first)) if vectors != Vectors::None && reasons.all(|reason| reason.is_some()) => {
                Err(Usage(format!("--vectors has no effect: {first}; leave it out, or change the model's settings")))
            }
            _ => Ok(()),
        }
    }

    /// Keys and values of parameters set by the user, without `q`, which also selects the preset's values.
    fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        let set = self.set.iter().filter_map(|set| set.split_once('='));
        set.map(|(key, value)| (key.trim(), value.trim())).filter(|(key, _)| !key.eq_ignore_ascii_case("q"))
    }

    /// Whether the user has set a parameter.
    pub(super) fn fixes(&self, key: &str) -> bool {
        let set = |set: &String| set.split_once('=').is_some_and(|(own, _)| own.trim().eq_ignore_ascii_case(key));
        (key.eq_ignore_ascii_case("q") && self.q.is_some()) || self.set.iter().any(set)
    }

    /// Parameters at a grid point, not yet checked.
    fn at(&self, kind: ModelKind, setting: &[(String, String)], vectors: Vectors) -> Result<Params, Usage> {
        let own_q = setting.iter().find(|(key, _)| key.eq_ignore_ascii_case("q")).and_then(|(_, q)| q.parse().ok());
        let q = if let Some(q) = own_q { Some(q) } else { self.q()? };
        let q = match (q, vectors) {
            (Some(q), Vectors::Of(all)) if q > all && self.starts_at_vectors(kind, setting) => {
                return Err(Usage(format!("q is {q} and the word vectors have {all} dimensions: give --q {all} or less")));
            }
            (None, Vectors::Of(q)) if self.starts_at_vectors(kind, setting) => q,
            (q, _) => q.unwrap_or(kind.usual_q()),
        };
        // Every model has a seed for its split, and one for its start if its words have positions.
        let mut params = Params::preset(kind, self.preset(), q).with_seed(self.seed);
        if self.preset() == Preset::Combined && params.value("decide_by") != Some(Value::Choice("combined")) {
            let label = kind.info().label;
            return Err(Usage(format!("--preset combined: the {label} has no components: leave it out, or take another model")));
        }
        if self.q.is_some() && params.value("q").is_none() {
            return Err(Usage(format!("--q: the {} has no word positions: leave it out", kind.info().label)));
        }
        let mut settings = settings(&self.set, &params)?;
        settings.extend(setting.iter().map(|(key, value)| (key.as_str(), value.as_str())));
        let absent = absent(&params, setting)?;
        settings.retain(|(key, _)| !absent.iter().any(|absent| absent.eq_ignore_ascii_case(key)));
        params.set_all(&settings).map_err(|(place, error)| {
            let (key, value) = settings[place];
            let of_grid = setting.iter().any(|(axis, _)| axis == key);
            Usage(if of_grid { format!("--grid {key}: {error}") } else { format!("--set {key}={value}: {error}") })
        })?;
        Ok(params)
    }

    /// Whether words start at given vectors: at a point of a grid, by the user's settings, or by the model's preset.
    fn starts_at_vectors(&self, kind: ModelKind, setting: &[(String, String)]) -> bool {
        let own = setting.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let start = own.chain(self.settings()).find(|(key, _)| key.eq_ignore_ascii_case("start"));
        let usual = || Params::preset(kind, self.preset(), kind.usual_q()).value("start") == Some(Value::Choice("given"));
        start.map_or_else(usual, |(_, value)| value == "given")
    }

    /// Number of latent dimensions for the preset; `--set q=3` means the same as `--q 3`.
    fn q(&self) -> Result<Option<usize>, Usage> {
        let mut set = self.set.iter().filter_map(|set| set.split_once('='));
        let set = set.find(|(key, _)| key.trim().eq_ignore_ascii_case("q")).and_then(|(_, value)| value.trim().parse().ok());
        match (self.q, set) {
            (Some(q), Some(other)) if q != other => {
                Err(Usage(format!("--q {q} and --set q={other} contradict each other: give one of them")))
            }
            (q, set) => Ok(q.or(set)),
        }
    }
}

/// Refuses the seed as a parameter, because the seed also determines the split.
///
/// # Errors
/// Names the options that set the seed.
pub(super) fn refuse_seed(option: &str, key: &str) -> Result<(), Usage> {
    if key.eq_ignore_ascii_case("seed") {
        return Err(Usage(format!("{option} seed=…: the seed also draws the split: give --seed, or --seeds for several runs")));
    }
    Ok(())
}

/// Model and parameter of `MODEL.key=value`; no parameter key contains a dot.
fn scope(set: &str) -> Option<(&str, &str)> {
    let (model, rest) = set.split_once('.')?;
    (!model.contains('=') && rest.contains('=')).then_some((model.trim(), rest))
}

/// Keys and values of the option `--set`.
///
/// # Errors
/// If an argument is not of the form `key=value`, sets the seed, or sets a parameter twice, under any of its names.
pub(super) fn settings<'a>(set: &'a [String], params: &Params) -> Result<Vec<(&'a str, &'a str)>, Usage> {
    let mut settings: Vec<(&str, &str)> = Vec::new();
    for set in set {
        let Some((key, value)) = set.split_once('=') else {
            return Err(Usage(format!("--set {set}: write it as key=value, for instance gamma=0.5")));
        };
        let key = key.trim();
        refuse_seed("--set", key)?;
        let same = |own: &str| own.eq_ignore_ascii_case(key) || params.key(own).is_some_and(|own| params.key(key) == Some(own));
        if settings.iter().any(|(own, _)| same(own)) {
            return Err(Usage(format!("--set {set}: {key} is set twice: set it once")));
        }
        settings.push((key, value.trim()));
    }
    Ok(settings)
}

/// Parameters that have no effect together with the choices at a point of a grid.
fn absent(params: &Params, setting: &[(String, String)]) -> Result<Vec<&'static str>, Usage> {
    let mut chosen = params.clone();
    let axis = |name: &str| setting.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
    for (key, way) in
        params.views().iter().filter(|view| matches!(view.domain, Domain::Choice(_))).filter_map(|view| axis(view.key))
    {
        chosen.set(key, way).map_err(|error| Usage(format!("--grid {key}: {error}")))?;
    }
    let absent = |view: &ParamView| view.value.is_none() && view.of.is_some_and(|of| axis(of).is_some());
    Ok(chosen.views().iter().filter(|view| absent(view)).map(|view| view.key).collect())
}
