//! Closing of the window, before which pending verdicts are written.
//! The window's thread waits for the disk at most as long as a slow frame.
//! With a slower disk the window remains usable, and closes later.

use std::path::PathBuf;

use eframe::egui::{Context, ViewportCommand};

use super::Window;
use crate::keeper::{FRAME, Flush};
use wordfield_state::{Action, Close, Message};

impl Window {
    /// Writes pending verdicts on a close request, by the window's button or by a signal, and continues earlier writes.
    pub(super) fn check_unwritten_verdicts(&mut self, ctx: &Context) {
        if !self.may_close && ctx.input(|input| input.viewport().close_requested()) {
            self.write_verdicts_and_close(ctx, None, true);
        } else if let Some(writing) = self.writing.take() {
            let outcome = writing.outcome(self.jobs.platform.now());
            self.close_after(ctx, writing, outcome);
        }
    }

    /// Writes pending verdicts and closes the window when they are written, or shows why they could not be written.
    /// `requested`: the window closes after this frame unless closing is cancelled.
    pub(super) fn write_verdicts_and_close(&mut self, ctx: &Context, elsewhere: Option<PathBuf>, requested: bool) {
        let writing = self.jobs.keeper.flush(elsewhere);
        let outcome = writing.outcome(self.jobs.platform.now());
        if requested && outcome == Some(Ok(())) {
            return;
        }
        if requested {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
        if outcome.is_none() {
            let text = "Verdicts are being written; the window closes when they are on the disk.".to_owned();
            self.apply(ctx, Action::Message(Some(Message::note(text))));
        }
        self.close_after(ctx, writing, outcome);
    }

    /// Closes the window once a flush of verdicts has succeeded; the flush continues while it has no outcome.
    fn close_after(&mut self, ctx: &Context, writing: Flush, outcome: Option<Result<(), String>>) {
        match outcome {
            Some(Ok(())) => self.close(ctx),
            Some(Err(problem)) => self.apply(ctx, Action::Close(Close::Unwritten(problem))),
            None => {
                self.writing = Some(writing);
                ctx.request_repaint_after(FRAME);
            }
        }
    }

    /// Closes the window, even with unwritten verdicts.
    pub(super) fn close(&mut self, ctx: &Context) {
        self.may_close = true;
        ctx.send_viewport_cmd(ViewportCommand::Close);
    }
}
