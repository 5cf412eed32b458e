//! Suspended workspace and trainer of the user, while a lesson shows a workspace of its own.

use std::mem;

use super::Window;
use wordfield_core::train::{Command, Trainer};
use wordfield_state::{Action, Workspace};

/// Workspace of the user with its trainer, suspended while a lesson shows its own.
pub(super) struct SuspendedWorkspace {
    /// Workspace of the user that is suspended.
    pub workspace: Workspace,
    /// Trainer of the suspended workspace, which is paused.
    pub trainer: Option<Trainer>,
    /// Number of the suspended workspace, by which answers of jobs are assigned.
    pub number: usize,
    /// Answers that arrived while the workspace was suspended.
    pub waiting: Vec<Action>,
}

impl Window {
    /// Suspends the user's workspace: pauses its run, and shows a new workspace for a lesson.
    pub(super) fn set_aside(&mut self) {
        let trainer = self.trainer.take();
        if let Some(trainer) = trainer.as_ref().filter(|_| self.workspace.can_go_on()) {
            trainer.send(Command::Pause);
        }
        let lesson = self.workspace.beside();
        let workspace = mem::replace(&mut self.workspace, lesson);
        let number = self.jobs.workspace;
        self.jobs.number_workspace();
        self.aside = Some(SuspendedWorkspace { workspace, trainer, number, waiting: Vec::new() });
    }

    /// Shows the user's workspace again; returns the answers that arrived while it was suspended.
    pub(super) fn bring_back(&mut self) -> Vec<Action> {
        let Some(SuspendedWorkspace { workspace, trainer, number, waiting }) = self.aside.take() else { return Vec::new() };
        let mut lesson = mem::replace(&mut self.workspace, workspace);
        self.workspace.return_from(&mut lesson);
        self.jobs.drop_aside((lesson, mem::replace(&mut self.trainer, trainer)));
        self.jobs.workspace = number;
        waiting
    }
}
