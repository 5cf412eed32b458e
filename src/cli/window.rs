//! Command `wordfield` without a subcommand: shows the window.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use clap::Args;

use super::{
    Usage,
    choice::choice_of,
    corpus::{LabelArgs, RatingArgs, ReadArgs, TargetTextArgs, TextArgs},
    data::{ClassVocabularyArgs, SplitArgs, TargetVectorArgs, VectorArgs, VocabularyArgs},
    model::{ModelArgs, Vectors},
    places,
};
use crate::desktop::{self, Renderer, check_picture};
use wordfield_app::Launch;
use wordfield_core::corpus::{Limits, Origin, ReadOptions, TextChoice, VocabularyOptions, holds_word_vectors};
use wordfield_core::experiment::DataRecipe;
use wordfield_core::model::{ModelKind, Preset};
use wordfield_core::project::is_model;
use wordfield_core::train::Pace;
use wordfield_session::is_session;
use wordfield_state::{Settings, Theme, data_folder, lessons};

/// Arguments of the window.
#[derive(Args, Debug)]
pub(super) struct WindowArgs {
    /// Files to open: a corpus, a model saved earlier, or both, or a session; without any, the built-in corpus
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of a corpus to open
    #[arg(long, value_name = "FILE", num_args = 1..)]
    corpus: Vec<PathBuf>,
    /// Word vectors to show without documents: word2vec (text or binary), GloVe, fastText (.vec) or .npy with a list of words
    #[arg(long, value_name = "FILE", conflicts_with = "lesson")]
    word_vectors: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    label: LabelArgs,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    target_text: TargetTextArgs,
    #[command(flatten)]
    split: SplitArgs,
    #[command(flatten)]
    vocabulary: VocabularyArgs,
    #[command(flatten)]
    class_vocabulary: ClassVocabularyArgs,
    #[command(flatten)]
    vectors: VectorArgs,
    #[command(flatten)]
    target_vectors: TargetVectorArgs,
    #[command(flatten)]
    model: ModelArgs,
    /// Start with a lesson, by its id
    #[arg(long, value_name = "ID", help_heading = "Window", value_parser = lesson_id)]
    lesson: Option<String>,
    /// Save a picture of the window and leave
    #[arg(long, value_name = "PNG", help_heading = "Window")]
    screenshot: Option<PathBuf>,
    /// Seconds after the first frame at which the picture is taken
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds, requires = "screenshot",
          help_heading = "Window")]
    after: Duration,
    /// Tell when the first frame and the first movement are on the screen, and leave
    #[arg(long, conflicts_with = "screenshot", help_heading = "Window")]
    first_motion: bool,
    /// Renderer of the window
    #[arg(long, value_parser = choice_of(RENDERERS), help_heading = "Window")]
    renderer: Option<Renderer>,
    /// Light or dark
    #[arg(long, value_parser = choice_of(THEMES), help_heading = "Window")]
    theme: Option<Theme>,
    /// Neither read nor write settings and unsaved work; pictures and measurements never do
    #[arg(long, help_heading = "Window")]
    no_settings: bool,
}

/// Renderers that can be chosen.
const RENDERERS: &[(&str, &str, Renderer)] = &[("glow", "", Renderer::Glow), ("wgpu", "", Renderer::Wgpu)];
/// Themes that can be chosen.
const THEMES: &[(&str, &str, Theme)] = &[("light", "", Theme::Light), ("dark", "", Theme::Dark)];

/// Parses the id of a lesson.
fn lesson_id(text: &str) -> Result<String, String> {
    let ids: Vec<&str> = lessons().iter().map(|lesson| lesson.id.as_str()).collect();
    let known = ids.contains(&text).then(|| text.to_owned());
    known.ok_or_else(|| format!("no lesson has this id: give one of {}", ids.join(", ")))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give a number of seconds from 0 to 86400".to_owned())
}

/// Paths of the corpus's files, and of the saved model, among all that were named.
fn files(args: &WindowArgs) -> anyhow::Result<(Vec<PathBuf>, Option<PathBuf>)> {
    if let Some(missing) = args.files.iter().find(|path| !path.exists()) {
        bail!(Usage(format!("\"{}\" is neither a file nor a subcommand: see --help", missing.display())));
    }
    let named = args.files.iter().chain(&args.corpus).cloned();
    let (mut models, corpus): (Vec<PathBuf>, Vec<PathBuf>) = named.partition(|path| is_model(path) || is_session(path));
    let model = models.pop();
    if let (Some(last), Some(first)) = (&model, models.first()) {
        bail!(Usage(format!("{} and {} are saved models or sessions: name one of them", first.display(), last.display())));
    }
    if let (Some(session), Some(other)) = (model.as_ref().filter(|path| is_session(path)), corpus.first()) {
        let remedy = "leave it out, since the session names its documents";
        bail!(Usage(format!("{} has no effect beside the session {}: {remedy}", other.display(), session.display())));
    }
    Ok((corpus, model))
}

