//! Optimisers: methods of moving word positions within one outer iteration.

use serde::{Deserialize, Serialize};

use crate::param::{About, Choice, Choices, Domain, Number, Slot};

/// Optimiser: method of moving word positions within one outer iteration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Adam optimiser: one step per outer iteration.
    Adam {
        /// Step size of Adam.
        rate: f64,
    },
    /// L-BFGS optimiser.
    /// The latent SMM makes steps at fixed duals and solves its SVMs between two iterations, as printed in the papers.
    /// The objective of the latent SMM may then rise, more so with more steps.
    Lbfgs {
        /// Number of L-BFGS steps per outer iteration.
        steps: usize,
    },
    /// L-BFGS on the objective `J(X) = max_A L` itself: the SVMs are solved again at every evaluation. Latent SMM only.
    Envelope {
        /// Number of L-BFGS steps per outer iteration.
        steps: usize,
    },
}

impl Choices for Optimiser {
    const ALL: &'static [Choice] =
        &[Choice::new("adam", "Adam"), Choice::new("lbfgs", "L-BFGS"), Choice::new("envelope", "envelope L-BFGS")];
    const USUAL: &'static [Self] = &[Self::Adam { rate: 0.1 }, Self::Lbfgs { steps: 1 }, Self::Envelope { steps: 5 }];
    const NUMBERS: &'static [Number<Self>] = &[
        Number {
            key: "rate",
            hint: "Step size of Adam.",
            about: About::main(1e-4, 1.0).label("step size").live(),
            at: |way| if let Self::Adam { rate } = way { Some(Slot::Real(rate)) } else { None },
        },
        Number {
            key: "steps",
            hint: "Steps of L-BFGS an iteration.",
            about: About::main(1.0, 50.0).label("L-BFGS steps").within(Domain::whole(1, 1000)),
            at: |way| match way {
                Self::Lbfgs { steps } | Self::Envelope { steps } => Some(Slot::Count(steps)),
                Self::Adam { .. } => None,
            },
        },
    ];
}

impl Optimiser {
    /// Optimisers of models with a smooth objective.
    pub(super) const SMOOTH: Domain = Domain::Choice(&[Self::ALL[0], Self::ALL[1]]);

    /// Step size of Adam; `None` for other optimisers.
    pub fn rate(self) -> Option<f64> {
        if let Self::Adam { rate } = self { Some(rate) } else { None }
    }
}
