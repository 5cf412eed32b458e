//! Inspector: values of the word in focus under a rating model, its neighbours, and intervals of the errors of predicted ratings.
//! Neighbours are found immediately if the search is fast, otherwise by a query; earlier neighbours stay meanwhile.

use std::sync::Arc;

use crate::{
    Focus, Neighbours, Tab, Workspace,
    core::memo::Same,
    core::update::{SlotOf, ViewQuery},
    inspect::explain::Part,
    inspect::neighbours::{NeighboursKey, NeighboursQuery},
    inspect::rating_intervals::IntervalsQuery,
    inspect::topics::TopicSummary,
    inspect::word_query::WordQuery,
};
use wordfield_core::{
    corpus::TaskKind,
    metric::RatingIntervals,
    model::{Fitted, Rated, Snapshot},
};

/// Key of the nearest words of the word in focus.
fn wanted(workspace: &Workspace) -> Option<(NeighboursKey, &Arc<Snapshot>)> {
    let Focus::Word(word) = workspace.selection.focus else { return None };
    let snapshot = workspace.run.snapshot.as_ref()?;
    let latent = snapshot.latent().filter(|latent| word < latent.nrows())?;
    Some(((workspace.run.id, word, Same::of(latent)), snapshot))
}

/// Updates the topics of the shown model, and their shares in the document in focus.
pub(crate) fn list_topics(workspace: &mut Workspace) {
    let inspect = &mut workspace.inspect;
    let (Some(dataset), Some(snapshot)) = (&workspace.corpus.dataset, &workspace.run.snapshot) else {
        return inspect.topics.forget();
    };
    let Some(topics) = snapshot.fitted().and_then(Fitted::topics) else { return inspect.topics.forget() };
    inspect.topics.of(Same::of(snapshot), || TopicSummary::all(topics));
    let Focus::Document(document) = workspace.selection.focus else { return inspect.document_topics.forget() };
    if document < dataset.weights.rows() {
        let shares = || topics.shares(&dataset.weights.select(&[document])).row(0).to_vec();
        inspect.document_topics.of((Same::of(snapshot), document), shares);
    }
}

/// Finds the nearest words at once if that is fast; drops those of another word or run.
pub(crate) fn refresh(workspace: &mut Workspace) {
    let Some((key, snapshot)) = wanted(workspace) else {
        workspace.inspect.neighbours = None;
        return;
    };
    let known = workspace.inspect.neighbours.as_ref().map(|known| &known.of);
    if known == Some(&key) {
        return;
    }
    if snapshot.latent().is_some_and(|latent| Neighbours::at_once(latent)) {
        workspace.inspect.neighbours = Some(Arc::new(Neighbours::new(key, snapshot)));
    } else if known.is_some_and(|known| (known.0, known.1) != (key.0, key.1)) {
        workspace.inspect.neighbours = None;
    }
}

impl ViewQuery for NeighboursQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.inspect.neighbours_query;

    /// Query for the nearest words if the search is too slow for a frame.
    fn build(workspace: &Workspace) -> Option<Self> {
        let (key, snapshot) =
            wanted(workspace).filter(|(_, snapshot)| snapshot.latent().is_some_and(|latent| !Neighbours::at_once(latent)))?;
        Some(Self { key, snapshot: Arc::clone(snapshot) })
    }

    /// Shows nearest words of the word in focus, possibly for earlier positions.
    fn show(workspace: &mut Workspace, key: NeighboursKey, neighbours: Arc<Neighbours>) {
        if workspace.selection.focus == Focus::Word(key.1) {
            workspace.inspect.neighbours = Some(neighbours);
        }
    }
}

impl ViewQuery for WordQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.inspect.word;

    fn build(workspace: &Workspace) -> Option<Self> {
        let Focus::Word(word) = workspace.selection.focus else { return None };
        let (snapshot, dataset) = (workspace.run.snapshot.as_ref()?, workspace.corpus.dataset.as_ref()?);
        let predictions: &Rated = snapshot.rated()?;
        let fitted = predictions.fitted.as_ref()?;
        let values = snapshot.words.clone().filter(|words| word < words.values.nrows())?;
        let usual = workspace.corpus.basis.as_ref()?.ratings.as_ref()?.usual.clone();
        Some(Self {
            key: (Same::of(fitted), word),
            fitted: Arc::clone(fitted),
            place: snapshot.position(word),
            dataset: Arc::clone(dataset),
            values,
            usual,
        })
    }
}

