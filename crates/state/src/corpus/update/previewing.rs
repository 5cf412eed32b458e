//! Preview of files to open: files are added, removed or swapped, then read.

use std::{mem, path::PathBuf, sync::Arc};

use crate::{
    Action, Answer, Dialog, Effect, FirstLook, Loading, Open, OpenedModel, OpenedSession, ReadProblem, Saved, Settings, Source,
    Workspace,
    core::{catch_panic, job::aside},
    corpus::first_look::split_by_name,
    corpus::update::load::{cancel, load, names},
    data_folder,
};
use wordfield_core::{
    corpus::{
        Cancel, Limits, Origin, Preview, ReadOptions, SplitOptions, TaskKind, TextChoice, VocabularyOptions, holds_word_vectors,
        preview_all,
    },
    project::{is_model, load_model_unless},
};
use wordfield_session::is_session;

/// Applies a step of the preview of files.
pub(crate) fn apply(workspace: &mut Workspace, open: Open) -> Vec<Effect> {
    match open {
        Open::AskForOther => return vec![Effect::Dialog(Dialog::Other)],
        Open::OtherPath(path) => workspace.corpus.first_look.path_field = path,
        Open::Add(files) => return add(workspace, files),
        Open::LeaveOut(file) => return leave_out(workspace, file),
        Open::Swap => return swap(workspace),
        Open::ReadAs(options) => return read_as(workspace, options),
        Open::SplitByFile(split) => workspace.corpus.first_look.pooled = !split,
        Open::ReadAll => return read_all(workspace),
        _ => {}
    }
    Vec::new()
}

/// Starts a preview of files and resets the choices of the previous preview.
pub(crate) fn preview(workspace: &mut Workspace, paths: Vec<PathBuf>, read: ReadOptions) -> Vec<Effect> {
    if paths.is_empty() {
        return Vec::new();
    }
    workspace.corpus.first_look = FirstLook::default();
    workspace.message = None;
    look(workspace, paths, read)
}

/// Shows the preview of files that could not be read, with the same options and text choices.
pub(crate) fn look_again(
    workspace: &mut Workspace,
    (paths, read): (Vec<PathBuf>, ReadOptions),
    text_choices: [TextChoice; 2],
) -> Vec<Effect> {
    // Reading options chosen in the preview itself are kept.
    let cut_chosen = workspace.corpus.first_look.cut_chosen;
    workspace.corpus.first_look = FirstLook { cut_chosen, text_choices, ..FirstLook::default() };
    look(workspace, paths, read)
}

/// Asks for the training documents of a saved model, starting with the files it was trained on.
pub(crate) fn look_for_documents(workspace: &mut Workspace, model: Arc<OpenedModel>, given: Option<LaunchFiles>, why: String) {
    let origin = model.saved.trained_on.as_ref().and_then(|trained_on| trained_on.origin.clone());
    let known = if let Some(Origin::Files(paths, read)) = origin { Some((paths, read)) } else { None };
    let (paths, options) = given.or(known).unwrap_or_default();
    cancel(workspace);
    workspace.corpus.first_look = FirstLook { model: Some(model), ..FirstLook::default() };
    workspace.corpus.loading = Loading::Preview { paths, options, preview: Err(why) };
}

/// Files given at launch, with their reading options.
type LaunchFiles = (Vec<PathBuf>, ReadOptions);

fn look(workspace: &mut Workspace, paths: Vec<PathBuf>, read: ReadOptions) -> Vec<Effect> {
    cancel(workspace);
    let stop = Arc::new(Cancel::default());
    workspace.corpus.first_look.unaligned = false;
    workspace.corpus.loading = Loading::Looking { paths: paths.clone(), options: read.clone(), cancel: Arc::clone(&stop) };
    let job = workspace.corpus.job;
    vec![aside("preview", move || Action::Open(Open::Answer(job, beginning(&paths, &read, &stop))))]
}

/// Beginning of a corpus's first file, or all of a saved model or session.
fn beginning(paths: &[PathBuf], read: &ReadOptions, cancel: &Cancel) -> Answer {
    match paths {
        [path] if is_session(path) => {
            Answer::Session(catch_panic(|| OpenedSession::read(path, data_folder::sessions().as_deref()).map(Arc::new)))
        }
        [path] if is_model(path) => Answer::Model(catch_panic(|| {
            let saved = load_model_unless(path, cancel).map_err(|error| error.to_string())?;
            Ok(Arc::new(OpenedModel { file: path.clone(), saved }))
        })),
        [path] if *read == ReadOptions::default() && holds_word_vectors(path, Limits::default()) => {
            Answer::WordVectors(path.clone())
        }
        _ => Answer::Preview(catch_panic(|| preview_all(paths, read, cancel).map_err(ReadProblem::from))),
    }
}

/// Receives the finished preview of files.
pub(crate) fn previewed(workspace: &mut Workspace, preview: Result<Preview, ReadProblem>) {
    if let Loading::Looking { paths, options, .. } = &mut workspace.corpus.loading {
        let (paths, options) = (mem::take(paths), mem::take(options));
        if let Ok(preview) = &preview
            && !workspace.corpus.first_look.cut_chosen
        {
            choose_text(workspace, preview.task);
        }
        if let Ok(preview) = &preview {
            workspace.corpus.first_look.last = Some((paths.clone(), preview.clone()));
        }
        let unaligned = preview.as_ref().is_err_and(|refusal| refusal.unaligned);
        workspace.corpus.first_look.unaligned |= unaligned;
        workspace.corpus.loading = Loading::Preview { paths, options, preview: preview.map_err(|refusal| refusal.text) };
    }
}

