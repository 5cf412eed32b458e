//! Screenshot of the window, after which the window closes.

use std::time::Duration;

use eframe::egui::{ColorImage, Context, ViewportCommand};

/// Receiver of the screenshot.
type Save = dyn FnOnce(&ColorImage) + Send;

/// Screenshot of the window that was requested.
pub struct Picture {
    after: Duration,
    first_frame: Option<Duration>,
    /// Receiver of the screenshot until it is requested.
    save: Option<Box<Save>>,
}

impl Picture {
    /// Requests a screenshot for `save`, taken `after` the first frame.
    pub fn new(after: Duration, save: impl FnOnce(&ColorImage) + Send + 'static) -> Self {
        Self { after, first_frame: None, save: Some(Box::new(save)) }
    }

    /// Takes the screenshot once its time has passed; called with the time of each frame.
    pub(crate) fn frame(&mut self, ctx: &Context, now: Duration) {
        let due = *self.first_frame.get_or_insert(now) + self.after;
        if let Some(wait) = due.checked_sub(now).filter(|wait| !wait.is_zero()) {
            ctx.request_repaint_after(wait);
            return;
        }
        if let Some(save) = self.save.take() {
            let window = ctx.clone();
            ctx.request_screenshot(move |picture| {
                save(&picture);
                window.send_viewport_cmd(ViewportCommand::Close);
                window.request_repaint();
            });
        }
        ctx.request_repaint();
    }
}
