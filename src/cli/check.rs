//! Command `wordfield check`: scores every pair of a file by models that were not trained on it.
//!
//! The report has a line for each pair, the lowest score first. With `--corpus` it checks labels, see [`super::labels`].
//! Cost: a training per fold, see [`wordfield_core::experiment::check_pairs`].

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Instant,
};

use clap::{Arg, Args, builder::PossibleValuesParser};

use super::{
    Interrupted, Usage,
    corpus::{LabelArgs, ReadArgs, SidesArgs, TargetTextArgs, TextArgs},
    data::VocabularyArgs,
    interrupt::{self, unless_cancelled},
    labels,
    model::settings,
    output, places,
    progress::Folds,
    table::TableArgs,
};
use wordfield_core::{
    corpus::{Corpus, SplitOptions, TaskKind},
    experiment::{
        CHECK_DIMENSIONS, CheckError, CheckOptions, CheckProgress, DataCache, DataRecipe, LearningError, PairCheck, check_pairs,
        check_recipe,
    },
    memory::Budget,
    model::{ModelKind, Params, Preset},
};
use wordfield_output::{
    FittedVerdicts, KnownPairs, PairReview, PairVerdict, Reasons, Scores, Stale, Table, checked_pairs, read_dismissed,
    read_rules, read_verdicts,
};
use wordfield_rules::{Dismissed, RuleSet};

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(mut_args(of_pairs_or_labels))]
pub(super) struct CheckArgs {
    #[command(flatten)]
    sides: SidesArgs,
    #[command(flatten)]
    pub labels: LabelFileArgs,
    /// Number of folds: each is judged by a model trained on the others
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(2..))]
    pub folds: usize,
    /// Add earlier verdicts and notes: reviewed pairs as the window exports them, or an earlier report, as TSV or CSV;
    /// from 30 verdicts on, they calibrate the column score
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
    #[command(flatten)]
    stale: StaleArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    pub table: TableArgs,
    #[command(flatten)]
    pub model: CheckModelArgs,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub text: TextArgs,
    #[command(flatten)]
    pub vocabulary: VocabularyArgs,
    #[command(flatten)]
    target_text: TargetTextArgs,
}

/// Documents with labels to check.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct LabelFileArgs {
    /// Check the classes or ratings of documents instead of pairs
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["source", "target", "pairs"])]
    pub corpus: Vec<PathBuf>,
    /// Columns or JSON fields of ratings; without it the files have classes
    #[arg(long, value_name = "COLUMN", requires = "corpus", help_heading = "Reading")]
    pub rating: Vec<String>,
    #[command(flatten)]
    pub label: LabelArgs,
}

/// Options of pairs alone, which are refused with `--corpus`.
const OF_PAIRS: [&str; 4] = ["verdicts", "stale", "rules", "dismissed"];

/// Requires the sides of pairs unless labels are checked, and refuses options of the other kind.
fn of_pairs_or_labels(arg: Arg) -> Arg {
    let id = arg.get_id().as_str().to_owned();
    match id.as_str() {
        "source" | "target" => arg.required_unless_present_any(["pairs", "corpus"]),
        "label_column" => arg.requires("corpus"),
        of_pairs if OF_PAIRS.contains(&of_pairs) || of_pairs.starts_with("target_") => arg.conflicts_with("corpus"),
        _ => arg,
    }
}

/// Verdicts that fit no pair.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct StaleArgs {
    /// Go on without verdicts that fit no pair any more: ignore them, or report every one [default: they are an error]
    #[arg(long, value_name = "ignore|report")]
    stale: Option<Stale>,
}

impl StaleArgs {
    /// Treatment of verdicts that fit no pair.
    pub(super) fn stale(self) -> Stale {
        self.stale.unwrap_or_default()
    }

    /// Tells which verdicts fit no pair.
    pub(super) fn tell(self, fitted: &FittedVerdicts) {
        match self.stale() {
            Stale::Report => fitted.stale.iter().for_each(|one| {
                output::note(format_args!("Verdict in row {} is not applied: {}.", one.row, one.problem));
            }),
            Stale::Refuse | Stale::Ignore => {
                if let Some(listed) = fitted.stale_verdicts() {
                    output::note(format_args!("{listed}; they are not applied."));
                }
            }
        }
    }
}

/// Rules, and findings that were dismissed.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct RuleArgs {
    /// Your own rules, thresholds and switches, as TOML with the tables `off`, `[threshold]`, `[[rule]]`, `[[term]]`, `[[forbidden]]`
    /// (docs/command-line.md, Checking aligned pairs)
    #[arg(long, value_name = "TOML")]
    rules: Option<PathBuf>,
    /// Leave out findings that were dismissed: a TSV with the columns rule, source and target
    #[arg(long, value_name = "TSV")]
    dismissed: Option<PathBuf>,
}

