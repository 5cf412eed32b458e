//! Panel "Learn": the list of lessons, or the open lesson at its current step.
//!
//! The reader ends each lesson step with the button *Continue* at the bottom of the panel.

use egui::{Button, Panel, ProgressBar, RichText, Ui};

use super::{
    style::{Icon, SPACE, icon, icon_button, primary},
    widgets::{ResponseExt, note},
};
use wordfield_state::{
    Action, At, Headings, Lesson, LessonAction, LessonState, LessonTexts, OpenLesson, Owner, PanelTexts, StepState, StepTexts,
    Wait, Workspace, lessons, quantities,
};

/// Text size of a lesson step, in points.
const READING: f32 = 14.0;

/// Draws the panel "Learn".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let mut lesson_actions = Vec::new();
    match workspace.lesson.open {
        None => list(ui, &workspace.lesson, &mut lesson_actions),
        Some(open) => lesson(ui, workspace, open, &mut lesson_actions),
    }
    actions.extend(lesson_actions.into_iter().map(Action::Lesson));
}

/// Draws every lesson with its goal and the reader's progress.
fn list(ui: &mut Ui, state: &LessonState, lesson_actions: &mut Vec<LessonAction>) {
    let words = &state.language.texts().panel;
    ui.label(&words.intro);
    let mut group = None;
    for lesson in lessons() {
        let Some(texts) = state.language.lesson(lesson) else { continue };
        let own = heading(lesson, &state.language.texts().headings);
        if let Some(heading) = own.filter(|_| own != group) {
            ui.add_space(SPACE[2]);
            ui.label(RichText::new(heading).weak());
            ui.separator();
        }
        group = own;
        ui.add_space(SPACE[1]);
        ui.horizontal_wrapped(|ui| {
            ui.strong(&texts.title);
            if state.progress.finished.contains(&lesson.id) {
                ui.label(icon(ui, Icon::Check));
            }
        });
        note(ui, &texts.goal);
        ui.horizontal_wrapped(|ui| {
            let name = |verb: &str| format!("{verb}: {}", texts.title);
            button(ui, &words.start, &name(&words.start)).on_click(lesson_actions, || LessonAction::Start(lesson, 0));
            let reached = state.progress.steps.get(&lesson.id).map(|&step| lesson.resumes_at(step));
            let begun = reached.filter(|&step| step > 0);
            if let Some(step) = begun {
                let text = words.resume.replace("{step}", &(step + 1).to_string());
                button(ui, &text, &name(&words.next)).on_click(lesson_actions, || LessonAction::Start(lesson, step));
            }
        });
    }
}

/// Heading of the group of lessons with this kind of start.
fn heading<'a>(lesson: &Lesson, headings: &'a Headings) -> Option<&'a str> {
    let of_words = lesson.start.corpus.map(|_| headings.words.as_str());
    of_words.or(lesson.start.sandbox.as_ref().map(|_| headings.points.as_str()))
}

/// Draws a button whose accessible name distinguishes it from the same button of other lessons.
fn button(ui: &mut Ui, text: &str, name: &str) -> egui::Response {
    let response = ui.button(text);
    super::widgets::named(&response, egui::Role::Button, name);
    response
}

fn lesson(ui: &mut Ui, workspace: &Workspace, open: OpenLesson, lesson_actions: &mut Vec<LessonAction>) {
    let state = &workspace.lesson;
    let words = &state.language.texts().panel;
    let Some(texts) = state.language.lesson(open.lesson) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.strong(&texts.title);
    });
    match open.at {
        At::Step(place, step) => {
            let all = open.lesson.steps.len();
            let done = (place + usize::from(step == StepState::Done)) as f32 / all as f32;
            ui.add(ProgressBar::new(done).desired_height(4.0));
            note(ui, words.step.replace("{step}", &(place + 1).to_string()).replace("{all}", &all.to_string()));
            ui.add_space(SPACE[0]);
            if let Some(texts) = state.language.step(open.lesson, place) {
                content(ui, workspace, (open, place, step), texts, lesson_actions);
            }
        }
        At::End => end(ui, state, open.lesson, texts, lesson_actions),
    }
}

