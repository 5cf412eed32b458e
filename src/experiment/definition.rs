//! Experiment: everything the result of one training depends on.
//!
//! Cost: the hash is one pass over the canonical form, a JSON text of a few kilobytes.

use serde::{Deserialize, Serialize};
use siphasher::sip128::SipHasher13;

use super::DataRecipe;
use crate::{
    model::{ModelKind, Params},
    param::Value,
    train::TrainOptions,
};

/// Everything the result of one training depends on: data, parameters, seed and stopping rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Stored", try_from = "Stored")]
pub struct Experiment {
    /// From files to the dataset.
    pub data: DataRecipe,
    /// The model's parameters.
    pub params: Params,
    /// Seed of split, start and word dropout.
    pub seed: u64,
    /// Stopping rules.
    pub train: TrainOptions,
}

/// An experiment as JSON holds it.
#[derive(Serialize, Deserialize)]
struct Stored {
    model: ModelKind,
    data: DataRecipe,
    params: serde_json::Value,
    seed: u64,
    train: TrainOptions,
}

impl From<Experiment> for Stored {
    fn from(Experiment { data, params, seed, train }: Experiment) -> Self {
        // Parameters are numbers, switches and names: they always have a JSON form.
        let model = params.kind();
        Self { model, data, params: serde_json::to_value(&params).unwrap_or_default(), seed, train }
    }
}

impl TryFrom<Stored> for Experiment {
    type Error = serde_json::Error;

    fn try_from(Stored { model, data, params, seed, train }: Stored) -> Result<Self, Self::Error> {
        Ok(Self { data, params: Params::from_json(model, params)?, seed, train })
    }
}

impl Experiment {
    /// An experiment whose split and start are drawn with this seed.
    pub fn new(mut data: DataRecipe, mut params: Params, seed: u64, train: TrainOptions) -> Self {
        data.split.seed = seed;
        if params.value("seed").is_some() {
            // A model with a seed takes every whole number.
            let _ = params.put("seed", Value::Whole(seed));
        }
        Self { data, params, seed, train }
    }

    /// Canonical form: JSON without blanks, the keys of every object in alphabetical order.
    pub fn canonical(&self) -> String {
        // `serde_json::Value` keeps keys in alphabetical order.
        serde_json::to_value(self).map(|value| value.to_string()).unwrap_or_default()
    }

    /// Hash of the canonical form (SipHash-1-3, 128 bits, hexadecimal): equal in every process and on every computer.
    pub fn hash(&self) -> String {
        hash_of(&self.canonical())
    }
}

/// Hash of a text, as 32 hexadecimal digits.
pub(super) fn hash_of(text: &str) -> String {
    format!("{:032x}", SipHasher13::new().hash(text.as_bytes()).as_u128())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Preset;

    fn experiment() -> Experiment {
        let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
        Experiment::new(DataRecipe::default(), params, 3, TrainOptions { max_iterations: Some(50), ..TrainOptions::default() })
    }

    #[test]
    fn an_experiment_survives_json_for_every_model_and_preset() {
        for &kind in ModelKind::ALL {
            for preset in [Preset::Default, Preset::Paper] {
                for q in [2, 10] {
                    let experiment = Experiment { params: Params::preset(kind, preset, q), ..experiment() };
                    let read: Experiment = serde_json::from_str(&experiment.canonical()).unwrap();
                    assert_eq!(read, experiment);
                    assert_eq!(read.hash(), experiment.hash());
                }
            }
        }
    }

    #[test]
    fn the_hash_is_of_everything_that_decides_the_result_and_of_nothing_else() {
        let one = experiment();
        assert_eq!(one.hash().len(), 32);
        let mut others = vec![Experiment::new(one.data.clone(), one.params.clone(), 4, one.train.clone())];
        let mut other = one.clone();
        other.params.set("gamma", "0.125").unwrap();
        others.push(other.clone());
        other.data.vocabulary.max_words = Some(100);
        others.push(other.clone());
        other.train.patience = Some(3);
        others.push(other);
        let hashes: std::collections::HashSet<String> = others.iter().chain([&one]).map(Experiment::hash).collect();
        assert_eq!(hashes.len(), 5);
        let mut watched = one.clone();
        (watched.train.history_bytes, watched.train.start_paused) = (7, true);
        assert_eq!(watched.hash(), one.hash(), "what the window shows does not decide the result");
    }

    #[test]
    fn the_hash_of_a_text_never_changes() {
        // Computed by another implementation of SipHash-1-3.
        assert_eq!(hash_of("wordfield"), "dcdcb3eb009be5848f4873d8471b8605");
    }
}
