//! Tests of searches, driven by events of a trainer.

use std::sync::Arc;

use super::*;
use crate::{Action, Answer, Data, DataOptions, LoadTask, LoadedData, Open, Run, TrainerUpdate, update};
use wordfield_core::{
    corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, Weighting, builtin},
    ldk::{CorpusKernel, Embedding, Ldk},
    model::{Classified, EmbeddingView, LiveChange, ModelKind, Params, Predictions, Scores, Snapshot, WordValues},
    train::Event,
};

/// The preset `paper` in training on a corpus, with or without development documents.
fn running(dev: bool) -> Workspace {
    let mut data = DataOptions::default();
    if !dev {
        data.split = SplitOptions { dev: wordfield_core::corpus::Size::Count(0), ..data.split };
    }
    let corpus = Arc::new(builtin(Builtin::Topics));
    let dataset = Dataset::build(corpus, &data.split, &VocabularyOptions::default(), Weighting::Count).unwrap();
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Start(Box::default())));
    workspace.choices.settings = Settings::new(ModelKind::Smm, Preset::Paper, 2);
    let answer = Answer::Corpus(Ok(LoadedData::new(dataset, data)));
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, answer)));
    workspace
}

fn snapshot(workspace: &Workspace, dev: f64) -> Arc<Snapshot> {
    let dataset = workspace.corpus.dataset.as_ref().expect("a dataset");
    let (words, documents) = (dataset.words.len(), dataset.corpus.len());
    Arc::new(Snapshot {
        iteration: 4,
        evaluated: 4,
        restored_iteration: None,
        objective: 1.0,
        embedding: Some(EmbeddingView {
            kernel: Embedding::default(),
            latent: Arc::new(ndarray::Array2::zeros((words, 2))),
            coefficients: Arc::new(ndarray::Array2::zeros((words, 6))),
        }),
        words: Some(WordValues {
            values: Arc::new(ndarray::Array2::zeros((words, 6))),
            bias: Arc::new(vec![0.0; 6]),
            ..WordValues::default()
        }),
        documents: CorpusKernel {
            ldk: Ldk::of(Embedding::default()),
            x: Arc::new(ndarray::Array2::zeros((words, 2))),
            alike: None,
        },
        owns_kernel: true,
        predictions: Predictions::Classes(Classified {
            pairs: Arc::new(vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
            decisions: Arc::new(ndarray::Array2::zeros((documents, 6))),
            predicted: Arc::new(vec![0; documents]),
            emphasis: Arc::default(),
            fitted: None,
        }),
        scores: Scores::of(Some(1.0), Some(dev), Some(0.0)),
    })
}

fn say(workspace: &mut Workspace, event: Event) -> Vec<Effect> {
    let run = workspace.run.id;
    update(workspace, Action::Trainer(run, TrainerUpdate::Event(event)))
}

/// Ends the current run with a development score and returns the effects.
fn rest(workspace: &mut Workspace, reason: StopReason, dev: f64) -> Vec<Effect> {
    say(workspace, Event::State(RunState::Stopped(reason)));
    let (run, snapshot) = (workspace.run.id, snapshot(workspace, dev));
    update(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(snapshot)))
}

fn shown(params: &Params) -> [String; 3] {
    ["gamma", "c", "rho"].map(|key| params.value(key).unwrap().to_string())
}

fn message(workspace: &Workspace) -> &str {
    workspace.message.as_ref().map_or("", |message| &message.text)
}

/// The tried settings with their development scores.
fn tried(workspace: &mut Workspace, dev: [f64; 3]) -> Vec<[String; 3]> {
    let one = |dev| {
        let setting = shown(&workspace.choices.settings.params);
        rest(workspace, StopReason::Converged, dev);
        setting
    };
    dev.into_iter().map(one).collect()
}

