//! What is told to the worker and what it tells.

use std::{collections::VecDeque, sync::Arc};

use super::{Measured, Pace};
use crate::model::{Forces, LeftOut, LiveChange, Progress, Scores, StopReason, Without};

/// The most bytes of points a history keeps, where nothing else is said: 4,000 iterations of 8,000 words on the plane.
pub(super) const HISTORY_BYTES: usize = 256 << 20;

/// How a run is driven, whatever the model.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainOptions {
    /// Iterations after which the run stops; without it, it goes on until it converges or is stopped.
    pub max_iterations: Option<usize>,
    /// Evaluations without a better development score after which the best iterate is taken back and the run
    /// stops. With a patience set, the best iterate is also taken back when the run ends by its limit or converges.
    pub patience: Option<usize>,
    /// The most bytes of points the history keeps.
    pub history_bytes: usize,
    /// Whether the history keeps objective and scores of every iteration, which grow without bound.
    pub curves: bool,
    /// Whether the run waits for [`Command::Play`] or [`Command::Step`] before its first iteration.
    pub start_paused: bool,
    /// How fast it goes.
    pub pace: Pace,
    /// Whether the trained machine is left at every stop, not only when asked for.
    pub keep: bool,
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
            keep: false,
        }
    }
}

/// What the worker can be told. Commands are obeyed in order, between two iterations; [`Command::Pause`] and
/// [`Command::Stop`] break off the iteration under way, which leaves no trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Go on, also after the run stopped by its limit, its patience or convergence.
    Play,
    /// Wait, at what stood before the iteration under way.
    Pause,
    /// Make so many iterations, then pause.
    Step(usize),
    /// Go on this fast.
    Pace(Pace),
    /// Change a parameter of the running model. Of changes to one parameter that wait together only the newest is made.
    Change(LiveChange),
    /// Solve the model at this recorded iteration and leave what it was where [`Trainer::recalled`](super::Trainer::recalled)
    /// finds it; the run itself goes on as if nobody had looked. Of several that wait only the newest is done, and a running
    /// model makes an iteration between two.
    Recall(usize),
    /// Leave the trained machine as it is now where [`Trainer::trained`](super::Trainer::trained) finds it.
    PublishFitted,
    /// Do what waits of [`Trainer::touch`](super::Trainer::touch).
    Intervene,
    /// End the run, also while it is being prepared; [`Command::Play`] and [`Command::Step`] go on from there.
    Stop,
}

impl Command {
    /// Whether the iteration under way need not come to its end.
    pub(super) fn breaks_off(self) -> bool {
        matches!(self, Self::Pause | Self::Step(0) | Self::Stop)
    }

    /// Joins those that wait. A live change takes the place of an earlier one of the same parameter, as long as only live
    /// changes lie between.
    pub(super) fn join(self, waiting: &mut VecDeque<Self>) {
        if let Self::Change(new) = self {
            let same = |old: &Self| matches!(old, Self::Change(old) if old.key == new.key);
            let changes = waiting.iter().rev().take_while(|command| matches!(command, Self::Change(_))).count();
            let first = waiting.len() - changes;
            if let Some(at) = waiting.iter().skip(first).position(same) {
                waiting.remove(first + at);
            }
        }
        // One does all that waits.
        if self != Self::Intervene || waiting.back() != Some(&self) {
            waiting.push_back(self);
        }
    }
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
    /// Ended; [`Command::Play`] and [`Command::Step`] go on from there.
    Stopped(StopReason),
    /// Ended by an error; its message came just before.
    Failed,
}

/// What happened, in order and without loss.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An iteration was made.
    Progress(Progress),
    /// The run rests, and what it rests at was evaluated: the iteration and its scores.
    Evaluated(usize, Scores),
    /// The run came to another state.
    State(RunState),
    /// The trained machine was left for whoever asks.
    FittedPublished,
    /// A live change holds from the next iteration on.
    Changed(LiveChange),
    /// A live change was refused, with the reason and the remedy; the run goes on with the old value.
    Refused(LiveChange, String),
    /// Another command was refused, with the reason and the remedy; the run goes on.
    Rejected(String),
    /// The run ended by an error: what and what to do.
    Failed(String),
    /// The objective on all words while the run rests, `None` where it is not known: as it was asked for, or after words were
    /// put elsewhere.
    Measured(Measured, Option<f64>),
    /// Where the objective draws the words at an iteration; nothing where it draws none, or that does not fit into memory.
    Forces(usize, Option<Arc<Forces>>),
    /// What is said without something left out, or why nothing is: no reason where a command broke it off.
    LeftOut(LeftOut, Result<Arc<Without>, Option<String>>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_change_of_each_parameter_waits_in_its_place() {
        let gamma = |value| Command::Change(LiveChange::real("gamma", value));
        let c = Command::Change(LiveChange::real("c", 5.0));
        let mut waiting = VecDeque::new();
        for command in [gamma(1.0), gamma(2.0), Command::Step(1), gamma(3.0), c, gamma(4.0), Command::Play, Command::Play] {
            command.join(&mut waiting);
        }
        assert_eq!(waiting, [gamma(2.0), Command::Step(1), c, gamma(4.0), Command::Play, Command::Play]);
        for command in [Command::Intervene, Command::Intervene] {
            command.join(&mut waiting);
        }
        assert_eq!(waiting.len(), 7, "one touch does all that waits");
    }
}
