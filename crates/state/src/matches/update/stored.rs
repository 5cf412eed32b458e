//! Pair check and list from an earlier session: restored with their texts, and collected for storage.

use std::sync::Arc;

use crate::{
    CheckFilter, Workspace,
    matches::{
        stored::{CheckList, StoredCheckList},
        update::{checking, matching},
    },
};
use wordfield_core::{corpus::Side, project::SavedCheck};

/// Shows the pair check of an earlier session as far as it fits the current pairs, with filter, order and open row of the list.
pub(crate) fn restore(workspace: &mut Workspace, kept: StoredCheckList) {
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus)) else { return };
    let Some(pairs) = corpus.task.pairs() else { return };
    if let Some(kept) = kept.check {
        checking::restore_earlier(workspace, &kept.check, Some(kept.model));
    }
    let Some(list) = kept.list else { return };
    let rules = workspace.choices.rules.used.rules.len();
    let view = &mut workspace.matches.view;
    view.check_filter = match list.filter {
        // The rule file and the second reviewer's verdicts are not open yet.
        CheckFilter::Rule(rule) if rule >= rules => CheckFilter::Reasons,
        CheckFilter::Conflicts => CheckFilter::All,
        filter => filter,
    };
    (view.check_sort, view.check_reversed) = (list.sort, list.reversed);
    let is_source = |&source: &usize| source < corpus.len() && pairs.side(source) == Side::Source;
    if let Some(source) = list.source.filter(is_source) {
        matching::look_at(workspace, source);
    }
}

impl Workspace {
    /// Filter, order and open row of the list of pairs, with the fingerprint of the pairs' texts.
    pub fn check_list(&self) -> Option<(u64, CheckList)> {
        let view = &self.matches.view;
        let (filter, sort, reversed, source) = (view.check_filter, view.check_sort, view.check_reversed, self.choices.source);
        Some((self.reviewed_corpus()?, CheckList { filter, sort, reversed, source }))
    }

    /// Check of the current corpus's pairs for storage, unless it is from an earlier session.
    pub fn check_to_keep(&self) -> Option<SavedCheck> {
        self.check_found().filter(|found| found.earlier.is_none())?;
        self.check_to_save()
    }

    /// Description of the models that checked the pairs, if the check is from an earlier session.
    pub fn earlier_check(&self) -> Option<&str> {
        self.check_found()?.earlier.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Answer, CheckSort, DataOptions, Focus, LoadedData, Look, MatchAction, Open, PairMode, SavedReviews, Tab,
        TrainerUpdate,
        matches::update::matching::tests::{act, trained},
        update,
    };
    use wordfield_core::project::StoredCheck;

    /// Workspace with the checked built-in pairs in a filtered and sorted list, and the stored state of that list.
    fn checked() -> (Workspace, StoredCheckList) {
        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Doubtful)));
        act(&mut workspace, Action::Match(MatchAction::SortChecked(CheckSort::Rank)));
        let source = *workspace.documents().last().expect("a doubtful pair");
        act(&mut workspace, Action::Look(Look::Select(Focus::Document(source))));
        (workspace.reviews.loaded, workspace.reviews.file) = (Some(7), Some("reviews".into()));
        let (corpus, list) = workspace.check_list().expect("a list");
        assert_eq!((corpus, list.source), (7, Some(source)));
        let check = workspace.check_to_keep().expect("a check");
        let check = StoredCheck { corpus: "tea".to_owned(), documents: 1, model: "some model".to_owned(), check };
        (workspace, StoredCheckList { check: Some(check), list: Some(list) })
    }

    /// Second window that opens the same pairs with the stored list; jobs that it starts are counted and not answered.
    fn reopened(first: &Workspace, kept: StoredCheckList) -> (Workspace, usize) {
        let mut workspace = Workspace::default();
        let old = first.corpus.dataset.as_ref().expect("a dataset");
        let data = DataOptions::default();
        let ready = LoadedData {
            reviews: Some(SavedReviews { corpus: 7, file: Some("reviews".into()), ..SavedReviews::default() }),
            stored_check: Box::new(kept),
            ..LoadedData::new((**old).clone(), data)
        };
        workspace.corpus.job = 0;
        let mut effects = update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
        let snapshot = first.run.snapshot.clone().expect("a snapshot");
        let run = workspace.run.id;
        effects.extend(update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(snapshot))));
        effects.extend(update(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check))));
        effects.extend(update(&mut workspace, Action::Look(Look::Tab(Tab::Documents))));
        let checks = |effect: &&crate::Effect| matches!(effect, crate::Effect::Run(job) if job.is("check of pairs"));
        let started = effects.iter().filter(checks).count();
        (workspace, started)
    }

    #[test]
    fn a_kept_check_is_shown_without_a_job_and_its_list_is_equal() {
        let (first, kept) = checked();
        let (second, started) = reopened(&first, kept.clone());
        assert_eq!(started, 0);
        assert_eq!(second.check(), first.check());
        assert_eq!(second.documents(), first.documents());
        assert_eq!(second.check_list(), first.check_list());
        assert_eq!(second.choices.shown, first.choices.shown);
        assert_eq!((second.earlier_check(), first.earlier_check()), (Some("some model"), None));
        assert_eq!(second.check_to_keep(), None, "it is on the disk");
        assert_eq!(second.check_to_save(), first.check_to_save(), "a saved model contains it");
        let (other, started) = reopened(&first, StoredCheckList { check: None, ..kept });
        assert_eq!((started, other.check_list()), (1, first.check_list()));
    }

    #[test]
    fn a_kept_check_that_does_not_fit_is_dropped_and_a_list_stays_in_range() {
        let (first, kept) = checked();
        let damaged = |damage: fn(&mut StoredCheckList)| {
            let mut kept = kept.clone();
            damage(&mut kept);
            reopened(&first, kept)
        };
        let pairs = |kept: &mut StoredCheckList| {
            let check = kept.check.as_mut().expect("a check");
            Arc::make_mut(&mut check.check.check).pairs.pop();
        };
        let words = |kept: &mut StoredCheckList| kept.check.as_mut().expect("a check").check.vocabulary.max_words = Some(50);
        for damage in [pairs, words] {
            let (workspace, started) = damaged(damage);
            assert_eq!((started, workspace.check()), (1, None));
        }
        let (workspace, _) = damaged(|kept| {
            kept.list = Some(CheckList { filter: CheckFilter::Rule(999), source: Some(usize::MAX), ..CheckList::default() });
        });
        assert_eq!((workspace.matches.view.check_filter, workspace.choices.source), (CheckFilter::Reasons, None));
    }

    #[test]
    fn a_list_is_read_as_it_was_written_and_unknown_content_is_no_list() {
        let list = CheckList { filter: CheckFilter::Rule(3), sort: CheckSort::Reasons, reversed: true, source: Some(4) };
        let text = serde_json::to_vec(&list).expect("JSON");
        assert_eq!(serde_json::from_slice::<CheckList>(&text).ok(), Some(list));
        assert_eq!(serde_json::from_slice::<CheckList>(b"{}").ok(), Some(CheckList::default()));
        assert!(serde_json::from_slice::<CheckList>(b"{\"filter\": \"none\"}").is_err());
    }
}
