//! Queries of the matches: comparison of two documents, reasons, learned order and dictionary.

use std::sync::Arc;

use crate::{
    Focus, PairMode, PairVerdict, Panel, QueryTask, Same, Tab, Workspace,
    core::query::Query,
    core::update::{SlotOf, ViewQuery, start},
    matches::{
        compared::{CompareKey, CompareQuery, Compared},
        dictionary::DictionaryQuery,
        learned::{LearnedKey, LearnedQuery, STEP},
        reasons::ReasonsQuery,
        rules::HistogramsQuery,
    },
};
use wordfield_core::{
    corpus::Dataset,
    experiment::LearnedErrors,
    model::{Matched, pairs::Dictionary},
};
use wordfield_output::Reasons;

impl ViewQuery for CompareQuery {
    const SLOT: SlotOf<Self> =
        |workspace, key| if key.live { &mut workspace.matches.live } else { &mut workspace.matches.comparison };

    /// Compares the two documents in focus, by the model of the review, and in the check by the one that judged the pair.
    fn build(workspace: &Workspace) -> Option<Self> {
        let view = &workspace.matches.view;
        let query = comparison(workspace, workspace.matches()?, view.source?, view.chosen, false)?;
        let check = workspace.check_found().filter(|_| view.mode == PairMode::Check);
        let key = CompareKey { check: check.map(Same::of), ..query.key };
        Some(Self { key, check: check.map(Arc::clone), ..query })
    }

    fn show(workspace: &mut Workspace, key: CompareKey, answer: Self::Answer) {
        let Some((pool, compared)) = answer else { return };
        let view = &mut workspace.matches.view;
        view.pool = Some(pool);
        if key.live {
            let same = |shown: &Arc<Compared>| (shown.source, shown.target) == (compared.source, compared.target);
            if view.compared.as_ref().is_some_and(same) {
                view.live = Some(compared);
                workspace.redraw();
            }
        } else if (view.source, view.chosen) == (Some(key.source), key.chosen) {
            workspace.show_compared(compared);
        }
    }
}

/// Starts the comparison of two documents by the newest model, for the word field.
pub(crate) fn due_live(workspace: &mut Workspace) -> Option<QueryTask> {
    let query = live_comparison(workspace)?;
    workspace.matches.live.is_due(&query.key()).then(|| start(workspace, query))
}

/// Comparison of the same documents by the newest model for the word field, if the review uses an earlier one.
fn live_comparison(workspace: &Workspace) -> Option<CompareQuery> {
    let compared = workspace.matches.view.compared.as_ref().filter(|_| workspace.has_newer_matches())?;
    let newest = workspace.run.snapshot.as_ref()?.matched()?;
    comparison(workspace, newest, compared.source, Some(compared.target), true)
}

fn comparison(
    workspace: &Workspace,
    matched: &Matched,
    source: usize,
    chosen: Option<usize>,
    live: bool,
) -> Option<CompareQuery> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let (dataset_key, rows) = (Same::of(dataset), Same::of(&matched.rows));
    let key = CompareKey { dataset: dataset_key, rows, source, chosen, check: None, live };
    Some(CompareQuery {
        key,
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        fitted: Arc::clone(&matched.fitted),
        check: None,
        pool: workspace.matches.view.pool.clone(),
    })
}

impl ViewQuery for ReasonsQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.matches.reasons;

    /// Query for the reasons against pairs, while the list of pairs is visible.
    fn build(workspace: &Workspace) -> Option<Self> {
        let visible = workspace.layout.tab == Tab::Documents && workspace.matches.view.mode == PairMode::Check;
        let corpus = &workspace.corpus.dataset.as_ref().filter(|_| visible)?.corpus;
        corpus.task.pairs().filter(|_| !corpus.counted)?;
        let (rules, dismissed) = (Arc::clone(&workspace.matches.rules.rules), Arc::clone(&workspace.reviews.dismissed));
        let corrections = workspace.standing().map_or(0, |standing| standing.corrections);
        Some(Self { corpus: Arc::clone(corpus), rules, dismissed, reviews: workspace.reviews.current.clone(), corrections })
    }
}