#[test]
fn every_setting_has_its_run_and_the_best_is_adopted() {
    let mut workspace = running(true);
    let first = workspace.run.id;
    let begun = update(&mut workspace, Action::Run(Run::SearchPapersGrid));
    assert!(matches!(begun[..], [Effect::Train { .. }]) && workspace.is_searching());
    assert!(workspace.train_options().max_iterations.is_some(), "a run of a search comes to an end");
    let mut best = None;
    for point in 0..126 {
        assert_eq!(workspace.run.id, first + 1 + point);
        if point == 40 {
            best = Some(shown(&workspace.choices.settings.params));
            assert!(
                workspace.run.search.as_ref().unwrap().description().starts_with("41 of 126, best so far 50.0 % at gamma 1, c ")
            );
        }
        let dev = if point == 40 { 0.9 } else { 0.5 };
        assert!(matches!(rest(&mut workspace, StopReason::Converged, dev)[..], [Effect::Train { .. }]), "{point}");
    }
    assert!(!workspace.is_searching());
    assert_eq!(Some(shown(&workspace.choices.settings.params)), best);
    let text = workspace.run.search.as_ref().unwrap().description();
    assert!(text.starts_with("126 of 126 tried, best 90.0 % at gamma "), "{text}");
    assert_eq!(workspace.train_options().max_iterations, None);
    assert!(rest(&mut workspace, StopReason::Converged, 0.1).is_empty(), "nothing is searched any more");
}

#[test]
fn a_cancelled_search_trains_the_best_so_far() {
    for stop in [false, true] {
        let mut workspace = running(true);
        update(&mut workspace, Action::Run(Run::SearchPapersGrid));
        let settings = tried(&mut workspace, [0.3, 0.7, 0.6]);
        let effects =
            if stop { rest(&mut workspace, StopReason::User, 0.99) } else { update(&mut workspace, Action::Run(Run::EndSearch)) };
        assert!(matches!(effects[..], [Effect::Train { .. }]));
        assert_eq!(shown(&workspace.choices.settings.params), settings[1]);
        assert!(!workspace.is_searching());
    }
}

#[test]
fn a_failed_setting_is_skipped() {
    let mut workspace = running(true);
    update(&mut workspace, Action::Run(Run::SearchPapersGrid));
    rest(&mut workspace, StopReason::Converged, 0.4);
    say(&mut workspace, Event::Failed("it ran away".to_owned()));
    let effects = say(&mut workspace, Event::State(RunState::Failed));
    assert!(matches!(effects[..], [Effect::Train { .. }]));
    assert!(workspace.message.is_none() && workspace.is_searching());
}

#[test]
fn a_refused_search_reports_why_and_a_running_one_continues() {
    let mut workspace = running(false);
    assert!(update(&mut workspace, Action::Run(Run::SearchPapersGrid)).is_empty());
    assert!(message(&workspace).contains("development documents"), "{}", message(&workspace));
    let mut workspace = running(true);
    update(&mut workspace, Action::Run(Run::SearchPapersGrid));
    assert!(update(&mut workspace, Action::Run(Run::Change(LiveChange::real("gamma", 2.0)))).is_empty());
    assert!(message(&workspace).contains("end the search"), "{}", message(&workspace));
    update(&mut workspace, Action::Run(Run::Restart));
    assert!(!workspace.is_searching(), "another run begins, and not by the search");
}

#[test]
fn a_search_ends_with_the_best_so_far_before_the_data_change() {
    let data = |seed| {
        let split = SplitOptions { seed, ..SplitOptions::default() };
        Data::Set(DataOptions { split, ..DataOptions::default() })
    };
    let of = |change: &dyn Fn() -> Data| {
        let mut workspace = running(true);
        update(&mut workspace, Action::Run(Run::SearchPapersGrid));
        let settings = tried(&mut workspace, [0.3, 0.7, 0.6]);
        let effects = update(&mut workspace, Action::Data(change()));
        let [Effect::Train { .. }, Effect::Load(LoadTask { settings: to_come, .. })] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(
            (shown(&to_come.params), shown(&workspace.choices.settings.params)),
            (settings[1].clone(), settings[1].clone())
        );
        assert!(!workspace.is_searching());
    };
    of(&|| data(7));
    of(&|| Data::Vectors(wordfield_core::corpus::Side::Source, Some("v.txt".into())));
}
