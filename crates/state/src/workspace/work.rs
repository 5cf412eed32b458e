//! Work in a window, as a session stores it.
//!
//! Cost of [`Work`]: some kilobytes are copied, including the curves of at most nine runs.
//! Documents, sets, verdicts and recorded points are shared. [`Work::session`] copies the rest, on a thread.

use std::sync::Arc;

use crate::{Choices, DataOptions, Layer, NamedSets, Phase, RecordedRun, SessionView, Workspace};
use wordfield_core::{
    corpus::{Dataset, Origin},
    project::{SavedCheck, SavedSet},
    sandbox::Sandbox,
    train::RunState,
};
use wordfield_session::{CorpusReference, Session, Training};

/// Work in a window, as a session stores it.
#[derive(Clone, Debug)]
pub struct Work {
    dataset: Arc<Dataset>,
    data: DataOptions,
    choices: Choices,
    check: Option<SavedCheck>,
    view: SessionView,
    earlier: Vec<RecordedRun>,
    current: Option<RecordedRun>,
    copied: bool,
}

impl Workspace {
    /// Work in the window, if documents are open.
    pub fn work(&self) -> Option<Work> {
        let choices = &self.choices;
        Some(Work {
            dataset: Arc::clone(self.corpus.dataset.as_ref()?),
            data: self.corpus.loaded_options.clone(),
            choices: Choices { settings: choices.settings.as_shown(), ..choices.clone() },
            check: self
                .check()
                .map(|judged| SavedCheck { vocabulary: self.corpus.options.vocabulary, check: Arc::clone(judged) }),
            view: SessionView {
                corrected: Arc::clone(&self.choices.corrected),
                tab: self.layout.tab,
                layers: Some(Layer::ALL.iter().map(|row| row.layer).filter(|&layer| choices.layers.shows(layer)).collect()),
                colour_by: choices.layers.colour_by,
                viewpoint: choices.layers.viewpoint,
                focus: choices.focus,
                document: choices.shown,
                only: choices.only,
                muted: choices.muted.iter().collect(),
                left_out: self.interventions.left.as_ref().map(|left| left.what),
                typed: self.interventions.typed.text.clone(),
                // During playback the shown iteration is not an edit of the work.
                at: self.timeline.at.filter(|_| !self.timeline.playback.playing),
                records: self.run.table.iter().cloned().collect(),
                sandbox: (*choices.sandbox != Sandbox::default()).then(|| Arc::clone(&choices.sandbox)),
            },
            earlier: self.run.earlier.iter().cloned().collect(),
            current: self.current_run(),
            copied: false,
        })
    }

    /// Current run in the form in which earlier runs are kept.
    pub(crate) fn current_run(&self) -> Option<RecordedRun> {
        let (latest, history) = (self.run.latest.as_ref()?, self.timeline.history.as_ref()?);
        let stop = if let Phase::Run(RunState::Stopped(reason)) = self.run.phase { Some(reason) } else { None };
        Some(RecordedRun {
            run: self.run.id,
            forked: self.run.earlier.forked,
            params: self.choices.settings.params.clone(),
            curves: self.run.curves.clone(),
            end: latest.shown(),
            latent: latest.latent().cloned().unwrap_or_default(),
            scores: latest.scores,
            stop,
            history: Arc::clone(history),
        })
    }

    /// Whether a restart would lose work: documents of the user, or changes to the built-in ones.
    pub fn has_work(&self) -> bool {
        let origin = self.corpus.dataset.as_ref().map(|dataset| &dataset.corpus.origin);
        let own = matches!(origin, Some(Some(Origin::Files(..))));
        own || self.undo.undoes().is_some() || !self.choices.named.is_empty() || !self.run.earlier.is_empty()
    }
}

impl Work {
    /// Whether the user has changed the work since an earlier copy; the progress of training does not count.
    pub fn is_edited_since(&self, other: &Self) -> bool {
        let run = |work: &Self| work.current.as_ref().map(|run| run.run);
        !Arc::ptr_eq(&self.dataset, &other.dataset)
            || self.view != other.view
            || self.choices != other.choices
            || self.check.is_some() != other.check.is_some()
            || self.earlier.len() != other.earlier.len()
            || run(self) != run(other)
    }

    /// Work with or without a copy of the documents for the session.
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
        let Choices { settings, reviews, named, touched, .. } = &self.choices;
        let current = self.current.as_ref().filter(|run| !run.latent.is_empty());
        Session {
            corpus: CorpusReference {
                name: corpus.name.clone(),
                origin: corpus.origin.clone().unwrap_or_default(),
                copied: self.copied,
                fingerprint: corpus.fingerprint(),
            },
            data: self.data.clone(),
            training: Training { preset: settings.preset, early_stop: settings.early_stop, params: settings.params.clone() },
            reviews: reviews.to_save(corpus),
            sets: named.to_save(dataset),
            selection: self.selection(),
            pinned: touched.pinned.iter().collect(),
            runs: self.earlier.iter().chain(current).cloned().collect(),
            current: current.is_some(),
            view: self.view.clone(),
            words: Arc::new(dataset.words.clone()),
            check: self.check.clone().filter(|check| check.check.fits(corpus)),
        }
    }

    /// Selection set in the form of a saved file.
    fn selection(&self) -> Option<SavedSet> {
        let mut one = NamedSets::default();
        one.keep("selection", &self.choices.selection);
        one.to_save(&self.dataset).pop()
    }
}
