use super::*;
use crate::{
    corpus::{Builtin, VocabularyOptions, builtin},
    model::{Kind, Params, Preset, matching::MatchRow},
    state::{Action, Ready, update},
};

/// A workspace with the built-in pairs, some iterations made and one evaluation.
fn trained() -> Workspace {
    let params = Params::preset(Kind::Matching, Preset::Default, 2);
    let corpus = Arc::new(builtin(Builtin::Pairs));
    let dataset =
        Dataset::build(corpus, &crate::corpus::SplitOptions::default(), &VocabularyOptions::default(), params.weighting())
            .expect("a dataset");
    let mut workspace = Workspace::default();
    let ready = Ready::new(dataset, crate::state::DataOptions::default());
    update(&mut workspace, Action::Loaded(0, Ok(ready)));
    let data = workspace.dataset.clone().expect("a dataset");
    let mut model = workspace.settings.params.clone().start(data).expect("a model");
    for _ in 0..10 {
        model.step().expect("a step");
    }
    let run = workspace.run;
    update(&mut workspace, Action::Arrived(run, Arc::new(model.snapshot())));
    workspace
}

fn rows(workspace: &Workspace) -> Vec<MatchRow> {
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).expect("matches");
    listed(&workspace.matches, workspace.basis.as_ref().expect("a basis"), said)
}

#[test]
fn a_source_document_is_compared_with_its_nearest_candidate_and_the_shares_add_up() {
    let mut workspace = trained();
    let row = rows(&workspace)[0];
    update(&mut workspace, Action::Select(Selection::Document(row.document)));
    let compared = workspace.matches.compared.clone().expect("a comparison");
    assert_eq!((compared.source, compared.target), (row.document, row.best));
    assert!((compared.candidates[0].1 - row.best_distance).abs() < 1e-9);
    let sum: f64 = compared.shares.iter().map(|share| share.share).sum();
    assert!((sum - compared.distance).abs() < 1e-9, "{sum} {}", compared.distance);
    let scene = workspace.scene.as_ref().expect("a scene");
    assert!(scene.witness.as_ref().is_some_and(|witness| Arc::ptr_eq(witness, &compared.witness)));
    assert_eq!(workspace.layers.field_of, FieldOf::Witness { source: row.document, target: row.best });
}

#[test]
fn a_target_document_is_compared_with_the_source_it_belongs_to() {
    let mut workspace = trained();
    let pairs = workspace.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs().cloned()).expect("pairs");
    let target = pairs.source_documents + 3;
    update(&mut workspace, Action::Select(Selection::Document(target)));
    let compared = workspace.matches.compared.clone().expect("a comparison");
    assert_eq!((Some(compared.source), compared.target), (pairs.partner[target], target));
}

#[test]
fn lists_are_sorted_both_ways_and_filtered() {
    let mut workspace = trained();
    let all = rows(&workspace).len();
    update(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Margin)));
    assert!(rows(&workspace).is_sorted_by(|a, b| a.margin <= b.margin));
    update(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Margin)));
    assert!(rows(&workspace).is_sorted_by(|a, b| a.margin >= b.margin));
    update(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Wrong)));
    assert!(rows(&workspace).iter().all(|row| row.rank > Some(1)));
    update(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::LowMargin)));
    assert!(rows(&workspace).len() <= all / 4 + 1);
    update(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::All)));
    update(&mut workspace, Action::Match(MatchAction::OfPart(Some(Part::Test))));
    let parts = &workspace.basis.as_ref().expect("a basis").parts;
    assert!(rows(&workspace).iter().all(|row| parts[row.document] == Some(Part::Test)));
}

#[test]
fn walking_goes_through_the_list_and_stops_at_its_ends() {
    let mut workspace = trained();
    let rows = rows(&workspace);
    let at = |workspace: &Workspace| workspace.matches.compared.as_ref().map(|compared| compared.source);
    for row in rows.iter().take(3) {
        update(&mut workspace, Action::Match(MatchAction::Next));
        assert_eq!(at(&workspace), Some(row.document));
    }
    for _ in 0..5 {
        update(&mut workspace, Action::Match(MatchAction::Previous));
    }
    assert_eq!(at(&workspace), Some(rows[0].document));
}

#[test]
fn a_judged_match_leaves_the_unreviewed_and_undo_brings_it_back() {
    let mut workspace = trained();
    update(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Unreviewed)));
    let before = rows(&workspace).len();
    update(&mut workspace, Action::Match(MatchAction::Next));
    update(&mut workspace, Action::Match(MatchAction::Judge(Verdict::Accepted)));
    assert_eq!(rows(&workspace).len(), before - 1);
    update(&mut workspace, Action::Match(MatchAction::Undo));
    assert_eq!(rows(&workspace).len(), before);
    update(&mut workspace, Action::Match(MatchAction::Redo));
    assert_eq!(rows(&workspace).len(), before - 1);
}

#[test]
fn precision_rises_with_r_and_counts_every_pair_of_the_part() {
    let workspace = trained();
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).expect("matches");
    let basis = workspace.basis.as_ref().expect("a basis");
    let most = rows(&workspace).len();
    for part in Part::ALL {
        for curve in precision(basis, said, part, most).expect("pairs") {
            assert!(curve.is_sorted() && (curve[most - 1] - 1.0).abs() < 1e-12, "{curve:?}");
        }
    }
}

#[test]
fn saved_reviews_come_back_to_the_documents_of_the_same_titles() {
    let mut workspace = trained();
    update(&mut workspace, Action::Match(MatchAction::Next));
    update(&mut workspace, Action::Match(MatchAction::Judge(Verdict::Rejected)));
    update(&mut workspace, Action::Match(MatchAction::Note("too short".into())));
    let corpus = Arc::clone(&workspace.dataset.as_ref().expect("a dataset").corpus);
    let saved = workspace.matches.reviews.to_save(&corpus);
    let before: Vec<_> = workspace.matches.reviews.iter().map(|(source, review)| (source, review.clone())).collect();
    let mut reviews = Reviews::default();
    assert_eq!(reviews.take_in(&saved, &corpus), 1);
    let after: Vec<_> = reviews.iter().map(|(source, review)| (source, review.clone())).collect();
    assert_eq!(before, after);
    let strange = crate::project::MatchReview { source_title: "no such document".into(), note: "x".into(), ..saved[0].clone() };
    assert_eq!(reviews.take_in(&[strange], &corpus), 0);
}

#[test]
fn a_saved_model_without_reviews_says_what_it_is_good_for() {
    let mut workspace = trained();
    let job = workspace.job;
    update(&mut workspace, Action::SavedOpened(job, Err("m.json: ends too early".into())));
    assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("ends too early")));
}
