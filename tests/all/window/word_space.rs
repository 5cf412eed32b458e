//! Tests of word vectors without documents in the window: opening, drawing, search, queries, comparison.

use std::fmt::Write as _;

use eframe::egui::{Key, Pos2, Role, Shape, epaint::ClippedShape, vec2};
use egui_kittest::kittest::{By, Queryable};
use wordfield_app::Window;
use wordfield_core::{corpus::Builtin, word_space::PlaneKernel};
use wordfield_state::{Action, Look, NoAxis, Open, Projection, SpaceAction, SpacePlace, SpaceState, SpaceView, Tab};

use super::{common::*, room::scores};

/// GloVe text of animals and cities, in two clusters.
fn vectors(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        write!(text, "{}{i}", ["lion", "rome"][i % 2]).expect("a string");
        for j in 0..8 {
            let noise = ((i * 31 + j * 17) % 23) as f32 / 23.0 - 0.5;
            write!(text, " {:.4}", f32::from(u8::from(j % 2 == i % 2)) + 0.8 * noise).expect("a string");
        }
        text.push('\n');
    }
    text
}

/// Picture of word vectors in the window.
fn picture() -> By<'static> {
    By::new().role(Role::Canvas).label_contains("Word vectors:")
}

/// Screen positions of the marks of words outside the query.
fn marks(harness: &Shown) -> Vec<Pos2> {
    let area = harness.get(picture()).rect();
    let circle = |clipped: &ClippedShape| match &clipped.shape {
        Shape::Circle(circle) if (circle.radius - 1.8).abs() < 1e-3 && area.contains(circle.center) => Some(circle.center),
        _ => None,
    };
    harness.output().shapes.iter().filter_map(circle).collect()
}

fn state(harness: &Shown) -> &SpaceState {
    &the(harness).workspace().word_space
}

/// Window in which a file of word vectors was opened like any other file.
fn opened() -> (tempfile::TempDir, Shown) {
    let (folder, path) = file("animals.txt", &vectors(300));
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the picture", |window| window.workspace().word_space.picture.is_some());
    (folder, harness)
}

#[test]
fn a_file_of_vectors_opens_beside_the_documents_and_others_do_not() {
    let (_folder, harness) = opened();
    let workspace = the(&harness).workspace();
    assert_eq!(workspace.layout.tab, Tab::Vectors);
    assert_eq!((state(&harness).space().expect("a space").len(), workspace.corpus.dataset.is_some()), (300, true));
    let canvas = harness.get(picture()).rect();
    assert!(canvas.width() > 600.0 && canvas.height() > 500.0, "{canvas:?}");
    let (_other, path) = file("documents.txt", "sport\tthe match was long\nnews\tthe vote was close\nsport\ta goal at last\n");
    let mut harness = harness;
    act(&mut harness, Action::Open(Open::Files(vec![path])));
    until(&mut harness, "the preview", |window| {
        matches!(window.workspace().corpus.loading, wordfield_state::Loading::Preview { .. })
    });
}

#[test]
fn the_built_in_english_vectors_open_without_a_file() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Vectors)));
    harness.run_steps(3);
    click(&mut harness, "Use the built-in English vectors");
    until(&mut harness, "all words", |window| window.workspace().word_space.space().is_some_and(|space| space.len() == 40_000));
    for (list, text) in [(0, "bad worst"), (1, "good best")] {
        act(&mut harness, Action::Space(SpaceAction::List(list, text.to_owned())));
    }
    act(&mut harness, Action::Space(SpaceAction::View(SpaceView::Axis)));
    until(&mut harness, "the axis", |window| window.workspace().word_space.axis().is_ok());
    for size in [vec2(1440.0, 900.0), vec2(1024.0, 768.0), vec2(960.0, 600.0)] {
        harness.set_size(size);
        harness.run_steps(4);
        let Some(list) = harness.query_by_label("list A").map(|node| node.rect()) else {
            assert!(size.x < 1100.0, "{size}: a narrow tab has either");
            continue;
        };
        let canvas = harness.get(picture()).rect();
        assert!(canvas.right() <= list.left() && list.right() <= size.x, "{size}: {canvas:?}, {list:?}");
        assert!(harness.get_by_label("A end").rect().left() >= canvas.right(), "{size}");
    }
}

