//! Measurement of the time until the first frame and the first movement of words, after which the window closes.

use std::time::Instant;

use eframe::egui::{Context, ViewportCommand};

use wordfield_state::Workspace;

/// Measurement of the first frames. A frame counts at the beginning of the next one, when it has been shown.
pub(super) struct MotionTimer {
    began: Instant,
    first_frame: Option<f64>,
    /// Run and iteration of the words in the first frame that shows any.
    first_words: Option<(u64, usize)>,
    /// Run and iteration of the frame drawn last.
    drawn: Option<(u64, usize)>,
    begun: bool,
    reported: bool,
}

impl MotionTimer {
    /// Starts the measurement of the first frames.
    pub(super) fn new(began: Instant) -> Self {
        Self { began, first_frame: None, first_words: None, drawn: None, begun: false, reported: false }
    }

    /// Records the beginning of a frame; to be called once per frame.
    pub(super) fn frame(&mut self, ctx: &Context, workspace: &Workspace) {
        if let Some((frame, movement)) = self.seen(workspace.field.scene.as_ref().map(|scene| (scene.run, scene.iteration))) {
            println!("first frame {frame:.2} s, first movement {movement:.2} s");
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        ctx.request_repaint();
    }

    /// Seconds until the first frame and until the first movement of words; `None` before both are shown.
    fn seen(&mut self, now: Option<(u64, usize)>) -> Option<(f64, f64)> {
        let elapsed = self.began.elapsed().as_secs_f64();
        let shown = std::mem::replace(&mut self.drawn, now);
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
        let mut motion = MotionTimer::new(Instant::now());
        for now in [None, None, Some((1, 0)), Some((1, 0)), Some((1, 3))] {
            assert_eq!(motion.seen(now), None);
        }
        let (frame, movement) = motion.seen(Some((1, 4))).expect("a movement");
        assert!(0.0 < frame && frame <= movement);
        assert_eq!(motion.seen(Some((1, 5))), None, "reported once");
    }
}
