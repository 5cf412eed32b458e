//! Course of a lesson: start, answers, steps, end.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Action, At, Effect, Lesson, LessonAction, Open, OpenLesson, Owner, Panel, Run, SandboxAction, Settings, Show, StartOptions,
    StepState, Wait, WaitWord, Workspace,
    corpus::update::opening,
    lesson::update::{set_up, training},
    quantities,
};
use wordfield_core::{
    corpus::{Builtin, Origin, builtin},
    experiment::DataRecipe,
    model::{ModelKind, Params, Preset},
    param::ParamError,
};

/// Function that applies an action for the reader of a lesson, as [`crate::update()`] does.
pub(crate) type ApplyAction = fn(&mut Workspace, Action) -> Vec<Effect>;

/// Applies an action on the lessons.
pub(crate) fn apply(workspace: &mut Workspace, action: LessonAction, act: ApplyAction) -> Vec<Effect> {
    match action {
        LessonAction::Start(lesson, step) => return start(workspace, lesson, step, act),
        LessonAction::Begin(lesson, step) => return begin(workspace, lesson, step, act),
        LessonAction::Answer(choice) => answer(workspace, choice),
        LessonAction::Next => return next(workspace),
        LessonAction::Back => return back(workspace),
        LessonAction::SetUp => return set_up_again(workspace, act),
        LessonAction::Held(held) => workspace.lesson.held = held,
        LessonAction::Leave => return leave(workspace, None, act),
        LessonAction::Language(language) => workspace.lesson.language = language,
        LessonAction::Progress(progress) => workspace.lesson.progress = progress,
    }
    Vec::new()
}

/// Whether an action opens documents of the user, which ends a lesson that owns the workspace.
pub(crate) fn is_ended_by(workspace: &Workspace, open: &Open) -> bool {
    workspace.lesson.owner == Owner::Lesson && matches!(open, Open::AskForFile | Open::Files(_) | Open::Builtin(_))
}

/// Closes the lesson; `then` applies to the user's workspace.
pub(crate) fn leave(workspace: &mut Workspace, then: Option<Action>, act: ApplyAction) -> Vec<Effect> {
    workspace.lesson.open = None;
    match workspace.lesson.owner {
        Owner::Lesson => vec![Effect::BringBack(then.map(Box::new))],
        Owner::User => then.map_or_else(Vec::new, |action| act(workspace, action)),
    }
}

