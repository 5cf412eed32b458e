//! What is asked of the model while something is looked at, and what becomes of the answers.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Finding, Inquiry, Path, PathKind, Selection, Tab, Workspace,
    compared::{CompareKey, Question},
    inquiry::WordKey,
    memo::Same,
    runs::Moment,
    studying,
    two_runs::{RunsKey, RunsQuestion, TwoRuns},
};
use crate::{
    corpus::Dataset,
    model::{Matched, Rated, gp::GpModel},
};

/// What is to be asked now.
pub(super) fn due(workspace: &mut Workspace) -> Vec<Inquiry> {
    let (documents, word, runs) = (wanted_documents(workspace), wanted_word(workspace), wanted_runs(workspace));
    let documents = documents.filter(|question| workspace.asked_documents.is_due(&question.key));
    let word = word.filter(|(key, ..)| workspace.asked_word.is_due(key));
    let word = word.map(|(key, machine, place)| Inquiry::Word(key, machine, place));
    let runs = runs.filter(|key| workspace.asked_runs.is_due(key)).and_then(|key| question_of_runs(workspace, key));
    documents.map(|question| Inquiry::Documents(Box::new(question))).into_iter().chain(word).chain(runs).collect()
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

fn wanted_word(workspace: &Workspace) -> Option<(WordKey, Arc<GpModel>, Vec<f64>)> {
    let Selection::Word(word) = workspace.selection else { return None };
    let snapshot = workspace.snapshot.as_ref()?;
    let predictions: &Rated = snapshot.rated()?;
    let machine = predictions.machine.as_ref()?;
    let place = (word < snapshot.latent.nrows()).then(|| snapshot.latent.row(word).to_vec())?;
    Some(((Same::of(machine), word), Arc::clone(machine), place))
}

/// The two runs compared, where they are looked at.
fn wanted_runs(workspace: &Workspace) -> Option<RunsKey> {
    let TwoRuns { sides, lines, .. } = workspace.two_runs;
    if !lines && workspace.tab != Tab::Compare {
        return None;
    }
    let [Some(first), Some(second)] = sides else { return None };
    Some([(first.run, workspace.iteration_of(first)?), (second.run, workspace.iteration_of(second)?)])
}

fn question_of_runs(workspace: &Workspace, key: RunsKey) -> Option<Inquiry> {
    let [first, second] = key.map(|(run, iteration)| workspace.state_at(Moment { run, iteration: Some(iteration) }));
    let ((first, of_first), (second, of_second)) = (first?, second?);
    let (places, params) = ([first, second], [of_first, of_second]);
    let priority = Arc::clone(&workspace.basis.as_ref()?.priority);
    Some(Inquiry::Runs(Box::new(RunsQuestion { key, places, params, priority })))
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
        Finding::Runs(key, found) => {
            workspace.asked_runs.answer(key);
            let words = workspace.basis.as_ref().map_or(0, |basis| basis.words.len());
            workspace.two_runs.apart = found.filter(|found| found.places[0].nrows() == words);
            draw_moved(workspace);
        }
        Finding::Word(key, found) => {
            workspace.asked_word.answer(key.clone());
            workspace.word_finding = found.map(|found| (key.1, found));
        }
        Finding::Study(answer) => studying::answered(workspace, answer),
    }
}

/// Lines from where words are in the first of two runs, brought over, to where they are in the second, if that is the one shown.
pub(super) fn draw_moved(workspace: &mut Workspace) {
    let TwoRuns { apart: Some(apart), lines: true, .. } = &workspace.two_runs else { return };
    let own = apart.key[1].0 == workspace.run;
    let line = |&(word, _): &(usize, f64)| Path {
        word,
        points: ndarray::stack(Axis(0), &[apart.places[0].row(word), apart.places[1].row(word)]).unwrap_or_default(),
    };
    let lines: Vec<Path> = apart.moved.iter().filter(|_| own).map(line).filter(|line| line.points.nrows() == 2).collect();
    workspace.draw_paths(PathKind::Moved, lines);
}
