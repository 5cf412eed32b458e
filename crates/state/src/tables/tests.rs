use super::*;
use crate::{
    PairMode, TrainerUpdate,
    matches::update::matching::tests::trained,
    update,
    update::tests::{snapshot, training},
};

#[test]
fn names_are_unique_and_fit_a_file_name() {
    for (place, row) in TABLES.iter().enumerate() {
        assert!(TABLES.iter().skip(place + 1).all(|other| other.name != row.name), "{}", row.name);
        assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", row.name);
        assert!(table_row(row.name).is_some() && !row.tabs.is_empty());
        assert!(row.listing.is_none() || row.open.is_some(), "{}: a listing opens its rows", row.name);
    }
}

#[test]
fn every_row_that_opens_something_names_it() {
    let mut workspace = training();
    let now = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(now)));
    update(&mut workspace, Action::Look(Look::Select(Focus::Word(1))));
    let mut seen = Vec::new();
    for row in workspace.tables() {
        let table = workspace.table(row.name).expect("a table");
        assert_eq!(row.open.is_some(), table.item(0).is_some(), "{}", row.name);
        seen.push(row.name);
    }
    assert!(["words", "word-documents", "documents"].iter().all(|name| seen.contains(name)), "{seen:?}");
}

#[test]
fn documents_are_sorted_by_the_titles_of_their_columns() {
    let mut workspace = training();
    let now = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(now)));
    let listing = table_row("documents").and_then(|row| row.listing).expect("a listing");
    let titles = |workspace: &Workspace| -> Vec<String> {
        let table = workspace.table("documents").expect("documents").for_window();
        table.columns.into_iter().map(|column| column.title).collect()
    };
    for title in titles(&workspace) {
        let action = (listing.sort)(&workspace, &title).expect("an order");
        update(&mut workspace, action);
        let table = workspace.table("documents").expect("documents").for_window();
        assert_eq!((listing.sorted)(&workspace, &table).0, title);
    }
}

#[test]
fn found_pairs_are_sorted_by_every_column_and_checked_ones_not_by_their_texts() {
    let mut workspace = trained();
    let listing = table_row("documents").and_then(|row| row.listing).expect("a listing");
    let unsorted = |workspace: &Workspace| -> Vec<String> {
        let table = workspace.table("documents").expect("documents").for_window();
        let titles = table.columns.into_iter().map(|column| column.title);
        titles.filter(|title| (listing.sort)(workspace, title).is_none()).collect()
    };
    assert!(unsorted(&workspace).is_empty());
    assert_eq!(workspace.table("documents").expect("documents").columns[0].title, "source document");
    update(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    assert_eq!(unsorted(&workspace), ["hints", "en", "ja"]);
}

#[test]
fn the_table_of_runs_names_what_decides() {
    let mut workspace = training();
    let now = snapshot(&workspace, 3);
    update(&mut workspace, Action::Trainer(1, TrainerUpdate::Snapshot(now)));
    let table = workspace.table("runs").expect("a run");
    let column = table.columns.iter().position(|column| column.title == "decides by").expect("the column");
    assert_eq!((table.len(), &*table.shown(0, column)), (1, "map"));
}
