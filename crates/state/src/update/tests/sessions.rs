//! Tests of sessions: saved state is restored, and no file is read without a request.

use super::*;
use crate::{
    Answers, Choose, EditWords, LoadTask, OpenedSession, RecentKind, RunRecord, SandboxAction, SelectionSet, TestAnswers, Work,
    load,
};
use wordfield_core::corpus::{Cancel, Origin, SplitOptions};

/// A workspace with a recorded run, a named set, a selection, a pinned word and a view.
fn worked() -> Workspace {
    let mut workspace = recorded();
    let words = workspace.corpus.dataset.as_ref().expect("a dataset").words.len();
    let seven = SelectionSet::words(words, 0..7);
    for action in [
        Action::Choose(Choose::Set(SelectionSet::words(words, [3, 5]))),
        Action::Choose(Choose::Keep("two".to_owned())),
        Action::Look(Look::Select(Focus::Word(4))),
        Action::Choose(Choose::Set(seven)),
        Action::Edit(EditWords::Pin(Arc::new(crate::Members::of(words, [9])))),
        Action::Field(Field::Mute(2)),
        Action::Field(Field::Toggle(crate::Layer::Field)),
        Action::Look(Look::Tab(Tab::Documents)),
    ] {
        update(&mut workspace, action);
    }
    workspace
}

/// The session of a workspace after writing and reading its file.
fn saved(workspace: &Workspace) -> (tempfile::TempDir, Arc<OpenedSession>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work.wordfield-session");
    wordfield_session::write(&path, &workspace.work().expect("work").session()).expect("written");
    let opened = OpenedSession::read(&path, None).expect("read");
    (folder, Arc::new(opened))
}

/// A new workspace that reads a session, and its effects after the documents are read.
fn reopened(opened: &Arc<OpenedSession>) -> (Workspace, Vec<Effect>) {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Start(Box::default())));
    let job = workspace.corpus.job;
    let effects = update(&mut workspace, Action::Open(Open::Answer(job, Answer::Session(Ok(Arc::clone(opened))))));
    let [Effect::Load(LoadTask { job, source: Source::Session(opened, current), cancel, .. })] = &effects[..] else {
        panic!("{effects:?}")
    };
    let loaded = load::session::ready(opened, current.clone(), cancel).expect("the documents");
    let effects = update(&mut workspace, answer(*job, loaded));
    (workspace, effects)
}

#[test]
fn a_session_comes_back_as_it_was() {
    let before = worked();
    let (_folder, opened) = saved(&before);
    let (after, effects) = reopened(&opened);
    let Some(Effect::Fork { run, from, history, paused: true }) = effects.first() else { panic!("{effects:?}") };
    assert_eq!((*run, from.iteration, history.len()), (after.run.id, 10, 11));
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Intervene(_))), "pins are sent to the trainer");
    assert_eq!(after.choices.named, before.choices.named);
    assert_eq!((after.choices.focus, &after.choices.selection), (before.choices.focus, &before.choices.selection));
    assert_eq!((&after.choices.muted, after.choices.layers), (&before.choices.muted, before.choices.layers));
    assert_eq!(after.choices.touched.pinned, before.choices.touched.pinned);
    assert_eq!((after.layout.tab, &after.choices.settings.params), (Tab::Documents, &before.choices.settings.params));
    assert_eq!(after.run.curves.objective, before.run.curves.objective);
    assert!(after.message.as_ref().is_some_and(|message| !message.error && message.text.contains("restored")));
    assert_eq!(after.session.file.as_ref(), Some(&opened.file));
    assert!(after.layout.recent.get(0).is_some_and(|recent| recent.kind == RecentKind::Session));
    assert!(!after.makes_offers());
}

