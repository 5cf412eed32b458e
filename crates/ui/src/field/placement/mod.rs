//! Drawn coordinates of the words, updated when words move or the projection changes.
//!
//! Few dimensions are projected within the frame.
//! Many dimensions are projected by a task of the platform, since at 300 dimensions the axes alone need longer than a frame.
//! The last coordinates are drawn meanwhile (none for a new corpus).

pub(super) mod axes;
pub(super) mod documents;
pub(super) mod projection;

use std::sync::Arc;

use egui::Context;
use ndarray::Array2;

use crate::field::{
    background::worker::Worker,
    placement::projection::{Projection, ProjectionSettings, place},
};
use wordfield_state::Same;

/// Maximum number of multiplications for a projection that is computed within a frame.
const IN_A_FRAME: usize = 4_000_000;
/// Maximum number of words from which the axes are computed.
const SAMPLE: usize = 4_000;

/// Identity of the words and of their projection, as a key.
#[derive(Clone, PartialEq)]
struct Key {
    run: u64,
    latent: Same<Array2<f64>>,
    settings: ProjectionSettings,
}

/// Words whose coordinates are computed, with the projection's settings.
pub(super) struct Words<'a> {
    pub run: u64,
    pub latent: &'a Arc<Array2<f64>>,
    pub height: &'a Arc<Vec<f32>>,
    pub settings: ProjectionSettings,
}

/// Drawn coordinates of the words, with the inputs from which they were computed.
#[derive(Default)]
pub(super) struct Placement {
    requested: Option<Key>,
    placed: Option<(u64, ProjectionSettings)>,
    /// Drawn coordinates of all words.
    pub(super) plane: Arc<Projection>,
    worker: Worker<(Key, Projection)>,
}

/// Change of the drawn coordinates in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlacementChange {
    /// Drawn coordinates are the same as in the last frame.
    Unchanged,
    /// Words have moved since the last frame.
    Moved,
    /// Words or axes are different, which invalidates all screen positions.
    Reset,
}

impl Placement {
    /// Updates the drawn coordinates; with `still` the projection is computed within the frame, whatever its cost.
    pub(super) fn update(&mut self, ctx: &Context, words: &Words<'_>, still: bool) -> PlacementChange {
        let mut change = PlacementChange::Unchanged;
        if let Some((key, plane)) = self.worker.receive()
            && key.run == words.run
        {
            change = self.accept(&key, plane);
        }
        let key = Key { run: words.run, latent: Same::of(words.latent), settings: words.settings };
        if self.requested.as_ref() == Some(&key) {
            return change;
        }
        let fresh = self.placed.is_none_or(|(run, _)| run != words.run) || self.plane.at.len() != words.latent.nrows();
        let last = if fresh { None } else { self.plane.axes.clone() };
        if still || cost(words.latent) <= IN_A_FRAME {
            let plane = place(words.latent, words.height, words.settings, last.as_ref());
            let now = self.accept(&key, plane);
            self.requested = Some(key);
            return if now == PlacementChange::Reset || change == PlacementChange::Reset { PlacementChange::Reset } else { now };
        }
        if self.worker.result.is_some() {
            return change;
        }
        self.requested = Some(key.clone());
        let (latent, height, settings) = (Arc::clone(words.latent), Arc::clone(words.height), words.settings);
        let job = move || (key, place(&latent, &height, settings, last.as_ref()));
        if let Some((key, plane)) = self.worker.send(ctx, Box::new(job)) {
            return self.accept(&key, plane);
        }
        change
    }

    fn accept(&mut self, key: &Key, plane: Projection) -> PlacementChange {
        self.plane = Arc::new(plane);
        let before = self.placed.replace((key.run, key.settings));
        if before == self.placed { PlacementChange::Moved } else { PlacementChange::Reset }
    }
}

/// Approximate number of multiplications of a projection.
fn cost(latent: &Array2<f64>) -> usize {
    let q = latent.ncols();
    if q <= 3 { 0 } else { 3 * latent.len() + latent.nrows().min(SAMPLE) * q * q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_dimensions_are_projected_beside_the_frame() {
        let ctx = Context::default();
        crate::field::run_beside(&ctx, |work| drop(std::thread::spawn(work)));
        let latent = |sign: f64| Arc::new(Array2::from_shape_fn((400, 120), |(w, k)| sign * ((w * (k + 1)) as f64).sin()));
        let (one, other, height) = (latent(1.0), latent(2.0), Arc::new(vec![0.0; 400]));
        let mut placing = Placement::default();
        let words = |latent, run| Words { run, latent, height: &height, settings: ProjectionSettings::default() };
        let later = |placing: &mut Placement, words: &Words<'_>, change| {
            (0..1000).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(5));
                placing.update(&ctx, words, false) == change
            })
        };
        assert_eq!(placing.update(&ctx, &words(&one, 1), false), PlacementChange::Unchanged);
        assert!(
            placing.plane.at.is_empty() && later(&mut placing, &words(&one, 1), PlacementChange::Reset),
            "the first result arrives later too"
        );
        let at = |placing: &Placement| placing.plane.at[7].map(f32::to_bits);
        let before = at(&placing);
        assert_eq!(placing.update(&ctx, &words(&other, 1), false), PlacementChange::Unchanged);
        assert_eq!(at(&placing), before, "the last coordinates are drawn meanwhile");
        assert!(later(&mut placing, &words(&other, 1), PlacementChange::Moved));
        assert_ne!(at(&placing), before);
        assert!(later(&mut placing, &words(&one, 2), PlacementChange::Reset), "another run resets the placement");
    }
}
