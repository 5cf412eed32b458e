//! Parameters shared by all models with word positions.
//!
//! A model's own parameters hold an [`EmbeddingParams`] and dereference to it; its table is [`EmbeddingParams::rows_with`].

use super::{
    DecideBy,
    active::{self, Active},
};
use crate::{
    corpus::Weighting,
    ldk::{Embedding, Ldk, Level2, Source},
    model::{
        Optimiser, Start,
        kernels::{Kernels, LearnedKernels},
        learned::Learned,
        params::{ADAPTATION_FACTOR, DIMENSIONS, ParamTable, bounded, kernel_prior, kernel_reach, parameters, possible},
    },
    param::{About, Domain, ParamError, Row},
};

parameters! {
    /// Parameters of every model with word positions, unchecked.
    /// The values are those printed in most papers; each model's preset replaces them with those of its own paper.
    pub struct EmbeddingParams {
        /// Latent dimensions. Two or three can be drawn; more of them fit the data better.
        q: usize = 2, About::main(1.0, 12.0).within(DIMENSIONS), active_when active::has_positions;
        /// Weight of the prior on word positions: raising it keeps words closer to the origin, or to their start with `anchor`.
        rho: f64 = 0.1, About::main(1e-4, 1e4).within(Domain::WEIGHT).live(), active_when active::words_move;
        /// Kernel between two words.
        embedding: Embedding = Embedding::Rbf { gamma: 1.0 }, About::folded().label("kernel of words");
        /// Share of each document's words an iteration keeps; lowering it regularises more. 1 keeps all words.
        #[serde(alias = "keep")]
        word_keep_rate: f64 = 1.0,
            About::main(0.05, 1.0).label("words kept").formerly("keep").within(Domain::SHARE).live();
        /// Method that moves word positions.
        optimiser: Optimiser = Optimiser::Lbfgs { steps: 1 }, About::folded();
        /// Iterations of Adam at the full step size; after them steps shrink to zero at three times
        /// as many. 0 never shrinks them.
        #[serde(default, alias = "decay")]
        hold_steps: usize = 0,
            About::more(0.0, 10_000.0).label("full steps").formerly("decay"), active_when active::adam;
        /// Relative change of the objective below which, three iterations in a row, L-BFGS has converged;
        /// 0 runs to the iteration limit.
        #[serde(default)]
        converge: f64 = 1e-5, About::line().within(Domain::MEMORY), active_when active::long_steps;
        /// Weight of a word in a document, from its count.
        weighting: Weighting = Weighting::Count, About::line();
        /// Word positions before the first iteration.
        #[serde(default)]
        start: Start = Start::Random, About::folded(), active_when active::has_positions;
        /// Whether the prior pulls words to their start instead of the origin.
        #[serde(default)]
        anchor: bool = false, About::folded().label("hold words where they start"), active_when active::words_move;
        /// Whether words stay at their start, so that only the kernels' numbers and the model's own are learned.
        #[serde(default)]
        frozen: bool = false, About::folded().label("freeze the words"), active_when active::has_positions;
        /// Root mean square of a coordinate at the start; raising it spreads the words.
        /// Canonical, spectral and given positions keep their own lengths.
        start_scale: f64 = 1.0, About::more(1e-3, 10.0).label("width of the start"), active_when active::start_is_scaled;
        /// Seed of everything drawn at random: the start, dropped words and batches.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Iterations between two evaluations on all documents.
        evaluate_every: usize = 1, About::more(1.0, 1000.0).label("evaluate every").within(Domain::from(1));
        /// Decay rate of the exponential moving average of positions that is evaluated and drawn;
        /// raising it smooths more. 0 evaluates the positions themselves.
        #[serde(alias = "average")]
        ema_decay: f64 = 0.0,
            About::more(0.0, 0.99).label("moving average").formerly("average").within(Domain::MEMORY),
            active_when active::words_move;
        /// Whether gamma is learned, within its bounds and under its prior.
        /// As printed the objective has no minimiser: documents depend on √γ X alone, so (X/s, s²γ) gives the same kernel at 1/s²
        /// of the prior, and positions would shrink for ever while gamma grows.
        /// A bound or a prior prevents that.
        learn_gamma: bool = false, About::folded().label("learn gamma"), active_when active::has_gamma;
        /// Lower bound of a learned gamma.
        gamma_min: f64 = 1e-3, About::line(), active_when active::learns_gamma;
        /// Upper bound of a learned gamma.
        gamma_max: f64 = 1e3, About::line(), active_when active::learns_gamma;
        /// Weight w of the prior w/2 (ln γ - ln γ₀)² on a learned gamma: raising it keeps gamma closer to the value given.
        gamma_prior: f64 = 1.0, About::line().within(Domain::WEIGHT), active_when active::learns_gamma;
        /// Whether documents are scaled to unit length in the kernel's space.
        #[serde(default)]
        normalise: bool = false, About::folded().label("unit length"), active_when active::lengths_differ;
        /// Weight of an identity added to the kernel between words:
        /// raising it makes the word itself count more, its position less.
        #[serde(default)]
        private: f64 = 0.0,
            About::more(0.0, 1000.0).label("private weight").within(Domain::WEIGHT).or_zero(), active_when active::private_counts;
        /// What decides: the map alone, so that a word is known by its position only, or the map and the components beside it.
        #[serde(default)]
        decide_by: DecideBy = DecideBy::Combined, About::folded().label("decide by").live(), active_when active::has_other_weights;
        /// Weight of the learned map among the components of the kernel between documents.
        #[serde(default = "unit_weight")]
        map_weight: f64 = 1.0,
            About::more(0.0, 10.0).label("map").within(Domain::WEIGHT).live(), active_when active::has_components;
        /// Weight of a component that compares documents by their words themselves, at unit length; 0 leaves the component out.
        #[serde(default)]
        identity_weight: f64 = 0.0, About::more(0.0, 10.0).label("words").within(Domain::WEIGHT).live().or_zero(),
            active_when active::combined;
        /// Weight of a component of spectral word vectors from the text of training documents and documents without labels;
        /// 0 leaves the component out.
        #[serde(default)]
        spectral_weight: f64 = 0.0, About::more(0.0, 10.0).label("text").within(Domain::WEIGHT).live().or_zero(),
            active_when active::combined;
        /// Weight of a component of given word vectors; 0 leaves the component out, and so does a corpus without vectors.
        #[serde(default)]
        given_weight: f64 = 0.0, About::more(0.0, 10.0).label("vectors").within(Domain::WEIGHT).live().or_zero(),
            active_when active::combined;
        /// Gamma of a Gaussian kernel between the spectral vectors of two words, relative to their mean squared length:
        /// raising it compares words more locally. 0 compares them by the inner product.
        #[serde(default)]
        spectral_gamma: f64 = 0.0,
            About::more(0.0, 10.0).label("gamma of text").within(Domain::WEIGHT), active_when active::has_spectral;
        /// Gamma of a Gaussian kernel between the given vectors of two words, relative to their mean squared length. 0 compares
        /// words by the inner product.
        #[serde(default)]
        given_gamma: f64 = 0.0,
            About::more(0.0, 10.0).label("gamma of given vectors").within(Domain::WEIGHT), active_when active::has_given;
        /// Dimensions of the spectral and of the given component: raising it distinguishes more, and needs more text.
        #[serde(default = "component_dimensions")]
        component_dimensions: usize = component_dimensions(),
            About::line().within(Domain::whole(1, 1000)), active_when active::has_vectors;
        /// Kernel between two documents.
        #[serde(default)]
        level2: Level2 = Level2::Linear, About::folded().label("kernel of documents");
        /// Whether the kernels' other numbers (offsets, zeta, a slope, a time) are learned, within their reach and under a prior.
        #[serde(default)]
        learn_kernel: bool = false, About::folded().label("learn the kernels' numbers"), active_when active::has_numbers;
        /// Largest factor a learned number of a kernel may change by; raising it allows larger changes.
        #[serde(default = "kernel_reach")]
        kernel_reach: f64 = kernel_reach(), About::line().within(ADAPTATION_FACTOR), active_when active::learns_kernel;
        /// Weight w of the prior w/2 (ln v - ln v₀)² on each of them: raising it keeps them closer to the values given.
        #[serde(default = "kernel_prior")]
        kernel_prior: f64 = kernel_prior(), About::line().within(Domain::WEIGHT), active_when active::learns_kernel;
    }
}