#[test]
fn place_table_of_runs_and_sandbox_come_back() {
    let mut before = worked();
    update(&mut before, Action::Look(Look::Seek(Seek::At(4))));
    update(&mut before, Action::Sandbox(SandboxAction::AddSet));
    let record = before.current_record().expect("a record");
    before.run.table.keep(RunRecord { run: 0, ..record.clone() });
    let (_folder, opened) = saved(&before);
    let (mut after, effects) = reopened(&opened);
    assert_eq!(&after.sandbox.model, &before.sandbox.model);
    let Some(Effect::Fork { run, from, history, .. }) = effects.first() else { panic!("{effects:?}") };
    assert_eq!(from.iteration, 10, "training continues from the end");
    let numbers: Vec<u64> = after.run.table.iter().map(|record| record.run).collect();
    assert!(numbers.len() == 1 && numbers[0] < *run, "{numbers:?}");
    let same = |other: &RunRecord| RunRecord { run: record.run, ..other.clone() } == record;
    assert!(after.run.table.iter().all(|other| same(other)));
    let (run, arrived) = (*run, snapshot(&after, 10));
    let recorded = TrainerUpdate::Recorded(Arc::clone(history));
    assert!(update(&mut after, Action::Trainer(run, TrainerUpdate::Snapshot(arrived))).is_empty());
    update(&mut after, Action::Trainer(run, recorded));
    assert_eq!(after.timeline.at, Some(4));
    // Predictions of other documents are dropped.
    let mut foreign = (*opened).clone();
    let test = TestAnswers { documents: vec![1 << 40], answers: Answers::Classes(vec![[0, 0]]) };
    foreign.session.view.records.push(Arc::new(RunRecord { run: 3, test: Arc::new(test), ..record }));
    let (after, _) = reopened(&Arc::new(foreign));
    assert_eq!(after.run.table.iter().count(), 1);
}

#[test]
fn earlier_runs_come_back_with_new_numbers() {
    let mut before = worked();
    update(&mut before, Action::Look(Look::Seek(Seek::At(4))));
    update(&mut before, Action::Time(crate::Time::Fork));
    let (_folder, opened) = saved(&before);
    let (after, effects) = reopened(&opened);
    assert!(matches!(effects[0], Effect::Train { .. }), "the fork has no recorded point yet");
    let kept: Vec<_> = after.run.earlier.iter().map(|kept| (kept.end, kept.history.len(), kept.latent.nrows())).collect();
    let words = after.corpus.dataset.as_ref().expect("a dataset").words.len();
    assert_eq!(kept, [(10, 11, words)]);
    assert!(after.run.earlier.iter().all(|kept| kept.run < after.run.id));
}

#[test]
fn changed_documents_begin_the_training_again_and_keep_the_sets() {
    let before = worked();
    let (_folder, opened) = saved(&before);
    let mut other = (*opened).clone();
    other.session.corpus.fingerprint ^= 1;
    other.session.view.focus = Focus::Word(usize::MAX);
    let (after, effects) = reopened(&Arc::new(other));
    assert!(matches!(effects[0], Effect::Train { .. }), "{effects:?}");
    assert!(after.message.as_ref().is_some_and(|message| message.text.contains("documents have changed")));
    assert_eq!((after.choices.named.len(), after.choices.focus), (1, Focus::None));
    assert!(after.choices.touched.pinned.is_empty(), "indices may be those of other words");
}

#[test]
fn foreign_indices_are_ignored() {
    let (_folder, opened) = saved(&worked());
    let mut other = (*opened).clone();
    let view = &mut other.session.view;
    (view.focus, view.document, view.muted) = (Focus::Document(1 << 40), Some(1 << 40), vec![1 << 40]);
    view.viewpoint.slice.across = 9;
    view.left_out = Some(wordfield_core::model::LeftOut::Word(1 << 40));
    other.session.pinned = vec![1 << 40];
    let (after, _) = reopened(&Arc::new(other));
    assert_eq!((after.choices.focus, after.choices.shown), (Focus::None, None));
    assert!(after.interventions.left.is_none() && after.choices.touched.pinned.is_empty() && after.choices.muted.is_empty());
    assert_eq!(after.choices.layers.viewpoint.slice.across, 2);
}

