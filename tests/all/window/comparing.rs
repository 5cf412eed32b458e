//! Settings of the comparison and list tabs: sets, splits, shares, cells, orders, widths, runs, lines.

use eframe::egui::PointerButton;
use wordfield_core::{corpus::Builtin, param::Value};
use wordfield_state::{GramOrder, LineOrder, SetOf, explain::Part};

use super::*;

fn tab(harness: &mut Shown, number: Key) {
    key(harness, number);
    harness.run_steps(4);
}

#[test]
fn sets_and_splits_are_chosen_and_a_share_leads_to_its_word() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = on_dimensions(builtin, 2);
        tab(&mut harness, Key::Num5);
        choose(&mut harness, "first", "train part");
        choose(&mut harness, "second", "test part");
        let sets = |window: &Window| {
            let workspace = window.workspace();
            workspace.compare.sets.study.found().filter(|found| found.key.sets == workspace.choices.compared.pair).cloned()
        };
        until(&mut harness, "the comparison", |window| sets(window).is_some());
        assert_eq!(the(&harness).workspace().choices.compared.pair, [SetOf::Part(Part::Train), SetOf::Part(Part::Test)]);
        choose(&mut harness, "permutations", "199");
        until(&mut harness, "fewer splits", |window| sets(window).is_some_and(|found| found.test.null.len() == 199));
        let found = sets(the(&harness)).expect("a comparison");
        // Each table lists its words by share, descending; the share of largest absolute value may be negative and far below.
        let word = found.shares.iter().max_by(|a, b| a.share.total_cmp(&b.share)).expect("shares").word;
        let name = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").words[word].clone();
        let centre = harness.get_by_role_and_label(Role::Group, "panel centre").rect();
        // A word may be spelled like a list above the tables, such as "first".
        let links: Vec<_> = harness
            .query_all_by_role_and_label(Role::Button, &name)
            .filter(|node| centre.contains(node.rect().center()))
            .collect();
        links.first().expect("the word with the largest share").click();
        drop(links);
        harness.run_steps(2);
        assert_eq!(the(&harness).workspace().choices.focus, Focus::Word(word), "{builtin:?}");
    }
}

#[test]
fn two_classes_without_a_test_are_tested_out_of_fold_at_a_click() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    tab(&mut harness, Key::Num5);
    let compared = |window: &Window, test: bool| {
        window.workspace().compare.sets.study.found().is_some_and(|found| found.on.is_test() == test)
    };
    until(&mut harness, "a test", |window| compared(window, true));
    assert!(harness.query_by_label("Test out of fold").is_none(), "test documents are tested");
    click(&mut harness, "test documents only");
    until(&mut harness, "a comparison in sample", |window| compared(window, false));
    assert_eq!(harness.query_all_by_label_contains("Trains two models of at most ").count(), 1, "the cost is shown");
    harness.get_by_label("Test out of fold").scroll_to_me();
    harness.run_steps(12);
    click(&mut harness, "Test out of fold");
    until(&mut harness, "the test", |window| window.workspace().compare.sets.halves.found().is_some());
    let workspace = the(&harness).workspace();
    let found = workspace.compare.sets.halves.found().cloned().expect("a result");
    let lines = found.lines(workspace.corpus.dataset.as_ref().expect("a dataset"));
    assert!(lines[0].contains("twice the smaller p of two halves") && lines[0].contains("least possible"), "{lines:?}");
    for line in lines {
        assert_eq!(harness.query_all_by_label(&line).count(), 1, "{line}");
    }
    assert!(harness.query_by_label("Test out of fold").is_none(), "it is answered");
}

#[test]
fn a_selection_is_compared_with_all_others() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    menu(&mut harness, &["Select", "Words of a class", "cooking"]);
    let some = chosen(&harness);
    command(&mut harness, "compare selection");
    assert_eq!(the(&harness).workspace().layout.tab, Tab::Compare);
    let compared = |window: &Window| {
        let found = window.workspace().compare.sets.study.found();
        found.is_some_and(|found| found.key.sets == [SetOf::Selected, SetOf::Others] && found.words)
    };
    until(&mut harness, "the comparison", compared);
    let found = the(&harness).workspace().compare.sets.study.found().cloned().expect("a comparison");
    assert_eq!(found.sizes[0], some);
}