/// Draws the buttons of the open lesson at the foot of the panel, where no text moves them.
pub(crate) fn foot(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(open) = workspace.lesson.open else { return };
    let (words, mut lesson_actions) = (&workspace.lesson.language.texts().panel, Vec::new());
    Panel::bottom("foot of the lesson").show(ui, |ui| {
        ui.add_space(SPACE[1]);
        if let At::Step(place, step) = open.at {
            controls(ui, words, (open.lesson, place, step), &mut lesson_actions);
            ui.add_space(SPACE[0]);
        }
        let button = match workspace.lesson.owner {
            Owner::Lesson => ui.button(&words.leave).on_hover_text(&words.leave_hint),
            Owner::User => ui.button(&words.close),
        };
        button.on_click(&mut lesson_actions, || LessonAction::Leave);
    });
    actions.extend(lesson_actions.into_iter().map(Action::Lesson));
}

/// Draws a step of a lesson: text, quiz question with its reply, or the number to reach.
fn content(
    ui: &mut Ui,
    workspace: &Workspace,
    (open, place, state): (OpenLesson, usize, StepState),
    texts: &StepTexts,
    lesson_actions: &mut Vec<LessonAction>,
) {
    let filled = |text: &str| quantities::fill(text, workspace);
    ui.label(RichText::new(filled(&texts.text)).size(READING).color(ui.visuals().strong_text_color()));
    let Some(step) = open.lesson.steps.get(place) else { return };
    if state == StepState::Arriving {
        let words = &workspace.lesson.language.texts().panel;
        note(ui, if workspace.run.snapshot.is_some() { &words.placing } else { &words.reading });
        return;
    }
    match &step.wait {
        Wait::Word(_) | Wait::Quantity { .. } => {}
        Wait::Answer { answer, right } => {
            ui.add_space(SPACE[0]);
            for (choice, id) in answer.iter().enumerate() {
                let Some(of_choice) = texts.choices.get(id) else { continue };
                // Replies to tried choices remain visible; after the right choice, the replies to the others can be read.
                let tried = open.has_tried(choice);
                ui.add(Button::new(filled(&of_choice.text)).selected(tried).wrap())
                    .on_click(lesson_actions, || LessonAction::Answer(choice));
                if tried {
                    reply(ui, id == right, &filled(&of_choice.reply));
                }
            }
        }
    }
    if state == StepState::Done && !texts.done.is_empty() {
        reply(ui, true, &filled(&texts.done));
    }
}

/// Draws the reply to an answer, or to a step's condition that is met.
fn reply(ui: &mut Ui, right: bool, text: &str) {
    ui.add_space(SPACE[0]);
    ui.horizontal_top(|ui| {
        let color = if right { ui.visuals().hyperlink_color } else { ui.visuals().warn_fg_color };
        ui.label(icon(ui, if right { Icon::Check } else { Icon::X }).color(color));
        ui.vertical(|ui| ui.label(RichText::new(text).strong()));
    });
}

fn controls(
    ui: &mut Ui,
    words: &PanelTexts,
    (lesson, place, state): (&Lesson, usize, StepState),
    lesson_actions: &mut Vec<LessonAction>,
) {
    ui.horizontal_wrapped(|ui| {
        let last = place + 1 == lesson.steps.len();
        let done = state == StepState::Done;
        let go_on = primary(ui, if last { &words.finish } else { &words.next });
        if ui.add_enabled(done, go_on).clicked() || (!done && ui.button(&words.skip).clicked()) {
            lesson_actions.push(LessonAction::Next);
        }
        icon_button(ui, place > 0, Icon::ArrowLeft, &words.previous, "").on_click(lesson_actions, || LessonAction::Back);
        icon_button(ui, true, Icon::RotateCcw, &words.again, "").on_click(lesson_actions, || LessonAction::SetUp);
    });
}

/// Draws the end of a lesson: a summary of its content, and the next lesson.
fn end(ui: &mut Ui, state: &LessonState, lesson: &'static Lesson, texts: &LessonTexts, lesson_actions: &mut Vec<LessonAction>) {
    ui.add_space(SPACE[1]);
    let words = &state.language.texts().panel;
    ui.label(format!("{}:", state.language.texts().headings.after));
    ui.label(RichText::new(&texts.after).strong());
    ui.add_space(SPACE[2]);
    let place = lessons().iter().position(|other| other.id == lesson.id);
    let next = place.and_then(|place| lessons().get(place + 1));
    if let Some((next, texts)) = next.and_then(|next| Some((next, state.language.lesson(next)?)))
        && ui.add(primary(ui, &words.next_lesson.replace("{title}", &texts.title))).clicked()
    {
        lesson_actions.push(LessonAction::Start(next, 0));
    }
    ui.horizontal_wrapped(|ui| {
        icon_button(ui, true, Icon::ArrowLeft, &words.previous, "").on_click(lesson_actions, || LessonAction::Back);
        ui.button(&words.once_more).on_click(lesson_actions, || LessonAction::Start(lesson, 0));
    });
}
