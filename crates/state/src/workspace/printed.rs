//! A copy of the shown state, for figures drawn on another thread.

use crate::{CompareState, CorpusState, DocumentsState, FieldState, GramState, SetsStudy, TaskState, TrainingState, Workspace};

impl Workspace {
    /// The shown state: shares the data and leaves out queries, undo, verdicts and dialogs. Cost: a copy of the curves.
    #[must_use]
    pub fn printed(&self) -> Self {
        let Self { corpus, run, field, documents, compare, gram, .. } = self;
        let mut copy = Self {
            corpus: CorpusState { dataset: corpus.dataset.clone(), basis: corpus.basis.clone(), ..CorpusState::default() },
            run: TrainingState {
                id: run.id,
                settings: run.settings.clone(),
                phase: run.phase,
                snapshot: run.snapshot.clone(),
                latest: run.latest.clone(),
                curves: run.curves.clone(),
                ..TrainingState::default()
            },
            timeline: self.timeline.clone(),
            field: FieldState {
                scene: field.scene.clone(),
                layers: field.layers,
                tool: field.tool,
                muted: field.muted.clone(),
                paths: field.paths.clone(),
                mean: field.mean.clone(),
                hidden_contours: field.hidden_contours.clone(),
                ..FieldState::default()
            },
            sandbox: self.sandbox.printed(),
            word_space: self.word_space.printed(),
            documents: DocumentsState {
                part: documents.part,
                view: TaskState { classes: documents.view.classes, ratings: documents.view.ratings, ..TaskState::default() },
                ..DocumentsState::default()
            },
            compare: CompareState {
                sets: SetsStudy { pair: compare.sets.pair.clone(), study: compare.sets.study.printed(), ..SetsStudy::default() },
                ..CompareState::default()
            },
            gram: GramState { look: gram.look, study: gram.study.printed(), ..GramState::default() },
            ..Self::default()
        };
        copy.inspect.derived = self.inspect.derived.clone();
        copy
    }
}
