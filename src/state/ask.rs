//! What is asked of the model while something is looked at, and what becomes of the answers.

use std::sync::Arc;

use super::{
    Finding, Inquiry, Selection, Workspace,
    compared::{CompareKey, Compared, Question},
    inquiry::WordKey,
    memo::Same,
    studying,
};
use crate::{
    corpus::Dataset,
    model::{Matched, Rated, gp::GpModel},
};

/// What is to be asked now.
pub(super) fn due(workspace: &mut Workspace) -> Vec<Inquiry> {
    let (documents, live, word) = (wanted_documents(workspace), wanted_live(workspace), wanted_word(workspace));
    let documents = documents.filter(|question| workspace.asked_documents.is_due(&question.key));
    let live = live.filter(|question| workspace.asked_live.is_due(&question.key));
    let word = word.filter(|(key, ..)| workspace.asked_word.is_due(key));
    let word = word.map(|(key, machine, place)| Inquiry::Word(key, machine, place));
    let documents = documents.into_iter().chain(live).map(|question| Inquiry::Documents(Box::new(question)));
    documents.chain(word).collect()
}

/// The two documents looked at, by the model held.
fn wanted_documents(workspace: &Workspace) -> Option<Question> {
    let view = &workspace.view.pairs;
    question(workspace, workspace.matches()?, view.source?, view.chosen, false)
}

/// The same two by the newest model, for the word field, where that is another than the one held.
fn wanted_live(workspace: &Workspace) -> Option<Question> {
    let compared = workspace.view.pairs.compared.as_ref().filter(|_| workspace.has_newer_matches())?;
    let newest = workspace.snapshot.as_ref()?.matched()?;
    question(workspace, newest, compared.source, Some(compared.target), true)
}

fn question(workspace: &Workspace, said: &Matched, source: usize, chosen: Option<usize>, live: bool) -> Option<Question> {
    let (dataset, basis): (&Arc<Dataset>, _) = (workspace.dataset.as_ref()?, workspace.basis.as_ref()?);
    let key = CompareKey { dataset: Same::of(dataset), rows: Same::of(&said.rows), source, chosen, live };
    Some(Question {
        key,
        dataset: Arc::clone(dataset),
        basis: Arc::clone(basis),
        machine: Arc::clone(&said.machine),
        pool: workspace.view.pairs.pool.clone(),
    })
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
            let asked = if key.live { &mut workspace.asked_live } else { &mut workspace.asked_documents };
            asked.answer(key.clone());
            let of_corpus = workspace.dataset.as_ref().is_some_and(|dataset| Same::of(dataset) == key.dataset);
            let Some((pool, compared)) = found.filter(|_| of_corpus) else { return };
            let view = &mut workspace.view.pairs;
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
            workspace.asked_word.answer(key.clone());
            workspace.word_finding = found.map(|found| (key.1, found));
        }
        Finding::Study(answer) => studying::answered(workspace, answer),
    }
}
