//! The one place where the workspace changes.

use std::{path::PathBuf, sync::Arc};

use super::{
    Action, ColourBy, Column, Curves, DataOptions, Effect, FieldOf, Layer, Loading, MatchView, Message, Phase, Ready, Scene,
    Seek, Selection, Source, Tab, Timeline, Workspace, matching, saving, timeline::seek,
};
use crate::{
    corpus::{Builtin, Cancel, Preview, ReadOptions, SplitOptions},
    model::{Kind, Params, Snapshot, StopReason},
    train::{Command, Event, RunState},
};

/// Applies one action; what must happen outside is returned.
pub fn update(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::Start(..)
        | Action::Builtin(_)
        | Action::AskForFile
        | Action::Open(_)
        | Action::ReadAs(_)
        | Action::Previewed(..)
        | Action::SavedOpened(..)
        | Action::ReadAll
        | Action::CancelOpening
        | Action::Data(_)
        | Action::Loaded(..) => open(workspace, action),
        Action::PlayPause
        | Action::Step(_)
        | Action::Restart
        | Action::Stop
        | Action::Speed(_)
        | Action::Change(_)
        | Action::Preset(_)
        | Action::Params(_)
        | Action::EarlyStop(_) => drive(workspace, action),
        Action::Save(step) => saving::save(workspace, step),
        Action::ReadLexicon(lists) => vec![Effect::ReadLexicon(lists)],
        Action::Recorded(run, history) => {
            if run == workspace.run {
                workspace.timeline.history = Some(history);
            }
            Vec::new()
        }
        Action::Heard(run, event) => {
            if run == workspace.run {
                hear(workspace, event)
            } else {
                Vec::new()
            }
        }
        Action::Arrived(run, snapshot) => {
            if run == workspace.run {
                arrive(workspace, snapshot);
            }
            Vec::new()
        }
        _ => {
            look_at(workspace, action);
            Vec::new()
        }
    }
}

/// Looking: changes what is shown and nothing else.
fn look_at(workspace: &mut Workspace, action: Action) {
    match action {
        Action::Select(selection) => select(workspace, selection),
        Action::ShowTab(tab) => workspace.tab = tab,
        Action::ToggleLayer(layer) => {
            let layers = &mut workspace.layers;
            let switch = match layer {
                Layer::Words => &mut layers.words,
                Layer::Labels => &mut layers.labels,
                Layer::Contours => &mut layers.contours,
                Layer::Field => &mut layers.field,
                Layer::FreeAxis => &mut layers.free_axis,
            };
            *switch = !*switch;
        }
        Action::Seek(to) => seek(workspace, to),
        Action::FieldOf(field_of) => {
            workspace.layers.field_of = field_of;
            workspace.layers.field = true;
            repaint(workspace);
        }
        Action::ColourBy(colour_by) => {
            workspace.layers.colour_by = colour_by;
            repaint(workspace);
        }
        Action::LexiconFields(fields) => workspace.lexicon_fields = fields,
        Action::Lexicon(Err(text)) => workspace.message = Some(Message { text, error: true }),
        Action::Lexicon(Ok(lexicon)) => {
            workspace.lexicon = Some(lexicon);
            judge(workspace);
            workspace.layers.colour_by = ColourBy::Polarity;
            repaint(workspace);
        }
        Action::Theme(theme) => workspace.theme = theme,
        Action::ExplainPair(pair) => workspace.explain_pair = pair,
        Action::WrongOnly(wrong_only) => workspace.wrong_only = wrong_only,
        Action::Match(action) => matching::apply(workspace, action),
        Action::SortBy(column) => {
            let (now, down) = workspace.order;
            workspace.order = (column, if now == column { !down } else { column != Column::Document });
        }
        Action::StopWords(stop_words) => workspace.data.text.stop_words = stop_words,
        Action::Part(part) => workspace.part = part,
        Action::ClearCell => workspace.cell = None,
        Action::DataDraft(data) => workspace.data = data,
        Action::DismissHint => workspace.hint_read = true,
        Action::Tell(message) => workspace.message = Some(message),
        Action::DismissMessage => workspace.message = None,
        Action::PathField(path) => workspace.path_field = path,
        _ => {}
    }
}

