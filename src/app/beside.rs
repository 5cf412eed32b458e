//! The user's workspace while a lesson shows its own.

use wordfield_core::train::Trainer;
use wordfield_state::{Action, Workspace};

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
