//! A run watched until it ends, on the terminal; an interrupt stops it.

use std::sync::mpsc::Receiver;
use std::time::Instant;

use anyhow::bail;

use crate::cli::progress::Bar;
use crate::model::{Metric, StopReason};
use crate::train::{Command, Event, RunState, Trainer};

/// What woke the main thread.
pub(super) enum Wake {
    /// The trainer has something to tell.
    News,
    /// The user wants the run to end.
    Interrupt,
}

/// How a run went.
pub(super) struct Run {
    /// Why it ended.
    pub reason: StopReason,
    /// Seconds from its first iteration on.
    pub seconds: f64,
}

/// Shows the run until it ends; an interrupt stops it.
pub(super) fn watch(trainer: &Trainer, woken: &Receiver<Wake>, bar: &Bar) -> anyhow::Result<Run> {
    let mut started = Instant::now();
    loop {
        match woken.recv() {
            Ok(Wake::News) => {}
            Ok(Wake::Interrupt) => trainer.send(Command::Stop),
            Err(_) => bail!("training ended without a word: train again, and report this message if it stays"),
        }
        for event in trainer.events() {
            match event {
                Event::State(RunState::Running) => started = Instant::now(),
                Event::Progress(progress) => bar.show(&progress),
                Event::Failed(message) => bail!(message),
                Event::State(RunState::Stopped(reason)) => {
                    bar.finish();
                    return Ok(Run { reason, seconds: started.elapsed().as_secs_f64() });
                }
                Event::State(_)
                | Event::Evaluated(..)
                | Event::FittedPublished
                | Event::Changed(_)
                | Event::Refused(..)
                | Event::Rejected(_)
                | Event::Measured(..)
                | Event::Forces(..)
                | Event::LeftOut(..) => {}
            }
        }
    }
}

/// Why a run ended, in a sentence.
pub(super) fn name(reason: StopReason, metric: Metric) -> String {
    match reason {
        StopReason::IterationLimit => "reached its limit".to_owned(),
        StopReason::Converged => "converged".to_owned(),
        StopReason::Settled => "came to rest".to_owned(),
        StopReason::NothingMoves => "solved at once: nothing is left to learn".to_owned(),
        StopReason::EarlyStop => format!("stopped early at the best development {}", metric.name()),
        StopReason::User => "interrupted".to_owned(),
    }
}
