//! Exports of the window: the dialog, copies, and the menu of a table.

use eframe::egui::{Event, OutputCommand, PointerButton, Pos2};

use super::*;
use wordfield_core::corpus::Builtin;
use wordfield_state::{Export, Item};

/// Texts copied to the clipboard in the last frame.
fn copied(harness: &Shown) -> Vec<String> {
    let commands = &harness.output().platform_output.commands;
    commands
        .iter()
        .filter_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
        .collect()
}

/// Clicks the button of the dialog with the same text as the dialog's title.
fn start(harness: &mut Shown) {
    harness.get_by_role_and_label(Role::Button, "Export").click();
    harness.run_steps(2);
}

fn message(harness: &Shown) -> String {
    the(harness).workspace().message.as_ref().map_or_else(String::new, |message| message.text.clone())
}

#[test]
fn a_table_is_exported_by_the_dialog() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("words.csv");
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::E);
    harness.run_steps(4);
    harness.get_by_label("Words and their positions");
    harness.get_by_label("Word vectors");
    assert!(harness.query_all_by_label_contains("read by spreadsheets").count() >= 2);
    act(&mut harness, Action::Export(Export::Path(path.display().to_string())));
    start(&mut harness);
    until(&mut harness, "the file", |window| window.workspace().export.dialog.is_none());
    assert!(message(&harness).starts_with("Exported to"), "{}", message(&harness));
    let written = std::fs::read_to_string(&path).expect("the file");
    let words = the(&harness).workspace().corpus.basis.as_ref().map_or(0, |basis| basis.words.len());
    assert_eq!(written.lines().count(), words + 1);
    assert!(written.starts_with("word,class,documents,occurrences,x,y"), "{:?}", written.lines().next());
}

#[test]
fn an_export_over_the_corpus_is_refused_in_the_dialog() {
    let (_folder, path) = file("corpus.tsv", include_str!("../../../crates/core/sample_data/corpus.txt"));
    let mut harness = window(Launch::default());
    let run = the(&harness).workspace().run.id;
    act(&mut harness, Action::Open(Open::Files(vec![path.clone()])));
    until(&mut harness, "the preview", |window| matches!(window.workspace().corpus.loading, Loading::Preview { .. }));
    act(&mut harness, Action::Open(Open::ReadAll));
    until(&mut harness, "the corpus", |window| window.workspace().run.id > run && window.workspace().field.scene.is_some());
    act(&mut harness, Action::Export(Export::Open(Some(Item::Table("words")))));
    act(&mut harness, Action::Export(Export::Path(path.display().to_string())));
    start(&mut harness);
    until(&mut harness, "the answer", |window| {
        window.workspace().export.dialog.as_ref().is_none_or(|dialog| dialog.running.is_none())
    });
    assert!(message(&harness).contains("is read from too: choose another place"), "{}", message(&harness));
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(the(&harness).workspace().export.dialog.is_none());
}

/// Presses the secondary button at a position.
fn right_click(harness: &mut Shown, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    harness.step();
    for pressed in [true, false] {
        let button = PointerButton::Secondary;
        harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        harness.step();
    }
    harness.run_steps(3);
}

#[test]
fn a_right_click_on_the_documents_copies_or_saves_their_table() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    let at = harness.get_by_label("misclassified only").rect().center() + vec2(60.0, 160.0);
    right_click(&mut harness, at);
    harness.get_by_label("Copy table").click();
    let mut texts = Vec::new();
    for _ in 0..3 {
        harness.step();
        texts.extend(copied(&harness));
    }
    let listed = the(&harness).workspace().documents().len();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0].lines().count(), listed + 1);
    assert!(texts[0].starts_with("document\tpart\tclass\tpredicted\tcorrect\tmargin\t"));
    assert_eq!(message(&harness), format!("Copied {listed} rows."));

    harness.run_steps(3);
    right_click(&mut harness, at);
    harness.get_by_label("Save as…").click();
    harness.run_steps(4);
    let item = the(&harness).workspace().export.dialog.as_ref().map(|dialog| dialog.item);
    assert_eq!(item, Some(Item::Table("documents")));
}

