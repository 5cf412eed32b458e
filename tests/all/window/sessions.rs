//! Sessions, unsaved work and settings across windows.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use wordfield_state::{Choose, Show, TextSize, Theme};

use super::*;

/// Applies actions to the window of a harness.
fn apply(harness: &mut Shown, actions: impl IntoIterator<Item = Action>) {
    let ctx = harness.ctx.clone();
    for action in actions {
        harness.state_mut().as_mut().expect("a window").apply(&ctx, action);
    }
}

fn is_paused(window: &Window) -> bool {
    window.workspace().run.phase == Phase::Run(RunState::Paused)
}

/// A window with some iterations and a named set.
fn worked(launch: Launch) -> Shown {
    let mut harness = window(launch);
    until(&mut harness, "some iterations", |window| iteration(window) > 5);
    pause(&mut harness);
    let words = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").words.len();
    let set = wordfield_state::SelectionSet::words(words, [2, 3]);
    apply(&mut harness, [Action::Choose(Choose::Set(set)), Action::Choose(Choose::Keep("two".to_owned()))]);
    harness.run_steps(2);
    harness
}

/// Iteration, positions and sets of a window.
fn shown(harness: &Shown) -> (usize, Vec<f32>, usize) {
    let workspace = the(harness).workspace();
    let latent = workspace.run.snapshot.as_ref().and_then(|snapshot| snapshot.latent()).expect("positions");
    (iteration(the(harness)), latent.iter().map(|&place| place as f32).collect(), workspace.choices.named.len())
}

#[test]
fn a_session_is_saved_and_opened_in_another_window() {
    let mut harness = worked(Launch::default());
    let before = shown(&harness);
    let (_folder, path) = file("work.wordfield-session", "");
    apply(&mut harness, [Save::AskSession, Save::Path(path.display().to_string())].map(Action::Save));
    harness.run_steps(3);
    harness.get_by_label("Save session");
    apply(&mut harness, [Action::Save(Save::Go)]);
    until(&mut harness, "the file", |window| window.workspace().session.saving.is_none());
    drop(harness);
    let mut harness = window(Launch { model: Some(path), ..Launch::default() });
    until(&mut harness, "the session", |window| is_paused(window) && window.workspace().choices.named.len() == 1);
    assert_eq!(shown(&harness), before);
    click(&mut harness, "Play");
    until(&mut harness, "further iterations", |window| iteration(window) > before.0);
}

/// Whether unsaved work is offered in a window with a settled layout: during a run, the offer does not move.
fn is_offered(window: &Window) -> bool {
    window.workspace().corpus.recovery.is_some() && iteration(window) > 5
}

/// Files of unsaved work in a folder.
fn unsaved(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|end| end == "wordfield-session")).collect()
}

#[test]
fn unsaved_work_is_kept_until_the_window_closes_and_offered_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let sessions = folder.path().join("sessions");
    let launch = || Launch { sessions: Some(sessions.clone()), ..Launch::default() };
    let mut harness = worked(launch());
    let before = shown(&harness);
    // Actions by the pointer are recorded within a frame.
    key(&mut harness, Key::L);
    until(&mut harness, "the side file", |_| !unsaved(&sessions).is_empty());
    // The first file of unsaved work may be older than the last edit, which is written within about a second.
    let seen = Instant::now();
    until(&mut harness, "the last edit", |_| seen.elapsed() > Duration::from_secs(4));
    let side = unsaved(&sessions).remove(0);
    let left = fs::read(&side).expect("the work");
    drop(harness);
    assert!(unsaved(&sessions).is_empty(), "a window that closes leaves nothing behind");

    fs::write(&side, &left).expect("as after a crash");
    let mut harness = window(launch());
    until(&mut harness, "the offer", is_offered);
    harness.get_by_label_contains("built-in topics, iteration");
    click(&mut harness, "Recover");
    until(&mut harness, "the work", |window| is_paused(window) && window.workspace().choices.named.len() == 1);
    assert_eq!(shown(&harness), before);
    assert!(the(&harness).workspace().session.file.is_none(), "the side file is not the user's own");
    drop(harness);
    assert!(unsaved(&sessions).is_empty());

    fs::write(&side, &left).expect("as after a crash");
    let mut harness = window(launch());
    until(&mut harness, "the offer", is_offered);
    click(&mut harness, "Discard");
    until(&mut harness, "no work", |window| unsaved(&sessions).is_empty() && window.workspace().corpus.recovery.is_none());
}

#[test]
fn untouched_built_in_documents_are_no_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let harness = worked_only_by_training(folder.path());
    assert!(!the(&harness).workspace().has_work() && unsaved(folder.path()).is_empty());
}

fn worked_only_by_training(sessions: &Path) -> Shown {
    let mut harness = window(Launch { sessions: Some(sessions.to_owned()), ..Launch::default() });
    until(&mut harness, "some iterations", |window| iteration(window) > 5);
    harness
}

#[test]
fn settings_and_recent_files_reach_the_next_window() {
    let (folder, corpus) = file("tea.tsv", &["pos\tgood fine great tea", "neg\tbad poor dull tea"].repeat(12).join("\n"));
    let settings = folder.path().join("config").join("settings.json");
    let launch = || Launch { user_settings: Some(settings.clone()), ..Launch::default() };
    let recipe = wordfield_core::experiment::DataRecipe::files(std::slice::from_ref(&corpus), ReadOptions::default());
    let mut harness = window(Launch { recipe, ..launch() });
    let changes = [
        Action::Look(Look::Theme(Theme::Dark)),
        Action::Show(Show::TextSize(TextSize::Large)),
        Action::Show(Show::Panel(Panel::Classes)),
    ];
    apply(&mut harness, changes);
    harness.run_steps(2);
    drop(harness);
    let text = fs::read_to_string(&settings).expect("written when the window closes");
    assert!(text.contains("tea.tsv") && text.contains("\"dark\""), "{text}");
    let mut harness = window(launch());
    let layout = &the(&harness).workspace().layout;
    assert_eq!((layout.theme, layout.arrangement.text_size), (Theme::Dark, TextSize::Large));
    assert!(layout.arrangement.shows(Panel::Classes));
    click(&mut harness, "File");
    click(&mut harness, "Open recent");
    click(&mut harness, "tea.tsv (corpus)");
    until(
        &mut harness,
        "the preview",
        |window| matches!(&window.workspace().corpus.loading, Loading::Preview { paths, preview: Ok(_), .. } if *paths == [corpus.clone()]),
    );
    drop(harness);
    fs::write(&settings, "{").expect("a file");
    let harness = window(launch());
    let message = the(&harness).workspace().message.as_ref().expect("a message");
    assert!(message.error && message.text.contains("settings.json.unreadable"), "{}", message.text);
}