impl ViewQuery for IntervalsQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.inspect.rating_intervals;

    /// Query for error intervals on a part of the split other than the training part.
    fn build(workspace: &Workspace) -> Option<Self> {
        let (part, task) = (workspace.documents.part, workspace.corpus.dataset.as_ref()?.corpus.task.kind());
        let shown = workspace.layout.tab == Tab::Evaluation && task == TaskKind::Ratings && part != Part::Train;
        // While words move, only the predictions of each evaluation get intervals.
        let evaluated = !workspace.is_running() || workspace.evaluated() == Some(workspace.shown());
        let derived = workspace.inspect.derived.value().filter(|_| shown && evaluated)?;
        Some(Self { derived: Arc::clone(derived), part })
    }
}

impl Workspace {
    /// Bootstrap intervals of the errors in the tab Evaluation; `None` until computed, for the training part, and for fewer than
    /// ten documents.
    pub fn rating_intervals(&self) -> Option<RatingIntervals> {
        let derived = self.inspect.derived.value()?;
        *self.inspect.rating_intervals.to(&(Same::of(derived), self.documents.part))?
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::{
        Action, Effect, Look, QueryTask, TrainerUpdate,
        inspect::explain,
        update,
        update::tests::{snapshot, training},
    };

    /// Queries for neighbours among the effects.
    fn query_tasks(effects: Vec<Effect>) -> Vec<QueryTask> {
        let of_neighbours = |effect| match effect {
            Effect::Ask(task) if task.is::<NeighboursQuery>() => Some(task),
            _ => None,
        };
        effects.into_iter().filter_map(of_neighbours).collect()
    }

    #[test]
    fn a_slow_search_runs_on_a_thread_and_earlier_neighbours_stay() {
        let mut workspace = training();
        let shown = snapshot(&workspace, 1);
        let (run, words) = (workspace.run.id, shown.latent().expect("positions").nrows());
        let q = Neighbours::AT_ONCE / words + 1;
        let wide = |sign: f64| {
            let latent = Arc::new(Array2::from_shape_fn((words, q), |(word, axis)| sign * ((word * (axis + 3)) as f64).sin()));
            TrainerUpdate::Snapshot(Arc::new(Snapshot::clone(&shown).with_latent(latent)))
        };
        update(&mut workspace, Action::Trainer(run, wide(1.0)));
        let mut questions = query_tasks(update(&mut workspace, Action::Look(Look::Select(Focus::Word(3)))));
        assert!(questions.len() == 1 && workspace.neighbours().is_none());
        let question = questions.remove(0);
        assert!(query_tasks(update(&mut workspace, Action::Trainer(run, wide(2.0)))).is_empty(), "one at a time");
        let again = query_tasks(update(&mut workspace, Action::Answered(question.answer())));
        let before = workspace.neighbours().expect("neighbours").own.clone();
        assert_eq!((before.len(), again.len()), (12, 1), "the words have moved meanwhile");
        for question in again {
            assert!(query_tasks(update(&mut workspace, Action::Answered(question.answer()))).is_empty());
        }
        let latent = workspace.run.snapshot.as_ref().expect("a state").latent().expect("positions");
        assert_eq!(workspace.neighbours().expect("neighbours").own, explain::neighbours(latent, 3, 12));
        let question = query_tasks(update(&mut workspace, Action::Look(Look::Select(Focus::Word(4))))).remove(0);
        assert!(workspace.neighbours().is_none(), "those of another word are none");
        update(&mut workspace, Action::Look(Look::Select(Focus::None)));
        update(&mut workspace, Action::Answered(question.answer()));
        assert!(workspace.neighbours().is_none());
    }
}
