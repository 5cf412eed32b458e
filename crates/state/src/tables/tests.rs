use super::*;
use crate::{
    Action, TrainerUpdate, update,
    update::tests::{snapshot, training},
};

#[test]
fn names_are_unique_and_fit_a_file_name() {
    for (place, row) in TABLES.iter().enumerate() {
        assert!(TABLES.iter().skip(place + 1).all(|other| other.name != row.name), "{}", row.name);
        assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", row.name);
        assert!(table_row(row.name).is_some() && !row.tabs.is_empty());
    }
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
