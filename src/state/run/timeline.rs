//! The timeline: which iteration is shown, the newest or one of those recorded.
//!
//! Seeking changes only the view, not the model. Words move to their recorded positions at once. The trainer computes the
//! earlier predictions between two iterations; until then the last predictions stay, with their iteration. Memory: one earlier
//! snapshot besides the bound of the history.

use std::sync::Arc;

use ndarray::Array2;

use crate::state::core::memo::Same;
use crate::{model::Snapshot, train::History};

/// What trails are made from: the positions shown, and the words.
pub type TrailsKey = (Same<Array2<f64>>, Vec<usize>);

/// The recorded way of a run and the place in it that is shown.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// What was recorded so far.
    pub history: Option<Arc<History>>,
    /// The iteration looked back at; `None`: the newest is shown.
    pub at: Option<usize>,
    /// The earlier state the trainer last worked out.
    pub past: Option<Arc<Snapshot>>,
    /// How it is played back.
    pub playback: Playback,
}

/// How what was recorded is played back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// Whether it plays.
    pub playing: bool,
    /// Recorded iterations a second.
    pub rate: f64,
    /// The first and the last iteration played again and again; `None`: on to the newest, which is then followed.
    pub range: Option<[usize; 2]>,
    /// The part of the next iteration whose time has gone by.
    pub(in crate::state) due: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, rate: 20.0, range: None, due: 0.0 }
    }
}

impl Timeline {
    /// Whether only positions are known of the earlier iteration shown, and no predictions.
    pub fn is_bare(&self) -> bool {
        self.at.is_some() && self.past.is_none()
    }
}

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seek {
    /// At the first iteration.
    First,
    /// At the newest, and at every newer one as it comes.
    Newest,
    /// So many recorded iterations on, or back if negative.
    By(isize),
    /// At this iteration, or the recorded one just before it.
    At(usize),
}
