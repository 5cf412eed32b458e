//! The workspace: everything the window shows, in one place.
//!
//! Memory: two shared handles (dataset, newest snapshot) and one point a curve and iteration, thinned to
//! [`Curves::LIMIT`].

use std::{path::PathBuf, sync::Arc};

use ndarray::Array2;

use super::{
    Arrangement, Basis, Between, Chooser, Chosen, Curves, DataOptions, Derived, Doubts, FieldOf, Hands, Layers, Linked, Members,
    Memo, NamedSets, Neighbours, Opened, Path, PathKind, Paths, Same, Scene, Selection, Studies, Summary, Tab, TaskState, Theme,
    Timeline, Tool, UndoList,
    compared::Compared,
    derived::{DerivedKey, Evaluation, EvaluationKey, NeighboursKey},
    dictionary::{Dictionary, DictionaryView},
    first_look::{Again, FirstLook},
    inquiry::{AskedOfRun, WordFinding},
    kept::Keeping,
    linked::LinkedKey,
    order_key::OrderKey,
    runs::{KeptRun, Moment, Runs},
    timeline::TrailsKey,
    two_runs::TwoRuns,
};
use crate::{
    corpus::{Cancel, Dataset, Preview, ReadOptions, SentimentLexicon, VectorTable},
    model::{Matched, ParamView, Params, Scores, Snapshot},
    state::{Searching, Settings, explain::Part},
    train::{History, Pace, RunState, TrainOptions, WATCHED},
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
    pub(super) neighbours: Memo<NeighboursKey, Neighbours>,
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

/// The recorded way of a run, with its end: the iteration, its positions (V × q), the parameters.
struct Way<'a> {
    history: &'a Arc<History>,
    end: usize,
    latent: &'a Arc<Array2<f64>>,
    params: &'a Params,
}

/// Iterations a running model is given before it is doubted.
const PATIENCE: usize = 30;

impl Workspace {
    /// The number of classes, 0 without a corpus.
    pub fn classes(&self) -> usize {
        self.dataset.as_ref().map_or(0, |dataset| dataset.corpus.classes.len())
    }

    /// The documents the table lists, by their places in the corpus.
    pub fn documents(&self) -> &[usize] {
        self.document_order.value().map_or(&[], |documents| documents)
    }

    /// The words and documents of the set at work: its own, and those that follow from them.
    pub fn linked(&self) -> Option<&Linked> {
        self.linked.value()?.as_deref()
    }

    /// The set at work in numbers, once they are counted.
    pub fn summary(&self) -> Option<&Summary> {
        let (key, summary) = self.chooser.summary.as_ref()?;
        let dataset = self.dataset.as_ref()?;
        (key.0 == self.chosen && key.1 == Same::of(dataset)).then_some(summary)
    }

    /// The words that stand out before all others, where a set is at work that is more than the one thing looked at.
    pub fn lit(&self) -> Option<&Arc<Members>> {
        let one = match self.selection {
            Selection::Word(_) => matches!(self.chosen, Chosen::Words(_)),
            // Two documents compared are shown with the words of both.
            Selection::Document(_) => self.view.pairs.compared.is_some() && matches!(self.chosen, Chosen::Documents(_)),
            Selection::None | Selection::Class(_) | Selection::Cell { .. } => false,
        };
        let linked = self.linked()?;
        if one && self.chosen.count() == 1 { None } else { Some(&linked.words) }
    }

    /// What is read off the newest state.
    pub fn derived(&self) -> Option<&Derived> {
        self.derived.value().map(Arc::as_ref)
    }

    /// The words nearest to the one looked at.
    pub fn neighbours(&self) -> Option<&Neighbours> {
        self.neighbours.value()
    }

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

    /// Whether the trainer can be told something: there is one and it has not failed.
    pub fn can_go_on(&self) -> bool {
        self.phase.can_go_on()
    }

