//! Conditions under which the shared parameters have an effect, and the reasons if they have none.

use super::{DecideBy, params::EmbeddingParams};
use crate::model::Start;
pub(super) use crate::param::{Active, when};

/// Condition: word positions have an effect.
pub(super) fn has_positions(params: &EmbeddingParams) -> Active {
    when(params.embedding.has_places(), "positions have no effect under embedding=identity")
}

/// Condition: words move from their initial positions.
pub(super) fn words_move(params: &EmbeddingParams) -> Active {
    has_positions(params)?;
    when(!params.frozen, "the words are frozen: set frozen=false")
}

/// Condition: the parameter `start_scale` has an effect.
pub(super) fn start_is_scaled(params: &EmbeddingParams) -> Active {
    has_positions(params)?;
    let scaled = matches!(params.start, Start::Random | Start::Pca | Start::CountPca | Start::Centroid);
    when(scaled, "spectral, canonical and given starts keep their own lengths")
}

/// Condition: the optimiser Adam moves the words.
pub(super) fn adam(params: &EmbeddingParams) -> Active {
    when(params.optimiser.rate().is_some(), "only steps of optimiser=adam are shortened")
}

/// Condition: the optimiser L-BFGS moves the words.
pub(super) fn long_steps(params: &EmbeddingParams) -> Active {
    when(params.optimiser.rate().is_none(), "optimiser=adam has no test of convergence: its steps are shortened instead")
}

/// Condition: every iteration uses all words, so that two objectives can be compared.
pub(super) fn all_words(params: &EmbeddingParams) -> Active {
    when(
        params.word_keep_rate >= 1.0,
        "with dropped words (word_keep_rate below 1) objectives of two iterations are not compared",
    )
}

/// Condition: the kernel between words has a width.
pub(super) fn has_gamma(params: &EmbeddingParams) -> Active {
    when(params.embedding.gamma().is_some(), "only embedding=rbf has a gamma")
}

/// Condition: the kernel's width is learned.
pub(super) fn learns_gamma(params: &EmbeddingParams) -> Active {
    has_gamma(params)?;
    when(params.learn_gamma, "gamma is not learned: set learn_gamma=true")
}

/// Condition: the kernels have hyper-parameters besides the width that can be learned; a value of 0 stays 0.
pub(super) fn has_numbers(params: &EmbeddingParams) -> Active {
    let mut first = params.learned();
    first.learn = true;
    when(first.learns_others(), "these two kernels have no number that could be learned")
}

/// Condition: the kernels' hyper-parameters besides the width are learned.
pub(super) fn learns_kernel(params: &EmbeddingParams) -> Active {
    has_numbers(params)?;
    when(params.learn_kernel, "the kernels' numbers are not learned: set learn_kernel=true")
}

/// Condition: documents have different norms, since they are not scaled to unit length.
pub(super) fn lengths_differ(params: &EmbeddingParams) -> Active {
    when(!params.level2.is_angle(), "this kernel of documents gives them unit length itself")
}

/// Condition: the private term or a fixed kernel component has a positive weight.
pub(super) fn has_other_weights(params: &EmbeddingParams) -> Active {
    let EmbeddingParams { private, identity_weight, spectral_weight, given_weight, .. } = params;
    let any = [private, identity_weight, spectral_weight, given_weight].into_iter().any(|weight| *weight > 0.0);
    when(any, "nothing beside the map has a weight: give identity_weight, spectral_weight or given_weight a value")
}

/// Condition: fixed kernel components may take part in decisions.
pub(super) fn combined(params: &EmbeddingParams) -> Active {
    when(params.decide_by == DecideBy::Combined, "the map alone decides: set decide_by=combined")
}

/// Condition: the map has a weight among the components that take part in decisions. Without given vectors the map decides alone.
pub(super) fn map_counts(params: &EmbeddingParams) -> Active {
    let others = params.identity_weight > 0.0 || params.spectral_weight > 0.0;
    let left_out = params.decide_by == DecideBy::Combined && others && params.map_weight <= 0.0;
    when(!left_out, "the map has no weight beside the other components: set map_weight above 0")
}

/// Condition: the kernel's private term does more than scale an identity kernel.
pub(super) fn private_counts(params: &EmbeddingParams) -> Active {
    combined(params)?;
    map_counts(params)?;
    let identity = !params.embedding.has_places() && params.has_unit_length();
    when(!identity, "under embedding=identity and unit length it cancels out")
}

/// Condition: the kernel has fixed components.
pub(super) fn has_components(params: &EmbeddingParams) -> Active {
    combined(params)?;
    let any = params.component_weights().iter().any(|(_, weight)| *weight > 0.0);
    when(any, "the map is the only component: give identity_weight, spectral_weight or given_weight a value")
}

/// Condition: several fixed kernel components share a total weight.
pub(super) fn has_two_components(params: &EmbeddingParams) -> Active {
    combined(params)?;
    let count = params.component_weights().iter().filter(|(_, weight)| *weight > 0.0).count();
    when(count > 1, "fewer than two components are beside the map: no weight is shared")
}

/// Condition: text without labels is a component of the kernel.
pub(super) fn has_spectral(params: &EmbeddingParams) -> Active {
    combined(params)?;
    when(params.spectral_weight > 0.0, "text without labels is no component: give spectral_weight a value")
}

/// Condition: given word vectors are a component of the kernel.
pub(super) fn has_given(params: &EmbeddingParams) -> Active {
    combined(params)?;
    when(params.given_weight > 0.0, "given vectors are no component: give given_weight a value")
}

/// Condition: a component of the kernel has word vectors.
pub(super) fn has_vectors(params: &EmbeddingParams) -> Active {
    combined(params)?;
    when(
        params.spectral_weight > 0.0 || params.given_weight > 0.0,
        "no component has word vectors: give spectral_weight or given_weight a value",
    )
}
