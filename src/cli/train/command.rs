//! Commands `train MODEL`, one per model, with the arguments of the model's task.
//! If models of several tasks share a name, the command has the arguments of each; the named files determine the model.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Subcommand, error::ErrorKind, parser::ValueSource};

use super::args::{ClassArgs, PairArgs, RatingsArgs, RunArgs};
use crate::cli::data::TargetVectorArgs;
use wordfield_core::corpus::{ReadOptions, TaskKind, TextChoice};
use wordfield_core::experiment::{DATA_AXES, DataRecipe};
use wordfield_core::metric::CalibratedOn;
use wordfield_core::model::ModelKind;

/// Model to train, with the arguments of its task.
#[derive(Debug)]
pub(in crate::cli) struct TrainCommand {
    /// Kind of the trained model.
    pub(super) kind: ModelKind,
    /// Arguments of the model's task.
    pub(super) args: TaskArgs,
    /// Keys of the data axes set by options.
    pub(super) given: Vec<&'static str>,
}

/// Arguments for training on one kind of task.
#[derive(Debug)]
pub(super) enum TaskArgs {
    /// Arguments for documents with classes.
    Classes(Box<ClassArgs>),
    /// Arguments for rated documents.
    Ratings(Box<RatingsArgs>),
    /// Arguments for pairs of documents.
    Pairs(Box<PairArgs>),
}

impl Subcommand for TrainCommand {
    fn augment_subcommands(command: Command) -> Command {
        ModelKind::ALL.iter().map(|kind| kind.info()).fold(command, |command, spec| {
            let own = of_task(spec.command, spec.task);
            let Some(other) = command.find_subcommand(spec.command).cloned() else {
                return command.subcommand(own.about(spec.help).long_about(None));
            };
            let other = excluding(other, &own, files(spec.task));
            let tasks = ModelKind::named(spec.command).map(|kind| kind.info().task).filter(|&task| task != spec.task);
            let others: Vec<&str> = tasks.flat_map(files).copied().collect();
            let own = excluding(own, &other, &others);
            let more: Vec<Arg> = own.get_arguments().filter(|arg| !has(&other, arg)).cloned().collect();
            let both = other.args(more);
            command.mut_subcommand(spec.command, |_| both)
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
        let is_given = |id: &&str| matches.try_contains_id(id).is_ok_and(|given| given);
        let has_files = |kind: &ModelKind| files(kind.info().task).iter().any(is_given);
        let kind = ModelKind::named(name).find(has_files).or_else(|| ModelKind::named(name).next()).ok_or_else(missing)?;
        let args = match kind.info().task {
            TaskKind::Classes => TaskArgs::Classes(Box::new(ClassArgs::from_arg_matches(matches)?)),
            TaskKind::Ratings => TaskArgs::Ratings(Box::new(RatingsArgs::from_arg_matches(matches)?)),
            TaskKind::Pairs => TaskArgs::Pairs(Box::new(PairArgs::from_arg_matches(matches)?)),
        };
        let given = |key: &&str| {
            let is_id = |id: &str| matches.try_contains_id(id).is_ok();
            let id = [(*key).to_owned(), key.replace('-', "_")].into_iter().find(|id| is_id(id));
            id.is_some_and(|id| matches.value_source(&id) == Some(ValueSource::CommandLine))
        };
        Ok(Self { kind, args, given: DATA_AXES.iter().map(|axis| axis.key).filter(given).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Options that name a task's documents, by which the task of a model is chosen.
fn files(task: TaskKind) -> &'static [&'static str] {
    match task {
        TaskKind::Classes | TaskKind::Ratings => &["corpus"],
        TaskKind::Pairs => &["source", "target", "pairs"],
    }
}

/// Subcommand with the arguments of a task.
fn of_task(name: &'static str, task: TaskKind) -> Command {
    let command = Command::new(name);
    match task {
        TaskKind::Classes => ClassArgs::augment_args(command),
        TaskKind::Ratings => RatingsArgs::augment_args(command),
        TaskKind::Pairs => PairArgs::augment_args(command),
    }
}

fn has(command: &Command, arg: &Arg) -> bool {
    command.get_arguments().any(|own| own.get_id() == arg.get_id())
}

/// Subcommand whose arguments are refused, and not required, with the files of another task.
/// Arguments that both tasks share are accepted.
fn excluding(command: Command, other: &Command, files: &[&'static str]) -> Command {
    command.mut_args(|arg| {
        if has(other, &arg) {
            return arg;
        }
        // Both sides of pairs are required unless another option is given.
        let is_side = ["source", "target"].contains(&arg.get_id().as_str());
        let arg = if is_side { arg.required_unless_present_any(files.iter().copied()) } else { arg };
        arg.conflicts_with_all(files.iter().copied())
    })
}

impl TaskArgs {
    /// Documents on which class probabilities are calibrated.
    pub(super) fn calibrate(&self) -> CalibratedOn {
        if let Self::Classes(args) = self { args.calibrate.unwrap_or_default() } else { CalibratedOn::Development }
    }

    /// Data recipe that follows from the arguments, and the arguments that all tasks share.
    ///
    /// # Errors
    /// If the report of a split cannot be read, or a file of pairs is named as one side.
    pub(super) fn recipe(&self, kind: ModelKind) -> anyhow::Result<(DataRecipe, &RunArgs)> {
        let no_target = (TextChoice::default(), TargetVectorArgs::default());
        let mut classes = None;
        let (paths, run, label_column, target_columns, (target_text, target_vectors)) = match self {
            Self::Classes(args) => {
                classes = Some(&args.class_vocabulary);
                (args.corpus.clone(), &args.run, args.label.label_column.clone(), Vec::new(), no_target)
            }
            Self::Ratings(args) => (args.corpus.clone(), &args.run, None, args.rating.columns(), no_target),
            Self::Pairs(args) => {
                let target = (args.target_text.choice(), args.target_vectors.clone());
                (args.sides.paths()?, &args.run, None, Vec::new(), target)
            }
        };
        let read = ReadOptions { label_column, target_columns, ..run.read.options(Some(kind.info().task)) };
        let mut recipe = DataRecipe {
            text: run.text.choice(),
            target_text,
            vocabulary: run.vocabulary.options(classes),
            vectors: run.vectors.files(&target_vectors),
            strict: true,
            ..DataRecipe::files(&paths, read)
        };
        run.split.apply(run.model.seed, &mut recipe)?;
        Ok((recipe, run))
    }
}
