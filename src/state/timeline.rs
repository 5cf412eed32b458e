//! The timeline: which iteration is shown, the newest or one of those recorded.
//!
//! Looking back changes the scene alone. The model goes on, or waits, as it was told; predictions and everything else
//! read from the snapshot stay those of the newest iteration.

use std::sync::Arc;

use crate::train::History;

/// The recorded way of a run and the place in it that is shown.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The positions recorded so far.
    pub history: Option<Arc<History>>,
    /// The iteration looked back at; `None`: the newest is shown.
    pub at: Option<usize>,
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
