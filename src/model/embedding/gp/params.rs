//! Parameters of the GP-LVSM.

use super::presets;
use crate::{
    corpus::Weighting,
    ldk::{Definite, Embedding, Ldk, Level2},
    model::{
        Optimiser, Start,
        kernels::Kernels,
        params::{
            Checked, DIMENSIONS, Parameters, REACH, bounded, kernel_prior, kernel_reach, learned_kernels, moving, parameters,
            possible, rows,
        },
    },
    param::{About, Choices, Domain, ParamError, Row},
};

/// What `α` and `β` may be.
const SCALE: Domain = Domain::real(1e-6, 1e6);

parameters! {
    /// All parameters of the GP-LVSM, unchecked.
    pub struct GpParams {
        /// Latent dimensions.
        q: usize = 2, About::main(1.0, 12.0).within(DIMENSIONS);
        /// Weight of the prior that pulls words to the middle, or to where they started.
        rho: f64 = 10.0, About::main(1e-4, 1e4).within(Domain::WEIGHT).live();
        /// The kernel between words.
        embedding: Embedding = Embedding::Rbf { gamma: 1.0 }, About::folded().label("kernel of words");
        /// Share of each document's words an iteration keeps; 1 keeps all.
        keep: f64 = 1.0, About::main(0.05, 1.0).within(Domain::SHARE).live();
        /// How positions move.
        optimiser: Optimiser = Optimiser::Lbfgs { steps: 1 }, About::folded().within(Optimiser::SMOOTH);
        /// Adam's full steps; then they shorten, and at three times as many the words stand still. 0 never shortens them.
        #[serde(default)]
        decay: usize = 0, About::more(0.0, 10_000.0).label("full steps");
        /// Inverse variance of the signal that learning starts from, of ratings scaled to variance one.
        alpha: f64 = 1.0, About::more(1e-6, 1e6).label("first alpha (signal)").within(SCALE);
        /// Inverse variance of the noise that learning starts from.
        beta: f64 = 1.0, About::more(1e-6, 1e6).label("first beta (noise)").within(SCALE);
        /// Whether alpha and beta are learned with the positions. Positions that fit the training ratings too well make the
        /// noise look small, which lets them fit better still; held scales do not run away.
        learn_scales: bool = true, About::line();
        /// Relative change of the objective below which, three iterations in a row, long steps have converged; 0 goes on to
        /// the limit. Steps of Adam never converge: they are shortened instead.
        #[serde(default)]
        converge: f64 = 1e-5, About::line().within(Domain::MEMORY);
        /// What is made of a word's count.
        weighting: Weighting = Weighting::Count, About::line();
        /// How much louder long documents speak, from 0 (the paper's plain mean) to 1: a rating's distance from the mean is
        /// the field's mean over the document's words times ‖m‖^-emphasis, relative to a typical training document. A mean
        /// over many words is close to the mean of all words whatever the document says, and 1 makes up for that. Documents of
        /// unit length speak equally loud whatever it is.
        emphasis: f64 = 0.0, About::line().within(Domain::real(0.0, 1.0));
        /// Where words start.
        start: Start = Start::Random, About::folded().within(Start::ONE_SIDE);
        /// Spread of the start: the root mean square of a coordinate; spectral and given vectors keep their own lengths.
        start_scale: f64 = 1.0, About::more(1e-3, 10.0).label("width of the start");
        /// Whether words are held near where they start, instead of near the middle.
        anchor: bool = false, About::folded().label("hold words where they start");
        /// Whether words stay where they start, and steps move only what else is learned.
        #[serde(default)]
        frozen: bool = false, About::folded().label("freeze the words");
        /// Seed of start and dropout.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Outer iterations between two evaluations on all documents.
        evaluate_every: usize = 1, About::more(1.0, 1000.0).label("evaluate every").within(Domain::from(1));
        /// Memory of the running mean of positions that is evaluated and shown; 0 shows the positions themselves.
        average: f64 = 0.0, About::more(0.0, 0.99).label("running mean").within(Domain::MEMORY);
        /// Whether gamma is learned, within its bounds and under its prior. As printed there is no minimiser: documents see
        /// √γ X alone, so (X/s, s²γ) says the same of them at a prior of 1/s² times its size, and the positions shrink for
        /// ever while gamma grows. A bound or a prior ends that.
        learn_gamma: bool = true, About::folded().label("learn gamma");
        /// Lower bound of a learned gamma.
        gamma_min: f64 = 1e-3, About::line();
        /// Upper bound of a learned gamma.
        gamma_max: f64 = 1e3, About::line();
        /// Weight w of the prior w/2 (ln γ - ln γ₀)² on a learned gamma, around the value given.
        gamma_prior: f64 = 0.0, About::line().within(Domain::WEIGHT);
        /// Weight of what a word says by itself, an identity added to the kernel of words.
        private: f64 = 0.0, About::more(0.0, 100.0).label("private weight").within(Domain::WEIGHT);
        /// Whether documents are scaled to unit length in the kernel's space.
        #[serde(default)]
        normalise: bool = false, About::folded().label("unit length");
        /// The kernel between documents; a Gaussian process takes positive definite ones: linear, polynomial, rbf and ngd.
        #[serde(default)]
        level2: Level2 = Level2::Linear, About::folded().label("kernel of documents");
        /// Whether the kernels' other numbers (offsets, zeta) are learned, within their reach and under a prior.
        #[serde(default)]
        learn_kernel: bool = false, About::folded().label("learn the kernels' numbers");
        /// The most that a learned number of a kernel is multiplied or divided by.
        #[serde(default = "kernel_reach")]
        kernel_reach: f64 = kernel_reach(), About::line().within(REACH);
        /// Weight w of the prior w/2 (ln v - ln v₀)² on each of them, around the value given.
        #[serde(default = "kernel_prior")]
        kernel_prior: f64 = kernel_prior(), About::line().within(Domain::WEIGHT);
        /// Whether alpha and beta are fitted anew at each evaluation, on all words at the positions shown.
        refit: bool = false, About::folded().label("fit noise anew at each evaluation");
        /// Whether means and variances of new ratings are held against the development part: the fields are multiplied by
        /// their gain there, and variances are calibrated. Files written before say nothing of it: they were not.
        #[serde(default)]
        calibrate: bool = false, About::line();
    }
}

