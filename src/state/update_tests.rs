use std::path::PathBuf;

use ndarray::Array2;

use super::*;
use crate::{
    corpus::{Builtin, Dataset, Weighting, builtin},
    model::{Classified, LiveChange, Params, Predictions, Preset, Progress, Scores, smm::SmmParams},
    state::{Loading, Ready, Save, Source, Start, explain::Part},
};

fn dataset() -> Ready {
    let data = DataOptions::default();
    let dataset =
        Dataset::build(Arc::new(builtin(Builtin::Topics)), &data.split, &data.vocabulary, data.weighting).expect("a dataset");
    Ready::new(dataset, data)
}

fn training() -> Workspace {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Start(Box::default()));
    let job = workspace.job;
    let effects = update(&mut workspace, Action::Loaded(job, Ok(dataset())));
    assert!(matches!(effects[..], [Effect::Train { run: 1 }]));
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Running)));
    workspace
}

fn snapshot(workspace: &Workspace, iteration: usize) -> Arc<Snapshot> {
    let dataset = workspace.dataset.as_ref().expect("a dataset");
    let (words, documents) = (dataset.words.len(), dataset.corpus.len());
    Arc::new(Snapshot {
        iteration,
        kept: None,
        objective: 1.0,
        gamma: 1.0,
        latent: Arc::new(Array2::zeros((words, 2))),
        coefficients: Arc::new(Array2::zeros((words, 6))),
        bias: Arc::new(vec![0.0; 6]),
        word_values: Arc::new(Array2::zeros((words, 6))),
        predictions: Predictions::Classes(Classified {
            pairs: Arc::new(vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
            decisions: Arc::new(Array2::zeros((documents, 6))),
            predicted: Arc::new(vec![0; documents]),
        }),
        scores: Scores::default(),
    })
}

#[test]
fn play_and_pause_are_told_to_the_trainer_and_shown_when_it_obeys() {
    let mut workspace = training();
    let effects = update(&mut workspace, Action::PlayPause);
    assert!(matches!(effects[..], [Effect::Send(Command::Pause)]));
    assert!(workspace.is_running(), "it still runs until it says otherwise");
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Paused)));
    assert!(!workspace.is_running());
    assert!(matches!(update(&mut workspace, Action::PlayPause)[..], [Effect::Send(Command::Play)]));
}

#[test]
fn playing_after_a_stop_for_good_starts_another_run() {
    let mut workspace = training();
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Stopped(StopReason::User))));
    assert!(update(&mut workspace, Action::Step(1)).is_empty());
    assert!(matches!(update(&mut workspace, Action::PlayPause)[..], [Effect::Train { run: 2 }]));
}

#[test]
fn what_an_earlier_run_says_is_dropped() {
    let mut workspace = training();
    update(&mut workspace, Action::Restart);
    let late = snapshot(&workspace, 7);
    update(&mut workspace, Action::Arrived(1, late));
    update(&mut workspace, Action::Heard(1, Event::Failed("late".to_owned())));
    assert!(workspace.scene.is_none() && workspace.message.is_none());
    let fresh = snapshot(&workspace, 0);
    update(&mut workspace, Action::Arrived(2, fresh));
    assert_eq!(workspace.scene.as_ref().map(|scene| (scene.run, scene.iteration)), Some((2, 0)));
}

#[test]
fn the_scene_is_made_once_a_snapshot() {
    let mut workspace = training();
    let snapshot = snapshot(&workspace, 3);
    update(&mut workspace, Action::Arrived(1, Arc::clone(&snapshot)));
    let scene = workspace.scene.clone().expect("a scene");
    update(&mut workspace, Action::Arrived(1, snapshot));
    assert!(Arc::ptr_eq(&scene, workspace.scene.as_ref().expect("a scene")));
}

#[test]
fn a_restart_keeps_the_last_picture_until_the_next() {
    let mut workspace = training();
    let snapshot = snapshot(&workspace, 3);
    update(&mut workspace, Action::Arrived(1, snapshot));
    update(&mut workspace, Action::Heard(1, Event::Progress(progress(1))));
    update(&mut workspace, Action::Restart);
    assert!(workspace.scene.is_some() && workspace.curves.objective.is_empty());
}

fn progress(iteration: usize) -> Progress {
    Progress { iteration, objective: 2.0, scores: None, stop: None }
}

fn smm(workspace: &Workspace) -> &SmmParams {
    match &workspace.settings.params {
        Params::Smm(params) => params,
        other => panic!("{other:?}"),
    }
}

