//! The hyper-parameters as chosen in the window.

use crate::{
    model::{
        LiveChange,
        smm::{Optimiser, Preset, SmmParams},
    },
    train::TrainOptions,
};

/// The hyper-parameters as chosen in the window: those of the present run, with every live change since.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The preset they started from.
    pub preset: Preset,
    /// The model's parameters.
    pub params: SmmParams,
    /// Whether a run ends, with its best iterate, when development accuracy no longer rises.
    pub early_stop: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Preset::Default, 2)
    }
}

impl Settings {
    /// Evaluations without a better development accuracy after which a run ends, if it is to end early.
    const PATIENCE: usize = 50;

    /// A preset's.
    pub fn new(preset: Preset, q: usize) -> Self {
        Self { preset, params: SmmParams::preset(preset, q), early_stop: false }
    }

    /// Keeps what was changed live, for the next restart.
    pub fn apply(&mut self, change: LiveChange) {
        match change {
            LiveChange::C(value) => self.params.c = value,
            LiveChange::Rho(value) => self.params.rho = value,
            LiveChange::Gamma(value) => self.params.gamma = value,
            LiveChange::Keep(value) => self.params.keep = value,
            LiveChange::Rate(value) => {
                if let Optimiser::Adam { rate } = &mut self.params.optimiser {
                    *rate = value;
                }
            }
        }
    }

    /// How the worker drives a run.
    pub fn train_options(&self, speed: Option<f64>) -> TrainOptions {
        TrainOptions { patience: self.early_stop.then_some(Self::PATIENCE), speed_limit: speed, ..TrainOptions::default() }
    }
}
