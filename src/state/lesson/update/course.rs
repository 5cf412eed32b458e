//! The course of a lesson: start, answers, steps, end.

use std::collections::BTreeMap;

use crate::{
    corpus::{Builtin, Origin, builtin},
    experiment::DataRecipe,
    model::{ModelKind, Params, Preset},
    param::ParamError,
    state::{
        Action, At, Effect, Lesson, LessonAction, Open, OpenLesson, Owner, Panel, SandboxAction, Settings, Show, StartOptions,
        StepState, Wait, Workspace, corpus::update::opening, lesson::update::set_up, quantities, update,
    },
};

/// Applies an action.
pub(in crate::state) fn apply(workspace: &mut Workspace, action: LessonAction) -> Vec<Effect> {
    match action {
        LessonAction::Start(lesson, step) => return start(workspace, lesson, step),
        LessonAction::Begin(lesson, step) => return begin(workspace, lesson, step),
        LessonAction::Answer(choice) => answer(workspace, choice),
        LessonAction::Next => return next(workspace),
        LessonAction::Back => return back(workspace),
        LessonAction::SetUp => {
            if let Some((lesson, place, _)) = workspace.lesson.step() {
                workspace.lesson.open = Some(OpenLesson { lesson, at: At::Step(place, StepState::Arriving) });
            }
        }
        LessonAction::Leave => return leave(workspace, None),
        LessonAction::Language(language) => workspace.lesson.language = language,
        LessonAction::Progress(progress) => workspace.lesson.progress = progress,
    }
    Vec::new()
}

/// Whether an action opens documents of the user, which ends a lesson with its own workspace.
pub(in crate::state) fn is_ended_by(workspace: &Workspace, open: &Open) -> bool {
    workspace.lesson.owner == Owner::Lesson && matches!(open, Open::AskForFile | Open::Files(_) | Open::Builtin(_))
}

/// Closes the lesson; `then` applies to the user's workspace.
pub(in crate::state) fn leave(workspace: &mut Workspace, then: Option<Action>) -> Vec<Effect> {
    workspace.lesson.open = None;
    match workspace.lesson.owner {
        Owner::Lesson => vec![Effect::BringBack(then.map(Box::new))],
        Owner::User => then.map_or_else(Vec::new, |action| update(workspace, action)),
    }
}

/// Sets up the view of a step that has arrived, and notes that the condition of a step is met.
pub(in crate::state) fn due(workspace: &mut Workspace) -> Vec<Effect> {
    let Some((lesson, place, state)) = workspace.lesson.step() else { return Vec::new() };
    let Some(step) = lesson.steps.get(place) else { return Vec::new() };
    let becomes = |workspace: &mut Workspace, state| {
        workspace.lesson.open = Some(OpenLesson { lesson, at: At::Step(place, state) });
    };
    let trained = workspace.run.snapshot.is_some() && workspace.newest() >= lesson.trained_before(place);
    let ready = lesson.start.corpus.is_none() || trained;
    match (state, &step.wait) {
        (StepState::Arriving, wait) if ready => {
            let reads = matches!(wait, Wait::Read(_));
            becomes(workspace, if reads { StepState::Done } else { StepState::Open });
            let actions = set_up::actions(&step.show, workspace);
            let mut effects: Vec<Effect> = actions.into_iter().flat_map(|action| update(workspace, action)).collect();
            effects.extend(set_up::command(&step.show, workspace));
            return effects;
        }
        (StepState::Open, Wait::Quantity { quantity, above, below }) => {
            let value = quantities::quantity(quantity).and_then(|quantity| quantity.value(workspace));
            let passes = |value: f64| above.is_none_or(|above| value > above) && below.is_none_or(|below| value < below);
            if value.is_some_and(passes) {
                becomes(workspace, StepState::Done);
            }
        }
        _ => {}
    }
    Vec::new()
}

fn start(workspace: &mut Workspace, lesson: &'static Lesson, step: usize) -> Vec<Effect> {
    match (workspace.lesson.owner, lesson.has_own_workspace()) {
        (Owner::User, false) => begin(workspace, lesson, step),
        (Owner::User, true) => vec![Effect::SetAside(lesson, step)],
        // The next lesson does not inherit the state of this one.
        (Owner::Lesson, _) => leave(workspace, Some(Action::Lesson(LessonAction::Start(lesson, step)))),
    }
}

