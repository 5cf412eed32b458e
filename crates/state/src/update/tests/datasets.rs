//! Tests of loading datasets: other weights, files, cancelled jobs.

use super::*;
use crate::LoadTask;
use wordfield_core::{corpus::ReadOptions, experiment::DataRecipe};

#[test]
fn failed_options_are_reverted() {
    for end in [|job| Open::Answer(job, Answer::Corpus(Err("too few words".to_owned().into()))), |_| Open::Cancel] {
        let mut workspace = training();
        let before = (workspace.corpus.options.clone(), workspace.choices.settings.clone());
        let mut data = before.0.clone();
        data.split.seed += 1;
        update(&mut workspace, Action::Data(Data::Set(data)));
        assert_ne!(workspace.corpus.options, before.0, "shown while it is being done");
        update(&mut workspace, Action::Run(Run::Weighting(Weighting::TfIdf)));
        let job = workspace.corpus.job;
        update(&mut workspace, Action::Open(end(job)));
        assert_eq!((&workspace.corpus.options, &workspace.choices.settings), (&before.0, &before.1));
        assert!(workspace.is_running());
    }
}

#[test]
fn a_preset_with_another_weighting_rebuilds_the_dataset() {
    let mut workspace = training();
    let effects = update(&mut workspace, Action::Run(Run::Preset(Preset::Paper)));
    assert!(
        matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Corpus(_), settings, .. })] if settings.params.weighting() == Weighting::Count)
    );
    assert_eq!(workspace.choices.settings.preset, Preset::Default, "not before the corpus has other weights");
    let (job, mut ready) = (workspace.corpus.job, dataset());
    Arc::make_mut(&mut ready.dataset).weighting = Weighting::Count;
    assert!(matches!(update(&mut workspace, answer(job, ready))[..], [Effect::Train { run: 2 }]));
    assert_eq!(workspace.choices.settings.preset, Preset::Paper);
    let mut workspace = training();
    assert!(matches!(update(&mut workspace, Action::Run(Run::Preset(Preset::Default)))[..], [Effect::Train { run: 2 }]));
}

#[test]
fn a_live_change_during_loading_applies_to_the_next_run() {
    let before = smm(&training()).c;
    let refused: fn(LiveChange) -> Event = |change| Event::Refused(change, "another value".to_owned());
    for (heard, c) in [(Event::Changed as fn(LiveChange) -> Event, 7.0), (refused, before)] {
        let mut workspace = training();
        update(&mut workspace, Action::Run(Run::Weighting(Weighting::TfIdf)));
        let change = LiveChange::real("c", 7.0);
        update(&mut workspace, Action::Run(Run::Change(change)));
        event(&mut workspace, heard(change));
        let (job, mut ready) = (workspace.corpus.job, dataset());
        Arc::make_mut(&mut ready.dataset).weighting = Weighting::TfIdf;
        update(&mut workspace, answer(job, ready));
        assert_eq!(smm(&workspace).weighting, Weighting::TfIdf);
        assert_eq!((smm(&workspace).c, shown_c(&workspace)), (c, c));
    }
}

#[test]
fn a_state_of_the_sandbox_named_at_the_start_is_opened_beside_the_built_in_corpus() {
    let mut workspace = Workspace::default();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("moons.sandbox");
    std::fs::write(&file, workspace.sandbox.model.to_text()).expect("a file");
    let origin = wordfield_core::corpus::Origin::Files(vec![file], ReadOptions::default());
    let recipe = DataRecipe { origin, ..DataRecipe::default() };
    let effects = update(&mut workspace, Action::Open(Open::Start(Box::new(StartOptions { recipe, ..StartOptions::default() }))));
    let [Effect::Load(LoadTask { source: Source::Builtin(_), .. }), Effect::Run(opening)] = &effects[..] else {
        panic!("{effects:?}")
    };
    update(&mut workspace, opening.answer());
    assert!(workspace.message.is_none(), "{:?}", workspace.message);
    let job = workspace.corpus.job;
    update(&mut workspace, answer(job, dataset()));
    assert_eq!(workspace.layout.tab, Tab::Sandbox);
}

#[test]
fn an_unreadable_first_corpus_is_previewed() {
    let mut workspace = Workspace::default();
    update(
        &mut workspace,
        Action::Open(Open::Start(Box::new(StartOptions {
            recipe: DataRecipe::files(&["missing.txt".into()], ReadOptions::default()),
            ..StartOptions::default()
        }))),
    );
    let job = workspace.corpus.job;
    let effects = update(
        &mut workspace,
        Action::Open(Open::Answer(job, Answer::Corpus(Err("missing.txt: no such file".to_owned().into())))),
    );
    assert!(matches!(&effects[..], [Effect::Run(job)] if job.is("preview")), "{effects:?}");
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("missing.txt")));
    let effects = update(&mut workspace, Action::Open(Open::Cancel));
    assert!(matches!(effects[..], [Effect::Load(LoadTask { source: Source::Builtin(_), .. })]));
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(dataset())))));
    assert!(workspace.message.is_some(), "the message outlives the corpus shown instead");
}

