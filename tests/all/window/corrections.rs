//! Corrections of pairs in the window: by keys and fields, and from the exported table to the delivered file.

use std::{fs, path::Path};

use eframe::egui::Event;
use wordfield_state::{Correct, Export, Item, MatchAction, PairVerdict, Place, Verdict};

use super::*;
use crate::program::expect;

/// The list of the built-in pairs after their check, with a pair open.
fn checked(source: usize) -> Shown {
    let mut harness = checked_pairs(vec2(1600.0, 1000.0));
    open(&mut harness, source);
    harness
}

fn open(harness: &mut Shown, source: usize) {
    act(harness, Action::Look(Look::Select(Focus::Document(source))));
    until(harness, "the comparison", |window| {
        window.workspace().matches.view.compared.as_ref().is_some_and(|compared| compared.source == source)
    });
}

fn correct(harness: &mut Shown, action: Correct) {
    act(harness, Action::Match(MatchAction::Correct(action)));
}

fn correction(harness: &Shown, source: usize) -> Option<Vec<[String; 2]>> {
    the(harness).workspace().choices.reviews.correction(source).map(<[_]>::to_vec)
}

fn target(harness: &Shown, source: usize) -> usize {
    the(harness).workspace().corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.partner(source)).expect("a partner")
}

#[test]
fn both_texts_are_edited_in_fields_that_keep_the_keys_of_verdicts() {
    let mut harness = checked(26);
    key(&mut harness, Key::E);
    harness.run_steps(3);
    assert!(the(&harness).workspace().matches.view.editor.is_some());
    harness.event(Event::Text("xy 1 ".to_owned()));
    for pressed in [Key::X, Key::Y, Key::Num2] {
        key(&mut harness, pressed);
    }
    harness.run_steps(2);
    let workspace = the(&harness).workspace();
    assert_eq!((workspace.reviewed_count(), workspace.layout.tab), (0, Tab::Documents), "the field has the keys");
    let typed = workspace.matches.view.editor.as_ref().expect("fields").parts[0].clone();
    assert!(typed[0].contains("xy 1 "), "{}", typed[0]);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Enter);
    harness.run_steps(3);
    assert_eq!(correction(&harness, 26), Some(vec![typed]));
    assert_eq!(the(&harness).workspace().pair_verdict(26), Some(PairVerdict::Accepted));
    assert!(harness.query_all_by_label_contains("Corrected texts; doubt, reasons").count() > 0);
    assert!(harness.query_all_by_label("1 corrected").count() > 0, "a count in the caption");
    undo(&mut harness, 1);
    assert_eq!(correction(&harness, 26), None);
}

#[test]
fn a_field_is_left_by_esc_and_a_pair_is_split_at_both_cursors() {
    let mut harness = checked(26);
    key(&mut harness, Key::E);
    harness.run_steps(3);
    for (side, text) in ["One. Two.", "Eins. Zwei."].into_iter().enumerate() {
        correct(&mut harness, Correct::Type { part: 0, side, text: text.to_owned() });
    }
    for (name, ahead) in [("corrected source, part 1", 4), ("corrected target, part 1", 5)] {
        harness.get_by_label(name).focus();
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Home);
        harness.run_steps(2);
        for _ in 0..ahead {
            key(&mut harness, Key::ArrowRight);
        }
    }
    click(&mut harness, "split part 1 at both cursors");
    harness.run_steps(3);
    harness.get_by_label("corrected target, part 2");
    click(&mut harness, "Apply (Ctrl+Enter)");
    harness.run_steps(2);
    let parts = [["One.", "Eins."], ["Two.", "Zwei."]].map(|part| part.map(str::to_owned)).to_vec();
    assert_eq!(correction(&harness, 26), Some(parts));
    click(&mut harness, "Edit (E)");
    harness.run_steps(3);
    key(&mut harness, Key::Escape);
    harness.run_steps(3);
    assert!(the(&harness).workspace().matches.view.editor.is_none());
    click(&mut harness, "Restore texts");
    harness.run_steps(2);
    assert_eq!(correction(&harness, 26), None);
}

