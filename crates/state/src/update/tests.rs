#![allow(clippy::float_cmp, reason = "numbers copied, not computed")]

use std::{path::PathBuf, sync::Arc};

use ndarray::Array2;

use super::*;
use crate::{
    Answer, Data, DataOptions, Field, Focus, LoadedData, Loading, Look, Open, Run, Save, SavedContent, Seek, Settings, Source,
    StartOptions, Tab, TrainerUpdate, inspect::explain::Part,
};
use wordfield_core::{
    corpus::{Builtin, Corpus, Dataset, ReadOptions, Weighting, builtin},
    experiment::DataRecipe,
    ldk::{CorpusKernel, Embedding, Ldk},
    model::{
        Classified, EmbeddingView, LiveChange, Mark, ModelKind, Params, Predictions, Preset, Progress, Scores, Snapshot,
        StopReason, WordValues, smm::SmmParams,
    },
    param::Value,
    train::{Command, Event, RunState},
};

mod concordance;
mod datasets;
mod document_map;
mod gram;
mod live;
mod looking_back;
mod sessions;
mod studies;
mod time;

pub(crate) fn dataset() -> LoadedData {
    let data = DataOptions::default();
    let dataset = Dataset::build(Arc::new(builtin(Builtin::Topics)), &data.split, &data.vocabulary, Weighting::default())
        .expect("a dataset");
    LoadedData::new(dataset, data)
}

fn answer(job: u64, ready: LoadedData) -> Action {
    Action::Open(Open::Answer(job, Answer::Corpus(Ok(ready))))
}

pub(crate) fn training() -> Workspace {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Start(Box::default())));
    let job = workspace.corpus.job;
    let effects = update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(dataset())))));
    assert!(matches!(effects[..], [Effect::Train { run: 1 }]));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Running))));
    workspace
}

pub(crate) fn snapshot(workspace: &Workspace, iteration: usize) -> Arc<Snapshot> {
    let dataset = workspace.corpus.dataset.as_ref().expect("a dataset");
    let (words, documents) = (dataset.words.len(), dataset.corpus.len());
    Arc::new(Snapshot {
        iteration,
        evaluated: iteration,
        restored_iteration: None,
        objective: 1.0,
        embedding: Some(EmbeddingView {
            kernel: Embedding::default(),
            latent: Arc::new(Array2::zeros((words, 2))),
            coefficients: Arc::new(Array2::zeros((words, 6))),
        }),
        words: Some(WordValues {
            values: Arc::new(Array2::zeros((words, 6))),
            bias: Arc::new(vec![0.0; 6]),
            ..WordValues::default()
        }),
        documents: CorpusKernel { ldk: Ldk::of(Embedding::default()), x: Arc::new(Array2::zeros((words, 2))), alike: None },
        owns_kernel: true,
        predictions: Predictions::Classes(Classified {
            pairs: Arc::new(vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
            decisions: Arc::new(Array2::zeros((documents, 6))),
            predicted: Arc::new(vec![0; documents]),
            emphasis: Arc::new(vec![1.0; documents]),
            fitted: None,
        }),
        scores: Scores::default(),
    })
}

#[test]
fn play_and_pause_are_sent_and_shown_when_applied() {
    let mut workspace = training();
    let effects = update(&mut workspace, Action::Run(Run::PlayPause));
    assert!(matches!(effects[..], [Effect::Send(Command::Pause)]));
    assert!(workspace.is_running(), "it still runs until it says otherwise");
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Paused))));
    assert!(!workspace.is_running());
    assert!(matches!(update(&mut workspace, Action::Run(Run::PlayPause))[..], [Effect::Send(Command::Play)]));
}

#[test]
fn playing_after_a_stop_continues_the_run() {
    let mut workspace = training();
    assert!(matches!(update(&mut workspace, Action::Run(Run::Stop))[..], [Effect::Send(Command::Stop)]));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Stopped(StopReason::User)))));
    assert!(matches!(update(&mut workspace, Action::Run(Run::Step(1)))[..], [Effect::Send(Command::Step(1))]));
    assert!(matches!(update(&mut workspace, Action::Run(Run::PlayPause))[..], [Effect::Send(Command::Play)]));
    assert_eq!(workspace.run.id, 1);
    assert!(matches!(update(&mut workspace, Action::Run(Run::Restart))[..], [Effect::Train { run: 2 }]));
}

#[test]
fn updates_of_an_earlier_run_are_dropped() {
    let mut workspace = training();
    update(&mut workspace, Action::Run(Run::Restart));
    let late = snapshot(&workspace, 7);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(late)));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Failed("late".to_owned()))));
    assert!(workspace.field.scene.is_none() && workspace.message.is_none());
    let fresh = snapshot(&workspace, 0);
    update(&mut workspace, Action::Trainer(2, TrainerUpdate::Snapshot(fresh)));
    assert_eq!(workspace.field.scene.as_ref().map(|scene| (scene.run, scene.iteration)), Some((2, 0)));
}