#[test]
fn cells_of_the_gram_matrix_are_clicked_ordered_and_take_another_kernel() {
    for builtin in [Builtin::Topics, Builtin::Reviews, Builtin::Pairs] {
        let mut harness = on_dimensions(builtin, 2);
        tab(&mut harness, Key::Num4);
        let matrix = |window: &Window| window.workspace().gram.study.found().cloned();
        until(&mut harness, "the matrix", |window| matrix(window).is_some());
        let picture = harness.get_by_label_contains("Gram matrix of").rect();
        click_at(&mut harness, picture.min + vec2(0.25, 0.75) * picture.size(), Modifiers::NONE);
        let found = matrix(the(&harness)).expect("a matrix");
        let at = |share: f32| found.documents[(share * found.documents.len() as f32) as usize];
        assert_eq!(the(&harness).workspace().gram.cell, Some([at(0.75), at(0.25)]), "{builtin:?}");
        harness.run_steps(4);
        until(&mut harness, "both documents", |window| window.workspace().compare.sets.study.found().is_some());
        choose(&mut harness, "order", "corpus");
        until(&mut harness, "another order", |window| {
            matrix(window).is_some_and(|found| found.key.look.order == GramOrder::Corpus)
        });
        let found = matrix(the(&harness)).expect("a matrix");
        assert!(found.documents.is_sorted());
        choose(&mut harness, "part", "test");
        let tested = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.test.len();
        let smaller = |window: &Window| matrix(window).is_some_and(|found| found.of < at_most(window));
        until(&mut harness, "the test part", smaller);
        let found = matrix(the(&harness)).expect("a matrix");
        assert!(found.of >= tested, "{builtin:?}: {} of {tested}", found.of);
    }
}

fn at_most(window: &Window) -> usize {
    window.workspace().corpus.dataset.as_ref().map_or(0, |dataset| dataset.corpus.len())
}

#[test]
fn the_width_of_the_kernel_changes_field_matrix_and_decisions_together() {
    let mut harness = on_gaussian();
    tab(&mut harness, Key::Num4);
    let matrix = |window: &Window| window.workspace().gram.study.found().cloned();
    until(&mut harness, "the matrix", |window| matrix(window).is_some());
    let gamma = |window: &Window| {
        let view = window.workspace().parameters().iter().find(|view| view.key == "gamma").copied().expect("a width");
        let Some(Value::Real(now)) = view.value else { panic!("no number") };
        now
    };
    let (width, before) = (gamma(the(&harness)), matrix(the(&harness)).expect("a matrix"));
    let decisions = |window: &Window| {
        let snapshot = window.workspace().run.snapshot.clone().expect("a snapshot");
        snapshot.classified().expect("classes").decisions.clone()
    };
    let decided = decisions(the(&harness));
    let centre = harness.get_by_role_and_label(Role::Group, "panel centre").rect();
    let sliders: Vec<_> = harness.query_all_by_role_and_label(Role::Slider, "gamma").collect();
    let rail =
        sliders.iter().map(egui_kittest::Node::rect).find(|rect| centre.contains(rect.center())).expect("the slider of the tab");
    drop(sliders);
    let at = |share: f32| rail.left_center() + vec2(share * rail.width(), 0.0);
    drag_along(&mut harness, PointerButton::Primary, Modifiers::NONE, &[at(0.5), at(0.8)]);
    until(&mut harness, "another width", |window| (gamma(window) / width).ln().abs() > 0.2);
    until(&mut harness, "another matrix", |window| matrix(window).is_some_and(|found| found.k != before.k));
    until(&mut harness, "other decisions", |window| decisions(window) != decided);
    until(&mut harness, "the width in the field", |window| {
        let scene = window.workspace().field.scene.clone().expect("a scene");
        let wordfield_core::ldk::Embedding::Rbf { gamma: drawn } = scene.embedding else { panic!("another kernel") };
        (drawn / gamma(window) - 1.0).abs() < 1e-9
    });
    undo(&mut harness, 1);
    until(&mut harness, "the former width", |window| (gamma(window) / width - 1.0).abs() < 1e-6);
}

