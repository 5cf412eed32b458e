//! Parameters of any model, unchecked.

use std::sync::Arc;

use serde::Serialize;

use super::{Kind, LiveChange, Model, ModelError, Preset, common::Common, gp, matching, smm};
use crate::corpus::{Dataset, Weighting};

/// Parameters of one of the models.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Params {
    /// Of the latent SMM.
    Smm(smm::SmmParams),
    /// Of the GP-LVSM.
    Gp(gp::GpParams),
    /// Of matching.
    Matching(matching::MatchParams),
}

impl Params {
    /// The parameters of a preset for `q` dimensions.
    pub fn preset(kind: Kind, preset: Preset, q: usize) -> Self {
        match kind {
            Kind::Smm => Self::Smm(smm::SmmParams::preset(preset, q)),
            Kind::Gp => Self::Gp(gp::GpParams::preset(preset, q)),
            Kind::Matching => Self::Matching(matching::MatchParams::preset(preset, q)),
        }
    }

    /// Which model they are of.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Smm(_) => Kind::Smm,
            Self::Gp(_) => Kind::Gp,
            Self::Matching(_) => Kind::Matching,
        }
    }

    /// Latent dimensions.
    pub fn q(&self) -> usize {
        match self {
            Self::Smm(params) => params.q,
            Self::Gp(params) => params.q,
            Self::Matching(params) => params.q,
        }
    }

    /// What is made of a word's count.
    pub fn weighting(&self) -> Weighting {
        match self {
            Self::Smm(params) => params.weighting,
            Self::Gp(params) => params.weighting,
            Self::Matching(params) => params.weighting,
        }
    }

    /// What all models have, lent.
    fn common(&mut self) -> Common<'_> {
        match self {
            Self::Smm(params) => params.common(),
            Self::Gp(params) => params.common(),
            Self::Matching(params) => params.common(),
        }
    }

    /// Sets what is made of a word's count.
    pub fn set_weighting(&mut self, weighting: Weighting) {
        *self.common().weighting = weighting;
    }

    /// Sets the seed of start and dropout.
    pub fn set_seed(&mut self, seed: u64) {
        *self.common().seed = seed;
    }

    /// Sets one parameter from text: `--set key=value`.
    ///
    /// # Errors
    /// When there is no such parameter, or the text is not of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ModelError> {
        match self {
            Self::Smm(params) => params.set(key, value),
            Self::Gp(params) => params.set(key, value),
            Self::Matching(params) => params.set(key, value),
        }
    }

    /// Takes over a live change; one the model does not know is passed over.
    pub fn apply(&mut self, change: LiveChange) {
        match self {
            Self::Smm(params) => params.apply(change),
            Self::Gp(params) => params.apply(change),
            Self::Matching(params) => params.apply(change),
        }
    }

    /// Whether an iteration makes one small stochastic step rather than several long ones.
    pub fn is_stochastic(&self) -> bool {
        match self {
            Self::Smm(params) => params.is_stochastic(),
            Self::Gp(params) => params.is_stochastic(),
            Self::Matching(params) => params.is_stochastic(),
        }
    }

    /// Checks every range without starting anything.
    ///
    /// # Errors
    /// Names the first parameter outside its range, and the range.
    pub fn check(&self) -> Result<(), ModelError> {
        match self.clone() {
            Self::Smm(params) => params.check().map(drop),
            Self::Gp(params) => params.check().map(drop),
            Self::Matching(params) => params.check().map(drop),
        }
    }

    /// Checks the parameters and makes the model ready for its first iteration.
    ///
    /// # Errors
    /// When a parameter is outside its range, or the data cannot be trained on.
    pub fn start(self, data: Arc<Dataset>) -> Result<Box<dyn Model>, ModelError> {
        let (kind, asked) = (self.kind(), Kind::of(&data.corpus.task));
        if kind != asked {
            return Err(ModelError::Data {
                problem: format!("the corpus has {} and the model learns {}", asked.target(), kind.target()),
                remedy: "train the model made for it, or read the file as another task".into(),
            });
        }
        Ok(match self {
            Self::Smm(params) => Box::new(smm::Smm::new(data, params.check()?)?),
            Self::Gp(params) => Box::new(gp::Gp::new(data, params.check()?)?),
            Self::Matching(params) => Box::new(matching::Matching::new(data, params.check()?)?),
        })
    }
}
