//! Command `wordfield figure`: draws a view of a saved model as SVG, PDF or PNG.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, builder::PossibleValuesParser};

use super::{
    Interrupted, Usage,
    choice::choice_of,
    corpus::{FileArgs, LabelArgs, RatingArgs},
    interrupt::{self, unless_cancelled},
    output, places,
};
use wordfield_core::corpus::ReadOptions;
use wordfield_core::memory::Budget;
use wordfield_core::project::{load_model, write_atomically};
use wordfield_output::figure::{FigureOptions, FileFormat, LegendPlace};
use wordfield_state::{Action, Field, Layer, SetOf, SetsAction, StudyAction, Workspace, headless};
use wordfield_ui::figure::{FigureError, FigureView, VIEWS, render};

/// Default resolution of a figure, in pixels per inch.
const DPI: f32 = 300.0;
/// Names of the figure views that compare two sets.
const OF_SETS: [&str; 2] = ["histogram", "witness"];
/// Names of the figure views of the word field, which have layers.
const OF_WORDS: [&str; 2] = ["field", "witness"];
/// Names of the figure views that may have a legend.
const WITH_LEGEND: [&str; 3] = ["field", "witness", "document-map"];
/// Layers that a saved model has, by name; the others show a running training, selected words or a window of their own.
const LAYERS: [(&str, Layer); 8] = [
    ("words", Layer::Words),
    ("labels", Layer::Labels),
    ("contours", Layer::Contours),
    ("documents", Layer::Documents),
    ("field", Layer::Field),
    ("frequency-axis", Layer::FrequencyAxis),
    ("topic-axis", Layer::TopicAxis),
    ("rescaled-colours", Layer::Rescaled),
];

/// Arguments of `figure`.
#[derive(Args, Debug)]
pub(super) struct FigureArgs {
    /// A model saved by `train --save` or in the window
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// View to draw
    #[arg(long, value_name = "VIEW", default_value = "field", value_parser = PossibleValuesParser::new(VIEWS.iter().map(|view| view.key)))]
    view: String,
    /// Write the figure here, in the format of the name: .svg, .pdf or .png
    #[arg(long, value_name = "FILE", required = true)]
    out: PathBuf,
    /// Width and height
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "160x120mm", value_parser = size)]
    size: [f32; 2],
    /// Font size in points
    #[arg(long, value_name = "POINTS", default_value_t = 9.0)]
    font: f32,
    /// Pixels per inch of a PNG picture [default: 300]
    #[arg(long, value_name = "DPI")]
    dpi: Option<f32>,
    /// Place of the legend [default: inside with few classes, beside with many]
    #[arg(long, value_parser = choice_of(LEGENDS))]
    legend: Option<LegendPlace>,
    /// Layers of the word field, no others [default: words, labels, and contours, or for ratings the field and the topic axis]
    #[arg(long, value_name = "LAYER", num_args = 1.., value_parser = PossibleValuesParser::new(LAYERS.iter().map(|(name, _)| *name)))]
    layers: Vec<String>,
    /// Name corpus, model and settings in a line below the figure
    #[arg(long)]
    caption: bool,
    /// The two sets of the views histogram and witness: classes, or documents by their number in the corpus, from 1 [default:
    /// the first two classes]
    #[arg(long, value_name = "SET", num_args = 2)]
    between: Vec<String>,
    /// Files of the corpus, if they are no longer where the model was trained on them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    corpus: Vec<PathBuf>,
    #[command(flatten)]
    label: LabelArgs,
    #[command(flatten)]
    rating: RatingArgs,
    #[command(flatten)]
    read: FileArgs,
}

/// Choices for the position of a figure's legend.
const LEGENDS: &[(&str, &str, LegendPlace)] = &[
    ("inside", "In a corner of the picture", LegendPlace::Inside),
    ("beside", "In a column beside the picture", LegendPlace::Beside),
    ("none", "No legend", LegendPlace::None),
];

/// Parses width and height in millimetres from a text such as `160x120mm`.
fn size(text: &str) -> Result<[f32; 2], String> {
    let parts = text.strip_suffix("mm").unwrap_or(text).split_once('x');
    let numbers = parts.and_then(|(width, height)| Some([width.trim().parse().ok()?, height.trim().parse().ok()?]));
    numbers.ok_or_else(|| "give width and height in millimetres, such as 160x120mm".to_owned())
}

