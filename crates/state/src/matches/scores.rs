//! Scores of the checked pairs, calibrated once there are enough verdicts on them.
//!
//! Calibrated scores are computed again after every [`STEP`] verdicts, so that rows do not move between them.
//! Cost: some milliseconds. Memory: one number per pair.

use std::sync::Arc;

use crate::core::memo::Same;
use wordfield_core::experiment::PairCheck;
use wordfield_output::{Reasons, Scores};

/// Number of new verdicts after which the scores are calibrated again.
pub(crate) const STEP: usize = 10;

/// Key of the scores: check, findings of rules, numbers of verdicts and of changes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScoresKey {
    pub(crate) check: Same<PairCheck>,
    pub(crate) reasons: Same<Reasons>,
    pub(crate) verdicts: usize,
    pub(crate) revision: u64,
}

/// Scores of the pairs. `wrong`: source documents of pairs with verdict, ascending, and whether each pair is wrong.
pub(crate) fn find(key: &ScoresKey, wrong: &[(usize, bool)]) -> Arc<Scores> {
    let verdict = |source: usize| {
        let place = wrong.binary_search_by_key(&source, |judged| judged.0);
        place.ok().map(|place| wrong[place].1)
    };
    let estimate = Scores::of(&key.check.0, &key.reasons.0);
    Arc::new(estimate.calibrated(&key.check.0, &key.reasons.0, verdict).unwrap_or(estimate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, CheckSort, Look, MatchAction, PairMode, Tab, Verdict, Workspace,
        matches::update::matching::tests::{act, trained},
    };

    fn judge(workspace: &mut Workspace, sources: &[usize], verdict: Verdict) {
        let dataset = workspace.corpus.dataset.clone().expect("a dataset");
        for &source in sources {
            let target = dataset.corpus.partner(source).expect("a partner");
            workspace.choices.reviews.put_verdict(source, target, verdict);
        }
        act(workspace, Action::Message(None));
    }

    /// Number of verdicts with which the scores are calibrated.
    fn calibrated(workspace: &Workspace) -> Option<usize> {
        workspace.scores().expect("scores").verdicts
    }

    #[test]
    fn thirty_verdicts_calibrate_scores_that_rest_for_nine_more() {
        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let by_score = workspace.documents().to_vec();
        let count = by_score.len();
        let score = |workspace: &Workspace, source: usize| workspace.score(source).expect("a score");
        assert!(by_score.is_sorted_by(|&a, &b| score(&workspace, a) <= score(&workspace, b)));
        judge(&mut workspace, &by_score[..10], Verdict::Rejected);
        judge(&mut workspace, &by_score[count - 19..], Verdict::Accepted);
        assert_eq!(calibrated(&workspace), None, "29 verdicts");
        judge(&mut workspace, &by_score[count - 20..count - 19], Verdict::Accepted);
        let first = Arc::clone(workspace.scores().expect("scores"));
        assert_eq!(first.verdicts, Some(30));
        let listed = workspace.documents().to_vec();
        assert!(listed.is_sorted_by(|&a, &b| score(&workspace, a) <= score(&workspace, b)));
        assert!(by_score[..10].iter().all(|&source| score(&workspace, source) < score(&workspace, by_score[count - 1])));
        judge(&mut workspace, &by_score[10..19], Verdict::Rejected);
        assert!(workspace.scores().is_some_and(|now| Arc::ptr_eq(now, &first)));
        assert_eq!(workspace.documents(), listed, "no row moves");
        judge(&mut workspace, &by_score[19..20], Verdict::Rejected);
        assert_eq!(calibrated(&workspace), Some(40));
        act(&mut workspace, Action::Match(MatchAction::SortChecked(CheckSort::Score)));
        assert!(workspace.documents().is_sorted_by(|&a, &b| score(&workspace, a) >= score(&workspace, b)), "reversed");
    }

    #[test]
    fn verdicts_of_one_kind_calibrate_nothing_until_the_other_is_given() {
        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let listed = workspace.documents().to_vec();
        judge(&mut workspace, &listed[..32], Verdict::Accepted);
        assert_eq!(calibrated(&workspace), None);
        judge(&mut workspace, &listed[..1], Verdict::Rejected);
        assert_eq!(calibrated(&workspace), None);
        judge(&mut workspace, &listed[1..2], Verdict::Rejected);
        assert_eq!(calibrated(&workspace), Some(32), "two of each kind");
    }
}
