//! Tests of corrections: each correction is one undo step, accepts its pair, and is part of the delivered files.

use wordfield_output::{Keep, OmissionCause};

use super::*;
use crate::{
    Action, CheckFilter, Focus, Look, MatchAction, PairVerdict, Reviews, Tab, Undo, Verdict,
    matches::update::matching::tests::{act, trained},
};

/// The check of the built-in pairs with a pair open.
fn checked(source: usize) -> Workspace {
    let mut workspace = trained();
    act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
    act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    open(&mut workspace, source);
    workspace
}

fn open(workspace: &mut Workspace, source: usize) {
    act(workspace, Action::Look(Look::Select(Focus::Document(source))));
}

fn correct(workspace: &mut Workspace, action: Correct) {
    act(workspace, Action::Match(MatchAction::Correct(action)));
}

fn write(workspace: &mut Workspace, part: usize, side: usize, text: &str) {
    correct(workspace, Correct::Type { part, side, text: text.to_owned() });
}

fn texts(workspace: &Workspace, source: usize) -> Vec<[String; 2]> {
    owned(&workspace.choices.reviews.texts(source, &workspace.corpus.dataset.as_ref().expect("a dataset").corpus))
}

fn own(workspace: &Workspace, document: usize) -> String {
    workspace.corpus.dataset.as_ref().expect("a dataset").corpus.texts[document].clone()
}

fn partner(workspace: &Workspace, source: usize) -> usize {
    workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.partner(source)).expect("a partner")
}

fn all(reviews: &Reviews) -> Vec<(usize, crate::Review)> {
    reviews.iter().map(|(source, review)| (source, review.clone())).collect()
}

/// Undoes and redoes the last step: the reviews equal `before`, then the current ones.
fn undo_is(workspace: &mut Workspace, before: &[(usize, crate::Review)], name: &str) {
    let after = all(&workspace.choices.reviews);
    assert_eq!(workspace.undo.undoes(), Some(name));
    act(workspace, Action::Undo(Undo::Undo));
    assert_eq!(all(&workspace.choices.reviews), before);
    act(workspace, Action::Undo(Undo::Redo));
    assert_eq!(all(&workspace.choices.reviews), after);
}

fn problem(workspace: &Workspace) -> &str {
    workspace.message.as_ref().filter(|message| message.error).map_or("", |message| &message.text)
}

#[test]
fn texts_are_edited_in_place_accepted_and_undone_at_once() {
    let mut workspace = checked(3);
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    let before = all(&workspace.choices.reviews);
    correct(&mut workspace, Correct::Edit);
    write(&mut workspace, 0, 1, "tea, corrected");
    write(&mut workspace, 7, 1, "no such part");
    assert_eq!(all(&workspace.choices.reviews), before, "nothing is kept before it is applied");
    correct(&mut workspace, Correct::Apply);
    assert_eq!(texts(&workspace, 3), [[own(&workspace, 3), "tea, corrected".to_owned()]]);
    assert_eq!(workspace.pair_verdict(3), Some(PairVerdict::Accepted));
    assert!(workspace.matches.view.editor.is_none());
    undo_is(&mut workspace, &before, "texts of a pair");
    // Applying the original texts of the file is no correction.
    correct(&mut workspace, Correct::Edit);
    let text = own(&workspace, partner(&workspace, 3));
    write(&mut workspace, 0, 1, &text);
    correct(&mut workspace, Correct::Apply);
    assert_eq!(workspace.choices.reviews.correction(3), None);
}

#[test]
fn an_empty_text_is_refused_and_fields_of_another_pair_stay() {
    let mut workspace = checked(3);
    correct(&mut workspace, Correct::Edit);
    write(&mut workspace, 0, 0, " \n");
    correct(&mut workspace, Correct::Apply);
    assert!(problem(&workspace).contains("A text is empty: write one"));
    assert_eq!(workspace.choices.reviews.iter().count(), 0);
    open(&mut workspace, 5);
    correct(&mut workspace, Correct::Edit);
    assert!(problem(&workspace).contains("The texts of line 4 are being edited: apply or cancel"), "{}", problem(&workspace));
    correct(&mut workspace, Correct::MergeNext);
    assert!(problem(&workspace).contains("apply or cancel"));
    assert_eq!(workspace.matches.view.editor.as_ref().map(|editor| editor.source), Some(3));
    correct(&mut workspace, Correct::Cancel);
    correct(&mut workspace, Correct::Edit);
    assert_eq!(workspace.matches.view.editor.as_ref().map(|editor| editor.source), Some(5));
}