/// Trains and sets up a lesson step that begins, and tests whether the condition of a step is met.
pub(crate) fn due(workspace: &mut Workspace, act: ApplyAction) -> Vec<Effect> {
    let Some((lesson, place, state)) = workspace.lesson.step() else { return Vec::new() };
    let Some(step) = lesson.steps.get(place) else { return Vec::new() };
    match (state, &step.wait) {
        (StepState::Arriving, wait) => arrive(workspace, lesson, place, matches!(wait, Wait::Word(WaitWord::Trained)), act),
        (StepState::Open, Wait::Word(WaitWord::Trained)) if training::has_begun(workspace) => {
            if let Some(effects) = training::restart(workspace, lesson, place, act) {
                return effects;
            }
            if training::rests(workspace, lesson, place) {
                becomes(workspace, StepState::Done);
            }
            training::proceed(workspace, lesson, place)
        }
        (StepState::Open | StepState::Done, Wait::Quantity { quantity, above, below }) if !workspace.lesson.held => {
            let value = quantities::value(quantity, workspace);
            let arrived = workspace.lesson.arrived;
            let passes = |value: f64| {
                arrived != Some(value) && above.is_none_or(|above| value > above) && below.is_none_or(|below| value < below)
            };
            // A quantity that is still being computed neither completes nor fails the step.
            if let Some(value) = value {
                becomes(workspace, if passes(value) { StepState::Done } else { StepState::Open });
            }
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Sets up the view of a lesson step, once its run has reached the step's iteration; training steps set up the view before.
fn arrive(
    workspace: &mut Workspace,
    lesson: &'static Lesson,
    place: usize,
    shows_training: bool,
    act: ApplyAction,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    if lesson.start.corpus.is_some() {
        if !training::has_begun(workspace) {
            return effects;
        }
        if let Some(effects) = training::restart(workspace, lesson, place, act) {
            return effects;
        }
        if !shows_training && !training::rests(workspace, lesson, place) {
            return training::proceed(workspace, lesson, place);
        }
    }
    let Some(step) = lesson.steps.get(place) else { return effects };
    becomes(workspace, if matches!(step.wait, Wait::Word(WaitWord::Read)) { StepState::Done } else { StepState::Open });
    let mut actions = set_up::actions(&step.show, workspace);
    let before = workspace.lesson.points.get(&place).map(|points| SandboxAction::Replace(Box::new((**points).clone())));
    actions.extend(before.map(Action::Sandbox));
    effects.extend(actions.into_iter().flat_map(|action| act(workspace, action)));
    if workspace.lesson.owner == Owner::Lesson {
        workspace.lesson.points.insert(place, Arc::clone(&workspace.sandbox.model));
        let quantity = if let Wait::Quantity { quantity, .. } = &step.wait { Some(quantity) } else { None };
        workspace.lesson.arrived = quantity.and_then(|quantity| quantities::value(quantity, workspace));
        // The undo list starts empty in each lesson step.
        workspace.undo.clear();
    }
    effects.extend(due(workspace, act));
    effects
}

fn becomes(workspace: &mut Workspace, state: StepState) {
    if let Some(OpenLesson { at: At::Step(_, now), .. }) = &mut workspace.lesson.open {
        *now = state;
    }
}

/// Restores the beginning of a lesson step: its sandbox points or words, and its view.
fn set_up_again(workspace: &mut Workspace, act: ApplyAction) -> Vec<Effect> {
    let Some((lesson, _, _)) = workspace.lesson.step() else { return Vec::new() };
    becomes(workspace, StepState::Arriving);
    let touched = !workspace.choices.touched.moves.is_empty() || !workspace.choices.touched.pinned.is_empty();
    if lesson.start.corpus.is_none() || !touched {
        return Vec::new();
    }
    workspace.lesson.training_goal = None;
    act(workspace, Action::Run(Run::Restart))
}

fn start(workspace: &mut Workspace, lesson: &'static Lesson, step: usize, act: ApplyAction) -> Vec<Effect> {
    match (workspace.lesson.owner, lesson.has_own_workspace()) {
        (Owner::User, false) => begin(workspace, lesson, step, act),
        (Owner::User, true) => vec![Effect::SetAside(lesson, step)],
        // The next lesson does not inherit the state of the current one.
        (Owner::Lesson, _) => leave(workspace, Some(Action::Lesson(LessonAction::Start(lesson, step))), act),
    }
}

fn begin(workspace: &mut Workspace, lesson: &'static Lesson, step: usize, act: ApplyAction) -> Vec<Effect> {
    let arrangement = &mut workspace.layout.arrangement;
    if !arrangement.shows(Panel::Learn) {
        arrangement.apply(Show::Panel(Panel::Learn));
    }
    let step = lesson.resumes_at(step);
    (workspace.lesson.training_goal, workspace.lesson.points, workspace.lesson.arrived) = (None, BTreeMap::new(), None);
    let mut effects = Vec::new();
    if let Some(corpus) = lesson.start.corpus {
        let start = StartOptions {
            recipe: DataRecipe { origin: Origin::Builtin(corpus), ..DataRecipe::default() },
            settings: settings(lesson, step, corpus),
            pace: workspace.run.pace,
            memory: workspace.session.memory,
            studies: workspace.session.studies.clone(),
            hint_read: true,
            ..StartOptions::default()
        };
        effects = opening::apply(workspace, Open::Start(Box::new(start)));
    }
    if let Some(sandbox) = lesson.points(step) {
        // A lesson on points alone has no model to inspect.
        let arrangement = &mut workspace.layout.arrangement;
        if lesson.start.corpus.is_none() && arrangement.shows(Panel::Inspector) {
            arrangement.apply(Show::Panel(Panel::Inspector));
        }
        effects.extend(act(workspace, Action::Sandbox(SandboxAction::Replace(Box::new(sandbox.clone())))));
    }
    workspace.layout.tab = lesson.start.tab.unwrap_or(workspace.layout.tab);
    effects.extend(enter(workspace, lesson, step));
    effects
}

/// Training settings of a lesson that begins at a step.
fn settings(lesson: &Lesson, step: usize, corpus: Builtin) -> Settings {
    let params = params(lesson, step, ModelKind::of(builtin(corpus).task.kind()));
    let mut settings =
        Settings::with_requested(Preset::Default, params.into_iter().collect(), lesson.start.model.contains_key("q"));
    settings.early_stop = lesson.start.early_stop.unwrap_or(settings.early_stop);
    settings
}

/// Hyper-parameters of a lesson before a step: the preset in the lesson's dimensions, with all earlier changes of the lesson
/// file.
///
/// # Errors
/// Names the first parameter that is unknown or out of range.
pub(crate) fn params(lesson: &Lesson, step: usize, kind: ModelKind) -> Result<Params, ParamError> {
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

/// Answers the quiz question of the lesson step. Choices after the right answer only show their replies.
fn answer(workspace: &mut Workspace, choice: usize) {
    let Some((lesson, place, state)) = workspace.lesson.step() else { return };
    let Some(Wait::Answer { answer, right }) = lesson.steps.get(place).map(|step| &step.wait) else { return };
    let Some(chosen) = answer.get(choice).filter(|_| state != StepState::Arriving) else { return };
    if state != StepState::Done {
        becomes(workspace, if chosen == right { StepState::Done } else { StepState::Wrong });
    }
    if let Some(open) = &mut workspace.lesson.open {
        open.tried |= 1_u32.checked_shl(choice as u32).unwrap_or(0);
    }
}

fn enter(workspace: &mut Workspace, lesson: &'static Lesson, place: usize) -> Vec<Effect> {
    workspace.lesson.open = Some(OpenLesson::at(lesson, At::Step(place, StepState::Arriving)));
    workspace.lesson.progress.reach(&lesson.id, place);
    vec![Effect::KeepProgress(workspace.lesson.progress.clone())]
}

fn next(workspace: &mut Workspace) -> Vec<Effect> {
    let Some((lesson, place, _)) = workspace.lesson.step() else { return Vec::new() };
    if place + 1 < lesson.steps.len() {
        // The points of the next step are those of the current one, or of the lesson file.
        workspace.lesson.points.retain(|&at, _| at <= place);
        return enter(workspace, lesson, place + 1);
    }
    workspace.lesson.open = Some(OpenLesson::at(lesson, At::End));
    workspace.lesson.progress.finish(&lesson.id);
    vec![Effect::KeepProgress(workspace.lesson.progress.clone())]
}

fn back(workspace: &mut Workspace) -> Vec<Effect> {
    let Some(OpenLesson { lesson, at, .. }) = workspace.lesson.open else { return Vec::new() };
    let place = if let At::Step(place, _) = at { place } else { lesson.steps.len() };
    let Some(place) = place.checked_sub(1) else { return Vec::new() };
    if let Some(given) = lesson.points(place).filter(|_| !workspace.lesson.points.contains_key(&place)) {
        workspace.lesson.points.insert(place, Arc::new(given.clone()));
    }
    enter(workspace, lesson, place)
}

#[cfg(test)]
mod tests;
