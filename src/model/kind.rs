//! The three models by name: which one, from which preset, how it is measured, what training leaves.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Model, ModelError, Params,
    gp::{Gp, GpModel},
    matching::{MatchModel, Matching},
    smm::{Smm, SmmModel},
};
use crate::corpus::{Dataset, Task, Weighting};

/// Which model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The latent support measure machine: classes.
    Smm,
    /// The Gaussian process latent variable set model: ratings.
    Gp,
    /// Cross-domain matching: partners.
    Matching,
}

impl Kind {
    /// The model that learns a task.
    pub fn of(task: &Task) -> Self {
        match task {
            Task::Classes => Self::Smm,
            Task::Ratings(_) => Self::Gp,
            Task::Pairs(_) => Self::Matching,
        }
    }

    /// Its name on the command line.
    pub fn command(self) -> &'static str {
        match self {
            Self::Smm => "smm",
            Self::Gp => "gp",
            Self::Matching => "match",
        }
    }

    /// Its name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Smm => "a latent SMM, which tells classes",
            Self::Gp => "a GP-LVSM, which predicts ratings",
            Self::Matching => "a matching, which finds partners",
        }
    }

    /// What it learns of documents.
    pub fn target(self) -> &'static str {
        match self {
            Self::Smm => "classes",
            Self::Gp => "ratings",
            Self::Matching => "partners",
        }
    }

    /// What its scores measure.
    pub fn merit(self) -> Merit {
        match self {
            Self::Smm => Merit::Accuracy,
            Self::Gp => Merit::Rmse,
            Self::Matching => Merit::Precision,
        }
    }
}

/// What scores measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merit {
    /// The share of documents classified right.
    Accuracy,
    /// The root mean squared error of ratings, on the user's scale.
    Rmse,
    /// The share of source documents whose partner is the nearest candidate.
    Precision,
}

impl Merit {
    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::Rmse => "RMSE",
            Self::Precision => "precision@1",
        }
    }

    /// A value as a gain: larger is better.
    pub fn gain(self, value: f64) -> f64 {
        if self == Self::Rmse { -value } else { value }
    }

    /// Whether one value is better than another.
    pub fn better(self, value: f64, than: f64) -> bool {
        self.gain(value) > self.gain(than)
    }

    /// A value as people read it.
    pub fn show(self, value: f64) -> String {
        if self == Self::Rmse { format!("{value:.3}") } else { format!("{:.1} %", 100.0 * value) }
    }
}

/// A named set of parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// As printed in the papers.
    Paper,
    /// What was best on development parts.
    #[default]
    Default,
}

/// What training leaves: all it takes to judge new documents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trained {
    /// A trained latent SMM.
    Smm(SmmModel),
    /// A trained GP-LVSM.
    Gp(GpModel),
    /// A trained matching.
    Matching(MatchModel),
}

impl Trained {
    /// Which model left it.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Smm(_) => Kind::Smm,
            Self::Gp(_) => Kind::Gp,
            Self::Matching(_) => Kind::Matching,
        }
    }

    /// The parameters it was trained with, live changes included.
    pub fn params(&self) -> Params {
        match self {
            Self::Smm(machine) => Params::Smm(machine.params.clone()),
            Self::Gp(machine) => Params::Gp(machine.params.clone()),
            Self::Matching(machine) => Params::Matching(machine.params.clone()),
        }
    }

    /// A model that goes on from here on documents counted over the machine's words; before its next iteration it says of
    /// them what the machine says.
    ///
    /// # Errors
    /// When the words, or what is asked of the documents, are not the machine's, or there is nothing to train on.
    pub fn resume(&self, data: Arc<Dataset>, iterations: usize) -> Result<Box<dyn Model>, ModelError> {
        Ok(match self {
            Self::Smm(machine) => Box::new(Smm::resume(data, machine.clone(), iterations)?),
            Self::Gp(machine) => Box::new(Gp::resume(data, machine.clone(), iterations)?),
            Self::Matching(machine) => Box::new(Matching::resume(data, machine, iterations)?),
        })
    }

    /// What it makes of a word's count.
    pub fn weighting(&self) -> Weighting {
        match self {
            Self::Smm(machine) => machine.params.weighting,
            Self::Gp(machine) => machine.params.weighting,
            Self::Matching(machine) => machine.params.weighting,
        }
    }
}
