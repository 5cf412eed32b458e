//! Jobs of the matches: comparison of two documents, findings of rules, scores and dictionary.

use std::sync::Arc;

use crate::{
    Focus, Job, PairMode, PairVerdict, Panel, Same, Tab, Underway, Workspace,
    core::job::{At, start, start_then},
    matches::{
        compared::{CompareAnswer, CompareInput, CompareKey, Compared},
        reasons,
        rules::histograms,
        scores::{self, STEP, ScoresKey},
    },
};
use wordfield_core::{
    corpus::{Corpus, Dataset},
    model::{Matched, pairs::Dictionary},
};
use wordfield_output::{Reasons, Scores};

/// Starts the comparison of the two documents in focus by the model of the review, or in the check by the pair's held-out model.
pub(crate) fn due_compared(workspace: &mut Workspace) -> Option<Job> {
    let view = &workspace.matches.view;
    let mut input = comparison(workspace, workspace.matches()?, workspace.choices.source?, workspace.choices.target)?;
    let check = workspace.check_found().filter(|_| view.mode == PairMode::Check);
    (input.key.check, input.check) = (check.map(Same::of), check.cloned());
    start_comparison(
        workspace,
        |workspace| &mut workspace.matches.comparison,
        input,
        |workspace, key, answer| {
            let Some((pool, compared)) = answer else { return };
            workspace.matches.view.pool = Some(pool);
            if (workspace.choices.source, workspace.choices.target) == (Some(key.source), key.chosen) {
                workspace.show_compared(compared);
            }
        },
    )
}

/// Starts the comparison of the same documents by the newest model for the word field, if the review uses an earlier model.
pub(crate) fn due_live(workspace: &mut Workspace) -> Option<Job> {
    let compared = workspace.matches.view.compared.as_ref().filter(|_| workspace.has_newer_matches())?;
    let newest = workspace.run.snapshot.as_ref()?.matched()?;
    let input = comparison(workspace, newest, compared.source, Some(compared.target))?;
    start_comparison(
        workspace,
        |workspace| &mut workspace.matches.live,
        input,
        |workspace, _, answer| {
            let Some((pool, compared)) = answer else { return };
            let view = &mut workspace.matches.view;
            view.pool = Some(pool);
            let same = |shown: &Arc<Compared>| (shown.source, shown.target) == (compared.source, compared.target);
            if view.compared.as_ref().is_some_and(same) {
                view.live = Some(compared);
                workspace.redraw();
            }
        },
    )
}

fn start_comparison(
    workspace: &mut Workspace,
    at: At<CompareKey, CompareAnswer>,
    input: CompareInput,
    show: fn(&mut Workspace, CompareKey, CompareAnswer),
) -> Option<Job> {
    let key = input.key.clone();
    at(workspace).due_unless(&key, |running| running.is_of_same_pair(&key))?;
    Some(start_then(workspace, "comparison", at, key, move |_| Some(input.compare()), show))
}

fn comparison(workspace: &Workspace, matched: &Matched, source: usize, chosen: Option<usize>) -> Option<CompareInput> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let (dataset_key, rows) = (Same::of(dataset), Same::of(&matched.rows));
    Some(CompareInput {
        key: CompareKey { dataset: dataset_key, rows, source, chosen, check: None },
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        fitted: Arc::clone(&matched.fitted),
        check: None,
        pool: workspace.matches.view.pool.clone(),
    })
}

/// Corpus of pairs with texts, while their list is visible.
fn listed_pairs(workspace: &Workspace) -> Option<&Arc<Corpus>> {
    let visible = workspace.layout.tab == Tab::Documents && workspace.matches.view.mode == PairMode::Check;
    let corpus = &workspace.corpus.dataset.as_ref().filter(|_| visible)?.corpus;
    corpus.task.pairs().filter(|_| !corpus.counted)?;
    Some(corpus)
}

/// Starts the job that applies the rules to the pairs, while their list is visible.
/// While a threshold is dragged, a newer job does not cancel the running one, so that its counts are shown.
pub(crate) fn due_reasons(workspace: &mut Workspace) -> Option<Job> {
    let corpus = Arc::clone(listed_pairs(workspace)?);
    let (rules, dismissed) = (Arc::clone(&workspace.choices.rules.used), Arc::clone(&workspace.choices.dismissed));
    let corrections = workspace.standing().map_or(0, |standing| standing.corrections);
    let key = (Same::of(&corpus), Same::of(&rules), Same::of(&dismissed), corrections);
    workspace.matches.reasons.due_unless(&key, |running| running.0 == key.0)?;
    let reviews = workspace.choices.reviews.clone();
    let work = move |_: &Underway| Some(Arc::new(reasons::find(&corpus, &rules, &dismissed, &reviews)));
    Some(start(workspace, "reasons", |workspace| &mut workspace.matches.reasons, key, work).long())
}

