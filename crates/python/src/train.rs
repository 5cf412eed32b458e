//! Training from Python: documents and labels become a dataset, a model is trained on its own threads, and the calling
//! thread passes progress on and looks for Ctrl-C.
//!
//! Cost: a training, and a check for Ctrl-C every 50 ms. Memory: the dataset and the model.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    time::Duration,
};

use numpy::PyReadonlyArray2;
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use wordfield_core::{
    corpus::{Cancel, Corpus, Dataset, Format, Pairs, Ratings, RawCorpus, Task, TaskKind},
    experiment::{DataError, DataRecipe},
    memory::Budget,
    model::{Params, Progress},
    project::SavedModel,
    train::{Command, Event, Published, RunState, TrainOptions, Trainer},
};

use super::{
    documents::Documents,
    model::Model,
    settings::{self, Settings},
    value_error,
};

/// Interval at which Ctrl-C is checked for during training.
const LOOK: Duration = Duration::from_millis(50);

/// Trains a model on documents with their classes, ratings (n × B) or partners, in the order of the documents. `callback` receives
/// the iteration, the objective and, after an evaluation, the development score; training ends if it returns true.
///
/// # Errors
/// Problems of documents or settings are a `ValueError`; what the callback raises, and Ctrl-C, end the training.
#[pyfunction]
#[pyo3(signature = (model, documents, target, settings, callback=None))]
#[allow(clippy::needless_pass_by_value, reason = "Python's arguments are owned")]
pub(crate) fn train(
    py: Python<'_>,
    model: &str,
    documents: Documents<'_>,
    target: &Bound<'_, PyAny>,
    settings: Settings,
    callback: Option<Py<PyAny>>,
) -> PyResult<Model> {
    let kind = settings::kind(model)?;
    let params = settings.params(kind, None)?;
    let counted = documents.are_counted();
    let raw = raw_corpus(kind.info().task, documents, target)?;
    let units = raw.task.pairs().map_or(raw.documents.len(), |pairs| pairs.source_documents);
    let recipe = settings.recipe(units, counted)?;
    let data = py.detach(|| dataset(raw, &recipe, &params))?;
    let params = settings.params(kind, data.vectors.as_ref().map(|vectors| vectors.dimension()))?;
    let threads = settings.n_jobs.and_then(NonZeroUsize::new);
    let options = TrainOptions { threads, curves: false, ..settings.rules().options(&params, &data) };
    let published = run(py, &data, params, options, callback.as_ref())?;
    let shown = published.snapshot.shown();
    let saved = py.detach(|| SavedModel::of(&data, (*published.fitted).clone(), published.iterations).taken_at(Some(shown)));
    Ok(Model::new(saved))
}

/// Raw corpus of documents and labels from Python, as a reader of files would return it.
///
/// # Errors
/// If labels are not as many as documents, or of another type than the task's.
pub(crate) fn raw_corpus(task: TaskKind, documents: Documents<'_>, target: &Bound<'_, PyAny>) -> PyResult<RawCorpus> {
    let (format, task, documents) = match task {
        TaskKind::Classes => (Format::Lines, Task::Classes, documents.read(Some(target.extract()?))?),
        TaskKind::Ratings => {
            let values = target.extract::<PyReadonlyArray2<'_, f64>>()?.as_array().to_owned();
            let name = |rating: usize| if values.ncols() == 1 { "rating".to_owned() } else { format!("rating {}", rating + 1) };
            let names = (0..values.ncols()).map(name).collect();
            (Format::Rated, Task::Ratings(Ratings { names, values }), documents.read(None)?)
        }
        TaskKind::Pairs => {
            let partners = target.extract::<Documents<'_>>()?.read(None)?;
            let mut documents = documents.read(None)?;
            let (sources, targets) = (documents.len(), partners.len());
            if sources != targets {
                return Err(value_error(format!("there are {sources} source documents and {targets} target documents")));
            }
            let partner = (0..2 * sources).map(|document| Some((document + sources) % (2 * sources))).collect();
            documents.extend(partners);
            let pairs = Pairs { source_documents: sources, partner, ..Pairs::default() };
            (Format::Parallel, Task::Pairs(pairs), documents)
        }
    };
    let (files, notes) = (Vec::new(), Vec::new());
    Ok(RawCorpus { name: "python".to_owned(), format, task, documents, unlabelled: 0, files, notes })
}

