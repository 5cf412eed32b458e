//! Training on a background thread: driven by commands, observed through snapshots and events.
//!
//! [`Trainer::spawn`] builds the model on a worker thread and runs it.
//! Observation never blocks the worker: [`Trainer::latest`] holds the newest [`Snapshot`](crate::model::Snapshot) only,
//! [`Trainer::events`] returns every event exactly once.
//! [`Trainer::history`] records the word positions within a memory bound.
//! Data are stored before the observer is woken.
//! Each run has its own thread pool, and its current iteration can be cancelled: see [`Command`] and [`crate::cancel`].
//!
//! | file | content |
//! |---|---|
//! | `trainer` | the handle: spawn, send commands, read results |
//! | `command` | options, commands, run states and events |
//! | `worker` | the loop on the worker thread: handle commands, iterate, publish |
//! | `trainer_events`, `history` | the event queue; recorded positions and curves |
//! | `pace`, `patience` | speed limit; early stopping |
//! | `recall` | solving the model at a recorded iteration |
//! | `interventions` | dragging, pinning, forces and leave-one-out on a running model |
//! | `text_only` | notes on documents whose text is used without their labels |
//!
//! Cost: a thread pool per run; at most 60 snapshots a second and at most a fifth of the time, the last one always.
//! Memory: the newest and the recalled snapshot, at most 65,536 unread events, and the history within its bound.

mod command;
mod history;
mod interventions;
mod pace;
mod patience;
mod recall;
mod text_only;
mod trainer;
mod trainer_events;
mod worker;

pub use command::{Command, Event, RunState, TrainOptions};
pub use history::{Curves, Frame, History};
pub use interventions::{Intervention, Measured};
pub use pace::{Pace, SECONDS, WATCHED};
pub(crate) use text_only::canonical_note;
pub use text_only::text_only;
pub use trainer::{Published, Trainer};

#[cfg(test)]
mod tests;
