//! Opening: what happens from a path to a dataset, each long step on a thread; and the word lists that judge words.

use std::{path::PathBuf, sync::Arc};

use super::{
    Action, DataOptions, Effect, Loading, MatchView, Message, Ready, Selection, Source, Start, Tab, Workspace, saved,
    update::restart,
};
use crate::{
    corpus::{Builtin, Cancel, Origin, Preview, ReadOptions, SplitOptions},
    model::Kind,
};

/// Opening: from a path to a dataset, each step on a thread.
pub(super) fn open(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::Start(start) => begin(workspace, *start),
        Action::Builtin(which) => load_builtin(workspace, which),
        Action::AskForFile => vec![Effect::AskForFile],
        Action::Open(paths) => preview(workspace, paths, ReadOptions::default()),
        Action::ReadAs(options) => match &workspace.loading {
            Loading::Preview { paths, .. } | Loading::Looking { paths, .. } => {
                let paths = paths.clone();
                preview(workspace, paths, options)
            }
            _ => Vec::new(),
        },
        Action::Previewed(job, preview) if job == workspace.job => previewed(workspace, preview),
        Action::SavedOpened(job, saved) if job == workspace.job => saved::seek(workspace, saved),
        Action::ReadAll => match &workspace.loading {
            Loading::Preview { paths, options, preview: Ok(_) } => {
                let (name, source) = (names(paths), Source::Files(paths.clone(), options.clone()));
                workspace.data.split = SplitOptions::default();
                load(workspace, source, name)
            }
            _ => Vec::new(),
        },
        Action::ReadAgain => {
            let origin = workspace.dataset.as_ref().and_then(|dataset| dataset.corpus.origin.clone());
            let Some(Origin::Files(paths, read)) = origin else { return Vec::new() };
            let name = names(&paths);
            load(workspace, Source::Files(paths, read), name)
        }
        Action::CancelOpening => {
            cancel(workspace);
            // What was asked for in the dialog goes with it.
            if let Some(dataset) = &workspace.dataset {
                let corpus = &dataset.corpus;
                (workspace.data.text, workspace.data.target_text) = (corpus.text_options.clone(), corpus.target_options.clone());
            }
            Vec::new()
        }
        Action::Data(data) => rebuild(workspace, data),
        Action::Loaded(job, loaded) if job == workspace.job => take(workspace, loaded),
        _ => Vec::new(),
    }
}

fn begin(workspace: &mut Workspace, start: Start) -> Vec<Effect> {
    if let Some(model) = start.model {
        let given = (!start.corpus.is_empty()).then_some((start.corpus, start.read));
        let effects = preview(workspace, vec![model], ReadOptions::default());
        workspace.given = given;
        return effects;
    }
    if start.corpus.is_empty() {
        return load_builtin(workspace, Builtin::default());
    }
    let name = names(&start.corpus);
    load(workspace, Source::Given(Box::new(start)), name)
}

fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Whatever is on its way comes to nothing: its job's number is passed over.
fn cancel(workspace: &mut Workspace) {
    if let Loading::Reading { cancel, .. } = &workspace.loading {
        cancel.cancel();
    }
    workspace.job += 1;
    workspace.loading = Loading::Idle;
    workspace.given = None;
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

fn previewed(workspace: &mut Workspace, preview: Result<Preview, String>) -> Vec<Effect> {
    if let Loading::Looking { paths, options } = &mut workspace.loading {
        let (paths, options) = (std::mem::take(paths), std::mem::take(options));
        if let Ok(preview) = &preview {
            (workspace.data.text, workspace.data.target_text) = (preview.task.text_options(), None);
        }
        workspace.loading = Loading::Preview { paths, options, preview };
    }
    Vec::new()
}

pub(super) fn load(workspace: &mut Workspace, source: Source, name: String) -> Vec<Effect> {
    cancel(workspace);
    let cancel = Arc::new(Cancel::default());
    workspace.loading = Loading::Reading { name, cancel: Arc::clone(&cancel) };
    workspace.data.weighting = workspace.settings.params.weighting();
    vec![Effect::Load {
        job: workspace.job,
        source,
        data: workspace.data.clone(),
        settings: Box::new(workspace.settings.clone()),
        cancel,
    }]
}

fn load_builtin(workspace: &mut Workspace, which: Builtin) -> Vec<Effect> {
    // The first corpus is split as the command line says.
    if workspace.dataset.is_some() {
        workspace.data.split = SplitOptions::default();
    }
    (workspace.data.text, workspace.data.target_text) = (which.text_options(), None);
    load(workspace, Source::Builtin(which), "the built-in corpus".to_owned())
}

pub(super) fn rebuild(workspace: &mut Workspace, data: DataOptions) -> Vec<Effect> {
    workspace.settings.params.set_weighting(data.weighting);
    workspace.data = data;
    let Some(dataset) = &workspace.dataset else { return Vec::new() };
    let (corpus, name) = (Arc::clone(&dataset.corpus), dataset.corpus.name.clone());
    load(workspace, Source::Corpus(corpus), name)
}

pub(super) fn take(workspace: &mut Workspace, loaded: Result<Ready, String>) -> Vec<Effect> {
    workspace.loading = Loading::Idle;
    match loaded {
        Err(text) => {
            workspace.message = Some(Message { text, error: true });
            if workspace.dataset.is_some() {
                return Vec::new();
            }
            // Nothing to show yet: the built-in corpus is better than an empty canvas.
            load_builtin(workspace, Builtin::default())
        }
        Ok(Ready { dataset, basis, data, opened }) => {
            workspace.data = data;
            workspace.settings = workspace.settings.of_kind(Kind::of(&dataset.corpus.task));
            if let Some((opened, _)) = &opened {
                workspace.settings.params = opened.saved.machine.params();
            }
            let same_corpus = workspace.dataset.as_ref().is_some_and(|old| Arc::ptr_eq(&old.corpus, &dataset.corpus));
            workspace.basis = Some(basis);
            workspace.dataset = Some(dataset);
            judge(workspace);
            workspace.selection = Selection::None;
            workspace.matches.forget();
            if !same_corpus {
                workspace.document = None;
                workspace.matches = MatchView::default();
                workspace.explain_pair = None;
                workspace.cell = None;
                let kind = workspace.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
                workspace.layers = workspace.layers.of_task(kind);
                workspace.order = <(super::Column, bool)>::default();
                if !workspace.tab.available(workspace) {
                    workspace.tab = Tab::Field;
                }
            }
            match opened {
                None => restart(workspace),
                Some((opened, fit)) => saved::resume(workspace, opened, fit),
            }
        }
    }
}

/// Lets the word lists a person named judge the words.
pub(super) fn judge(workspace: &mut Workspace) {
    if let (Some(basis), Some(dataset), Some(lexicon)) = (&workspace.basis, &workspace.dataset, &workspace.lexicon)
        && !basis.rating_names.is_empty()
    {
        workspace.basis = Some(Arc::new(basis.with_lexicon(dataset, lexicon)));
    }
}