fn begin(workspace: &mut Workspace, lesson: &'static Lesson, step: usize) -> Vec<Effect> {
    let arrangement = &mut workspace.layout.arrangement;
    if !arrangement.shows(Panel::Learn) {
        arrangement.apply(Show::Panel(Panel::Learn));
    }
    let mut effects = Vec::new();
    if let Some(corpus) = lesson.start.corpus {
        let start = StartOptions {
            recipe: DataRecipe { origin: Origin::Builtin(corpus), ..DataRecipe::default() },
            settings: settings(lesson, step, corpus),
            pace: workspace.run.pace,
            theme: workspace.layout.theme,
            hint_read: true,
            ..StartOptions::default()
        };
        effects = opening::apply(workspace, Open::Start(Box::new(start)));
    }
    if let Some(sandbox) = &lesson.start.sandbox {
        // Points alone have no model to inspect.
        let arrangement = &mut workspace.layout.arrangement;
        if lesson.start.corpus.is_none() && arrangement.shows(Panel::Inspector) {
            arrangement.apply(Show::Panel(Panel::Inspector));
        }
        effects.extend(update(workspace, Action::Sandbox(SandboxAction::Replace(Box::new(sandbox.clone())))));
    }
    workspace.layout.tab = lesson.start.tab.unwrap_or(workspace.layout.tab);
    effects.extend(enter(workspace, lesson, step.min(lesson.steps.len().saturating_sub(1))));
    effects
}

/// The settings of a lesson that begins with a step.
fn settings(lesson: &Lesson, step: usize, corpus: Builtin) -> Settings {
    let params = params(lesson, step, ModelKind::of(builtin(corpus).task.kind()));
    let mut settings = Settings::wished(Preset::Default, params.into_iter().collect(), lesson.start.model.contains_key("q"));
    settings.early_stop = lesson.start.early_stop.unwrap_or(settings.early_stop);
    settings
}

/// The parameters of a lesson that begins with a step: the preset in its dimensions with the changes of the start and of the
/// steps before.
///
/// # Errors
/// Names the first parameter that is unknown or out of range.
pub(in crate::state) fn params(lesson: &Lesson, step: usize, kind: ModelKind) -> Result<Params, ParamError> {
    let mut changes: BTreeMap<&str, &str> = BTreeMap::new();
    let before = lesson.steps.iter().take(step).map(|step| &step.show.set);
    for set in [&lesson.start.model].into_iter().chain(before) {
        changes.extend(set.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    }
    let q = changes.remove("q").and_then(|q| q.parse().ok()).unwrap_or(2);
    let mut params = Params::preset(kind, Preset::Default, q);
    params.set_all(&changes.into_iter().collect::<Vec<_>>()).map_err(|(_, error)| error)?;
    params.check()?;
    Ok(params)
}

fn answer(workspace: &mut Workspace, choice: usize) {
    let Some((lesson, place, _)) = workspace.lesson.step() else { return };
    let Some(Wait::Answer { answer, right }) = lesson.steps.get(place).map(|step| &step.wait) else { return };
    let Some(chosen) = answer.get(choice) else { return };
    let state = if chosen == right { StepState::Done } else { StepState::Wrong(choice) };
    workspace.lesson.open = Some(OpenLesson { lesson, at: At::Step(place, state) });
}

fn enter(workspace: &mut Workspace, lesson: &'static Lesson, place: usize) -> Vec<Effect> {
    workspace.lesson.open = Some(OpenLesson { lesson, at: At::Step(place, StepState::Arriving) });
    workspace.lesson.progress.reach(&lesson.id, place);
    vec![Effect::KeepProgress(workspace.lesson.progress.clone())]
}

fn next(workspace: &mut Workspace) -> Vec<Effect> {
    let Some((lesson, place, _)) = workspace.lesson.step() else { return Vec::new() };
    if place + 1 < lesson.steps.len() {
        return enter(workspace, lesson, place + 1);
    }
    workspace.lesson.open = Some(OpenLesson { lesson, at: At::End });
    workspace.lesson.progress.finish(&lesson.id);
    vec![Effect::KeepProgress(workspace.lesson.progress.clone())]
}

fn back(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(OpenLesson { lesson, at }) = workspace.lesson.open else { return Vec::new() };
    let place = if let At::Step(place, _) = at { place } else { lesson.steps.len() };
    place.checked_sub(1).map_or_else(Vec::new, |place| enter(workspace, lesson, place))
}

#[cfg(test)]
#[path = "course_tests.rs"]
mod tests;
