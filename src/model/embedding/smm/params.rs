//! Parameters of the latent SMM.

use super::presets;
use crate::{
    corpus::Weighting,
    ldk::{Embedding, Ldk, Level2},
    model::{
        Optimiser, Start,
        params::{
            Checked, DIMENSIONS, Parameters, REACH, bounded, kernel_prior, kernel_reach, learned_kernels, moving, parameters,
            possible, rows,
        },
    },
    param::{About, Domain, ParamError, Row},
};

parameters! {
    /// All parameters of the latent SMM, unchecked.
    pub struct SmmParams {
        /// Latent dimensions.
        q: usize = 2, About::main(1.0, 12.0).within(DIMENSIONS);
        /// Bound of the SVM's dual variables.
        c: f64 = 8.0, About::main(1e-3, 1e4).label("C").live();
        /// Weight of the prior that pulls words to the middle, or to where they started.
        rho: f64 = 0.1, About::main(1e-4, 1e4).within(Domain::WEIGHT).live();
        /// The kernel between words.
        embedding: Embedding = Embedding::Rbf { gamma: 1.0 }, About::folded().label("kernel of words");
        /// Share of each document's words an iteration keeps; 1 keeps all.
        keep: f64 = 1.0, About::main(0.05, 1.0).within(Domain::SHARE).live();
        /// How positions move.
        optimiser: Optimiser = Optimiser::Envelope { steps: 1 }, About::folded();
        /// Adam's full steps; then they shorten, and at three times as many the words stand still. 0 never shortens them.
        #[serde(default)]
        decay: usize = 0, About::more(0.0, 10_000.0).label("full steps");
        /// Relative change of the objective below which, three iterations in a row, long steps have converged; 0 goes on to
        /// the limit. Steps of Adam never converge: they are shortened instead.
        #[serde(default)]
        converge: f64 = 1e-3, About::line().within(Domain::MEMORY);
        /// What is made of a word's count.
        weighting: Weighting = Weighting::Count, About::line();
        /// Where words start.
        #[serde(default)]
        start: Start = Start::Random, About::folded().within(Start::ONE_SIDE);
        /// Whether words are held near where they start, instead of near the middle.
        #[serde(default)]
        anchor: bool = false, About::folded().label("hold words where they start");
        /// Whether words stay where they start, and steps move only what else is learned.
        #[serde(default)]
        frozen: bool = false, About::folded().label("freeze the words");
        /// Standard deviation of the random start, root mean square of the principal directions' coordinates; spectral and given
        /// vectors keep their own lengths.
        start_scale: f64 = 1.0, About::more(1e-3, 10.0).label("width of the start");
        /// Random starts tried; the one best on the development part (else with the lowest objective) goes on.
        starts: usize = 1, About::more(1.0, 100.0).within(Domain::whole(1, 100));
        /// Seed of starts and dropout.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Outer iterations between two evaluations on all documents.
        evaluate_every: usize = 1, About::more(1.0, 1000.0).label("evaluate every").within(Domain::from(1));
        /// Memory of the running mean of positions that is evaluated and shown; 0 shows the positions themselves.
        average: f64 = 0.0, About::more(0.0, 0.99).label("running mean").within(Domain::MEMORY);
        /// Whether gamma is learned, within its bounds and under its prior. As printed there is no minimiser: documents see
        /// √γ X alone, so (X/s, s²γ) says the same of them at a prior of 1/s² times its size, and the positions shrink for
        /// ever while gamma grows. A bound or a prior ends that.
        learn_gamma: bool = false, About::folded().label("learn gamma");
        /// Lower bound of a learned gamma.
        gamma_min: f64 = 1e-3, About::line();
        /// Upper bound of a learned gamma.
        gamma_max: f64 = 1e3, About::line();
        /// Weight w of the prior w/2 (ln γ - ln γ₀)² on a learned gamma, around the value given.
        gamma_prior: f64 = 1.0, About::line().within(Domain::WEIGHT);
        /// Whether documents are scaled to unit length in the kernel's space.
        normalise: bool = false, About::folded().label("unit length");
        /// Weight of what a word says by itself, an identity added to the kernel of words.
        private: f64 = 0.0, About::more(0.0, 1000.0).label("private weight").within(Domain::WEIGHT);
        /// The kernel between documents.
        level2: Level2 = Level2::Linear, About::folded().label("kernel of documents");
        /// Whether the kernels' other numbers (offsets, zeta, a slope, a time) are learned, within their reach and under a prior.
        #[serde(default)]
        learn_kernel: bool = false, About::folded().label("learn the kernels' numbers");
        /// The most that a learned number of a kernel is multiplied or divided by.
        #[serde(default = "kernel_reach")]
        kernel_reach: f64 = kernel_reach(), About::line().within(REACH);
        /// Weight w of the prior w/2 (ln v - ln v₀)² on each of them, around the value given.
        #[serde(default = "kernel_prior")]
        kernel_prior: f64 = kernel_prior(), About::line().within(Domain::WEIGHT);
        /// Tolerance of the SVM solver.
        tolerance: f64 = 1e-3, About::line().within(Domain::Real { low: 0.0, high: 0.1, open: [true, false] });
    }
}

/// Parameters whose every value lies in its range.
pub type CheckedSmm = Checked<SmmParams>;

impl Parameters for SmmParams {
    const MODEL: &'static str = "the latent SMM";

    rows! { SmmParams: embedding, optimiser, level2 }

    moving! {}

    fn nothing_moves(&self) -> bool {
        self.stand_still() && !self.width().learn && !self.learned().learns_others()
    }

    fn usual(&mut self, key: &str) {
        if let ("optimiser", Optimiser::Lbfgs { steps }) = (key, &mut self.optimiser) {
            *steps = 5;
        }
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let width = self.width();
        bounded("gamma", width.learn, width.first, width.bounds)?;
        possible(self.embedding, self.q)
    }
}

impl SmmParams {
    /// The kernel between documents, in training and in decisions.
    pub fn ldk(&self) -> Ldk {
        Ldk { embedding: self.embedding, private: self.private, unit_length: self.normalise, level2: self.level2 }
    }

    learned_kernels! {}
}
