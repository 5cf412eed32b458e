//! Checks of pairs: start, answers, order, checks of saved models, and partners proposed for rejected pairs.

use std::{cmp::Reverse, sync::Arc};

use crate::{
    CheckFilter, CheckSort, Job, PairVerdict, Tab, Underway, Workspace,
    core::job::start_study,
    matches::{
        checking::{CHECKED_AT_ONCE, CheckKey, PairMode, check},
        correcting::{KEYS, Standing},
        held_out::CheckFound,
    },
    reviews::{
        delivered::decisions,
        verdicts::{Review, pair_verdict},
    },
};
use wordfield_core::{
    corpus::Corpus,
    experiment::{CheckedPair, PairCheck},
    project::SavedCheck,
};
use wordfield_output::{Decisions, Keep};

/// Starts the check of pairs when their list is visible, unless the corpus is large.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let visible = workspace.layout.tab == Tab::Documents && workspace.matches.view.mode == PairMode::Check;
    let small = visible && workspace.pair_count()? <= CHECKED_AT_ONCE;
    let key = key(workspace).filter(|_| small)?.0;
    if workspace.matches.check.is_due(&key) { start(workspace) } else { None }
}

fn key(workspace: &Workspace) -> Option<(CheckKey, Arc<Corpus>)> {
    let corpus = &workspace.corpus.dataset.as_ref().filter(|dataset| dataset.corpus.task.pairs().is_some())?.corpus;
    Some((CheckKey::of(corpus, workspace.corpus.options.vocabulary), Arc::clone(corpus)))
}

/// Starts the check of the pairs of the current corpus.
pub(crate) fn start(workspace: &mut Workspace) -> Option<Job> {
    let (key, corpus) = key(workspace)?;
    let of = key.clone();
    let work = move |underway: &Underway| check(&corpus, &of, underway);
    Some(start_study(workspace, "check of pairs", |workspace| &mut workspace.matches.check, key, work, |_| ()))
}

/// Shows the pair check of a saved model if the model checked the current pairs under the same vocabulary options.
/// Returns whether the check is shown.
pub(crate) fn restore(workspace: &mut Workspace, saved: &SavedCheck) -> bool {
    restore_earlier(workspace, saved, None)
}

/// Shows the pair check of an earlier session, with the description of its models.
pub(crate) fn restore_earlier(workspace: &mut Workspace, saved: &SavedCheck, earlier: Option<String>) -> bool {
    let fits = |corpus: &Corpus| saved.vocabulary == workspace.corpus.options.vocabulary && saved.check.fits(corpus);
    let Some((key, _)) = key(workspace).filter(|(_, corpus)| fits(corpus)) else { return false };
    if workspace.check() == Some(&saved.check) {
        // The restored check equals the current one, which may have word shares.
        return true;
    }
    workspace.matches.check.stop();
    workspace.matches.check.set(key, Ok(Arc::new(CheckFound { earlier, ..CheckFound::restored(&saved.check) })));
    true
}

impl Workspace {
    /// Number of pairs of the corpus; `None` for other tasks.
    pub fn pair_count(&self) -> Option<usize> {
        Some(self.corpus.dataset.as_ref()?.corpus.task.pairs()?.matched().count())
    }

    /// Check of the current corpus's pairs, once it is complete.
    pub fn check(&self) -> Option<&Arc<PairCheck>> {
        self.check_found().map(|found| &found.check)
    }

    /// Check of the current corpus's pairs with word shares, once it is complete.
    pub(crate) fn check_found(&self) -> Option<&Arc<CheckFound>> {
        let key = key(self)?.0;
        self.matches.check.to(&key)?.as_ref().ok()
    }

    /// Check of the current corpus's pairs for a saved model, once it is complete.
    pub fn check_to_save(&self) -> Option<SavedCheck> {
        let (_, corpus) = key(self)?;
        let judged = self.check().filter(|check| check.fits(&corpus))?;
        Some(SavedCheck { vocabulary: self.corpus.options.vocabulary, check: Arc::clone(judged) })
    }

    /// Completed share of a running check of the pairs.
    pub fn check_progress(&self) -> Option<f32> {
        self.matches.check.under_way().map(|underway| underway.share().unwrap_or(0.0))
    }

