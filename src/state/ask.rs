//! What is asked of the model while something is looked at, and what becomes of the answers.

use std::sync::Arc;

use super::{
    Finding, Inquiry, Selection, Workspace,
    compared::{CompareKey, Question},
    comparing,
    inquiry::WordKey,
    memo::Same,
    studying,
    summary::SummaryQuestion,
    typed::Asking,
};
use crate::{
    corpus::Dataset,
    model::{Matched, Rated, gp::GpModel},
};

/// What is to be asked now.
pub(super) fn due(workspace: &mut Workspace) -> Vec<Inquiry> {
    let (documents, word, typed) = (wanted_documents(workspace), wanted_word(workspace), wanted_text(workspace));
    let typed = typed.filter(|asking| workspace.hands.asked_typed.is_due(&asking.key));
    let documents = documents.filter(|question| workspace.asked_documents.is_due(&question.key));
    let word = word.filter(|(key, ..)| workspace.asked_word.is_due(key));
    let word = word.map(|(key, machine, place)| Inquiry::Word(key, machine, place));
    let documents = documents.map(|question| Inquiry::Documents(Box::new(question)));
    let typed = typed.map(|asking| Inquiry::Typed(Box::new(asking)));
    documents.into_iter().chain(word).chain(comparing::due(workspace)).chain(choosing(workspace)).chain(typed).collect()
}

/// What the search, the axis and the set at work ask for.
fn choosing(workspace: &mut Workspace) -> impl Iterator<Item = Inquiry> + use<> {
    let Workspace { dataset, basis, scene, chooser, linked, chosen, .. } = workspace;
    let typed = dataset.as_ref().and_then(|dataset| Some(((chooser.find.clone()?, Same::of(dataset)), Arc::clone(dataset))));
    let find = typed.filter(|(key, _)| chooser.asked_find.is_due(key)).map(|(key, dataset)| Inquiry::Find(key, dataset));
    let latent = scene.as_ref().map(|scene| &scene.latent);
    let axis = chooser.axis.zip(latent).map(|(axis, latent)| ((axis.first, axis.second, Same::of(latent)), Arc::clone(latent)));
    let axis = axis.filter(|(key, _)| chooser.asked_axis.is_due(key)).map(|(key, latent)| Inquiry::Axis(key, latent));
    let question = || {
        let (dataset, linked) = (dataset.as_ref()?, linked.value()?.as_ref()?);
        let key = (chosen.clone(), Same::of(dataset));
        let (dataset, basis) = (Arc::clone(dataset), Arc::clone(basis.as_ref()?));
        Some(SummaryQuestion { key, dataset, basis, linked: Arc::clone(linked) })
    };
    let summary = question().filter(|question| chooser.asked_summary.is_due(&question.key)).map(Inquiry::Summary);
    find.into_iter().chain(axis).chain(summary)
}

fn wanted_documents(workspace: &Workspace) -> Option<Question> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.dataset.as_ref()?, workspace.basis.as_ref()?);
    let predictions: &Matched = workspace.snapshot.as_ref()?.matched()?;
    let view = &workspace.view.pairs;
    let key =
        CompareKey { dataset: Same::of(dataset), rows: Same::of(&predictions.rows), source: view.source?, chosen: view.chosen };
    Some(Question {
        key,
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        machine: Arc::clone(&predictions.machine),
        pool: view.pool.clone(),
    })
}

fn wanted_text(workspace: &Workspace) -> Option<Asking> {
    let typed = &workspace.hands.typed;
    let (dataset, snapshot) = (workspace.dataset.as_ref()?, workspace.snapshot.as_ref()?);
    if !typed.open || snapshot.latent.nrows() != dataset.words.len() {
        return None;
    }
    Asking::of(typed, dataset, snapshot, &workspace.settings.params, workspace.layers.rating())
}

fn wanted_word(workspace: &Workspace) -> Option<(WordKey, Arc<GpModel>, Vec<f64>)> {
    let Selection::Word(word) = workspace.selection else { return None };
    let snapshot = workspace.snapshot.as_ref()?;
    let predictions: &Rated = snapshot.rated()?;
    let machine = predictions.machine.as_ref()?;
    let place = (word < snapshot.latent.nrows()).then(|| snapshot.latent.row(word).to_vec())?;
    Some(((Same::of(machine), word), Arc::clone(machine), place))
}

/// Takes an answer in; one to a question nobody asks any more is dropped.
pub(super) fn found(workspace: &mut Workspace, finding: Finding) {
    match finding {
        Finding::Documents(key, found) => {
            workspace.asked_documents.answer(key.clone());
            let of_corpus = workspace.dataset.as_ref().is_some_and(|dataset| Same::of(dataset) == key.dataset);
            let Some((pool, compared)) = found.filter(|_| of_corpus) else { return };
            workspace.view.pairs.pool = Some(pool);
            if (workspace.view.pairs.source, workspace.view.pairs.chosen) == (Some(key.source), key.chosen) {
                workspace.show_compared(compared);
            }
        }
        Finding::Word(key, found) => {
            workspace.asked_word.answer(key.clone());
            workspace.word_finding = found.map(|found| (key.1, found));
        }
        Finding::Runs(key, found) => comparing::answered(workspace, key, found),
        Finding::Study(answer) => studying::answered(workspace, answer),
        Finding::Typed(key, found) => {
            workspace.hands.asked_typed.answer(key);
            if found.is_some() {
                workspace.hands.typed.reading = found;
                workspace.redraw();
            }
        }
        Finding::Find(key, found) => {
            workspace.chooser.asked_find.answer(key.clone());
            workspace.chooser.hits = found.map(|found| (key, found));
        }
        Finding::Axis(key, found) => {
            workspace.chooser.asked_axis.answer(key.clone());
            workspace.chooser.ranking = found.map(|found| (key, found));
        }
        Finding::Summary(key, found) => {
            workspace.chooser.asked_summary.answer(key.clone());
            workspace.chooser.summary = found.map(|found| (key, found));
        }
    }
}
