//! Actions on the verdicts of another reviewer.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Action, CheckFilter, Dialog, Effect, Message, PairVerdict, Workspace,
    core::{catch_panic, job::aside},
    matches::reviewer::{Reviewer, ReviewerAction},
};
use wordfield_output::{Agreement, KnownPairs, PairReview, Stale, read_verdicts};

/// Applies an action on the verdicts of another reviewer.
pub(crate) fn apply(workspace: &mut Workspace, action: ReviewerAction) -> Option<Effect> {
    let other = &mut workspace.matches.other;
    match action {
        ReviewerAction::Path(path) => other.path_field = path,
        ReviewerAction::Ask => return Some(Effect::Dialog(Dialog::Verdicts)),
        ReviewerAction::Open(path) => {
            let dataset = workspace.corpus.dataset.clone()?;
            return Some(aside("verdicts", move || {
                let fitted = catch_panic(|| {
                    let table = read_verdicts(&path).map_err(|error| error.to_string())?;
                    let fitted = table.fitted(&KnownPairs::of_corpus(&dataset.corpus), Stale::Report);
                    fitted.map(Arc::new).map_err(|error| error.to_string())
                });
                Action::Reviewer(ReviewerAction::Read(path, fitted))
            }));
        }
        ReviewerAction::Read(_, Err(problem)) => workspace.message = Some(Message::error(problem)),
        ReviewerAction::Read(path, Ok(fitted)) => {
            let corpus = &workspace.corpus.dataset.as_ref()?.corpus;
            let verdict = |(&source, review): (&usize, &PairReview)| {
                // Fitted verdicts name a target by its source.
                let verdict = match review.verdict? {
                    PairVerdict::Partner(other) => PairVerdict::Partner(corpus.partner(other)?),
                    other => other,
                };
                Some((source, verdict))
            };
            let verdicts: BTreeMap<_, _> = fitted.reviews.iter().filter_map(verdict).collect();
            let text = format!("{} verdicts of {}", verdicts.len(), path.display());
            workspace.message = Some(match fitted.stale_verdicts() {
                None => Message::note(format!("{text}.")),
                Some(stale) => Message::error(format!("{text}; {stale}.")),
            });
            *other = Reviewer { file: Some(path), verdicts, revision: other.revision + 1, ..Reviewer::default() };
        }
        ReviewerAction::Forget => {
            *other = Reviewer { revision: other.revision + 1, ..Reviewer::default() };
            if workspace.matches.view.check_filter == CheckFilter::Conflicts {
                workspace.matches.view.check_filter = CheckFilter::All;
            }
        }
    }
    None
}

/// Updates the agreement of the reviewers if a verdict changed.
pub(crate) fn refresh(workspace: &mut Workspace) {
    let other = &workspace.matches.other;
    let key = [workspace.choices.reviews.revision, other.revision];
    if other.file.is_none() || other.agreement.is_some_and(|(known, _)| known == key) {
        return;
    }
    let both = other.verdicts.keys().filter_map(|&source| workspace.both_verdicts(source));
    workspace.matches.other.agreement = Some((key, Agreement::of(both)));
}

impl Workspace {
    /// Verdicts of the user and the second reviewer on the pair of a source document, if both exist.
    fn both_verdicts(&self, source: usize) -> Option<[PairVerdict; 2]> {
        Some([self.pair_verdict(source)?, self.matches.other.verdict(source)?])
    }

    /// Whether the second reviewer has a different verdict on the pair of a source document.
    pub(crate) fn conflicts(&self, source: usize) -> bool {
        self.both_verdicts(source).is_some_and(|[own, other]| own != other)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use wordfield_output::{FittedVerdicts, StaleVerdict};

    use super::*;
    use crate::{
        Action, Look, MatchAction, PairMode, Tab, Verdict,
        matches::update::matching::tests::{act, trained},
    };

    fn read(rows: &[(usize, PairVerdict)], count: usize) -> Action {
        let review =
            |&(source, verdict): &(usize, PairVerdict)| (source, PairReview { verdict: Some(verdict), ..PairReview::default() });
        let stale = StaleVerdict { row: 7, problem: "no pair has these texts".to_owned(), has_other_texts: false };
        let fitted = FittedVerdicts { reviews: rows.iter().map(review).collect(), stale: vec![stale; count] };
        Action::Reviewer(ReviewerAction::Read("b.tsv".into(), Ok(Arc::new(fitted))))
    }

    #[test]
    fn another_reviewers_verdicts_are_compared_and_conflicts_listed() {
        use PairVerdict::{Accepted, Partner, Rejected};

        let mut workspace = trained();
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let dataset = workspace.corpus.dataset.clone().expect("a dataset");
        let pairs = dataset.corpus.task.pairs().expect("pairs");
        let source = |line: usize| pairs.matched().map(|pair| pair.0).find(|&source| pairs.unit(source) == line).expect("a unit");
        let target = |line: usize| dataset.corpus.partner(source(line)).expect("a partner");
        for (line, of, verdict) in
            [(1, 1, Verdict::Accepted), (2, 2, Verdict::Rejected), (3, 7, Verdict::Accepted), (4, 4, Verdict::Accepted)]
        {
            workspace.choices.reviews.put_verdict(source(line), target(of), verdict);
        }
        let verdicts = [(1, Accepted), (2, Accepted), (3, Partner(source(7))), (4, Partner(source(7))), (5, Rejected)]
            .map(|(line, verdict)| (source(line), verdict));
        act(&mut workspace, read(&verdicts, 1));
        assert!(workspace.message.as_ref().is_some_and(
            |message| message.text == "5 verdicts of b.tsv; 1 of the verdicts fits no pair (row 7: no pair has these texts)."
        ));
        let agreement = workspace.matches.other.agreement().copied().expect("an agreement");
        assert_eq!((agreement.pairs, agreement.equal), (4, 2));
        act(&mut workspace, Action::Match(MatchAction::FilterChecked(CheckFilter::Conflicts)));
        let mut listed = workspace.documents().to_vec();
        listed.sort_unstable();
        assert_eq!(listed, [source(2), source(4)]);
        // A new file and a new verdict of the user each change the agreement.
        act(&mut workspace, read(&[(source(2), Rejected), (source(4), Rejected)], 0));
        assert_eq!(workspace.documents(), [source(4)]);
        workspace.choices.reviews.put_verdict(source(4), target(4), Verdict::Rejected);
        act(&mut workspace, Action::Message(None));
        assert!(workspace.documents().is_empty());
        assert_eq!(workspace.matches.other.agreement().map(|agreement| agreement.equal), Some(2));
        act(&mut workspace, Action::Reviewer(ReviewerAction::Forget));
        assert!(workspace.matches.other.agreement().is_none());
        assert_eq!(workspace.documents().len(), workspace.pair_count().expect("pairs"));
        act(&mut workspace, Action::Reviewer(ReviewerAction::Read("x".into(), Err("x: no table".to_owned()))));
        assert!(workspace.message.as_ref().is_some_and(|message| message.error));
    }
}
