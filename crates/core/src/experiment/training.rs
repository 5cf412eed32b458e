//! Training of an experiment's model on its dataset, from the first iteration to the fitted model.
//!
//! Cost: a training, by [`train`] on threads of its own, by [`run`] on the calling thread.
//! Cancelling ends the current iteration; [`train`] leaves a computation that cannot be cancelled to its threads.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, channel},
    },
    time::{Duration, Instant},
};

use super::{Experiment, Observer, Outcome, TrainedRun};
use crate::{
    cancel,
    corpus::{Cancel, Dataset},
    memory::Budget,
    model::{FittedModel, Model, ModelError, Params, StopReason},
    train::{Command, Event, Published, RunState, TrainOptions, Trainer},
};

/// Interval between checks for cancellation of a training.
const LOOK: Duration = Duration::from_millis(50);
/// Grace period in which a cancelled training must end by itself. Some computations, such as decompositions, cannot be cancelled.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// Stopping rules of every training in a sweep. Unset fields have the defaults of the model ([`Params::run`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoppingRules {
    /// Maximum number of iterations of a training.
    pub iterations: Option<usize>,
    /// Number of evaluations without a better development score before training stops; 0: never.
    pub patience: Option<usize>,
}

impl StoppingRules {
    /// Options of a training without a window: no recorded positions, and no patience without development documents.
    pub fn options(&self, params: &Params, data: &Dataset) -> TrainOptions {
        let (iterations, patience) = params.run();
        TrainOptions {
            max_iterations: Some(self.iterations.unwrap_or(iterations)),
            patience: Some(self.patience.unwrap_or(patience)).filter(|&n| n > 0 && !data.split.dev.is_empty()),
            history_bytes: 0,
            publish_at_stop: true,
            ..TrainOptions::default()
        }
    }
}

/// Error of a training that yields no model.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// Error: the system cannot start a thread.
    #[error("no thread to train on: close other programs and try again ({0})")]
    Thread(#[from] io::Error),
    /// Error: the training of the model failed.
    #[error("{0}")]
    Failed(String),
    /// Error: the training was cancelled before its first model.
    #[error("interrupted before the first evaluation")]
    Cancelled,
}

/// Runs a model on this thread until it stops, or for a number of iterations; `observe` gets the number completed, 0 at first.
///
/// # Errors
/// Returns an error if the model cannot be made or trained, or the run was cancelled.
pub(super) fn run(
    params: &Params,
    data: Arc<Dataset>,
    memory: Budget,
    iterations: usize,
    mut observe: impl FnMut(usize),
) -> Result<Box<dyn Model>, ModelError> {
    observe(0);
    let mut model = params.clone().start_within(data, memory)?;
    for _ in 0..iterations {
        if cancel::requested() {
            return Err(ModelError::Cancelled);
        }
        let progress = model.step()?;
        observe(progress.iteration);
        if progress.stop.is_some() {
            break;
        }
    }
    Ok(model)
}

/// Trains an experiment on its dataset.
/// A cancelled training ends with the model of its last whole iteration.
/// If it does not end within [`CANCEL_GRACE`], the model is that of its last evaluation.
///
/// # Errors
/// Returns an error if the model cannot be made or trained, or the training is cancelled before there is a model.
pub(super) fn train(
    data: &Arc<Dataset>,
    experiment: &Experiment,
    memory: Budget,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<(TrainedRun, Outcome), TrainingError> {
    let (send, woken) = channel();
    let (own, params) = (Arc::clone(data), experiment.params.clone());
    let trainer = Trainer::spawn(
        0,
        move || params.start_within(own, memory),
        experiment.train.clone(),
        move || {
            // The receiver is dropped only after the run has ended.
            let _ = send.send(());
        },
    )?;
    let (mut started, mut stopping) = (Instant::now(), None);
    let reason = 'run: loop {
        if cancel.is_cancelled() && stopping.is_none() {
            stopping = Some(Instant::now());
            trainer.send(Command::Stop);
        }
        if stopping.is_some_and(|since| since.elapsed() >= CANCEL_GRACE) {
            break StopReason::User;
        }
        if woken.recv_timeout(LOOK) == Err(RecvTimeoutError::Disconnected) {
            let message = "training ended without a result: train again, and report this message if it stays";
            return Err(TrainingError::Failed(message.to_owned()));
        }
        for event in trainer.events() {
            match event {
                Event::State(RunState::Running) => started = Instant::now(),
                Event::Progress(made) => {
                    if made.scores.is_some() {
                        observer.evaluated();
                    }
                    observer.progress(&made);
                }
                Event::Evaluated(..) => observer.evaluated(),
                Event::Failed(_) if stopping.is_some() => return Err(TrainingError::Cancelled),
                Event::Failed(message) => return Err(TrainingError::Failed(message)),
                Event::State(RunState::Stopped(reason)) => break 'run reason,
                _ => {}
            }
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let (published, curves) = (trainer.published(), trainer.history().curves());
    if reason == StopReason::User {
        trainer.abandon();
    }
    let Some(Published { fitted, snapshot, .. }) = published else {
        return Err(if reason == StopReason::User {
            TrainingError::Cancelled
        } else {
            let message = "the trained model could not be evaluated: lower the step size or raise rho, then train again";
            TrainingError::Failed(message.to_owned())
        });
    };
    let outcome = Outcome::new(snapshot.scores, curves.objective.len(), seconds, reason);
    let run = TrainedRun {
        fitted: FittedModel::clone(&fitted),
        predictions: snapshot.predictions.clone(),
        latent: snapshot.latent().cloned(),
        decides_by: snapshot.decides_by(),
        map: snapshot.scores.map,
        taken_at: Some(snapshot.shown()),
        curves,
        reason,
        seconds,
    };
    Ok((run, outcome))
}
