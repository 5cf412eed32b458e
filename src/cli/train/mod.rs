//! Command `wordfield train`: trains from files, without a window, and writes reports and a saved model.
//!
//! Every call is a sweep: one run without `--seeds` and `--compare`, one training per run without `--grid`.
//! With `--results` the runs of the sweep are cells of a study.

mod args;
mod command;
mod comparison;
mod deciders;
mod stored_runs;
mod terminal;
mod unused;
mod verdict;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::bail;

use self::{args::OutputArgs, terminal::Terminal};
pub(super) use self::{args::RunArgs, command::TrainCommand};
use super::model::{Vectors, refuse_seed};
use super::progress::scores_of;
use super::{Interrupted, Usage, interrupt, output, places};
use wordfield_core::corpus::{Cancel, Dataset, Task};
use wordfield_core::experiment::{
    Axis, Cell, CellResult, DATA_AXES, DataCache, DataRecipe, FinishedSearch, Grid, GridError, Observer, PointStore, Spread,
    Summary, Sweep, SweepError, SweepReport, SweepResult, TrainedCell, TrainedRun, TrainingError, comparisons, summaries,
};
use wordfield_core::metric::CalibratedOn;
use wordfield_core::model::{MapScores, Metric, ModelKind, StopReason};
use wordfield_core::project::{ProjectError, SavedModel, save_model, write_report};

/// Trains a model on the files of its task.
pub(super) fn start(command: &TrainCommand) -> anyhow::Result<()> {
    with_sweep(command, run)
}

