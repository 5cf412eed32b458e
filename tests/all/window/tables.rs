//! Tests of tables: sorted by any column, filtered, clicked anywhere, selected as a whole.

use wordfield_core::corpus::Builtin;
use wordfield_state::{
    Choose, DocumentFilter, Rule, SelectionSet, SetOperation, SetShare, SetsAction, StudyAction, explain::Part,
};

use super::*;

fn documents() -> Shown {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    harness
}

fn listed(harness: &Shown) -> Vec<usize> {
    the(harness).workspace().documents().to_vec()
}

#[test]
fn documents_of_classes_sort_by_every_column() {
    let mut harness = documents();
    let margin = |harness: &Shown, document: usize| {
        let snapshot = the(harness).workspace().run.snapshot.clone().expect("a snapshot");
        snapshot.classified().expect("classes").margin(document)
    };
    click(&mut harness, "margin");
    assert!(listed(&harness).is_sorted_by(|&a, &b| margin(&harness, a) >= margin(&harness, b)), "the largest first");
    click(&mut harness, "margin, descending");
    assert!(listed(&harness).is_sorted_by(|&a, &b| margin(&harness, a) <= margin(&harness, b)));
    let labels = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.labels.clone();
    act(&mut harness, Action::Look(Look::SortBy(Column::Class)));
    assert!(listed(&harness).is_sorted_by_key(|&document| labels[document]));
    act(&mut harness, Action::Look(Look::SortBy(Column::Document)));
    assert!(listed(&harness).is_sorted());
}

#[test]
fn documents_are_filtered_by_text_class_and_part_and_all_listed_are_selected() {
    let mut harness = documents();
    let all = listed(&harness).len();
    harness.get_by_role_and_label(Role::TextInput, "filter documents by text").focus();
    harness.run_steps(2);
    harness.event(eframe::egui::Event::Text("JUPITER".to_owned()));
    until(&mut harness, "the filtered list", |window| window.workspace().documents().len() < all);
    let found = listed(&harness);
    let corpus = the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").corpus.clone();
    assert!(!found.is_empty() && found.len() < all);
    assert!((0..corpus.len()).all(|i| corpus.texts[i].to_lowercase().contains("jupiter") == found.contains(&i)));
    let filter = |text: &str, class, part| DocumentFilter { text: text.to_owned(), class, part };
    act(&mut harness, Action::Choose(Choose::Filter(filter("", Some(2), Some(Part::Test)))));
    let found = listed(&harness);
    let test = &the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.test;
    assert!(found.len() > 5 && found.iter().all(|document| corpus.labels[*document] == 2 && test.contains(document)));
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    keys(&mut harness, Modifiers::COMMAND, Key::A);
    assert_eq!(the(&harness).workspace().choices.selection, SelectionSet::documents(corpus.len(), found));
}

#[test]
fn a_click_on_any_cell_opens_the_document() {
    let mut harness = documents();
    act(&mut harness, Action::Look(Look::SortBy(Column::Margin)));
    let part = harness.query_all_by_label("test").map(|cell| cell.rect()).min_by(|a, b| a.top().total_cmp(&b.top()));
    click_at(&mut harness, part.expect("a row of the test part").center(), Modifiers::NONE);
    let Focus::Document(document) = the(&harness).workspace().choices.focus else { panic!("a document is open") };
    let test = &the(&harness).workspace().corpus.dataset.as_ref().expect("a dataset").split.test;
    assert!(test.contains(&document), "the document of the clicked row");
}

#[test]
fn documents_of_a_selection_are_ordered_by_their_share_in_it() {
    let mut harness = documents();
    act(&mut harness, Action::Choose(Choose::By(SetOperation::Replace, Rule::WordsOf(2))));
    act(&mut harness, Action::Choose(Choose::Only(true)));
    let shares = the(&harness).workspace().linked().expect("a selection").shares.clone().expect("shares");
    let found = listed(&harness);
    assert!(found.len() > 20 && found.is_sorted_by(|&a, &b| shares[a] >= shares[b]));
    assert!((0.0..=1.0).contains(&shares[found[0]]) && shares[found[0]] > shares[found[found.len() - 1]]);
    click(&mut harness, "selected");
    assert!(listed(&harness).is_sorted_by(|&a, &b| shares[a] >= shares[b]));
    click(&mut harness, "selected, descending");
    assert!(listed(&harness).is_sorted_by(|&a, &b| shares[a] <= shares[b]));
}

#[test]
fn compared_classes_have_their_words_on_two_sides_with_counts() {
    let mut harness = on(Builtin::Topics, vec2(1400.0, 900.0));
    act(&mut harness, Action::Look(Look::Tab(Tab::Compare)));
    act(&mut harness, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    until(&mut harness, "the comparison", |window| window.workspace().compare.sets.study.found().is_some());
    harness.run_steps(4);
    harness.get_by_label("more in astronomy");
    harness.get_by_label("more in cooking");
    let workspace = the(&harness).workspace();
    let data = workspace.corpus.dataset.as_ref().expect("a dataset");
    let found = workspace.compare.sets.study.found().expect("a comparison");
    let (own, other) = found.shares.iter().partition::<Vec<&SetShare>, _>(|share| share.is_of(0));
    assert!(own.len() > 50 && other.len() > 50 && own.iter().all(|share| share.weight >= 0.0));
    let share = found.shares[0];
    for class in [0, 1] {
        let members = data.split.test.iter().copied().filter(|&document| data.corpus.labels[document] == class);
        let count: f64 = members
            .flat_map(|document| data.counts.entries(document))
            .filter(|(word, _)| *word == share.word)
            .map(|(_, count)| count)
            .sum();
        assert!((share.counts[class] - count).abs() < 1e-9, "{count} {share:?}");
    }
    let table = workspace.table("discrepancy-second").expect("the second side");
    assert_eq!((table.len(), table.columns[2].title.as_str()), (other.len(), "in cooking"));
}
