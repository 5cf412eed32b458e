//! What is asked of the model while something is looked at, and what becomes of the answers.

use std::sync::Arc;

use crate::state::{
    Dictionary, Finding, Focus, Inquiry, Panel, Workspace,
    chooser::summary::SummaryQuestion,
    compare::update::comparing,
    core::memo::Same,
    edit::typed::Asking,
    inspect::update::neighbouring,
    matches::compared::{CompareKey, Compared, Question},
    matches::dictionary::DictionaryQuestion,
    queries::inquiry::WordQuestion,
    queries::update::studying,
};
use crate::{
    corpus::Dataset,
    model::{Matched, Rated},
};

/// What is to be asked now.
pub(in crate::state) fn due(workspace: &mut Workspace) -> Vec<Inquiry> {
    let (documents, live) = (wanted_documents(workspace), wanted_live(workspace));
    let (word, dictionary) = (wanted_word(workspace), wanted_dictionary(workspace));
    let typed = wanted_text(workspace).filter(|asking| workspace.queries.typed.is_due(&asking.key));
    let documents = documents.filter(|question| workspace.queries.documents.is_due(&question.key));
    let live = live.filter(|question| workspace.queries.live.is_due(&question.key));
    let word = word.filter(|question| workspace.queries.word.is_due(&question.key));
    let dictionary = dictionary.filter(|question| workspace.queries.dictionary.is_due(&question.key));
    let documents = documents.into_iter().chain(live).map(|question| Inquiry::Documents(Box::new(question)));
    let word = word.map(|question| Inquiry::Word(Box::new(question)));
    let dictionary = dictionary.map(|question| Inquiry::Dictionary(Box::new(question)));
    let typed = typed.map(|asking| Inquiry::Typed(Box::new(asking)));
    let neighbours = neighbouring::due(workspace);
    documents
        .chain(neighbours)
        .chain(word)
        .chain(dictionary)
        .chain(comparing::due(workspace))
        .chain(choosing(workspace))
        .chain(typed)
        .collect()
}

/// What the search, the axis and the set at work ask for.
fn choosing(workspace: &mut Workspace) -> impl Iterator<Item = Inquiry> + use<> {
    let Workspace { corpus, field, chooser, selection, .. } = workspace;
    let (dataset, basis, scene, chosen, linked) = (&corpus.dataset, &corpus.basis, &field.scene, &selection.set, &chooser.linked);
    let typed = dataset.as_ref().and_then(|dataset| Some(((chooser.find.clone()?, Same::of(dataset)), Arc::clone(dataset))));
    let find = typed.filter(|(key, _)| chooser.asked_find.is_due(key)).map(|(key, dataset)| Inquiry::Find(key, dataset));
    let latent = scene.as_ref().map(|scene| &scene.latent);
    let axis = chooser.axis.zip(latent).map(|(axis, latent)| ((axis.first, axis.second, Same::of(latent)), Arc::clone(latent)));
    let axis = axis.filter(|(key, _)| chooser.asked_axis.is_due(key)).map(|(key, latent)| Inquiry::Axis(key, latent));
    let question = || {
        let (dataset, linked) = (dataset.as_ref()?, linked.value()?.as_ref().filter(|_| chosen.count() > 1)?);
        let key = (chosen.clone(), Same::of(dataset));
        let (dataset, basis) = (Arc::clone(dataset), Arc::clone(basis.as_ref()?));
        Some(SummaryQuestion { key, dataset, basis, linked: Arc::clone(linked) })
    };
    let summary = question().filter(|question| chooser.asked_summary.is_due(&question.key)).map(Inquiry::Summary);
    find.into_iter().chain(axis).chain(summary)
}

/// The two documents looked at, by the model held.
fn wanted_documents(workspace: &Workspace) -> Option<Question> {
    let view = &workspace.documents.view.pairs;
    question(workspace, workspace.matches()?, view.source?, view.chosen, false)
}

/// The same two by the newest model, for the word field, where that is another than the one held.
fn wanted_live(workspace: &Workspace) -> Option<Question> {
    let compared = workspace.documents.view.pairs.compared.as_ref().filter(|_| workspace.has_newer_matches())?;
    let newest = workspace.run.snapshot.as_ref()?.matched()?;
    question(workspace, newest, compared.source, Some(compared.target), true)
}

fn question(workspace: &Workspace, said: &Matched, source: usize, chosen: Option<usize>, live: bool) -> Option<Question> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.corpus.dataset.as_ref()?, workspace.corpus.basis.as_ref()?);
    let key = CompareKey { dataset: Same::of(dataset), rows: Same::of(&said.rows), source, chosen, live };
    Some(Question {
        key,
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        fitted: Arc::clone(&said.fitted),
        pool: workspace.documents.view.pairs.pool.clone(),
    })
}