/// Ten iterations made and recorded, word 0 at x = iteration; the run is paused.
fn recorded() -> Workspace {
    let mut workspace = training();
    let history = Arc::new(crate::train::History::new(1 << 20));
    update(&mut workspace, Action::Recorded(1, Arc::clone(&history)));
    for iteration in 0..=10 {
        let mut snapshot = (*snapshot(&workspace, iteration)).clone();
        Arc::make_mut(&mut snapshot.latent)[[0, 0]] = iteration as f64;
        history.record(iteration, &snapshot.latent);
        update(&mut workspace, Action::Arrived(1, Arc::new(snapshot)));
    }
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Paused)));
    workspace
}

fn shown(workspace: &Workspace) -> (usize, f64, bool) {
    let scene = workspace.scene.as_ref().expect("a scene");
    (scene.iteration, scene.latent[[0, 0]], scene.past)
}

#[test]
fn looking_back_shows_old_positions_and_tells_the_trainer_nothing() {
    let mut workspace = recorded();
    for (to, at) in [(Seek::At(4), 4), (Seek::By(-1), 3), (Seek::By(-10), 0), (Seek::By(2), 2), (Seek::First, 0)] {
        assert!(update(&mut workspace, Action::Seek(to)).is_empty());
        assert_eq!(shown(&workspace), (at, at as f64, true), "{to:?}");
        assert_eq!((workspace.timeline.at, workspace.shown(), workspace.newest()), (Some(at), at, 10));
    }
    assert_eq!(workspace.scene.as_ref().map(|scene| scene.coefficients.ncols()), Some(0), "no field is made up");
    for to in [Seek::Newest, Seek::At(10), Seek::At(99), Seek::By(11)] {
        update(&mut workspace, Action::Seek(Seek::First));
        update(&mut workspace, Action::Seek(to));
        assert_eq!((shown(&workspace), workspace.timeline.at), ((10, 10.0, false), None), "{to:?}");
    }
}

#[test]
fn what_is_looked_back_at_stays_while_training_goes_on_and_following_catches_up() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Seek(Seek::At(7)));
    let newer = snapshot(&workspace, 11);
    update(&mut workspace, Action::Arrived(1, newer));
    assert_eq!((shown(&workspace), workspace.newest()), ((7, 7.0, true), 11));
    update(&mut workspace, Action::Seek(Seek::Newest));
    assert_eq!(shown(&workspace), (11, 0.0, false));
}

#[test]
fn going_on_with_the_training_ends_the_looking_back() {
    for action in [Action::PlayPause, Action::Step(1)] {
        let mut workspace = recorded();
        update(&mut workspace, Action::Seek(Seek::At(7)));
        assert_eq!(update(&mut workspace, action).len(), 1);
        assert_eq!(shown(&workspace), (10, 10.0, false));
    }
    let mut workspace = recorded();
    update(&mut workspace, Action::Seek(Seek::At(7)));
    update(&mut workspace, Action::Restart);
    assert!(workspace.timeline.at.is_none() && workspace.timeline.history.is_none());
}

#[test]
fn a_model_is_saved_once_the_trainer_has_left_it() {
    let mut workspace = recorded();
    assert!(update(&mut workspace, Action::Heard(1, Event::Kept)).is_empty(), "nobody asked to save");
    update(&mut workspace, Action::Save(Save::Ask));
    assert!(workspace.saving.as_ref().is_some_and(|saving| saving.path.ends_with(".model.json.gz")));
    update(&mut workspace, Action::Save(Save::Path(" model.json ".to_owned())));
    assert!(matches!(update(&mut workspace, Action::Save(Save::Go))[..], [Effect::Send(Command::Keep)]));
    assert!(update(&mut workspace, Action::Save(Save::Go)).is_empty(), "once is enough");
    let effects = update(&mut workspace, Action::Heard(1, Event::Kept));
    assert!(matches!(&effects[..], [Effect::Save { path, iterations: 10 }] if path == &PathBuf::from("model.json")));
    update(&mut workspace, Action::Save(Save::Done(Err("no room".to_owned()))));
    assert!(workspace.saving.as_ref().is_some_and(|saving| !saving.busy), "another place can be tried");
    update(&mut workspace, Action::Save(Save::Done(Ok("model.json".into()))));
    assert!(workspace.saving.is_none() && workspace.message.as_ref().is_some_and(|message| !message.error));
}

