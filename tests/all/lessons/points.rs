//! Tests of lessons on point sets, in which every number of a text is compared with plain loops over the points.

use std::collections::BTreeMap;

use wordfield_core::{
    ldk::{Embedding, Level2},
    sandbox::{PointSet, Sandbox, Surface},
};
use wordfield_state::{
    Action, Lesson, LessonAction, SandboxAction, SetEdit, StepState, Tab, Undo, Wait, Workspace, lesson, lessons, quantities,
};

use super::{player::Player, step, value};

fn edit(player: &mut Player, set: usize, change: SetEdit) {
    player.act(Action::Sandbox(SandboxAction::Edit(set, change)));
}

fn gamma(player: &mut Player, gamma: f64) {
    player.act(Action::Sandbox(SandboxAction::Embedding(Embedding::Rbf { gamma })));
}

/// Performs the task of a lesson step.
fn play(player: &mut Player, lesson: &str, step: &str) {
    match (lesson, step) {
        ("kernel", "near") => edit(player, 1, SetEdit::Move(0, [0.3, 0.0])),
        ("kernel", "far") => edit(player, 1, SetEdit::Move(0, [3.5, 0.0])),
        ("bandwidth", "wide") => gamma(player, 0.05),
        ("bandwidth", "narrow") => gamma(player, 30.0),
        ("bandwidth", "half") => gamma(player, 1.4),
        ("mean", "draw") => edit(player, 0, SetEdit::Add([0.0, 0.0])),
        ("mean", "more") => (0..7).for_each(|i| edit(player, 0, SetEdit::Add([0.2 * f64::from(i), 0.3]))),
        ("mean", "spread") => edit(player, 0, SetEdit::Stretch(4.0)),
        ("mean", "weight") => edit(player, 0, SetEdit::Weight(2, 3.0)),
        ("value", "pull") => edit(player, 2, SetEdit::Move(1, [-1.2, -0.5])),
        ("value", "edge") => {
            edit(player, 2, SetEdit::Move(0, [1.5, 0.0]));
            // Second point of the set moves from far outside into A until the witness is balanced.
            let mut x = -4.0;
            while value(&player.workspace, "witness_c") < -0.02 && x < 0.0 {
                x += 0.05;
                edit(player, 2, SetEdit::Move(1, [x, 0.0]));
            }
        }
        ("value", "add") => edit(player, 2, SetEdit::Add([0.0, 2.0])),
        ("mmd", "push") => edit(player, 1, SetEdit::Shift([-2.0, 0.0])),
        ("mmd", "undo") => edit(player, 1, SetEdit::Stretch(0.5)),
        ("witness", "cover") => edit(player, 0, SetEdit::Shift([1.4, 0.0])),
        ("characteristic", "rbf") => gamma(player, 1.0),
        ("permutation", "move") => edit(player, 1, SetEdit::Shift([1.5, 0.0])),
        ("where", "erase") => edit(player, 1, SetEdit::Erase([2.3, 1.5], 1.2)),
        ("gram", "move") => edit(player, 3, SetEdit::Shift([0.5, -2.0])),
        ("gram", "level2") => player.act(Action::Sandbox(SandboxAction::Level2(Level2::Rbf { zeta: 2.0 }))),
        ("gram", "flip") => edit(player, 3, SetEdit::Target(1.0)),
        _ => panic!("{lesson}, {step}: nobody knows what to do"),
    }
}

/// Plays a lesson to its end; `see` is called before and after every step.
fn through(lesson: &'static Lesson, mut see: impl FnMut(&Workspace, &str, bool)) {
    let mut player = Player::begin(lesson, 0);
    assert_eq!(player.workspace.layout.tab, Tab::Sandbox);
    for of in &lesson.steps {
        see(&player.workspace, &of.id, false);
        step(&mut player, |player| play(player, &lesson.id, &of.id));
        see(&player.workspace, &of.id, true);
        player.lesson(LessonAction::Next);
    }
    assert_eq!(player.state(), None, "{} has an end", lesson.id);
    assert!(player.workspace.lesson.progress.finished.contains(&lesson.id));
}

fn on_points() -> impl Iterator<Item = &'static Lesson> {
    lessons().iter().filter(|lesson| lesson.start.sandbox.is_some())
}