/// Weight of the word map in models saved before that weight was a parameter: 1.
fn unit_weight() -> f64 {
    1.0
}

/// Default number of dimensions of kernel components with word vectors.
fn component_dimensions() -> usize {
    100
}

/// Keys of parameters of steps and evaluations, which have no effect if no step is made.
const STEPPING_KEYS: &[&str] = &["word_keep_rate", "optimiser", "rate", "steps", "hold_steps", "converge", "evaluate_every"];

/// Keys of the map's parameters, which have no effect if the map has no weight and does not move by itself.
const OF_MAP: &[&str] = &[
    "rho",
    "embedding",
    "gamma",
    "offset",
    "degree",
    "start",
    "anchor",
    "start_scale",
    "ema_decay",
    "learn_gamma",
    "gamma_min",
    "gamma_max",
    "gamma_prior",
];

/// Keys of parameters that move words, which have no effect in a model whose name fixes the words.
pub(super) const MOVING_KEYS: &[&str] = &["rho", "anchor", "ema_decay"];

/// Parameters of the fixed components, which have no effect in a model whose name lets the map alone decide.
pub(super) const BESIDE_MAP: &[&str] = &[
    "private",
    "decide_by",
    "map_weight",
    "identity_weight",
    "spectral_weight",
    "given_weight",
    "spectral_gamma",
    "given_gamma",
    "component_dimensions",
];

