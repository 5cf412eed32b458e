//! Parameters of models: one table for each model, from which command line, window and checks are derived.
//!
//! | item | source |
//! |---|---|
//! | the struct, its values as printed, its rows | [`parameters!`], one entry a parameter |
//! | `--set`, checks, help, panel, live changes | [`Parameters`], over the rows |

mod rows;
mod table;

use serde::{Serialize, de::DeserializeOwned};

pub(super) use rows::{ADAPTATION_FACTOR, DIMENSIONS, bounded, kernel_prior, kernel_reach, possible};
pub(super) use table::{direct, moving, parameters};

use super::{EmbeddingParams, ModelKind, Optimiser, ParamView, Preset, param_view::views};
use crate::{
    corpus::Weighting,
    param::{Choice, Domain, ParamError, Row, Value},
};

/// Checked parameters: all values are allowed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Checked<P>(P);

impl<P> Checked<P> {
    /// Returns the checked parameters.
    pub fn get(&self) -> &P {
        &self.0
    }

    /// Returns the checked parameters by value.
    pub fn into_inner(self) -> P {
        self.0
    }
}

/// Live change: a change of one parameter while the model runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LiveChange {
    /// Key of the changed parameter.
    pub key: &'static str,
    /// New value of the parameter.
    pub value: Value,
}

impl LiveChange {
    /// Creates a live change of a real-valued parameter.
    pub fn real(key: &'static str, value: f64) -> Self {
        Self { key, value: Value::Real(value) }
    }
}

/// Hyper-parameter grid: parameters with the values that a paper searches.
pub type PaperGrid = &'static [(&'static str, &'static [f64])];

/// Interface of any model's parameters by their keys, unchecked.
pub trait Parameters {
    /// Checks the value of every parameter.
    ///
    /// # Errors
    /// Returns an error that names the first value that is not allowed, with the allowed ones.
    fn check(self) -> Result<Checked<Self>, ParamError>
    where
        Self: Sized;

    /// Value of a parameter; `None` for an unknown one, and for one that belongs to an option that is not chosen.
    fn value(&self, key: &str) -> Option<Value>;

    /// Views of all parameters with their current values.
    fn views(&self) -> Vec<ParamView>;

    /// Current key of a parameter, given its current or a former key; `None` if unknown.
    fn key(&self, name: &str) -> Option<&'static str>;

    /// Reason why a parameter has no effect with the current values of the others; `None` if it has an effect, or is unknown.
    fn inactive(&self, key: &str) -> Option<String>;

    /// Reason why setting a parameter has no effect with the others; `None` if it has an effect, or equals the current behaviour.
    fn inactive_at(&self, key: &str, text: &str) -> Option<String>;

    /// Checks that every setting, as given to [`Parameters::set_all`], has an effect.
    ///
    /// # Errors
    /// Returns the index of the first setting without an effect, with the reason.
    fn check_effect(&self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
        settings.iter().enumerate().try_for_each(|(place, (key, value))| match self.inactive_at(key, value) {
            Some(reason) => Err((place, ParamError::without_effect(key, value, reason))),
            None => Ok(()),
        })
    }

    /// Optimiser that moves positions; `None` for models without positions.
    fn optimiser(&self) -> Option<Optimiser>;

    /// Number of steps at full size before the step size decays; 0 disables the decay.
    fn hold_steps(&self) -> usize;

    /// Relative change of the objective at which L-BFGS has converged; 0 without this test.
    fn converge(&self) -> f64;

    /// Number of iterations between two evaluations of the model.
    fn evaluate_every(&self) -> usize;

    /// Whether an iteration makes one small stochastic step instead of long ones.
    fn is_stochastic(&self) -> bool {
        self.optimiser().is_some_and(|optimiser| optimiser.rate().is_some())
    }

    /// Sets one parameter from text: `--set key=value`.
    /// A choice may be followed by its first number (`adam:0.05`); a number of an option that is not chosen chooses that option.
    ///
    /// # Errors
    /// Returns an error if the parameter is unknown, or the text is not an allowed value.
    fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError>;