/// Path of the word vectors, if the only file has no other content and no option reads it as documents.
fn recognised(args: &WindowArgs, corpus: &mut Vec<PathBuf>) -> Option<PathBuf> {
    let plain = args.corpus.is_empty() && args.read.options(None) == ReadOptions::default();
    let alone = corpus.len() == 1 && holds_word_vectors(&corpus[0], Limits::default());
    (plain && alone).then(|| corpus.pop()).flatten()
}

/// Refuses to write the window's picture over an input.
fn check_screenshot(args: &WindowArgs, recipe: &DataRecipe) -> anyhow::Result<()> {
    let (files, named) = (recipe.files_read(), args.files.iter().chain(&args.corpus).chain(&args.word_vectors));
    let words = args.read.options(None).vocabulary;
    let read = files.iter().map(|(_, path)| path).chain(args.split.split.as_ref()).chain(&words);
    let inputs: Vec<&Path> = named.chain(read).map(PathBuf::as_path).collect();
    places::check(&[("--screenshot", args.screenshot.as_deref())], &inputs)?;
    args.screenshot.as_deref().map_or(Ok(()), check_picture)
}

/// Refuses training options together with a saved model, which has its own.
fn unused_beside_model(args: &WindowArgs, model: &Path) -> Result<(), Usage> {
    let vocabulary = args.vocabulary.options(Some(&args.class_vocabulary));
    let given = [
        ("options of cutting texts into words", args.text.choice() != TextChoice::default()),
        ("options of cutting target texts into words", args.target_text.choice() != TextChoice::default()),
        ("options of the vocabulary", vocabulary != VocabularyOptions::default()),
        ("--vectors", args.vectors.files(&args.target_vectors).is_some()),
        ("--preset", args.model.preset() != Preset::Default),
    ];
    let unused = given.into_iter().find(|(_, given)| *given);
    unused.map_or(Ok(()), |(option, _)| {
        let remedy = "leave them out, or train again without the model";
        Err(Usage(format!("{option} have no effect on the saved model {}: {remedy}", model.display())))
    })
}

/// Runs the window until it is closed.
pub(super) fn run(args: &WindowArgs) -> anyhow::Result<()> {
    let vectors = args.vectors.files(&args.target_vectors);
    let given = if vectors.is_some() { Vectors::Unread } else { Vectors::None };
    // The task of the files determines the model, so the options must fit the model of at least one task.
    let (requested, wrong): (Vec<_>, Vec<_>) =
        ModelKind::ALL.iter().map(|&kind| args.model.params(kind, given)).partition(Result::is_ok);
    if let Some(Err(error)) = wrong.into_iter().next().filter(|_| requested.is_empty()) {
        return Err(error.into());
    }
    let (mut corpus, model) = files(args)?;
    let word_vectors = args.word_vectors.clone().or_else(|| recognised(args, &mut corpus));
    if let Some(model) = model.as_deref().filter(|_| args.model.names_parameters()) {
        let remedy = "leave them out, or train again without the model";
        bail!(Usage(format!("--q and --set have no effect on the saved model {}: {remedy}", model.display())));
    }
    if let Some(model) = &model {
        unused_beside_model(args, model)?;
    }
    if let Some(option) = args.split.names_files().filter(|_| corpus.is_empty()) {
        let remedy = "name the files of the training part too, as in `wordfield train.tsv --test-file test.tsv`, or leave it out";
        bail!(Usage(format!("{option} has no effect: no other file of documents is named: {remedy}")));
    }
    let read = args.read.labelled(&args.label, &args.rating, None);
    let origin = if corpus.is_empty() { Origin::default() } else { Origin::Files(corpus, read) };
    let mut recipe = DataRecipe {
        origin,
        text: args.text.choice(),
        target_text: args.target_text.choice(),
        vocabulary: args.vocabulary.options(Some(&args.class_vocabulary)),
        vectors,
        ..DataRecipe::default()
    };
    args.split.apply(args.model.seed, &mut recipe)?;
    check_screenshot(args, &recipe)?;
    let measured = args.screenshot.is_some() || args.first_motion;
    let launch = Launch {
        recipe,
        model,
        word_vectors,
        settings: Settings::with_requested(args.model.preset(), requested.into_iter().flatten().collect(), args.model.own_q()),
        reviews: data_folder::reviews(),
        studies: data_folder::studies(),
        sessions: data_folder::sessions().filter(|_| !measured && !args.no_settings),
        progress: data_folder::progress(),
        lesson: args.lesson.clone(),
        memory: args.model.memory(),
        hint_read: args.screenshot.is_some(),
        // Training runs at full speed for pictures and measurements.
        pace: if measured { Pace::Full } else { Pace::Watch },
        user_settings: data_folder::settings().filter(|_| !measured && !args.no_settings),
        theme: args.theme,
    };
    let screenshot = args.screenshot.clone().map(|file| (file, args.after));
    desktop::run(&launch, args.renderer, screenshot.as_ref(), args.first_motion)
}
