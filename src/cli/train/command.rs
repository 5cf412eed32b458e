//! `train MODEL`: a subcommand for each model there is, with the arguments of its task.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, error::ErrorKind};

use super::args::{ClassArgs, PairArgs, RatingsArgs};
use crate::corpus::TaskKind;
use crate::model::ModelKind;

/// Which model to train, and on what.
#[derive(Debug)]
pub(in crate::cli) struct TrainCommand {
    /// The model.
    pub(super) kind: ModelKind,
    /// The arguments of its task.
    pub(super) args: TaskArgs,
}

/// Arguments by task.
#[derive(Debug)]
pub(super) enum TaskArgs {
    /// Of documents with classes.
    Classes(Box<ClassArgs>),
    /// Of rated documents.
    Ratings(Box<RatingsArgs>),
    /// Of pairs.
    Pairs(Box<PairArgs>),
}

impl Subcommand for TrainCommand {
    fn augment_subcommands(command: Command) -> Command {
        ModelKind::ALL.iter().map(|kind| kind.info()).fold(command, |command, spec| {
            let own = Command::new(spec.command);
            let own = match spec.task {
                TaskKind::Classes => ClassArgs::augment_args(own),
                TaskKind::Ratings => RatingsArgs::augment_args(own),
                TaskKind::Pairs => PairArgs::augment_args(own),
            };
            command.subcommand(own.about(spec.help).long_about(None))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        ModelKind::ALL.iter().any(|kind| kind.info().command == name)
    }
}

impl FromArgMatches for TrainCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let missing = || Error::raw(ErrorKind::MissingSubcommand, "name a model to train");
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let kind = ModelKind::ALL.iter().copied().find(|kind| kind.info().command == name).ok_or_else(missing)?;
        let args = match kind.info().task {
            TaskKind::Classes => TaskArgs::Classes(Box::new(ClassArgs::from_arg_matches(matches)?)),
            TaskKind::Ratings => TaskArgs::Ratings(Box::new(RatingsArgs::from_arg_matches(matches)?)),
            TaskKind::Pairs => TaskArgs::Pairs(Box::new(PairArgs::from_arg_matches(matches)?)),
        };
        Ok(Self { kind, args })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