    /// The iteration the scores on the screen are of, where that is not the one shown.
    pub fn scores_are_of(&self) -> Option<usize> {
        let evaluated = self.evaluated()?;
        (evaluated != self.shown()).then_some(evaluated)
    }

    /// The hyper-parameters as last chosen: those of a dataset on its way, or those at hand.
    pub fn chosen(&self) -> &Settings {
        if let Loading::Reading { settings: Some(settings), .. } = &self.loading { settings } else { &self.settings }
    }

    /// Every parameter as the panel shows it, changes that still wait for their answer included.
    pub fn parameters(&self) -> &[ParamView] {
        self.parameters.value().map_or(&[], Vec::as_slice)
    }

    /// The hyper-parameters a dataset is being made for, which hold once it is there.
    pub(super) fn settings_to_come(&mut self) -> Option<&mut Settings> {
        if let Loading::Reading { settings, .. } = &mut self.loading { settings.as_deref_mut() } else { None }
    }

    /// The iteration the predictions and scores on the screen were last worked out at.
    pub fn evaluated(&self) -> Option<usize> {
        if let (Some(_), Some(past)) = (self.timeline.at, &self.timeline.past) {
            return Some(past.iteration);
        }
        self.kept().or(self.curves.evaluated)
    }

    /// Whether the run at hand is one of a search.
    pub fn is_searching(&self) -> bool {
        self.searching.as_ref().is_some_and(|searching| searching.under_way)
    }

    /// How the worker drives a run; one of a search comes to an end by itself.
    pub fn train_options(&self) -> TrainOptions {
        let max_iterations = self.is_searching().then(|| self.settings.params.run().0);
        let free = !self.watched || self.is_searching();
        let pace = if self.pace == Pace::Watch && free { Pace::Full } else { self.pace };
        TrainOptions { max_iterations, ..self.settings.train_options(pace) }
    }

