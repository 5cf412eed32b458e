//! Command line of the program, which opens the window or runs a subcommand.
//! Subcommands: `train`, `evaluate`, `tabulate`, `predict`, `match`, `check`, `deliver`, `agree`, `align`,
//! `test`, `changes`, `cluster`, `novelty`, `diffusion`, `export`, `figure`, `vectors`, `lessons`, `completions`, `man`.
//! Feature `window`: the window, `figure`, `lessons`.
//!
//! Exit codes: 0 done, 1 something is wrong with the data or the files,
//! 2 something is wrong with the command line, 130 interrupted (requested files are saved first).

mod agree;
mod align;
mod cells;
mod changes;
mod check;
mod choice;
mod cluster;
mod corpus;
mod data;
mod deliver;
mod diffusion;
#[cfg(all(test, feature = "window"))]
#[path = "documented_tests.rs"]
mod documented;
mod documents;
mod evaluate;
mod export;
#[cfg(feature = "window")]
mod figure;
mod finding;
mod help;
mod interrupt;
mod known;
mod labels;
#[cfg(feature = "window")]
mod lessons;
mod matches;
mod model;
mod novelty;
mod output;
mod places;
mod predict;
mod progress;
mod stop_words;
mod table;
mod tabulate;
mod test;
mod train;
#[cfg(feature = "window")]
mod window;
mod word_space;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use wordfield_core::corpus::{CorpusError, ErrorKind};
use wordfield_core::experiment::{DataError, SweepError};

/// Exit code of an interrupted program.
const INTERRUPTED: u8 = 130;

/// Watch a kernel learn: latent distribution kernels on bags of words.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Sub>,
    #[cfg(feature = "window")]
    #[command(flatten)]
    window: window::WindowArgs,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 something is wrong with the data or a file, 2 with the command line, \
                          130 interrupted (what was asked to be saved is saved first).";

#[derive(Debug, Subcommand)]
enum Sub {
    /// Train without a window
    Train {
        #[command(subcommand)]
        model: train::TrainCommand,
    },
    /// Compare methods over corpora, sizes and seeds: run the missing cells of a grid
    Evaluate(Box<evaluate::EvaluateArgs>),
    /// Make a table or a figure of a study that `evaluate` has run
    Tabulate(Box<tabulate::TabulateArgs>),
    /// Classify or rate new documents with a saved model
    Predict(Box<predict::PredictArgs>),
    /// Find the partners of new documents with a saved model
    Match(Box<matches::MatchArgs>),
    /// Check pairs or labels: judge each by models that were not trained on it, pairs by rules too, the least credible first
    Check(Box<check::CheckArgs>),
    /// Hand over reviewed pairs: a clean file in the form and order of the original, and the rejected pairs with reasons
    Deliver(Box<deliver::DeliverArgs>),
    /// Compare the verdicts of two reviewers on the same pairs: counts, agreement, Cohen's kappa
    Agree(agree::AgreeArgs),
    /// Join the lines of two texts that are translations of each other, or of two shuffled files
    Align(Box<align::AlignArgs>),
    /// Test whether two classes differ under the kernel of a saved model
    Test(Box<test::TestArgs>),
    /// Tell what changed between groups of documents, when, and by which words
    Changes(Box<changes::ChangesArgs>),
    /// Cluster documents by the kernel of a saved model, and compare the clusters with the classes
    Cluster(Box<cluster::ClusterArgs>),
    /// Find novel documents: those unlike the training documents, or those of one class, under the kernel of a saved model
    Novelty(Box<novelty::NoveltyArgs>),
    /// Compare models of information diffusion on a network, by the log-likelihood of held-out cascades
    Diffusion(diffusion::DiffusionArgs),
    /// Write the content of a saved model in a format of other programs
    Export(Box<export::ExportArgs>),
    /// Write a view of a saved model as a figure for print
    #[cfg(feature = "window")]
    Figure(Box<figure::FigureArgs>),
    /// Query word vectors: nearest words, analogies, an axis, a comparison of two lists
    Vectors(Box<word_space::SpaceArgs>),
    /// Write the lessons of the window as pages for print
    #[cfg(feature = "window")]
    Lessons(Box<lessons::LessonsArgs>),
    /// Print completions of the command line for a shell
    Completions(help::CompletionsArgs),
    /// Write the manual pages, one for each subcommand
    Man(help::ManArgs),
}

