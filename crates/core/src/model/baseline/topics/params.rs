//! Parameters of the topic models.

use crate::{
    corpus::Weighting,
    model::{
        Preset,
        baseline::{linear_svm::CostTuning, tuning::tuning},
        params::{ParamTable, direct, parameters},
    },
    param::{About, Domain},
};

tuning! {
    /// How the number of topics is chosen.
    TopicTuning { topics: usize = 20 },
    Count,
    "Number of topics, each a distribution of words.",
    About::main(2.0, 100.0).within(Domain::whole(1, 1000)).live()
}

tuning! {
    /// How the variance of the ratings is chosen; without a development part, by cross-validation on the training part.
    VarianceTuning { variance: f64 = 0.001 },
    Real,
    "Variance of a standardised rating about its value by topics: lowering it lets ratings shape the topics more.",
    About::main(1e-4, 1.0).label("variance").within(Domain::POSITIVE).live()
}

/// Priors of topics and the random seed of their initial values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Priors {
    /// Dirichlet prior `α` of a document's distribution of topics.
    pub alpha: f64,
    /// Dirichlet prior `β` of a topic's distribution of words.
    pub beta: f64,
    /// Seed of the random initial topics.
    pub seed: u64,
}

parameters! {
    /// All parameters of maximum-entropy discrimination LDA, unchecked.
    pub struct MedLdaParams {
        /// How the number of topics is chosen: the best of 10, 20 and 50 on the development part,
        /// together with C, or a given value.
        topic_tuning: TopicTuning = TopicTuning::Development, About::folded().label("choose topics").live();
        /// How C is chosen: the best of 1, 4, 16, 64 and 256 on the development part, or a given value.
        tuning: CostTuning = CostTuning::Development, About::folded().label("choose C").live();
        /// Prior of the topics of a document: raising it mixes more topics in each, which separates many classes better.
        alpha: f64 = 5.0, About::main(0.1, 10.0).label("α").within(Domain::POSITIVE).live();
        /// Prior of the words of a topic: lowering it gives a topic fewer words.
        beta: f64 = 0.5, About::main(0.01, 1.0).label("β").within(Domain::POSITIVE).live();
        /// Maximum number of iterations without classes, and number of those with them.
        sweeps: usize = 40, About::more(1.0, 200.0).label("iterations").within(Domain::from(1)).live();
        /// Seed of the random start of the topics.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Weighting of word counts.
        weighting: Weighting = Weighting::Raw, About::line();
    }
}

parameters! {
    /// All parameters of supervised LDA, unchecked.
    pub struct SldaParams {
        /// How the number of topics is chosen: the best of 10, 20 and 50 on the development part,
        /// together with the variance, or a given value.
        topic_tuning: TopicTuning = TopicTuning::Development, About::folded().label("choose topics").live();
        /// How the variance is chosen: the best of 0.0003 to 0.3 on the development part, or a given value.
        variance_tuning: VarianceTuning = VarianceTuning::Development, About::folded().label("choose variance").live();
        /// Prior of the topics of a document: lowering it gives a document fewer topics.
        alpha: f64 = 0.5, About::main(0.01, 1.0).label("α").within(Domain::POSITIVE).live();
        /// Prior of the words of a topic: lowering it gives a topic fewer words.
        beta: f64 = 0.1, About::main(0.01, 1.0).label("β").within(Domain::POSITIVE).live();
        /// Maximum number of iterations without ratings, and number of those with them.
        sweeps: usize = 40, About::more(1.0, 200.0).label("iterations").within(Domain::from(1)).live();
        /// Seed of the random start of the topics.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Weighting of word counts.
        weighting: Weighting = Weighting::Raw, About::line();
    }
}

parameters! {
    /// All parameters of bilingual LDA, unchecked.
    pub struct BilingualLdaParams {
        /// How the number of topics is chosen: the best of 20, 50 and 100 on the development pairs
        /// (50 without them), or a given value.
        topic_tuning: TopicTuning = TopicTuning::Development, About::folded().label("choose topics").live();
        /// Prior of the topics of a document: lowering it gives a document fewer topics.
        alpha: f64 = 0.1, About::main(0.01, 1.0).label("α").within(Domain::POSITIVE).live();
        /// Prior of the words of a topic: lowering it gives a topic fewer words.
        beta: f64 = 0.1, About::main(0.01, 1.0).label("β").within(Domain::POSITIVE).live();
        /// Maximum number of iterations.
        sweeps: usize = 60, About::more(1.0, 200.0).label("iterations").within(Domain::from(1)).live();
        /// Seed of the random start of the topics.
        seed: u64 = 0, About::more(0.0, 1e9);
        /// Weighting of word counts.
        weighting: Weighting = Weighting::Raw, About::line();
    }
}

/// Declares the parameter table of a topic model, all of whose presets are equal.
macro_rules! table {
    ($params:ident, $name:literal, $($tuning:ident),+) => {
        impl ParamTable for $params {
            const MODEL: &'static str = $name;

            direct! { $params: $($tuning),+ }

            fn preset(_: Preset, _: usize) -> Self {
                Self::printed()
            }
        }

        impl $params {
            /// Priors and random seed of the topics.
            pub(super) fn priors(&self) -> Priors {
                Priors { alpha: self.alpha, beta: self.beta, seed: self.seed }
            }
        }
    };
}

table!(MedLdaParams, "maximum-entropy discrimination LDA", topic_tuning, tuning);
table!(SldaParams, "supervised LDA", topic_tuning, variance_tuning);
table!(BilingualLdaParams, "bilingual LDA", topic_tuning);
