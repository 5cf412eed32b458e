//! Opening: what happens from a path to a dataset, each long step on a thread.

use std::{mem, path::PathBuf, sync::Arc};

use super::{
    Answer, DataOptions, Effect, Loading, Members, Message, Open, PathKind, Ready, Runs, Selection, Source, Start, Studies,
    TaskState, TwoRuns, Workspace, choosing, keeping,
    kept::KeptReviews,
    load::{cancel, keep_dataset, load, names},
    restart::restart,
    saved, time,
};
use crate::corpus::{Builtin, Preview, ReadOptions, SplitOptions, TaskKind};

/// Takes one step.
pub(super) fn apply(workspace: &mut Workspace, open: Open) -> Vec<Effect> {
    match open {
        Open::Start(start) => begin(workspace, *start),
        Open::Builtin(which) => load_builtin(workspace, which),
        Open::AskForFile => vec![Effect::AskForFile],
        Open::Files(paths) => preview(workspace, paths, ReadOptions::default()),
        Open::ReadAs(options) => {
            let (Loading::Preview { paths, .. } | Loading::Looking { paths, .. }) = &workspace.loading else {
                return Vec::new();
            };
            let paths = paths.clone();
            preview(workspace, paths, options)
        }
        Open::ReadAll => read_all(workspace),
        Open::Cancel => {
            cancel(workspace);
            keep_dataset(workspace);
            Vec::new()
        }
        Open::PathField(path) => {
            workspace.path_field = path;
            Vec::new()
        }
        Open::Answer(job, answer) if job == workspace.job => match answer {
            Answer::Preview(preview) => {
                previewed(workspace, preview);
                Vec::new()
            }
            Answer::Model(Ok(model)) => saved::seek(workspace, model),
            // Where there is nothing yet, the built-in corpus comes in its place.
            Answer::Model(Err(text)) => take(workspace, Err(text)),
            Answer::Corpus(loaded) => take(workspace, loaded),
        },
        // Of a job that was left.
        Open::Answer(..) => Vec::new(),
    }
}

fn begin(workspace: &mut Workspace, start: Start) -> Vec<Effect> {
    let Start { given, model, split, vocabulary, vectors, settings, pace, theme, hint_read } = start;
    (workspace.data.split, workspace.data.vocabulary, workspace.data.vectors) = (split, vocabulary, vectors);
    (workspace.settings, workspace.pace, workspace.theme, workspace.hint_read) = (settings, pace, theme, hint_read);
    if let Some(model) = model {
        let effects = preview(workspace, vec![model], ReadOptions::default());
        workspace.given = (!given.corpus.is_empty()).then_some((given.corpus, given.read));
        return effects;
    }
    if given.corpus.is_empty() {
        return load_builtin(workspace, Builtin::default());
    }
    let name = names(&given.corpus);
    load(workspace, Source::Given(Box::new(given)), name, None)
}

/// What was chosen for the documents at hand is not meant for others.
fn another(data: &mut DataOptions) {
    (data.split, data.vectors) = (SplitOptions::default(), None);
}

/// Reads what the preview shows.
fn read_all(workspace: &mut Workspace) -> Vec<Effect> {
    let Loading::Preview { paths, options, preview: Ok(_) } = &workspace.loading else { return Vec::new() };
    let (name, source) = (names(paths), Source::Files(paths.clone(), options.clone()));
    another(&mut workspace.data);
    load(workspace, source, name, None)
}

fn preview(workspace: &mut Workspace, paths: Vec<PathBuf>, read: ReadOptions) -> Vec<Effect> {
    if paths.is_empty() {
        return Vec::new();
    }
    cancel(workspace);
    workspace.message = None;
    workspace.loading = Loading::Looking { paths: paths.clone(), options: read.clone() };
    vec![Effect::Preview { job: workspace.job, paths, read }]
}

