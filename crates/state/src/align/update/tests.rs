use std::fs;

use tempfile::TempDir;

use super::*;
use crate::{Action, Answer, LoadTask, Open, ReadProblem, load::datasets, update};
use wordfield_core::corpus::{ErrorKind, preview_all};

/// Text of numbered lines without those of `dropped`; equal numbers in two texts mark translations.
fn text(word: &str, lines: usize, dropped: &[usize]) -> String {
    let line = |i: usize| format!("{} {} {}\n", word.repeat(1 + i % 3), 1000 + 7 * i, word.repeat(1 + i * i % 5));
    (0..lines).filter(|i| !dropped.contains(i)).map(line).collect()
}

/// Folder with an English and a German text of `lines` lines, three of which the German text lacks.
fn folder(lines: usize) -> (TempDir, [PathBuf; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["news.en.txt", "news.de.txt"].map(|name| folder.path().join(name));
    fs::write(&paths[0], text("tree ", lines, &[])).expect("a file");
    fs::write(&paths[1], text("baum ", lines, &[3, 8, 9])).expect("a file");
    (folder, paths)
}

/// Answers previews, readings and alignments as the window's threads do, until no task is left.
fn act(workspace: &mut Workspace, action: Action) {
    let mut effects = update(workspace, action);
    while let Some(effect) = effects.pop() {
        let action = match effect {
            Effect::Load(LoadTask { job, source, data, settings, vectors, cancel }) => {
                let ready = datasets::ready(source, data, &settings, vectors, &cancel).map_err(ReadProblem::from);
                Action::Open(Open::Answer(job, Answer::Corpus(ready)))
            }
            Effect::Run(job) => job.answer(),
            _ => continue,
        };
        effects.extend(update(workspace, action));
    }
}

fn form(workspace: &Workspace) -> AlignForm {
    workspace.align.dialog.as_ref().expect("the dialog").form.clone()
}

fn fill(workspace: &mut Workspace, change: impl FnOnce(&mut AlignForm)) {
    let mut form = form(workspace);
    change(&mut form);
    act(workspace, Action::Align(AlignAction::Form(Box::new(form))));
}

fn problem(workspace: &Workspace) -> &str {
    workspace.align.dialog.as_ref().and_then(|dialog| dialog.problem.as_deref()).unwrap_or_default()
}

#[test]
fn texts_of_different_length_are_offered_to_be_aligned_and_others_are_not() {
    // A short text is refused in its preview, a long text when it is read completely.
    for lines in [12, 60] {
        let (folder, paths) = folder(lines);
        let mut workspace = Workspace::default();
        act(&mut workspace, Action::Open(Open::Files(paths.to_vec())));
        act(&mut workspace, Action::Open(Open::ReadAll));
        assert!(workspace.corpus.first_look.unaligned, "{lines} lines");
        assert!(workspace.corpus.obstacle().is_some_and(|obstacle| obstacle.contains("align them")));
        act(&mut workspace, Action::Align(AlignAction::Open));
        let AlignForm { files, languages, path, .. } = form(&workspace);
        assert_eq!(files.map(PathBuf::from), paths);
        assert_eq!(
            (languages, PathBuf::from(path)),
            (["en", "de"].map(str::to_owned), folder.path().join("news.en.aligned.tsv"))
        );

        let equal = folder.path().join("equal.de.txt");
        fs::write(&equal, text("baum ", lines, &[])).expect("a file");
        act(&mut workspace, Action::Open(Open::Files(vec![paths[0].clone(), equal])));
        assert!(!workspace.corpus.first_look.unaligned && workspace.corpus.obstacle().is_none());
        act(&mut workspace, Action::Open(Open::ReadAll));
        assert!(!workspace.corpus.first_look.unaligned && matches!(workspace.corpus.loading, Loading::Idle));
    }
}

#[test]
fn rows_of_numbers_of_different_length_are_not_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = [("a.txt", "0.5 1 2\n3 -4 5\n"), ("b.txt", "0.5 1 2\n3 4 5\n6 7 8\n")].map(|(name, rows)| {
        fs::write(folder.path().join(name), rows).expect("a file");
        folder.path().join(name)
    });
    let error = preview_all(&paths, &<_>::default(), &<_>::default()).expect_err("different lengths");
    assert_eq!(error.kind, ErrorKind::Pairs, "{error}");
}

#[test]
fn aligned_pairs_are_opened_with_their_lines_and_scores_the_least_certain_first() {
    let (folder, paths) = folder(60);
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Open(Open::Files(paths.to_vec())));
    act(&mut workspace, Action::Align(AlignAction::Open));
    act(&mut workspace, Action::Align(AlignAction::Start));
    assert!(workspace.align.dialog.is_none());
    let message = workspace.message.as_ref().expect("a message");
    assert!(
        !message.error
            && message.text.contains("57 pairs of lines, 57 of them one to one; 3 lines without a partner, 0 blank lines"),
        "{}",
        message.text
    );
    let dataset = workspace.corpus.dataset.as_ref().expect("a corpus");
    let pairs = dataset.corpus.task.pairs().expect("pairs");
    assert_eq!(pairs.source_documents, 57);
    assert_eq!([&pairs.spans[5], &pairs.spans[57 + 5]], ["7", "6"], "lines of both texts");
    assert!(pairs.scores.len() == 114 && pairs.scores.iter().all(|score| (0.0..=1.0).contains(score)));
    assert_eq!(workspace.layout.tab, Tab::Documents);
    let listed = crate::matches::update::checking::checked(&workspace);
    assert!(listed.is_sorted_by(|&a, &b| pairs.scores[a] <= pairs.scores[b]) && listed.len() == 57);
    assert!(folder.path().join("news.en.aligned.tsv").exists());
}

