//! Tests of playback, trails, forks, comparison of runs.

use super::*;
use crate::{Choose, Layer, Members, Moment, PathKind, SelectionSet, Time, Undo};
use wordfield_core::train::Pace;

fn tick(workspace: &mut Workspace, seconds: f64) -> Option<usize> {
    update(workspace, Action::Time(Time::Tick(seconds)));
    workspace.timeline.at
}

#[test]
fn playback_has_its_rate_and_ends_by_following() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Time(Time::Rate(10.0)));
    assert_eq!(tick(&mut workspace, 0.2), None, "it does not play yet");
    update(&mut workspace, Action::Time(Time::PlayBack));
    assert_eq!(workspace.timeline.at, Some(0), "from the beginning");
    let seen: Vec<_> = (0..8).map(|_| tick(&mut workspace, 0.05)).collect();
    assert_eq!(seen, [Some(0), Some(1), Some(1), Some(2), Some(2), Some(3), Some(3), Some(4)]);
    update(&mut workspace, Action::Run(Run::PlayPause));
    assert_eq!((tick(&mut workspace, 0.2), workspace.timeline.playback.playing), (Some(4), false), "Space holds what plays");
    update(&mut workspace, Action::Time(Time::PlayBack));
    assert_eq!(tick(&mut workspace, 0.2), Some(6), "on from where one looks");
    assert_eq!(tick(&mut workspace, 60.0), Some(8), "a frame that took long is no leap");
    tick(&mut workspace, 0.25);
    assert_eq!((tick(&mut workspace, 0.25), workspace.timeline.playback.playing), (None, false));
}

#[test]
fn of_equal_development_scores_the_one_that_the_run_chose_is_marked() {
    let mut workspace = recorded();
    workspace.run.curves.dev = vec![[2.0, 0.4], [4.0, 0.4], [6.0, 0.3]];
    assert_eq!(workspace.best_iteration(), Some((2, 0.4)));
    for (restored, marked) in [(4, 4), (6, 2)] {
        let latest = workspace.run.latest.as_ref().expect("a snapshot");
        let latest = Snapshot { restored_iteration: Some(restored), ..Snapshot::clone(latest) };
        workspace.run.latest = Some(Arc::new(latest));
        assert_eq!(workspace.best_iteration(), Some((marked, 0.4)), "{restored} restored");
    }
}

#[test]
fn a_loop_is_played_again_and_again() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Time(Time::Rate(10.0)));
    update(&mut workspace, Action::Time(Time::Loop(Some([6, 3]))));
    update(&mut workspace, Action::Time(Time::PlayBack));
    let seen: Vec<_> = (0..6).map(|_| tick(&mut workspace, 0.1)).collect();
    assert_eq!(seen, [Some(4), Some(5), Some(6), Some(3), Some(4), Some(5)]);
    update(&mut workspace, Action::Time(Time::Loop(Some([7, 7]))));
    assert_eq!(workspace.timeline.playback.range, None, "an empty range does not loop");
}

#[test]
fn trails_pass_recorded_positions_and_end_at_the_words() {
    let mut workspace = recorded();
    let words = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(0))));
    assert!(workspace.field.paths.of(PathKind::Trail).is_empty(), "not asked for");
    update(&mut workspace, Action::Field(Field::Toggle(Layer::Trails)));
    let xs = |workspace: &Workspace| -> Vec<f64> { workspace.field.paths.of(PathKind::Trail)[0].points.column(0).to_vec() };
    assert_eq!(xs(&workspace), (0..=10).map(f64::from).collect::<Vec<_>>());
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(4))));
    assert_eq!(xs(&workspace), [0.0, 1.0, 2.0, 3.0, 4.0], "up to the iteration shown");
    assert_eq!(workspace.field.scene.as_ref().map(|scene| scene.paths.of(PathKind::Trail).len()), Some(1));
    let chosen = SelectionSet::Words(Arc::new(Members::of(words, [0, 2, 5])));
    update(&mut workspace, Action::Choose(Choose::Set(chosen)));
    let drawn: Vec<usize> = workspace.field.paths.of(PathKind::Trail).iter().map(|path| path.word).collect();
    assert_eq!(drawn, [0, 2, 5]);
    update(&mut workspace, Action::Field(Field::Toggle(Layer::Trails)));
    assert!(workspace.field.paths.of(PathKind::Trail).is_empty());
}

