//! Tests of the study of methods: set up, run in the background, compared, opened, and reloaded by another window.

use std::collections::BTreeSet;

use wordfield_core::{corpus::Size, model::ModelKind};
use wordfield_state::{MethodsAction, StudyAction, StudySetup};

use super::*;

fn at_the_tab(studies: &std::path::Path) -> Shown {
    let mut harness = window(Launch { studies: Some(studies.to_owned()), ..Launch::default() });
    until(&mut harness, "some iterations", |window| iteration(window) > 5);
    pause(&mut harness);
    act(&mut harness, Action::Look(Look::Tab(Tab::Study)));
    harness.run_steps(4);
    harness
}

fn does(harness: &mut Shown, action: MethodsAction) {
    act(harness, Action::Study(StudyAction::Methods(action)));
}

/// Number of finished cells.
fn finished(window: &Window) -> usize {
    let shown = window.workspace().methods.shown.as_ref();
    shown.map_or(0, |shown| shown.rows.iter().flat_map(|row| &row.values).flatten().count())
}

#[test]
fn a_study_is_chosen_run_compared_opened_and_found_again() {
    let studies = tempfile::tempdir().expect("a folder");
    let mut harness = at_the_tab(studies.path());
    harness.get_by_label_contains("No study of this corpus");
    let methods: BTreeSet<String> = ["nearest neighbours", "linear SVM"].map(str::to_owned).into_iter().collect();
    let usual = the(&harness).workspace().methods.setup.clone();
    let wrong = StudySetup { sizes: "40, many".to_owned(), methods, seeds: 2, ..usual };
    does(&mut harness, MethodsAction::Setup(Box::new(wrong.clone())));
    harness.get_by_label_contains("Training size many");
    click(&mut harness, "Run study");
    assert!(the(&harness).workspace().methods.running.is_none(), "the button is disabled");
    does(&mut harness, MethodsAction::Setup(Box::new(StudySetup { sizes: "40, 80".to_owned(), ..wrong })));
    harness.get_by_label_contains("8 cells: 2 methods × 2 sizes × 2 seeds");
    click(&mut harness, "naive Bayes");
    harness.get_by_label_contains("12 cells: 3 methods");
    click(&mut harness, "naive Bayes");
    click(&mut harness, "Run study");
    until(&mut harness, "the study", |window| finished(window) == 8 && window.workspace().methods.running.is_none());
    harness.get_by_role_and_label(Role::Table, "table: Methods of the study");
    harness.get_by_label_contains("scores of the study: mean test accuracy");
    click(&mut harness, "Heat map");
    harness.get_by_label_contains("A heat map needs a method with two axes");
    click(&mut harness, "Differing documents");
    does(&mut harness, MethodsAction::Choose(0));
    does(&mut harness, MethodsAction::Choose(1));
    until(&mut harness, "the documents", |window| window.workspace().methods.difference.is_some());
    harness.get_by_label_contains("exact McNemar p =");
    let run = the(&harness).workspace().run.id;
    click(&mut harness, "Open model");
    until(&mut harness, "the model", |window| window.workspace().run.id > run && window.workspace().run.latest.is_some());
    let workspace = the(&harness).workspace();
    let cell = workspace.methods.shown.as_ref().expect("rows").cell(1, 0).expect("a cell").clone();
    assert_eq!(workspace.choices.settings.params.kind().info().label, cell.label);
    assert_eq!(workspace.corpus.options.split.train, Size::Count(40));
    drop(harness);
    let mut again = at_the_tab(studies.path());
    until(&mut again, "the last study", |window| finished(window) == 8);
    assert_eq!(the(&again).workspace().methods.setup.sizes, "40, 80");
}

#[test]
fn two_axes_have_a_heat_map_and_a_window_closes_while_a_study_runs() {
    let studies = tempfile::tempdir().expect("a folder");
    let mut harness = at_the_tab(studies.path());
    let info = ModelKind::Smm.info();
    let setup = StudySetup {
        methods: [format!("{}, default", info.label)].into_iter().collect(),
        own: false,
        dimensions: "2, 3".to_owned(),
        parameters: "rho=1, 30".to_owned(),
        sizes: "30".to_owned(),
        development: String::new(),
        seeds: 1,
    };
    does(&mut harness, MethodsAction::Setup(Box::new(setup.clone())));
    click(&mut harness, "Run study");
    until(&mut harness, "a cell", |window| finished(window) > 0);
    harness.run_steps(2);
    click(&mut harness, "Heat map");
    harness.get_by_label("heat map of latent SMM, default, train 30: q from left to right, rho from top to bottom");
    does(&mut harness, MethodsAction::Stop);
    until(&mut harness, "the end", |window| window.workspace().methods.running.is_none());
    does(&mut harness, MethodsAction::Setup(Box::new(StudySetup { seeds: 9, ..setup })));
    click(&mut harness, "Run study");
    drop(harness);
}