/// Corpus of raw documents, tokenised by a data recipe.
///
/// # Errors
/// Whatever is wrong with the documents.
pub(crate) fn corpus(raw: RawCorpus, recipe: &DataRecipe) -> PyResult<Arc<Corpus>> {
    let [text, target] = recipe.text_options(raw.task.kind());
    Ok(Arc::new(Corpus::build_sides(raw, &text, &target).map_err(value_error)?))
}

fn dataset(raw: RawCorpus, recipe: &DataRecipe, params: &Params) -> PyResult<Arc<Dataset>> {
    let corpus = corpus(raw, recipe)?;
    Ok(Arc::new(weighted(corpus, recipe, params)?))
}

/// Dataset of a corpus, by a data recipe and the weighting of a model.
///
/// # Errors
/// If the vocabulary or the split leaves nothing to learn from, or word vectors cannot be read.
pub(crate) fn weighted(corpus: Arc<Corpus>, recipe: &DataRecipe, params: &Params) -> PyResult<Dataset> {
    let built = recipe.dataset(corpus, params.weighting(), None, &Cancel::default());
    let built = built.map_err(|error| match error {
        // Documents from Python have no files that an error could name.
        DataError::Build { cause, .. } => value_error(cause),
        other => value_error(other),
    });
    Ok(built?.dataset)
}

/// Trains a model until the run ends by itself or the callback ends it.
fn run(
    py: Python<'_>,
    data: &Arc<Dataset>,
    params: Params,
    options: TrainOptions,
    callback: Option<&Py<PyAny>>,
) -> PyResult<Published> {
    let (send, woken) = channel();
    let own = Arc::clone(data);
    let make = move || params.start_within(own, Budget::default());
    let wake = move || {
        // The receiver is dropped only after the run has ended.
        let _ = send.send(());
    };
    let trainer = Trainer::spawn(0, make, options, wake).map_err(value_error)?;
    match watch(py, &trainer, woken, callback) {
        Ok(()) => trainer.published().ok_or_else(|| {
            PyRuntimeError::new_err(
                "the trained model could not be evaluated: lower the step size or raise rho, then train again",
            )
        }),
        Err(error) => {
            // A computation that cannot be cancelled is left to end on its own threads.
            trainer.send(Command::Stop);
            trainer.abandon();
            Err(error)
        }
    }
}

/// Waits for the end of a training run, and passes its progress to the callback.
fn watch(py: Python<'_>, trainer: &Trainer, mut woken: Receiver<()>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
    loop {
        // A receiver may be sent to another thread, but not shared with one.
        let waited;
        (woken, waited) = py.detach(move || {
            let waited = woken.recv_timeout(LOOK);
            (woken, waited)
        });
        py.check_signals()?;
        for event in trainer.events() {
            match event {
                Event::Progress(progress) => {
                    if let Some(callback) = callback
                        && tell(py, callback, &progress)?
                    {
                        trainer.send(Command::Stop);
                    }
                }
                Event::Failed(message) => return Err(value_error(message)),
                Event::State(RunState::Stopped(_)) => return Ok(()),
                _ => {}
            }
        }
        if waited == Err(RecvTimeoutError::Disconnected) {
            return Err(PyRuntimeError::new_err(
                "training ended without a result: train again, and report this message if it stays",
            ));
        }
    }
}

/// Calls the callback with the progress. Returns whether it ends the training.
fn tell(py: Python<'_>, callback: &Py<PyAny>, progress: &Progress) -> PyResult<bool> {
    let score = progress.scores.and_then(|scores| scores.selection());
    callback.call1(py, (progress.iteration, progress.objective, score))?.is_truthy(py)
}
