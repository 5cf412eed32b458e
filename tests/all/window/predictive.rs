//! Tests of predictive words, and of the documents and concordance lines of words that occur together.

use wordfield_core::corpus::Builtin;
use wordfield_state::{Action, Choose, Members, SelectionSet};

use super::*;

#[test]
fn words_of_each_class_are_a_table_with_interval_and_share() {
    for (builtin, estimate) in [(Builtin::Topics, "log odds"), (Builtin::Reviews, "correlation")] {
        let mut harness = on_dimensions(builtin, 2);
        click(&mut harness, "word field as a table");
        harness.run_steps(4);
        click(&mut harness, "Predictive words");
        harness.run_steps(4);
        harness.get_by_label("table: Words predictive of a class or rating");
        harness.get_by_label(estimate);
        let workspace = the(&harness).workspace();
        let table = workspace.table("predictive-words").expect("a table");
        let column = |title: &str| table.columns.iter().position(|column| column.title == title).expect("a column");
        let number = |place: usize, title: &str| table.shown(place, column(title)).parse::<f64>().unwrap_or(f64::NAN);
        assert!(table.len() > 10, "{}", table.len());
        for place in 0..table.len() {
            let [from, at, to] = ["from", estimate, "to"].map(|title| number(place, title));
            assert!(from <= at && at <= to && (from > 0.0 || to < 0.0), "{from} {at} {to}");
            assert!(number(place, "documents") >= 2.0 || builtin == Builtin::Topics);
        }
    }
}

#[test]
fn two_words_lead_to_the_documents_and_lines_that_hold_both() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    let workspace = the(&harness).workspace();
    let (dataset, basis) =
        (workspace.corpus.dataset.clone().expect("a dataset"), workspace.corpus.basis.clone().expect("a basis"));
    let all = dataset.words.len();
    // First two words with a common document.
    let holds = |word: usize, document: u32| basis.holders.row(word).0.contains(&document);
    let pairs = (0..all).flat_map(|a| (0..a).map(move |b| [b, a]));
    let both = |words: &[usize; 2]| basis.holders.row(words[0]).0.iter().any(|&document| holds(words[1], document));
    let words = pairs.into_iter().find(both).expect("two words");
    let expected: Vec<usize> =
        basis.holders.row(words[0]).0.iter().filter(|&&document| holds(words[1], document)).map(|&i| i as usize).collect();
    let set = SelectionSet::Words(std::sync::Arc::new(Members::of(all, words)));
    act(&mut harness, Action::Choose(Choose::Set(set.clone())));
    until(&mut harness, "the summary", |window| window.workspace().summary().is_some());
    harness.get_by_label_contains(&format!("together in {} document", expected.len()));
    harness.get_by_label("Their lines").scroll_to_me();
    harness.run_steps(20);
    click(&mut harness, "Their lines");
    until(&mut harness, "the lines", |window| window.workspace().concordance.study.found().is_some());
    let found = the(&harness).workspace().concordance.study.found().expect("lines").clone();
    let mut documents: Vec<usize> = found.lines.iter().map(|line| line.document).collect();
    documents.dedup();
    assert_eq!(documents, expected);
    click(&mut harness, "together");
    until(&mut harness, "all lines", |window| {
        window.workspace().concordance.study.found().is_some_and(|found| found.documents[0] > expected.len())
    });
    harness.get_by_label("Select these documents").scroll_to_me();
    harness.run_steps(20);
    click(&mut harness, "Select these documents");
    let selected = &the(&harness).workspace().choices.selection;
    assert_eq!(*selected, SelectionSet::documents(dataset.corpus.len(), expected));
}

#[test]
fn save_on_a_selection_names_it_by_typing() {
    let mut harness = on_dimensions(Builtin::Topics, 2);
    menu(&mut harness, &["Select", "Words of a class", "cooking"]);
    click(&mut harness, "Save");
    harness.run_steps(4);
    harness.event(eframe::egui::Event::Text("mergers".to_owned()));
    for letter in [Key::M, Key::E, Key::R, Key::G, Key::R, Key::S] {
        harness.key_press(letter);
    }
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    let names: Vec<String> = the(&harness).workspace().choices.named.iter().map(|kept| kept.name.clone()).collect();
    assert_eq!(names, ["mergers"]);
    assert!(!the(&harness).workspace().is_running(), "no letter was a command");
}
