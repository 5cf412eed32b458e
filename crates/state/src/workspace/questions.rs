//! Read access to the workspace: shown state, values, and running computations.
//!
//! Cost: each method is at most a lookup.

use std::{path::Path, sync::Arc};

use ndarray::Array2;

use super::Workspace;
use crate::{
    Curves, Derived, Focus, LinkedMembers, Loading, Members, Moment, Neighbours, OpenedModel, Panel, Phase, RecordedRun,
    RunWarning, Same, SelectionSet, SetOf, Settings, Summary, Timeline, WordAnswer, WordMatrix, inspect::chance_warning,
};
use wordfield_core::{
    corpus::Preview,
    model::{Matched, ParamView, Params, Scores, pairs::Dictionary},
    train::{History, Pace, RunState, WATCHED},
};

/// History of a run with its last iteration, positions (V × q) and parameters.
struct Way<'a> {
    history: &'a Arc<History>,
    end: usize,
    latent: &'a Arc<Array2<f64>>,
    params: &'a Params,
}

/// Number of iterations after which warnings about a running model are shown.
const PATIENCE: usize = 30;
/// Number of iterations after which the initial motion of words has settled.
const SETTLED: usize = 200;

impl Workspace {
    /// Number of classes of the corpus; 0 without a corpus.
    pub fn classes(&self) -> usize {
        self.corpus.dataset.as_ref().map_or(0, |dataset| dataset.corpus.classes.len())
    }

    /// Corpus indices of the listed documents, in the order of the list.
    pub fn documents(&self) -> &[usize] {
        self.documents.order.value().map_or(&[], |documents| documents)
    }

    /// Words and documents linked to the selection set, including its own members.
    pub fn linked(&self) -> Option<&LinkedMembers> {
        self.chooser.linked.value()?.as_deref()
    }

    /// Summary of the selection set, once it is computed.
    pub fn summary(&self) -> Option<&Summary> {
        let (key, summary) = self.chooser.summary.last()?;
        let dataset = self.corpus.dataset.as_ref()?;
        (key.0 == self.choices.selection && key.1 == Same::of(dataset)).then_some(summary)
    }

    /// Highlighted words, if the selection set contains more than the word in focus.
    pub fn lit(&self) -> Option<&Arc<Members>> {
        let one = match self.choices.focus {
            Focus::Word(_) => matches!(self.choices.selection, SelectionSet::Words(_)),
            // With two compared documents, the words of both are highlighted.
            Focus::Document(_) => {
                self.matches.view.compared.is_some() && matches!(self.choices.selection, SelectionSet::Documents(_))
            }
            Focus::None | Focus::Class(_) | Focus::Cell { .. } => false,
        };
        let linked = self.linked()?;
        if one && self.choices.selection.count() == 1 { None } else { Some(&linked.words) }
    }

    /// Highlighted documents, if the selection set contains more than one.
    pub fn lit_documents(&self) -> Option<&Arc<Members>> {
        let one = matches!(self.choices.selection, SelectionSet::Documents(_)) && self.choices.selection.count() == 1;
        self.linked().filter(|_| !one).map(|linked| &linked.documents)
    }

    /// Reason why the contours of classes are hidden; `None` if they are drawn.
    pub fn hidden_contours(&self) -> Option<&str> {
        self.field.hidden_contours.value()?.as_deref()
    }

    /// Values derived from the displayed snapshot.
    pub fn derived(&self) -> Option<&Derived> {
        self.inspect.derived.value().map(Arc::as_ref)
    }

    /// Nearest words of the word in focus.
    pub fn neighbours(&self) -> Option<&Arc<Neighbours>> {
        self.inspect.neighbours.as_ref()
    }

    /// Whether the trainer accepts commands: it exists and has not failed.
    pub fn can_go_on(&self) -> bool {
        self.run.phase.can_go_on()
    }

    /// Iteration at which the shown scores were measured, if it differs from the shown iteration.
    pub fn scores_are_of(&self) -> Option<usize> {
        let evaluated = self.evaluated()?;
        (evaluated != self.shown()).then_some(evaluated)
    }

    /// Newest settings: those for a loading dataset, otherwise the current ones.
    pub fn pending_settings(&self) -> &Settings {
        if let Loading::Reading { settings: Some(settings), .. } = &self.corpus.loading {
            settings
        } else {
            &self.choices.settings
        }
    }

    /// Every hyper-parameter as shown in the panel, including pending changes.
    pub fn parameters(&self) -> &[ParamView] {
        self.run.parameters.value().map_or(&[], Vec::as_slice)
    }

    /// Iteration of the shown predictions and scores; `None` before the first evaluation.
    pub fn evaluated(&self) -> Option<usize> {
        let shown = self.run.snapshot.as_ref().filter(|_| self.run.curves.evaluated.is_some());
        shown.map(|snapshot| snapshot.evaluated)
    }

