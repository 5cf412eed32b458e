//! What several models say of their parameters in the same way.

use crate::{
    ldk::Embedding,
    param::{Choices, Domain, ParamError},
};

/// Numbers of latent dimensions.
pub(in crate::model) const DIMENSIONS: Domain = Domain::whole(1, 300);

/// How far learned numbers of kernels may go.
pub(in crate::model) const REACH: Domain = Domain::Real { low: 1.0, high: 1e6, open: [true, false] };

/// How far they go where nothing is said.
pub(in crate::model) const fn kernel_reach() -> f64 {
    100.0
}

/// The weight of their prior where nothing is said.
pub(in crate::model) const fn kernel_prior() -> f64 {
    1.0
}

/// What is asked of a number that is learned: its bounds must hold it, so that it cannot run away.
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

/// What is asked of a kernel between words in `q` dimensions.
pub(in crate::model) fn possible(embedding: Embedding, q: usize) -> Result<(), ParamError> {
    embedding.beyond(q).map_or(Ok(()), |remedy| Err(ParamError::new("embedding", embedding.key(), remedy)))
}
