//! Saves verdicts after every change: on the disk, and for earlier corpora in memory with their undo entries.
//!
//! Cost: a comparison of two lists of reviews per change.

use std::{mem, sync::Arc};

use crate::{Effect, Reviews, SavedReviews, Workspace};
use wordfield_core::project::MatchReview;

/// Restores the verdicts of a new corpus, from this window or from the disk.
pub(crate) fn begin(workspace: &mut Workspace, saved: Option<SavedReviews>) {
    let keeping = &mut workspace.reviews;
    let reviews = mem::take(&mut workspace.choices.reviews);
    if let Some(corpus) = keeping.loaded.take() {
        keeping.earlier.insert(corpus, reviews);
    }
    let (Some(saved), Some(dataset)) = (saved, &workspace.corpus.dataset) else { return };
    let mut reviews = keeping.earlier.remove(&saved.corpus).unwrap_or_default();
    if let Some(dismissed) = saved.dismissed {
        workspace.choices.dismissed = Arc::new(dismissed);
        keeping.last_dismissed = Arc::clone(&workspace.choices.dismissed);
    }
    keeping.on_disk = Reviews::of_retitled(&saved.reviews, &dataset.corpus);
    // Another window may have saved verdicts on other documents.
    reviews.complete(&keeping.on_disk);
    (keeping.loaded, keeping.file) = (Some(saved.corpus), saved.file);
    // The writer leaves an unreadable file unchanged; changes then count as unwritten when the window closes.
    keeping.last = Some(reviews.clone());
    workspace.choices.reviews = reviews;
}

/// Adopts the verdicts that other windows have saved on the open pairs.
/// A document that the user has reviewed since the last reading keeps its verdict. Cost: a comparison of two lists of reviews.
pub(crate) fn arrived(workspace: &mut Workspace, of: u64, saved: &[MatchReview]) {
    let Workspace { reviews: keeping, choices, corpus, .. } = workspace;
    let Some(dataset) = corpus.dataset.as_ref().filter(|_| keeping.loaded == Some(of)) else { return };
    let saved = Reviews::of_retitled(saved, &dataset.corpus);
    choices.reviews.adopt(&keeping.on_disk, &saved);
    keeping.on_disk = saved;
    // Adopted verdicts are already on the disk, and earlier changes were sent after their own action.
    keeping.last = Some(choices.reviews.clone());
}

/// Changed verdicts that should be written now.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Effect> {
    let Workspace { reviews: keeping, choices, corpus, .. } = workspace;
    let (reviews, corpus, dataset) = (&choices.reviews, keeping.loaded?, corpus.dataset.as_ref()?);
    let last = keeping.last.as_mut().filter(|last| last.revision != reviews.revision)?;
    let before = mem::replace(last, reviews.clone());
    let changes = reviews.changes(before.all(), &dataset.corpus);
    let at_once = reviews.judged_since(before.all());
    Some(Effect::KeepReviews { corpus, name: dataset.corpus.name.clone(), changes, at_once })
}

