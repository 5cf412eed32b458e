//! The one place where the workspace changes.

use std::sync::Arc;

use super::{
    Action, ColourBy, Column, Curves, DataOptions, Effect, FieldOf, Layer, Message, Phase, Scene, Seek, Selection, Tab, Timeline,
    Workspace, digest, listing, matching,
    opening::{judge, open, rebuild},
    saving,
    timeline::seek,
};
use crate::{
    model::{Kind, Params, Progress, Snapshot, StopReason},
    train::{Command, Event, RunState},
};

/// Applies one action; what must happen outside is returned.
///
/// What views read in every frame is brought up to date here, once, and only where something it is made from changed.
pub fn update(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    let effects = apply(workspace, action);
    listing::refresh(workspace);
    digest::refresh(workspace);
    digest::find_neighbours(workspace);
    effects
}

fn apply(workspace: &mut Workspace, action: Action) -> Vec<Effect> {
    match action {
        Action::Start(..)
        | Action::Builtin(_)
        | Action::AskForFile
        | Action::Open(_)
        | Action::ReadAs(_)
        | Action::Previewed(..)
        | Action::SavedOpened(..)
        | Action::ReadAll
        | Action::ReadAgain
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
        Action::Text(side, options) => workspace.data.set_text(side, options),
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

/// Gives the words of the scene shown the colours now asked for.
fn repaint(workspace: &mut Workspace) {
    let (Some(scene), Some(snapshot)) = (&workspace.scene, &workspace.snapshot) else { return };
    let colouring = workspace.basis.as_ref().map(|basis| basis.colouring(&workspace.layers, snapshot)).unwrap_or_default();
    workspace.scene = Some(Arc::new(Scene { colouring, ..(**scene).clone() }));
}

fn select(workspace: &mut Workspace, selection: Selection) {
    workspace.selection = selection;
    workspace.hint_read |= selection != Selection::None;
    match selection {
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
        Selection::Word(_) | Selection::Class(_) | Selection::None => {}
    }
    if workspace.matches.compared.is_some() {
        workspace.redraw();
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

pub(super) fn restart(workspace: &mut Workspace) -> Vec<Effect> {
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
    workspace.opened = None;
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
    if workspace.snapshot.is_none() && workspace.opened.is_some() {
        // What a saved model is worth is known before its next iteration.
        let (iteration, objective, scores) = (snapshot.iteration, snapshot.objective, Some(snapshot.scores));
        workspace.curves.push(&Progress { iteration, objective, scores, stop: None });
    }
    workspace.snapshot = Some(snapshot);
    matching::refresh(workspace);
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod tests;