/// Builds the sweep of a call and passes it to `then`, because its grid borrows the arguments.
pub(super) fn with_sweep<T>(
    command: &TrainCommand,
    then: impl FnOnce(Sweep<'_>, &RunArgs) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let kind = command.kind;
    let (recipe, args) = command.args.recipe(kind)?;
    let calibrate = command.args.calibrate();
    let given_vectors = if recipe.vectors.is_some() { Vectors::Unread } else { Vectors::None };
    let grid = |cell: &Cell, data: Option<&Dataset>| -> Result<Grid, SweepError> {
        let vectors = match data.map(|data| &data.vectors) {
            Some(Some(vectors)) => Vectors::Of(vectors.dimension()),
            Some(None) => Vectors::None,
            None => given_vectors,
        };
        let model = args.model.of_model(cell.model).with(cell.seed, cell.parameters());
        model.grid(cell.model, &args.grid, vectors).map_err(|Usage(problem)| SweepError::Settings(problem))
    };
    let (models, compare) = compared(kind, &args.sweep.compare)?;
    if let Some(axis) = compare.iter().find(|axis| command.given.iter().any(|key| axis.is_of(key))) {
        let key = &axis.key;
        return Err(Usage(format!("--compare {key}=…: --{key} also gives one value: leave out one of the two")).into());
    }
    args.model.check_scopes(&models)?;
    let settings = args.model.of_model(kind).grid(kind, &args.grid, given_vectors)?;
    // A search may combine models that are solved in one iteration with others, so only single settings are checked.
    if let (1, Some(params)) = (settings.len(), settings.params(0).filter(|_| models == [kind])) {
        unused::check(kind, args, params, calibrate)?;
    }
    let sweep = Sweep {
        models,
        compare,
        seeds: args.sweep.seeds.clone().unwrap_or(args.model.seed..args.model.seed.saturating_add(1)).collect(),
        grid: &grid,
        rules: args.training.rules(),
        calibrate,
        memory: args.model.memory(),
        preset: args.model.preset(),
        threads: None,
        data: recipe,
    };
    then(sweep, args)
}

/// Models and axes that `--compare` names.
fn compared(kind: ModelKind, texts: &[String]) -> Result<(Vec<ModelKind>, Vec<Axis>), Usage> {
    let axis = |text: &String| text.parse().map_err(|error: GridError| Usage(format!("--compare {error}")));
    let axes = texts.iter().map(axis).collect::<Result<Vec<Axis>, Usage>>()?;
    for (place, axis) in axes.iter().enumerate() {
        refuse_seed("--compare", &axis.key)?;
        if axes[..place].iter().any(|other| other.is_of(&axis.key)) {
            return Err(Usage(format!("--compare {}: listed twice: give all its values in one option", axis.key)));
        }
    }
    let (models, compare): (Vec<Axis>, Vec<Axis>) = axes.into_iter().partition(|axis| axis.is_of("model"));
    let task = kind.info().task;
    let all: Vec<ModelKind> = ModelKind::ALL.iter().copied().filter(|kind| kind.info().task == task).collect();
    let model = |name: &String| {
        let names: Vec<&str> = all.iter().map(|kind| kind.info().command).collect();
        let found = all.iter().copied().find(|kind| kind.info().command == name);
        found.ok_or_else(|| Usage(format!("--compare model={name}: models of this task are {}", names.join(", "))))
    };
    let models = models.iter().flat_map(|axis| &axis.values).map(model).collect::<Result<Vec<_>, Usage>>()?;
    let models = if models.is_empty() { vec![kind] } else { models };
    for axis in &compare {
        if !models.iter().any(|&kind| axis.varies(kind)) {
            let keys: Vec<&str> = DATA_AXES.iter().map(|axis| axis.key).collect();
            return Err(Usage(format!(
                "--compare {}: neither a parameter of a model compared nor one of model, {}",
                axis.key,
                keys.join(", ")
            )));
        }
    }
    Ok((models, compare))
}

/// Runs a sweep, writes its report and saves its model.
fn run(sweep: Sweep<'_>, args: &RunArgs) -> anyhow::Result<()> {
    sweep.check()?;
    let cells = sweep.cells();
    if cells.len() > 1 && args.output.save.is_some() {
        let runs = cells.len();
        bail!(Usage(format!("--save keeps one model and there are {runs} runs: leave it out, or train one of them alone")));
    }
    check_places(&sweep.data, args)?;
    if let Some(folder) = &args.sweep.results {
        return stored_runs::run(sweep, folder, args);
    }
    let (cancel, _) = interrupt::listen()?;
    let mut terminal = Terminal::new(cells.len(), args.output.saves());
    if let [cell] = &cells[..] {
        let (points, cache) = (&mut PointStore::default(), &mut DataCache::default());
        let trained = sweep.run_cell(cell, points, cache, &mut terminal, &cancel);
        let TrainedCell { result, data, run, interrupted } = ended(trained, args, &cancel)?;
        terminal.chosen(&result);
        return report_one(result, Some((data, run)), args, interrupted);
    }
    let SweepResult { cells, interrupted } = ended(sweep.run(&mut terminal, &cancel), args, &cancel)?;
    report_all(&cells, args, interrupted)
}

/// Outcome of a training that has ended; an error if it failed, or was interrupted before it had a result.
fn ended<T>(outcome: Result<T, SweepError>, args: &RunArgs, cancel: &Cancel) -> anyhow::Result<T> {
    match outcome {
        Err(error) if cancel.is_cancelled() && !matches!(&error, SweepError::Training(TrainingError::Failed(_))) => {
            output::say(format_args!("interrupted before training ({error}): nothing was saved"));
            Err(Interrupted.into())
        }
        Err(error) => Err(error.into()),
        Ok(outcome) => {
            if args.output.saves() {
                interrupt::results_to_save();
            }
            Ok(outcome)
        }
    }
}

/// Writes the report and the model of a single run and prints its summary; a stored run has no model.
fn report_one(
    result: CellResult,
    trained: Option<(Arc<Dataset>, TrainedRun)>,
    args: &RunArgs,
    interrupted: bool,
) -> anyhow::Result<()> {
    let CellResult { cell, mut report } = result;
    if trained.is_none() {
        report.notes.iter().for_each(output::note);
    }
    let metric = cell.model.info().metric;
    let mut summary: Vec<String> = report.search.iter().map(|searched| search_summary(metric, searched)).collect();
    report.notes.extend(summary.iter().cloned());
    let (iterations, plural) = (report.iterations, if report.iterations == 1 { "" } else { "s" });
    let scores = scores_of(metric, &report.metrics.scores(), report.chose());
    let (end, decides_by) = (stop_name(report.stop_reason, metric), deciders::suffix(report.decides_by.as_slice()));
    summary.push(format!("{end} after {iterations} iteration{plural} in {:.1} s: {scores}{decides_by}", report.seconds));
    summary.extend(report.map.and_then(|map| halves(metric, &map)));
    summary.extend(report.metrics.in_words());
    let out_of_fold = report.calibration.filter(|calibration| calibration.on == CalibratedOn::OutOfFold);
    summary.extend(out_of_fold.map(|calibration| calibration.sentence()));
    summary.extend(report.picture.iter().map(|found| format!("picture: {}", found.picture.sentence(&found.part))));
    if let Some((data, run)) = &trained {
        run.fitted.note().iter().for_each(output::note);
        let verdict = verdict::chance_warnings(data, &report.metrics);
        summary.extend(verdict.iter().cloned());
        report.notes.extend(verdict);
    }
    let OutputArgs { json, save } = &args.output;
    let model = save.as_deref().zip(trained).map(|(path, (data, run))| {
        let saved = SavedModel::evaluated(&data, run.fitted, report.metrics.clone(), iterations);
        let calibration = report.calibration.or(saved.calibration);
        save_model(path, &SavedModel { calibration, ..saved }.taken_at(run.taken_at))
    });
    let report = json.as_deref().map(|path| write_report(path, &report));
    finish(&args.output, &summary.join("\n"), model.into_iter().chain(report), interrupted)
}

/// Writes the report of several runs and prints each of them, then mean and standard deviation over the seeds.
fn report_all(results: &[CellResult], args: &RunArgs, interrupted: bool) -> anyhow::Result<()> {
    let mut lines: Vec<String> = results.iter().map(scores_line).collect();
    let metric = results.first().map(|result| result.cell.model.info().metric);
    if let Some(metric) = metric {
        lines.extend(summaries(results).iter().flat_map(|summary| summary_lines(metric, summary)));
        lines.extend(comparisons(results).iter().map(|found| comparison::line(metric, found)));
    }
    let report = args.output.json.as_deref().map(|path| write_report(path, &SweepReport::new(results)));
    finish(&args.output, &lines.join("\n"), report.into_iter(), interrupted)
}

/// Prints the summary and reports files that could not be written.
fn finish(
    output: &OutputArgs,
    summary: &str,
    written: impl Iterator<Item = Result<(), ProjectError>>,
    interrupted: bool,
) -> anyhow::Result<()> {
    let written: Vec<_> = written.collect();
    let printed = output::summary(summary, &[output.json.as_deref(), output.save.as_deref()]);
    // The terminal may have been closed during the interrupt.
    let outcomes = written.into_iter().chain(Some(printed).filter(|_| !interrupted));
    let failed: Vec<String> = outcomes.filter_map(Result::err).map(|error| error.to_string()).collect();
    if !failed.is_empty() {
        bail!(failed.join("; and "));
    }
    if interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

/// Text with the scores of a run and the setting that its grid search chose.
fn scores_line(result: &CellResult) -> String {
    let metric = result.cell.model.info().metric;
    let best = result.report.search.as_ref().and_then(|searched| searched.tried.get(searched.best?));
    let setting = best.map(|tried| tried.setting.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>());
    let setting = setting.map_or_else(String::new, |setting| format!(" ({})", setting.join(", ")));
    let scores = scores_of(metric, &result.report.metrics.scores(), result.report.chose());
    let decides_by = deciders::suffix(result.report.decides_by.as_slice());
    format!("{}, {}: {scores}{decides_by}{setting}", result.report.model, result.cell.name())
}

/// Text with the scores of a run without the map and of the map alone.
fn halves(metric: Metric, map: &MapScores) -> Option<String> {
    let score = |part: &str, name: &str| {
        let (_, scores) = map.named().into_iter().find(|(half, _)| *half == name)?;
        let place = ["train", "dev", "test"].iter().position(|own| *own == part)?;
        Some(metric.show(scores[place]?))
    };
    deciders::halves(score)
}

/// Lines with mean ± standard deviation of the main score of each part, then of the scores without the map and of the map alone.
/// The last lines are further scores of the test part.
fn summary_lines(metric: Metric, summary: &Summary) -> Vec<String> {
    let main = metric.path();
    let score = |part: &str, name: &str| {
        let spread = summary.scores.get(&format!("{part}.{name}"))?;
        Some(format!("{}{}", spread_text(metric, spread), fewer(spread, summary)))
    };
    let parts = ["test", "dev", "train"].into_iter().filter_map(|part| Some(format!("{part} {}", score(part, main)?)));
    let name = comparison::name(&summary.model, &summary.setting);
    let seeds = if summary.seeds.len() == 1 { "1 seed".to_owned() } else { format!("{} seeds", summary.seeds.len()) };
    let (parts, decides_by) = (parts.collect::<Vec<_>>().join(", "), deciders::suffix(&summary.decides_by));
    let first = format!("{name}, mean of {seeds}: {} {parts}{decides_by}", metric.name());
    let halves = deciders::halves(score).map(|halves| format!("  {halves}"));
    let of_halves = MapScores::HALVES.map(|(name, _)| name);
    let others = summary.scores.iter().filter_map(|(path, spread)| {
        let name = path.strip_prefix("test.").filter(|name| *name != main && !of_halves.contains(name))?;
        let deviation = spread.sd.map_or_else(String::new, |sd| format!(" ± {sd:.3}"));
        Some(format!("{name} {:.3}{deviation}{}", spread.mean, fewer(spread, summary)))
    });
    let others: Vec<String> = others.collect();
    let others = (!others.is_empty()).then(|| format!("  test: {}", others.join(", ")));
    [first].into_iter().chain(halves).chain(others).collect()
}

/// Remark that a score is missing in some runs of the sweep.
fn fewer(spread: &Spread, summary: &Summary) -> String {
    if spread.runs < summary.seeds.len() { format!(" (of {} runs)", spread.runs) } else { String::new() }
}

/// Text of a mean with its standard deviation, in the metric's unit.
fn spread_text(metric: Metric, spread: &Spread) -> String {
    let Some(sd) = spread.sd else { return metric.show(spread.mean) };
    if metric == Metric::Rmse {
        format!("{:.3} ± {sd:.3}", spread.mean)
    } else {
        format!("{:.1} ± {:.1} %", 100.0 * spread.mean, 100.0 * sd)
    }
}

/// Text with the result of a grid search, on one line.
fn search_summary(metric: Metric, searched: &FinishedSearch) -> String {
    let (tried, of) = (searched.tried.len(), searched.points);
    let count = if tried == of { format!("{of} settings") } else { format!("{tried} of {of} settings, then interrupted") };
    let best = searched.best.and_then(|best| searched.tried.get(best)).map(|best| {
        let setting: Vec<String> = best.setting.iter().map(|(key, value)| format!("{key} {value}")).collect();
        let dev = best.dev.map_or_else(|| "not measured".to_owned(), |dev| metric.show(dev));
        format!("best on the development part: {} ({} {dev})", setting.join(", "), metric.name())
    });
    format!("Tried {count}; {}.", best.unwrap_or_default())
}

/// Text with the reason why a training stopped.
fn stop_name(reason: StopReason, metric: Metric) -> String {
    match reason {
        StopReason::IterationLimit => "reached its limit".to_owned(),
        StopReason::Converged => "converged".to_owned(),
        StopReason::Settled => "came to rest".to_owned(),
        StopReason::NothingMoves => "solved at once: nothing is left to learn".to_owned(),
        StopReason::EarlyStop => format!("stopped early at the best development {}", metric.name()),
        StopReason::User => "interrupted".to_owned(),
    }
}

/// Checks the output files against each other and against all files that are read.
fn check_places(recipe: &DataRecipe, args: &RunArgs) -> anyhow::Result<()> {
    let files = recipe.files_read();
    let mut read: Vec<&Path> =
        files.iter().map(|(_, path)| path).chain(args.split.split.as_ref()).map(PathBuf::as_path).collect();
    if let Some(folder) = args.sweep.results.as_deref() {
        places::check_folder("--results", folder, &read)?;
        read.push(folder);
    }
    places::check(&[("--json", args.output.json.as_deref()), ("--save", args.output.save.as_deref())], &read)
}

/// Text with the sizes of the training part and of the vocabulary.
fn extent(data: &Dataset) -> String {
    let (training, words) = (data.split.train.len(), data.words.len());
    match &data.corpus.task {
        Task::Pairs(pairs) => {
            let (all, source) = (pairs.matched().count(), data.source_words);
            format!("{} of {all} pairs with {source} source and {} target words", training / 2, words - source)
        }
        _ => format!("{training} of {} documents with {words} words", data.corpus.labelled()),
    }
}