/// Runs `figure`: loads the model with its documents, draws the view, writes the figure.
pub(super) fn run(args: &FigureArgs) -> anyhow::Result<()> {
    let format = FileFormat::of(&args.out)
        .ok_or_else(|| Usage(format!("--out {}: choose a name that ends in .svg, .pdf or .png", args.out.display())))?;
    let view = FigureView::of(&args.view).ok_or_else(|| Usage(format!("--view {}: there is no such view", args.view)))?;
    let read = args.read.labelled(&args.label, &args.rating, None);
    unused(args, view, format, &read)?;
    let inputs: Vec<&Path> =
        [&args.model].into_iter().chain(&args.corpus).chain(&read.vocabulary).map(PathBuf::as_path).collect();
    places::check(&[("--out", Some(&args.out))], &inputs)?;
    let options = FigureOptions {
        size_mm: args.size,
        font_pt: args.font,
        dpi: args.dpi.unwrap_or(DPI),
        legend: args.legend.unwrap_or_default(),
        caption: args.caption,
        part: None,
    };
    options.check().map_err(|error| usage(error.into()))?;
    let saved = load_model(&args.model)?;
    let (cancel, _) = interrupt::listen()?;
    let given = if args.corpus.is_empty() {
        saved.check_named_files(&args.model)?;
        None
    } else {
        let known = saved.read_options_of(&args.corpus).filter(|_| read == ReadOptions::default());
        let read = known.cloned().unwrap_or(read);
        Some((args.corpus.clone(), read))
    };
    let memory = Budget::of_system();
    let opened = headless::open_model(&args.model, saved, given, memory, &cancel).map_err(|text| anyhow!(text));
    let (mut workspace, note) = unless_cancelled(&cancel, opened)?;
    note.iter().for_each(output::note);
    let chosen = args.between.iter().enumerate().map(|(place, name)| Ok((place, set(&workspace, name)?)));
    let chosen = chosen.collect::<anyhow::Result<Vec<_>>>()?;
    wrong_axis(&args.layers, &workspace)?;
    let chosen = chosen.into_iter().map(|(place, set)| Action::Study(StudyAction::Sets(SetsAction::Choose(place, set))));
    for action in chosen.chain((view.prepare)(&workspace)) {
        headless::act(&mut workspace, action, memory)?;
    }
    for action in switches(&args.layers, &workspace) {
        headless::act(&mut workspace, action, memory)?;
    }
    let figure = render(&workspace, view, &options).map_err(usage)?;
    let bytes = figure.file(format).map_err(usage)?;
    if cancel.is_cancelled() {
        return Err(Interrupted.into());
    }
    write_atomically(&args.out, &bytes)?;
    Ok(())
}

/// Actions that show the named layers and hide all others; no actions if no layer is named.
fn switches(names: &[String], workspace: &Workspace) -> Vec<Action> {
    let named = |name: &str| names.iter().any(|other| other == name);
    let wrong = |(name, layer): &&(&str, Layer)| named(name) != workspace.choices.layers.shows(*layer);
    let wrong = LAYERS.iter().filter(|layer| !names.is_empty() && wrong(layer));
    // Layers to hide are applied first, because showing one axis hides the second.
    let (show, hide): (Vec<_>, Vec<_>) = wrong.copied().partition(|(name, _)| named(name));
    hide.into_iter().chain(show).map(|(_, layer)| Action::Field(Field::Toggle(layer))).collect()
}

/// Refuses layers for another task than the corpus's, and two second axes.
fn wrong_axis(names: &[String], workspace: &Workspace) -> Result<(), Usage> {
    if ["frequency-axis", "topic-axis"].iter().all(|axis| names.iter().any(|name| name == axis)) {
        return Err(Usage("--layers frequency-axis topic-axis: the field has one second axis: name one of the two".to_owned()));
    }
    let task = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind());
    let other = |layer: Layer| Layer::ALL[layer as usize].task.is_some_and(|of| task != Some(of));
    let wrong = LAYERS.iter().find(|(name, layer)| names.iter().any(|named| named == name) && other(*layer));
    wrong.map_or(Ok(()), |(name, _)| {
        Err(Usage(format!("--layers {name}: no effect here: the corpus has no ratings; leave it out")))
    })
}

/// Refuses options that have no effect on the figure.
fn unused(args: &FigureArgs, view: &FigureView, format: FileFormat, read: &ReadOptions) -> Result<(), Usage> {
    let key = view.key;
    let given = [
        (args.dpi.is_some() && format != FileFormat::Png, "--dpi", "only PNG pictures have pixels".to_owned()),
        (
            !args.between.is_empty() && !OF_SETS.contains(&key),
            "--between",
            format!("the view {key} compares no sets, only {} do", OF_SETS.join(" and ")),
        ),
        (
            args.legend.is_some() && !WITH_LEGEND.contains(&key),
            "--legend",
            format!("the view {key} has no legend, only {} have", WITH_LEGEND.join(", ")),
        ),
        (
            !args.layers.is_empty() && !OF_WORDS.contains(&key),
            "--layers",
            format!("the view {key} has no layers, only {} have", OF_WORDS.join(" and ")),
        ),
        (
            args.corpus.is_empty() && *read != ReadOptions::default(),
            "options of reading",
            "the corpus is read as the model was trained on it, unless --corpus names files".to_owned(),
        ),
    ];
    let unused = given.into_iter().find(|(unused, ..)| *unused);
    unused.map_or(Ok(()), |(_, option, reason)| Err(Usage(format!("{option}: no effect here: {reason}; leave it out"))))
}

/// Set of documents to compare: a class by its name, or a document by its number.
fn set(workspace: &Workspace, name: &str) -> anyhow::Result<SetOf> {
    let corpus = workspace.corpus.dataset.as_ref().map(|dataset| &dataset.corpus);
    let class = corpus.and_then(|corpus| corpus.classes.iter().position(|class| class == name)).map(SetOf::Class);
    let documents = corpus.map_or(0, |corpus| corpus.len());
    let document = name.parse().ok().filter(|number| (1..=documents).contains(number)).map(|number| SetOf::Document(number - 1));
    class.or(document).ok_or_else(|| {
        Usage(format!("--between {name}: is neither a class nor the number of a document: give one from 1 to {documents}")).into()
    })
}

/// Converts a figure error: an option outside its range is a usage error, others concern the model.
fn usage(error: FigureError) -> anyhow::Error {
    match error {
        FigureError::Option(_) => Usage(error.to_string()).into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_lengths() {
        assert_eq!(size("160x120mm"), Ok([160.0, 120.0]));
        assert_eq!(size("85.5x60"), Ok([85.5, 60.0]));
        for wrong in ["160", "160x", "axb", "160,120", ""] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
