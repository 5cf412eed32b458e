//! The trainer: a model on its own thread, driven by commands, watched through snapshots and events.
//!
//! [`Trainer::spawn`] makes the model on the worker thread and runs it. Looking is cheap and never blocks the worker:
//! [`Trainer::latest`] holds the newest [`Snapshot`](crate::model::Snapshot) only, [`Trainer::events`] hands over
//! every event exactly once, [`Trainer::history`] keeps the way the words went within a memory bound. Data are put in
//! place before the watcher is woken. A run has a pool of threads of its own, and its iteration can be broken off: see
//! [`Command`] and [`crate::cancel`].
//!
//! | file | what it does |
//! |---|---|
//! | `trainer`, `command` | the handle, and what it is told and tells |
//! | `worker` | the loop on the thread: obey, iterate, publish |
//! | `news`, `history` | what is told, and what is kept of the way |
//! | `pace`, `patience` | how fast it goes, when it stops for want of a better score |
//! | `touch` | what hands ask of a running model |
//! | `grid` | a search over settings ([`Search`]): a trainer after the other |
//! | `text_only` | what is said of documents whose text alone is used |
//!
//! Cost: a pool of threads to start a run; snapshots are taken at most sixty times a second and in at most a fifth of the
//! time, the last one always.
//! Memory: the newest snapshot and the one looked back at, at most 65,536 events not yet fetched, and the history's bound.

mod command;
mod grid;
mod history;
mod interventions;
mod pace;
mod patience;
mod text_only;
mod trainer;
mod trainer_events;
mod worker;

pub use command::{Command, Event, RunState, TrainOptions};
pub use grid::{Axis, Grid, GridError, Outcome, Search, Searched, Tried};
pub use history::{Curves, Frame, History};
pub use interventions::{Intervention, Measured};
pub use pace::{Pace, SECONDS, WATCHED};
pub use text_only::text_only;
pub use trainer::Trainer;

#[cfg(test)]
mod tests;