#[test]
fn a_pair_is_split_where_the_cursors_stand() {
    let mut workspace = checked(3);
    correct(&mut workspace, Correct::Edit);
    write(&mut workspace, 0, 0, "Tea. Rice.");
    write(&mut workspace, 0, 1, "お茶。ご飯。");
    correct(&mut workspace, Correct::Split { part: 0, at: [4, 0] });
    assert!(problem(&workspace).contains("set the cursor of both texts"));
    correct(&mut workspace, Correct::Split { part: 0, at: [4, 3] });
    correct(&mut workspace, Correct::Apply);
    assert_eq!(texts(&workspace, 3), [["Tea.", "お茶。"], ["Rice.", "ご飯。"]].map(|pair| pair.map(str::to_owned)));
    undo_is(&mut workspace, &[], "texts of a pair");
    assert_eq!(workspace.delivered(Keep::Accepted).kept.len(), 1, "one pair of several texts");
    correct(&mut workspace, Correct::SwapNext);
    assert!(problem(&workspace).contains("The pair of line 4 is split or merged: restore"));
}

#[test]
fn merged_pairs_leave_as_one_and_are_restored_together() {
    let mut workspace = checked(3);
    let pairs = [3, 4, 5].map(|source| [own(&workspace, source), own(&workspace, partner(&workspace, source))]);
    correct(&mut workspace, Correct::MergeNext);
    let once = all(&workspace.choices.reviews);
    correct(&mut workspace, Correct::MergeNext);
    let joint = [0, 1].map(|side| joined(&joined(&pairs[0][side], &pairs[1][side]), &pairs[2][side]));
    assert_eq!((texts(&workspace, 3), texts(&workspace, 4), texts(&workspace, 5)), (vec![joint], vec![], vec![]));
    undo_is(&mut workspace, &once, "texts of pairs");
    let delivered = workspace.delivered(Keep::NotRejected);
    assert_eq!((delivered.merged, delivered.omitted), (vec![4, 5], vec![]), "merged pairs are handed over");
    open(&mut workspace, 4);
    correct(&mut workspace, Correct::Edit);
    assert!(problem(&workspace).contains("The pair of line 5 is merged into the one before it: restore"));
    open(&mut workspace, 3);
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    let causes = [(3, OmissionCause::Rejected), (4, OmissionCause::Merged), (5, OmissionCause::Merged)];
    assert_eq!(workspace.delivered(Keep::NotRejected).omitted, causes, "with the pair they are part of");
    open(&mut workspace, 5);
    correct(&mut workspace, Correct::Restore);
    assert!([3, 4, 5].iter().all(|&source| workspace.choices.reviews.correction(source).is_none()));
    let verdicts = [3, 4, 5].map(|source| workspace.pair_verdict(source));
    assert_eq!(verdicts, [Some(PairVerdict::Rejected), None, None], "accepted with other texts");
    let last = *workspace.documents().iter().max().expect("a pair");
    open(&mut workspace, last);
    correct(&mut workspace, Correct::MergeNext);
    assert!(problem(&workspace).contains("No pair comes after line 294"), "{}", problem(&workspace));
}

