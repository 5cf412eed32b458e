//! A trained machine goes on where it was left.

use super::{Evaluated, Smm, SmmModel};
use crate::{
    corpus::Dataset,
    model::{ModelError, check::same},
};
use std::sync::Arc;

impl Smm {
    /// Takes up a machine after so many iterations: until the next one, what it says of the documents is what the machine
    /// says, to the last bit.
    ///
    /// # Errors
    /// As [`Smm::new`], or when words or classes are not the machine's.
    pub fn resume(data: Arc<Dataset>, machine: SmmModel, iterations: usize) -> Result<Self, ModelError> {
        let mut smm = Self::new(data, machine.params.clone().check()?)?;
        same("words", &smm.words, &machine.words)?;
        same("classes", &smm.classes, &machine.classes)?;
        smm.iteration = iterations;
        smm.search.go_to(&smm.params, &machine.latent, machine.gamma);
        let mut snapshot = smm.look(&machine, f64::NAN);
        snapshot.scores = smm.scores(&snapshot);
        smm.evaluated = Evaluated { model: machine, snapshot };
        smm.best = smm.evaluated.snapshot.scores.dev.map(|_| smm.evaluated.clone());
        smm.settled = true;
        Ok(smm)
    }
}
