//! Inspector: values of the word in focus under a rating model, its neighbours, and intervals of the errors of predicted ratings.
//! Neighbours are found immediately if the search is fast, otherwise by a job; the previous neighbours are shown meanwhile.

use std::sync::Arc;

use crate::{
    Focus, Job, Neighbours, Tab, Underway, Workspace,
    core::job::{At, start, start_then},
    core::memo::Same,
    inspect::{
        explain::Part,
        neighbours::NeighboursKey,
        rated::{LoneWord, outermost},
        rating_intervals::intervals,
        topics::TopicSummary,
        word_query::WordAnswer,
    },
};
use wordfield_core::{
    corpus::TaskKind,
    metric::RatingIntervals,
    model::{Fitted, Rated, Snapshot},
};

/// Key of the nearest words of the word in focus.
fn wanted(workspace: &Workspace) -> Option<(NeighboursKey, &Arc<Snapshot>)> {
    let Focus::Word(word) = workspace.choices.focus else { return None };
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
    let Focus::Document(document) = workspace.choices.focus else { return inspect.document_topics.forget() };
    if document < dataset.weights.rows() {
        let shares = || topics.shares(&dataset.weights.select(&[document])).row(0).to_vec();
        inspect.document_topics.of((Same::of(snapshot), document), shares);
    }
}

/// Finds the nearest words immediately if the search is fast; drops those of another word or run.
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

/// Starts the search for the nearest words if it is too slow for a frame.
/// The neighbours of the word in focus are shown meanwhile, possibly for earlier positions.
pub(crate) fn due_neighbours(workspace: &mut Workspace) -> Option<Job> {
    let (key, snapshot) = wanted(workspace)?;
    let slow = snapshot.latent().is_some_and(|latent| !Neighbours::at_once(latent));
    let job = &workspace.inspect.neighbours_job;
    job.due_unless(&key, |running| (running.0, running.1) == (key.0, key.1)).filter(|()| slow)?;
    let (of, snapshot) = (key.clone(), Arc::clone(snapshot));
    let at: At<_, _> = |workspace| &mut workspace.inspect.neighbours_job;
    let work = move |_: &Underway| Some(Arc::new(Neighbours::new(of.clone(), &snapshot)));
    Some(start_then(workspace, "neighbours", at, key, work, |workspace, key, neighbours| {
        if workspace.choices.focus == Focus::Word(key.1) {
            workspace.inspect.neighbours = Some(neighbours);
        }
    }))
}

/// Starts the values of the word in focus under a rating model.
pub(crate) fn due_word(workspace: &mut Workspace) -> Option<Job> {
    let Focus::Word(word) = workspace.choices.focus else { return None };
    let (snapshot, dataset) = (workspace.run.snapshot.as_ref()?, workspace.corpus.dataset.as_ref()?);
    let predictions: &Rated = snapshot.rated()?;
    let fitted = predictions.fitted.as_ref()?;
    let key = (Same::of(fitted), word);
    workspace.inspect.word.due_unless(&key, |running| running.1 == word)?;
    let values = snapshot.words.clone().filter(|words| word < words.values.nrows())?;
    let typical = workspace.corpus.basis.as_ref()?.ratings.as_ref()?.typical.clone();
    let (fitted, dataset) = (Arc::clone(fitted), Arc::clone(dataset));
    let place = snapshot.position(word);
    let work = move |_: &Underway| Some(WordAnswer::of(&dataset, &*fitted, &values, &typical, (word, place.clone())));
    Some(start(workspace, "word", |workspace| &mut workspace.inspect.word, key, work))
}

/// Starts the words with the surest high and low ratings.
pub(crate) fn due_outermost(workspace: &mut Workspace) -> Option<Job> {
    let (snapshot, dataset) = (workspace.run.snapshot.as_ref()?, Arc::clone(workspace.corpus.dataset.as_ref()?));
    let (fitted, values) = (Arc::clone(snapshot.rated()?.fitted.as_ref()?), snapshot.words.clone()?);
    let (rating, now) = (workspace.choices.layers.rating(), snapshot.evaluated);
    let key = (Same::of(&fitted), rating, now);
    let found = &workspace.inspect.outermost;
    // While words move, they are found again when the iterations have grown by a quarter.
    let is_recent = |of: usize| workspace.is_running() && (of..of + of.div_ceil(4)).contains(&now);
    if found.last().is_some_and(|((_, of, at), _)| *of == rating && is_recent(*at)) {
        return None;
    }
    found.due_unless(&key, |running| running.1 == rating)?;
    let work = move |_: &Underway| Some(outermost(&dataset, &*fitted, &values, rating));
    Some(start(workspace, "outermost", |workspace| &mut workspace.inspect.outermost, key, work).long())
}

/// Starts the error intervals on a part of the split other than the training part.
pub(crate) fn due_intervals(workspace: &mut Workspace) -> Option<Job> {
    let (part, task) = (workspace.choices.part, workspace.corpus.dataset.as_ref()?.corpus.task.kind());
    let shown = workspace.layout.tab == Tab::Evaluation && task == TaskKind::Ratings && part != Part::Train;
    // While words move, intervals are computed only at evaluations.
    let evaluated = !workspace.is_running() || workspace.evaluated() == Some(workspace.shown());
    let derived = Arc::clone(workspace.inspect.derived.value().filter(|_| shown && evaluated)?);
    let key = (Same::of(&derived), part);
    workspace.inspect.rating_intervals.due_unless(&key, |running| running.1 == part)?;
    let work = move |_: &Underway| Some(intervals(&derived, part));
    Some(start(workspace, "intervals", |workspace| &mut workspace.inspect.rating_intervals, key, work).long())
}

impl Workspace {
    /// Words that alone are surely rated high, and those surely rated low, once computed.
    pub fn outermost(&self) -> Option<&[Vec<LoneWord>; 2]> {
        let ((_, rating, _), found) = self.inspect.outermost.last()?;
        Some(found).filter(|_| *rating == self.choices.layers.rating())
    }

    /// Bootstrap intervals of the errors in the tab Evaluation.
    /// `None` until computed, for the training part, and for fewer than ten documents.
    pub fn rating_intervals(&self) -> Option<RatingIntervals> {
        let derived = self.inspect.derived.value()?;
        *self.inspect.rating_intervals.to(&(Same::of(derived), self.choices.part))?
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::{
        Action, Effect, Job, Look, TrainerUpdate,
        inspect::explain,
        update,
        update::tests::{snapshot, training},
    };

    /// Jobs of the search for neighbours in a list of effects.
    fn query_tasks(effects: Vec<Effect>) -> Vec<Job> {
        let of_neighbours = |effect| match effect {
            Effect::Run(task) if task.is("neighbours") => Some(task),
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
        let again = query_tasks(update(&mut workspace, question.answer()));
        let before = workspace.neighbours().expect("neighbours").own.clone();
        assert_eq!((before.len(), again.len()), (12, 1), "the words have moved meanwhile");
        for question in again {
            assert!(query_tasks(update(&mut workspace, question.answer())).is_empty());
        }
        let latent = workspace.run.snapshot.as_ref().expect("a state").latent().expect("positions");
        assert_eq!(workspace.neighbours().expect("neighbours").own, explain::neighbours(latent, 3, 12));
        let question = query_tasks(update(&mut workspace, Action::Look(Look::Select(Focus::Word(4))))).remove(0);
        assert!(workspace.neighbours().is_none(), "those of another word are none");
        update(&mut workspace, Action::Look(Look::Select(Focus::None)));
        update(&mut workspace, question.answer());
        assert!(workspace.neighbours().is_none());
    }
}