fn previewed(workspace: &mut Workspace, preview: Result<Preview, String>) {
    if let Loading::Looking { paths, options } = &mut workspace.loading {
        let (paths, options) = (mem::take(paths), mem::take(options));
        if let Ok(preview) = &preview {
            (workspace.data.text, workspace.data.target_text) = (preview.task.text_options(), None);
        }
        workspace.loading = Loading::Preview { paths, options, preview };
    }
}

fn load_builtin(workspace: &mut Workspace, which: Builtin) -> Vec<Effect> {
    // Of the first corpus the command line says more.
    if workspace.dataset.is_some() {
        another(&mut workspace.data);
    }
    (workspace.data.text, workspace.data.target_text) = (which.text_options(), None);
    load(workspace, Source::Builtin(which), "the built-in corpus".to_owned(), None)
}

/// A dataset has come, or the reason why none does.
fn take(workspace: &mut Workspace, loaded: Result<Ready, String>) -> Vec<Effect> {
    let loading = mem::take(&mut workspace.loading);
    match loaded {
        Ok(ready) => {
            if let Loading::Reading { name, settings: Some(settings), .. } = loading {
                let weighting = settings.of_task(ready.dataset.corpus.task.kind()).params.weighting();
                if ready.opened.is_none() && ready.dataset.weighting != weighting {
                    // Chosen after it was asked for.
                    workspace.data = ready.data;
                    return load(workspace, Source::Corpus(Arc::clone(&ready.dataset.corpus)), name, Some(*settings));
                }
                workspace.settings = *settings;
            }
            train_on(workspace, ready)
        }
        Err(text) => {
            workspace.message = Some(Message { text, error: true });
            if workspace.dataset.is_some() {
                keep_dataset(workspace);
                return Vec::new();
            }
            // Nothing to show yet: the built-in corpus is better than an empty canvas.
            load_builtin(workspace, Builtin::default())
        }
    }
}

fn train_on(workspace: &mut Workspace, ready: Ready) -> Vec<Effect> {
    let Ready { dataset, basis, data, vectors, reviews, opened } = ready;
    workspace.vectors = vectors;
    (workspace.data, workspace.made_with) = (data.clone(), data);
    workspace.settings = workspace.settings.of_task(dataset.corpus.task.kind());
    workspace.settings = match &dataset.vectors {
        Some(vectors) => workspace.settings.in_dimensions_of(vectors),
        None => workspace.settings.starting_at_vectors(false),
    };
    if let Some((opened, _)) = &opened {
        workspace.settings.params = opened.saved.machine.params();
    }
    let same_corpus = workspace.dataset.as_ref().is_some_and(|old| Arc::ptr_eq(&old.corpus, &dataset.corpus));
    choosing::over_another(workspace, &dataset);
    let kind = dataset.corpus.task.kind();
    if workspace.dataset.as_ref().is_some_and(|old| old.words == dataset.words) {
        time::keep(workspace);
    } else {
        (workspace.runs, workspace.two_runs) = (Runs::default(), TwoRuns::default());
        workspace.draw_paths(PathKind::Moved, Vec::new());
    }
    workspace.watched = !same_corpus;
    workspace.basis = Some(basis);
    workspace.dataset = Some(dataset);
    workspace.judge_words();
    workspace.selection = Selection::None;
    workspace.view.pairs.forget();
    if !same_corpus {
        begin_views(workspace, kind, reviews);
    }
    match opened {
        None => restart(workspace),
        Some((opened, fit)) => saved::resume(workspace, opened, fit),
    }
}

/// What was looked at in the last corpus is not in this one.
fn begin_views(workspace: &mut Workspace, kind: TaskKind, kept: Option<KeptReviews>) {
    workspace.document = None;
    workspace.muted = Members::none(workspace.classes());
    let reviews = mem::take(&mut workspace.view.pairs.reviews);
    workspace.view = TaskState::default();
    workspace.studies = Studies::default();
    workspace.view.pairs.reviews = reviews;
    if let Some(text) = kept.as_ref().and_then(|kept| kept.unreadable.clone()) {
        workspace.message = Some(Message { text, error: true });
    }
    keeping::begin(workspace, kept);
    workspace.layers = workspace.layers.of_task(kind);
}