#[test]
fn the_message_counts_the_pairs_that_are_opened_and_the_blank_lines() {
    let (_folder, paths) = folder(60);
    for path in &paths {
        let text = fs::read_to_string(path).expect("a text").replacen('\n', "\n\n \n", 20);
        fs::write(path, text + "\n").expect("a file");
    }
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Open(Open::Files(paths.to_vec())));
    act(&mut workspace, Action::Align(AlignAction::Open));
    act(&mut workspace, Action::Align(AlignAction::Start));
    let text = &workspace.message.as_ref().expect("a message").text;
    let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs()).expect("pairs");
    assert!(text.contains(&format!(" holds {} pairs of lines", pairs.source_documents)), "{text}");
    assert!(text.contains("82 blank lines") && pairs.source_documents <= 57, "{text}");
}

#[test]
fn a_cancelled_alignment_leaves_no_file_and_keeps_the_dialog() {
    let (folder, paths) = folder(60);
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Open(Open::Files(paths.to_vec())));
    act(&mut workspace, Action::Align(AlignAction::Open));
    let effects = update(&mut workspace, Action::Align(AlignAction::Start));
    let [Effect::Run(job)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, Action::Align(AlignAction::Cancel));
    assert!(workspace.align.dialog.as_ref().is_some_and(AlignDialog::is_ending));
    let answer = job.answer();
    assert!(matches!(answer, Action::Align(AlignAction::Done(_, None))), "{answer:?}");
    act(&mut workspace, answer);
    assert!(workspace.align.dialog.as_ref().is_some_and(|dialog| dialog.running.is_none() && dialog.problem.is_none()));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "the two texts");
    assert!(matches!(workspace.corpus.loading, Loading::Preview { .. }), "the preview is shown again");

    let effects = update(&mut workspace, Action::Align(AlignAction::Start));
    let [Effect::Run(job)] = &effects[..] else { panic!("{effects:?}") };
    act(&mut workspace, Action::Align(AlignAction::Close));
    assert!(matches!(job.answer(), Action::Align(AlignAction::Done(_, None))), "a closed dialog cancels");
}

/// Action that changes a form with `edit`.
type Change<'a> = &'a dyn Fn(&mut AlignForm);

#[test]
fn problems_are_shown_in_the_dialog_with_a_remedy() {
    let (folder, paths) = folder(60);
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Align(AlignAction::Open));
    act(&mut workspace, Action::Align(AlignAction::Start));
    assert!(problem(&workspace).contains("source text is missing"), "{}", problem(&workspace));
    fill(&mut workspace, |form| form.files = paths.each_ref().map(|path| path.display().to_string()));
    assert_eq!((problem(&workspace), form(&workspace).path.ends_with("news.en.aligned.tsv")), ("", true), "the path follows");
    let input = |form: &mut AlignForm| form.path.clone_from(&form.files[1]);
    let calls: [(Change<'_>, &str); 5] = [
        (&input, "is read from"),
        (&|form| form.path = folder.path().join("none/x.tsv").display().to_string(), "none"),
        (&|form| form.anchors = "3-3".to_owned(), "give two lines from 1"),
        (&|form| form.anchors = "1:1, 900:1".to_owned(), "900:1: it is beyond the end of a text"),
        (&|form| form.files[1].push('x'), "check the path"),
    ];
    let good = form(&workspace);
    for (change, wanted) in calls {
        fill(&mut workspace, |form| {
            form.clone_from(&good);
            change(form);
        });
        act(&mut workspace, Action::Align(AlignAction::Start));
        assert!(problem(&workspace).contains(wanted), "{wanted}: {}", problem(&workspace));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "no file is written");
}

#[test]
fn the_dialog_starts_with_the_files_of_the_corpus() {
    let (folder, paths) = folder(30);
    fs::write(&paths[1], text("baum ", 30, &[])).expect("a file");
    let mut workspace = Workspace::default();
    act(&mut workspace, Action::Open(Open::Files(paths.to_vec())));
    act(&mut workspace, Action::Open(Open::ReadAll));
    act(&mut workspace, Action::Align(AlignAction::Open));
    assert_eq!(form(&workspace).files.map(PathBuf::from), paths);
    fill(&mut workspace, |form| form.sentences = true);
    act(&mut workspace, Action::Align(AlignAction::Start));
    assert_eq!(problem(&workspace), "");
    let dataset = workspace.corpus.dataset.as_ref().expect("a corpus");
    assert!(
        matches!(&dataset.corpus.origin, Some(Origin::Files(files, _)) if files == &[folder.path().join("news.en.aligned.tsv")])
    );
}