#[test]
fn pairs_are_merged_swapped_and_shifted_and_conflicts_listed() {
    let mut harness = checked(26);
    key(&mut harness, Key::M);
    harness.run_steps(2);
    assert!(correction(&harness, 26).is_some_and(|texts| texts.len() == 1) && correction(&harness, 27) == Some(Vec::new()));
    undo(&mut harness, 1);
    open(&mut harness, 26);
    click(&mut harness, "Swap targets with next");
    harness.run_steps(2);
    let (own, next) = (target(&harness, 26), target(&harness, 27));
    let verdict = |harness: &Shown, source| the(harness).workspace().pair_verdict(source);
    assert_eq!(
        [26, 27].map(|source| verdict(&harness, source)),
        [Some(PairVerdict::Partner(next)), Some(PairVerdict::Partner(own))]
    );
    undo(&mut harness, 1);
    correct(&mut harness, Correct::ShiftFields(Some(["27", "29", "1"].map(str::to_owned))));
    click(&mut harness, "Shift");
    harness.run_steps(3);
    assert_eq!(verdict(&harness, 28), Some(PairVerdict::Partner(target(&harness, 29))));
    assert!(harness.query_all_by_label("2 in target conflict").count() > 0);
    click(&mut harness, "target conflicts");
    harness.run_steps(3);
    let mut listed = the(&harness).workspace().documents().to_vec();
    listed.sort_unstable();
    assert_eq!(listed, [28, 29]);
    assert!(harness.query_all_by_label_contains("→ line 30, conflict").count() > 0, "marked in the list");
    undo(&mut harness, 1);
    assert_eq!(the(&harness).workspace().reviewed_count(), 0, "one step");
}

#[test]
fn a_digit_takes_a_candidate_of_a_rejected_pair_and_selects_a_tab_otherwise() {
    let mut harness = checked(26);
    key(&mut harness, Key::X);
    harness.run_steps(2);
    let second = the(&harness).workspace().keyed_candidates()[1];
    harness.get_by_label("keys 1 to 5 take one");
    key(&mut harness, Key::Num2);
    harness.run_steps(2);
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.choices.reviews.get(26).and_then(|review| review.verdict), Some((Verdict::Accepted, second)));
    assert_eq!(workspace.layout.tab, Tab::Documents);
    open(&mut harness, 26);
    key(&mut harness, Key::Num3);
    harness.run_steps(2);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Evaluation, "an accepted pair");
}