#[test]
fn an_unreadable_later_corpus_does_not_stop_training() {
    let mut workspace = training();
    update(&mut workspace, Action::Open(Open::Files(vec!["bad.csv".into()])));
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Preview(Err("bad.csv:1: no column".to_owned().into())))));
    assert!(matches!(&workspace.corpus.loading, Loading::Preview { preview: Err(_), .. }));
    assert!(update(&mut workspace, Action::Open(Open::ReadAll)).is_empty());
    update(&mut workspace, Action::Open(Open::Cancel));
    assert!(workspace.corpus.dataset.is_some() && workspace.is_running());
}

#[test]
fn the_answer_of_a_cancelled_job_is_dropped() {
    let mut workspace = training();
    update(&mut workspace, Action::Data(Data::Set(DataOptions::default())));
    let (job, run) = (workspace.corpus.job, workspace.run.id);
    let Loading::Reading { cancel, .. } = &workspace.corpus.loading else { panic!("reading") };
    let cancel = Arc::clone(cancel);
    update(&mut workspace, Action::Open(Open::Cancel));
    assert!(cancel.is_cancelled());
    assert!(update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(dataset()))))).is_empty());
    assert_eq!(workspace.run.id, run);
}

/// Loads the built-in corpus to replace the current one.
fn waiting() -> (Workspace, u64) {
    let mut workspace = training();
    update(&mut workspace, Action::Open(Open::Builtin(Builtin::Reviews)));
    let job = workspace.corpus.job;
    (workspace, job)
}

fn other() -> LoadedData {
    let mut ready = dataset();
    Arc::make_mut(&mut ready.dataset).corpus = Arc::new(Corpus { name: "another".to_owned(), ..builtin(Builtin::Topics) });
    ready
}

fn name(workspace: &Workspace) -> &str {
    workspace.corpus.dataset.as_ref().map_or("", |dataset| dataset.corpus.name.as_str())
}

#[test]
fn a_preset_chosen_during_loading_applies_to_the_new_corpus() {
    for choice in [Run::Preset(Preset::Paper), Run::Weighting(Weighting::Count)] {
        let (mut workspace, job) = waiting();
        let before = workspace.choices.settings.clone();
        assert!(update(&mut workspace, Action::Run(choice)).is_empty());
        assert_eq!((workspace.corpus.job, &workspace.choices.settings), (job, &before), "the corpus is still on its way");
        assert_eq!(workspace.pending_settings().params.weighting(), Weighting::Count);
        // The dataset was requested with the earlier weighting, so it is weighted again.
        let effects = update(&mut workspace, answer(job, other()));
        let [Effect::Load(LoadTask { job, source: Source::Corpus(corpus), settings, .. })] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!((corpus.name.as_str(), settings.params.weighting()), ("another", Weighting::Count));
        let mut ready = other();
        Arc::make_mut(&mut ready.dataset).weighting = Weighting::Count;
        assert!(matches!(update(&mut workspace, answer(*job, ready))[..], [Effect::Train { run: 2 }]));
        assert_eq!((name(&workspace), smm(&workspace).weighting), ("another", Weighting::Count));
    }
}

#[test]
fn several_choices_during_loading_all_apply() {
    let (mut workspace, job) = waiting();
    update(&mut workspace, Action::Run(Run::Preset(Preset::Paper)));
    update(&mut workspace, Action::Run(Run::Weighting(Weighting::default())));
    update(&mut workspace, Action::Run(Run::EarlyStop(true)));
    update(&mut workspace, Action::Run(Run::Change(LiveChange::real("c", 7.0))));
    assert_eq!(workspace.run.id, 1, "the current run continues");
    assert!(matches!(update(&mut workspace, answer(job, other()))[..], [Effect::Train { run: 2 }]));
    let paper = Settings::new(ModelKind::Smm, Preset::Paper, 2);
    let mut wanted = SmmParams { c: 7.0, ..of_smm(&paper).clone() };
    wanted.weighting = Weighting::default();
    assert_eq!((smm(&workspace), workspace.choices.settings.preset), (&wanted, Preset::Paper));
    assert!(workspace.choices.settings.early_stop);
}

#[test]
fn dataset_options_keep_a_preset_that_waits_for_its_weights() {
    let mut workspace = training();
    update(&mut workspace, Action::Run(Run::Preset(Preset::Paper)));
    let mut data = workspace.corpus.options.clone();
    data.split.seed += 1;
    let effects = update(&mut workspace, Action::Data(Data::Set(data)));
    assert!(matches!(&effects[..], [Effect::Load(LoadTask { settings, .. })] if settings.preset == Preset::Paper), "{effects:?}");
}

#[test]
fn another_weighting_does_not_close_the_preview() {
    let mut workspace = training();
    update(&mut workspace, Action::Open(Open::Files(vec!["other.csv".into()])));
    let job = workspace.corpus.job;
    assert!(update(&mut workspace, Action::Run(Run::Preset(Preset::Paper))).is_empty());
    assert!(matches!(workspace.corpus.loading, Loading::Looking { .. }) && workspace.corpus.job == job);
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("other.csv")));
}
