//! Parameters of the nearest-neighbour classifier.

use crate::{
    corpus::Weighting,
    ldk::{Embedding, Ldk, Level2},
    model::{
        Optimiser, Preset,
        params::{Checked, DIMENSIONS, Parameters, fields, parameters, rows},
    },
    param::{About, Domain, ParamError, Row},
};

parameters! {
    /// All parameters of the nearest-neighbour classifier, unchecked.
    pub struct KnnParams {
        /// Latent dimensions.
        q: usize = 2, About::main(1.0, 12.0).within(DIMENSIONS);
        /// Training documents that vote.
        k: usize = 5, About::main(1.0, 50.0).label("neighbours").within(Domain::from(1)).live();
        /// Weight of what a word says by itself, an identity added to the kernel of words.
        private: f64 = 300.0, About::main(0.0, 1000.0).label("private weight").within(Domain::WEIGHT).live();
        /// The kernel between words.
        embedding: Embedding = Embedding::Rbf { gamma: 1.0 }, About::folded().label("kernel of words");
        /// What is made of a word's count.
        weighting: Weighting = Weighting::SqrtTfIdf, About::line();
        /// Spread of the words: the root mean square of a coordinate.
        start_scale: f64 = 1.0, About::more(1e-3, 10.0).label("width of the words");
        /// Seed of directions the documents do not have.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Outer iterations between two evaluations on all documents.
        evaluate_every: usize = 1, About::line().within(Domain::from(1));
    }
}

/// Parameters whose every value lies in its range.
pub type CheckedKnn = Checked<KnnParams>;

impl Parameters for KnnParams {
    const MODEL: &'static str = "the nearest-neighbour classifier";

    rows! { KnnParams: embedding }

    fn preset(preset: Preset, q: usize) -> Self {
        let params = Self { q, ..Self::printed() };
        match preset {
            Preset::Default => params,
            Preset::Paper => Self { weighting: Weighting::Count, k: 1, private: 0.0, ..params },
        }
    }

    /// Nothing moves.
    fn optimiser(&self) -> Optimiser {
        Optimiser::Lbfgs { steps: 1 }
    }

    fields! { weighting: Weighting, evaluate_every: usize }

    fn check_together(&self) -> Result<(), ParamError> {
        Ok(())
    }
}

impl KnnParams {
    /// The kernel by which documents are near.
    pub(in crate::model) fn ldk(&self) -> Ldk {
        Ldk { embedding: self.embedding, private: self.private, unit_length: true, level2: Level2::Linear }
    }
}