/// Starts the histograms of the rules' quantities, while the rules are listed.
pub(crate) fn due_histograms(workspace: &mut Workspace) -> Option<Job> {
    let corpus = Arc::clone(listed_pairs(workspace).filter(|_| workspace.matches.rules.shown)?);
    let rules = Arc::clone(&workspace.choices.rules.read);
    let key = (Same::of(&corpus), Same::of(&rules));
    workspace.matches.histograms.due_unless(&key, |_| false)?;
    let work = move |_: &Underway| Some(Arc::new(histograms(&corpus, &rules)));
    Some(start(workspace, "histograms", |workspace| &mut workspace.matches.histograms, key, work).long())
}

/// Computes the scores of pairs while their list is visible, after the check; calibrates them again after enough new verdicts.
/// A newer verdict does not cancel the running job, since otherwise a fast sequence of verdicts would delay the scores.
pub(crate) fn due_scores(workspace: &mut Workspace) -> Option<Job> {
    let visible = workspace.layout.tab == Tab::Documents && workspace.matches.view.mode == PairMode::Check;
    let (check, reasons) = (Same::of(workspace.check().filter(|_| visible)?), Same::of(workspace.reasons()?));
    let (verdicts, revision) = (workspace.reviewed_count(), workspace.choices.reviews.revision);
    let rests = |(key, answer): &&(ScoresKey, Arc<Scores>)| {
        let same = (&key.check, &key.reasons) == (&check, &reasons);
        same && answer.verdicts.is_some() && key.verdicts.abs_diff(verdicts) < STEP
    };
    let scores = &workspace.matches.scores;
    let last = scores.last().filter(rests).map(|(key, _)| key.clone());
    let key = last.unwrap_or(ScoresKey { check, reasons, verdicts, revision });
    scores.due_unless(&key, |running| (&running.check, &running.reasons) == (&key.check, &key.reasons))?;
    let wrong = |source: usize| Some((source, workspace.pair_verdict(source)? != PairVerdict::Accepted));
    let wrong: Vec<(usize, bool)> = workspace.choices.reviews.iter().filter_map(|(source, _)| wrong(source)).collect();
    let of = key.clone();
    let work = move |_: &Underway| Some(scores::find(&of, &wrong));
    Some(start(workspace, "scores", |workspace| &mut workspace.matches.scores, key, work))
}

/// Starts the dictionary job while the dictionary is visible; a large dictionary only while training is paused.
pub(crate) fn due_dictionary(workspace: &mut Workspace) -> Option<Job> {
    let seen = workspace.layout.arrangement.shows(Panel::Inspector)
        && !matches!(workspace.choices.focus, Focus::Word(_) | Focus::Document(_));
    let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref().filter(|_| seen)?);
    let predictions: &Matched = snapshot.matched()?;
    let large = Dictionary::cost(dataset, predictions.fitted.positions()?) > Dictionary::LARGE;
    let key = (Same::of(dataset), Same::of(&predictions.rows));
    workspace.matches.dictionary.due_unless(&key, |running| running.0 == key.0)?;
    if predictions.rows.is_empty() || large && workspace.is_running() {
        return None;
    }
    let (dataset, fitted, iteration) = (Arc::clone(dataset), Arc::clone(&predictions.fitted), snapshot.shown());
    let work = move |_: &Underway| Some(Arc::new(Dictionary::of(&dataset, &*fitted, iteration)));
    Some(start(workspace, "dictionary", |workspace| &mut workspace.matches.dictionary, key, work).long())
}

impl Workspace {
    /// Scores of the checked pairs; those of the previous verdicts and findings until the new ones are computed.
    pub fn scores(&self) -> Option<&Arc<Scores>> {
        let check = Same::of(self.check()?);
        self.matches.scores.last().filter(|(key, _)| key.check == check).map(|(_, scores)| scores)
    }

    /// Score of the pair of a source document, once it is computed.
    pub fn score(&self, source: usize) -> Option<f64> {
        self.scores()?.of_pair(self.check()?, source)
    }

    /// Findings of rules in the pairs of the current corpus; those of the previous thresholds until the new ones are computed.
    pub fn reasons(&self) -> Option<&Arc<Reasons>> {
        let corpus = Same::of(&self.corpus.dataset.as_ref()?.corpus);
        self.matches.reasons.last().filter(|(key, _)| key.0 == corpus).map(|(_, reasons)| reasons)
    }

    /// Limits and counts in the histogram of a rule's quantity, once it is computed.
    pub fn rule_histogram(&self, rule: usize) -> Option<(&[f64], &[usize])> {
        let key = (Same::of(&self.corpus.dataset.as_ref()?.corpus), Same::of(&self.choices.rules.read));
        let histogram = self.matches.histograms.to(&key)?.get(rule)?.as_ref()?;
        Some((&histogram.limits, &histogram.counts))
    }
}