    /// Whether the current run belongs to a grid search.
    pub fn is_searching(&self) -> bool {
        self.run.search.as_ref().is_some_and(|searching| searching.under_way)
    }

    /// History of the current or an earlier run.
    fn way(&self, run: u64) -> Option<Way<'_>> {
        if run == self.run.id {
            let (history, latest) = (self.timeline.history.as_ref()?, self.run.latest.as_ref()?);
            return Some(Way { history, end: latest.shown(), latent: latest.latent()?, params: &self.choices.settings.params });
        }
        let RecordedRun { history, end, latent, params, .. } = self.run.earlier.get(run)?;
        Some(Way { history, end: *end, latent, params })
    }

    /// Recorded iteration at or before a moment of the current or an earlier run.
    pub fn iteration_of(&self, Moment { run, iteration }: Moment) -> Option<usize> {
        let Way { history, end, .. } = self.way(run)?;
        match iteration {
            Some(iteration) if iteration < end => history.up_to(iteration).map(|frame| frame.iteration),
            Some(_) | None => Some(end),
        }
    }

    /// Positions (V × q) and hyper-parameters at a moment of the current or an earlier run.
    pub(crate) fn state_at(&self, Moment { run, iteration }: Moment) -> Option<(Arc<Array2<f64>>, Arc<Params>)> {
        let Way { history, end, latent, params } = self.way(run)?;
        match iteration {
            Some(iteration) if iteration < end => {
                let frame = history.up_to(iteration)?;
                Some((Arc::new(frame.latent.mapv(f64::from)), Arc::clone(&frame.mark.params)))
            }
            Some(_) | None => Some((Arc::clone(latent), Arc::new(params.clone()))),
        }
    }

    /// Positions and hyper-parameters at the end of a run, which interventions may still change; `None` before the run has ended.
    pub(crate) fn end_at(&self, (run, iteration): (u64, usize)) -> Option<(&Arc<Array2<f64>>, &Params)> {
        self.way(run).filter(|way| iteration >= way.end).map(|way| (way.latent, way.params))
    }

    /// Score of a part ("train", "development" or "test") at an iteration of the current or an earlier run, if it was measured.
    pub fn score_at(&self, (run, iteration): (u64, usize), part: &str) -> Option<f64> {
        let curves = if run == self.run.id { &self.run.curves } else { &self.run.earlier.get(run)?.curves };
        let curve = match part {
            "train" => &curves.train,
            "test" => &curves.test,
            _ => &curves.dev,
        };
        Curves::point_at(curve, iteration).map(|[_, value]| value)
    }

    /// Whether the speed of the run is limited so that users can follow the iterations.
    pub fn is_watched(&self) -> bool {
        self.run.pace == Pace::Watch && self.run.watched && self.is_running() && self.newest() < WATCHED
    }

    /// Whether the preview waits for another file: it shows only one side of pairs, or a saved model needs its documents.
    pub fn wants_other_file(&self) -> bool {
        let Loading::Preview { preview, .. } = &self.corpus.loading else { return false };
        self.corpus.first_look.model.is_some() || preview.as_ref().is_ok_and(Preview::is_one_side)
    }

    /// Whether hints for new users are shown: from the end of the first motion until the user dismisses them or opens a corpus.
    pub fn makes_offers(&self) -> bool {
        let settled = self.run.snapshot.is_some() && (!self.is_running() || self.newest() >= SETTLED);
        let elsewhere = self.lesson.open.is_some() || self.layout.arrangement.presenting;
        settled && !self.session.hint_read && !elsewhere && !self.layout.arrangement.shows(Panel::Learn)
    }

    /// Whether the training is running, so that words move.
    pub fn is_running(&self) -> bool {
        self.run.phase == Phase::Run(RunState::Running)
    }

    /// Iteration that the window shows: a selected earlier one, the restored best one, or the newest.
    pub fn shown(&self) -> usize {
        self.timeline.at.or(self.restored_iteration()).unwrap_or_else(|| self.newest())
    }

    /// Scores at the selected earlier iteration, once computed.
    pub fn past_scores(&self) -> Option<Scores> {
        let Timeline { at, past, .. } = &self.timeline;
        past.as_ref().filter(|past| Some(past.iteration) == *at).map(|past| past.scores)
    }

    /// Best iteration of an ended run, if it was restored.
    pub fn restored_iteration(&self) -> Option<usize> {
        self.run.latest.as_ref().and_then(|snapshot| snapshot.restored_iteration)
    }

    /// Iteration with the best development score, and this score: of equal ones that which the run chose, otherwise the first.
    pub fn best_iteration(&self) -> Option<(usize, f64)> {
        let curves = &self.run.curves;
        let (first, score) = curves.best_dev(self.choices.settings.params.kind().info().metric)?;
        let chosen = self.restored_iteration().filter(|&at| curves.dev.contains(&[at as f64, score]));
        Some((chosen.unwrap_or(first), score))
    }

    /// Newest iteration received from the trainer.
    pub fn newest(&self) -> usize {
        self.run.latest.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }

    /// Most important problem of the run; `None` in its first iterations.
    pub fn run_warning(&self) -> Option<&RunWarning> {
        let begun = self.shown() >= if self.is_running() { PATIENCE } else { 1 };
        self.derived().filter(|_| begun).and_then(Derived::warning)
    }

    /// RMSE of the training mean of a single rating on the test part, or on the development part without one.
    /// The baseline is `None` for several ratings and for other tasks.
    pub fn baseline(&self) -> Option<f64> {
        let derived = self.derived()?;
        *derived.baseline.get_or_init(|| chance_warning::baseline(&derived.dataset))
    }

    /// Distance between the two selected words, and the kernel value between them.
    pub fn kernel_of_two_words(&self) -> Option<(f64, f64)> {
        let (SelectionSet::Words(words), Some(scene)) = (&self.choices.selection, &self.field.scene) else { return None };
        let chosen: Vec<usize> = words.iter().take(3).collect();
        let [word, other] = chosen[..] else { return None };
        let kernel = scene.embedding.has_places().then(|| scene.kernel_between(word, other)).flatten()?;
        let apart = &scene.latent.row(word) - &scene.latent.row(other);
        Some((apart.dot(&apart).sqrt(), kernel))
    }

    /// Kernel values between the words of the documents in the open Gram matrix cell.
    pub fn word_matrix(&self) -> Option<&Arc<WordMatrix>> {
        self.gram.words.value()
    }

    /// Whether both compared sets were selected by the positions of their words, so that they differ by construction.
    pub fn is_compared_by_position(&self) -> bool {
        let Some(found) = self.compare.sets.study.found() else { return false };
        let by_position = |side: usize| self.selection.is_by_position(&found.key.members[side]);
        let others = |side: usize| found.key.sets[side] == SetOf::Others;
        [0, 1].into_iter().any(|side| by_position(side) && (by_position(1 - side) || others(1 - side)))
    }

    /// Whether a document contains no known word, so that its prediction is meaningless.
    pub fn has_no_known_words(&self, document: usize) -> bool {
        let dataset = self.corpus.dataset.as_ref().filter(|dataset| document < dataset.corpus.len());
        dataset.is_some_and(|dataset| dataset.weights.row(document).0.is_empty())
    }

    /// Values of the word in focus under the rating model, once computed.
    pub fn word_answer(&self) -> Option<&WordAnswer> {
        let ((_, word), found) = self.inspect.word.last()?;
        found.as_ref().filter(|_| self.choices.focus == Focus::Word(*word))
    }

    /// Matches under review: the frozen ones, otherwise the newest.
    pub fn matches(&self) -> Option<&Matched> {
        let held = self.matches.view.held.as_ref().map(|held| &held.matched);
        held.or_else(|| self.run.snapshot.as_ref()?.matched())
    }

    /// File with the saved verdicts on the current corpus; `None` if verdicts are not saved.
    pub fn reviews_file(&self) -> Option<&Path> {
        self.reviews.file.as_deref().filter(|_| self.reviews.loaded.is_some())
    }

    /// Fingerprint of the open pairs, if their verdicts are saved.
    pub fn reviewed_corpus(&self) -> Option<u64> {
        self.reviews.loaded.filter(|_| self.reviews.file.is_some())
    }

    /// Whether the model has evaluated newer matches than those under review.
    pub fn has_newer_matches(&self) -> bool {
        let newest = self.run.snapshot.as_ref().and_then(|snapshot| snapshot.matched());
        let held = self.matches.view.held.as_ref().map(|held| &held.matched);
        newest.zip(held).is_some_and(|(newest, held)| !Arc::ptr_eq(&newest.rows, &held.rows))
    }

    /// The learned dictionary, once computed, with the indices of the listed entries.
    pub fn dictionary(&self) -> Option<(&Dictionary, &[usize])> {
        let ((of, _), dictionary) = self.matches.dictionary.last()?;
        let of_corpus = self.corpus.dataset.as_ref().is_some_and(|dataset| Same::of(dataset) == *of);
        Some((dictionary, self.matches.entries.value().filter(|_| of_corpus)?))
    }

    /// Saved model that is shown, until training continues.
    pub fn shown_model(&self) -> Option<&OpenedModel> {
        self.corpus.saved_model.as_deref().filter(|opened| self.newest() == opened.saved.iterations)
    }
}
