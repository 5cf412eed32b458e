//! Outbox that delivers actions of tasks to the window.

use std::{io, sync::mpsc::Sender};

use eframe::egui::Context;

use wordfield_state::{Action, Message};

/// Action of a task, with the number of its workspace; `None` for the displayed workspace.
pub(super) type Answered = (Option<usize>, Action);

/// Outbox, which delivers actions of tasks to the window and wakes it.
#[derive(Clone)]
pub(super) struct Outbox {
    send: Sender<Answered>,
    ctx: Context,
}

impl Outbox {
    /// Creates an outbox that delivers to the receiver of `send` and wakes the window of `ctx`.
    pub(super) fn new(send: Sender<Answered>, ctx: Context) -> Self {
        Self { send, ctx }
    }

    /// Delivers an action to the workspace with the given number, or to the shown one.
    pub(super) fn deliver(&self, workspace: Option<usize>, action: Action) {
        // Sending fails only after the window is closed.
        let _ = self.send.send((workspace, action));
        self.ctx.request_repaint();
    }

    /// Shows an error message in the shown workspace.
    pub(super) fn report(&self, text: String) {
        self.deliver(None, Action::Message(Some(Message::error(text))));
    }
}

/// Message that the system provides no thread.
pub(super) fn missing_thread(error: &io::Error) -> String {
    format!("The system provides no thread ({error}). Close other programs and try again.")
}
