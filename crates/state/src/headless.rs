//! Workspace without a window, in which every job is answered at once.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::load::{datasets, saved};
use crate::{
    Action, Answer, DataOptions, Effect, Lane, Lesson, LessonAction, LoadTask, Open, OpenedModel, Saved, TrainerUpdate,
    Workspace, update,
};
use wordfield_core::{
    corpus::{Cancel, ReadOptions},
    memory::Budget,
    model::ModelError,
    project::{Fit, SavedModel},
};

/// Creates a workspace that shows a saved model over its documents: those of `given`, or of its training corpus.
/// The model is evaluated and does not train.
/// Over other documents than those of its training, a note on them is the second result.
///
/// # Errors
/// Describes why the documents cannot be read or the model cannot be resumed, with a remedy.
pub fn open_model(
    file: &Path,
    saved: SavedModel,
    given: Option<(Vec<PathBuf>, ReadOptions)>,
    memory: Budget,
    cancel: &Cancel,
) -> Result<(Workspace, Option<String>), String> {
    let model = Arc::new(OpenedModel { file: file.to_owned(), saved });
    let loaded = saved::ready(Saved { model, given, current: None }, &DataOptions::default(), cancel)?;
    let other = loaded.opened.as_ref().is_some_and(|(_, fit)| *fit != Fit::Same);
    let note = loaded.dataset.notes.first().filter(|_| other).cloned();
    let mut workspace = Workspace::default();
    let job = workspace.corpus.job;
    let effects = update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(loaded)))));
    run_effects(&mut workspace, effects, memory).map_err(|error| error.to_string())?;
    Ok((workspace, note))
}

/// Applies an action and answers the jobs that follow from it.
///
/// # Errors
/// If the action resumes a saved model that cannot be resumed.
pub fn act(workspace: &mut Workspace, action: Action, memory: Budget) -> Result<(), ModelError> {
    let effects = update(workspace, action);
    run_effects(workspace, effects, memory)
}

/// Creates the workspace of a lesson with its corpus after some training iterations, or with its sandbox points.
/// The result is `None` for a lesson without corpus and points.
///
/// # Errors
/// Describes why the corpus cannot be trained.
pub fn train_lesson(lesson: &'static Lesson, iterations: usize, memory: Budget) -> Result<Option<Workspace>, String> {
    let mut workspace = Workspace::default();
    let effects = update(&mut workspace, Action::Lesson(LessonAction::Begin(lesson, 0)));
    let task = effects.into_iter().find_map(|effect| if let Effect::Load(task) = effect { Some(task) } else { None });
    let Some(LoadTask { job, source, data, settings, vectors, cancel }) = task else {
        return Ok(lesson.start.sandbox.is_some().then_some(workspace));
    };
    let loaded = datasets::ready(source, data, &settings, vectors, &cancel).map_err(|error| error.to_string())?;
    let dataset = Arc::clone(&loaded.dataset);
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(loaded)))));
    let started = workspace.choices.settings.params.clone().start_within(dataset, memory);
    let mut model = started.map_err(|error| error.to_string())?;
    for _ in 0..iterations {
        model.step().map_err(|error| error.to_string())?;
    }
    model.ensure_evaluated();
    let snapshot = Action::Trainer(workspace.run.id, TrainerUpdate::Snapshot(Arc::new(model.snapshot())));
    let effects = update(&mut workspace, snapshot);
    run_effects(&mut workspace, effects, memory).map_err(|error| error.to_string())?;
    Ok(Some(workspace))
}

/// Runs effects without a window: jobs that compute, and the first snapshot of a saved model; other effects are ignored.
fn run_effects(workspace: &mut Workspace, effects: Vec<Effect>, memory: Budget) -> Result<(), ModelError> {
    let mut waiting = VecDeque::from(effects);
    while let Some(effect) = waiting.pop_front() {
        let action = match effect {
            Effect::Run(job) if job.lane != Lane::Alone => job.answer(),
            Effect::Resume { run, model } => {
                let Some(dataset) = workspace.corpus.dataset.clone() else { continue };
                let mut resumed = model.saved.fitted.resume_within(dataset, model.saved.iterations, memory)?;
                resumed.ensure_evaluated();
                Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(resumed.snapshot())))
            }
            _ => continue,
        };
        waiting.extend(update(workspace, action));
    }
    Ok(())
}
