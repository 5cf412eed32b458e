//! Check of text pairs from Python: models that were not trained on a pair judge it.
//!
//! Cost: a training for each fold. Memory: one model and the documents.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use pyo3::prelude::*;
use wordfield_core::{
    cancel::CancelFlag,
    corpus::TaskKind,
    experiment::{self, CHECK_DIMENSIONS, CheckOptions, PairCheck, check_recipe},
    memory::Budget,
    model::ModelKind,
};

use super::{
    documents::Documents,
    settings::{self, Settings},
    train::{corpus, raw_corpus, weighted},
    value_error,
};

/// Interval at which Ctrl-C is checked for during a computation.
const LOOK: Duration = Duration::from_millis(50);

/// Judgement of each pair: doubt in nats, rank of the target and of the source among all, squared distance, and the index of
/// the nearest target document.
type Judged = (f64, usize, usize, f64, usize);

/// Judges pairs, given as two lists of documents in the same order, by models of the other folds.
///
/// # Errors
/// Problems of documents or settings are a `ValueError`.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "Python's arguments are owned")]
pub(crate) fn check_pairs(
    py: Python<'_>,
    model: &str,
    documents: Documents<'_>,
    partners: &Bound<'_, PyAny>,
    settings: Settings,
    folds: usize,
) -> PyResult<Vec<Judged>> {
    let kind = settings::kind(model)?;
    let settings = if kind == ModelKind::Matching { settings.with_usual_q(CHECK_DIMENSIONS) } else { settings };
    let params = settings.params(kind, None)?;
    let counted = documents.are_counted();
    let raw = raw_corpus(TaskKind::Pairs, documents, partners)?;
    let sources = raw.documents.len() / 2;
    let recipe = check_recipe(settings.recipe(sources, counted)?);
    let options = CheckOptions { folds, seed: settings.seed, params, memory: Budget::default() };
    let flag = CancelFlag::new();
    let judge = || -> PyResult<PairCheck> {
        let data = weighted(corpus(raw, &recipe)?, &recipe, &options.params)?;
        experiment::check_pairs(&data, &options, &flag, &mut |_| {}).map_err(value_error)
    };
    let check = watched(py, &flag, judge)?;
    let judged =
        |pair: &experiment::CheckedPair| (pair.doubt, pair.rank, pair.reverse_rank, pair.distance, pair.suggestion() - sources);
    Ok(check.pairs.iter().map(judged).collect())
}

/// Runs a computation on another thread, while this one checks for Ctrl-C, which cancels the computation.
fn watched<T: Send>(py: Python<'_>, flag: &CancelFlag, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (send, receive) = channel();
        scope.spawn(move || {
            let _ = send.send(work());
        });
        let mut receive = receive;
        loop {
            let found;
            (receive, found) = py.detach(move || {
                let found = receive.recv_timeout(LOOK);
                (receive, found)
            });
            match found {
                Ok(found) => return found,
                Err(RecvTimeoutError::Disconnected) => return Err(value_error("the check ended without a result")),
                Err(RecvTimeoutError::Timeout) => {}
            }
            py.check_signals().inspect_err(|_| flag.raise())?;
        }
    })
}