#[test]
fn targets_are_exchanged_with_their_edited_texts() {
    let mut workspace = checked(3);
    let [own_target, other_target] = [3, 4].map(|source| partner(&workspace, source));
    correct(&mut workspace, Correct::Edit);
    write(&mut workspace, 0, 0, "a source");
    write(&mut workspace, 0, 1, "a target");
    correct(&mut workspace, Correct::Apply);
    let before = all(&workspace.choices.reviews);
    correct(&mut workspace, Correct::SwapNext);
    assert_eq!(workspace.pair_verdict(3), Some(PairVerdict::Partner(other_target)));
    assert_eq!(workspace.pair_verdict(4), Some(PairVerdict::Partner(own_target)));
    assert_eq!(texts(&workspace, 3), [["a source".to_owned(), own(&workspace, other_target)]]);
    assert_eq!(texts(&workspace, 4), [[own(&workspace, 4), "a target".to_owned()]]);
    undo_is(&mut workspace, &before, "texts of pairs");
    correct(&mut workspace, Correct::SwapNext);
    assert_eq!(
        (texts(&workspace, 3), workspace.pair_verdict(4)),
        (vec![["a source".to_owned(), "a target".to_owned()]], Some(PairVerdict::Accepted))
    );
    assert!(workspace.standing().is_some_and(|standing| standing.conflicts.is_empty()));
}

#[test]
fn rows_are_shifted_at_once_and_what_they_leave_is_a_conflict() {
    let mut workspace = checked(3);
    let fields = |texts: [&str; 3]| Correct::ShiftFields(Some(texts.map(str::to_owned)));
    for (texts, expected) in [
        (["x", "9", "1"], "\"x\" is no line of a pair: give"),
        (["4", "9999", "1"], "\"9999\" is no line of a pair: give"),
        (["4", "9", "0"], "\"0\" is no number of pairs: give"),
        (["4", "9", "-99999"], "No pair is -99999 pairs from lines 4 to 9: give a smaller number"),
    ] {
        correct(&mut workspace, fields(texts));
        correct(&mut workspace, Correct::ShiftRows);
        assert!(problem(&workspace).contains(expected), "{}", problem(&workspace));
        assert_eq!(workspace.choices.reviews.iter().count(), 0);
    }
    correct(&mut workspace, fields(["9", "4", "1"]));
    correct(&mut workspace, Correct::ShiftRows);
    for source in 3..9 {
        assert_eq!(workspace.pair_verdict(source), Some(PairVerdict::Partner(partner(&workspace, source + 1))));
    }
    assert!(workspace.matches.view.shift_fields.is_none());
    undo_is(&mut workspace, &[], "6 partners taken");
    act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::TargetConflicts)));
    let mut listed = workspace.documents().to_vec();
    listed.sort_unstable();
    assert_eq!(listed, [8, 9], "the target of line 10 is taken by line 9 too");
    open(&mut workspace, 9);
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    assert_eq!(workspace.documents(), [9], "the open pair stays");
    open(&mut workspace, 3);
    assert!(workspace.documents().is_empty(), "a rejected pair keeps no target");
}

#[test]
fn a_proposed_block_is_gone_once_it_is_shifted() {
    let mut workspace = checked(3);
    let mut found = workspace.check().expect("a check").as_ref().clone();
    let targets: Vec<usize> = found.pairs.iter().map(|pair| pair.target).collect();
    for (place, pair) in found.pairs.iter_mut().enumerate() {
        pair.candidates = vec![(targets[if (40..60).contains(&place) { place + 1 } else { place }], 0.0)];
        (pair.rank, pair.reverse_rank) = (30, 30);
    }
    let saved = wordfield_core::project::SavedCheck { vocabulary: workspace.corpus.options.vocabulary, check: Arc::new(found) };
    assert!(crate::matches::update::checking::restore(&mut workspace, &saved));
    act(&mut workspace, Action::Message(None));
    let blocks = workspace.standing().expect("pairs").blocks.clone();
    assert_eq!(blocks, [Block { first: 40, last: 59, by: 1 }]);
    correct(&mut workspace, Correct::Shift(blocks[0]));
    assert!(workspace.standing().expect("pairs").blocks.is_empty());
    let message = workspace.message.as_ref().expect("a message");
    assert_eq!(message.text, "Shifted lines 41 to 60 by 1. Ctrl+Z takes it back.");
    assert_eq!(workspace.reviewed_count(), 20);
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(
        (workspace.choices.source, workspace.choices.target),
        (Some(40), Some(partner(&workspace, 40))),
        "the first changed pair, with its own target"
    );
    let undone = "Undone: 20 partners taken, line 41. Ctrl+Shift+Z repeats it.";
    assert_eq!(workspace.message.as_ref().map(|message| message.text.as_str()), Some(undone));
    act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
    assert!(workspace.message.is_some(), "nothing was done since");
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    assert!(workspace.message.is_none(), "the keys mean another step now");
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert_eq!(workspace.standing().expect("pairs").blocks, blocks);
}