    /// The way of a run at hand or kept.
    fn way(&self, run: u64) -> Option<Way<'_>> {
        if run == self.run {
            let (history, latest) = (self.timeline.history.as_ref()?, self.latest.as_ref()?);
            return Some(Way { history, end: latest.shown(), latent: &latest.latent, params: &self.settings.params });
        }
        let KeptRun { history, end, latent, params, .. } = self.runs.get(run)?;
        Some(Way { history, end: *end, latent, params })
    }

    /// The iteration of a moment of a run at hand or kept: the recorded one just before where it is not recorded itself.
    pub fn iteration_of(&self, Moment { run, iteration }: Moment) -> Option<usize> {
        let Way { history, end, .. } = self.way(run)?;
        match iteration {
            Some(iteration) if iteration < end => history.up_to(iteration).map(|frame| frame.iteration),
            Some(_) | None => Some(end),
        }
    }

    /// Positions (V × q) and parameters at a moment of a run at hand or kept.
    pub(super) fn state_at(&self, Moment { run, iteration }: Moment) -> Option<(Arc<Array2<f64>>, Arc<Params>)> {
        let Way { history, end, latent, params } = self.way(run)?;
        match iteration {
            Some(iteration) if iteration < end => {
                let frame = history.up_to(iteration)?;
                Some((Arc::new(frame.latent.mapv(f64::from)), Arc::clone(&frame.mark.params)))
            }
            Some(_) | None => Some((Arc::clone(latent), Arc::new(params.clone()))),
        }
    }

    /// Positions and parameters at the end of a run at hand or kept, which hands may still change; none before it.
    pub(super) fn end_at(&self, (run, iteration): (u64, usize)) -> Option<(&Arc<Array2<f64>>, &Params)> {
        self.way(run).filter(|way| iteration >= way.end).map(|way| (way.latent, way.params))
    }

    /// A score of a part ("train", "development" or "test") at an iteration of a run at hand or kept, as far as it was measured.
    pub fn score_at(&self, (run, iteration): (u64, usize), part: &str) -> Option<f64> {
        let curves = if run == self.run { &self.curves } else { &self.runs.get(run)?.curves };
        let curve = match part {
            "train" => &curves.train,
            "test" => &curves.test,
            _ => &curves.dev,
        };
        Curves::value_at(curve, iteration)
    }

    /// Whether the run goes slowly now, to be watched.
    pub fn is_watched(&self) -> bool {
        self.pace == Pace::Watch && self.watched && self.is_running() && self.newest() < WATCHED
    }

    /// Whether the first look wants another file: it is of one side of pairs, or a saved model waits for its documents.
    pub fn wants_other_file(&self) -> bool {
        let Loading::Preview { preview, .. } = &self.loading else { return false };
        self.first_look.model.is_some() || preview.as_ref().is_ok_and(Preview::is_one_side)
    }

    /// Whether words are moving.
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Run(RunState::Running)
    }

    /// The iteration shown: the one looked back at, the best where it was taken back, or the newest.
    pub fn shown(&self) -> usize {
        self.timeline.at.or(self.kept()).unwrap_or_else(|| self.newest())
    }

    /// The scores at the iteration looked back at, once they are worked out.
    pub fn past_scores(&self) -> Option<Scores> {
        let Timeline { at, past, .. } = &self.timeline;
        past.as_ref().filter(|past| Some(past.iteration) == *at).map(|past| past.scores)
    }

    /// The best iteration, where a run that ended went back to it.
    pub fn kept(&self) -> Option<usize> {
        self.latest.as_ref().and_then(|snapshot| snapshot.kept)
    }

    /// The newest iteration that has arrived.
    pub fn newest(&self) -> usize {
        self.latest.as_ref().map_or(0, |snapshot| snapshot.iteration)
    }

    /// Where the model is no better than chance; none while it has hardly begun.
    pub fn doubts(&self) -> Option<&Doubts> {
        let begun = self.shown() >= if self.is_running() { PATIENCE } else { 1 };
        self.derived().filter(|_| begun).and_then(Derived::doubts)
    }

    /// Whether a document holds no word the model knows: of it nothing is said, whatever its prediction looks like.
    pub fn is_wordless(&self, document: usize) -> bool {
        let dataset = self.dataset.as_ref().filter(|dataset| document < dataset.corpus.len());
        dataset.is_some_and(|dataset| dataset.weights.row(document).0.is_empty())
    }

    /// What the rating machine says of the word looked at, once it is worked out.
    pub fn word_finding(&self) -> Option<&WordFinding> {
        let (word, found) = self.asked.word_finding.as_ref()?;
        (self.selection == Selection::Word(*word)).then_some(found)
    }

    /// The matches looked through: those held, or the newest.
    pub fn matches(&self) -> Option<&Matched> {
        let held = self.view.pairs.held.as_ref().map(|held| &held.said);
        held.or_else(|| self.snapshot.as_ref()?.matched())
    }

    /// Whether the model has evaluated its matches again since those looked through.
    pub fn has_newer_matches(&self) -> bool {
        let newest = self.snapshot.as_ref().and_then(|snapshot| snapshot.matched());
        let held = self.view.pairs.held.as_ref().map(|held| &held.said);
        newest.zip(held).is_some_and(|(newest, held)| !Arc::ptr_eq(&newest.rows, &held.rows))
    }

    /// The learned dictionary, once it has been made, and the places of the entries that are shown of it.
    pub fn dictionary(&self) -> Option<(&Dictionary, &[usize])> {
        let (of, dictionary) = self.dictionary.as_ref()?;
        let of_corpus = self.dataset.as_ref().is_some_and(|dataset| Same::of(dataset) == *of);
        Some((dictionary, self.entries.value().filter(|_| of_corpus)?))
    }

    /// The saved model shown, until it is trained further.
    pub fn shown_model(&self) -> Option<&Opened> {
        self.opened.as_deref().filter(|opened| self.newest() == opened.saved.iterations)
    }
}
