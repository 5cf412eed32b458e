//! Run control: commands to the trainer, and the hyper-parameters of a run.

use crate::{
    Effect, Loading, Message, Phase, Run, Seek, Settings, Workspace,
    compare::update::comparing,
    corpus::update::load::{names, rebuild},
    run::update::{playback, restart, searching},
};
use wordfield_core::{
    model::{LiveChange, Params},
    param::Value,
    train::{Command, Pace, RunState},
};

/// Applies a training command.
pub(crate) fn apply(workspace: &mut Workspace, run: Run) -> Vec<Effect> {
    match run {
        Run::PlayPause => play_pause(workspace),
        Run::Step(steps) => {
            if !workspace.can_go_on() {
                return Vec::new();
            }
            playback::seek(workspace, Seek::Newest);
            vec![Effect::Send(Command::Step(steps))]
        }
        Run::Stop => tell(workspace, Command::Stop),
        Run::Restart => {
            workspace.run.watched = true;
            comparing::keep(workspace);
            restart(workspace)
        }
        Run::Pace(pace) => {
            workspace.run.pace = pace;
            workspace.run.watched |= pace == Pace::Watch;
            vec![Effect::Send(Command::Pace(pace))]
        }
        Run::Change(change) => change_live(workspace, change),
        Run::Preset(preset) => {
            let now = workspace.pending_settings();
            let params = Params::preset(now.params.kind(), preset, now.params.q());
            begin_with(workspace, now.with(preset, params))
        }
        Run::Params(params) if lacks_vectors(workspace, &params) => {
            workspace.corpus.asks_for_vectors = true;
            Vec::new()
        }
        Run::Params(params) => {
            let vectors = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.vectors.clone());
            begin_with(workspace, workspace.pending_settings().with_chosen(*params, vectors.as_deref()))
        }
        Run::Weighting(weighting) => {
            let now = workspace.pending_settings();
            begin_with(workspace, now.with(now.preset, now.shown().with_weighting(weighting)))
        }
        Run::SearchPapersGrid => searching::begin(workspace),
        Run::EndSearch => searching::cancel(workspace),
        Run::EarlyStop(early_stop) => begin_with(workspace, workspace.pending_settings().stopping(early_stop)),
    }
}

/// Whether the parameters start words at word vectors of a file that is not named yet.
fn lacks_vectors(workspace: &Workspace, params: &Params) -> bool {
    let given = params.value("start") == Some(Value::Choice("given"));
    let dataset = workspace.corpus.dataset.as_ref();
    given && workspace.corpus.options.vectors.is_none() && dataset.is_some_and(|dataset| dataset.vectors.is_none())
}

/// Sends a command to the trainer if it accepts commands.
fn tell(workspace: &Workspace, command: Command) -> Vec<Effect> {
    if workspace.can_go_on() { vec![Effect::Send(command)] } else { Vec::new() }
}

/// Sends a parameter change to the running model; without one, the value applies from the next start.
pub(crate) fn change_live(workspace: &mut Workspace, change: LiveChange) -> Vec<Effect> {
    if workspace.is_searching() {
        return refused(workspace, "A search is running: end the search to change parameters.".to_owned());
    }
    let settings = &mut workspace.choices.settings;
    let taken = if workspace.run.phase.can_go_on() { settings.ask(change) } else { settings.change(change) };
    // A run that waits for its dataset receives the value in addition, even if the current run refuses it.
    match (taken, workspace.settings_to_come().map(|settings| settings.ask(change))) {
        (Ok(()), None | Some(Ok(()))) => tell(workspace, Command::Change(change)),
        (Err(_), Some(Ok(()))) => Vec::new(),
        (Err(error), None) | (_, Some(Err(error))) => {
            workspace.choices.settings.refuse(change);
            refused(workspace, error.to_string())
        }
    }
}

/// Starts a new run with other settings if they are valid; another weighting first requires another matrix `M`.
/// While a dataset is loading, the settings apply to it and the current run continues.
pub(crate) fn begin_with(workspace: &mut Workspace, settings: Settings) -> Vec<Effect> {
    if let Err(error) = settings.params.check() {
        return refused(workspace, error.to_string());
    }
    if let Loading::Reading { settings: to_come, .. } = &mut workspace.corpus.loading {
        *to_come = Some(Box::new(settings));
        return Vec::new();
    }
    let weighting = settings.params.weighting();
    if workspace.corpus.dataset.as_ref().is_some_and(|dataset| dataset.weighting != weighting) {
        if let Loading::Looking { paths, .. } | Loading::Preview { paths, .. } = &workspace.corpus.loading {
            let text = format!(
                "{}: read or close this preview first. Another weighting needs the current documents again.",
                names(paths)
            );
            return refused(workspace, text);
        }
        return rebuild(workspace, workspace.corpus.options.clone(), Some(settings));
    }
    comparing::keep(workspace);
    workspace.run.watched = false;
    workspace.choices.settings = settings;
    restart(workspace)
}

fn refused(workspace: &mut Workspace, text: String) -> Vec<Effect> {
    workspace.message = Some(Message::error(text));
    Vec::new()
}

fn play_pause(workspace: &mut Workspace) -> Vec<Effect> {
    // Pausing the visible playback does not pause the training.
    if workspace.timeline.playback.playing {
        workspace.timeline.playback.playing = false;
        return Vec::new();
    }
    match workspace.run.phase {
        Phase::Run(RunState::Running | RunState::Preparing) => vec![Effect::Send(Command::Pause)],
        Phase::Run(RunState::Failed) | Phase::Idle => restart(workspace),
        Phase::Run(RunState::Paused | RunState::Stopped(_)) => {
            playback::seek(workspace, Seek::Newest);
            // In a lesson, each step determines the iteration at which training pauses.
            vec![Effect::Send(workspace.missing_iterations().map_or(Command::Play, Command::Step))]
        }
    }
}