    /// Sets several parameters from text, in any order: a number of an option that is not chosen chooses that option,
    /// unless another setting names an option.
    ///
    /// # Errors
    /// Returns the index of the first setting that is not allowed or belongs to an option that is not chosen, with the reason.
    fn set_all(&mut self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)>;

    /// Sets one parameter to a value.
    ///
    /// # Errors
    /// Returns an error if the parameter is unknown, or the value is not allowed.
    fn put(&mut self, key: &str, value: Value) -> Result<(), ParamError>;
}

/// Parameter table of a model: unchecked parameters with their rows, and the values that training reads.
pub trait ParamTable:
    Parameters + Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// Name of the model within a sentence.
    const MODEL: &'static str;

    /// Rows of the table, one per parameter.
    fn rows() -> &'static [Row<Self>];

    /// Parameters of a preset for `q` dimensions.
    fn preset(preset: Preset, q: usize) -> Self;

    /// Named variant to which the parameters belong, if it shares the table of its model.
    fn named(&self) -> Option<ModelKind> {
        None
    }

    /// Shared parameters of models with word positions; `None` for others.
    fn embedding_params(&self) -> Option<&EmbeddingParams> {
        None
    }

    /// Weight of a word in a document, from its count.
    fn weighting(&self) -> Weighting;

    /// Checks conditions that involve several parameters.
    ///
    /// # Errors
    /// Returns an error that names the parameter whose value violates a condition.
    fn check_together(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// Whether words are frozen and no other parameter of the model is learned.
    fn nothing_moves(&self) -> bool {
        false
    }

    /// Whether words move by the word map alone, whatever its weight in decisions.
    fn moves_by_map_alone(&self) -> bool {
        false
    }

    /// Sets the model's defaults for the option just selected for the parameter `key`.
    fn usual(&mut self, _key: &str) {}

    /// Key of the choice to which a numeric parameter belongs, if any.
    fn number_of(key: &str) -> Option<&'static str> {
        Self::row(key).ok()?.of
    }

    /// Row of a parameter in the table.
    ///
    /// # Errors
    /// Returns an error if the parameter is unknown; lists the known ones.
    fn row(key: &str) -> Result<&'static Row<Self>, ParamError> {
        Self::rows().iter().find(|row| row.is(key)).ok_or_else(|| {
            let keys: Vec<&str> = Self::rows().iter().map(|row| row.key).collect();
            ParamError::new("parameter", key, format!("{} has these: {}", Self::MODEL, keys.join(", ")))
        })
    }

    /// Sets one parameter from text and keeps the choices that other settings name.
    ///
    /// # Errors
    /// Returns an error if the parameter is unknown, the text is not an allowed value,
    /// or the number belongs to another option than the named one.
    fn set_beside(&mut self, key: &str, text: &str, named: &mut Vec<&'static str>) -> Result<(), ParamError> {
        let row = Self::row(key)?;
        let refused = || ParamError::new(row.key, text, format!("give {}", row.domain));
        if let (Domain::Choice(_), Some((way, number))) = (row.domain, text.split_once(':')) {
            self.set_beside(key, way, named)?;
            let own = |number: &&Row<Self>| number.of == Some(row.key) && number.value(self).is_some();
            let first = Self::rows().iter().find(own).ok_or_else(refused)?;
            return self.set_beside(first.key, number, named);
        }
        let value = row.domain.parse(text).ok_or_else(refused)?;
        if let (None, Some(of)) = (row.value(self), row.of) {
            let choice = Self::row(of)?;
            if let (true, Some(now)) = (named.contains(&of), choice.value(self)) {
                let ways: Vec<&str> = self.ways_with(choice, row).into_iter().map(|(way, _)| way).collect();
                let ways = ways.join(" or ");
                let remedy = format!("{} belongs to {of}={ways}, and {of} is {now}: leave out one of the two", row.key);
                return Err(ParamError::new(row.key, text, remedy));
            }
            if let Some((_, with)) = self.ways_with(choice, row).into_iter().next() {
                *self = with;
                self.usual(choice.key);
            }
        }
        named.push(row.of.unwrap_or(row.key));
        self.put(row.key, value)
    }

    /// Options of a choice that have the numeric parameter `row`, each with the parameters after selecting it.
    fn ways_with(&self, choice: &'static Row<Self>, row: &'static Row<Self>) -> Vec<(&'static str, Self)> {
        let Domain::Choice(ways) = choice.domain else { return Vec::new() };
        let with = |way: &Choice| {
            let mut tried = self.clone();
            choice.put(&mut tried, Value::Choice(way.key)).ok()?;
            row.value(&tried).map(|_| (way.key, tried))
        };
        ways.iter().filter_map(with).collect()
    }

    /// Parameters after a live change of one of them.
    ///
    /// # Errors
    /// Returns an error if the parameter is not live, or the value is not allowed.
    fn after(&self, change: LiveChange) -> Result<Self, ParamError> {
        let row = Self::row(change.key)?;
        if !row.about.live {
            return Err(ParamError::new(row.key, change.value, "it is read at the start of a run: restart with it"));
        }
        let mut params = self.clone();
        row.put(&mut params, change.value)?;
        Ok(params.check()?.into_inner())
    }

    /// Hyper-parameter grid that the papers search for the model; empty if they search none.
    fn paper_grid() -> PaperGrid {
        &[]
    }
}

