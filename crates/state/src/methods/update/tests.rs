//! Tests of a study in the window: its rows grow with its cells, and its records are reused.
//! A study belongs to one corpus and its options.

use std::sync::Mutex;

use super::*;
use crate::{
    Action, Answer, Job, Look, Open, ReadProblem, Run, StudyAction, Undo, methods::StudyShown, update, update::tests::training,
};
use wordfield_core::{
    corpus::{Builtin, Dataset, Size, Weighting, builtin},
    model::ModelKind,
    study::Plan,
};

/// Study of nearest neighbours and a linear SVM on two sizes, two seeds each.
fn small() -> StudySetup {
    let methods = ["nearest neighbours", "linear SVM"].map(str::to_owned).into_iter().collect();
    let usual = StudySetup::usual(ModelKind::Smm.info().task, &SplitOptions::default(), 240);
    StudySetup { methods, sizes: "40, 80".to_owned(), seeds: 2, ..usual }
}

fn act(workspace: &mut Workspace, action: MethodsAction) -> Vec<Effect> {
    update(workspace, Action::Study(StudyAction::Methods(action)))
}

fn tasks(effects: Vec<Effect>) -> Vec<Job> {
    let task = |effect| if let Effect::Run(job) = effect { Some(job).filter(|job| job.is("study")) } else { None };
    effects.into_iter().filter_map(task).collect()
}

/// The only task of the study among some effects.
fn task(effects: Vec<Effect>) -> Job {
    let mut tasks = tasks(effects);
    assert_eq!(tasks.len(), 1);
    tasks.remove(0)
}

/// Results that a task delivers.
fn works(task: &Job) -> (u64, Vec<StudyUpdate>) {
    observed(task, |_| ())
}

/// Results that a task delivers; `see` observes each at its delivery.
fn observed(task: &Job, observe: impl Fn(&StudyUpdate) + Sync) -> (u64, Vec<StudyUpdate>) {
    let told = Mutex::new((0, Vec::new()));
    let tell = |action| {
        if let Action::Study(StudyAction::Methods(MethodsAction::Update(job, news))) = action {
            observe(&news);
            let mut told = told.lock().expect("news");
            told.0 = job;
            told.1.push(news);
        }
    };
    while task.step(&tell).map(&tell).is_none() {}
    told.into_inner().expect("news")
}

/// Runs the study's tasks among effects and applies their results, including the tasks that follow from them.
fn finish(workspace: &mut Workspace, effects: Vec<Effect>) -> Vec<Effect> {
    let mut others = Vec::new();
    for task in tasks(effects) {
        let (job, news) = works(&task);
        for one in news {
            others.extend(act(workspace, MethodsAction::Update(job, one)));
        }
    }
    others
}

/// Workspace at the tab "Study" after the look-up of the last study.
fn at_the_tab(root: &std::path::Path) -> Workspace {
    let mut workspace = training();
    workspace.session.studies = Some(root.to_owned());
    let effects = update(&mut workspace, Action::Look(Look::Tab(Tab::Study)));
    finish(&mut workspace, effects);
    workspace
}

/// A finished study of methods.
fn studied(root: &std::path::Path) -> Workspace {
    let mut workspace = at_the_tab(root);
    act(&mut workspace, MethodsAction::Setup(Box::new(small())));
    let effects = act(&mut workspace, MethodsAction::Run);
    finish(&mut workspace, effects);
    assert!(workspace.message.is_none() && workspace.methods.running.is_none(), "{:?}", workspace.message);
    workspace
}

fn shown(workspace: &Workspace) -> &StudyShown {
    workspace.methods.shown.as_deref().expect("rows")
}

#[test]
fn rows_grow_with_the_cells_and_name_their_score() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = at_the_tab(root.path());
    assert!(workspace.methods.shown.is_none() && workspace.table("study").is_none());
    act(&mut workspace, MethodsAction::Setup(Box::new(small())));
    assert_eq!(workspace.study_plan().expect("a plan").cells(), 8);
    assert_eq!(workspace.methods.plan(), Some(&workspace.study_plan()), "checked with the action");
    let task = task(act(&mut workspace, MethodsAction::Run));
    assert!(workspace.methods.running.is_some() && tasks(act(&mut workspace, MethodsAction::Run)).is_empty(), "it runs");
    let (job, news) = works(&task);
    let (mut finished, mut progress) = (Vec::new(), Vec::new());
    for one in news {
        if let StudyUpdate::Progress(extent, _) = &one {
            progress.push(*extent);
        }
        act(&mut workspace, MethodsAction::Update(job, one));
        finished.push(shown(&workspace).rows.iter().flat_map(|row| &row.values).flatten().count());
    }
    assert!(finished[0] == 0 && finished.is_sorted() && finished.last() == Some(&8), "{finished:?}");
    assert_eq!((progress.len(), progress.last()), (8, Some(&[8, 8])));
    let table = workspace.table("study").expect("a table");
    let titles: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
    assert_eq!((table.len(), &titles[..4]), (4, &["method", "train", "test accuracy", "± sd"][..]));
    assert!(shown(&workspace).rows.iter().filter(|row| row.best).count() == 2, "one for each size");
}

