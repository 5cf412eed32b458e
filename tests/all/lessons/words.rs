//! Tests of lessons on documents: exact iterations, and the numbers of each step against its sentence.

use std::{collections::BTreeMap, sync::Arc};

use rayon::ThreadPoolBuilder;
use wordfield_core::{
    corpus::{Dataset, SplitOptions, VocabularyOptions, builtin},
    memory::Budget,
    model::{LiveChange, Params, Scores},
};
use wordfield_state::{
    Action, EditWords, Focus, GramAction, Layer, Lesson, LessonAction, Look, Panel, Run, StepState, StudyAction, Wait, WaitWord,
    Workspace, lesson, lessons, quantities,
};

use super::{player::Player, step, value};

fn on_words() -> impl Iterator<Item = &'static Lesson> {
    lessons().iter().filter(|lesson| lesson.start.corpus.is_some())
}

fn word(workspace: &Workspace, name: &str) -> usize {
    let words = &workspace.corpus.dataset.as_ref().expect("data").words;
    words.iter().position(|word| word == name).unwrap_or_else(|| panic!("{name} is a word"))
}

fn distance(workspace: &Workspace, words: [&str; 2]) -> f64 {
    let latent = workspace.run.latest.as_ref().expect("a snapshot").latent().expect("positions");
    let [a, b] = words.map(|name| latent.row(word(workspace, name)));
    (&a - &b).mapv(|x| x * x).sum().sqrt()
}

/// Performs the task of a lesson step.
fn play(player: &mut Player, lesson: &str, step: &str) {
    match (lesson, step) {
        ("synonyms", "find") => player.act(Action::Study(StudyAction::Gram(GramAction::Open([41, 161])))),
        ("forces", "drag") => {
            let workspace = &player.workspace;
            let concert = workspace.run.latest.as_ref().and_then(|latest| latest.position(word(workspace, "concert")));
            let to = concert.expect("a position");
            player.act(Action::Edit(EditWords::Drag { word: word(&player.workspace, "oven"), to }));
            player.act(Action::Edit(EditWords::LetGo));
        }
        ("overfitting", "spring") => player.act(Action::Run(Run::Change(LiveChange::real("rho", 9.0)))),
        ("gp", "find") => {
            let snapshot = player.workspace.run.snapshot.as_ref().expect("a snapshot");
            let deviation = snapshot.rated().and_then(|rated| rated.deviation.clone()).expect("deviations");
            let of = |i: &usize| deviation[[*i, 0]];
            let most = (0..deviation.nrows()).max_by(|a, b| of(a).total_cmp(&of(b))).expect("documents");
            player.act(Action::Look(Look::Select(Focus::Document(most))));
        }
        _ => panic!("{lesson}, {step}: nobody knows what to do"),
    }
}

