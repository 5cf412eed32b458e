//! Parameter values behind the presets of the matching model.

use super::{MatchParams, Optimiser, Start};
use crate::{
    corpus::Weighting,
    ldk::Embedding,
    model::{EmbeddingParams, FULL_STEPS, PaperGrid},
};

/// Step size of Adam in the default preset.
pub(super) const RATE: f64 = 0.2;

/// Hyper-parameter grid of the thesis (section 6.4).
pub(super) const GRID: PaperGrid =
    &[("gamma", &[0.1, 1.0, 10.0, 100.0, 1e3]), ("rho", &[0.0, 0.01, 0.1]), ("q", &[8.0, 10.0, 12.0])];

/// Paper preset of matching: one point of the hyper-parameter grid of the thesis.
pub(super) fn paper(q: usize) -> MatchParams {
    let printed = MatchParams::printed();
    MatchParams { shared: EmbeddingParams { q, rho: 0.01, start: Start::CountPca, ..printed.shared }, ..printed }
}

/// Number of dimensions above which words are compared by their inner products.
const MANY: usize = 12;

/// Default preset: best values on development parts of Kyoto's articles and of news stories in six languages.
///
/// Unit length makes documents comparable however spread their words are.
/// A weak prior lets the words spread over many widths of the kernel, which in the plane gives each document a distinct shape.
/// In more than three dimensions a model can memorise its pairs.
/// Above three dimensions rare words therefore get larger weights, words drop out, and words start closer together.
/// In the plane larger weights of rare words, dropout and a closer start all lower precision.
///
/// Up to [`MANY`] dimensions the map is one of several components.
/// The fixed components are words, merged if spelled alike, canonical directions of the training pairs, and given vectors.
/// The precision of all components together is that of a map with many dimensions.
/// The map moves as if it were alone, so that its picture is that of the map alone.
///
/// With more than [`MANY`] dimensions no picture is drawn.
/// The best start is then the canonical one, which compares documents as kernel CCA does, together with words spelled alike.
/// Precision rises with the dimensions, up to 300 at least.
pub(super) fn default(q: usize) -> MatchParams {
    let roomy = q > 3;
    let paper = paper(q);
    let few = EmbeddingParams {
        weighting: if roomy { Weighting::SqrtTfIdf } else { Weighting::Sqrt },
        word_keep_rate: if roomy { 0.8 } else { 1.0 },
        start_scale: if roomy { 0.25 } else { 1.0 },
        rho: 0.01,
        optimiser: Optimiser::Adam { rate: RATE },
        hold_steps: FULL_STEPS,
        converge: 0.0,
        start: Start::Centroid,
        evaluate_every: 10,
        ema_decay: 0.95,
        normalise: true,
        identity_weight: 1.0,
        spectral_weight: 1.0,
        given_weight: 1.0,
        component_dimensions: 300,
        ..paper.shared
    };
    let shared = if q <= MANY {
        few
    } else {
        let (identity_weight, spectral_weight) = (0.0, 0.0);
        let start = Start::Canonical;
        EmbeddingParams {
            embedding: Embedding::Linear,
            start,
            frozen: true,
            private: 1.0,
            identity_weight,
            spectral_weight,
            ..few
        }
    };
    MatchParams { sharpness: 20.0, batch: 1000, symmetric: true, map_alone: q <= MANY, shared, ..paper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regularising_defaults_begin_beyond_three_dimensions() {
        for q in 1..=12 {
            let params = default(q);
            assert_eq!(params.weighting == Weighting::SqrtTfIdf, q > 3, "q = {q}");
            assert_eq!(params.word_keep_rate < 1.0, q > 3, "q = {q}");
            assert_eq!(paper(q).weighting, Weighting::Count);
        }
    }
}