/// Lets the word lists a person named judge the words.
fn judge(workspace: &mut Workspace) {
    if let (Some(basis), Some(dataset), Some(lexicon)) = (&workspace.basis, &workspace.dataset, &workspace.lexicon)
        && !basis.rating_names.is_empty()
    {
        workspace.basis = Some(Arc::new(basis.with_lexicon(dataset, lexicon)));
    }
}

/// Gives the words of the scene shown the colours now asked for.
fn repaint(workspace: &mut Workspace) {
    let (Some(scene), Some(snapshot)) = (&workspace.scene, &workspace.snapshot) else { return };
    let colouring = workspace.basis.as_ref().map(|basis| basis.colouring(&workspace.layers, snapshot)).unwrap_or_default();
    workspace.scene = Some(Arc::new(Scene { colouring, ..(**scene).clone() }));
}

fn select(workspace: &mut Workspace, selection: Selection) {
    workspace.selection = selection;
    match selection {
        Selection::Word(_) => workspace.hint_read = true,
        Selection::Document(document) => {
            if workspace.document != Some(document) {
                workspace.explain_pair = None;
            }
            workspace.document = Some(document);
            matching::select(workspace, document);
        }
        Selection::Class(class) if workspace.settings.params.kind() == Kind::Smm => {
            workspace.layers.field_of = FieldOf::Class(class);
        }
        Selection::Cell { truth, predicted } => {
            workspace.cell = Some((truth, predicted));
            workspace.tab = Tab::Documents;
        }
        Selection::Class(_) | Selection::None => {}
    }
    if workspace.matches.compared.is_some() {
        workspace.redraw();
    }
}

/// Opening: from a path to a dataset, each step on a thread.
fn open(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::Start(paths, _) if paths.is_empty() => load_builtin(workspace, Builtin::default()),
        Action::Builtin(which) => load_builtin(workspace, which),
        Action::Start(paths, read) => {
            let name = names(&paths);
            load(workspace, Source::Given(paths, read), name)
        }
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
        Action::SavedOpened(job, saved) if job == workspace.job => {
            workspace.loading = Loading::Idle;
            matching::opened(workspace, saved);
            Vec::new()
        }
        Action::ReadAll => match &workspace.loading {
            Loading::Preview { paths, options, preview: Ok(_) } => {
                let (name, source) = (names(paths), Source::Files(paths.clone(), options.clone()));
                workspace.data.split = SplitOptions::default();
                load(workspace, source, name)
            }
            _ => Vec::new(),
        },
        Action::CancelOpening => {
            cancel(workspace);
            Vec::new()
        }
        Action::Data(data) => rebuild(workspace, data),
        Action::Loaded(job, loaded) if job == workspace.job => take(workspace, loaded),
        _ => Vec::new(),
    }
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
            workspace.data.text = preview.task.text_options();
        }
        workspace.loading = Loading::Preview { paths, options, preview };
    }
    Vec::new()
}

fn load(workspace: &mut Workspace, source: Source, name: String) -> Vec<Effect> {
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
    workspace.data.text = which.text_options();
    load(workspace, Source::Builtin(which), "the built-in corpus".to_owned())
}

fn rebuild(workspace: &mut Workspace, data: DataOptions) -> Vec<Effect> {
    workspace.settings.params.set_weighting(data.weighting);
    workspace.data = data;
    let Some(dataset) = &workspace.dataset else { return Vec::new() };
    let (corpus, name) = (Arc::clone(&dataset.corpus), dataset.corpus.name.clone());
    load(workspace, Source::Corpus(corpus), name)
}

fn take(workspace: &mut Workspace, loaded: Result<Ready, String>) -> Vec<Effect> {
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
        Ok(Ready { dataset, basis, data }) => {
            workspace.data = data;
            workspace.settings = workspace.settings.of_kind(Kind::of(&dataset.corpus.task));
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
                workspace.order = Default::default();
                if !workspace.tab.available(workspace) {
                    workspace.tab = Tab::Field;
                }
            }
            restart(workspace)
        }
    }
}

