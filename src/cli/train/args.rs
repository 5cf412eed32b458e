//! Arguments of `train`: the files of each task, and the arguments that all tasks share.

use std::{ops::Range, path::PathBuf};

use clap::Args;

use crate::cli::{
    choice::choice_of,
    corpus::{LabelArgs, RatingArgs, ReadArgs, SidesArgs, TargetTextArgs, TextArgs},
    data::{ClassVocabularyArgs, SplitArgs, TargetVectorArgs, VectorArgs, VocabularyArgs},
    model::ModelArgs,
};
use wordfield_core::experiment::{DATA_AXES, StoppingRules};
use wordfield_core::metric::CalibratedOn;

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
    #[command(flatten)]
    pub class_vocabulary: ClassVocabularyArgs,
    /// Calibrate class probabilities without a development part (--dev 0): five more models are trained, each on four fifths of
    /// the training documents, and the probabilities are fitted to their decisions on the other fifth. With a development part
    /// probabilities are calibrated there, and the option is refused
    #[arg(long, value_parser = choice_of(CALIBRATIONS), help_heading = "Training")]
    pub calibrate: Option<CalibratedOn>,
}

/// Calibrations of class probabilities on request.
const CALIBRATIONS: &[(&str, &str, CalibratedOn)] =
    &[("out-of-fold", "On training documents, each decided by a model trained on the other folds", CalibratedOn::OutOfFold)];

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

/// Arguments of every task.
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
    /// Try each of several values and keep the best on the development part, as in --grid gamma=0.1,1,10; several options
    /// try every combination. The preset paper-grid searches the papers' grid
    #[arg(long, value_name = "KEY=VALUE,VALUE", help_heading = "Model")]
    pub grid: Vec<String>,
    #[command(flatten)]
    pub sweep: SweepArgs,
    #[command(flatten)]
    pub training: TrainingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Several runs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Several runs")]
pub(in crate::cli) struct SweepArgs {
    /// Train once for each seed and report mean and standard deviation: 5 for the seeds 0 to 4, 10..13 for 10, 11 and 12
    #[arg(long, value_name = "N", value_parser = seeds, conflicts_with = "seed")]
    pub seeds: Option<Range<u64>>,
    #[arg(long, value_name = "KEY=VALUE,VALUE", help = compare_help())]
    pub compare: Vec<String>,
    /// Keep finished runs in a folder, which `evaluate` and `tabulate` share, and train none that is there: an interrupted sweep
    /// goes on where it stopped. Each run has one thread, and as many run at a time as there are cores
    #[arg(long, value_name = "DIR", conflicts_with = "save")]
    pub results: Option<PathBuf>,
}

/// Help text of `--compare`, with the keys of every data axis.
fn compare_help() -> String {
    let keys: Vec<&str> = DATA_AXES.iter().map(|axis| axis.key).collect();
    format!(
        "Train once for each value and report every one, as in --compare train=200,600,1000; a key is model, {} or a parameter. \
         Each run searches its own --grid",
        keys.join(", ")
    )
}

/// Maximum number of seeds in one call.
const MOST_SEEDS: u64 = 100_000;

/// Parses seeds: `5` means the seeds 0 to 4, and `10..13` means 10, 11 and 12.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..to),
        None => number(text).map(|count| 0..count),
    };
    match range.filter(|range| !range.is_empty()) {
        Some(range) if range.end - range.start > MOST_SEEDS => Err(format!("give at most {MOST_SEEDS} seeds")),
        Some(range) => Ok(range),
        None => Err("give a number of seeds such as 5, or a range such as 10..13".to_owned()),
    }
}

/// Stopping rules of the training.
#[derive(Args, Debug)]
#[command(next_help_heading = "Training")]
pub(in crate::cli) struct TrainingArgs {
    /// Maximum number of iterations [default: 500 of one stochastic step; 300 of L-BFGS, 100 where each makes several steps of it; 1000 until converged]
    #[arg(long, value_name = "K", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub(crate) iterations: Option<usize>,
    /// Patience: evaluations without a better development score before the best iteration is restored; 0: never stop early
    /// [default: 20 with stochastic steps; with L-BFGS 50, but 0 for classes; 0 until converged, but 50 for ratings; 0 without a development part]
    #[arg(long, value_name = "N")]
    pub(crate) patience: Option<usize>,
}

/// Files that are written.
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

impl OutputArgs {
    /// Whether there is a file of results to write.
    pub(crate) fn saves(&self) -> bool {
        self.json.is_some() || self.save.is_some()
    }
}

impl TrainingArgs {
    /// Stopping rules that follow from the arguments.
    pub(crate) fn rules(&self) -> StoppingRules {
        StoppingRules { iterations: self.iterations, patience: self.patience }
    }
}

#[cfg(test)]
mod tests {
    use super::seeds;

    #[test]
    fn seeds_are_a_number_or_a_range() {
        assert_eq!((seeds("5"), seeds(" 10..13 ")), (Ok(0..5), Ok(10..13)));
        for wrong in ["0", "", "3..3", "4..2", "-1", "a", "1..", "..4"] {
            assert!(seeds(wrong).unwrap_err().contains("10..13"), "{wrong}");
        }
        assert_eq!(seeds("18446744073709551614..18446744073709551615").map(Iterator::count), Ok(1));
        for wrong in ["18446744073709551615", "1000000000", "5..18446744073709551615"] {
            assert!(seeds(wrong).unwrap_err().contains("at most"), "{wrong}");
        }
    }
}