#[test]
fn files_outside_the_folder_are_read_with_consent_only() {
    let (folder, opened) = saved(&worked());
    let far = PathBuf::from("/etc/passwd");
    let mut foreign = (*opened).clone();
    foreign.session.corpus.origin = Origin::Files(vec![far.clone()], ReadOptions::default());
    foreign.elsewhere = foreign.session.named_elsewhere(&folder.path().join("work"));
    assert_eq!(foreign.elsewhere, [far]);
    let ask = |workspace: &mut Workspace| {
        update(workspace, Action::Open(Open::Start(Box::default())));
        let job = workspace.corpus.job;
        update(workspace, Action::Open(Open::Answer(job, Answer::Session(Ok(Arc::new(foreign.clone()))))))
    };
    let mut workspace = Workspace::default();
    assert!(ask(&mut workspace).is_empty() && workspace.corpus.pending_session.is_some());
    let effects = update(&mut workspace, Action::Open(Open::ReadNamed));
    assert!(matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Session(..), .. })]), "{effects:?}");
    let mut workspace = Workspace::default();
    ask(&mut workspace);
    let effects = update(&mut workspace, Action::Open(Open::Cancel));
    assert!(workspace.corpus.pending_session.is_none(), "refused");
    assert!(matches!(&effects[..], [Effect::Load(LoadTask { source: Source::Builtin(_), .. })]), "the window is not empty");
}

#[test]
fn missing_documents_are_named_with_the_remedy() {
    let (_folder, opened) = saved(&worked());
    let mut moved = (*opened).clone();
    moved.session.corpus.origin = Origin::Files(vec!["/no/such/tea.tsv".into()], ReadOptions::default());
    moved.session.data.split = SplitOptions::default();
    let moved = Arc::new(moved);
    let text = load::session::ready(&moved, None, &Cancel::default()).expect_err("an error");
    assert!(
        text.contains("/no/such/tea.tsv") && text.contains("work.wordfield-session") && text.contains("open them where"),
        "{text}"
    );
    let current = Arc::clone(&dataset().dataset.corpus);
    assert!(load::session::ready(&moved, Some(current), &Cancel::default()).is_ok(), "the open documents are the same");
}

#[test]
fn edits_are_work_and_training_alone_is_progress() {
    let mut workspace = recorded();
    let before = workspace.work().expect("work");
    assert!(!workspace.has_work(), "the built-in corpus, untouched");
    let later = snapshot(&workspace, 11);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(later)));
    let after = workspace.work().expect("work");
    assert!(!after.is_edited_since(&before) && after.iteration() == 11);
    let edits = [
        Action::Look(Look::Select(Focus::Word(1))),
        Action::Look(Look::Tab(Tab::Documents)),
        Action::Field(Field::Mute(1)),
        Action::Edit(EditWords::Pin(Arc::new(crate::Members::of(after_words(&after), [1])))),
    ];
    for edit in edits {
        let before = workspace.work().expect("work");
        let name = format!("{edit:?}");
        update(&mut workspace, edit);
        assert!(workspace.work().expect("work").is_edited_since(&before), "{name}");
    }
    assert!(workspace.has_work());
}

fn after_words(work: &Work) -> usize {
    work.session().words.len()
}

#[test]
fn saving_proposes_the_last_file_and_reports_the_new_one() {
    let mut workspace = recorded();
    update(&mut workspace, Action::Save(Save::AskSession));
    let saving = workspace.session.saving.clone().expect("the dialog");
    assert!(saving.what == SavedContent::Session && saving.path.ends_with("built-in-topics.wordfield-session"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tea.wordfield-session");
    let path = file.display().to_string();
    update(&mut workspace, Action::Save(Save::Path(path.clone())));
    let effects = update(&mut workspace, Action::Save(Save::Go));
    let [Effect::Run(job)] = &effects[..] else { panic!("{effects:?}") };
    assert!(workspace.session.saving.as_ref().is_some_and(|saving| saving.busy));
    assert!(matches!(update(&mut workspace, job.answer())[..], [Effect::SessionSaved]));
    assert!(file.exists() && workspace.session.saving.is_none());
    assert!(workspace.message.as_ref().is_some_and(|message| message.text.contains(&path)), "{:?}", workspace.message);
    update(&mut workspace, Action::Save(Save::AskSession));
    assert_eq!(workspace.session.saving.expect("the dialog").path, path);
}