/// File of 100 pairs and further lines, opened in a window, after its first evaluation.
fn pairs(folder: &Path, further: &str) -> Shown {
    let path = folder.join("pairs.tsv");
    let tree = ["oak", "elm", "ash", "yew", "fir"];
    let pair = |i: usize| format!("{} leaf{} tree\tle {} feuille{} arbre\n", tree[i % 5], i % 16, tree[i % 5], i % 16);
    fs::write(&path, (0..100).map(pair).collect::<String>() + further).expect("a file");
    let mut harness = window(Launch { reviews: Some(folder.join("reviews")), ..Launch::default() });
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    let read = ReadOptions { format: Some(Format::Parallel), task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    act(&mut harness, Action::Open(Open::ReadAs(read)));
    until(&mut harness, "the pairs", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    act(&mut harness, Action::Open(Open::ReadAll));
    until(&mut harness, "the corpus", |window| {
        let workspace = window.workspace();
        let named = workspace.corpus.dataset.as_ref().is_some_and(|dataset| dataset.corpus.name == "pairs");
        named && !workspace.documents().is_empty() && workspace.matches().is_some()
    });
    harness
}

fn export(harness: &mut Shown, item: Item, format: &'static str, path: &Path) {
    export_with(harness, item, format, path, String::new());
}

fn export_with(harness: &mut Shown, item: Item, format: &'static str, path: &Path, rejects: String) {
    act(harness, Action::Export(Export::Open(Some(item))));
    act(harness, Action::Export(Export::Format(format)));
    act(harness, Action::Export(Export::Rejects(rejects)));
    act(harness, Action::Export(Export::Path(path.display().to_string())));
    act(harness, Action::Export(Export::Start));
    until(harness, "the file", |window| window.workspace().export.dialog.is_none());
}

#[test]
fn every_line_of_the_file_is_delivered_or_among_the_rejected_ones_with_its_cause() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let mut harness = pairs(at, "a lonely leaf\t\n\tun chant seul\n");
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    act(&mut harness, Action::Look(Look::Select(Focus::Document(11))));
    correct(&mut harness, Correct::MergeNext);
    act(&mut harness, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    export(&mut harness, Item::PAIRS, "tsv", &at.join("verdicts.tsv"));
    export_with(
        &mut harness,
        Item::CLEAN,
        "original",
        &at.join("window.tsv"),
        at.join("window-rejects.tsv").display().to_string(),
    );
    let call =
        "deliver --pairs pairs.tsv --format parallel --verdicts verdicts.tsv --as original --out clean.tsv --rejects rejects.tsv";
    expect(at, 0, call);
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("a file");
    assert_eq!(read("window.tsv"), read("clean.tsv"));
    let causes = ["rejected", "merged into", "no text on one side"];
    for name in ["window-rejects.tsv", "rejects.tsv"] {
        let rows: Vec<String> = read(name).lines().map(str::to_owned).collect();
        let cause =
            |row: &String| row.split('\t').find(|cell| causes.iter().any(|cause| cell.starts_with(cause))).map(str::to_owned);
        let found: Vec<_> = rows[1..].iter().map(|row| (row.split('\t').next().map(str::to_owned), cause(row))).collect();
        let expected = [("12", causes[0]), ("13", "merged into a pair that is not kept"), ("101", causes[2]), ("102", causes[2])];
        assert_eq!(found, expected.map(|(line, cause)| (Some(line.to_owned()), Some(cause.to_owned()))), "{name}");
    }
}

#[test]
fn the_table_of_the_other_pairs_never_replaces_the_clean_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = pairs(folder.path(), "");
    let place = folder.path().join("clean.tsv").display().to_string();
    act(&mut harness, Action::Export(Export::Open(Some(Item::CLEAN))));
    act(&mut harness, Action::Export(Export::Path(place.clone())));
    act(&mut harness, Action::Export(Export::Rejects(place.clone())));
    act(&mut harness, Action::Export(Export::Start));
    until(&mut harness, "the refusal", |window| window.workspace().message.as_ref().is_some_and(|message| message.error));
    let message = the(&harness).workspace().message.clone().expect("a message");
    assert!(message.text.contains("clean.tsv: is the place of the other file too"), "{}", message.text);
    assert!(!Path::new(&place).exists());
    fs::write(&place, "an older file").expect("a file");
    act(&mut harness, Action::Export(Export::Path(folder.path().join("other.tsv").display().to_string())));
    until(&mut harness, "the warning", |window| window.workspace().places() == [Place::Free, Place::Taken]);
    harness.run_steps(3);
    harness.get_by_label("The file exists and will be replaced.");
}

#[test]
fn the_exported_table_delivers_what_the_window_delivers_and_the_source_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let mut harness = pairs(at, "");
    let before = fs::read_to_string(at.join("pairs.tsv")).expect("the file");
    let source = |line: usize| line - 1;
    let edit = |harness: &mut Shown, line: usize, texts: [&str; 2]| {
        act(harness, Action::Look(Look::Select(Focus::Document(source(line)))));
        correct(harness, Correct::Edit);
        for (side, text) in texts.into_iter().enumerate() {
            correct(harness, Correct::Type { part: 0, side, text: text.to_owned() });
        }
    };
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    edit(&mut harness, 2, ["an \"elm\"", "l'orme"]);
    correct(&mut harness, Correct::Apply);
    edit(&mut harness, 4, ["a yew. A fir.", "un if. Un sapin."]);
    correct(&mut harness, Correct::Split { part: 0, at: [6, 6] });
    correct(&mut harness, Correct::Apply);
    for action in [Correct::MergeNext, Correct::SwapNext] {
        let line = if action == Correct::MergeNext { 6 } else { 9 };
        act(&mut harness, Action::Look(Look::Select(Focus::Document(source(line)))));
        correct(&mut harness, action);
    }
    act(&mut harness, Action::Look(Look::Select(Focus::Document(source(12)))));
    act(&mut harness, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    export(&mut harness, Item::PAIRS, "tsv", &at.join("verdicts.tsv"));
    export(&mut harness, Item::CLEAN, "original", &at.join("window.tsv"));
    let (_, message) =
        expect(at, 0, "deliver --pairs pairs.tsv --format parallel --verdicts verdicts.tsv --as original --out clean.tsv");
    assert!(message.contains("99 of 100 pairs kept; 1 rejected, 0 left out."), "{message}");
    assert!(message.contains("2 edited, 1 split, 1 merged"), "{message}");
    let clean = fs::read_to_string(at.join("clean.tsv")).expect("the clean file");
    let lines: Vec<&str> = before.lines().collect();
    let cell = |line: usize, side: usize| lines[line - 1].split('\t').nth(side).expect("a cell");
    let mut expected: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    expected[1] = "an \"elm\"\tl'orme".to_owned();
    expected[3] = "a yew.\tun if.\nA fir.\tUn sapin.".to_owned();
    expected[5] = format!("{} {}\t{} {}", cell(6, 0), cell(7, 0), cell(6, 1), cell(7, 1));
    expected[8] = format!("{}\t{}", cell(9, 0), cell(10, 1));
    expected[9] = format!("{}\t{}", cell(10, 0), cell(9, 1));
    for gone in [11, 6] {
        expected.remove(gone);
    }
    assert_eq!(clean, expected.join("\n") + "\n");
    assert_eq!(fs::read_to_string(at.join("window.tsv")).expect("the window's file"), clean);
    assert_eq!(fs::read_to_string(at.join("pairs.tsv")).expect("the file"), before, "the source file is never touched");
    // A second window reads the corrections from the folder of verdicts.
    drop(harness);
    let harness = pairs(at, "");
    assert_eq!(correction(&harness, source(7)), Some(Vec::new()));
    assert_eq!(correction(&harness, source(4)).map(|parts| parts.len()), Some(2));
}