#[test]
fn a_study_is_found_again_and_trains_only_what_is_missing() {
    let root = tempfile::tempdir().expect("a folder");
    let before = studied(root.path());
    let mut workspace = at_the_tab(root.path());
    assert_eq!((&shown(&workspace).rows, &workspace.methods.setup), (&shown(&before).rows, &small()));
    act(&mut workspace, MethodsAction::Setup(Box::new(StudySetup { seeds: 3, ..small() })));
    let task = task(act(&mut workspace, MethodsAction::Run));
    let ended = works(&task).1.into_iter().rev().find_map(|news| match news {
        StudyUpdate::Ended(outcome) => Some(outcome),
        _ => None,
    });
    assert_eq!(ended.expect("an end"), Ok(Finished { done: 4, ..Finished::default() }), "the third seed");
}

#[test]
fn another_corpus_has_no_rows_and_ends_the_study() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    let task = task(act(&mut workspace, MethodsAction::Run));
    let cancel = Arc::clone(&workspace.methods.running.as_ref().expect("a running study").cancel);
    let mut corpus = builtin(Builtin::Topics);
    corpus.texts[0].push_str(" more");
    let options = workspace.corpus.loaded_options.clone();
    let dataset = Dataset::build(Arc::new(corpus), &options.split, &options.vocabulary, Weighting::default()).expect("a dataset");
    let ready = crate::LoadedData::new(dataset, options);
    let opened = Action::Open(Open::Answer(workspace.corpus.job, Answer::Corpus(Ok(ready))));
    let looks = update(&mut workspace, opened);
    assert!(cancel.is_cancelled() && workspace.methods.running.is_none() && workspace.methods.shown.is_none());
    let (job, news) = works(&task);
    for one in news {
        act(&mut workspace, MethodsAction::Update(job, one));
    }
    assert!(workspace.methods.shown.is_none(), "late results of the corpus before are dropped");
    finish(&mut workspace, looks);
    assert!(workspace.methods.shown.is_none(), "the records belong to other texts");
}

#[test]
fn other_options_of_the_corpus_are_another_study_and_another_split_is_not() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    let (known, mut options) = (workspace.methods.job, workspace.corpus.loaded_options.clone());
    options.split.seed = 5;
    options.split.train = Size::Count(50);
    workspace.corpus.loaded_options = options.clone();
    assert!(due(&mut workspace).is_none() && workspace.methods.shown.is_some());
    options.vocabulary.max_words = Some(60);
    workspace.corpus.loaded_options = options;
    let look = due(&mut workspace).expect("a look at the folder of these options");
    assert!(workspace.methods.job > known && workspace.methods.shown.is_none());
    finish(&mut workspace, vec![look]);
    assert!(workspace.methods.shown.is_none());
}

#[test]
fn a_stopped_study_keeps_its_finished_cells() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = at_the_tab(root.path());
    // The study has more cells than threads.
    act(&mut workspace, MethodsAction::Setup(Box::new(StudySetup { seeds: 60, ..small() })));
    let task = task(act(&mut workspace, MethodsAction::Run));
    let cancel = Arc::clone(&workspace.methods.running.as_ref().expect("a running study").cancel);
    let (job, news) = observed(&task, |one| {
        if matches!(one, StudyUpdate::Progress(..)) {
            cancel.cancel();
        }
    });
    act(&mut workspace, MethodsAction::Stop);
    assert!(workspace.methods.running.as_ref().is_some_and(RunningStudy::is_stopping));
    for one in news {
        act(&mut workspace, MethodsAction::Update(job, one));
    }
    let finished = shown(&workspace).rows.iter().flat_map(|row| &row.values).flatten().count();
    assert!((1..240).contains(&finished) && workspace.methods.running.is_none(), "{finished}");
}

#[test]
fn the_failure_of_a_cell_is_a_row_with_its_message_and_that_of_a_folder_a_message() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    let before = shown(&workspace);
    let folder = StudyFolder::at(&before.folder);
    let cell = before.plan.cells[0].clone();
    std::fs::remove_file(before.folder.join(format!("cells/{}.json", cell.id))).expect("a record");
    folder.put_failure(&cell.id, "too few documents".to_owned()).expect("a failure");
    let mut again = at_the_tab(root.path());
    assert_eq!(shown(&again).rows[0].problem.as_deref(), Some("too few documents"));
    act(&mut again, MethodsAction::Choose(0));
    let effects = act(&mut again, MethodsAction::Open);
    finish(&mut again, effects);
    assert!(again.message.as_ref().is_some_and(|message| message.text.contains("no record")));
    workspace.session.studies = None;
    let (job, news) = works(&task(act(&mut workspace, MethodsAction::Run)));
    for one in news {
        act(&mut workspace, MethodsAction::Update(job, one));
    }
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains("XDG_DATA_HOME")));
    assert!(workspace.methods.running.is_none());
}

