//! A trained process goes on where it was left.

use std::sync::{Arc, OnceLock};

use super::{Evaluated, Gp, GpModel, Sure, point::Point};
use crate::{
    corpus::Dataset,
    model::{ModelError, check::same},
};

impl Gp {
    /// Takes up a machine after so many iterations: until the next one, what it says of the documents is what the machine
    /// says, to the last bit. From then on it learns from the training documents at hand.
    ///
    /// # Errors
    /// As [`Gp::new`], or when words or ratings are not the machine's.
    pub fn resume(data: Arc<Dataset>, machine: GpModel, iterations: usize) -> Result<Self, ModelError> {
        let mut gp = Self::new(data, machine.params.clone().check()?)?;
        same("words", &gp.untrained.words, &machine.words)?;
        same("ratings", &gp.untrained.ratings, &machine.ratings)?;
        gp.iteration = iterations;
        let GpModel { gamma, alpha, beta, .. } = machine;
        let point = Point { x: (*machine.latent).clone(), log_alpha: alpha.ln(), log_beta: beta.ln(), gamma };
        gp.search.go_to(&gp.params, point.clone());
        let model = Arc::new(machine);
        let mut snapshot = gp.look(&model, model.word_values(), f64::NAN);
        snapshot.scores = gp.scores(&snapshot);
        let deviation = Arc::new(model.deviations(&gp.data.weights));
        let sure = OnceLock::from(Sure { model: Arc::clone(&model), deviation });
        gp.evaluated = Evaluated { model, point, snapshot, sure };
        gp.best = gp.evaluated.snapshot.scores.dev.map(|_| gp.evaluated.clone());
        gp.settled = true;
        Ok(gp)
    }
}