/// Error: the user has interrupted a subcommand, which has saved the requested results.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
struct Interrupted;

/// Error of the command line: it demands something impossible.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Runs the program with its arguments, of which the first is its name. Returns the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    output::say_warnings();
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            output::say(error.to_string().trim_end());
            return error.exit_code() as u8;
        }
        Err(help) => help.exit(),
    };
    let outcome = match &cli.command {
        #[cfg(feature = "window")]
        None => window::run(&cli.window),
        #[cfg(not(feature = "window"))]
        None => Err(Usage("this build has no window: give a subcommand, or build with the feature `window`".to_owned()).into()),
        Some(Sub::Train { model }) => train::start(model),
        Some(Sub::Evaluate(args)) => evaluate::run(args),
        Some(Sub::Tabulate(args)) => tabulate::run(args),
        Some(Sub::Predict(args)) => predict::run(args),
        Some(Sub::Match(args)) => matches::run(args),
        Some(Sub::Check(args)) => check::run(args),
        Some(Sub::Deliver(args)) => deliver::run(args),
        Some(Sub::Agree(args)) => agree::run(args),
        Some(Sub::Align(args)) => align::run(args),
        Some(Sub::Test(args)) => test::run(args),
        Some(Sub::Changes(args)) => changes::run(args),
        Some(Sub::Cluster(args)) => cluster::run(args),
        Some(Sub::Novelty(args)) => novelty::run(args),
        Some(Sub::Diffusion(args)) => diffusion::run(args),
        Some(Sub::Export(args)) => export::run(args),
        #[cfg(feature = "window")]
        Some(Sub::Figure(args)) => figure::run(args),
        Some(Sub::Vectors(args)) => word_space::run(args),
        #[cfg(feature = "window")]
        Some(Sub::Lessons(args)) => lessons::run(args),
        Some(Sub::Completions(args)) => help::completions(args),
        Some(Sub::Man(args)) => help::man(args),
    };
    match outcome {
        Ok(()) => 0,
        Err(error) if error.is::<Interrupted>() => INTERRUPTED,
        Err(error) => {
            output::say(format_args!("error: {error:#}"));
            if is_usage(&error) { 2 } else { 1 }
        }
    }
}

/// Whether an error is one of the command line, wherever it was detected.
fn is_usage(error: &anyhow::Error) -> bool {
    let data = match error.downcast_ref() {
        Some(SweepError::Settings(_)) => return true,
        Some(SweepError::Data(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    let of_corpus = match data {
        Some(DataError::SameFile(_) | DataError::Unused(_)) => return true,
        Some(DataError::Read(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    error.is::<Usage>() || of_corpus.is_some_and(|error: &CorpusError| error.kind == ErrorKind::EncodingName)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_window_takes_files_and_the_subcommands_take_theirs() {
        let cli = Cli::try_parse_from(["wordfield", "--corpus", "a.txt", "b.txt", "--theme", "dark"]).unwrap();
        assert!(cli.command.is_none());
        let choices = ["--train", "60%", "--dev", "20", "--threshold", "1%", "--q", "3", "--preset", "paper", "--set", "c=2"];
        assert!(Cli::try_parse_from(["wordfield", "--seed", "5"].into_iter().chain(choices)).is_ok());
        assert!(Cli::try_parse_from(["wordfield", "train", "smm", "--corpus", "a.txt", "--set", "c=2"]).is_ok());
        for wrong in [
            ["wordfield", "train", "smm", "--train", "10"].as_slice(),
            &["wordfield", "train", "smm", "--corpus", "a", "--threshold", "-1%"],
            &["wordfield", "train", "smm", "--corpus", "a", "--train", "120%"],
            &["wordfield", "predict", "m.json"],
            &["wordfield", "--after", "2"],
            &["wordfield", "--screenshot", "a.png", "--after", "-2"],
        ] {
            let error = Cli::try_parse_from(wrong).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{wrong:?}: {error}");
        }
    }
}
