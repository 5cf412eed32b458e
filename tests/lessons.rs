//! Lessons on point sets, played through: a wrong and the right answer of each question, and the tasks that steps wait for.
//!
//! Every number in a text is compared with plain loops over the points.

use wordfield::{
    ldk::Embedding,
    sandbox::{PointSet, Sandbox},
    state::{
        Action, At, Effect, Lesson, LessonAction, SandboxAction, SetEdit, StepState, Tab, Wait, Workspace, lessons, quantities,
        update,
    },
};

/// Applies an action and the answers of its queries.
fn act(workspace: &mut Workspace, action: Action) {
    let mut effects = update(workspace, action);
    while let Some(effect) = effects.pop() {
        if let Effect::Ask(task) = effect {
            effects.extend(update(workspace, Action::Answered(task.answer())));
        }
    }
}

fn edit(workspace: &mut Workspace, set: usize, change: SetEdit) {
    act(workspace, Action::Sandbox(SandboxAction::Edit(set, change)));
}

fn gamma(workspace: &mut Workspace, gamma: f64) {
    act(workspace, Action::Sandbox(SandboxAction::Embedding(Embedding::Rbf { gamma })));
}

fn value(workspace: &Workspace, name: &str) -> f64 {
    let quantity = quantities::quantity(name).unwrap_or_else(|| panic!("{name} is a quantity"));
    quantity.value(workspace).unwrap_or_else(|| panic!("{name} has a value"))
}

/// What a reader does in a step.
fn play(workspace: &mut Workspace, lesson: &str, step: &str) {
    match (lesson, step) {
        ("kernel", "near") => edit(workspace, 1, SetEdit::Move(0, [0.3, 0.0])),
        ("kernel", "far") => edit(workspace, 1, SetEdit::Move(0, [3.5, 0.0])),
        ("bandwidth", "wide") => gamma(workspace, 0.05),
        ("bandwidth", "narrow") => gamma(workspace, 30.0),
        ("bandwidth", "half") => gamma(workspace, 1.4),
        ("mean", "draw") => edit(workspace, 0, SetEdit::Add([0.0, 0.0])),
        ("mean", "more") => (0..7).for_each(|i| edit(workspace, 0, SetEdit::Add([0.2 * f64::from(i), 0.3]))),
        ("mean", "spread") => edit(workspace, 0, SetEdit::Stretch(4.0)),
        ("mean", "weight") => edit(workspace, 0, SetEdit::Weight(2, 3.0)),
        ("value", "pull") => edit(workspace, 2, SetEdit::Move(1, [-1.2, -0.5])),
        ("value", "edge") => {
            edit(workspace, 2, SetEdit::Move(0, [1.5, 0.0]));
            // The other word moves from far outside into A until it balances.
            let mut x = -4.0;
            while value(workspace, "witness_c") < -0.02 && x < 0.0 {
                x += 0.05;
                edit(workspace, 2, SetEdit::Move(1, [x, 0.0]));
            }
        }
        ("value", "add") => edit(workspace, 2, SetEdit::Add([0.0, 2.0])),
        ("mmd", "push") => edit(workspace, 1, SetEdit::Shift([-2.0, 0.0])),
        ("mmd", "undo") => edit(workspace, 1, SetEdit::Stretch(0.5)),
        ("witness", "cover") => edit(workspace, 0, SetEdit::Shift([1.4, 0.0])),
        ("characteristic", "rbf") => gamma(workspace, 1.0),
        ("permutation", "move") => edit(workspace, 1, SetEdit::Shift([1.5, 0.0])),
        ("where", "erase") => edit(workspace, 1, SetEdit::Erase([2.3, 1.5], 1.2)),
        ("gram", "move") => edit(workspace, 3, SetEdit::Shift([0.5, -2.0])),
        ("gram", "flip") => edit(workspace, 3, SetEdit::Target(1.0)),
        _ => panic!("{lesson}, {step}: nobody knows what to do"),
    }
}

fn state(workspace: &Workspace) -> Option<StepState> {
    match workspace.lesson.open?.at {
        At::Step(_, state) => Some(state),
        At::End => None,
    }
}

