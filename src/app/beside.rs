//! The user's workspace while a lesson shows its own.

use crate::{
    state::{Action, Workspace},
    train::Trainer,
};

/// A workspace that is set aside with its trainer.
pub struct Aside {
    /// The workspace.
    pub workspace: Workspace,
    /// Its trainer, paused.
    pub trainer: Option<Trainer>,
    /// Its number, which answers of threads carry.
    pub number: usize,
    /// Answers that arrived meanwhile.
    pub waiting: Vec<Action>,
}
