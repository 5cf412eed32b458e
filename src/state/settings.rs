//! The hyper-parameters as chosen in the window.

use crate::{
    model::{Kind, LiveChange, Params, Preset},
    train::TrainOptions,
};

/// The hyper-parameters as chosen in the window: those of the present run, with every live change since.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The preset they started from.
    pub preset: Preset,
    /// The model's parameters.
    pub params: Params,
    /// Whether a run ends, with its best iterate, when the development score no longer gets better.
    pub early_stop: bool,
    /// What was asked for on the command line, for each model it fits.
    requested: Vec<Params>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Kind::Smm, Preset::Default, 2)
    }
}

impl Settings {
    /// Evaluations without a better development score after which a run ends, if it is to end early.
    const PATIENCE: usize = 50;

    /// A preset's. Ratings and matches get worse when trained on, so their runs end with the best iterate.
    pub fn new(kind: Kind, preset: Preset, q: usize) -> Self {
        Self { preset, params: Params::preset(kind, preset, q), early_stop: kind != Kind::Smm, requested: Vec::new() }
    }

    /// Parameters asked for in advance, one set for each model that may be trained.
    pub fn wished(preset: Preset, requested: Vec<Params>) -> Self {
        let params = requested.first().cloned().unwrap_or_else(|| Params::preset(Kind::Smm, preset, 2));
        Self { preset, early_stop: params.kind() != Kind::Smm, params, requested }
    }

    /// The same requested for another model: the parameters asked for it, or its own from the same preset, unless it is the
    /// same model.
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Self {
        if self.params.kind() == kind {
            return self.clone();
        }
        let wish = self.requested.iter().find(|wish| wish.kind() == kind);
        let params = wish.cloned().unwrap_or_else(|| Params::preset(kind, self.preset, 2));
        Self { params, early_stop: kind != Kind::Smm, ..self.clone() }
    }

    /// Keeps what was changed live, for the next restart.
    pub fn apply(&mut self, change: LiveChange) {
        self.params.apply(change);
    }

    /// How the worker drives a run.
    pub fn train_options(&self, speed: Option<f64>) -> TrainOptions {
        TrainOptions { patience: self.early_stop.then_some(Self::PATIENCE), speed_limit: speed, ..TrainOptions::default() }
    }
}
