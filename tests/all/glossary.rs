//! Tests of the glossary: texts, current values on trained corpora, views, and the printed page.

#![allow(clippy::unwrap_used, reason = "a corpus that cannot be trained has failed")]

use std::{fs, path::Path, sync::Arc};

use wordfield_core::{
    corpus::{Builtin, Dataset, TaskKind, builtin},
    train::{Event, RunState},
};
use wordfield_state::{
    Action, Answer, DataOptions, Effect, Language, LoadedData, Look, Open, SetsAction, StudyAction, Tab, TrainerUpdate,
    Workspace,
    glossary::{self, Term},
    lesson, update,
};

/// A built-in corpus after some iterations, paused.
fn trained(which: Builtin) -> Workspace {
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Builtin(which)));
    let weighting = {
        let kind = builtin(which).task.kind();
        workspace.choices.settings.of_task(kind).params.weighting()
    };
    let data = DataOptions::default();
    let dataset = Dataset::build(Arc::new(builtin(which)), &data.split, &data.vocabulary, weighting).unwrap();
    let job = workspace.corpus.job;
    update(&mut workspace, Action::Open(Open::Answer(job, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
    let (run, dataset) = (workspace.run.id, workspace.corpus.dataset.clone().unwrap());
    let mut model = workspace.choices.settings.params.clone().start(dataset).unwrap();
    for _ in 0..12 {
        let progress = model.step().unwrap();
        update(&mut workspace, Action::Trainer(run, TrainerUpdate::Event(Event::Progress(progress))));
    }
    model.ensure_evaluated();
    answered(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
    update(&mut workspace, Action::Trainer(run, TrainerUpdate::Event(Event::State(RunState::Paused))));
    answered(&mut workspace, Action::Study(StudyAction::Sets(SetsAction::Compare)));
    workspace
}

/// Applies an action and the answers of its jobs, on the calling thread.
fn answered(workspace: &mut Workspace, action: Action) {
    for effect in update(workspace, action) {
        if let Effect::Run(query) = effect {
            let answer = query.answer();
            update(workspace, answer);
        }
    }
}

fn terms() -> impl Iterator<Item = &'static Term> {
    glossary::chapters().into_iter().flat_map(|(_, terms)| terms.iter().copied())
}

#[test]
fn every_term_has_two_short_sentences_and_a_formula() {
    for term in terms() {
        let texts = term.english();
        let sentences = texts.text.split(". ").count();
        let words = texts.text.split_whitespace().count();
        assert!(sentences == 2 && texts.text.ends_with('.'), "{}: {sentences} sentences", term.id);
        assert!(words < 45, "{}: {words} words", term.id);
        assert!(!texts.name.is_empty() && !texts.formula.is_empty() && !texts.formula.contains('{'), "{}", term.id);
        assert!(texts.effect.is_empty() || texts.effect.ends_with('.'), "{}", term.id);
        assert_eq!(terms().filter(|other| other.title() == term.title() || other.id == term.id).count(), 1, "{}", term.id);
    }
}

#[test]
fn lessons_and_translations_belong_to_terms() {
    let terms: Vec<&Term> = glossary::chapters().into_iter().flat_map(|(_, terms)| terms.iter().copied()).collect();
    for term in &terms {
        assert!(term.lesson.is_empty() || lesson(term.lesson).is_some(), "{}: {}", term.id, term.lesson);
    }
    assert!(terms.iter().any(|term| !term.lesson.is_empty()));
    for language in Language::all() {
        for (id, texts) in &language.texts().terms {
            let english = terms.iter().find(|term| term.id == id).map(|term| term.english());
            assert!(english.is_some_and(|own| own.effect.is_empty() == texts.effect.is_empty()), "{}: {id}", language.code());
            assert_eq!(english.map(|own| &own.symbol), Some(&texts.symbol), "{}: {id}", language.code());
        }
    }
}

#[test]
fn every_term_has_values_and_a_view_on_a_corpus_of_its_task() {
    let corpora =
        [(TaskKind::Classes, Builtin::Topics), (TaskKind::Ratings, Builtin::Reviews), (TaskKind::Pairs, Builtin::Pairs)];
    for (task, which) in corpora {
        let mut workspace = trained(which);
        update(&mut workspace, Action::Look(Look::Tab(Tab::Concordance)));
        for term in terms() {
            assert_eq!(term.view(&workspace).is_empty(), !term.is_of(task), "{which:?}: {}", term.id);
        }
        for term in terms() {
            let values = term.values(&workspace);
            if !term.is_of(task) {
                assert_eq!(values, None, "{which:?}: {}", term.id);
                continue;
            }
            let values = values.unwrap_or_else(|| panic!("{which:?}: {} has no values", term.id));
            let whole = !["NaN", "inf", "{", "  "].iter().any(|part| values.contains(part));
            assert!(whole && values.contains(|c: char| c.is_ascii_digit() || c == ':'), "{which:?}, {}: {values}", term.id);
            // Each view is set up from another tab, so that it differs from the current view.
            let other = if workspace.layout.tab == Tab::Concordance { Tab::Field } else { Tab::Concordance };
            update(&mut workspace, Action::Look(Look::Tab(other)));
            let view = term.view(&workspace);
            let before = look(&workspace);
            for action in view.clone() {
                update(&mut workspace, action);
            }
            assert!(view.is_empty() || look(&workspace) != before, "{which:?}, {}: {view:?}", term.id);
        }
    }
}

/// State of the view: tab, panels, layers, focus, and the task on pairs.
fn look(workspace: &Workspace) -> String {
    let (mode, sort) = (&workspace.matches.view.mode, &workspace.choices.classes.sort);
    format!("{:?} {:?} {:?} {mode:?} {sort:?}", workspace.layout, workspace.choices.layers, workspace.choices.focus)
}

#[test]
fn parameters_of_the_panel_lead_to_their_terms() {
    for (key, task, name) in [
        ("gamma", TaskKind::Classes, "Bandwidth parameter"),
        ("private", TaskKind::Classes, "Private weight"),
        ("private", TaskKind::Pairs, "Words spelled alike"),
        ("beta", TaskKind::Ratings, "Noise precision"),
    ] {
        assert_eq!(glossary::of_parameter(key, task).map(|term| term.english().name.as_str()), Some(name));
    }
    assert!(glossary::of_parameter("seed", TaskKind::Classes).is_none());
}

#[test]
fn gamma_is_that_of_the_model() {
    let workspace = trained(Builtin::Reviews);
    let gamma = workspace.run.snapshot.as_ref().unwrap().documents.ldk.embedding.gamma().unwrap();
    let values = glossary::GAMMA.values(&workspace).unwrap();
    let [shown, distance]: [f64; 2] = [("γ = ", ":"), ("distance ", " have")].map(|(before, after)| {
        let rest = values.split(before).nth(1).unwrap();
        rest.split(after).next().unwrap().parse().unwrap()
    });
    assert!((shown / gamma - 1.0).abs() < 5e-3, "{values}");
    assert!(((-0.5 * gamma * distance * distance).exp() - 0.5).abs() < 5e-3, "{values}");
}

#[test]
fn the_card_of_a_score_names_what_decides_and_what_moves_and_reads_the_words() {
    let values = |which, term: &Term| term.values(&trained(which)).unwrap();
    let accuracy = values(Builtin::Topics, &glossary::ACCURACY);
    let line =
        "decided by the map; words moved by polynomial × linear, read by polynomial × linear (reader=polynomial, degree 3)";
    assert_eq!(accuracy.lines().nth(1), Some(line), "{accuracy}");
    for (which, term) in [(Builtin::Reviews, &glossary::RMSE), (Builtin::Pairs, &glossary::PRECISION)] {
        let values = values(which, term);
        let line = values.lines().nth(1).unwrap_or_default();
        assert!(line.starts_with("decided by ") && line.ends_with(", read by the same"), "{values}");
    }
}

/// With `UPDATE_SNAPSHOTS=1` the test writes the page.
#[test]
fn the_printed_glossary_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/glossary.md");
    let printed = glossary::print();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &printed).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(known == printed, "docs/glossary.md is not current: UPDATE_SNAPSHOTS=1 cargo test --test glossary");
}
