use super::tests::{act, trained};
use super::*;
use crate::{
    Action, Compared, Look, MatchFilter, MatchPart, MatchSort, Run, TrainerUpdate, Verdict, inspect::explain::Part, update,
};
use wordfield_core::model::{Matched, Predictions, Snapshot};

/// A new evaluation of the same model with other ranks and distances.
fn evaluate(workspace: &mut Workspace) {
    let snapshot = workspace.run.latest.clone().expect("a snapshot");
    let predictions = snapshot.matched().expect("matches");
    let mut rows = (*predictions.rows).clone();
    for row in &mut rows {
        row.best_distance = 9.0 - row.best_distance;
        row.margin = 9.0 - row.margin;
        row.rank = row.rank.map(|rank| 100 - rank);
    }
    let predictions = Predictions::Matches(Matched { rows: Arc::new(rows), ..predictions.clone() });
    let later = Snapshot { iteration: snapshot.iteration + 1, predictions, ..(*snapshot).clone() };
    let run = workspace.run.id;
    act(workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(later))));
}

fn look_at_first(workspace: &mut Workspace) -> Arc<Compared> {
    act(workspace, Action::Match(MatchAction::Sort(MatchSort::Margin)));
    act(workspace, Action::Match(MatchAction::Next));
    workspace.matches.view.compared.clone().expect("a comparison")
}

#[test]
fn held_matches_do_not_change_during_training() {
    let mut workspace = trained();
    let compared = look_at_first(&mut workspace);
    let list = workspace.documents().to_vec();
    for _ in 0..2 {
        evaluate(&mut workspace);
    }
    evaluate(&mut workspace);
    assert!(Arc::ptr_eq(&compared, workspace.matches.view.compared.as_ref().expect("a comparison")), "the very same");
    assert!(workspace.documents() == list && workspace.has_newer_matches());
    // A second candidate and the next document are compared by the same model.
    let other = compared.candidates[1].0;
    act(&mut workspace, Action::Match(MatchAction::Compare(other)));
    let second = workspace.matches.view.compared.clone().expect("a comparison");
    assert_eq!((second.target, &second.candidates), (other, &compared.candidates));
    act(&mut workspace, Action::Match(MatchAction::Next));
    assert_eq!(workspace.matches.view.compared.as_ref().map(|compared| compared.source), Some(list[1]));
    act(&mut workspace, Action::Match(MatchAction::Renew));
    assert!(!workspace.has_newer_matches() && workspace.documents() != list);
}

#[test]
fn following_shows_the_newest_matches_and_a_new_run_holds_none() {
    let mut workspace = trained();
    look_at_first(&mut workspace);
    let list = workspace.documents().to_vec();
    act(&mut workspace, Action::Match(MatchAction::Follow(true)));
    evaluate(&mut workspace);
    assert!(!workspace.has_newer_matches() && workspace.documents() != list);
    update(&mut workspace, Action::Run(Run::Restart));
    assert!(workspace.matches.view.held.is_none());
}

#[test]
fn the_word_field_shows_the_pair_by_the_newest_model() {
    let mut workspace = trained();
    let compared = look_at_first(&mut workspace);
    let witness =
        |workspace: &Workspace| workspace.field.scene.as_ref().and_then(|scene| scene.witness().cloned()).expect("a witness");
    assert!(Arc::ptr_eq(&witness(&workspace), &compared.between.as_ref().unwrap().witness));
    evaluate(&mut workspace);
    let live = workspace.matches.view.live.clone().expect("another comparison");
    assert_eq!((live.source, live.target), (compared.source, compared.target));
    assert!(Arc::ptr_eq(&witness(&workspace), &live.between.as_ref().unwrap().witness));
}

#[test]
fn training_pairs_are_listed_separately() {
    let mut workspace = trained();
    let part = |workspace: &Workspace, document: usize| workspace.corpus.basis.as_ref().expect("a basis").parts[document];
    assert!(!workspace.documents().is_empty());
    assert!(workspace.documents().iter().all(|&document| part(&workspace, document) != Some(Part::Train)));
    let unseen = workspace.documents().len();
    act(&mut workspace, Action::Match(MatchAction::OfPart(MatchPart::All)));
    assert!(workspace.documents().len() > unseen);
    act(&mut workspace, Action::Match(MatchAction::OfPart(MatchPart::Of(Part::Train))));
    assert!(workspace.documents().iter().all(|&document| part(&workspace, document) == Some(Part::Train)));
}

#[test]
fn verdicts_filter_the_list_and_unreviewed_matches_come_last() {
    let mut workspace = trained();
    let list = workspace.documents().to_vec();
    for (place, verdict) in [(0, Verdict::Accepted), (1, Verdict::Rejected), (2, Verdict::Accepted)] {
        act(&mut workspace, Action::Look(Look::Select(Focus::Document(list[place]))));
        act(&mut workspace, Action::Match(MatchAction::SetVerdict(verdict)));
    }
    for (filter, left) in [(MatchFilter::Accepted, vec![list[0], list[2]]), (MatchFilter::Rejected, vec![list[1]])] {
        act(&mut workspace, Action::Match(MatchAction::Filter(filter)));
        assert_eq!(workspace.documents(), left);
    }
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::All)));
    for _ in 0..2 {
        act(&mut workspace, Action::Match(MatchAction::Sort(MatchSort::Verdict)));
        assert!(workspace.documents()[..3].iter().all(|document| list[..3].contains(document)), "blanks come last");
    }
    assert_eq!(workspace.documents()[0], list[1], "descending");
}

#[test]
fn a_reviewed_document_that_leaves_the_list_is_followed_by_the_next() {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Filter(MatchFilter::Unreviewed)));
    let list = workspace.documents().to_vec();
    for _ in 0..3 {
        act(&mut workspace, Action::Match(MatchAction::Next));
    }
    assert_eq!(workspace.choices.shown, Some(list[2]));
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Accepted)));
    act(&mut workspace, Action::Match(MatchAction::Next));
    assert_eq!(workspace.choices.shown, Some(list[3]));
}
