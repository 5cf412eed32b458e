use std::fs;

use super::*;
use crate::{
    Action, EntryFilter, MatchAction, TableView, matches::update::matching::tests::trained, update, update::tests::training,
};

fn step(workspace: &mut Workspace, step: Export) -> Vec<Effect> {
    update(workspace, Action::Export(step))
}

fn task_of(effects: &[Effect]) -> &ExportTask {
    let [Effect::Export(task)] = effects else { panic!("{effects:?}") };
    task
}

fn run(task: &ExportTask) -> Result<Arc<Written>, String> {
    task.run(|_| panic!("no animation"))
}

fn message(workspace: &Workspace) -> &str {
    workspace.message.as_ref().map_or("", |message| message.text.as_str())
}

#[test]
fn an_exported_table_is_sorted_and_filtered_as_it_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = training();
    step(&mut workspace, Export::View("words", TableView { sort: Some(("word".to_owned(), false)), filter: "mo".to_owned() }));
    step(&mut workspace, Export::Open(Some(Item::Table("words"))));
    step(&mut workspace, Export::Format("json"));
    let path = folder.path().join("words.json");
    step(&mut workspace, Export::Path(path.display().to_string()));
    let effects = step(&mut workspace, Export::Start);
    assert!(step(&mut workspace, Export::Start).is_empty(), "it runs");
    let task = task_of(&effects);
    let written = run(task).unwrap();
    assert_eq!(written.files(), std::slice::from_ref(&path));
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let words: Vec<&str> = rows.iter().map(|row| row["word"].as_str().unwrap()).collect();
    assert!(words.len() > 2 && words.iter().all(|word| word.contains("mo")) && words.is_sorted(), "{words:?}");
    step(&mut workspace, Export::Done(task.job, Ok(written)));
    assert!(workspace.export.dialog.is_none() && message(&workspace).starts_with("Exported to"));
}

#[test]
fn the_exported_dictionary_has_the_order_and_filter_of_its_list_and_is_offered_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = trained();
    let view = TableView { sort: Some(("ja".to_owned(), true)), filter: "A".to_owned() };
    step(&mut workspace, Export::View("dictionary", view));
    update(&mut workspace, Action::Match(MatchAction::Entries(EntryFilter::Mutual)));
    let words = workspace.corpus.dataset.as_ref().unwrap().words.clone();
    let dictionary = workspace.dictionary().unwrap().0;
    let pairs = dictionary.entries.iter().filter(|entry| entry.mutual).map(|entry| [entry.word, entry.other]);
    let texts = pairs.map(|pair| pair.map(|word| words[word].as_str()));
    let mut expected: Vec<[&str; 2]> = texts.filter(|pair| pair.iter().any(|word| word.contains('a'))).collect();
    expected.sort_by(|a, b| b[1].cmp(a[1]));
    assert!(!expected.is_empty() && expected.len() < dictionary.mutual, "{expected:?}");
    step(&mut workspace, Export::Open(Some(Item::Table("dictionary"))));
    let dialog = workspace.export.dialog.as_ref().unwrap();
    let named = dialog.items.iter().filter(|item| item.name() == "dictionary");
    assert_eq!((dialog.item, named.count()), (Item::DICTIONARY, 1));
    step(&mut workspace, Export::Format("json"));
    let path = folder.path().join("dictionary.json");
    step(&mut workspace, Export::Path(path.display().to_string()));
    run(task_of(&step(&mut workspace, Export::Start))).unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let written: Vec<[&str; 2]> = rows.iter().map(|row| ["en", "ja"].map(|side| row[side].as_str().unwrap())).collect();
    assert_eq!(written, expected);
}

#[test]
fn a_copied_table_has_a_header_and_a_line_per_row() {
    let mut workspace = training();
    let effects = step(&mut workspace, Export::Copy("words"));
    let [Effect::CopyText(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(text.starts_with("word\tclass\tdocuments"), "{:?}", text.lines().next());
    assert_eq!(text.lines().count(), 1 + workspace.corpus.basis.as_ref().map_or(0, |basis| basis.words.len()));
    assert!(step(&mut workspace, Export::Copy("precision")).is_empty());
    assert!(message(&workspace).contains("open its view again"));
}

#[test]
fn a_refused_export_keeps_the_dialog_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = training();
    step(&mut workspace, Export::Open(None));
    step(&mut workspace, Export::Path(folder.path().display().to_string()));
    let effects = step(&mut workspace, Export::Start);
    let task = task_of(&effects);
    let refused = run(task).unwrap_err();
    step(&mut workspace, Export::Done(task.job, Err(refused)));
    assert!(message(&workspace).contains("is a folder: name a file"), "{}", message(&workspace));
    assert!(workspace.export.dialog.as_ref().is_some_and(|dialog| dialog.running.is_none()));
}

#[test]
fn a_closed_dialog_cancels_its_export_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.csv");
    let mut workspace = training();
    step(&mut workspace, Export::Open(None));
    step(&mut workspace, Export::Path(path.display().to_string()));
    let effects = step(&mut workspace, Export::Start);
    step(&mut workspace, Export::Close);
    assert!(run(task_of(&effects)).unwrap_err().contains("cancelled") && !path.exists());
}

#[test]
fn another_format_changes_the_extension_and_another_item_the_name() {
    let mut workspace = training();
    step(&mut workspace, Export::Open(Some(Item::Table("words"))));
    let path = |workspace: &Workspace| workspace.export.dialog.as_ref().unwrap().path.clone();
    assert!(path(&workspace).ends_with("words.csv"));
    step(&mut workspace, Export::Format("tsv"));
    step(&mut workspace, Export::Item(Item::Table("scores")));
    assert!(path(&workspace).ends_with("scores.tsv"), "{}", path(&workspace));
}

#[test]
fn every_table_of_a_training_has_cells_of_its_columns() {
    let workspace = training();
    let rows = workspace.tables();
    assert!(rows.len() >= 2, "{rows:?}");
    for row in rows {
        let table = workspace.table(row.name).unwrap();
        let collected = table.collected();
        for column in 0..table.columns.len() {
            assert_eq!(table.cell(0, column), collected.cell(0, column), "{}", row.name);
        }
    }
}
