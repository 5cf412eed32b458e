//! Measurement of the time until the first frame and the first movement of words, after which the window closes.

use std::time::Duration;

use eframe::egui::{Context, ViewportCommand};

use wordfield_state::Workspace;

/// Measurement of the first frames, from the beginning of the platform's time. A frame is timed at the beginning of the next frame, when it has been shown.
#[derive(Default)]
pub struct MotionTimer {
    first_frame: Option<f64>,
    /// Run and iteration of the words in the first frame that shows any.
    first_words: Option<(u64, usize)>,
    /// Run and iteration of the frame drawn last.
    drawn: Option<(u64, usize)>,
    begun: bool,
    reported: bool,
}

impl MotionTimer {
    /// Records the beginning of a frame at the time `now`; called once per frame.
    pub(crate) fn frame(&mut self, ctx: &Context, workspace: &Workspace, now: Duration) {
        let words = workspace.field.scene.as_ref().map(|scene| (scene.run, scene.iteration));
        if let Some((frame, movement)) = self.seen(words, now.as_secs_f64()) {
            println!("first frame {frame:.2} s, first movement {movement:.2} s");
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        ctx.request_repaint();
    }

    /// Seconds until the first frame and until the first movement of words; `None` before both are shown.
    fn seen(&mut self, drawn: Option<(u64, usize)>, elapsed: f64) -> Option<(f64, f64)> {
        let shown = std::mem::replace(&mut self.drawn, drawn);
        if !std::mem::replace(&mut self.begun, true) {
            return None;
        }
        let frame = *self.first_frame.get_or_insert(elapsed);
        let words = shown?;
        let first = *self.first_words.get_or_insert(words);
        (words != first && !std::mem::replace(&mut self.reported, true)).then_some((frame, elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_moved_once_another_iteration_has_been_shown() {
        let mut motion = MotionTimer::default();
        for (drawn, at) in [None, None, Some((1, 0)), Some((1, 0)), Some((1, 3))].into_iter().zip([0.5, 1.0, 2.0, 3.0, 4.0]) {
            assert_eq!(motion.seen(drawn, at), None);
        }
        assert_eq!(motion.seen(Some((1, 4)), 5.0), Some((1.0, 5.0)));
        assert_eq!(motion.seen(Some((1, 5)), 6.0), None, "reported once");
    }
}