#[test]
fn a_fork_continues_from_the_shown_iteration_and_keeps_the_run() {
    let mut workspace = recorded();
    for iteration in 1..=10 {
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Progress(progress(iteration)))));
    }
    assert!(update(&mut workspace, Action::Time(Time::Fork)).is_empty(), "the newest is no earlier one");
    update(&mut workspace, Action::Look(Look::Seek(Seek::At(4))));
    let effects = update(&mut workspace, Action::Time(Time::Fork));
    let [Effect::Fork { run: 2, from, history, paused: false }] = &effects[..] else { panic!("{effects:?}") };
    assert_eq!((from.iteration, history.len(), history.at(4).map(|frame| frame.iteration)), (4, 5, Some(4)));
    assert_eq!((workspace.run.id, workspace.timeline.at, workspace.run.earlier.forked), (2, None, Some((1, 4))));
    assert_eq!(workspace.run.curves.objective.last().map(|point| point[0]), Some(4.0), "its curve begins as the other's did");
    let kept = workspace.run.earlier.get(1).expect("kept");
    assert_eq!((kept.end, kept.history.len(), kept.curves.objective.len()), (10, 11, 10));
    let later = update(&mut workspace, Action::Time(Time::ForkFrom(Moment { run: 1, iteration: Some(7) })));
    assert!(matches!(&later[..], [Effect::Fork { run: 3, from, .. }] if from.iteration == 7), "{later:?}");
}

/// Answers the request to weight the words anew.
fn weighted(workspace: &mut Workspace, effects: &[Effect], weighting: Weighting) -> Vec<Effect> {
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Load(_))), "{effects:?}");
    let (data, corpus) = (DataOptions::default(), &workspace.corpus.dataset.as_ref().expect("a dataset").corpus);
    let dataset = Dataset::build(Arc::clone(corpus), &data.split, &data.vocabulary, weighting).expect("a dataset");
    let (job, answer) = (workspace.corpus.job, Answer::Corpus(Ok(LoadedData::new(dataset, data))));
    update(workspace, Action::Open(Open::Answer(job, answer)))
}

#[test]
fn an_undone_preset_brings_back_the_run_with_its_history() {
    let mut workspace = recorded();
    for iteration in 1..=10 {
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Progress(progress(iteration)))));
    }
    let (settings, curves) = (workspace.choices.settings.clone(), workspace.run.curves.clone());
    let paper = update(&mut workspace, Action::Run(Run::Preset(Preset::Paper)));
    let effects = weighted(&mut workspace, &paper, Weighting::Count);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Train { run: 2 })), "{effects:?}");
    let undone = update(&mut workspace, Action::Undo(Undo::Undo));
    let effects = weighted(&mut workspace, &undone, settings.params.weighting());
    let Some(Effect::Fork { run: 3, from, history, paused: true }) = effects.first() else { panic!("{effects:?}") };
    assert_eq!((from.iteration, history.len()), (10, 11));
    assert_eq!((&workspace.choices.settings, &workspace.run.curves), (&settings, &curves));
    assert!(workspace.run.earlier.is_empty() && workspace.run.table.iter().all(|record| record.run != 1), "it is listed once");
}

#[test]
fn undone_parameters_bring_back_the_run_and_a_run_without_iterations_begins_again() {
    let mut workspace = recorded();
    let mut params = workspace.choices.settings.params.clone();
    params.set("q", "3").expect("a parameter");
    update(&mut workspace, Action::Run(Run::Params(Box::new(params))));
    let effects = update(&mut workspace, Action::Undo(Undo::Undo));
    assert!(matches!(effects[..], [Effect::Fork { run: 3, paused: true, .. }]), "{effects:?}");
    let effects = update(&mut workspace, Action::Undo(Undo::Redo));
    assert!(matches!(effects[..], [Effect::Train { run: 4 }]), "{effects:?}");
}

