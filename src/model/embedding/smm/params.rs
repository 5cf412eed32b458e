//! Parameters of the latent SMM.

use std::sync::LazyLock;

use super::presets;
use crate::{
    ldk::Ldk,
    model::{
        EmbeddingParams, Optimiser, Start,
        embedding::active::{self, all_words, has_positions},
        params::{Checked, Parameters, moving, parameters},
    },
    param::{About, Active, Domain, ParamError, Row, when},
};

parameters! {
    /// All parameters of the latent SMM, unchecked.
    pub struct SmmParams with EmbeddingParams {
        /// Penalty of errors on training documents in the SVMs: raising it fits the training documents more closely.
        c: f64 = 8.0, About::main(1e-3, 1e4).label("C").live();
        /// C of SVMs over the map alone, which then move the words: the map separates classes as without other components, and all
        /// components decide. 0 moves the words by the decisions of all components.
        #[serde(default)]
        map_c: f64 = 0.0, About::more(0.0, 1e4).label("C of the map").within(Domain::WEIGHT).live(), active_when map_is_learned;
        /// Random starts tried for a few iterations; the most accurate on the development part goes on, without such a part the
        /// one with the lowest objective.
        starts: usize = 1, About::more(1.0, 100.0).within(Domain::whole(1, 100)), active_when start_is_random;
        /// Tolerance of the SVM solver: raising it solves faster and less exactly.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 0.1, open: [true, false] });
    }
}

/// Parameters with all values in range.
pub type CheckedSmm = Checked<SmmParams>;

impl Parameters for SmmParams {
    const MODEL: &'static str = "the latent SMM";

    fn rows() -> &'static [Row<Self>] {
        static ROWS: LazyLock<Vec<Row<SmmParams>>> = LazyLock::new(|| {
            EmbeddingParams::rows_with(SmmParams::listed(), |row| match row.key {
                "start" => row.within(Start::ONE_SIDE),
                "converge" => row.active_when(compares_objectives),
                _ => row,
            })
        });
        &ROWS
    }

    moving! {}

    fn nothing_moves(&self) -> bool {
        self.is_fixed()
    }

    fn usual(&mut self, key: &str) {
        if let ("optimiser", Optimiser::Lbfgs { steps }) = (key, &mut self.optimiser) {
            *steps = 5;
        }
    }

    fn check_together(&self) -> Result<(), ParamError> {
        self.shared.check_together()
    }
}

/// Condition: the map is one of several components, and words move.
fn map_is_learned(params: &SmmParams) -> Active {
    active::has_components(params)?;
    active::words_move(params)
}

/// Condition: starts differ from each other.
fn start_is_random(params: &SmmParams) -> Active {
    has_positions(params)?;
    when(params.start == Start::Random, "only start=random has several starts")
}

/// Condition: objectives are compared, between two iterations on all words or within one at fixed duals.
fn compares_objectives(params: &SmmParams) -> Active {
    if matches!(params.optimiser, Optimiser::Lbfgs { .. }) { Ok(()) } else { all_words(params) }
}

impl SmmParams {
    /// Parameters of the objective of the map alone, if it moves the words beside other components.
    pub(super) fn of_map_alone(&self) -> Option<Self> {
        let alone = self.map_c > 0.0 && map_is_learned(self).is_ok();
        alone.then(|| Self { c: self.map_c, ..self.clone() })
    }

    /// The kernel between documents, in training and in decisions.
    pub fn ldk(&self) -> Ldk {
        let EmbeddingParams { embedding, private, normalise: unit_length, level2, .. } = self.shared;
        Ldk { embedding, private, unit_length, level2, components: None }
    }
}
