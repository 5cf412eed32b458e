//! Workspace: complete state of the window.
//!
//! Memory: two shared handles (dataset, newest snapshot) and one point per curve and iteration,
//! thinned to [`Curves::LIMIT`](crate::Curves::LIMIT).

mod questions;
mod shown;
mod work;

use std::{mem, sync::Arc};

use crate::{
    AlignState, Between, ChangesStudy, Choices, Chooser, CompareState, ConcordanceState, CorpusState, DocumentMapState,
    DocumentsState, ExportState, FieldOf, FieldState, Focus, GramState, InspectState, Interventions, LabelsState, LayoutState,
    Lazy, LessonState, Loading, MatchesState, Message, MethodsState, Owner, Path, PathKind, ReviewStore, RunInterventions,
    SandboxState, Scene, SelectionSet, SelectionState, SessionState, SetsStudy, Settings, SpaceState, Timeline, TrainingState,
    UndoList, corpus::update::load::cancel, matches::compared::Compared,
};
use wordfield_core::{
    model::{Preset, Snapshot},
    train::{Pace, TrainOptions},
};

pub use shown::ScoresShown;
pub use work::Work;

/// Complete state of the window: the state of each feature.
#[must_use]
#[derive(Debug, Default)]
pub struct Workspace {
    /// What the user chose.
    pub choices: Choices,
    /// State of the corpus: the dataset, its options, and a corpus that is being read.
    pub corpus: CorpusState,
    /// The current training run, and earlier runs of the corpus.
    pub run: TrainingState,
    /// Recorded iterations of the current run, and the shown one.
    pub timeline: Timeline,
    /// State of the word field.
    pub field: FieldState,
    /// Subject of the inspector, selection set and named sets.
    pub selection: SelectionState,
    /// State of the word search, the semantic axis and the list of named sets.
    pub chooser: Chooser,
    /// Effects of interventions in the model, and the typed document.
    pub interventions: Interventions,
    /// State of the table of documents.
    pub documents: DocumentsState,
    /// Values of the inspector, read from the shown snapshot.
    pub(crate) inspect: InspectState,
    /// Check of the labels of the documents.
    pub labels: LabelsState,
    /// What changed between groups of documents.
    pub changes: ChangesStudy,
    /// State of the comparisons of two sets and of two runs.
    pub compare: CompareState,
    /// State of the Gram matrix.
    pub gram: GramState,
    /// State of the map of documents.
    pub document_map: DocumentMapState,
    /// State of the concordance.
    pub concordance: ConcordanceState,
    /// State of the matches of a model of pairs, the check of the pairs, and the learned dictionary.
    pub matches: MatchesState,
    /// Files of the verdicts on matches, and verdicts on earlier corpora.
    pub reviews: ReviewStore,
    /// State of the sandbox.
    pub sandbox: SandboxState,
    /// State of the word vectors without documents.
    pub word_space: SpaceState,
    /// State of saving, and the hints for new users.
    pub session: SessionState,
    /// State of the study of methods on the open corpus.
    pub methods: MethodsState,
    /// The latest message, an error or a note.
    pub message: Option<Message>,
    /// State of the dialog that aligns two texts.
    pub align: AlignState,
    /// State of the export dialog, and the order of tables.
    pub export: ExportState,
    /// State of the layout: tabs, panels, theme.
    pub layout: LayoutState,
    /// The open lesson, and the progress in all lessons.
    pub lesson: LessonState,
    /// List of undoable and redoable entries.
    pub undo: UndoList,
}

impl Workspace {
    /// Scene of a snapshot with the window's layers, colours and comparisons.
    fn scene_of(&self, snapshot: &Snapshot) -> Option<Scene> {
        let basis = self.corpus.basis.as_ref()?;
        let colouring = basis.colouring(&self.choices.layers, snapshot);
        let mut scene = Scene {
            colouring,
            paths: self.field.paths.clone(),
            past: self.timeline.is_bare(),
            paper: self.choices.settings.nearest_preset() == Preset::Paper,
            dataset: self.corpus.dataset.clone(),
            ..Scene::new(basis, self.run.id, snapshot)?
        };
        let pairs = &self.matches.view;
        let compared = pairs.live.as_ref().or(pairs.compared.as_ref());
        if let Some(between) = self.between_sets().filter(|_| self.choices.layers.field_of == FieldOf::Sets) {
            scene.between = Some(between.clone());
        } else if let (Focus::Document(_), Some(compared)) = (self.choices.focus, compared) {
            scene.between.clone_from(&compared.between);
        }
        if self.choices.layers.field_of == FieldOf::Mean {
            scene.mean = self.field.mean.value().cloned().flatten();
        }
        scene.novelty = self.novelty_found().cloned();
        if self.timeline.at.is_none() {
            scene.pinned = Arc::clone(&self.choices.touched.pinned);
            self.interventions.over(&mut scene);
        }
        if scene.past {
            scene.verdict = None;
        }
        Some(scene)
    }

