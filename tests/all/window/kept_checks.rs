//! Tests of saved checks: stored under the pairs' texts, with filter, order and open row of the list.

use std::path::Path;

use wordfield_core::corpus::Builtin;
use wordfield_state::{CheckFilter, CheckSort, MatchAction};

use super::*;

/// A window with a folder of verdicts, on the list of the built-in pairs.
fn listed(folder: &Path) -> Shown {
    let mut harness = window(Launch { reviews: Some(folder.to_owned()), ..Launch::default() });
    let run = the(&harness).workspace().run.id;
    act(&mut harness, Action::Open(Open::Builtin(Builtin::Pairs)));
    until(&mut harness, "the pairs", |window| window.workspace().run.id > run && window.workspace().field.scene.is_some());
    pause(&mut harness);
    act(&mut harness, Action::Look(Look::Tab(Tab::Documents)));
    harness
}

#[test]
fn a_check_is_reopened_without_computing_at_the_same_place_of_the_same_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut harness = listed(folder.path());
    assert!(harness.query_by_label_contains("earlier session").is_none());
    until(&mut harness, "the check", |window| window.workspace().scores().is_some());
    act(&mut harness, Action::Match(MatchAction::SortChecked(CheckSort::Rank)));
    act(&mut harness, Action::Match(MatchAction::FilterChecked(CheckFilter::Unchecked)));
    let source = the(&harness).workspace().documents()[5];
    act(&mut harness, Action::Look(Look::Select(Focus::Document(source))));
    let known = |window: &Window| {
        let workspace = window.workspace();
        (workspace.check().cloned(), workspace.check_list(), workspace.documents().to_vec(), workspace.choices.shown)
    };
    let before = known(the(&harness));
    // The open row was selected less than half a second ago; the check may still be written to the disk.
    let is_check = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().ends_with(".check.json");
    let written = || std::fs::read_dir(folder.path()).expect("a folder").flatten().any(is_check);
    until(&mut harness, "the file of the check", move |_| written());
    drop(harness);

    let mut harness = listed(folder.path());
    let workspace = the(&harness).workspace();
    assert!(workspace.check_progress().is_none() && workspace.check().is_some());
    harness.run_steps(3);
    assert_eq!(known(the(&harness)), before);
    harness.get_by_label("Check of an earlier session, model matching in 300 dimensions, 5 folds, seed 0.");
    click(&mut harness, "Check again");
    until(&mut harness, "the new check", |window| {
        window.workspace().check_progress().is_none() && window.workspace().earlier_check().is_none()
    });
    assert_eq!(the(&harness).workspace().check(), before.0.as_ref(), "an equal check");
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("earlier session").is_none());
}
