//! What is told to the worker and what it tells.

use crate::model::{LiveChange, Progress, StopReason};

/// How a run is driven, whatever the model.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainOptions {
    /// Iterations after which the run stops; without it, it goes on until it converges or is stopped.
    pub max_iterations: Option<usize>,
    /// Evaluations without a better development score after which the best iterate is taken back and the run
    /// stops. With a patience set, the best iterate is also taken back when the run ends by its limit or converges.
    pub patience: Option<usize>,
    /// The most bytes of positions the history keeps.
    pub history_bytes: usize,
    /// Whether the run waits for [`Command::Play`] or [`Command::Step`] before its first iteration.
    pub start_paused: bool,
    /// The most iterations a second.
    pub speed_limit: Option<f64>,
    /// Whether the trained machine is left at every stop, not only when asked for.
    pub keep: bool,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            max_iterations: None,
            patience: None,
            history_bytes: 256 << 20,
            start_paused: false,
            speed_limit: None,
            keep: false,
        }
    }
}

/// What the worker can be told. Commands are obeyed in order, between two iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Go on, also after the run stopped by its limit, its patience or convergence.
    Play,
    /// Wait after the present iteration.
    Pause,
    /// Make so many iterations, then pause.
    Step(usize),
    /// Make at most so many iterations a second; `None` lifts the limit.
    SpeedLimit(Option<f64>),
    /// Change a parameter of the running model.
    Change(LiveChange),
    /// Leave the trained machine as it is now where [`Trainer::trained`](super::Trainer::machine) finds it.
    Keep,
    /// End the run for good; its last snapshot and history stay readable.
    Stop,
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// The model is being made.
    Preparing,
    /// Iterating.
    Running,
    /// Waiting for a command.
    Paused,
    /// Ended. After [`StopReason::User`] for good, otherwise [`Command::Play`] and [`Command::Step`] go on.
    Stopped(StopReason),
    /// Ended by an error; its message came just before.
    Failed,
}

/// What happened, in order and without loss.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An iteration was made.
    Progress(Progress),
    /// The run came to another state.
    State(RunState),
    /// The trained machine was left for whoever asks.
    Kept,
    /// A live change holds from the next iteration on.
    Changed(LiveChange),
    /// A command was refused, with the reason and the remedy; the run goes on.
    Rejected(String),
    /// The run ended by an error: what and what to do.
    Failed(String),
}
