//! Arguments of `train`: the files of each task, and what all three share.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{
    corpus::{LabelArgs, RatingArgs, ReadArgs, SidesArgs, TargetTextArgs, TextArgs},
    data::{SplitArgs, VocabularyArgs},
    model::ModelArgs,
    vectors::{TargetVectorArgs, VectorArgs},
};
use crate::corpus::Dataset;
use crate::model::Params;
use crate::train::TrainOptions;

/// Arguments of training on documents with classes.
#[derive(Args, Debug)]
pub(in crate::cli) struct ClassArgs {
    /// Files to train on, or one folder with a folder for each class
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub corpus: Vec<PathBuf>,
    #[command(flatten)]
    pub label: LabelArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of training on rated documents.
#[derive(Args, Debug)]
pub(in crate::cli) struct RatingsArgs {
    /// Files of rated documents
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    pub corpus: Vec<PathBuf>,
    #[command(flatten)]
    pub rating: RatingArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Arguments of training on pairs.
#[derive(Args, Debug)]
pub(in crate::cli) struct PairArgs {
    #[command(flatten)]
    pub sides: SidesArgs,
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub target_text: TargetTextArgs,
    #[command(flatten)]
    pub target_vectors: TargetVectorArgs,
}

/// What every model is trained with.
#[derive(Args, Debug)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub vocabulary: VocabularyArgs,
    #[command(flatten)]
    pub vectors: VectorArgs,
    #[command(flatten)]
    pub split: SplitArgs,
    #[command(flatten)]
    pub model: ModelArgs,
    /// Try each of several values and keep the best on the development part, as in --grid gamma=0.1,1,10; several of these
    /// try every combination. The preset paper searches the papers' grid, but for what is set
    #[arg(long, value_name = "KEY=VALUE,VALUE", help_heading = "Model")]
    pub grid: Vec<String>,
    #[command(flatten)]
    pub training: TrainingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// How long to train.
#[derive(Args, Debug)]
#[command(next_help_heading = "Training")]
pub(in crate::cli) struct TrainingArgs {
    /// Iterations at most, 1 or more [default: 500 of one stochastic step; 300 of L-BFGS, 100 where each makes several steps of it; 1000 until converged]
    #[arg(long, value_name = "K", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    iterations: Option<usize>,
    /// Stop after so many evaluations that are no better on the development part and take the best back; 0 never
    /// [default: 20 with stochastic steps; with L-BFGS 50, but 0 for classes; 0 until converged, and without a development part]
    #[arg(long, value_name = "N")]
    patience: Option<usize>,
}

/// What is left behind.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct OutputArgs {
    /// Write a report
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
    /// Save the model; gzipped where the name ends in .gz
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

impl TrainingArgs {
    /// How the run is driven; it records no positions, as nobody looks back here.
    pub fn options(&self, params: &Params, data: &Dataset) -> TrainOptions {
        let (iterations, patience) = params.run();
        TrainOptions {
            max_iterations: Some(self.iterations.unwrap_or(iterations)),
            patience: Some(self.patience.unwrap_or(patience)).filter(|&n| n > 0 && !data.split.dev.is_empty()),
            history_bytes: 0,
            publish_at_stop: true,
            ..TrainOptions::default()
        }
    }
}
