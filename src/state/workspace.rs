//! The workspace: everything the window shows, in one place.
//!
//! Memory: two shared handles (dataset, newest snapshot) and one point a curve and iteration, thinned to
//! [`Curves::LIMIT`].

mod questions;
mod shown;

pub use shown::ScoresShown;

use std::{path::PathBuf, sync::Arc};

use crate::state::{
    Arrangement, Basis, Between, Chooser, Chosen, Curves, DataOptions, Derived, FieldOf, Hands, Layers, Linked, Members, Memo,
    NamedSets, Neighbours, Opened, Path, PathKind, Paths, Same, Scene, Selection, Studies, Tab, TaskState, Theme, Timeline, Tool,
    UndoList,
    chooser::linked::LinkedKey,
    compare::two_runs::TwoRuns,
    corpus::first_look::{Again, FirstLook},
    documents::order_key::OrderKey,
    inspect::derived::{DerivedKey, Evaluation, EvaluationKey},
    matches::compared::Compared,
    matches::dictionary::{Dictionary, DictionaryView},
    queries::inquiry::AskedOfRun,
    reviews::saved_reviews::Keeping,
    run::runs::Runs,
    run::timeline::TrailsKey,
};
use crate::{
    corpus::{Cancel, Dataset, Preview, ReadOptions, SentimentLexicon, VectorTable},
    model::{ParamView, Params, Snapshot},
    state::{Searching, Settings, inspect::explain::Part},
    train::{Pace, RunState, TrainOptions},
};

/// Everything the window shows.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The corpus at hand.
    pub dataset: Option<Arc<Dataset>>,
    /// What every scene of it shares.
    pub basis: Option<Arc<Basis>>,
    /// A corpus on its way.
    pub loading: Loading,
    /// What was done in the first look at files, beside how they are read.
    pub first_look: FirstLook,
    /// How the documents are to be cut and split: as the dataset at hand is, or as it is asked to be.
    pub data: DataOptions,
    /// How those of the dataset at hand are.
    pub(super) made_with: DataOptions,
    /// The vectors of its words, as far as files with some were named.
    pub(super) vectors: Option<Arc<VectorTable>>,
    /// The hyper-parameters.
    pub settings: Settings,
    /// Counts the runs; what an earlier one still says is dropped.
    pub run: u64,
    /// Counts the jobs of opening; what an earlier one still brings is dropped.
    pub job: u64,
    /// The papers' grid being searched by this run and others, or how the last search ended.
    pub searching: Option<Searching>,
    /// What the trainer is doing.
    pub phase: Phase,
    /// How fast it goes.
    pub pace: Pace,
    /// Whether this run is one to be watched, if the pace says so: the first of a corpus, or one begun again on purpose.
    pub(super) watched: bool,
    /// Earlier runs of this corpus.
    pub runs: Runs,
    /// Two of them beside each other.
    pub two_runs: TwoRuns,
    /// The state shown: the newest of this run, or the one looked back at.
    pub snapshot: Option<Arc<Snapshot>>,
    /// The newest state of this run.
    pub latest: Option<Arc<Snapshot>>,
    /// What the word field draws.
    pub scene: Option<Arc<Scene>>,
    pub(super) parameters: Memo<Params, Vec<ParamView>>,
    pub(super) document_order: Memo<OrderKey, Arc<Vec<usize>>>,
    pub(super) derived: Memo<DerivedKey, Arc<Derived>>,
    pub(super) evaluation: Memo<EvaluationKey, Arc<Evaluation>>,
    pub(super) neighbours: Option<Arc<Neighbours>>,
    pub(super) asked: AskedOfRun,
    pub(super) dictionary: Option<(Same<Dataset>, Arc<Dictionary>)>,
    pub(super) entries: Memo<(Same<Dictionary>, DictionaryView), Vec<usize>>,
    pub(super) trails: Memo<TrailsKey, ()>,
    /// The recorded way of this run, and the place in it that is shown.
    pub timeline: Timeline,
    /// Objective and scores so far.
    pub curves: Curves,
    /// What the inspector is about.
    pub selection: Selection,
    /// The set of words or documents at work.
    pub chosen: Chosen,
    /// Whether only documents of the set are listed.
    pub chosen_only: bool,
    /// Sets kept under names.
    pub named: NamedSets,
    /// The search, the semantic axis, the kept sets.
    pub chooser: Chooser,
    pub(super) linked: Memo<LinkedKey, Option<Arc<Linked>>>,
    /// What can be undone and done again.
    pub undo: UndoList,
    /// What dragging does in the word field.
    pub tool: Tool,
    /// Classes whose words stand back.
    pub muted: Members,
    /// Lines drawn over the words.
    pub paths: Paths,
    /// What a person's hands did to the model.
    pub hands: Hands,
    /// The document shown under the table, which stays while its words are looked at.
    pub document: Option<usize>,
    /// What is looked at of the task at hand.
    pub view: TaskState,
    /// What the tabs that compare and list have asked for and found.
    pub studies: Studies,
    /// Which reviews are kept.
    pub(super) keeping: Keeping,
    /// Layers of the word field.
    pub layers: Layers,
    /// The tab in front.
    pub tab: Tab,
    /// Panels folded away, and the size of the text.
    pub arrangement: Arrangement,
    /// The window's colours.
    pub theme: Theme,
    /// The part of the split whose predictions are compared with the truth.
    pub part: Part,
    /// Whether the hint was dismissed.
    pub hint_read: bool,
    /// The saved model this run goes on from.
    pub opened: Option<Arc<Opened>>,
    /// Files named with the saved model that is being opened.
    pub given: Option<(Vec<PathBuf>, ReadOptions)>,
    /// A model on its way into a file.
    pub saving: Option<Saving>,
    /// Word lists a person named, instead of the built-in ones.
    pub lexicon: Option<Arc<SentimentLexicon>>,
    /// What stands in the fields of the two word lists.
    pub lexicon_fields: [String; 2],
    /// What stands in the path field.
    pub path_field: String,
    /// The last error or note.
    pub message: Option<Message>,
    /// What the last error is about.
    pub(super) trouble: Option<Concern>,
}