#[test]
fn a_run_stopped_for_good_leaves_its_machine_to_be_saved() {
    let mut workspace = recorded();
    let effects = update(&mut workspace, Action::Stop);
    assert!(matches!(effects[..], [Effect::Send(Command::Keep), Effect::Send(Command::Stop)]));
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Stopped(StopReason::User))));
    update(&mut workspace, Action::Save(Save::Ask));
    assert!(matches!(update(&mut workspace, Action::Save(Save::Go))[..], [Effect::Save { .. }]));
}

#[test]
fn a_live_change_reaches_the_trainer_and_the_next_restart() {
    let mut workspace = training();
    let change = LiveChange::C(3.0);
    let effects = update(&mut workspace, Action::Change(change));
    assert!(matches!(effects[..], [Effect::Send(Command::Change(sent))] if sent == change));
    assert!((smm(&workspace).c - 3.0).abs() < 1e-15);
}

#[test]
fn a_preset_with_other_weights_reads_the_corpus_anew_and_one_with_the_same_does_not() {
    let mut workspace = training();
    let effects = update(&mut workspace, Action::Preset(Preset::Paper));
    assert!(matches!(&effects[..], [Effect::Load { source: Source::Corpus(_), data, .. }] if data.weighting == Weighting::Count));
    let mut workspace = training();
    assert!(matches!(update(&mut workspace, Action::Preset(Preset::Default))[..], [Effect::Train { run: 2 }]));
}

#[test]
fn an_unreadable_first_corpus_gives_its_message_and_the_built_in_one() {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Start(Box::new(Start { corpus: vec!["missing.txt".into()], ..Start::default() })));
    let job = workspace.job;
    let effects = update(&mut workspace, Action::Loaded(job, Err("missing.txt: no such file".to_owned())));
    assert!(matches!(effects[..], [Effect::Load { source: Source::Builtin(_), .. }]));
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("missing.txt")));
    let job = workspace.job;
    update(&mut workspace, Action::Loaded(job, Ok(dataset())));
    assert!(workspace.message.is_some(), "the message outlives the corpus shown instead");
}

#[test]
fn an_unreadable_later_corpus_leaves_the_present_one_training() {
    let mut workspace = training();
    update(&mut workspace, Action::Open(vec!["bad.csv".into()]));
    let job = workspace.job;
    update(&mut workspace, Action::Previewed(job, Err("bad.csv:1: no column".to_owned())));
    assert!(matches!(&workspace.loading, Loading::Preview { preview: Err(_), .. }));
    assert!(update(&mut workspace, Action::ReadAll).is_empty());
    update(&mut workspace, Action::CancelOpening);
    assert!(workspace.dataset.is_some() && workspace.is_running());
}

#[test]
fn a_cancelled_job_brings_nothing() {
    let mut workspace = training();
    update(&mut workspace, Action::Data(DataOptions::default()));
    let (job, run) = (workspace.job, workspace.run);
    let Loading::Reading { cancel, .. } = &workspace.loading else { panic!("reading") };
    let cancel = Arc::clone(cancel);
    update(&mut workspace, Action::CancelOpening);
    assert!(cancel.is_cancelled());
    assert!(update(&mut workspace, Action::Loaded(job, Ok(dataset()))).is_empty());
    assert_eq!(workspace.run, run);
}

#[test]
fn a_cell_lists_its_documents_until_cleared() {
    let mut workspace = training();
    update(&mut workspace, Action::Part(Part::Train));
    update(&mut workspace, Action::Select(Selection::Cell { truth: 1, predicted: 0 }));
    assert_eq!((workspace.tab, workspace.cell), (Tab::Documents, Some((1, 0))));
    update(&mut workspace, Action::Select(Selection::Document(4)));
    assert_eq!((workspace.document, workspace.cell), (Some(4), Some((1, 0))));
    update(&mut workspace, Action::ClearCell);
    assert_eq!(workspace.cell, None);
}

#[test]
fn clicking_a_word_answers_the_hint() {
    let mut workspace = training();
    assert!(!workspace.hint_read);
    update(&mut workspace, Action::Select(Selection::Word(2)));
    assert!(workspace.hint_read);
}

#[test]
fn a_failed_run_says_why_and_can_be_started_again() {
    let mut workspace = training();
    update(&mut workspace, Action::Heard(1, Event::Failed("lower the step size".to_owned())));
    update(&mut workspace, Action::Heard(1, Event::State(RunState::Failed)));
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains("step size")));
    assert!(matches!(update(&mut workspace, Action::PlayPause)[..], [Effect::Train { run: 2 }]));
}