impl<P: ParamTable> Parameters for P {
    fn check(self) -> Result<Checked<Self>, ParamError> {
        P::rows().iter().try_for_each(|row| row.check(&self))?;
        self.check_together()?;
        Ok(Checked(self))
    }

    fn optimiser(&self) -> Option<Optimiser> {
        self.embedding_params().map(|params| params.optimiser)
    }

    fn hold_steps(&self) -> usize {
        self.embedding_params().map_or(0, |params| params.hold_steps)
    }

    fn converge(&self) -> f64 {
        self.embedding_params().map_or(0.0, |params| params.converge)
    }

    fn evaluate_every(&self) -> usize {
        self.embedding_params().map_or(1, |params| params.evaluate_every)
    }

    fn value(&self, key: &str) -> Option<Value> {
        P::row(key).ok()?.value(self)
    }

    fn views(&self) -> Vec<ParamView> {
        views(self)
    }

    fn key(&self, name: &str) -> Option<&'static str> {
        P::row(name).ok().map(|row| row.key)
    }

    fn inactive(&self, key: &str) -> Option<String> {
        let row = P::row(key).ok()?;
        match (row.value(self), row.of) {
            (None, Some(of)) => {
                let ways: Vec<&str> = self.ways_with(P::row(of).ok()?, row).into_iter().map(|(way, _)| way).collect();
                Some(format!("it belongs to {of}={}", ways.join(" or ")))
            }
            _ => row.active(self).err().map(str::to_owned),
        }
    }

    fn inactive_at(&self, key: &str, text: &str) -> Option<String> {
        self.inactive(key).filter(|_| !P::row(key).is_ok_and(|row| row.is_off(text)))
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
        self.set_beside(key, text, &mut Vec::new())
    }

    fn set_all(&mut self, settings: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
        let is_choice = |key: &str| P::row(key).is_ok_and(|row| matches!(row.domain, Domain::Choice(_)));
        let mut named = Vec::new();
        for choices in [true, false] {
            for (place, (key, text)) in settings.iter().enumerate().filter(|(_, (key, _))| is_choice(key) == choices) {
                self.set_beside(key, text, &mut named).map_err(|error| (place, error))?;
            }
        }
        Ok(())
    }

    fn put(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        let row = P::row(key)?;
        let before = row.value(self);
        row.put(self, value)?;
        if matches!(value, Value::Choice(_)) && before != Some(value) {
            self.usual(row.key);
        }
        Ok(())
    }
}