/// Sets the default text options of a task, which those of the command line override.
fn choose_text(workspace: &mut Workspace, task: TaskKind) {
    let [both, target] = &workspace.corpus.first_look.text_choices;
    let text = both.over(&task.text_options());
    let target = target.over(&text);
    workspace.corpus.options.target_text = (target != text).then_some(target);
    workspace.corpus.options.text = text;
}

fn looked_at(workspace: &Workspace) -> Option<LaunchFiles> {
    let (Loading::Preview { paths, options, .. } | Loading::Looking { paths, options, .. }) = &workspace.corpus.loading else {
        return None;
    };
    Some((paths.clone(), options.clone()))
}

fn read_as(workspace: &mut Workspace, options: ReadOptions) -> Vec<Effect> {
    let Some((paths, _)) = looked_at(workspace) else { return Vec::new() };
    if paths.is_empty() {
        return Vec::new();
    }
    workspace.message = None;
    look(workspace, paths, options)
}

/// Adds files to the preview: the second side of pairs, or more files of the same kind.
fn add(workspace: &mut Workspace, files: Vec<PathBuf>) -> Vec<Effect> {
    let Some((mut paths, options)) = looked_at(workspace) else { return Vec::new() };
    let alone = match &workspace.corpus.loading {
        Loading::Preview { preview: Ok(preview), .. } => preview.is_one_side(),
        _ => true,
    };
    if matches!(workspace.corpus.loading, Loading::Preview { preview: Err(_), .. }) {
        // The added file replaces a missing one.
        paths.retain(|path| path.exists());
    }
    for file in files {
        if !paths.contains(&file) {
            paths.push(file);
        }
    }
    workspace.corpus.first_look.path_field.clear();
    workspace.message = None;
    let pair = alone && paths.len() == 2 && workspace.corpus.first_look.model.is_none();
    let options = if pair {
        let ReadOptions { encoding, limits, .. } = options;
        ReadOptions { task: Some(TaskKind::Pairs), encoding, limits, ..ReadOptions::default() }
    } else {
        options
    };
    look(workspace, paths, options)
}

fn leave_out(workspace: &mut Workspace, file: usize) -> Vec<Effect> {
    let Some((mut paths, options)) = looked_at(workspace) else { return Vec::new() };
    if paths.len() < 2 || file >= paths.len() {
        return Vec::new();
    }
    paths.remove(file);
    // Reading options of two sides, source and target, do not apply to one file.
    let ReadOptions { encoding, limits, .. } = options;
    look(workspace, paths, ReadOptions { encoding, limits, ..ReadOptions::default() })
}

/// Swaps source and target in the preview: files or columns, and text options.
fn swap(workspace: &mut Workspace) -> Vec<Effect> {
    let Loading::Preview { paths, options, preview: Ok(preview) } = &workspace.corpus.loading else { return Vec::new() };
    let (mut paths, mut options) = (paths.clone(), options.clone());
    if paths.len() == 2 && preview.columns.is_empty() {
        paths.swap(0, 1);
    } else if preview.text_columns.len() == 2 {
        options.text_columns = preview.text_columns.iter().rev().cloned().collect();
        options.task = Some(TaskKind::Pairs);
    } else {
        return Vec::new();
    }
    if let Some(target) = workspace.corpus.options.target_text.take() {
        workspace.corpus.options.target_text = Some(mem::replace(&mut workspace.corpus.options.text, target));
    }
    workspace.corpus.first_look.cut_chosen = true;
    look(workspace, paths, options)
}

/// Resets options and parameters of the current documents before other documents are opened.
/// The next corpus starts with the defaults of its task and the preset, the first corpus with the options of the command line.
/// Returns the settings of the next run.
pub(crate) fn another(workspace: &mut Workspace) -> Option<Settings> {
    workspace.corpus.dataset.as_ref()?;
    let data = &mut workspace.corpus.options;
    (data.split, data.vocabulary, data.vectors) = (SplitOptions::default(), VocabularyOptions::default(), None);
    Some(workspace.choices.settings.at_preset())
}

/// Reads the previewed files, to show the saved model that waits for them, or to train.
fn read_all(workspace: &mut Workspace) -> Vec<Effect> {
    let Loading::Preview { paths, options, preview: Ok(preview) } = &workspace.corpus.loading else { return Vec::new() };
    if workspace.corpus.obstacle().is_some() {
        return Vec::new();
    }
    let (name, task, files) = (names(paths), preview.task, (paths.clone(), options.clone()));
    workspace.message = None;
    if let Some(model) = workspace.corpus.first_look.model.take() {
        return load(workspace, Source::Saved(Box::new(Saved { model, given: Some(files), current: None })), name, None);
    }
    let by_name = !workspace.corpus.first_look.pooled;
    let settings = another(workspace);
    let (mut paths, read) = files;
    if by_name {
        split_by_name(&mut paths, Some(task), &mut workspace.corpus.options.split);
    }
    load(workspace, Source::Files(paths, read), name, settings)
}

/// Reads files of paired documents without a preview.
pub(crate) fn read_pairs(workspace: &mut Workspace, files: Vec<PathBuf>) -> Vec<Effect> {
    choose_text(workspace, TaskKind::Pairs);
    let (name, settings) = (names(&files), another(workspace));
    let read = ReadOptions { task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    load(workspace, Source::Files(files, read), name, settings)
}

#[cfg(test)]
mod tests;
