//! Options of a training run, commands to the worker, run states and events from the worker.

use std::{collections::VecDeque, num::NonZeroUsize, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{Measured, Pace};
use crate::model::{Forces, LeftOut, LiveChange, Progress, Scores, StopReason, Without};

/// Default limit of recorded points in bytes: 4,000 iterations of 8,000 words in two dimensions.
pub(super) const HISTORY_BYTES: usize = 256 << 20;

/// Options of a training run that do not depend on the model.
/// JSON holds the stopping rules alone: all other fields do not change the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrainOptions {
    /// Maximum number of iterations of the run. `None`: the run ends by convergence or by a command.
    pub max_iterations: Option<usize>,
    /// Number of evaluations without a better development score after which the run stops early.
    /// With a patience, the best iterate is restored at every end of the run except a stop by the user.
    pub patience: Option<usize>,
    /// Maximum memory of the recorded points in bytes.
    #[serde(skip)]
    pub history_bytes: usize,
    /// Whether the history records objective and scores of every iteration, without a limit of memory.
    #[serde(skip)]
    pub curves: bool,
    /// Whether the run waits for [`Command::Play`] or [`Command::Step`] before its first iteration.
    #[serde(skip)]
    pub start_paused: bool,
    /// Speed limit of the run.
    #[serde(skip)]
    pub pace: Pace,
    /// Whether the fitted model is published at every stop, not only on [`Command::PublishFitted`].
    #[serde(skip)]
    pub publish_at_stop: bool,
    /// Number of threads of the run; `None`: one for each core.
    #[serde(skip)]
    pub threads: Option<NonZeroUsize>,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self {
            max_iterations: None,
            patience: None,
            history_bytes: HISTORY_BYTES,
            curves: true,
            start_paused: false,
            pace: Pace::Full,
            publish_at_stop: false,
            threads: None,
        }
    }
}

/// Commands to the worker, handled in order between two iterations.
/// [`Command::Pause`] and [`Command::Stop`] cancel the current iteration, which then has no effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Command: continue the run, also after a stop by the iteration limit, early stopping or convergence.
    Play,
    /// Command: pause the run at the state before the current iteration.
    Pause,
    /// Command: run this number of iterations, then pause.
    Step(usize),
    /// Command: set the speed limit of the run.
    Pace(Pace),
    /// Command: change a parameter of the running model. Of consecutive changes to one parameter only the newest is applied.
    Change(LiveChange),
    /// Command: solve the model at a recorded iteration; its snapshot is at [`Trainer::recalled`](super::Trainer::recalled).
    /// The run itself is not affected.
    /// Of several waiting requests only the newest is answered; a running model makes an iteration between two answers.
    Recall(usize),
    /// Command: publish the fitted model of the current iteration to [`Trainer::trained`](super::Trainer::trained).
    PublishFitted,
    /// Command: apply the pending interventions of [`Trainer::intervene`](super::Trainer::intervene).
    Intervene,
    /// Command: end the run, even in preparation; [`Command::Play`] and [`Command::Step`] continue it.
    Stop,
}

impl Command {
    /// Whether the command cancels the run's current iteration.
    pub(super) fn cancels_iteration(self) -> bool {
        matches!(self, Self::Pause | Self::Step(0) | Self::Stop)
    }

    /// Appends the command to the worker's queue.
    /// A live change replaces an earlier change of the same parameter if only live changes lie between them.
    pub(super) fn enqueue(self, waiting: &mut VecDeque<Self>) {
        if let Self::Change(new) = self {
            let same = |old: &Self| matches!(old, Self::Change(old) if old.key == new.key);
            let changes = waiting.iter().rev().take_while(|command| matches!(command, Self::Change(_))).count();
            let first = waiting.len() - changes;
            if let Some(at) = waiting.iter().skip(first).position(same) {
                waiting.remove(first + at);
            }
        }
        // One command applies all pending interventions, so a second one is not queued.
        if self != Self::Intervene || waiting.back() != Some(&self) {
            waiting.push_back(self);
        }
    }
}

/// State of a training run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// The run is being prepared: the model is built.
    Preparing,
    /// The run is making iterations.
    Running,
    /// The run is paused and waits for a command.
    Paused,
    /// The run has stopped; [`Command::Play`] and [`Command::Step`] continue it.
    Stopped(StopReason),
    /// The run has ended by an error; [`Event::Failed`] with its message precedes this state.
    Failed,
}

/// Events of a training run, in order and without loss.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An iteration of the run finished.
    Progress(Progress),
    /// The positions of a paused or finished run were evaluated: iteration and scores.
    Evaluated(usize, Scores),
    /// The run entered another state.
    State(RunState),
    /// The fitted model of the run was published.
    FittedPublished,
    /// A live change of a parameter was applied from the next iteration on.
    Changed(LiveChange),
    /// A live change of a parameter was rejected, with reason and remedy. The old value stays in use.
    Refused(LiveChange, String),
    /// A command other than a live change was rejected, with reason and remedy.
    Rejected(String),
    /// The run ended by an error: problem and remedy.
    Failed(String),
    /// The objective over all words of a paused or finished run, on request or after words were moved; `None` if unknown.
    Measured(Measured, Option<f64>),
    /// The forces on the words at an iteration; `None` if the model has no gradient or the computation does not fit into memory.
    Forces(usize, Option<Arc<Forces>>),
    /// The effect of leaving a word or document out, or the reason for its absence.
    /// An error without a reason means cancellation.
    LeftOut(LeftOut, Result<Arc<Without>, Option<String>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_change_of_a_parameter_replaces_the_earlier_one() {
        let gamma = |value| Command::Change(LiveChange::real("gamma", value));
        let c = Command::Change(LiveChange::real("c", 5.0));
        let mut waiting = VecDeque::new();
        for command in [gamma(1.0), gamma(2.0), Command::Step(1), gamma(3.0), c, gamma(4.0), Command::Play, Command::Play] {
            command.enqueue(&mut waiting);
        }
        assert_eq!(waiting, [gamma(2.0), Command::Step(1), c, gamma(4.0), Command::Play, Command::Play]);
        for command in [Command::Intervene, Command::Intervene] {
            command.enqueue(&mut waiting);
        }
        assert_eq!(waiting.len(), 7, "one command applies all pending interventions");
    }
}