/// A corpus on its way into the window.
#[derive(Debug, Default)]
#[allow(clippy::large_enum_variant, reason = "there is one of them")]
pub enum Loading {
    /// None.
    #[default]
    Idle,
    /// The first look at a file.
    Looking {
        /// The files.
        paths: Vec<PathBuf>,
        /// How to read them.
        options: ReadOptions,
    },
    /// A person decides what to make of it.
    Preview {
        /// The files.
        paths: Vec<PathBuf>,
        /// How to read them.
        options: ReadOptions,
        /// The first look.
        preview: Result<Preview, String>,
    },
    /// Reading, cutting, splitting and weighting it all.
    Reading {
        /// What is being read.
        name: String,
        /// How far, and the way to stop.
        cancel: Arc<Cancel>,
        /// The files to look into again if nothing comes of it.
        again: Option<Box<Again>>,
        /// The hyper-parameters to train with once it is there, where not those at hand.
        settings: Option<Box<Settings>>,
    },
}

/// What the trainer is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none yet.
    #[default]
    Idle,
    /// What it last said.
    Run(RunState),
}

impl Phase {
    /// Whether the trainer can be told something: there is one and it has not failed.
    pub(super) fn can_go_on(self) -> bool {
        match self {
            Self::Idle | Self::Run(RunState::Failed) => false,
            Self::Run(RunState::Preparing | RunState::Running | RunState::Paused | RunState::Stopped(_)) => true,
        }
    }
}

/// Something to tell, with its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What, and what to do.
    pub text: String,
    /// Whether something went wrong.
    pub error: bool,
}

/// What an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Concern {
    /// Documents, and what is made of them.
    Documents,
    /// The run and its parameters.
    Run,
    /// The field and its word lists.
    Field,
    /// Saving.
    Saving,
}

/// A model on its way into a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saving {
    /// What stands in the field of the path.
    pub path: String,
    /// Whether it is being written.
    pub busy: bool,
}