/// Driving: what the trainer is told, and the parameters it is started with.
fn drive(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::PlayPause => play_pause(workspace),
        Action::Step(steps) if workspace.can_go_on() => {
            seek(workspace, Seek::Newest);
            vec![Effect::Send(Command::Step(steps))]
        }
        // What is stopped for good can still be saved.
        Action::Stop if workspace.can_go_on() => vec![Effect::Send(Command::Keep), Effect::Send(Command::Stop)],
        Action::Restart => restart(workspace),
        Action::Speed(speed) => {
            workspace.speed = speed;
            vec![Effect::Send(Command::SpeedLimit(speed))]
        }
        Action::Change(change) => {
            workspace.settings.apply(change);
            if workspace.can_go_on() { vec![Effect::Send(Command::Change(change))] } else { Vec::new() }
        }
        Action::Preset(preset) => {
            let now = &workspace.settings.params;
            let params = Params::preset(now.kind(), preset, now.q());
            workspace.settings.preset = preset;
            set_params(workspace, params)
        }
        Action::Params(params) => set_params(workspace, *params),
        Action::EarlyStop(early_stop) => {
            workspace.settings.early_stop = early_stop;
            restart(workspace)
        }
        _ => Vec::new(),
    }
}

/// Other weights need another matrix `M` first.
fn set_params(workspace: &mut Workspace, params: Params) -> Vec<Effect> {
    workspace.settings.params = params;
    let weighting = workspace.settings.params.weighting();
    if workspace.dataset.as_ref().is_some_and(|dataset| dataset.weighting != weighting) {
        let data = DataOptions { weighting, ..workspace.data.clone() };
        return rebuild(workspace, data);
    }
    restart(workspace)
}

fn restart(workspace: &mut Workspace) -> Vec<Effect> {
    if workspace.dataset.is_none() {
        return Vec::new();
    }
    workspace.run += 1;
    workspace.phase = Phase::Run(RunState::Preparing);
    workspace.curves = Curves::default();
    workspace.timeline = Timeline::default();
    workspace.snapshot = None;
    // The last picture stays until the new run's first, so that the canvas never empties, unless its words are gone.
    let same_words = |scene: &Arc<Scene>| workspace.basis.as_ref().is_some_and(|basis| Arc::ptr_eq(&basis.words, &scene.words));
    if !workspace.scene.as_ref().is_some_and(same_words) {
        workspace.scene = None;
    }
    vec![Effect::Train { run: workspace.run }]
}

fn play_pause(workspace: &mut Workspace) -> Vec<Effect> {
    match workspace.phase {
        Phase::Run(RunState::Running | RunState::Preparing) => vec![Effect::Send(Command::Pause)],
        Phase::Run(RunState::Stopped(StopReason::User) | RunState::Failed) | Phase::Idle => restart(workspace),
        Phase::Run(RunState::Paused | RunState::Stopped(_)) => {
            seek(workspace, Seek::Newest);
            vec![Effect::Send(Command::Play)]
        }
    }
}

fn hear(workspace: &mut Workspace, event: Event) -> Vec<Effect> {
    match event {
        Event::Progress(progress) => workspace.curves.push(&progress),
        Event::State(state) => workspace.phase = Phase::Run(state),
        Event::Changed(change) => workspace.settings.apply(change),
        Event::Rejected(text) | Event::Failed(text) => workspace.message = Some(Message { text, error: true }),
        Event::Kept => return saving::kept(workspace),
    }
    Vec::new()
}

fn arrive(workspace: &mut Workspace, snapshot: Arc<Snapshot>) {
    if workspace.snapshot.as_ref().is_some_and(|old| Arc::ptr_eq(old, &snapshot)) {
        return;
    }
    if workspace.timeline.at.is_none() {
        workspace.scene = workspace.scene_of(&snapshot).map(Arc::new);
    }
    workspace.snapshot = Some(snapshot);
    matching::refresh(workspace);
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod tests;