#[test]
fn a_candidate_is_taken_by_its_place_while_the_pair_is_rejected() {
    let mut workspace = checked(3);
    let near: Vec<usize> = workspace.checked_pair(3).expect("a pair").candidates.iter().map(|near| near.0).collect();
    assert!(workspace.keyed_candidates().is_empty(), "a pair without a verdict leaves the keys to the tabs");
    act(&mut workspace, Action::Match(MatchAction::SetVerdict(Verdict::Rejected)));
    assert_eq!(workspace.keyed_candidates(), near[..5]);
    let before = all(&workspace.choices.reviews);
    correct(&mut workspace, Correct::TakeCandidate(2));
    assert_eq!(workspace.choices.reviews.get(3).and_then(|review| review.verdict), Some((Verdict::Accepted, near[2])));
    undo_is(&mut workspace, &before, "match accepted");
    open(&mut workspace, 3);
    assert!(workspace.keyed_candidates().is_empty(), "an accepted pair leaves the keys to the tabs");
    correct(&mut workspace, Correct::TakeCandidate(1));
    assert_eq!(workspace.choices.reviews.get(3).and_then(|review| review.verdict), Some((Verdict::Accepted, near[2])));
}

#[test]
fn the_exported_table_has_the_corrected_texts_last() {
    let mut workspace = checked(3);
    correct(&mut workspace, Correct::MergeNext);
    open(&mut workspace, 6);
    correct(&mut workspace, Correct::Edit);
    write(&mut workspace, 0, 0, "One. Two.");
    write(&mut workspace, 0, 1, "一。二。");
    correct(&mut workspace, Correct::Split { part: 0, at: [4, 2] });
    correct(&mut workspace, Correct::Apply);
    let dataset = workspace.corpus.dataset.clone().expect("a dataset");
    let matched = workspace.matches().expect("matches").clone();
    let matches = crate::ReviewedMatches::new(dataset, workspace.choices.reviews.clone(), &matched.rows, &*matched.fitted);
    let reviewed = matches.reviewed(None);
    let table = reviewed.table();
    let titles: Vec<&str> = table.columns.iter().rev().take(3).map(|column| column.title.as_str()).collect();
    assert_eq!(titles, ["corrected ja", "corrected en", "correction"]);
    let row = |row: usize| -> Vec<String> {
        (0..table.columns.len()).map(|column| table.cell(row, column).written().into_owned()).collect()
    };
    let last = |at: usize| row(at).split_off(table.columns.len() - 3);
    assert_eq!(table.len(), 4);
    assert_eq!((last(0)[0].as_str(), last(1)), ("edited", ["merged", "", ""].map(str::to_owned).to_vec()));
    assert_eq!(last(2), ["split", "One.", "一。"]);
    assert_eq!(last(3), ["split", "Two.", "二。"]);
}

#[test]
fn reasons_are_found_again_in_edited_texts() {
    let mut workspace = checked(2);
    let reason = |workspace: &Workspace| workspace.findings(2).iter().any(|found| found.1 == "punctuation none≠.");
    assert!(!reason(&workspace));
    correct(&mut workspace, Correct::Edit);
    let source = own(&workspace, 2);
    write(&mut workspace, 0, 0, source.strip_suffix('.').expect("a full stop"));
    assert!(!reason(&workspace), "a text that is being typed");
    correct(&mut workspace, Correct::Apply);
    assert!(reason(&workspace), "an end mark that the source lacks");
    act(&mut workspace, Action::Undo(Undo::Undo));
    assert!(!reason(&workspace), "the file's texts are judged again");
}