/// Changed dismissals of findings that should be written now.
pub(crate) fn due_dismissals(workspace: &mut Workspace) -> Option<Effect> {
    let (after, last) = (&workspace.choices.dismissed, &mut workspace.reviews.last_dismissed);
    if Arc::ptr_eq(after, last) {
        return None;
    }
    let before = mem::replace(last, Arc::clone(after));
    let (added, removed) = (after.without(&before), before.without(after));
    (!added.is_empty() || !removed.is_empty()).then_some(Effect::KeepDismissed { added, removed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Answer, DataOptions, LoadedData, Open, Verdict, update};
    use wordfield_core::{
        corpus::{Builtin, Dataset, Weighting, builtin},
        project::ReviewChanges,
    };

    fn ready(which: Builtin, saved: Option<SavedReviews>) -> Action {
        let data = DataOptions::default();
        let corpus = Arc::new(builtin(which));
        let dataset = Dataset::build(corpus, &data.split, &data.vocabulary, Weighting::default()).expect("a dataset");
        Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData { reviews: saved, ..LoadedData::new(dataset, data) }))))
    }

    fn arrive(workspace: &mut Workspace, which: Builtin, saved: Option<SavedReviews>) -> Vec<Effect> {
        workspace.corpus.job = 0;
        update(workspace, ready(which, saved))
    }

    fn changes(workspace: &mut Workspace) -> Option<ReviewChanges> {
        update(workspace, Action::Message(None)).into_iter().find_map(|effect| match effect {
            Effect::KeepReviews { changes, .. } => Some(changes),
            _ => None,
        })
    }

    fn all(changes: &ReviewChanges) -> Vec<MatchReview> {
        changes.values().flatten().cloned().collect()
    }

    #[test]
    fn a_verdict_is_saved_immediately_and_restored_with_its_corpus() {
        let mut workspace = Workspace::default();
        let begun = SavedReviews { corpus: 7, ..SavedReviews::default() };
        assert!(!arrive(&mut workspace, Builtin::Pairs, Some(begun)).iter().any(|e| matches!(e, Effect::KeepReviews { .. })));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        let reviews = all(&changes(&mut workspace).expect("something to keep"));
        assert_eq!((reviews.len(), reviews[0].source, reviews[0].accepted), (1, 3, Some(true)));
        assert_eq!(changes(&mut workspace), None, "once");
        // Second window, opened on another day.
        let mut later = Workspace::default();
        arrive(
            &mut later,
            Builtin::Pairs,
            Some(SavedReviews { corpus: 7, reviews, unreadable: None, ..SavedReviews::default() }),
        );
        assert_eq!(later.choices.reviews.get(3).and_then(|review| review.verdict), Some((Verdict::Accepted, 283)));
        assert_eq!(changes(&mut later), None);
    }

    #[test]
    fn a_verdict_is_written_at_once_and_a_remark_is_not() {
        let mut workspace = Workspace::default();
        arrive(&mut workspace, Builtin::Pairs, Some(SavedReviews { corpus: 7, ..SavedReviews::default() }));
        let urgent = |workspace: &mut Workspace| {
            update(workspace, Action::Message(None)).into_iter().find_map(|effect| match effect {
                Effect::KeepReviews { at_once, .. } => Some(at_once),
                _ => None,
            })
        };
        workspace.choices.reviews.note(3, "look again".to_owned());
        assert_eq!(urgent(&mut workspace), Some(false));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        assert_eq!(urgent(&mut workspace), Some(true));
        workspace.choices.reviews.note(3, "looked".to_owned());
        assert_eq!(urgent(&mut workspace), Some(false));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        assert_eq!(urgent(&mut workspace), Some(true), "taken back");
    }

    #[test]
    fn verdicts_of_another_window_are_neither_removed_nor_overruled() {
        let mut workspace = Workspace::default();
        arrive(&mut workspace, Builtin::Pairs, Some(SavedReviews { corpus: 7, ..SavedReviews::default() }));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        let own = all(&changes(&mut workspace).expect("something to keep"));
        let other = |source: usize| MatchReview { source, accepted: Some(false), ..own[0].clone() };
        // A second window has verdicts on the same document and on another one; the corpus is read again.
        arrive(
            &mut workspace,
            Builtin::Pairs,
            Some(SavedReviews { corpus: 7, reviews: vec![other(3), other(4)], unreadable: None, ..SavedReviews::default() }),
        );
        let verdict = |workspace: &Workspace, source| workspace.choices.reviews.get(source).and_then(|reviews| reviews.verdict);
        assert_eq!(verdict(&workspace, 3), Some((Verdict::Accepted, 283)));
        assert_eq!(verdict(&workspace, 4), Some((Verdict::Rejected, 283)));
        assert_eq!(changes(&mut workspace), None, "no verdict here");
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        assert_eq!(
            changes(&mut workspace),
            Some(ReviewChanges::from([(3, None)])),
            "taken back, and the other's word left alone"
        );
    }

    #[test]
    fn verdicts_of_another_window_arrive_while_the_pairs_are_open() {
        let mut workspace = Workspace::default();
        arrive(&mut workspace, Builtin::Pairs, Some(SavedReviews { corpus: 7, ..SavedReviews::default() }));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        let own = all(&changes(&mut workspace).expect("something to keep")).remove(0);
        let other = |source: usize| MatchReview { source, accepted: Some(false), ..own.clone() };
        let verdicts = |workspace: &mut Workspace, corpus: u64, saved: &[MatchReview]| {
            let effects = update(workspace, Action::Reviewed(corpus, saved.to_vec()));
            assert!(!effects.iter().any(|effect| matches!(effect, Effect::KeepReviews { .. })), "nothing is written back");
            let of = |source| workspace.choices.reviews.get(source).and_then(|review| Some(review.verdict?.0));
            [of(3), of(4)]
        };
        let (yes, no) = (Some(Verdict::Accepted), Some(Verdict::Rejected));
        assert_eq!(verdicts(&mut workspace, 7, &[own.clone(), other(4)]), [yes, no], "another document");
        assert_eq!(verdicts(&mut workspace, 8, &[]), [yes, no], "of other pairs");
        assert_eq!(verdicts(&mut workspace, 7, &[other(3), other(4)]), [no, no], "the same document, later");
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        assert!(changes(&mut workspace).is_some());
        assert_eq!(verdicts(&mut workspace, 7, &[other(3)]), [yes, None], "read before the own verdict was written");
        assert_eq!(verdicts(&mut workspace, 7, std::slice::from_ref(&own)), [yes, None]);
        assert_eq!(verdicts(&mut workspace, 7, &[]), [None, None], "taken back there");
        assert_eq!(workspace.undo.undoes(), None, "events are no entries");
    }

    #[test]
    fn verdicts_survive_another_corpus_without_a_writer() {
        let mut workspace = Workspace::default();
        let disk = || Some(SavedReviews { corpus: 7, ..SavedReviews::default() });
        arrive(&mut workspace, Builtin::Pairs, disk());
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        arrive(&mut workspace, Builtin::Topics, None);
        assert_eq!(workspace.choices.reviews.iter().count(), 0);
        arrive(&mut workspace, Builtin::Pairs, disk());
        assert!(workspace.choices.reviews.get(3).is_some());
    }

    #[test]
    fn verdicts_beside_an_unreadable_file_are_sent_to_the_writer() {
        let mut workspace = Workspace::default();
        let unreadable = Some("damaged".to_owned());
        arrive(&mut workspace, Builtin::Pairs, Some(SavedReviews { corpus: 7, unreadable, ..SavedReviews::default() }));
        assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("damaged")));
        workspace.choices.reviews.judge(3, 283, Verdict::Accepted);
        let changes = changes(&mut workspace).expect("changes that the window must not lose");
        assert_eq!(changes.keys().collect::<Vec<_>>(), [&3]);
    }
}