/// Parameters whose every value lies in its range.
pub type CheckedGp = Checked<GpParams>;

impl Parameters for GpParams {
    const MODEL: &'static str = "the GP-LVSM";

    rows! { GpParams: embedding, optimiser, level2 }

    moving! {}

    fn nothing_moves(&self) -> bool {
        self.stand_still() && !self.width().learn && !self.learn_scales && !self.learned().learns_others()
    }

    fn check_together(&self) -> Result<(), ParamError> {
        let width = self.width();
        bounded("gamma", width.learn, width.first, width.bounds)?;
        covariance(self.level2)?;
        possible(self.embedding, self.q)
    }
}

/// What is asked of a kernel between documents that is to be a covariance.
fn covariance(level2: Level2) -> Result<(), ParamError> {
    let why = match level2.definite() {
        Definite::Positive => return Ok(()),
        Definite::Conditionally => "is only conditionally positive definite: some variances would be negative",
        Definite::Not => "is not positive definite: some variances would be negative",
    };
    let able = Level2::USUAL.iter().filter(|kernel| kernel.definite() == Definite::Positive).map(Choices::key);
    let able = able.collect::<Vec<_>>().join(", ");
    let remedy = format!("as a covariance it {why}; take one of these for ratings: {able}");
    Err(ParamError::new("level2", level2.key(), remedy))
}

impl GpParams {
    /// The kernel between documents, with the kernels of a point.
    pub(in crate::model) fn ldk(&self, kernels: Kernels) -> Ldk {
        let Kernels { embedding, level2 } = kernels;
        Ldk { embedding, private: self.private, unit_length: self.normalise, level2 }
    }

    learned_kernels! {}
}