impl EmbeddingParams {
    /// Parameter rows of a model: the shared rows with the model's changes, its own rows, then those of the shared choices.
    /// A row of the model replaces a shared row of the same key.
    pub(super) fn rows_with<P>(own: Vec<Row<P>>, adapt: fn(Row<P>) -> Row<P>) -> Vec<Row<P>>
    where
        P: ParamTable + AsRef<Self> + AsMut<Self>,
    {
        let numbers = [
            Row::numbers("embedding", |params: &mut Self| &mut params.embedding),
            Row::numbers("optimiser", |params: &mut Self| &mut params.optimiser),
            Row::numbers("level2", |params: &mut Self| &mut params.level2),
        ];
        let shared = |row: Row<Self>| {
            let row = adapt(row.over());
            if STEPPING_KEYS.contains(&row.key) {
                row.active_when(something_moves).active_when(steps_change_decisions)
            } else if OF_MAP.contains(&row.key) {
                row.active_when(map_has_effect)
            } else {
                row
            }
        };
        let replaced = |row: &Row<Self>| own.iter().any(|own| own.key == row.key);
        let mut rows: Vec<Row<P>> = Self::listed().into_iter().filter(|row| !replaced(row)).map(shared).collect();
        rows.extend(own);
        rows.extend(numbers.into_iter().flatten().map(shared));
        rows
    }

    /// Kernel between documents at the first iteration, without fixed components.
    pub fn ldk(&self) -> Ldk {
        let Self { embedding, normalise: unit_length, level2, .. } = *self;
        Ldk { embedding, private: self.private_weight(), unit_length, level2, components: None }
    }

    /// Parametrisation of the kernels' learned hyper-parameters.
    pub(in crate::model) fn learned(&self) -> LearnedKernels {
        let first = Kernels { embedding: self.embedding, level2: self.level2 };
        let Self { learn_kernel: learn, kernel_reach: reach, kernel_prior: prior, .. } = *self;
        LearnedKernels { width: self.width(), first, learn, reach, prior }
    }