#[test]
fn a_wrong_choice_is_a_message_and_trains_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = at_the_tab(root.path());
    act(&mut workspace, MethodsAction::Setup(Box::new(StudySetup { sizes: "many".to_owned(), ..small() })));
    assert!(matches!(workspace.methods.plan(), Some(Err(problem)) if problem.contains("Training size many")));
    assert!(tasks(act(&mut workspace, MethodsAction::Run)).is_empty() && workspace.methods.running.is_none());
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains("Training size many")));
    update(&mut workspace, Action::Look(Look::Tab(Tab::Field)));
    assert!(workspace.methods.plan().is_none(), "in front alone");
}

#[test]
fn two_chosen_rows_list_the_documents_that_they_predict_differently() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    for row in [0, 1] {
        let effects = act(&mut workspace, MethodsAction::Choose(row));
        finish(&mut workspace, effects);
    }
    let difference = workspace.methods.difference.clone().expect("documents");
    let folder = StudyFolder::at(&shown(&workspace).folder);
    let wrong = difference.cells.each_ref().map(|cell| {
        let record = folder.record(&cell.id).expect("readable").expect("a record");
        record.report.wrong.expect("classes")
    });
    let test = difference.tests[0].mcnemar(&difference.differing).expect("classes");
    let known = wordfield_core::metric::McNemar::of_errors(&wrong[0], &wrong[1]);
    assert_eq!((test.only_first, test.only_second), (known.only_first, known.only_second));
    let table = workspace.table("study-documents").expect("a table");
    assert_eq!(table.len(), difference.differing.len());
    for cell in &difference.cells {
        assert!(cell.title().ends_with(", train 40") && table.columns.iter().any(|column| column.title == cell.title()));
    }
    drop(table);
    act(&mut workspace, MethodsAction::Choose(2));
    assert!(workspace.methods.difference.is_none() && workspace.methods.chosen == [1, 2], "until they are compared");
    let job = workspace.methods.job;
    act(&mut workspace, MethodsAction::Update(job, StudyUpdate::Differ(difference)));
    assert!(workspace.methods.difference.is_none(), "an answer to an earlier choice");
}

#[test]
fn rows_of_another_plan_are_not_chosen() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    act(&mut workspace, MethodsAction::Choose(3));
    let other = StudyShown { plan: Arc::new(Plan::default()), ..shown(&workspace).clone() };
    let job = workspace.methods.job;
    act(&mut workspace, MethodsAction::Update(job, StudyUpdate::Rows(Arc::new(other))));
    assert!(workspace.methods.chosen.is_empty());
}

#[test]
fn the_model_of_a_row_is_trained_at_its_size_and_seed_and_undone() {
    let root = tempfile::tempdir().expect("a folder");
    let mut workspace = studied(root.path());
    let params = workspace.choices.settings.params.clone();
    // Row of the second method at its second size.
    act(&mut workspace, MethodsAction::Choose(3));
    act(&mut workspace, MethodsAction::Seed(1));
    let effects = act(&mut workspace, MethodsAction::Open);
    let effects = finish(&mut workspace, effects);
    let load = effects.iter().find_map(|effect| if let Effect::Load(task) = effect { Some(task) } else { None });
    let task = load.expect("another split");
    assert_eq!((task.data.split.train, task.data.split.seed), (Size::Count(80), 1));
    let cell = shown(&workspace).cell(3, 1).expect("a cell").clone();
    let settings = workspace.pending_settings().clone();
    assert_eq!((settings.params.kind().info().label, cell.label.as_str()), ("linear SVM", "linear SVM"));
    update(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(workspace.pending_settings().params, params);
    update(&mut workspace, Action::Undo(Undo::Redo));
    assert_eq!(workspace.pending_settings(), &settings);
    let loaded =
        crate::load::datasets::ready(task.source.clone(), task.data.clone(), &task.settings, task.vectors.clone(), &task.cancel);
    let job = task.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(loaded.map_err(ReadProblem::from)))));
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let folder = StudyFolder::at(&shown(&workspace).folder);
    let record = folder.record(&cell.id).expect("readable").expect("a record");
    assert_eq!((&dataset.split, &workspace.choices.settings.params), (&record.report.split, &settings.params));
    let (experiment, options) = (record.report.experiment.expect("an experiment"), workspace.train_options());
    let rules = (experiment.train.max_iterations, experiment.train.patience);
    assert_eq!((options.max_iterations, options.patience), rules, "as the study trained it");
    update(&mut workspace, Action::Run(Run::EarlyStop(true)));
    assert_eq!(workspace.train_options().max_iterations, None, "a choice of the user replaces the rules");
}