#[test]
fn lines_are_sorted_by_left_or_right_context_or_corpus_order() {
    for builtin in [Builtin::Topics, Builtin::Pairs] {
        let mut harness = on_dimensions(builtin, 2);
        let word = lonely(&harness)[0];
        let at = places(&harness)[word];
        click_at(&mut harness, at, Modifiers::NONE);
        harness.get_by_label("Show concordance").scroll_to_me();
        harness.run_steps(20);
        click(&mut harness, "Show concordance");
        let lines = |window: &Window| window.workspace().concordance.study.found().cloned();
        until(&mut harness, "lines", |window| lines(window).is_some());
        assert_eq!(the(&harness).workspace().layout.tab, Tab::Concordance);
        let found = lines(the(&harness)).expect("lines");
        if builtin == Builtin::Pairs {
            assert!(found.partners.iter().any(Option::is_some), "partners have their lines beside");
        }
        for (order, name) in LineOrder::ALL {
            let side = order == LineOrder::Class && builtin == Builtin::Pairs;
            let name = if side { "side" } else { name };
            click(&mut harness, name);
            let study = &the(&harness).workspace().concordance;
            assert_eq!((study.order, study.places().len()), (order, found.lines.len()), "{builtin:?} {name}");
            let first = &found.lines[study.places()[0] as usize];
            let tops: Vec<_> =
                harness.query_all_by_label_contains(&format!("{};", first.right)).map(|row| row.rect().min.y).collect();
            let own = format!("{}{}{};", first.left, first.middle, first.right);
            let row = harness.query_all_by_label_contains(&own).next().expect("the first line").rect().min.y;
            assert!(tops.iter().all(|top| row <= *top + 0.5), "it stands on top");
        }
    }
}

#[test]
fn two_runs_are_chosen_and_clicked_and_one_continues() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let first = the(&harness).workspace().run.id;
    click(&mut harness, "Restart");
    until(&mut harness, "another run", |window| window.workspace().run.id == first + 1 && iteration(window) > 12);
    if the(&harness).workspace().is_running() {
        click(&mut harness, "Pause");
        until(&mut harness, "the pause", |window| !window.workspace().is_running());
    }
    tab(&mut harness, Key::Num5);
    click(&mut harness, "All runs");
    let sentence = format!("run {first} (latent SMM) and run {} (latent SMM) differ on ", first + 1);
    assert_eq!(harness.query_all_by_label_contains(&sentence).count(), 1);
    click(&mut harness, "Two runs");
    for (side, run) in [("first", first), ("second", first + 1)] {
        harness.get_by_role_and_label(Role::ComboBox, side).click();
        harness.run_steps(4);
        let name = format!("run {run},");
        let found: Vec<_> = harness.query_all_by_label_contains(&name).collect();
        found.last().expect("the run in the list").click();
        drop(found);
        harness.run_steps(4);
    }
    let apart = |window: &Window| window.workspace().compare.runs.apart.clone();
    until(&mut harness, "the comparison", |window| {
        apart(window).is_some_and(|apart| apart.key[0].0 == first && apart.key[1].0 == first + 1)
    });
    let word = apart(the(&harness)).expect("two runs").moved[0].0;
    let name = the(&harness).workspace().corpus.basis.as_ref().expect("a basis").words[word].clone();
    let centre = harness.get_by_role_and_label(Role::Group, "panel centre").rect();
    // The row may be below the visible part of the list.
    for _ in 0..2 {
        let mut links =
            harness.query_all_by_role_and_label(Role::Button, &name).filter(|node| centre.contains(node.rect().center()));
        links.next().expect("the word that differs most").scroll_to_me();
        drop(links);
        harness.run_steps(12);
    }
    let mut links = harness.query_all_by_role_and_label(Role::Button, &name).filter(|node| centre.contains(node.rect().center()));
    links.next().expect("the word that differs most").click();
    drop(links);
    harness.run_steps(3);
    assert_eq!(the(&harness).workspace().choices.focus, Focus::Word(word));
    // At least one word of the picture can be clicked.
    let picture = harness.query_all_by_role(Role::Image).map(|node| node.rect()).next().expect("the first picture");
    act(&mut harness, Action::Look(Look::Select(Focus::None)));
    for place in 0..40 {
        let share = vec2(0.3 + 0.01 * place as f32, 0.35 + 0.008 * place as f32);
        click_at(&mut harness, picture.min + share * picture.size(), Modifiers::NONE);
        if the(&harness).workspace().choices.focus != Focus::None {
            break;
        }
    }
    assert!(matches!(the(&harness).workspace().choices.focus, Focus::Word(_)), "a click in the picture looks at a word");
    click(&mut harness, "Continue");
    until(&mut harness, "the run goes on", |window| window.workspace().run.id == first + 2);
    assert_eq!(the(&harness).workspace().run.earlier.forked.map(|(run, _)| run), Some(first));
}