    /// Class of a word as the word field colours it; without a field that of its documents. `None` for an unknown word.
    pub fn class_of_word(&self, word: usize) -> Option<usize> {
        let basis = self.corpus.basis.as_ref()?;
        let own = basis.word_class.get(word).copied()?;
        Some(self.field.scene.as_ref().filter(|scene| Arc::ptr_eq(&scene.basis, basis)).map_or(own, |scene| scene.class_of(word)))
    }

    /// Shares of words in the last comparison of two sets, if it belongs to the current corpus.
    fn between_sets(&self) -> Option<&Between> {
        let found = self.compare.sets.study.found()?;
        self.corpus.dataset.as_ref().filter(|dataset| found.key.is_over(dataset)).map(|_| &found.between)
    }

    /// Shows the comparison of two documents, with their witness function in the word field.
    pub(super) fn show_compared(&mut self, compared: Arc<Compared>) {
        self.choices.layers.field_of = FieldOf::Witness { source: compared.source, target: compared.target };
        (self.matches.view.compared, self.matches.view.live) = (Some(compared), None);
        self.redraw();
    }

    /// Replaces the lines of a kind drawn over the words.
    pub fn draw_paths(&mut self, kind: PathKind, paths: Vec<Path>) {
        self.field.paths.set(kind, paths);
        if let Some(scene) = &self.field.scene {
            self.field.scene = Some(Arc::new(Scene { paths: self.field.paths.clone(), ..(**scene).clone() }));
        }
    }

    /// Rebuilds the scene of the shown snapshot.
    pub fn redraw(&mut self) {
        if let Some(snapshot) = &self.run.snapshot {
            self.field.scene = self.scene_of(snapshot).map(Arc::new);
        }
    }

    /// Shows the newest snapshot, or the recorded point of an earlier iteration.
    pub(super) fn show_state(&mut self) {
        let Timeline { history, at, past, .. } = &self.timeline;
        self.run.snapshot = match *at {
            None => self.run.latest.clone(),
            Some(at) => match past.as_ref().or(self.run.latest.as_ref()) {
                Some(known) if known.iteration == at && past.is_some() => Some(Arc::clone(known)),
                known => known.zip(history.as_ref().and_then(|history| history.up_to(at))).map(|(known, frame)| {
                    let latent = Arc::new(frame.latent.mapv(f64::from));
                    Arc::new(Snapshot { iteration: at, restored_iteration: None, ..(**known).clone() }.with_latent(latent))
                }),
            },
        };
        self.redraw();
    }

    /// Applies the selected sentiment word lists, positive and negative.
    pub(super) fn apply_lexicon(&mut self) {
        if let (Some(basis), Some(dataset), Some(lexicon)) = (&self.corpus.basis, &self.corpus.dataset, &self.field.lexicon)
            && !basis.rating_names.is_empty()
        {
            self.corpus.basis = Some(Arc::new(basis.with_lexicon(dataset, lexicon)));
        }
    }

    /// Clears state that refers to the words or documents of another dataset.
    pub(super) fn change_words(&mut self) {
        self.concordance = ConcordanceState { order: self.concordance.order, ..ConcordanceState::default() };
        (self.compare.sets.study, self.compare.sets.halves) = (Lazy::default(), Lazy::default());
        (self.choices.selection, self.choices.only) = (SelectionSet::Empty, false);
        self.selection.forget_positions();
        self.undo.clear();
        self.chooser.forget();
    }

