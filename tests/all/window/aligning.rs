//! Tests of the alignment of two texts in the window: from two files of different length to their pairs, as on the command line.

use std::fs;

use wordfield_core::corpus::Origin;
use wordfield_state::CheckSort;

use super::*;
use crate::program::expect;

/// Text of numbered lines without those of `dropped`; equal numbers in two texts mark translations.
fn text(word: &str, dropped: &[usize]) -> String {
    let line = |i: usize| format!("{} {} {}\n", word.repeat(1 + i % 3), 1000 + 7 * i, word.repeat(1 + i * i % 5));
    (0..60).filter(|i| !dropped.contains(i)).map(line).collect()
}

#[test]
fn two_texts_of_different_length_are_aligned_and_reviewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["a.en.txt", "a.de.txt"].map(|name| folder.path().join(name));
    fs::write(&paths[0], text("tree ", &[])).expect("a file");
    fs::write(&paths[1], text("baum ", &[3, 8, 9])).expect("a file");
    let mut harness = window(Launch::default());
    let ctx = harness.ctx.clone();
    harness.state_mut().as_mut().expect("a window").apply(&ctx, Action::Open(Open::Files(paths.to_vec())));
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, Loading::Preview { preview: Ok(_), .. })
    });
    harness.run_steps(3);
    assert!(harness.query_by_label("Align…").is_none(), "the beginnings are of equal length");
    click(&mut harness, "Read and train");
    until(&mut harness, "the offer", |window| {
        let corpus = &window.workspace().corpus;
        corpus.first_look.unaligned && matches!(corpus.loading, Loading::Preview { .. })
    });
    harness.run_steps(3);
    assert!(harness.query_all_by_label_contains("60 lines").next().is_some(), "in the dialog and as a message");
    assert!(harness.query_by_label("Read and train").is_none());
    click(&mut harness, "Align…");
    harness.run_steps(3);
    click(&mut harness, "Align");
    until(&mut harness, "the aligned pairs", |window| {
        let dataset = window.workspace().corpus.dataset.as_ref();
        dataset.and_then(|dataset| dataset.corpus.task.pairs()).is_some_and(|pairs| !pairs.spans.is_empty())
    });
    until(&mut harness, "the list", |window| window.workspace().documents().len() == 57);
    harness.run_steps(3);
    let aligned = folder.path().join("a.en.aligned.tsv");
    let workspace = the(&harness).workspace();
    let corpus = &workspace.corpus.dataset.as_ref().expect("a corpus").corpus;
    assert!(matches!(&corpus.origin, Some(Origin::Files(files, _)) if files == std::slice::from_ref(&aligned)));
    assert_eq!((workspace.layout.tab, workspace.matches.view.check_sort), (Tab::Documents, CheckSort::FileScore));
    for column in ["joined lines", "file score"] {
        assert!(harness.query_all_by_label_contains(column).next().is_some(), "{column}");
    }
    harness.get_by_label("7 : 6");
    expect(folder.path(), 0, "align a.en.txt a.de.txt --languages en,de --out command.tsv");
    let [window, command] = [&aligned, &folder.path().join("command.tsv")].map(|path| fs::read(path).expect("a file"));
    assert!(!window.is_empty() && window == command, "window and command write the same bytes");
}

#[test]
fn texts_are_chosen_in_the_dialog_and_written_as_a_translation_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.txt"), "The old cat sleeps. It was born in 1998.\nNobody wakes it before noon.\n")
        .expect("a file");
    fs::write(folder.path().join("b.txt"), "Die alte Katze schläft.\nSie wurde 1998 geboren. Niemand weckt sie vor Mittag.\n")
        .expect("a file");
    let mut harness = window(Launch::default());
    menu(&mut harness, &["File", "Align two texts…"]);
    harness.run_steps(3);
    let typed = |harness: &mut Shown, name: &str, text: &str| {
        harness.get_by_role_and_label(Role::TextInput, name).focus();
        harness.step();
        harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        harness.step();
        harness.get_by_role_and_label(Role::TextInput, name).type_text(text);
        harness.run_steps(2);
    };
    let path = |name: &str| folder.path().join(name).display().to_string();
    click(&mut harness, "Align");
    harness.run_steps(2);
    harness.get_by_label_contains("The source text is missing");
    typed(&mut harness, "Source text", &path("a.txt"));
    typed(&mut harness, "Target text", &path("b.txt"));
    click(&mut harness, "sentences");
    typed(&mut harness, "of the source", "en");
    typed(&mut harness, "of the target", "de");
    typed(&mut harness, "Lines that belong together", "2:2");
    typed(&mut harness, "File of the pairs", &path("w.tmx"));
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    until(&mut harness, "the file", |window| window.workspace().align.dialog.is_none());
    expect(folder.path(), 0, "align a.txt b.txt --sentences --languages en,de --anchors 2:2 --out c.tmx");
    let [window, command] = ["w.tmx", "c.tmx"].map(|name| fs::read_to_string(folder.path().join(name)).expect("a file"));
    assert_eq!(window, command);
    assert_eq!(window.matches("<tu ").count(), 3, "{window}");
}