    /// Parametrisation of the kernel's learned width.
    pub(in crate::model) fn width(&self) -> Learned {
        Learned {
            learn: self.learn_gamma && self.embedding.gamma().is_some(),
            first: self.embedding.gamma().unwrap_or(1.0),
            bounds: [self.gamma_min, self.gamma_max],
            prior: self.gamma_prior,
        }
    }

    /// Whether words stay at their initial positions, because they are frozen or positions have no effect.
    pub(in crate::model) fn positions_are_fixed(&self) -> bool {
        self.frozen || !self.embedding.has_places()
    }

    /// Whether neither word positions nor kernels are learned.
    pub(super) fn is_fixed(&self) -> bool {
        self.positions_are_fixed() && !self.width().learn && !self.learned().learns_others()
    }

    /// Whether documents have unit length in the kernel's space.
    pub(super) fn has_unit_length(&self) -> bool {
        self.normalise || self.level2.is_angle()
    }

    /// Weights of the fixed kernel components; 0 where the map alone decides.
    pub(in crate::model) fn component_weights(&self) -> [(Source, f64); 3] {
        let weights = [
            (Source::Identity, self.identity_weight),
            (Source::Spectral, self.spectral_weight),
            (Source::GivenVectors, self.given_weight),
        ];
        weights.map(|(source, weight)| (source, if self.decide_by == DecideBy::Map { 0.0 } else { weight }))
    }

    /// Weight of the kernel's private term; 0 where the word map alone decides.
    pub(in crate::model) fn private_weight(&self) -> f64 {
        if self.decide_by == DecideBy::Map { 0.0 } else { self.private }
    }

    /// Width parameter γ of the kernel between the vectors of two words; 0: the inner product.
    pub(in crate::model) fn component_gamma(&self, source: Source) -> f64 {
        match source {
            Source::Spectral => self.spectral_gamma,
            Source::GivenVectors => self.given_gamma,
            Source::Map | Source::Identity => 0.0,
        }
    }

    /// Checks conditions that involve several parameters.
    ///
    /// # Errors
    /// Returns an error that names the parameter to change.
    pub(super) fn check_together(&self) -> Result<(), ParamError> {
        let width = self.width();
        bounded("gamma", width.learn, width.first, width.bounds)?;
        possible(self.embedding, self.q)
    }
}

/// Condition: the initial positions or an iteration are drawn at random.
pub(super) fn something_is_drawn<P: ParamTable + AsRef<EmbeddingParams>>(params: &P) -> Active {
    let shared = params.as_ref();
    let words = shared.word_keep_rate < 1.0 && !params.nothing_moves();
    active::when(
        shared.start != Start::GivenVectors || words,
        "nothing is drawn: words start at given vectors and none are dropped",
    )
}

/// Condition: steps have an effect, since positions, kernels or other parameters are learned.
fn something_moves<P: ParamTable>(params: &P) -> Active {
    active::when(!params.nothing_moves(), "nothing is learned by steps: the words do not move and no number is learned")
}

/// Condition: the word map is one of the components that decide, or moves by itself.
fn map_has_effect<P: ParamTable + AsRef<EmbeddingParams>>(params: &P) -> Active {
    if params.moves_by_map_alone() { Ok(()) } else { active::map_counts(params.as_ref()) }
}

/// Condition: steps change decisions, since they move an effective word map or learn another parameter.
fn steps_change_decisions<P: ParamTable + AsRef<EmbeddingParams> + AsMut<EmbeddingParams>>(params: &P) -> Active {
    let Err(reason) = map_has_effect(params) else { return Ok(()) };
    let mut still = params.clone();
    let shared = still.as_mut();
    (shared.frozen, shared.learn_gamma) = (true, false);
    active::when(!still.nothing_moves(), reason)
}