#[test]
fn a_table_is_sorted_by_its_headers_and_filtered() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    click(&mut harness, "word field as a table");
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, "filter of the table words").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "filter of the table words").type_text("mo");
    harness.run_steps(3);
    click(&mut harness, "word");
    harness.get_by_role_and_label(Role::ColumnHeader, "word, ascending");
    let workspace = the(&harness).workspace();
    let table = workspace.shown_table("words").expect("words");
    let shown: Vec<String> = (0..table.len()).map(|place| table.shown(place, 0).into_owned()).collect();
    assert!(!shown.is_empty() && shown.is_sorted() && shown.iter().all(|word| word.contains("mo")), "{shown:?}");
    harness.get_by_role_and_label(Role::Button, &shown[0]);
}

#[test]
fn every_list_of_every_task_is_a_table() {
    for (builtin, expected) in [
        (
            Builtin::Topics,
            &[
                "words",
                "neighbours",
                "word-documents",
                "characteristic-words",
                "documents",
                "shares",
                "confusion",
                "objective",
                "scores",
            ][..],
        ),
        (
            Builtin::Reviews,
            &["words", "neighbours", "word-documents", "documents", "shares", "predictions", "calibration", "scores"],
        ),
        (
            Builtin::Pairs,
            &["words", "neighbours", "word-documents", "documents", "candidates", "pair-shares", "precision", "dictionary"],
        ),
    ] {
        let mut harness = live(builtin, vec2(1400.0, 900.0));
        act(&mut harness, Action::Look(Look::Select(Focus::Document(0))));
        until(&mut harness, "the dictionary and the comparison", |window| {
            let workspace = window.workspace();
            builtin != Builtin::Pairs || (workspace.dictionary().is_some() && workspace.matches.view.compared.is_some())
        });
        act(&mut harness, Action::Look(Look::Select(Focus::Word(3))));
        until(&mut harness, "the neighbours", |window| window.workspace().neighbours().is_some());
        let workspace = the(&harness).workspace();
        let names: Vec<&str> = workspace.tables().iter().map(|row| row.name).collect();
        assert!(expected.iter().all(|name| names.contains(name)), "{builtin:?}: {names:?}");
        for name in names {
            let table = workspace.table(name).expect("a table");
            let collected = table.collected();
            for (place, column) in (0..table.columns.len()).map(|column| (table.len() - 1, column)) {
                assert_eq!(table.cell(place, column), collected.cell(place, column), "{builtin:?}, {name}");
            }
        }
    }
}

/// Opens the dialog with an item and a path, and starts the export.
fn export(harness: &mut Shown, item: Item, format: &'static str, path: &std::path::Path) {
    act(harness, Action::Export(Export::Open(Some(item))));
    act(harness, Action::Export(Export::Format(format)));
    act(harness, Action::Export(Export::Path(path.display().to_string())));
    act(harness, Action::Export(Export::Start));
}

#[test]
fn a_recorded_run_is_exported_as_an_animation_or_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.gif");
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    export(&mut harness, Item::Other("run"), "gif", &path);
    click(&mut harness, "Cancel");
    until(&mut harness, "the end of the export", |window| {
        window.workspace().export.dialog.as_ref().is_some_and(|dialog| dialog.running.is_none())
    });
    assert!(message(&harness).contains("cancelled") && !path.exists(), "{}", message(&harness));
    export(&mut harness, Item::Other("run"), "gif", &path);
    until(&mut harness, "the animation", |window| window.workspace().export.dialog.is_none());
    let recorded = the(&harness).workspace().timeline.history.as_ref().map_or(0, |history| history.len());
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the file"));
    let decoder = image::codecs::gif::GifDecoder::new(file).expect("a GIF");
    let frames = image::AnimationDecoder::into_frames(decoder).collect_frames().expect("frames");
    assert!(frames.len() > 5 && frames.len() <= recorded + 1, "{} of {recorded}", frames.len());
    let [first, last] = [0, frames.len() - 1].map(|place| frames[place].buffer());
    assert_eq!(first.dimensions(), (693, 520));
    let changed = first.pixels().zip(last.pixels()).filter(|(a, b)| a != b).count();
    assert!(changed > 1000, "words move: {changed}");
    // The numbers below the picture do not change, because the view does not follow the words.
    // Palettes differ from frame to frame, so only pixels that are dark in one frame and white in the next have changed.
    let numbers =
        |picture: &image::RgbaImage| picture.rows().skip(506).map(|row| row.map(|pixel| pixel.0[1]).collect()).collect();
    let [before, after]: [Vec<Vec<u8>>; 2] = [numbers(first), numbers(last)];
    let inked = before.iter().flatten().filter(|green| **green < 128).count();
    let changed = |shift: usize| {
        let pairs = before.iter().zip(&after).flat_map(|(before, after)| before.iter().zip(&after[shift..]));
        pairs.filter(|(a, b)| **a.min(b) < 128 && **a.max(b) > 225).count()
    };
    assert!(inked > 10 && 10 * changed(0) <= inked, "{} of {inked}", changed(0));
    assert!(2 * changed(2) > inked, "numbers moved by two pixels would be seen: {} of {inked}", changed(2));
}