#[test]
fn every_lesson_on_point_sets_can_be_played_to_its_end() {
    assert_eq!(on_points().count(), 10);
    on_points().for_each(|lesson| through(lesson, |_, _, _| ()));
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

/// Mean kernel value between two weighted sets, computed by plain loops.
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

/// Number of a lesson computed by plain loops; `None` for counts and for numbers of the permutation test and the learner.
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
                    PointSet { points: vec![wordfield_core::sandbox::Point { at: point, weight: 1.0 }], ..PointSet::default() };
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
        through(lesson, |workspace, step, _| {
            for quantity in quantities::QUANTITIES {
                let Some(shown) = quantity.value(workspace) else { continue };
                // Mean of an empty set is undefined.
                if let Some(plain) = naive(&workspace.sandbox.model, quantity.name).filter(|plain| !plain.is_nan()) {
                    assert!((shown - plain).abs() < 1e-9, "{step}: {} is {shown}, not {plain}", quantity.name);
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 300, "{compared} numbers");
}

/// Values of a number before and after each step of a lesson.
fn values(id: &str, name: &str) -> impl Fn(&str) -> [f64; 2] {
    let mut found = BTreeMap::new();
    through(lesson(id).expect("a lesson"), |workspace, step, after| {
        let value = quantities::quantity(name).expect("a quantity").value(workspace).unwrap_or(f64::NAN);
        found.entry(step.to_owned()).or_insert([f64::NAN; 2])[usize::from(after)] = value;
    });
    move |step| found[step]
}

#[test]
fn the_sentences_about_mmd_agree_with_its_values() {
    let (mmd, linear) = (values("mmd", "mmd2"), values("mmd", "mmd2_linear"));
    assert!(mmd("push")[1] < 0.2 * mmd("look")[0], "towards 0");
    assert!(linear("linear")[0] < 0.1 * mmd("linear")[0], "only the Gaussian kernel sees spread");
    assert!(mmd("undo")[1] < 0.5 * mmd("linear")[0], "MMD² fell");
    let top = values("mean", "inner_aa");
    assert!(top("spread")[1] < 0.8 * top("spread")[0], "spread points share the height");
    let mmd = values("characteristic", "mmd2");
    assert!(mmd("guess")[0] < 0.05 && mmd("poly")[0] > 10.0 * mmd("guess")[0], "{:?} {:?}", mmd("guess"), mmd("poly"));
}

#[test]
fn the_line_of_the_permutation_test_is_the_unbiased_mmd() {
    let of = lesson("permutation").expect("a lesson");
    let mut compared = 0;
    through(of, |workspace, step, _| {
        let (test, now) = workspace.sandbox.test().expect("a test");
        if now {
            assert_eq!(test.mmd.statistic().to_bits(), value(workspace, "mmd2_unbiased").to_bits(), "{step}");
            compared += 1;
        }
    });
    assert!(compared > 6, "{compared}");
    let [p, line, null] = ["sandbox_p", "mmd2_unbiased", "null_95"].map(|name| values("permutation", name));
    assert!(p("look")[0] > 0.05 && p("move")[1] < 0.05, "no difference, then a clear one");
    assert!(line("move")[1] > null("move")[1], "the line is beyond the 95th percentile");
    assert!(p("many")[0] < p("power")[0], "more points, smaller p");
}

#[test]
fn the_witness_is_largest_where_the_lesson_says_and_its_colours_have_a_fixed_scale() {
    through(lesson("where").expect("a lesson"), |workspace, step, after| {
        let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
        assert_eq!(Surface::Witness.possible_values(model), Some([-1.0, 1.0]), "the scale does not follow the values");
        if step == "guess" && !after {
            let samples = values.samples.as_ref().expect("two sets");
            let witness = Surface::Witness.at(model, values, samples.x.view()).expect("a witness");
            let size = |row: &usize| witness[*row].abs();
            let most = (0..witness.len()).max_by(|a, b| size(a).total_cmp(&size(b))).expect("points");
            assert!(samples.x[[most, 0]] > 1.5 && witness[most] < 0.0, "at the upper right, on the side of B");
            assert!(value(workspace, "sandbox_p") < 0.05, "the test is clear");
        }
        if step == "erase" && after {
            assert!(value(workspace, "sandbox_p") > 0.1);
        }
    });
}

#[test]
fn a_task_with_two_bounds_is_open_again_beyond_either() {
    let of = lesson("bandwidth").expect("a lesson");
    let mut player = Player::begin(of, 0);
    while player.workspace.lesson.step().is_some_and(|(_, place, _)| of.steps[place].id != "half") {
        player.lesson(LessonAction::Next);
    }
    for (tried, state) in [(1.4, StepState::Done), (1.7, StepState::Open), (1.0, StepState::Open), (1.3, StepState::Done)] {
        player.lesson(LessonAction::Held(true));
        gamma(&mut player, tried);
        player.lesson(LessonAction::Held(false));
        assert_eq!(player.state(), Some(state), "{tried}: {}", value(&player.workspace, "inner_ab"));
    }
}

#[test]
fn set_up_again_brings_back_the_beginning_of_every_step_and_undo_stays_inside() {
    for of in on_points() {
        let mut player = Player::begin(of, 0);
        for at in &of.steps {
            let before = player.workspace.sandbox.model.clone();
            if let Wait::Quantity { .. } = at.wait {
                play(&mut player, &of.id, &at.id);
                assert_ne!(*player.workspace.sandbox.model, *before, "{} {}", of.id, at.id);
                player.lesson(LessonAction::SetUp);
                assert_eq!(*player.workspace.sandbox.model, *before, "{} {}", of.id, at.id);
                assert_eq!(player.state(), Some(StepState::Open));
                play(&mut player, &of.id, &at.id);
                while player.workspace.undo.undoes().is_some() {
                    player.act(Action::Undo(Undo::Undo));
                }
                assert_eq!(*player.workspace.sandbox.model, *before, "{} {}: undo ends there", of.id, at.id);
                play(&mut player, &of.id, &at.id);
            }
            player.lesson(LessonAction::Next);
        }
        // Going back restores the sandbox points of every step.
        player.lesson(LessonAction::Back);
        assert!(player.state().is_some());
    }
}

#[test]
fn a_lesson_on_points_goes_on_with_points() {
    let mean = lesson("mean").expect("a lesson");
    assert_eq!((0..mean.steps.len()).map(|place| mean.resumes_at(place)).max(), Some(0), "its points are drawn by the reader");
    let gram = lesson("gram").expect("a lesson");
    assert_eq!([2, 3, 5, 99].map(|place| gram.resumes_at(place)), [0, 3, 3, 3]);
    let mut player = Player::begin(gram, 4);
    assert_eq!(player.workspace.lesson.step().map(|(_, place, _)| place), Some(3));
    player.lesson(LessonAction::Back);
    assert!(!player.workspace.sandbox.model.learner.is_learned(), "the learner comes with a later step");
}

#[test]
fn the_script_of_the_real_window_plays_every_step() {
    let script = include_str!("../../../scripts/play_lessons");
    assert!(script.contains("for file in crates/state/assets/lessons/*.json"), "all lessons are played");
    for lesson in lessons().iter().filter(|lesson| lesson.start.sandbox.is_some()) {
        let id = &lesson.id;
        let words = |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        let begin = format!("\n{id}() {{");
        let body = script.split(&begin).nth(1).and_then(|rest| rest.split("}\n").next()).expect("a function of the lesson");
        assert!(!body.contains("skip"), "{id}: {body}");
        for step in &lesson.steps {
            assert!(words(body).contains(&step.id), "{id}: no step {}", step.id);
            if let Wait::Answer { .. } = &step.wait {
                assert!(
                    body.contains(&format!("question {} ", step.id)),
                    "{id}: a wrong answer comes before that of {}",
                    step.id
                );
            }
        }
    }
    // Lessons on a corpus are played from their files, with a function for the tasks of each lesson.
    for lesson in lessons().iter().filter(|lesson| lesson.start.sandbox.is_none()) {
        for step in lesson.steps.iter().filter(|step| matches!(step.wait, Wait::Quantity { .. })) {
            assert!(script.contains(&format!("\n{}_{}() {{", lesson.id, step.id)), "{}: no task {}", lesson.id, step.id);
        }
    }
}
