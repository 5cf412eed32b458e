//! What several models say of their parameters in the same way.

use crate::param::{Domain, ParamError};

/// Numbers of latent dimensions.
pub(in crate::model) const DIMENSIONS: Domain = Domain::whole(1, 300);

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
