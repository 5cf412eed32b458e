//! Pauses between two computations of a view that follows a running model.

use egui::Ui;

use wordfield_state::{Query, Slot};

/// Minimum pause between two results of a running model: seconds, and multiple of the last computation time.
const REST: (f64, f64) = (0.5, 3.0);

/// Time of the last result of a view.
#[derive(Debug, Default)]
pub struct Pacing {
    since: f64,
}

impl Pacing {
    /// Records that a result arrived.
    pub fn arrived(&mut self, ui: &Ui) {
        self.since = ui.input(|input| input.time);
    }

    /// Whether to compute a key automatically: at once for another subject or words at rest, with pauses while words move.
    /// `same` compares subjects; `seconds` is the duration of the last computation, `None` without a result.
    pub fn is_due<Q: Query>(
        &self,
        (ui, moving): (&Ui, bool),
        (study, key): (&Slot<Q>, &Q::Key),
        same: impl Fn(&Q::Key) -> bool,
        seconds: Option<f64>,
    ) -> bool {
        if let Some(pending) = study.asked() {
            return !same(pending);
        }
        if !study.is_due(key) {
            return false;
        }
        if !(moving && study.answered().is_some_and(same)) {
            return true;
        }
        // A stopped or failed computation waits for other options or for rest.
        let Some(seconds) = seconds else { return false };
        let pause = self.since + (REST.1 * seconds).max(REST.0) - ui.input(|input| input.time);
        if pause > 0.0 {
            ui.ctx().request_repaint_after_secs(pause as f32 + 0.01);
        }
        pause <= 0.0
    }
}
