//! Tests of lessons, played through without a window: wrong and right answers, and the tasks of the steps.
//! Numbers in the texts are compared with the claims of their sentences.

mod player;
mod points;
mod words;

use wordfield_state::{Language, LessonAction, StepState, Wait, Workspace, quantities};

use player::Player;

/// Value of a quantity of the lessons.
fn value(workspace: &Workspace, name: &str) -> f64 {
    let quantity = quantities::quantity(name).unwrap_or_else(|| panic!("{name} is a quantity"));
    quantity.value(workspace).unwrap_or_else(|| panic!("{name} has a value"))
}

/// Answers the quiz question of a step: first each wrong choice, then the right one, then a wrong one to read its reply.
fn answer(player: &mut Player, name: &str, answer: &[String], right: &str) {
    let choice = |id: &str| answer.iter().position(|choice| choice == id).expect("a choice");
    let wrong: Vec<usize> = answer.iter().filter(|id| *id != right).map(|id| choice(id)).collect();
    assert!(player.workspace.lesson.asks(), "{name}: numbers are hidden");
    for &wrong in &wrong {
        player.lesson(LessonAction::Answer(wrong));
        assert_eq!(player.state(), Some(StepState::Wrong), "{name}");
    }
    player.lesson(LessonAction::Answer(choice(right)));
    assert_eq!(player.state(), Some(StepState::Done), "{name}");
    player.lesson(LessonAction::Answer(wrong[0]));
    let open = player.workspace.lesson.open.expect("a lesson");
    assert!((0..answer.len()).all(|choice| open.has_tried(choice)), "{name}: every reply can be read");
    assert_eq!(player.state(), Some(StepState::Done), "{name}: the right answer stays");
    assert!(!player.workspace.lesson.asks(), "{name}");
}

/// Checks that every quantity in the texts of a finished step has a value.
fn numbers_have_values(workspace: &Workspace, name: &str) {
    let (lesson, place, _) = workspace.lesson.step().expect("a step");
    for language in Language::all() {
        let texts = language.step(lesson, place).expect("texts");
        let replies = texts.choices.values().flat_map(|choice| [&choice.text, &choice.reply]);
        for text in [&texts.text, &texts.done].into_iter().chain(replies) {
            assert!(!quantities::fill(text, workspace).contains('…'), "{name}: {text}");
        }
    }
}

/// Plays the open step; `task` performs the task of the step.
fn step(player: &mut Player, task: impl FnOnce(&mut Player)) {
    let (lesson, place, _) = player.workspace.lesson.step().expect("a step");
    let name = format!("{} {}", lesson.id, lesson.steps[place].id);
    assert_eq!(player.workspace.undo.undoes(), None, "{name}: nothing of the set-up can be undone");
    match &lesson.steps[place].wait {
        Wait::Word(_) => assert_eq!(player.state(), Some(StepState::Done), "{name}"),
        Wait::Answer { answer: choices, right } => answer(player, &name, choices, right),
        Wait::Quantity { quantity, .. } => {
            assert_eq!(player.state(), Some(StepState::Open), "{name} is met at once");
            // The task of the step is done, but the mouse button is still pressed.
            player.lesson(LessonAction::Held(true));
            task(player);
            assert_eq!(player.state(), Some(StepState::Open), "{name}: judged when released");
            player.lesson(LessonAction::Held(false));
            assert_eq!(player.state(), Some(StepState::Done), "{name}: {}", value(&player.workspace, quantity));
        }
    }
    numbers_have_values(&player.workspace, &name);
}