    /// Prepares every feature for a new run, since answers and interventions belong to the previous one.
    pub(super) fn begin_run(&mut self) {
        self.inspect.begin_run();
        self.field.begin_run(self.corpus.basis.as_deref());
        self.matches.begin_run();
        self.interventions.begin();
        self.choices.touched = RunInterventions { run: self.run.id, ..RunInterventions::default() };
        self.corpus.saved_model = None;
    }

    /// Training settings for a dataset that is being loaded.
    pub(super) fn settings_to_come(&mut self) -> Option<&mut Settings> {
        if let Loading::Reading { settings, .. } = &mut self.corpus.loading { settings.as_deref_mut() } else { None }
    }

    /// Training options of the current run. Runs of a search or study have an iteration limit; a lesson requests its iterations.
    pub fn train_options(&self) -> TrainOptions {
        let free = !self.run.watched || self.is_searching();
        let pace = if self.run.pace == Pace::Watch && free { Pace::Full } else { self.run.pace };
        let options = self.choices.settings.train_options(pace);
        let searched = self.is_searching().then(|| self.choices.settings.params.run().0);
        TrainOptions { max_iterations: searched.or(options.max_iterations), start_paused: self.lesson.trains(), ..options }
    }

    /// Creates the workspace of a lesson, shown instead of this one. Layout and lessons move to the new workspace.
    /// Its numbers of runs and jobs start above those of this workspace, so that no number belongs to both.
    pub fn beside(&mut self) -> Self {
        let (tab, arrangement) = (self.layout.tab, self.layout.arrangement.clone());
        let mut lesson = Self {
            layout: mem::take(&mut self.layout),
            lesson: mem::take(&mut self.lesson),
            run: TrainingState { id: self.run.id, pace: self.run.pace, ..TrainingState::default() },
            session: SessionState {
                hint_read: true,
                memory: self.session.memory,
                studies: self.session.studies.clone(),
                ..SessionState::default()
            },
            ..Self::default()
        };
        (self.layout.tab, self.layout.arrangement) = (tab, arrangement);
        lesson.corpus.job = self.corpus.job + 1;
        lesson.lesson.owner = Owner::Lesson;
        lesson
    }

    /// Returns to the user's workspace after a lesson. Layout and lessons move back; tab and panels are those of the user.
    pub fn return_from(&mut self, lesson: &mut Self) {
        let LayoutState { tab, arrangement, .. } = mem::take(&mut self.layout);
        let of_lesson = mem::take(&mut lesson.layout);
        let arrangement = arrangement.back_from(&of_lesson.arrangement);
        self.layout = LayoutState { tab, arrangement, ..of_lesson };
        self.lesson = mem::take(&mut lesson.lesson);
        self.lesson.owner = Owner::User;
        cancel(lesson);
    }

    /// Copy of the shown state to draw figures on a thread, without jobs, undo, verdicts and dialogs; only curves are copied.
    pub fn printed(&self) -> Self {
        let Self { corpus, run, field, compare, gram, document_map, .. } = self;
        let mut copy = Self {
            choices: Choices { focus: Focus::None, shown: None, selection: SelectionSet::Empty, ..self.choices.clone() },
            corpus: CorpusState { dataset: corpus.dataset.clone(), basis: corpus.basis.clone(), ..CorpusState::default() },
            run: TrainingState {
                id: run.id,
                phase: run.phase,
                snapshot: run.snapshot.clone(),
                latest: run.latest.clone(),
                curves: run.curves.clone(),
                ..TrainingState::default()
            },
            timeline: self.timeline.clone(),
            field: FieldState {
                scene: field.scene.clone(),
                paths: field.paths.clone(),
                mean: field.mean.clone(),
                hidden_contours: field.hidden_contours.clone(),
                ..FieldState::default()
            },
            sandbox: self.sandbox.printed(),
            word_space: self.word_space.printed(),
            compare: CompareState {
                sets: SetsStudy { study: compare.sets.study.printed(), ..SetsStudy::default() },
                ..CompareState::default()
            },
            gram: GramState { look: gram.look, study: gram.study.printed(), ..GramState::default() },
            document_map: DocumentMapState { look: document_map.look, study: document_map.study.printed() },
            ..Self::default()
        };
        copy.inspect.derived = self.inspect.derived.clone();
        copy
    }
}
