//! Pauses between the computations of a view that follows a running model.

use egui::Ui;

use wordfield_state::Lazy;

/// Minimum pause between two results of a running model: seconds, and multiple of the last computation's duration.
const REST: (f64, f64) = (0.5, 3.0);

/// Throttle of a view's computations: the last key, and when its result appeared.
#[derive(Debug)]
pub(crate) struct RefreshThrottle<K> {
    last: Option<K>,
    since: f64,
}

impl<K> Default for RefreshThrottle<K> {
    fn default() -> Self {
        Self { last: None, since: 0.0 }
    }
}

impl<K: PartialEq + Clone> RefreshThrottle<K> {
    /// Whether to compute a result now: at once for another subject or words at rest, with pauses while words move.
    /// The throttle must be called in every frame.
    /// `same` compares subjects; `seconds` is the duration of the last computation, `None` without a result.
    pub(crate) fn is_due<V: Clone>(
        &mut self,
        (ui, moving): (&Ui, bool),
        (study, key): (&Lazy<K, V>, &K),
        same: impl Fn(&K) -> bool,
        seconds: Option<f64>,
    ) -> bool {
        let now = ui.input(|input| input.time);
        if self.last.as_ref() != study.answered() {
            (self.last, self.since) = (study.answered().cloned(), now);
        }
        if let Some(pending) = study.pending_key() {
            return !same(pending);
        }
        if !study.is_due(key) {
            return false;
        }
        if !(moving && study.answered().is_some_and(same)) {
            return true;
        }
        // A stopped or failed computation is not repeated until the options change or the words rest.
        let Some(seconds) = seconds else { return false };
        let pause = self.since + (REST.1 * seconds).max(REST.0) - now;
        if pause > 0.0 {
            ui.ctx().request_repaint_after_secs(pause as f32 + 0.01);
        }
        pause <= 0.0
    }
}
