//! Parameters of models: one list a model, from which everything else follows.
//!
//! | what | where it comes from |
//! |---|---|
//! | the struct, its values as printed, its rows | [`parameters!`], one entry a parameter |
//! | `--set`, checks, help, panel, live changes | [`Parameters`], over the rows |

mod rows;
mod table;

use serde::{Serialize, de::DeserializeOwned};

pub(super) use rows::{DIMENSIONS, REACH, bounded, kernel_prior, kernel_reach, possible};
pub(super) use table::{fields, learned_kernels, moving, parameters, rows};

use super::{Optimiser, Preset};
use crate::{
    corpus::Weighting,
    param::{Choice, Domain, ParamError, Row, Value},
};

/// Parameters whose every value lies in its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Checked<P>(P);

impl<P> Checked<P> {
    /// The parameters.
    pub fn get(&self) -> &P {
        &self.0
    }

    /// The parameters, taken out.
    pub fn into_inner(self) -> P {
        self.0
    }
}

/// A change of a parameter while the model runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LiveChange {
    /// The parameter.
    pub key: &'static str,
    /// What it is to be.
    pub value: Value,
}

impl LiveChange {
    /// A number.
    pub fn real(key: &'static str, value: f64) -> Self {
        Self { key, value: Value::Real(value) }
    }
}

/// Parameters and the values of them a paper tries.
pub type PaperGrid = &'static [(&'static str, &'static [f64])];

/// The parameters of a model, unchecked.
pub trait Parameters: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The model, in a sentence.
    const MODEL: &'static str;

    /// One row a parameter.
    fn rows() -> &'static [Row<Self>];

    /// The parameters of a preset for `q` dimensions.
    fn preset(preset: Preset, q: usize) -> Self;

    /// How positions move; `None` of a model without positions.
    fn optimiser(&self) -> Option<Optimiser> {
        None
    }

    /// What is made of a word's count.
    fn weighting(&self) -> Weighting;

    /// Full steps after which steps grow shorter; 0: never.
    fn decay(&self) -> usize {
        0
    }

    /// Iterations from one evaluation to the next.
    fn evaluate_every(&self) -> usize {
        1
    }

    /// Checks what concerns several parameters at once.
    ///
    /// # Errors
    /// Names the parameter to change.
    fn check_together(&self) -> Result<(), ParamError> {
        Ok(())
    }

    /// Whether the words are frozen and nothing else is learned either.
    fn nothing_moves(&self) -> bool {
        false
    }

    /// Gives the way just chosen for the parameter `key` this model's own usual numbers.
    fn usual(&mut self, _key: &str) {}

    /// The choice that a parameter is a number of, if it is one.
    fn number_of(key: &str) -> Option<&'static str> {
        Self::row(key).ok()?.of
    }

    /// The row of a parameter.
    ///
    /// # Errors
    /// When there is none of that name; lists those there are.
    fn row(key: &str) -> Result<&'static Row<Self>, ParamError> {
        Self::rows().iter().find(|row| row.key.eq_ignore_ascii_case(key)).ok_or_else(|| {
            let keys: Vec<&str> = Self::rows().iter().map(|row| row.key).collect();
            ParamError::new("parameter", key, format!("{} has these: {}", Self::MODEL, keys.join(", ")))
        })
    }

    /// The value of a parameter; `None` where there is none, or it belongs to another way than the chosen one.
    fn value(&self, key: &str) -> Option<Value> {
        Self::row(key).ok()?.value(self)
    }

    /// Sets one parameter from text: `--set key=value`. A choice may be followed by its first number (`adam:0.05`); a number
    /// of another way than the chosen one chooses that way.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is none of its values.
    fn set(&mut self, key: &str, text: &str) -> Result<(), ParamError> {
        self.set_beside(key, text, &mut Vec::new())
    }

    /// Sets several parameters from text, whatever their order: a number of another way than the chosen one chooses that way
    /// only where nothing else said here names one.
    ///
    /// # Errors
    /// The place of the one that is no parameter, is none of its values, or belongs to a way that is not chosen; and why.
    fn set_all(&mut self, said: &[(&str, &str)]) -> Result<(), (usize, ParamError)> {
        let is_choice = |key: &str| Self::row(key).is_ok_and(|row| matches!(row.domain, Domain::Choice(_)));
        let mut named = Vec::new();
        for choices in [true, false] {
            for (place, (key, text)) in said.iter().enumerate().filter(|(_, (key, _))| is_choice(key) == choices) {
                self.set_beside(key, text, &mut named).map_err(|error| (place, error))?;
            }
        }
        Ok(())
    }

    /// Sets one parameter beside others that named these choices, which stay as they are.
    ///
    /// # Errors
    /// When there is no such parameter, the text is none of its values, or it belongs to another way than the one named.
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

    /// The ways of a choice that have the number `row`, each with the parameters under it.
    fn ways_with(&self, choice: &'static Row<Self>, row: &'static Row<Self>) -> Vec<(&'static str, Self)> {
        let Domain::Choice(ways) = choice.domain else { return Vec::new() };
        let with = |way: &Choice| {
            let mut tried = self.clone();
            choice.put(&mut tried, Value::Choice(way.key)).ok()?;
            row.value(&tried).map(|_| (way.key, tried))
        };
        ways.iter().filter_map(with).collect()
    }

    /// Sets one parameter to a value.
    ///
    /// # Errors
    /// When there is no such parameter, or it may not be that.
    fn put(&mut self, key: &str, value: Value) -> Result<(), ParamError> {
        let row = Self::row(key)?;
        let before = row.value(self);
        row.put(self, value)?;
        if matches!(value, Value::Choice(_)) && before != Some(value) {
            self.usual(row.key);
        }
        Ok(())
    }

    /// The same parameters after a live change.
    ///
    /// # Errors
    /// When the parameter is not live, or may not be that.
    fn after(&self, change: LiveChange) -> Result<Self, ParamError> {
        let row = Self::row(change.key)?;
        if !row.about.live {
            return Err(ParamError::new(row.key, change.value, "it holds from the start of a run: restart with it"));
        }
        let mut params = self.clone();
        row.put(&mut params, change.value)?;
        Ok(params.check()?.into_inner())
    }

    /// Checks every value.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    fn check(self) -> Result<Checked<Self>, ParamError> {
        Self::rows().iter().try_for_each(|row| row.check(&self))?;
        self.check_together()?;
        Ok(Checked(self))
    }

    /// Whether an iteration makes one small stochastic step rather than long ones.
    fn is_stochastic(&self) -> bool {
        self.optimiser().is_some_and(|optimiser| optimiser.rate().is_some())
    }

    /// The relative change of the objective below which long steps have converged; 0 where there is none.
    fn converge(&self) -> f64 {
        if let Some(Value::Real(value)) = self.value("converge") { value } else { 0.0 }
    }

    /// The grid the papers search for this model, an axis a parameter with the values tried; none where they do not.
    fn paper_grid() -> PaperGrid {
        &[]
    }
}