impl ViewQuery for HistogramsQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.matches.histograms;

    /// Query for the histograms of the rules' quantities, while the rules are listed.
    fn build(workspace: &Workspace) -> Option<Self> {
        let ReasonsQuery { corpus, .. } = ReasonsQuery::build(workspace).filter(|_| workspace.matches.rules.shown)?;
        Some(Self { corpus, rules: Arc::clone(&workspace.matches.rules.read) })
    }
}

impl ViewQuery for LearnedQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.matches.learned;

    fn build(workspace: &Workspace) -> Option<Self> {
        let key = Self::wanted(workspace)?;
        let wrong =
            workspace.reviews.current.iter().filter_map(|(source, _)| {
                workspace.pair_verdict(source).map(|verdict| (source, verdict != PairVerdict::Accepted))
            });
        Some(Self { key, corpus: Arc::clone(&workspace.corpus.dataset.as_ref()?.corpus), wrong: wrong.collect() })
    }

    /// Orders pairs by learned errors while their list is visible, after the check; the last order until enough new verdicts.
    fn wanted(workspace: &Workspace) -> Option<LearnedKey> {
        let visible = workspace.layout.tab == Tab::Documents && workspace.matches.view.mode == PairMode::Check;
        let (check, reasons) = (Same::of(workspace.check().filter(|_| visible)?), Same::of(workspace.reasons()?));
        let (verdicts, revision) = (workspace.reviewed_count(), workspace.reviews.current.revision());
        let rests = |(key, answer): &&(LearnedKey, Option<Arc<LearnedErrors>>)| {
            let same = (&key.check, &key.reasons) == (&check, &reasons);
            same && answer.is_some() && key.verdicts.abs_diff(verdicts) < STEP
        };
        let last = workspace.matches.learned.last().filter(rests).map(|(key, _)| key.clone());
        Some(last.unwrap_or(LearnedKey { check, reasons, verdicts, revision }))
    }
}

impl Workspace {
    /// Errors learned from the verdicts on the checked pairs, once there are enough verdicts.
    pub fn learned(&self) -> Option<&Arc<LearnedErrors>> {
        let check = Same::of(self.check()?);
        self.matches.learned.last().filter(|(key, _)| key.check == check)?.1.as_ref()
    }

    /// Estimated probability that the pair of a source document is wrong, as learned from the verdicts.
    pub fn learned_error(&self, source: usize) -> Option<f64> {
        let place = self.check()?.pairs.binary_search_by_key(&source, |pair| pair.source).ok()?;
        self.learned()?.estimates.get(place).copied()
    }

    /// Reasons against the pairs of the current corpus, once found; those of the last thresholds until the new ones are.
    pub fn reasons(&self) -> Option<&Arc<Reasons>> {
        let corpus = Same::of(&self.corpus.dataset.as_ref()?.corpus);
        self.matches.reasons.last().filter(|(key, _)| key.0 == corpus).map(|(_, reasons)| reasons)
    }

    /// Limits and counts in the histogram of a rule's quantity, once it is computed.
    pub fn rule_histogram(&self, rule: usize) -> Option<(&[f64], &[usize])> {
        let key = (Same::of(&self.corpus.dataset.as_ref()?.corpus), Same::of(&self.matches.rules.read));
        let histogram = self.matches.histograms.to(&key)?.get(rule)?.as_ref()?;
        Some((&histogram.limits, &histogram.counts))
    }
}

impl ViewQuery for DictionaryQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.matches.dictionary;

    /// Query for the dictionary, while it is visible; a large one only while training is paused.
    fn build(workspace: &Workspace) -> Option<Self> {
        let seen = workspace.layout.arrangement.shows(Panel::Inspector)
            && !matches!(workspace.selection.focus, Focus::Word(_) | Focus::Document(_));
        let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref().filter(|_| seen)?);
        let predictions: &Matched = snapshot.matched()?;
        let large = Dictionary::cost(dataset, predictions.fitted.positions()?) > Dictionary::LARGE;
        if predictions.rows.is_empty() || large && workspace.is_running() {
            return None;
        }
        let key = (Same::of(dataset), Same::of(&predictions.rows));
        let (dataset, fitted) = (Arc::clone(dataset), Arc::clone(&predictions.fitted));
        Some(Self { key, dataset, fitted, iteration: snapshot.shown() })
    }
}
