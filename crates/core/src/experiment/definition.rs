//! Experiment: everything the result of one training depends on.
//!
//! Memory: as JSON some kilobytes.

use serde::{Deserialize, Serialize, Serializer};

use super::DataRecipe;
use crate::{
    metric::CalibratedOn,
    model::{ModelKind, Params},
    train::TrainOptions,
};

/// Everything the result of one training depends on: data, parameters, seed and stopping rules.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Experiment {
    /// Data recipe: how the dataset is made from files.
    pub data: DataRecipe,
    /// Parameters of the experiment's model.
    pub params: Params,
    /// Seed of the random split, initial positions and word dropout.
    pub seed: u64,
    /// Stopping rules of the training.
    pub train: TrainOptions,
    /// Documents on which class probabilities are calibrated.
    pub calibrate: CalibratedOn,
}

/// Experiment as stored in JSON: owned where it is read, borrowed where it is written.
#[derive(Serialize, Deserialize)]
struct Stored<D = DataRecipe, P = serde_json::Value, T = TrainOptions> {
    model: ModelKind,
    data: D,
    params: P,
    seed: u64,
    train: T,
    #[serde(default, skip_serializing_if = "is_development")]
    calibrate: CalibratedOn,
}

/// Whether the calibration is the default, which is omitted, as in reports of earlier versions.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde passes it")]
fn is_development(on: &CalibratedOn) -> bool {
    *on == CalibratedOn::Development
}

impl Serialize for Experiment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { data, params, seed, train, calibrate } = self;
        Stored { model: params.kind(), data, params, seed: *seed, train, calibrate: *calibrate }.serialize(serializer)
    }
}

impl TryFrom<Stored> for Experiment {
    type Error = String;

    fn try_from(Stored { model, data, params, seed, train, calibrate }: Stored) -> Result<Self, Self::Error> {
        Ok(Self { data, params: Params::from_json(model, &params)?, seed, train, calibrate })
    }
}

impl Experiment {
    /// Experiment whose split and initial positions are drawn with the given seed, calibrated on its development part.
    pub fn new(mut data: DataRecipe, params: Params, seed: u64, train: TrainOptions) -> Self {
        data.split.seed = seed;
        Self { data, params: params.with_seed(seed), seed, train, calibrate: CalibratedOn::default() }
    }
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
                    let text = serde_json::to_string(&experiment).unwrap();
                    let read: Experiment = serde_json::from_str(&text).unwrap();
                    assert_eq!((&read, serde_json::to_string(&read).unwrap()), (&experiment, text));
                    let calibrated = Experiment { calibrate: CalibratedOn::OutOfFold, ..experiment };
                    let read: Experiment = serde_json::from_str(&serde_json::to_string(&calibrated).unwrap()).unwrap();
                    assert_eq!(read, calibrated);
                }
            }
        }
    }

    #[test]
    fn what_the_window_shows_is_no_part_of_an_experiment() {
        let one = experiment();
        let mut watched = one.clone();
        (watched.train.history_bytes, watched.train.start_paused) = (7, true);
        assert_eq!(serde_json::to_string(&watched).unwrap(), serde_json::to_string(&one).unwrap());
    }
}