fn wanted_text(workspace: &Workspace) -> Option<Asking> {
    let typed = &workspace.interventions.typed;
    let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref()?);
    if !typed.open || snapshot.documents.x.nrows() != dataset.words.len() {
        return None;
    }
    Asking::of(typed, dataset, snapshot, workspace.field.layers.rating())
}

fn wanted_word(workspace: &Workspace) -> Option<WordQuestion> {
    let Focus::Word(word) = workspace.selection.focus else { return None };
    let (snapshot, dataset) = (workspace.run.snapshot.as_ref()?, workspace.corpus.dataset.as_ref()?);
    let predictions: &Rated = snapshot.rated()?;
    let fitted = predictions.fitted.as_ref()?;
    let values = snapshot.words.clone().filter(|words| word < words.values.nrows())?;
    let usual = workspace.corpus.basis.as_ref()?.ratings.as_ref()?.usual.clone();
    Some(WordQuestion {
        key: (Same::of(fitted), word),
        fitted: Arc::clone(fitted),
        place: snapshot.position(word),
        dataset: Arc::clone(dataset),
        values,
        usual,
    })
}

/// While it can be seen; a large one only while the training rests.
fn wanted_dictionary(workspace: &Workspace) -> Option<DictionaryQuestion> {
    let seen = workspace.layout.arrangement.shows(Panel::Inspector)
        && !matches!(workspace.selection.focus, Focus::Word(_) | Focus::Document(_));
    let (dataset, snapshot) = (workspace.corpus.dataset.as_ref()?, workspace.run.snapshot.as_ref().filter(|_| seen)?);
    let predictions: &Matched = snapshot.matched()?;
    let large = Dictionary::cost(dataset, predictions.fitted.latent()?) > Dictionary::LARGE;
    if predictions.rows.is_empty() || large && workspace.is_running() {
        return None;
    }
    let key = (Same::of(dataset), Same::of(&predictions.rows));
    let (dataset, fitted) = (Arc::clone(dataset), Arc::clone(&predictions.fitted));
    Some(DictionaryQuestion { key, dataset, fitted, iteration: snapshot.shown() })
}

/// Takes an answer in; one to a question nobody asks any more is dropped.
pub(in crate::state) fn found(workspace: &mut Workspace, finding: Finding) {
    match finding {
        Finding::Documents(key, found) => {
            let asked = if key.live { &mut workspace.queries.live } else { &mut workspace.queries.documents };
            let waited = asked.answer(&key);
            let Some((pool, compared)) = found.filter(|_| waited) else { return };
            let view = &mut workspace.documents.view.pairs;
            view.pool = Some(pool);
            if key.live {
                let same = |seen: &Arc<Compared>| (seen.source, seen.target) == (compared.source, compared.target);
                if view.compared.as_ref().is_some_and(same) {
                    view.live = Some(compared);
                    workspace.redraw();
                }
            } else if (view.source, view.chosen) == (Some(key.source), key.chosen) {
                workspace.show_compared(compared);
            }
        }
        Finding::Word(key, found) => {
            if workspace.queries.word.answer(&key) {
                workspace.queries.word_finding = found.map(|found| (key.1, found));
            }
        }
        Finding::Neighbours(key, found) => neighbouring::found(workspace, &key, found),
        Finding::Dictionary(key, found) => {
            if workspace.queries.dictionary.answer(&key) {
                workspace.matches.dictionary = found.map(|found| (key.0, found));
            }
        }
        Finding::Runs(key, found) => comparing::answered(workspace, &key, found),
        Finding::Study(answer) => studying::answered(workspace, answer),
        Finding::Typed(key, found) => {
            if workspace.queries.typed.answer(&key) && found.is_some() {
                workspace.interventions.typed.reading = found;
                workspace.redraw();
            }
        }
        Finding::Find(key, found) => {
            if workspace.chooser.asked_find.answer(&key) {
                workspace.chooser.hits = found.map(|found| (key, found));
            }
        }
        Finding::Axis(key, found) => {
            if workspace.chooser.asked_axis.answer(&key) {
                workspace.chooser.ranking = found.map(|found| (key, found));
            }
        }
        Finding::Summary(key, found) => {
            if workspace.chooser.asked_summary.answer(&key) {
                workspace.chooser.summary = found.map(|found| (key, found));
            }
        }
    }
}
