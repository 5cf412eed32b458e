//! Check of labels by `wordfield check --corpus`: judges the class or rating of every document by models that were not trained on it.
//!
//! The report has a line for each label, the most doubtful first.
//! Cost: a training per fold, see [`wordfield_core::experiment::check_labels`].

use std::{path::Path, sync::Arc, time::Instant};

use super::{
    Interrupted, Usage,
    check::CheckArgs,
    interrupt::{self, unless_cancelled},
    output, places,
    progress::Folds,
};
use wordfield_core::{
    corpus::{ReadOptions, Task, TaskKind},
    experiment::{DataRecipe, LabelCheckError, LabelOptions, PredictedLabel, check_labels, label_recipe},
};
use wordfield_output::checked_labels;

/// Reads the documents, judges their labels, and writes the table.
pub(super) fn run(args: &CheckArgs) -> anyhow::Result<()> {
    let (files, model) = (&args.labels, &args.model);
    let task = if files.rating.is_empty() { TaskKind::Classes } else { TaskKind::Ratings };
    let mut options = LabelOptions::new(task, model.seed);
    (options.folds, options.memory) = (args.folds, model.memory.unwrap_or_default());
    match model.named(task)? {
        Some(kind) => options.params = model.params(kind, kind.usual_q())?,
        None if model.sets_parameters() => {
            return Err(Usage("--set and --q: name the model they belong to by --model".to_owned()).into());
        }
        None => {}
    }
    let read = ReadOptions {
        label_column: files.label.label_column.clone(),
        target_columns: files.rating.clone(),
        ..args.read.options(Some(task))
    };
    let recipe = label_recipe(DataRecipe {
        text: args.text.choice(),
        vocabulary: args.vocabulary.options(None),
        strict: true,
        ..DataRecipe::files(&files.corpus, read)
    });
    let inputs = recipe.files_read();
    let inputs: Vec<&Path> = inputs.iter().map(|(_, path)| path.as_path()).collect();
    places::check(&[("--out", args.table.path())], &inputs)?;
    let (cancel, flag) = interrupt::listen()?;
    let corpus = Arc::new(unless_cancelled(&cancel, recipe.corpus(&cancel))?);
    corpus.notes.iter().for_each(output::note);
    let (started, bar) = (Instant::now(), Folds::new(options.folds, "parts"));
    output::say(format_args!("checking the labels of {} documents in {} folds", corpus.labelled(), options.folds));
    let check = check_labels(&corpus, &recipe, &options, &flag, &mut |progress| bar.show(&progress));
    bar.finish();
    let check = match check {
        Err(LabelCheckError::Cancelled) => return Err(Interrupted.into()),
        Err(error @ LabelCheckError::NoDecisions(_)) => return Err(Usage(error.to_string()).into()),
        outcome => outcome?,
    };
    args.table.write(&checked_labels(&corpus, &check))?;
    let doubted = check.labels.iter().filter(|label| match label.predicted {
        PredictedLabel::Class(class) => corpus.label(label.document) != Some(class),
        PredictedLabel::Rating(..) => label.probability < 0.05,
    });
    let found = match corpus.task {
        Task::Ratings(_) => "are further from the prediction than 19 of 20 would be",
        _ => "are predicted otherwise",
    };
    let (count, seconds) = (check.labels.len(), started.elapsed().as_secs_f64());
    output::say(format_args!("{} of {count} labels {found}; checked in {seconds:.1} s", doubted.count()));
    Ok(())
}