    /// Reason why the check of pairs failed, if it did.
    pub fn check_problem(&self) -> Option<&str> {
        let key = key(self)?.0;
        self.matches.check.to(&key)?.as_ref().err().map(String::as_str)
    }

    /// Pair with its scores in the check, by source document.
    pub fn checked_pair(&self, source: usize) -> Option<&CheckedPair> {
        self.check()?.pair(source)
    }

    /// Verdict of the user on the pair of a source document.
    pub fn pair_verdict(&self, source: usize) -> Option<PairVerdict> {
        let own = self.corpus.dataset.as_ref()?.corpus.partner(source);
        pair_verdict(self.choices.reviews.get(source)?, own)
    }

    /// Open pair with its review when it was opened, if the review has changed since.
    /// The row of the open pair is fixed until another pair is opened, so that a verdict moves no row from under the cursor.
    pub(crate) fn held_pair(&self) -> Option<&(usize, Review)> {
        let view = &self.matches.view;
        let opened = view.opened.as_ref().filter(|_| view.mode == PairMode::Check && view.sees_reviews(self.choices.matches))?;
        (self.choices.reviews.get(opened.0).unwrap_or(&Review::default()) != &opened.1).then_some(opened)
    }

    /// Partition of the pairs into those that a rule delivers and the omitted ones; empty for other corpora.
    /// One pass over the pairs.
    pub fn delivered(&self, keep: Keep) -> Decisions {
        let Some(dataset) = &self.corpus.dataset else { return Decisions::default() };
        decisions(&dataset.corpus, &self.choices.reviews, keep, |source| self.score(source))
    }

    /// Number of pairs of the file with a verdict.
    pub fn reviewed_count(&self) -> usize {
        self.choices.reviews.iter().filter(|(source, _)| self.pair_verdict(*source).is_some()).count()
    }

    /// Proposed blocks of shifted pairs, and conflicting targets; `None` for a corpus without pairs.
    pub fn standing(&self) -> Option<&Standing> {
        self.matches.standing.value()
    }

    /// Whether another pair has the same target as the pair of a source document.
    pub fn is_target_conflict(&self, source: usize) -> bool {
        self.standing().is_some_and(|standing| standing.conflicts.contains(&source))
    }

    /// Nearest targets of the open source document, if its own pair was rejected in the check.
    fn targets_of_rejected(&self) -> impl Iterator<Item = usize> {
        let view = &self.matches.view;
        let rejected = |source: &usize| self.pair_verdict(*source) == Some(PairVerdict::Rejected);
        let source = self.choices.source.filter(|_| view.mode == PairMode::Check).filter(rejected);
        let near = source.and_then(|source| {
            let compared = view.compared.as_ref().filter(|shown| shown.source == source);
            self.checked_pair(source).map(|pair| &pair.candidates).or_else(|| compared.map(|shown| &shown.candidates))
        });
        near.into_iter().flatten().map(|candidate| candidate.0)
    }

    /// Nearest targets of the open source document that have a shortcut key.
    /// The list is empty unless the check is in front and the document's own pair is rejected.
    pub fn keyed_candidates(&self) -> Vec<usize> {
        if self.layout.tab != Tab::Documents || self.matches.view.editor.is_some() {
            return Vec::new();
        }
        self.targets_of_rejected().take(KEYS).collect()
    }

    /// Most likely partners of the open source document, nearest first, if its own pair was rejected in the check.
    pub fn offered_partners(&self) -> Vec<usize> {
        let open = self.choices.source.zip(self.corpus.dataset.as_ref());
        let own = open.and_then(|(source, dataset)| dataset.corpus.partner(source));
        self.targets_of_rejected().filter(|&target| Some(target) != own).take(4).collect()
    }
}