#[test]
fn the_scene_is_made_once_per_snapshot() {
    let mut workspace = training();
    let snapshot = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(Arc::clone(&snapshot))));
    let scene = workspace.field.scene.clone().expect("a scene");
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(snapshot)));
    assert!(Arc::ptr_eq(&scene, workspace.field.scene.as_ref().expect("a scene")));
}

#[test]
fn a_restart_keeps_the_last_picture_until_the_next() {
    let mut workspace = training();
    let snapshot = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(snapshot)));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Progress(progress(1)))));
    update(&mut workspace, Action::Run(Run::Restart));
    assert!(workspace.field.scene.is_some() && workspace.run.curves.objective.is_empty());
}

fn progress(iteration: usize) -> Progress {
    Progress { iteration, objective: 2.0, scores: None, stop: None }
}

fn of_smm(settings: &Settings) -> &SmmParams {
    match &settings.params {
        Params::Smm(params) => params,
        other => panic!("{other:?}"),
    }
}

fn smm(workspace: &Workspace) -> &SmmParams {
    of_smm(&workspace.choices.settings)
}

/// Learned parameters of a recorded point, without its word positions.
fn mark(iteration: usize) -> Mark {
    Mark {
        params: Arc::new(Params::preset(ModelKind::Smm, Preset::Default, 2)),
        objective: iteration as f64,
        numbers: Vec::new(),
    }
}

/// Ten recorded iterations with word 0 at x = iteration; the run is paused.
fn recorded() -> Workspace {
    let mut workspace = training();
    let history = Arc::new(wordfield_core::train::History::new(1 << 20));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Recorded(Arc::clone(&history))));
    for iteration in 0..=10 {
        let mut snapshot = (*snapshot(&workspace, iteration)).clone();
        Arc::make_mut(&mut snapshot.embedding.as_mut().unwrap().latent)[[0, 0]] = iteration as f64;
        history.record(iteration, snapshot.latent().unwrap(), || mark(iteration));
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(Arc::new(snapshot))));
    }
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Paused))));
    workspace
}

#[test]
fn a_model_is_saved_once_the_trainer_has_published_it() {
    let mut workspace = recorded();
    assert!(
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::FittedPublished))).is_empty(),
        "nobody asked to save"
    );
    update(&mut workspace, Action::Save(Save::Ask));
    assert!(workspace.session.saving.as_ref().is_some_and(|saving| saving.path.ends_with(".wordfield")));
    update(&mut workspace, Action::Save(Save::Path(" model.json ".to_owned())));
    assert!(matches!(update(&mut workspace, Action::Save(Save::Go))[..], [Effect::Send(Command::PublishFitted)]));
    assert!(update(&mut workspace, Action::Save(Save::Go)).is_empty(), "once is enough");
    let effects = update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::FittedPublished)));
    assert!(matches!(&effects[..], [Effect::Save { path }] if path == &PathBuf::from("model.json")));
    update(&mut workspace, Action::Save(Save::Done(SavedContent::Model, Err("no room".to_owned()))));
    assert!(workspace.session.saving.as_ref().is_some_and(|saving| !saving.busy), "another place can be tried");
    update(&mut workspace, Action::Save(Save::Done(SavedContent::Model, Ok("model.json".into()))));
    assert!(workspace.session.saving.is_none() && workspace.message.as_ref().is_some_and(|message| !message.error));
}

#[test]
fn a_model_published_before_a_failure_can_be_saved() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Failed))));
    update(&mut workspace, Action::Save(Save::Ask));
    assert!(matches!(update(&mut workspace, Action::Save(Save::Go))[..], [Effect::Save { .. }]));
}

pub(crate) fn event(workspace: &mut Workspace, event: Event) -> Vec<Effect> {
    let run = workspace.run.id;
    update(workspace, Action::Trainer(run, TrainerUpdate::Event(event)))
}

