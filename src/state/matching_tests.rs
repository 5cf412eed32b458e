use super::*;
use crate::{
    corpus::{Builtin, Dataset, VocabularyOptions, builtin},
    model::{Kind, Params, Preset, matching::MatchRow},
    state::{Action, MatchFilter, MatchSort, Ready, Reviews, Verdict, explain::Part, update},
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
    workspace.listing.documents.iter().map(|&document| *said.row(document).expect("a row")).collect()
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
fn precision_is_the_share_of_ranks_up_to_r_and_counts_every_pair_of_the_part() {
    let workspace = trained();
    let digest = workspace.digest.clone().expect("a digest");
    let parts = &workspace.basis.as_ref().expect("a basis").parts;
    for part in Part::ALL {
        let rows: Vec<MatchRow> = rows(&workspace).into_iter().filter(|row| parts[row.document] == Some(part)).collect();
        let precision = digest.precision(part).expect("pairs");
        assert_eq!(precision.pairs, rows.len());
        for (at, (there, back)) in precision.there.iter().zip(&precision.back).enumerate() {
            let share = |rank: fn(&MatchRow) -> Option<usize>| {
                rows.iter().filter(|row| rank(row).is_some_and(|rank| rank <= at + 1)).count() as f64 / rows.len() as f64
            };
            assert!((there - share(|row| row.rank)).abs() < 1e-12 && (back - share(|row| row.reverse_rank)).abs() < 1e-12);
        }
    }
}

#[test]
fn the_list_is_made_anew_only_where_it_would_be_another() {
    let mut workspace = trained();
    let list = |workspace: &Workspace| Arc::clone(&workspace.listing.documents);
    let before = list(&workspace);
    let remade = |workspace: &mut Workspace, action: Action| {
        let before = list(workspace);
        update(workspace, action);
        !Arc::ptr_eq(&before, &list(workspace))
    };
    assert!(!before.is_empty());
    assert!(!remade(&mut workspace, Action::Select(Selection::Word(3))));
    assert!(!remade(&mut workspace, Action::Match(MatchAction::Next)));
    assert!(!remade(&mut workspace, Action::Match(MatchAction::Judge(Verdict::Accepted))));
    let (run, snapshot) = (workspace.run, workspace.snapshot.clone().expect("a snapshot"));
    let later = crate::model::Snapshot { iteration: snapshot.iteration + 1, ..(*snapshot).clone() };
    assert!(!remade(&mut workspace, Action::Arrived(run, Arc::new(later))), "the same rows");
    assert!(remade(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Unreviewed))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::Judge(Verdict::Rejected))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Rank))));
    assert!(remade(&mut workspace, Action::Match(MatchAction::OfPart(Some(Part::Dev)))));
    assert!(remade(&mut workspace, Action::Restart) && list(&workspace).is_empty());
}

#[test]
fn what_is_read_off_an_evaluation_goes_on_to_the_next_snapshot() {
    let mut workspace = trained();
    let (read, entries) =
        workspace.digest.as_ref().map(|digest| (digest.dictionary().0, digest.dictionary().1.to_vec())).expect("one");
    let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).cloned().expect("matches");
    for &(word, other) in &entries {
        assert_eq!(said.machine.nearest_words(word, Side::Target, 1)[0].0, other);
    }
    assert!(entries.len() > 10);
    let (run, snapshot) = (workspace.run, workspace.snapshot.clone().expect("a snapshot"));
    let later = crate::model::Snapshot { iteration: read + 1, ..(*snapshot).clone() };
    update(&mut workspace, Action::Arrived(run, Arc::new(later)));
    assert_eq!(workspace.digest.as_ref().map(|digest| digest.dictionary().0), Some(read));
}

#[test]
fn neighbours_are_those_of_the_word_looked_at_on_both_sides() {
    let mut workspace = trained();
    for word in [2, 40] {
        update(&mut workspace, Action::Select(Selection::Word(word)));
        let said = workspace.snapshot.as_ref().and_then(|snapshot| snapshot.matched()).expect("matches");
        let (near, side) = (workspace.neighbours.as_ref().expect("neighbours"), said.machine.side_of(word));
        assert_eq!(near.own, said.machine.nearest_words(word, side, near.own.len()));
        assert_eq!(near.other, said.machine.nearest_words(word, side.other(), near.other.len()));
    }
    update(&mut workspace, Action::Select(Selection::None));
    assert!(workspace.neighbours.is_none());
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