#[test]
fn reviewed_pairs_leave_as_a_translation_memory_and_the_dictionary_as_muse_and_terms() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mut harness = on(Builtin::Pairs, vec2(1400.0, 900.0));
    until(&mut harness, "the dictionary", |window| window.workspace().dictionary().is_some());
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    let first = the(&harness).workspace().documents()[0];
    act(&mut harness, Action::Look(Look::Select(Focus::Document(first))));
    until(&mut harness, "the comparison", |window| window.workspace().matches.view.compared.is_some());
    harness.key_press(Key::Y);
    harness.run_steps(3);
    let finished = |window: &Window| window.workspace().export.dialog.is_none();
    export(&mut harness, Item::PAIRS, "tmx", &at("pairs.tmx"));
    until(&mut harness, "the translation memory", finished);
    let memory = std::fs::read_to_string(at("pairs.tmx")).expect("the file");
    assert_eq!(memory.matches("<tu ").count() + memory.matches("<tu>").count(), 1, "{memory}");

    act(&mut harness, Action::Export(Export::Open(Some(Item::PAIRS))));
    act(&mut harness, Action::Export(Export::AcceptBelow(Some(f64::MAX))));
    act(&mut harness, Action::Export(Export::Format("tsv")));
    act(&mut harness, Action::Export(Export::Path(at("pairs.tsv").display().to_string())));
    act(&mut harness, Action::Export(Export::Start));
    until(&mut harness, "the table", finished);
    let table = std::fs::read_to_string(at("pairs.tsv")).expect("the file");
    let matched = the(&harness).workspace().matches().map_or(0, |matched| matched.rows.len());
    let rows = csv::ReaderBuilder::new().delimiter(b'\t').from_reader(table.as_bytes()).into_records();
    assert_eq!(rows.collect::<Result<Vec<_>, _>>().expect("rows").len(), matched);
    assert_eq!(table.lines().filter(|line| line.contains("accepted")).count(), 1);

    export(&mut harness, Item::Other("dictionary"), "muse", &at("words.txt"));
    until(&mut harness, "the dictionary file", finished);
    let listed = the(&harness).workspace().dictionary().map_or(0, |(_, places)| places.len());
    assert_eq!(std::fs::read_to_string(at("words.txt")).expect("the file").lines().count(), listed);
    act(&mut harness, Action::Export(Export::Open(Some(Item::DICTIONARY))));
    act(&mut harness, Action::Export(Export::Format("tbx")));
    act(&mut harness, Action::Export(Export::Examples(1)));
    act(&mut harness, Action::Export(Export::Path(at("words.tbx").display().to_string())));
    act(&mut harness, Action::Export(Export::Start));
    until(&mut harness, "the terms", finished);
    let (dictionary, places) = the(&harness).workspace().dictionary().expect("a dictionary");
    let mutual: Vec<_> = places.iter().map(|&place| dictionary.entries[place]).filter(|entry| entry.mutual).collect();
    let terms = std::fs::read_to_string(at("words.tbx")).expect("the file");
    assert_eq!(terms.matches("<conceptEntry ").count(), mutual.len());
    let with_example = mutual.iter().filter(|entry| entry.together > 0).count();
    assert!(with_example > 0);
    assert_eq!(terms.matches("type=\"context\"").count(), 2 * with_example);

    export(&mut harness, Item::Other("model-with-gram"), "npz", &at("model.npz"));
    until(&mut harness, "the arrays", finished);
    assert!(std::fs::read(at("model.npz")).expect("the file").starts_with(b"PK"));
}