fn shown_c(workspace: &Workspace) -> f64 {
    match workspace.choices.settings.shown() {
        Params::Smm(params) => params.c,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cell_lists_its_documents_until_cleared() {
    let mut workspace = training();
    update(&mut workspace, Action::Look(Look::Part(Part::Train)));
    update(&mut workspace, Action::Look(Look::Select(Focus::Cell { truth: 1, predicted: 0 })));
    assert_eq!((workspace.layout.tab, workspace.choices.classes.cell), (Tab::Documents, Some((1, 0))));
    update(&mut workspace, Action::Look(Look::Select(Focus::Document(4))));
    assert_eq!((workspace.choices.shown, workspace.choices.classes.cell), (Some(4), Some((1, 0))));
    update(&mut workspace, Action::Look(Look::ClearCell));
    assert_eq!(workspace.choices.classes.cell, None);
}

#[test]
fn offers_are_made_once_the_motion_settles_until_they_are_dismissed() {
    let mut workspace = training();
    for (iteration, made) in [(3, false), (250, true)] {
        let snapshot = snapshot(&workspace, iteration);
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(snapshot)));
        assert_eq!(workspace.makes_offers(), made, "{iteration}");
    }
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(2))));
    assert!(workspace.makes_offers());
    update(&mut workspace, Action::Look(Look::DismissHint));
    assert!(!workspace.makes_offers());
}

#[test]
fn offers_end_with_the_first_corpus_that_the_user_opens() {
    let mut workspace = training();
    let settled = |workspace: &mut Workspace| {
        let (run, snapshot) = (workspace.run.id, snapshot(workspace, 250));
        update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(snapshot)));
        workspace.makes_offers()
    };
    assert!(settled(&mut workspace));
    update(&mut workspace, Action::Run(Run::Restart));
    assert!(settled(&mut workspace), "another run of the same documents");
    update(&mut workspace, Action::Open(Open::Builtin(Builtin::Topics)));
    let job = workspace.corpus.job;
    update(&mut workspace, answer(job, dataset()));
    assert!(!settled(&mut workspace));

    let recipe = DataRecipe::files(&[PathBuf::from("own.tsv")], ReadOptions::default());
    update(&mut workspace, Action::Open(Open::Start(Box::new(StartOptions { recipe, ..StartOptions::default() }))));
    assert!(workspace.session.hint_read, "files of the command line");
}

#[test]
fn a_failed_run_reports_why_and_can_be_restarted() {
    let mut workspace = training();
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::Failed("lower the step size".to_owned()))));
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Event(Event::State(RunState::Failed))));
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains("step size")));
    assert!(matches!(update(&mut workspace, Action::Run(Run::PlayPause))[..], [Effect::Train { run: 2 }]));
}

#[test]
fn scores_of_another_iteration_name_it() {
    let mut workspace = training();
    let made = |iteration| {
        let scores = (iteration % 5 == 0).then(Scores::default);
        Event::Progress(Progress { iteration, objective: 1.0, scores, stop: None })
    };
    assert_eq!(workspace.scores_are_of(), None, "there are none");
    for (iteration, of) in [(5, None), (6, Some(5)), (9, Some(5)), (10, None)] {
        event(&mut workspace, made(iteration));
        let evaluated = of.unwrap_or(iteration);
        let newest = Arc::new(Snapshot { evaluated, ..(*snapshot(&workspace, iteration)).clone() });
        update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(newest)));
        assert_eq!(workspace.scores_are_of(), of, "{iteration}");
    }
    let best = Arc::new(Snapshot { restored_iteration: Some(5), evaluated: 5, ..(*snapshot(&workspace, 12)).clone() });
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(best)));
    assert_eq!(workspace.scores_are_of(), None, "the best iterate is shown with its own scores");
}

#[test]
fn a_document_without_a_known_word_is_marked() {
    let mut workspace = training();
    let mut ready = dataset();
    let data = Arc::make_mut(&mut ready.dataset);
    let rows = (0..data.corpus.len()).map(|i| if i == 3 { Vec::new() } else { vec![(0, 1.0)] });
    data.weights = wordfield_core::corpus::Csr::from_rows(data.words.len(), rows);
    let job = workspace.corpus.job;
    update(&mut workspace, answer(job, ready));
    assert!(workspace.has_no_known_words(3) && !workspace.has_no_known_words(4) && !workspace.has_no_known_words(1_000_000));
}

#[test]
fn classes_are_muted_one_by_one_or_all_but_one() {
    let mut workspace = training();
    let muted = |workspace: &mut Workspace, field| {
        update(workspace, Action::Field(field));
        workspace.choices.muted.iter().collect::<Vec<_>>()
    };
    assert_eq!(muted(&mut workspace, Field::Mute(2)), [2]);
    assert_eq!(muted(&mut workspace, Field::Mute(1)), [1, 2]);
    assert_eq!(muted(&mut workspace, Field::Mute(2)), [1]);
    assert_eq!(muted(&mut workspace, Field::Solo(3)), [0, 1, 2]);
    assert_eq!(muted(&mut workspace, Field::Solo(3)), [0; 0], "soloed twice");
    assert_eq!(muted(&mut workspace, Field::Mute(99)), [0; 0], "no such class");
    muted(&mut workspace, Field::Solo(0));
    assert_eq!(muted(&mut workspace, Field::UnmuteAll), [0; 0]);
}