#[test]
fn two_runs_are_compared_when_visible_and_lines_show_the_differences() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!(workspace.compare.runs.sides, [Some(Moment::end_of(1)), Some(Moment::end_of(2))]);
    let history = Arc::new(wordfield_core::train::History::new(1 << 20));
    update(&mut workspace, Action::Trainer(2, TrainerUpdate::Recorded(history)));
    let fresh = snapshot(&workspace, 0);
    assert!(update(&mut workspace, Action::Trainer(2, TrainerUpdate::Snapshot(fresh))).is_empty(), "nobody looks");
    let effects = update(&mut workspace, Action::Look(Look::Tab(Tab::Compare)));
    let [Effect::Run(query)] = &effects[..] else { panic!("{effects:?}") };
    assert!(query.is("two runs"));
    let answer = query.clone().answer();
    assert!(update(&mut workspace, answer).is_empty(), "asked once");
    let apart = workspace.compare.runs.apart.clone().expect("an answer");
    assert_eq!((apart.key, apart.moved[0].0), ([(1, 10), (2, 0)], 0), "word 0 alone went somewhere");
    update(&mut workspace, Action::Time(Time::Lines(true)));
    assert!(!workspace.field.paths.of(PathKind::Moved).is_empty());
    update(&mut workspace, Action::Time(Time::Forget(1)));
    assert!(
        workspace.field.paths.of(PathKind::Moved).is_empty()
            && workspace.compare.runs.apart.is_none()
            && workspace.run.earlier.is_empty()
    );
}

#[test]
fn the_first_run_of_a_corpus_and_a_restarted_one_are_watched() {
    let mut workspace = recorded();
    workspace.run.pace = Pace::Watch;
    assert_eq!(workspace.train_options().pace, Pace::Watch);
    let mut params = workspace.choices.settings.params.clone();
    params.set("q", "3").expect("a parameter");
    update(&mut workspace, Action::Run(Run::Params(Box::new(params))));
    assert_eq!((workspace.train_options().pace, workspace.run.id), (Pace::Full, 2));
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!(workspace.train_options().pace, Pace::Watch);
    let effects = update(&mut workspace, Action::Run(Run::Pace(Pace::Limit(5.0))));
    assert!(matches!(effects[..], [Effect::Send(Command::Pace(Pace::Limit(limit)))] if limit == 5.0));
}

#[test]
fn a_fork_at_the_end_starts_from_the_shown_end() {
    let mut workspace = recorded();
    // The run restored its best iterate.
    let best = Arc::new(Snapshot { restored_iteration: Some(6), ..(*snapshot(&workspace, 10)).clone() });
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(best)));
    update(&mut workspace, Action::Run(Run::Restart));
    assert_eq!(workspace.iteration_of(Moment::end_of(1)), Some(6));
    let effects = update(&mut workspace, Action::Time(Time::ForkFrom(Moment::end_of(1))));
    assert!(matches!(&effects[..], [Effect::Fork { run: 3, from, .. }] if from.iteration == 6), "{effects:?}");
}

#[test]
fn every_run_is_listed_and_two_of_them_are_chosen() {
    let mut workspace = recorded();
    for run in [2, 3] {
        update(&mut workspace, Action::Run(Run::Restart));
        let newest = snapshot(&workspace, 3);
        update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(newest)));
    }
    let listed = |workspace: &Workspace| workspace.run_records().iter().map(|record| record.run).collect::<Vec<_>>();
    let compared = |workspace: &Workspace| workspace.compared_records().map(|pair| pair.map(|record| record.run));
    assert_eq!((listed(&workspace), compared(&workspace)), (vec![1, 2, 3], Some([2, 3])));
    assert_eq!(workspace.table("runs").map(|table| table.len()), Some(3));
    update(&mut workspace, Action::Time(Time::ChooseRun(1)));
    assert_eq!(compared(&workspace), Some([3, 1]), "the last two chosen");
    assert!(workspace.table("run-documents").is_some_and(|table| table.is_empty()), "equal predictions");
    update(&mut workspace, Action::Time(Time::Forget(1)));
    assert_eq!((listed(&workspace), compared(&workspace)), (vec![2, 3], Some([2, 3])));
    update(&mut workspace, Action::Look(Look::Tab(Tab::Compare)));
    let [first, second] = [(); 2].map(|()| workspace.run_differences().expect("two runs"));
    assert!(Arc::ptr_eq(&first.0[1], &second.0[1]) && Arc::ptr_eq(&first.1, &second.1), "computed once");
}