impl RuleArgs {
    /// Paths of the rule files that are read.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        [&self.rules, &self.dismissed].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Reads the rules and the dismissed findings.
    pub(super) fn read(&self) -> anyhow::Result<(RuleSet, Dismissed)> {
        let rules = self.rules.as_deref().map(read_rules).transpose()?.unwrap_or_default();
        let dismissed = self.dismissed.as_deref().map(read_dismissed).transpose()?.unwrap_or_default();
        Ok((rules, dismissed))
    }
}

/// The model of each fold.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub(super) struct CheckModelArgs {
    /// Model that judges; of labels any model of classes or ratings that decides by degrees [default: match for pairs, logistic
    /// for classes, ridge for ratings]
    #[arg(long, value_name = "MODEL", value_parser = PossibleValuesParser::new(models()))]
    model: Option<String>,
    /// Seed of the folds and of the start
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Latent dimensions [default: 300 for pairs; above 12 their positions follow from the pairs without iterations]
    #[arg(long, value_name = "Q")]
    q: Option<usize>,
    /// Set a parameter, as in --set private=2
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Memory that training may take, as in 6G [default: half of what there is]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Budget>,
}

/// Models that can check pairs.
const OF_PAIRS_MODELS: [ModelKind; 2] = [ModelKind::Matching, ModelKind::KernelCca];

/// Whether a model can check pairs, classes or ratings.
fn can_check(kind: ModelKind) -> bool {
    kind.info().task != TaskKind::Pairs || OF_PAIRS_MODELS.contains(&kind)
}

/// Names of the models that can check, once each.
fn models() -> Vec<&'static str> {
    let names = ModelKind::ALL.iter().filter(|kind| can_check(**kind)).map(|kind| kind.info().command);
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

impl CheckModelArgs {
    /// The named model; `None` if none was named.
    ///
    /// # Errors
    /// If the model does not predict labels of the task.
    pub(super) fn named(&self, task: TaskKind) -> Result<Option<ModelKind>, Usage> {
        let Some(name) = &self.model else { return Ok(None) };
        let found = ModelKind::named(name).find(|kind| kind.info().task == task && can_check(*kind));
        let wrong = || Usage(format!("--model {name}: does not predict {}: leave it out, or name another", task.target()));
        found.map(Some).ok_or_else(wrong)
    }

    /// Parameters of a model that judges.
    ///
    /// # Errors
    /// If a setting is wrong or without effect.
    pub(super) fn params(&self, kind: ModelKind, q: usize) -> Result<Params, Usage> {
        if self.q.is_some() && kind == ModelKind::KernelCca {
            return Err(Usage("--q has no effect on kernel CCA: set dimension by --set, or leave it out".to_owned()));
        }
        let mut params = Params::preset(kind, Preset::Default, self.q.unwrap_or(q)).with_seed(self.seed);
        let settings = settings(&self.set, &params)?;
        if settings.iter().any(|(key, _)| key.eq_ignore_ascii_case("q")) {
            return Err(Usage("--set q=…: give the dimensions by --q, which chooses the other parameters too".to_owned()));
        }
        params.set_all(&settings).map_err(|(place, error)| {
            let (key, value) = settings[place];
            Usage(format!("--set {key}={value}: {error}"))
        })?;
        params.check().map_err(|error| Usage(error.to_string()))?;
        params.check_effect(&settings).map_err(|(_, error)| Usage(format!("--set {error}")))?;
        Ok(params)
    }

    /// Whether a parameter was set.
    pub(super) fn sets_parameters(&self) -> bool {
        self.q.is_some() || !self.set.is_empty()
    }

    fn options(&self, folds: usize) -> Result<CheckOptions, Usage> {
        let kind = self.named(TaskKind::Pairs)?.unwrap_or(ModelKind::Matching);
        let params = self.params(kind, CHECK_DIMENSIONS)?;
        Ok(CheckOptions { folds, seed: self.seed, params, memory: self.memory.unwrap_or_default() })
    }
}

