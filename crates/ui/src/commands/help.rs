//! Commands of the menu "Help": search over commands, lessons, list of keys, glossary, sources.

use egui::Key;

use super::{CTRL, Command, Group::Help, ViewCommand, act, view_command};
use wordfield_state::{Action, LessonAction, Open, Panel, Show, StepState, Wait, Workspace, tour};

/// Maximum number of answers to a lesson's quiz question that have commands.
const MOST_ANSWERS: usize = 4;

pub(super) fn rows() -> Vec<Command> {
    help().into_iter().chain(lesson()).collect()
}

/// Commands for the steps of the open lesson, for readers without a mouse.
fn lesson() -> Vec<Command> {
    let state = |workspace: &Workspace| workspace.lesson.step().map(|(_, _, state)| state);
    let step = |name: &str, hint: &str, action: fn() -> LessonAction| {
        Command::new(Help, name, hint, move |_| act(Action::Lesson(action())))
    };
    let go_on = step("Lesson: continue", "goes on to the next step", || LessonAction::Next)
        .keys([(CTRL, Key::L)])
        .when(move |workspace| state(workspace) == Some(StepState::Done));
    let skip = step("Lesson: skip this step", "goes on without the answer or the task", || LessonAction::Next)
        .when(move |workspace| state(workspace).is_some_and(|state| state != StepState::Done));
    let back = step("Lesson: previous step", "goes back by one step", || LessonAction::Back)
        .when(|workspace| workspace.lesson.open.is_some());
    let leave = step("Lesson: close", "closes the lesson; your documents and your run come back", || LessonAction::Leave)
        .when(|workspace| workspace.lesson.open.is_some());
    let answers = (0..MOST_ANSWERS).map(|choice| {
        let name = format!("Lesson: answer {}", choice + 1);
        Command::new(Help, name, "chooses an answer of the question", move |_| act(Action::Lesson(LessonAction::Answer(choice))))
            .when(move |workspace| choices(workspace) > choice)
    });
    [go_on, skip, back, leave].into_iter().chain(answers).collect()
}

/// Number of answers to the open quiz question of a lesson; 0 without a quiz question.
fn choices(workspace: &Workspace) -> usize {
    let Some((lesson, place, StepState::Open | StepState::Wrong)) = workspace.lesson.step() else { return 0 };
    match lesson.steps.get(place).map(|step| &step.wait) {
        Some(Wait::Answer { answer, .. }) => answer.len(),
        _ => 0,
    }
}

fn help() -> Vec<Command> {
    vec![
        Command::new(Help, "Search commands…", "opens the command palette", |_| view_command(ViewCommand::CommandPalette))
            .keys([(CTRL, Key::P)]),
        Command::new(Help, "Lessons", "opens the panel Learn with short lessons to try out", |workspace| {
            let open = workspace.layout.arrangement.shows(Panel::Learn);
            if open { Vec::new() } else { act(Action::Show(Show::Panel(Panel::Learn))) }
        })
        .keywords("learn tutorial course kernel means overfitting gaussian process hubs forces teach"),
        Command::new(Help, "Look around", "a short tour of the window with the current documents", |_| {
            tour().map_or_else(Vec::new, |tour| act(Action::Lesson(LessonAction::Start(tour, 0))))
        })
        .keywords("tour introduction first steps help"),
        Command::new(Help, "Open your own…", "opens documents of your own, or a saved model", |_| {
            act(Action::Open(Open::AskForFile))
        }),
        Command::new(Help, "Keyboard shortcuts", "lists all keyboard shortcuts", |_| view_command(ViewCommand::KeyList))
            .key(Key::F1),
        Command::new(Help, "Glossary", "explains every term, with its formula and the values of the moment", |_| {
            view_command(ViewCommand::Glossary)
        })
        .keywords("terms formula symbols explain kernel gamma posterior witness"),
        Command::new(Help, "Sources", "names the authors and licences of the texts inside the program", |_| {
            view_command(ViewCommand::Sources)
        })
        .keywords("licence license copyright attribution built-in corpora about"),
    ]
}
