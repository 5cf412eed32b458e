//! Whether the parts of a saved model fit one another: a checksum says that bytes are as they were written, not that
//! they make a machine.

use super::SavedModel;
use crate::corpus::Lexicon;
use crate::model::{Trained, gp::GpModel, matching::MatchModel, smm::SmmModel};

type Check = (bool, &'static str);

/// What does not fit together, if anything.
pub(super) fn problem(saved: &SavedModel) -> Option<&'static str> {
    let Lexicon { words, idf, source_words, .. } = &saved.lexicon;
    let (own, sides) = match &saved.machine {
        Trained::Smm(machine) => (&machine.words, 0),
        Trained::Gp(machine) => (&machine.words, 0),
        Trained::Matching(machine) => (&machine.words, machine.source_words),
    };
    let shared = [
        (words == &**own && idf.len() == words.len(), "its two lists of words differ"),
        (*source_words == sides && sides <= words.len(), "its words are not those of its two sides"),
    ];
    let machine = match &saved.machine {
        Trained::Smm(machine) => smm(machine),
        Trained::Gp(machine) => gp(machine),
        Trained::Matching(machine) => matching(machine),
    };
    shared.into_iter().chain(machine).find(|(holds, _)| !holds).map(|(_, problem)| problem)
}

fn positive(value: f64) -> bool {
    value > 0.0 && value.is_finite()
}

const POSITIONS: &str = "not every word has a position";
const GAMMA: &str = "the width of its kernel is none";

fn smm(machine: &SmmModel) -> Vec<Check> {
    let (words, pairs, classes) = (machine.words.len(), machine.pairs.len(), machine.classes.len());
    let support = machine.support.as_ref().is_none_or(|support| {
        support.weights.cols() == words
            && support.signed.dim() == (support.weights.rows(), pairs)
            && support.norms.len() == support.weights.rows()
    });
    vec![
        (positive(machine.gamma), GAMMA),
        (machine.latent.dim() == (words, machine.params.q), POSITIONS),
        (machine.coefficients.dim() == (words, pairs), "its coefficients are not one for each word and pair"),
        (machine.bias.len() == pairs, "not every pair has an offset"),
        (machine.pairs.iter().all(|&(a, b)| a < classes && b < classes), "a pair names a class that is not there"),
        (support, "its support documents do not fit"),
    ]
}

fn gp(machine: &GpModel) -> Vec<Check> {
    let (words, ratings) = (machine.words.len(), machine.ratings.len());
    let calibration = machine.calibration.as_ref().is_none_or(|all| all.len() == ratings && all.iter().all(|one| one.is_whole()));
    vec![
        (positive(machine.gamma), GAMMA),
        (positive(machine.alpha) && positive(machine.beta), "the variance of its ratings is none"),
        (machine.latent.dim() == (words, machine.params.q), POSITIONS),
        (ratings > 0, "it names no rating"),
        (machine.coefficients.dim() == (words, ratings), "its coefficients are not one for each word and rating"),
        (machine.bias.len() == ratings, "not every rating has a mean"),
        (
            machine.scales.len() == ratings && machine.scales.iter().all(|&scale| positive(scale)),
            "not every rating has a standard deviation",
        ),
        (machine.train.cols() == words, "its training documents do not fit its words"),
        (machine.jitter >= 0.0, "its covariance does not fit"),
        (calibration, "the calibration of its intervals does not fit its ratings"),
    ]
}

fn matching(machine: &MatchModel) -> Vec<Check> {
    vec![
        (positive(machine.gamma), GAMMA),
        (positive(machine.sharpness), "its sharpness is none"),
        (machine.latent.dim() == (machine.words.len(), machine.params.q), POSITIONS),
    ]
}
