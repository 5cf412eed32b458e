//! The hyper-parameters as chosen in the window.

use crate::{
    model::{Kind, LiveChange, Params, Preset},
    train::TrainOptions,
};

/// The hyper-parameters as chosen in the window: those of the present run, with every live change since.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The preset they started from.
    pub preset: Preset,
    /// The model's parameters.
    pub params: Params,
    /// Whether a run ends, with its best iterate, when the development score no longer gets better.
    pub early_stop: bool,
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
        Self { preset, params: Params::preset(kind, preset, q), early_stop: kind != Kind::Smm }
    }

    /// The same wishes for another model: its own parameters from the same preset, unless it is the same model.
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Self {
        if self.params.kind() == kind { self.clone() } else { Self::new(kind, self.preset, 2) }
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