#[test]
fn words_are_searched_listed_and_compared() {
    let (_folder, mut harness) = opened();
    harness.get_by_role_and_label(Role::TextInput, "Search in the vectors").focus();
    harness.step();
    harness.get_by_role_and_label(Role::TextInput, "Search in the vectors").type_text("rome1");
    until(&mut harness, "words", |window| window.workspace().word_space.found().is_some_and(|found| found.total > 3));
    harness.get_by_role_and_label(Role::Button, "rome1").click();
    until(&mut harness, "neighbours", |window| window.workspace().word_space.neighbours().is_some());
    assert_eq!(state(&harness).focus, Some(1));
    click(&mut harness, "Add to list B");
    assert_eq!(the(&harness).workspace().choices.vectors.lists[1], "rome1");
    click(&mut harness, "Remove from list B");
    assert!(state(&harness).lists[1].words.is_empty());
    for (list, text) in [(0, "lion0 lion2 lion4 lion6 lion8"), (1, "rome1 rome3 rome5 rome7 unicorn")] {
        act(&mut harness, Action::Space(SpaceAction::List(list, text.to_owned())));
    }
    harness.get_by_label_contains("not in the file: unicorn");
    click(&mut harness, "Axis");
    until(&mut harness, "the axis", |window| window.workspace().word_space.axis().is_ok());
    act(&mut harness, Action::Space(SpaceAction::List(0, "rome3 rome1 rome7 rome5".to_owned())));
    let same = |window: &Window| window.workspace().word_space.axis().err() == Some(NoAxis::SameDirection);
    until(&mut harness, "the reason", same);
    harness.get_by_label_contains("Both lists have the same mean direction");
    act(&mut harness, Action::Space(SpaceAction::List(0, "lion0 lion2 lion4 lion6 lion8".to_owned())));
    click(&mut harness, "A against B");
    until(&mut harness, "the test", |window| window.workspace().word_space.test().is_some());
    harness.get(By::new().role(Role::Canvas).label_contains("Random splits"));
    click(&mut harness, "Analogy");
    for (place, word) in ["lion0", "rome1", "lion2"].into_iter().enumerate() {
        act(&mut harness, Action::Space(SpaceAction::Analogy(place, word.to_owned())));
    }
    until(&mut harness, "the analogy", |window| {
        window.workspace().word_space.neighbours().is_some_and(|near| near[0].word % 2 == 1)
    });
}

#[test]
fn the_tab_names_what_belongs_to_the_documents() {
    let (_folder, mut harness) = opened();
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().title(), "animals.txt - Wordfield");
    assert!(scores(&harness).is_empty(), "they belong to the documents");
    for text in ["run on built-in topics", "documents: built-in topics", "built-in topics"] {
        harness.get_by_label(text);
    }
    act(&mut harness, Action::Look(Look::Tab(Tab::Field)));
    assert_eq!(the(&harness).workspace().title(), "built-in topics - Wordfield");
    assert!(!scores(&harness).is_empty() && harness.query_by_label("run on built-in topics").is_none());
}

