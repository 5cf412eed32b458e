//! What can go wrong while training.

/// What can go wrong while training; every message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A parameter outside its range.
    #[error("{name} = {value} is not allowed: {remedy}")]
    Parameter {
        /// The parameter's name.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        remedy: String,
    },
    /// The data cannot be trained on.
    #[error("{problem}: {remedy}")]
    Data {
        /// What is wrong.
        problem: String,
        /// What to do.
        remedy: String,
    },
    /// The objective is no longer a number.
    #[error("the objective became {value} at iteration {iteration}: lower the step size or raise rho, then restart")]
    NotFinite {
        /// The value.
        value: f64,
        /// Where.
        iteration: usize,
    },
}

impl ModelError {
    /// The error of a step size for an optimiser that finds its own.
    pub(super) fn own_step(rate: f64) -> Self {
        let remedy = "L-BFGS finds its own step size: restart with optimiser=adam to set one".into();
        Self::Parameter { name: "rate", value: rate.to_string(), remedy }
    }

    /// The error of a live change to a parameter that only another model has.
    pub(super) fn foreign(name: &'static str, owner: &str) -> Self {
        Self::Parameter { name, value: "a new value".into(), remedy: format!("only {owner} has it") }
    }
}