impl Workspace {
    /// What the word field draws of a state.
    pub fn scene_of(&self, snapshot: &Snapshot) -> Option<Scene> {
        let basis = self.basis.as_ref()?;
        let colouring = basis.colouring(&self.layers, snapshot);
        let bare = self.timeline.is_bare();
        let mut scene = Scene { colouring, paths: self.paths.clone(), past: bare, ..Scene::new(basis, self.run, snapshot) };
        let pairs = &self.view.pairs;
        let compared = pairs.live.as_ref().or(pairs.compared.as_ref());
        if let Some(between) = self.between_sets().filter(|_| self.layers.field_of == FieldOf::Sets) {
            scene.between = Some(between.clone());
        } else if let (Selection::Document(_), Some(compared)) = (self.selection, compared) {
            scene.between = Some(compared.between.clone());
        }
        if self.timeline.at.is_none() {
            self.hands.over(&mut scene);
        }
        Some(scene)
    }

    /// What the words are to the two sets compared last, if these are of the corpus at hand.
    fn between_sets(&self) -> Option<&Between> {
        let found = self.studies.sets.study.found()?;
        self.dataset.as_ref().filter(|dataset| found.key.is_over(dataset)).map(|_| &found.between)
    }

    /// Shows two documents compared, and the witness between them.
    pub(super) fn show_compared(&mut self, compared: Arc<Compared>) {
        self.layers.field_of = FieldOf::Witness { source: compared.source, target: compared.target };
        (self.view.pairs.compared, self.view.pairs.live) = (Some(compared), None);
        self.redraw();
    }

    /// Draws these lines of a kind over the words of the scene shown, in the place of earlier ones.
    pub fn draw_paths(&mut self, kind: PathKind, paths: Vec<Path>) {
        self.paths.set(kind, paths);
        if let Some(scene) = &self.scene {
            self.scene = Some(Arc::new(Scene { paths: self.paths.clone(), ..(**scene).clone() }));
        }
    }

    /// Makes the scene of the state shown anew.
    pub fn redraw(&mut self) {
        if let Some(snapshot) = &self.snapshot {
            self.scene = self.scene_of(snapshot).map(Arc::new);
        }
    }

    /// Shows the newest state, or the one looked back at as far as it is known.
    pub(super) fn show_state(&mut self) {
        let Timeline { history, at, past, .. } = &self.timeline;
        self.snapshot = match *at {
            None => self.latest.clone(),
            Some(at) => match past.as_ref().or(self.latest.as_ref()) {
                Some(said) if said.iteration == at && past.is_some() => Some(Arc::clone(said)),
                said => said.zip(history.as_ref().and_then(|history| history.up_to(at))).map(|(said, frame)| {
                    let latent = Arc::new(frame.latent.mapv(f64::from));
                    Arc::new(Snapshot { iteration: at, kept: None, latent, ..(**said).clone() })
                }),
            },
        };
        self.redraw();
    }

    /// Lets the word lists a person named judge the words.
    pub(super) fn judge_words(&mut self) {
        if let (Some(basis), Some(dataset), Some(lexicon)) = (&self.basis, &self.dataset, &self.lexicon)
            && !basis.rating_names.is_empty()
        {
            self.basis = Some(Arc::new(basis.with_lexicon(dataset, lexicon)));
        }
    }

    /// The hyper-parameters a dataset is being made for, which hold once it is there.
    pub(super) fn settings_to_come(&mut self) -> Option<&mut Settings> {
        if let Loading::Reading { settings, .. } = &mut self.loading { settings.as_deref_mut() } else { None }
    }

    /// How the worker drives a run; one of a search comes to an end by itself.
    pub fn train_options(&self) -> TrainOptions {
        let max_iterations = self.is_searching().then(|| self.settings.params.run().0);
        let free = !self.watched || self.is_searching();
        let pace = if self.pace == Pace::Watch && free { Pace::Full } else { self.pace };
        TrainOptions { max_iterations, ..self.settings.train_options(pace) }
    }
}