/// Runs `check`: reads the pairs, checks them, writes the table.
pub(super) fn run(args: &CheckArgs) -> anyhow::Result<()> {
    if !args.labels.corpus.is_empty() {
        return labels::run(args);
    }
    let options = args.model.options(args.folds)?;
    let recipe = recipe(args)?;
    check_places(args, &recipe)?;
    let table_of_verdicts = args.verdicts.as_deref().map(read_verdicts).transpose()?;
    let (rules, dismissed) = args.rules.read()?;
    let (cancel, flag) = interrupt::listen()?;
    let built = recipe.build(options.params.weighting(), &mut DataCache::default(), &cancel);
    let built = unless_cancelled(&cancel, built)?.dataset;
    built.notes.iter().for_each(output::note);
    let corpus = &built.corpus;
    let fitted = table_of_verdicts.map(|table| table.fitted(&KnownPairs::of_corpus(corpus), args.stale.stale())).transpose()?;
    if let Some(fitted) = &fitted {
        args.stale.tell(fitted);
    }
    let reviews = fitted.map(|fitted| fitted.reviews);
    let count = corpus.task.pairs().map_or(0, |pairs| pairs.matched().count());
    output::say(format_args!("checking {count} pairs in {} folds; Ctrl-C stops with a table of complete folds", options.folds));
    let (started, bar) = (Instant::now(), Folds::new(options.folds, "folds"));
    let mut show = |progress: CheckProgress| {
        bar.show(&progress);
        if progress.done > 0 {
            interrupt::results_to_save();
        }
    };
    let outcome = check_pairs(&built, &options, &flag, &mut show);
    bar.finish();
    let reasons = Reasons::of_corpus(corpus, &rules, &dismissed);
    let check = match outcome {
        Err(CheckError::Cancelled { judged }) => {
            if !judged.pairs.is_empty() {
                judged.note.iter().for_each(output::note);
                let scores = Scores::of(&judged, &reasons);
                args.table.write(&table(corpus, &judged, (&reasons, &scores), reviews.as_ref()))?;
                output::say(format_args!(
                    "interrupted: the table has the {} of {count} pairs that were judged",
                    judged.pairs.len()
                ));
            }
            return Err(Interrupted.into());
        }
        Err(error @ CheckError::Folds { .. }) => return Err(Usage(error.to_string()).into()),
        outcome => outcome?,
    };
    check.note.iter().for_each(output::note);
    let mut scores = Scores::of(&check, &reasons);
    if let Some(reviews) = &reviews {
        scores = calibrated(scores, &check, &reasons, reviews)?;
    }
    args.table.write(&table(corpus, &check, (&reasons, &scores), reviews.as_ref()))?;
    let first = check.pairs.iter().filter(|pair| pair.rank == 1 && pair.reverse_rank == 1).count();
    output::say(format_args!(
        "{first} of {count} pairs are nearest to each other, {} have a reason against them; checked in {:.1} s",
        reasons.count(None),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Data recipe that follows from the arguments of `check`.
fn recipe(args: &CheckArgs) -> anyhow::Result<DataRecipe> {
    let files = DataRecipe::files(&args.sides.paths()?, args.read.options(Some(TaskKind::Pairs)));
    Ok(check_recipe(DataRecipe {
        text: args.text.choice(),
        target_text: args.target_text.choice(),
        vocabulary: args.vocabulary.options(None),
        split: SplitOptions { seed: args.model.seed, ..SplitOptions::default() },
        strict: true,
        ..files
    }))
}

/// Refuses an output table whose path is that of an input file.
fn check_places(args: &CheckArgs, recipe: &DataRecipe) -> anyhow::Result<()> {
    let files = recipe.files_read();
    let others = args.verdicts.as_deref().into_iter().chain(args.rules.paths());
    let read: Vec<&Path> = files.iter().map(|(_, path)| path.as_path()).chain(others).collect();
    places::check(&[("--out", args.table.path())], &read)
}

/// Scores calibrated on the verdicts; the estimates if there are too few.
fn calibrated(
    estimates: Scores,
    check: &PairCheck,
    reasons: &Reasons,
    reviews: &BTreeMap<usize, PairReview>,
) -> anyhow::Result<Scores> {
    let wrong = |source: usize| Some(reviews.get(&source)?.verdict? != PairVerdict::Accepted);
    match estimates.calibrated(check, reasons, wrong) {
        Ok(scores) => {
            output::say(format_args!("the scores are calibrated on {} verdicts", scores.verdicts.unwrap_or_default()));
            Ok(scores)
        }
        Err(problem @ LearningError::TooFew { .. }) => {
            output::note(format_args!("the scores are estimates: {problem}"));
            Ok(estimates)
        }
        Err(problem) => Err(problem.into()),
    }
}

/// Table of checked pairs, with earlier verdicts, if any.
fn table<'a>(
    corpus: &'a Corpus,
    check: &'a PairCheck,
    (reasons, scores): (&'a Reasons, &'a Scores),
    reviews: Option<&'a BTreeMap<usize, PairReview>>,
) -> Table<'a> {
    let table = checked_pairs(corpus, check, reasons, scores);
    let (Some(reviews), Some(pairs)) = (reviews, corpus.task.pairs()) else { return table };
    let corrected = reviews.values().filter(|review| review.correction.is_some()).count();
    if corrected > 0 {
        let remedy = "give `deliver` the table they are in";
        output::note(format_args!("{corrected} of the pairs have corrected texts, which are not in the report: {remedy}."));
    }
    let review = move |row: usize| reviews.get(&check.pairs[row].source);
    let verdict = move |row: usize| match review(row).and_then(|review| review.verdict) {
        Some(PairVerdict::Accepted) => "accepted".to_owned(),
        Some(PairVerdict::Rejected) => "rejected".to_owned(),
        Some(PairVerdict::Partner(other)) => format!("unit {}", pairs.unit(other)),
        None => String::new(),
    };
    let partner = move |row: usize| match review(row).and_then(|review| review.verdict) {
        Some(PairVerdict::Partner(other)) => corpus.partner(other).map_or("", |target| corpus.texts[target].as_str()),
        _ => "",
    };
    table
        .text("verdict", verdict)
        .text("partner text", partner)
        .text("note", move |row| review(row).map_or("", |review| review.note.as_str()))
        .text("category", move |row| review(row).map_or("", |review| review.category.as_str()))
}
