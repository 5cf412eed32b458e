//! Parameters of the latent support measure machine (latent SMM).

use std::sync::LazyLock;

use ndarray::Array2;

use super::{Multiclass, Reader, SmmVariant, presets};
use crate::{
    model::{
        DecideBy, EmbeddingParams, ModelKind, Optimiser, Start,
        embedding::{
            active::{self, all_words, has_positions},
            params::{BESIDE_MAP, MOVING_KEYS, something_is_drawn},
        },
        kernels::Kernels,
        params::{ParamTable, moving, parameters},
    },
    param::{About, Active, Domain, ParamError, Row, when},
};

parameters! {
    /// All parameters of the latent SMM, unchecked.
    pub struct SmmParams with EmbeddingParams {
        /// Penalty of errors on training documents in the SVMs that decide: raising it fits the training documents more closely.
        c: f64 = 8.0, About::main(1e-3, 1e4).label("C").live();
        /// C of the SVMs that move the words by the map alone. 0 moves them with the C of the decisions,
        /// by all components that decide.
        #[serde(default)]
        map_c: f64 = 0.0,
            About::more(0.0, 1e4).label("C of the steps").within(Domain::WEIGHT).live().or_zero(), active_when moves_apart;
        /// Kernel between words under which the SVMs decide: that of the steps, or a polynomial kernel over the same positions.
        #[serde(default)]
        reader: Reader = Reader::Same, About::folded().label("kernel of decisions").live(), active_when words_are_read;
        /// Random starts tried for a few iterations; the most accurate on the development part goes on,
        /// without such a part the one with the lowest objective.
        starts: usize = 1, About::more(1.0, 100.0).within(Domain::whole(1, 100)), active_when start_is_random;
        /// How more than two classes are separated: by an SVM for each pair, or by one for each class against all others.
        #[serde(default)]
        multiclass: Multiclass = Multiclass::OneVsOne, About::folded().label("several classes");
        /// Tolerance of the SVM solver: raising it solves faster and less exactly.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 0.1, open: [true, false] });
        /// Name of the model.
        #[serde(default, skip_serializing_if = "SmmVariant::is_latent")]
        variant: SmmVariant = SmmVariant::Latent;
    }
}

impl ParamTable for SmmParams {
    const MODEL: &'static str = "the latent SMM";

    fn rows() -> &'static [Row<Self>] {
        static ROWS: LazyLock<Vec<Row<SmmParams>>> = LazyLock::new(|| {
            let mut own = SmmParams::listed();
            let numbers = Row::numbers("reader", |params: &mut SmmParams| &mut params.reader);
            own.extend(numbers.into_iter().map(|row| row.active_when(|params| active::map_counts(params))));
            EmbeddingParams::rows_with(own, |row| match row.key {
                "start" => row.within(Start::ONE_SIDE).active_when(start_is_free),
                "frozen" => row.first_active_when(words_are_free),
                "seed" => row.active_when(something_is_drawn),
                "converge" => row.active_when(compares_objectives),
                key if MOVING_KEYS.contains(&key) || BESIDE_MAP.contains(&key) => row.first_active_when(words_are_free),
                _ => row,
            })
        });
        &ROWS
    }

    moving! {}

    fn named(&self) -> Option<ModelKind> {
        self.variant.kind()
    }

    fn nothing_moves(&self) -> bool {
        self.is_fixed()
    }

    fn moves_by_map_alone(&self) -> bool {
        self.map_c > 0.0 && moves_apart(self).is_ok()
    }

    fn usual(&mut self, key: &str) {
        if let ("optimiser", Optimiser::Lbfgs { steps }) = (key, &mut self.optimiser) {
            *steps = 5;
        }
    }

    fn check_together(&self) -> Result<(), ParamError> {
        self.shared.check_together()?;
        self.variant.check(&self.shared)?;
        self.reader.check(self.q)
    }
}

/// Condition: words move, so that the SVMs that move them can differ from those that decide.
fn moves_apart(params: &SmmParams) -> Active {
    words_are_free(params)?;
    active::words_move(params)
}

/// Condition: the model's name allows any initial word positions.
fn start_is_free(params: &SmmParams) -> Active {
    when(params.variant != SmmVariant::Vectors, "vector-smm holds words at their given vectors")
}

/// Condition: the model's name allows words to move.
fn words_are_free(params: &SmmParams) -> Active {
    when(params.variant.is_latent(), "fixed word vectors alone decide: train smm to move them or to add components")
}

/// Condition: word positions have an effect on decisions.
fn words_are_read(params: &SmmParams) -> Active {
    has_positions(params)?;
    active::map_counts(params)
}

/// Condition: initial positions are random, so that several starts differ.
fn start_is_random(params: &SmmParams) -> Active {
    has_positions(params)?;
    when(params.start == Start::Random, "only start=random has several starts")
}

/// Condition: objective values are compared, between iterations on all words or within one at fixed duals.
fn compares_objectives(params: &SmmParams) -> Active {
    if matches!(params.optimiser, Optimiser::Lbfgs { .. }) { Ok(()) } else { all_words(params) }
}

impl SmmParams {
    /// Whether the SVMs that move the words differ from those that decide.
    pub(super) fn moves_apart(&self) -> bool {
        moves_apart(self).is_ok() && (self.map_c > 0.0 || self.reader != Reader::Same)
    }

    /// Parameters of the SVMs that move the words: of the map alone, if they have a separate C.
    pub(super) fn moving(&self) -> Self {
        if self.moves_by_map_alone() { Self { c: self.map_c, ..self.clone() }.of_map_alone() } else { self.clone() }
    }

    /// Parameters changed so that the map alone decides.
    pub(super) fn of_map_alone(mut self) -> Self {
        self.decide_by = DecideBy::Map;
        self
    }

    /// Kernels of decisions over words at `x` that move under the kernels `moving`.
    pub(super) fn read(&self, x: &Array2<f64>, moving: Kernels) -> Kernels {
        Kernels { embedding: self.reader.kernel(moving.embedding, x), ..moving }
    }
}