/// Numbers of every step of a lesson at its end, by step and name.
struct Played(BTreeMap<String, BTreeMap<&'static str, f64>>);

impl Played {
    fn of(&self, step: &str, name: &str) -> f64 {
        *self.0[step].get(name).unwrap_or_else(|| panic!("{step} has {name}"))
    }
}

/// Plays a lesson to its end; `see` is called after every step.
fn through(id: &str, mut see: impl FnMut(&mut Player, &str)) -> Played {
    let lesson = lesson(id).expect("a lesson");
    let mut player = Player::begin(lesson, 0);
    let mut numbers = BTreeMap::new();
    for (place, of) in lesson.steps.iter().enumerate() {
        assert_eq!(player.workspace.newest(), lesson.trained(place), "{id} {}: the run rests", of.id);
        step(&mut player, |player| play(player, id, &of.id));
        let known =
            quantities::QUANTITIES.iter().filter_map(|quantity| Some((quantity.name, quantity.value(&player.workspace)?)));
        numbers.insert(of.id.clone(), known.collect());
        see(&mut player, &of.id);
        player.lesson(LessonAction::Next);
    }
    assert_eq!(player.state(), None, "{id} has an end");
    Played(numbers)
}

#[test]
fn overfitting_does_harm_and_both_remedies_cure_it() {
    let played = through("overfitting", |_, _| ());
    let of = |step: &str| ["train_rmse", "test_rmse", "rmse_gap"].map(|name| played.of(step, name));
    let [early, run, drop, weak, strong] = ["early", "run", "drop", "weak", "strong"].map(of);
    let mean = played.of("early", "mean_rmse");
    assert!(early[0] < mean && early[1] < mean, "both errors are below the mean's: {early:?} {mean}");
    assert!(run[0] < 0.5 * early[0] && run[1] > early[1] + 0.05, "seen falls, new rises: {early:?} {run:?}");
    assert!(run[2] > 1.5 * early[2] && played.of("run", "least_test_rmse") <= early[1] + 0.01, "the gap grows");
    assert!(drop[1] < run[1] - 0.05 && drop[2] < 0.8 * run[2], "dropping words shrinks both: {run:?} {drop:?}");
    assert!(weak[1] < run[1] - 0.05 && weak[2] < 0.5 * run[2], "so does the spring: {weak:?}");
    assert!(weak[1] < mean - 0.1, "its error stays low: {weak:?}");
    assert!((strong[1] - mean).abs() < 0.01 && strong[2].abs() < 0.05, "it only guesses the mean: {strong:?} {mean}");
    let [weak, strong] = ["weak", "strong"].map(|step| played.of(step, "farthest_word"));
    assert!(strong > 0.0 && strong < 0.01 * weak, "no word leaves the middle: {strong} {weak}");
}

#[test]
fn rho_is_about_ten_within_both_bounds_only() {
    let lesson = lesson("overfitting").expect("a lesson");
    let place = lesson.steps.iter().position(|step| step.id == "spring").expect("a step");
    let mut player = Player::begin(lesson, place);
    for (rho, state) in [(100.0, StepState::Open), (9.0, StepState::Done), (2.0, StepState::Open)] {
        player.lesson(LessonAction::Held(true));
        player.act(Action::Run(Run::Change(LiveChange::real("rho", rho))));
        player.lesson(LessonAction::Held(false));
        assert_eq!(player.state(), Some(state), "{rho}");
    }
    player.lesson(LessonAction::SetUp);
    assert!((value(&player.workspace, "rho") - 0.01).abs() < 1e-12 && player.workspace.newest() == lesson.trained(place));
}

#[test]
fn two_texts_without_a_common_word_are_more_alike_than_most() {
    let played = through("synonyms", |player, step| {
        if step == "words" {
            assert!(
                player
                    .workspace
                    .kernel_of_two_words()
                    .is_some_and(|(_, kernel)| kernel > value(&player.workspace, "mean_kernel"))
            );
        }
    });
    let [recipes, others] = ["train", "check"].map(|step| played.of(step, "inner_product"));
    let mean = played.of("train", "mean_kernel");
    assert!(played.of("guess", "common_words").abs() < 1e-12 && played.of("check", "common_words") > 0.0);
    assert!(recipes > mean + 0.05 && mean > others + 0.05, "{recipes} {mean} {others}");
    assert!((played.of("train", "iteration") - 150.0).abs() < 0.5 && (played.of("words", "iteration") - 150.0).abs() < 0.5);
}

#[test]
fn forces_part_topics_and_bring_a_moved_word_back() {
    let mut moved = 0.0;
    let played = through("forces", |player, step| {
        if step == "drag" {
            player.until("the effect", |workspace| {
                let drag = workspace.interventions.drag.as_ref();
                drag.and_then(|drag| drag.effect.as_ref()).is_some_and(|found| found.after.objective.is_some())
            });
            let found = player.workspace.interventions.drag.as_ref().and_then(|drag| drag.effect.clone()).expect("effect");
            assert!(found.after.objective > found.before.objective, "training has made the objective small");
            moved = distance(&player.workspace, ["oven", "bread"]);
        }
        if step == "release" {
            let drag = player.workspace.interventions.drag.as_ref().and_then(|drag| drag.effect.clone());
            assert!(drag.is_none_or(|found| found.after.objective.is_none()), "the objective after the drag is out of date");
        }
    });
    assert!(played.of("check", "word_distance") < 0.5 * played.of("run", "word_distance"), "moon went with telescope");
    assert!(played.of("guess", "word_distance") < 0.5 * played.of("run", "word_distance"), "oven and telescope parted");
    let back = played.of("release", "word_distance");
    assert!(back < 0.5 * moved, "oven is back: {moved} {back}");
}

#[test]
fn a_long_usual_review_is_surer_than_a_short_one_and_neither_was_seen() {
    let mut shown = BTreeMap::new();
    let played = through("gp", |player, step| {
        let workspace = &player.workspace;
        let data = workspace.corpus.dataset.as_ref().expect("data");
        if let ("short" | "long", Focus::Document(document)) = (step, workspace.choices.focus) {
            assert!(data.split.test.contains(&document), "{step}: not seen");
            shown.insert(step.to_owned(), data.weights.row(document).0.len());
        }
        if step == "guess" {
            let (layers, arrangement) = (&workspace.choices.layers, &workspace.layout.arrangement);
            assert!(!layers.shows(Layer::Labels) && !arrangement.shows(Panel::Inspector), "no list and no label names the word");
        }
        if step == "word" {
            let snapshot = workspace.run.snapshot.as_ref().expect("a snapshot");
            let values = snapshot.words.as_ref().expect("values").values.column(0).to_vec();
            let lower = values.iter().filter(|value| **value < values[word(workspace, "disappointed")]).count();
            assert!(lower * 10 < values.len(), "disappointed is among the lowest words: {lower} of {}", values.len());
            let range =
                values.iter().copied().fold(f64::NEG_INFINITY, f64::max) - values.iter().copied().fold(f64::INFINITY, f64::min);
            let own = word(workspace, "disappointed");
            let far = |other: usize| distance(workspace, ["disappointed", &data.words[other]]);
            let mut nearest: Vec<usize> = (0..values.len()).filter(|&other| other != own).collect();
            nearest.sort_by(|&a, &b| far(a).total_cmp(&far(b)));
            let alike = |&other: &usize| (values[other] - values[own]).abs() < 0.1 * range;
            assert!(nearest.iter().take(5).all(alike), "its neighbours have nearly the same value");
        }
        if step == "map" {
            let snapshot = workspace.run.snapshot.as_ref().expect("a snapshot");
            let fitted = snapshot.rated().and_then(|rated| rated.fitted.clone()).expect("a model");
            let latent = snapshot.latent().expect("positions");
            let own = fitted.deviation_at(latent).expect("deviations");
            let far = fitted.deviation_at(&ndarray::array![[3.0, 0.0], [0.0, -3.0]]).expect("deviations");
            let most = own.iter().copied().fold(0.0, f64::max);
            assert!(far.iter().all(|far| *far > most), "it grows where no words are");
            let reviews = snapshot.rated().and_then(|rated| rated.deviation.clone()).expect("deviations");
            assert!(reviews.iter().all(|review| *review > most), "that of a review is larger");
        }
    });
    assert!(2 * shown["short"] < shown["long"], "{shown:?}");
    assert!(played.of("short", "deviation") > played.of("long", "deviation") + 0.1);
    assert!(played.of("find", "deviation") > 1.25);
}

#[test]
fn hubs_remain_with_more_room_and_the_partner_has_its_rank() {
    let played = through("hubs", |player, step| {
        if step == "partner" {
            let compared = &player.workspace.matches.view.compared;
            assert!(compared.is_some(), "the article stands beside its candidates");
        }
    });
    assert!(played.of("partner", "partner_rank") > 1.0 && played.of("hub", "largest_hub") > 1.0);
    assert!(played.of("room", "largest_hub") > 1.0 && played.of("room", "precision_at_1") > played.of("look", "precision_at_1"));
}

#[test]
fn a_step_begins_the_same_however_it_is_reached() {
    let of = lesson("synonyms").expect("a lesson");
    let place = of.steps.iter().position(|step| step.id == "check").expect("a step");
    let seen = |player: &Player| {
        (player.workspace.newest(), ["inner_product", "mean_kernel"].map(|name| value(&player.workspace, name).to_bits()))
    };
    let resumed = seen(&Player::begin(of, place));
    let mut player = Player::begin(of, 0);
    (0..place).for_each(|_| player.lesson(LessonAction::Next));
    assert_eq!(seen(&player), resumed, "step by step");
    // Extra iterations by the reader do not carry over to the next steps.
    player.act(Action::Run(Run::Step(40)));
    player.until("further iterations", |workspace| workspace.newest() == 190 && !workspace.is_running());
    player.lesson(LessonAction::SetUp);
    assert_eq!(seen(&player), resumed, "set up again");
    player.lesson(LessonAction::Back);
    player.lesson(LessonAction::Next);
    assert_eq!(seen(&player), resumed, "back and on");
}

/// Positions and scores after the iterations of a lesson with the given number of threads.
fn trained(of: &'static Lesson, params: &Params, threads: usize) -> (Vec<f64>, Scores) {
    let raw = builtin(of.start.corpus.expect("a corpus"));
    let data = Dataset::build(raw.into(), &SplitOptions::default(), &VocabularyOptions::default(), params.weighting());
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let mut model = params.clone().start_within(Arc::new(data.expect("data")), Budget::of_system()).expect("a model");
        for _ in 0..of.trained(of.steps.len()) {
            model.step().expect("a step");
        }
        model.ensure_evaluated();
        let snapshot = model.snapshot();
        (snapshot.latent().expect("positions").iter().copied().collect(), snapshot.scores)
    })
}

#[test]
fn every_lesson_shows_the_same_with_any_number_of_threads() {
    for of in on_words() {
        let player = Player::begin(of, 0);
        let params = player.workspace.choices.settings.params.clone();
        let [(one, scores), (three, others)] = [1, 3].map(|threads| trained(of, &params, threads));
        // Sums of the canonical start depend on the number of threads in their last digits.
        let most = one.iter().zip(&three).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(most < 1e-6, "{}: {most}", of.id);
        let shown =
            |scores: Scores| [scores.train, scores.dev, scores.test].map(|score| score.map(|score| format!("{score:.4}")));
        assert_eq!(shown(scores), shown(others), "{}", of.id);
    }
}

#[test]
fn steps_that_train_give_their_iterations() {
    for of in on_words() {
        for (place, step) in of.steps.iter().enumerate() {
            if let Wait::Word(WaitWord::Trained) = step.wait {
                assert!(
                    of.trained(place) > 0 && (step.show.train.is_some() || !step.show.set.is_empty()),
                    "{} {}",
                    of.id,
                    step.id
                );
            }
        }
    }
}