/// Source documents of the listed pairs, filtered by verdict and doubt and sorted by a column.
/// Without a check, pairs have the order of the file. Cost: one pass and a sort over the pairs.
pub(crate) fn checked(workspace: &Workspace) -> Vec<usize> {
    let pairs = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.task.pairs());
    let Some(pairs) = pairs else { return Vec::new() };
    let view = &workspace.matches.view;
    let held = workspace.held_pair();
    let is_held = |source: usize| held.is_some_and(|held| held.0 == source);
    let verdict = |source: usize| match held {
        Some((_, review)) if is_held(source) => pair_verdict(review, pairs.partner[source]),
        _ => workspace.pair_verdict(source),
    };
    let found = workspace.found_texts();
    let keep = |source: usize| match view.check_filter {
        CheckFilter::All => true,
        CheckFilter::Unchecked => verdict(source).is_none(),
        CheckFilter::Accepted => verdict(source) == Some(PairVerdict::Accepted),
        CheckFilter::Rejected => matches!(verdict(source), Some(PairVerdict::Rejected | PairVerdict::Partner(_))),
        CheckFilter::Doubtful => workspace.checked_pair(source).is_some_and(|pair| pair.rank > 1 && pair.reverse_rank > 1),
        CheckFilter::Conflicts => workspace.conflicts(source),
        CheckFilter::TargetConflicts => workspace.is_target_conflict(source),
        CheckFilter::Corrected => workspace.choices.reviews.correction(source).is_some(),
        CheckFilter::Reasons => workspace.reasons().is_some_and(|reasons| reasons.finds(source, None)),
        CheckFilter::Rule(rule) => workspace.reasons().is_some_and(|reasons| reasons.finds(source, Some(rule))),
    };
    let with_text = |source, target| found.is_none_or(|found| found.contains(source) || found.contains(target));
    let listed = pairs.matched().filter(|&(source, target)| with_text(source, target) && (keep(source) || is_held(source)));
    let mut sources: Vec<usize> = listed.map(|(source, _)| source).collect();
    let doubt = |source: usize| workspace.checked_pair(source).map_or(0.0, |pair| pair.doubt);
    match view.check_sort {
        CheckSort::Line => {}
        CheckSort::Doubt => sources.sort_by(|&a, &b| doubt(b).total_cmp(&doubt(a))),
        CheckSort::Rank => sources.sort_by_key(|&source| Reverse(workspace.checked_pair(source).map_or(0, |pair| pair.rank))),
        CheckSort::Reasons => {
            let reasons = workspace.reasons();
            let found = |source: usize| reasons.is_some_and(|reasons| reasons.finds(source, None));
            sources.sort_by(|&a, &b| found(b).cmp(&found(a)).then(doubt(b).total_cmp(&doubt(a))));
        }
        CheckSort::Score => {
            let score = |source: usize| workspace.score(source).unwrap_or_default();
            sources.sort_by(|&a, &b| score(a).total_cmp(&score(b)).then(doubt(b).total_cmp(&doubt(a))));
        }
        CheckSort::FileScore => {
            let score = |source: usize| pairs.scores.get(source).copied().unwrap_or(f64::NAN);
            // Pairs without a score come last.
            sources.sort_by(|&a, &b| score(a).is_nan().cmp(&score(b).is_nan()).then(score(a).total_cmp(&score(b))));
        }
        CheckSort::Verdict => sources.sort_by_key(|&source| (verdict(source).is_none(), verdict(source))),
    }
    if view.check_reversed {
        sources.reverse();
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Look, MatchAction,
        matches::update::matching::tests::{act, trained},
    };

    #[test]
    fn a_saved_check_is_shown_only_under_its_vocabulary_options() {
        let mut workspace = trained();
        assert!(workspace.check_to_save().is_none());
        act(&mut workspace, Action::Match(MatchAction::Mode(PairMode::Check)));
        act(&mut workspace, Action::Look(Look::Tab(Tab::Documents)));
        let saved = workspace.check_to_save().expect("a check");
        let mut other = trained();
        assert!(restore(&mut other, &saved));
        assert_eq!((other.check(), other.check_to_save().as_ref()), (Some(&saved.check), Some(&saved)));
        act(&mut other, Action::Match(MatchAction::Mode(PairMode::Check)));
        (other.layout.tab, other.corpus.options.vocabulary.max_words) = (Tab::Field, Some(50));
        assert!(other.check().is_none() && other.check_to_save().is_none() && !restore(&mut other, &saved));
        other.layout.tab = Tab::Documents;
        assert!(due(&mut other).is_some(), "the check of the other vocabulary");
        let mut damaged = saved;
        Arc::make_mut(&mut damaged.check).pairs.pop();
        assert!(!restore(&mut trained(), &damaged));
    }
}

#[cfg(test)]
#[path = "held_out_tests.rs"]
mod held_out;

#[cfg(test)]
#[path = "delivered_tests.rs"]
mod delivered;
