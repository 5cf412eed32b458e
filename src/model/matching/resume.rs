//! A trained matching goes on where it was left.

use std::sync::Arc;

use super::{MatchModel, Matching, ModelError};
use crate::{corpus::Dataset, model::check::same};

impl Matching {
    /// Takes up a machine after so many iterations: until the next one, what it says of the documents is what the machine
    /// says, to the last bit.
    ///
    /// # Errors
    /// As [`Matching::new`], or when the words are not the machine's.
    pub fn resume(data: Arc<Dataset>, machine: &MatchModel, iterations: usize) -> Result<Self, ModelError> {
        let mut matching = Self::new(data, machine.params.clone().check()?)?;
        let MatchModel { words, source_words, .. } = &*matching.evaluated.model;
        same("words", words, &machine.words)?;
        same("words of the source side", source_words, &machine.source_words)?;
        matching.iteration = iterations;
        matching.search.go_to(&matching.params, &machine.latent, machine.gamma, machine.sharpness);
        matching.evaluate();
        Ok(matching)
    }
}