/// Plays a lesson to its end; `see` looks at every step before and after.
fn through(lesson: &'static Lesson, mut see: impl FnMut(&Workspace, &str)) {
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Lesson(LessonAction::Begin(lesson, 0)));
    assert_eq!(workspace.layout.tab, Tab::Sandbox);
    for step in &lesson.steps {
        let name = format!("{} {}", lesson.id, step.id);
        see(&workspace, &name);
        match &step.wait {
            Wait::Read(_) => assert_eq!(state(&workspace), Some(StepState::Done), "{name}"),
            Wait::Answer { answer, right } => {
                let right = answer.iter().position(|choice| choice == right).expect("the right choice");
                let wrong = usize::from(right == 0);
                act(&mut workspace, Action::Lesson(LessonAction::Answer(wrong)));
                assert_eq!(state(&workspace), Some(StepState::Wrong(wrong)), "{name}");
                act(&mut workspace, Action::Lesson(LessonAction::Answer(right)));
                assert_eq!(state(&workspace), Some(StepState::Done), "{name}");
            }
            Wait::Quantity { quantity, .. } => {
                let before = quantities::quantity(quantity).expect("known").value(&workspace);
                assert_eq!(state(&workspace), Some(StepState::Open), "{name} is met at once: {before:?}");
                play(&mut workspace, &lesson.id, &step.id);
                assert_eq!(state(&workspace), Some(StepState::Done), "{name}: {} from {before:?}", value(&workspace, quantity));
            }
        }
        see(&workspace, &name);
        act(&mut workspace, Action::Lesson(LessonAction::Next));
    }
    assert_eq!(state(&workspace), None, "{} has an end", lesson.id);
    assert!(workspace.lesson.progress.finished.contains(&lesson.id));
}

fn on_points() -> impl Iterator<Item = &'static Lesson> {
    lessons().iter().filter(|lesson| lesson.start.sandbox.is_some())
}

#[test]
fn every_lesson_on_point_sets_can_be_played_to_its_end() {
    assert_eq!(on_points().count(), 10);
    on_points().for_each(|lesson| through(lesson, |_, _| ()));
}

fn kernel(embedding: Embedding, x: [f64; 2], y: [f64; 2]) -> f64 {
    let dot = x[0] * y[0] + x[1] * y[1];
    match embedding {
        Embedding::Rbf { gamma } => (-0.5 * gamma * ((x[0] - y[0]).powi(2) + (x[1] - y[1]).powi(2))).exp(),
        Embedding::Polynomial { offset, degree, divisor } => std::iter::repeat_n((dot + offset) / divisor, degree).product(),
        Embedding::Linear => dot,
        Embedding::Identity => unreachable!("not a kernel of the sandbox"),
    }
}

/// Mean kernel of two sets, weighted, as plain loops.
fn inner(embedding: Embedding, a: &PointSet, b: &PointSet) -> f64 {
    let (mut sum, mut mass) = (0.0, 0.0);
    for x in &a.points {
        for y in &b.points {
            sum += x.weight * y.weight * kernel(embedding, x.at, y.at);
            mass += x.weight * y.weight;
        }
    }
    sum / mass
}

/// A number of a lesson by plain loops; `None` for numbers of the permutation test and of the learner, and counts.
fn naive(sandbox: &Sandbox, name: &str) -> Option<f64> {
    let sets = &sandbox.sets;
    let [a, b] = sandbox.compared;
    let of = |embedding: Embedding, i: usize, j: usize| inner(embedding, &sets[i], &sets[j]);
    let own = sandbox.embedding;
    let mmd = |embedding: Embedding| of(embedding, a, a) + of(embedding, b, b) - 2.0 * of(embedding, a, b);
    let witness = |set: usize| of(own, set, a) - of(own, set, b);
    Some(match name {
        "inner_aa" => of(own, 0, 0),
        "inner_ab" => of(own, 0, 1),
        "inner_ac" => of(own, 0, 2),
        "inner_cd" => of(own, 2, 3),
        "mmd2" => mmd(own),
        "mmd2_linear" => mmd(Embedding::Linear),
        "witness_a" => witness(0),
        "witness_b" => witness(1),
        "witness_c" => witness(2),
        "witness_range" => {
            let at = |point: [f64; 2]| {
                let alone =
                    PointSet { points: vec![wordfield::sandbox::Point { at: point, weight: 1.0 }], ..PointSet::default() };
                inner(own, &alone, &sets[a]) - inner(own, &alone, &sets[b])
            };
            sets[a].points.iter().chain(&sets[b].points).map(|point| at(point.at).abs()).fold(0.0, f64::max)
        }
        _ => return None,
    })
}

#[test]
fn numbers_in_lessons_equal_plain_loops_over_the_points() {
    let mut compared = 0;
    for lesson in on_points() {
        through(lesson, |workspace, step| {
            for quantity in quantities::QUANTITIES {
                let Some(shown) = quantity.value(workspace) else { continue };
                // An empty set has no mean.
                if let Some(plain) = naive(workspace.sandbox.model(), quantity.name).filter(|plain| !plain.is_nan()) {
                    assert!((shown - plain).abs() < 1e-9, "{step}: {} is {shown}, not {plain}", quantity.name);
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 300, "{compared} numbers");
}
