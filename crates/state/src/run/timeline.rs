//! Timeline: the shown iteration of the run, which is the newest or a recorded one.
//!
//! Seeking changes only the view, not the model. Words move to their recorded positions at once.
//! The trainer computes the predictions of an earlier iteration between two training iterations.
//! Until then the last predictions are shown, with their iteration.
//! Memory: one earlier snapshot in addition to the bounded history.

use std::sync::Arc;

use wordfield_core::{model::Snapshot, train::History};

/// Timeline: the history of a run and the shown iteration.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// Recorded points of the run.
    pub history: Option<Arc<History>>,
    /// Earlier iteration that is shown; `None`: the newest.
    pub at: Option<usize>,
    /// Iteration of a restored session to show once its run has arrived.
    pub(crate) awaited: Option<usize>,
    /// Last snapshot of an earlier iteration, recalled by the trainer.
    pub past: Option<Arc<Snapshot>>,
    /// Playback of the recorded run.
    pub playback: Playback,
}

/// Playback of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Whether the recorded run is playing.
    pub playing: bool,
    /// Playback speed in recorded iterations per second.
    pub rate: f64,
    /// First and last iteration of the playback loop; `None`: play to the newest iteration, then follow the run.
    pub range: Option<[usize; 2]>,
    /// Fraction of the next iteration that has elapsed in playback.
    pub(crate) due: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, rate: 20.0, range: None, due: 0.0 }
    }
}

impl Timeline {
    /// Whether the shown earlier iteration has positions but no predictions.
    pub fn is_bare(&self) -> bool {
        self.at.is_some() && self.past.is_none()
    }
}

/// Iteration to seek on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// First recorded iteration.
    First,
    /// The newest iteration; the view then follows the run.
    Newest,
    /// Relative iteration: number of recorded iterations forward, or backward if negative.
    By(isize),
    /// Given iteration, or the last one recorded before it.
    At(usize),
}