#[test]
fn the_picture_is_steered_by_keys_and_replaced_by_its_table() {
    let (_folder, mut harness) = opened();
    harness.get(picture()).focus();
    harness.run_steps(2);
    let centre = harness.get(picture()).rect().center();
    let (before, expected) = (marks(&harness), |at: Pos2, zoom: f32| centre + (at + vec2(40.0, 0.0) - centre) * zoom);
    let inner = *before.iter().min_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre))).expect("a word");
    for (pressed, zoom) in [(Key::ArrowLeft, 1.0), (Key::Plus, 1.3), (Key::Minus, 1.0)] {
        key(&mut harness, pressed);
        let nearest = marks(&harness).iter().map(|at| at.distance(expected(inner, zoom))).fold(f32::INFINITY, f32::min);
        assert!(nearest < 0.1, "{pressed:?}: {nearest}");
    }
    assert!(marks(&harness).iter().all(|at| before.iter().any(|old| expected(*old, 1.0).distance(*at) < 0.1)));
    key(&mut harness, Key::Enter);
    assert_eq!(state(&harness).focus, Some(0));
    key(&mut harness, Key::Enter);
    assert_eq!(state(&harness).focus, Some(1));
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Vectors, "arrows do not step through the run");
    click(&mut harness, "Word vectors as a table");
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Table, "table: Drawn words and their coordinates");
    click(&mut harness, "Word vectors as a table");
    for projection in [Projection::Principal(3), Projection::Learned(PlaneKernel::Student)] {
        act(&mut harness, Action::Space(SpaceAction::Projection(projection)));
        until(&mut harness, "the other picture", |window| {
            let picture = window.workspace().word_space.picture.as_ref().expect("a picture");
            picture.at.ncols() == 3 || picture.step.is_some_and(|step| step > 20)
        });
    }
}

#[test]
fn a_long_table_lists_its_ends_and_says_so() {
    let (_folder, path) = file("animals.txt", &vectors(20_010));
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Space(SpaceAction::Open(SpacePlace::First, path)));
    until(&mut harness, "all words", |window| window.workspace().word_space.is_settled());
    for (list, text) in [(0, "lion0 lion2"), (1, "rome1 rome3")] {
        act(&mut harness, Action::Space(SpaceAction::List(list, text.to_owned())));
    }
    act(&mut harness, Action::Space(SpaceAction::View(SpaceView::Axis)));
    until(&mut harness, "the axis", |window| window.workspace().word_space.axis().is_ok());
    harness.get_by_label_contains("the outermost 20,000 of 20,010 rows; a file has all");
    assert_eq!(the(&harness).workspace().table("vector-axis").expect("a table").len(), 20_010);
}

#[test]
fn a_second_file_shows_its_moved_words_and_a_wrong_one_its_problem() {
    let (folder, mut harness) = opened();
    let path = folder.path().join("other.txt");
    std::fs::write(&path, vectors(200)).expect("a file");
    act(&mut harness, Action::Space(SpaceAction::Open(SpacePlace::Second, path)));
    until(&mut harness, "the turn", |window| window.workspace().word_space.alignment().is_some());
    assert_eq!(state(&harness).view, SpaceView::Second);
    harness.get_by_role_and_label(Role::Table, "table: Words by the cosine of two files");
    click(&mut harness, "Close the second file");
    let (_other, story) = file("story.txt", "Once upon a time\n");
    act(&mut harness, Action::Space(SpaceAction::Open(SpacePlace::Second, story)));
    until(&mut harness, "the problem", |window| window.workspace().word_space.problem.is_some());
    let message = the(&harness).workspace().message.as_ref().expect("a message");
    assert!(message.error && message.text.contains("no word vectors"), "{}", message.text);
}

#[test]
fn the_tab_without_a_file_takes_a_path_and_every_control_is_named() {
    let (_folder, path) = file("animals.txt", &vectors(50));
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    key(&mut harness, Key::Num8);
    harness.run_steps(4);
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Vectors);
    harness.get_by_label("Open word vectors…");
    let field = || By::new().role(Role::TextInput).label("path of word vectors");
    harness.get(field()).focus();
    harness.step();
    harness.get(field()).type_text(&path.display().to_string());
    harness.step();
    harness.key_press(Key::Enter);
    until(&mut harness, "the picture", |window| window.workspace().word_space.picture.is_some());
    for view in SpaceView::ALL {
        act(&mut harness, Action::Space(SpaceAction::View(view)));
        let names: Vec<_> = super::access::unnamed(&harness);
        assert!(names.is_empty(), "{view:?}: {names:?}");
    }
    harness.set_size(vec2(683.0, 512.0));
    harness.run_steps(6);
    assert!(harness.get(picture()).rect().width() > 250.0);
    click(&mut harness, "Questions");
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, "Search in the vectors");
    act(&mut harness, Action::Look(Look::Tab(Tab::Field)));
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Field);
    harness.get_by_label_contains("word field at iteration");
    assert!(harness.query(picture()).is_none());
}
