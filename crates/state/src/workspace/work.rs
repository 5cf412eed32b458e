//! Work in a window, as a session stores it.
//!
//! Cost of the work: some kilobytes are copied, the curves of at most nine runs among them; documents, sets, verdicts and
//! recorded points are shared. [`Work::session`] copies the rest, on a thread.

use std::sync::Arc;

use crate::{
    Curves, DataOptions, EarlierRun, Layer, Members, NamedSets, Phase, Reviews, SelectionSet, SessionView, Settings, Workspace,
};
use wordfield_core::{
    corpus::{Dataset, Origin},
    project::{SavedCheck, SavedSet},
    train::RunState,
};
use wordfield_session::{CorpusReference, Run, RunCurves, Session, Training};

/// Work in a window, as a session stores it.
#[derive(Clone, Debug)]
pub struct Work {
    dataset: Arc<Dataset>,
    data: DataOptions,
    settings: Settings,
    reviews: Reviews,
    named: NamedSets,
    chosen: SelectionSet,
    pinned: Arc<Members>,
    check: Option<SavedCheck>,
    view: SessionView,
    earlier: Vec<EarlierRun>,
    current: Option<EarlierRun>,
    copied: bool,
}

impl Workspace {
    /// Work in the window, if documents are open.
    pub fn work(&self) -> Option<Work> {
        let interventions = &self.interventions;
        Some(Work {
            dataset: Arc::clone(self.corpus.dataset.as_ref()?),
            data: self.corpus.loaded_options.clone(),
            settings: self.run.settings.as_shown(),
            reviews: self.reviews.current.clone(),
            named: self.selection.named.clone(),
            chosen: self.selection.set.clone(),
            pinned: Arc::clone(&interventions.pinned),
            check: self
                .check()
                .map(|judged| SavedCheck { vocabulary: self.corpus.options.vocabulary, check: Arc::clone(judged) }),
            view: SessionView {
                tab: self.layout.tab,
                layers: Some(Layer::ALL.iter().map(|row| row.layer).filter(|&layer| self.field.layers.shows(layer)).collect()),
                colour_by: self.field.layers.colour_by,
                viewpoint: self.field.layers.viewpoint,
                focus: self.selection.focus,
                document: self.selection.shown,
                only: self.selection.only,
                muted: self.field.muted.iter().collect(),
                left_out: interventions.left.as_ref().map(|left| left.what.into()),
                typed: interventions.typed.text.clone(),
                // During playback the shown iteration is not an edit of the work.
                at: self.timeline.at.filter(|_| !self.timeline.playback.playing),
                records: self.run.table.iter().cloned().collect(),
                sandbox: self.sandbox.edited(),
            },
            earlier: self.run.earlier.iter().cloned().collect(),
            current: self.current_run(),
            copied: false,
        })
    }

    /// Current run in the form in which earlier runs are kept.
    fn current_run(&self) -> Option<EarlierRun> {
        let (latest, history) = (self.run.latest.as_ref()?, self.timeline.history.as_ref()?);
        let stop = if let Phase::Run(RunState::Stopped(reason)) = self.run.phase { Some(reason) } else { None };
        Some(EarlierRun {
            run: self.run.id,
            forked: self.run.earlier.forked,
            params: self.run.settings.params.clone(),
            curves: self.run.curves.clone(),
            end: latest.shown(),
            latent: latest.latent().cloned().unwrap_or_default(),
            scores: latest.scores,
            stop,
            history: Arc::clone(history),
        })
    }

    /// Whether there is work that a new start would not repeat: documents of the user, or changes of the built-in ones.
    pub fn has_work(&self) -> bool {
        let origin = self.corpus.dataset.as_ref().map(|dataset| &dataset.corpus.origin);
        let own = matches!(origin, Some(Some(Origin::Files(..))));
        own || self.undo.undoes().is_some() || !self.selection.named.is_empty() || !self.run.earlier.is_empty()
    }
}

impl Work {
    /// Whether the user has changed something since other work was taken: anything but the progress of training.
    pub fn is_edited_since(&self, other: &Self) -> bool {
        let run = |work: &Self| work.current.as_ref().map(|run| run.run);
        !Arc::ptr_eq(&self.dataset, &other.dataset)
            || self.view != other.view
            || self.chosen != other.chosen
            || self.named != other.named
            || self.pinned != other.pinned
            || self.settings != other.settings
            || self.reviews.revision() != other.reviews.revision()
            || self.check.is_some() != other.check.is_some()
            || self.earlier.len() != other.earlier.len()
            || run(self) != run(other)
    }

    /// Work with or without a copy of the documents in the session.
    #[must_use]
    pub fn with_documents(self, copied: bool) -> Self {
        Self { copied, ..self }
    }

    /// Shown iteration of the current run.
    pub fn iteration(&self) -> usize {
        self.current.as_ref().map_or(0, |run| run.end)
    }

    /// Session of the work. Cost: a pass over the documents for their fingerprint, and a copy of words and verdicts.
    pub fn session(&self) -> Session<SessionView> {
        let dataset = &self.dataset;
        let corpus = &dataset.corpus;
        let current = self.current.as_ref().filter(|run| !run.latent.is_empty());
        Session {
            corpus: CorpusReference {
                name: corpus.name.clone(),
                origin: corpus.origin.clone().unwrap_or_default(),
                copied: self.copied,
                fingerprint: corpus.fingerprint(),
            },
            data: self.data.clone().into(),
            training: Training {
                preset: self.settings.preset,
                early_stop: self.settings.early_stop,
                params: self.settings.params.clone(),
            },
            reviews: self.reviews.to_save(corpus),
            sets: self.named.to_save(dataset),
            selection: self.selection(),
            pinned: self.pinned.iter().collect(),
            runs: self.earlier.iter().chain(current).map(stored).collect(),
            current: current.is_some(),
            view: self.view.clone(),
            words: Arc::new(dataset.words.clone()),
            check: self.check.clone().filter(|check| check.check.fits(corpus)),
        }
    }

    /// Selection set in the form of a saved file.
    fn selection(&self) -> Option<SavedSet> {
        let mut one = NamedSets::default();
        one.keep("selection", &self.chosen);
        one.to_save(&self.dataset).pop()
    }
}

fn stored(run: &EarlierRun) -> Run {
    let Curves { objective, train, dev, test, deciders, .. } = run.curves.clone();
    Run {
        number: run.run,
        forked: run.forked,
        params: run.params.clone(),
        end: run.end,
        scores: run.scores,
        stop: run.stop,
        curves: RunCurves { objective, train, dev, test, deciders },
        latent: Arc::clone(&run.latent),
        history: Arc::clone(&run.history),
    }
}
