//! Domains, defaults and checks of parameters that several models share.

use crate::{
    ldk::Embedding,
    param::{Choices, Domain, ParamError},
};

/// Domain of the number of latent dimensions.
pub(in crate::model) const DIMENSIONS: Domain = Domain::whole(1, 300);

/// Domain of the factor by which a learned kernel hyper-parameter may change.
pub(in crate::model) const ADAPTATION_FACTOR: Domain = Domain::Real { low: 1.0, high: 1e6, open: [true, false] };

/// Default maximum factor by which a learned kernel hyper-parameter may change.
pub(in crate::model) const fn kernel_reach() -> f64 {
    100.0
}

/// Default weight of the prior on learned hyper-parameters of kernels.
pub(in crate::model) const fn kernel_prior() -> f64 {
    1.0
}

/// Checks that the bounds of a learned parameter contain its initial value.
pub(in crate::model) fn bounded(name: &str, learn: bool, value: f64, [min, max]: [f64; 2]) -> Result<(), ParamError> {
    if !learn {
        return Ok(());
    }
    let remedy = format!("give {name}_min < {name}_max with {name} between them, so that a learned {name} cannot run away");
    if max <= min {
        return Err(ParamError::new(format!("{name}_max"), max, remedy));
    }
    if (min..=max).contains(&value) { Ok(()) } else { Err(ParamError::new(name, value, remedy)) }
}

/// Checks that a kernel between words is possible in `q` dimensions.
pub(in crate::model) fn possible(embedding: Embedding, q: usize) -> Result<(), ParamError> {
    embedding.beyond(q).map_or(Ok(()), |remedy| Err(ParamError::new("embedding", embedding.key(), remedy)))
}
