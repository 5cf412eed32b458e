//! Order of the checked pairs, learned from the verdicts on them.
//!
//! The order is learned again after every [`STEP`] verdicts, so that rows do not move between them. Cost: some milliseconds.
//! Memory: one number per pair.

use std::sync::Arc;

use crate::core::memo::Same;
use wordfield_core::{
    corpus::Corpus,
    experiment::{LearnedErrors, PairCheck},
};
use wordfield_output::{Reasons, learn_order};

/// Number of new verdicts after which the order of pairs is learned again.
pub(crate) const STEP: usize = 10;

/// Key of the learned order of pairs: check, findings of rules, numbers of verdicts and of changes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LearnedKey {
    pub(crate) check: Same<PairCheck>,
    pub(crate) reasons: Same<Reasons>,
    pub(crate) verdicts: usize,
    pub(crate) revision: u64,
}

/// Learns errors from verdicts; `None` if there are too few verdicts of a kind.
/// `wrong`: source documents of pairs with verdict, ascending, and whether each pair is wrong.
pub(crate) fn learn(corpus: &Corpus, key: &LearnedKey, wrong: &[(usize, bool)]) -> Option<Arc<LearnedErrors>> {
    let verdict = |source: usize| {
        let place = wrong.binary_search_by_key(&source, |judged| judged.0);
        place.ok().map(|place| wrong[place].1)
    };
    learn_order(corpus, &key.check.0, &key.reasons.0, verdict).ok().map(Arc::new)
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

    #[test]
    fn thirty_verdicts_teach_an_order_that_rests_for_nine_more() {
        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let by_doubt = workspace.documents().to_vec();
        let count = by_doubt.len();
        act(&mut workspace, Action::Match(MatchAction::SortChecked(CheckSort::Learned)));
        assert_eq!(workspace.documents(), by_doubt, "by doubt until there is an order");
        judge(&mut workspace, &by_doubt[..10], Verdict::Rejected);
        judge(&mut workspace, &by_doubt[count - 19..], Verdict::Accepted);
        assert!(workspace.learned().is_none(), "29 verdicts");
        judge(&mut workspace, &by_doubt[count - 20..count - 19], Verdict::Accepted);
        let first = Arc::clone(workspace.learned().expect("an order"));
        assert_eq!(first.verdicts, 30);
        let error = |workspace: &Workspace, source: usize| workspace.learned_error(source).expect("a probability");
        let listed = workspace.documents().to_vec();
        assert!(listed.is_sorted_by(|&a, &b| error(&workspace, a) >= error(&workspace, b)));
        assert!(by_doubt[..10].iter().all(|&source| error(&workspace, source) > error(&workspace, by_doubt[count - 1])));
        let has_column = |workspace: &Workspace| {
            let table = workspace.table("documents").expect("a table");
            table.columns.iter().any(|column| column.title == "learned")
        };
        assert!(has_column(&workspace));
        judge(&mut workspace, &by_doubt[10..19], Verdict::Rejected);
        assert!(workspace.learned().is_some_and(|now| Arc::ptr_eq(now, &first)));
        assert_eq!(workspace.documents(), listed, "no row moves");
        judge(&mut workspace, &by_doubt[19..20], Verdict::Rejected);
        assert_eq!(workspace.learned().map(|learned| learned.verdicts), Some(40));
        act(&mut workspace, Action::Match(MatchAction::SortChecked(CheckSort::Learned)));
        assert!(workspace.documents().is_sorted_by(|&a, &b| error(&workspace, a) <= error(&workspace, b)), "reversed");
    }

    #[test]
    fn verdicts_of_one_kind_teach_nothing_until_the_other_is_given() {
        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let listed = workspace.documents().to_vec();
        judge(&mut workspace, &listed[..32], Verdict::Accepted);
        assert!(workspace.learned().is_none());
        judge(&mut workspace, &listed[..1], Verdict::Rejected);
        assert!(workspace.learned().is_none());
        judge(&mut workspace, &listed[1..2], Verdict::Rejected);
        assert_eq!(workspace.learned().map(|learned| learned.verdicts), Some(32), "two of each kind");
    }
}
