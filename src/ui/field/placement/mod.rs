//! The words' coordinates, brought up to date when the model has moved them or they are to be seen otherwise.
//!
//! Few dimensions are placed within the frame. Many are placed on a thread, and the last coordinates are drawn meanwhile,
//! none of a corpus seen for the first time: at 300 dimensions the axes alone would take longer than a frame.

pub mod axes;
pub mod projection;

use std::sync::Arc;

use eframe::egui::Context;
use ndarray::Array2;

use crate::state::Same;
use crate::ui::field::{
    background::worker::Worker,
    placement::projection::{Projection, ProjectionSettings, place},
};

/// Multiplications that fit into a frame.
const IN_A_FRAME: usize = 4_000_000;
/// Words the axes are found from, at most.
const SAMPLE: usize = 4_000;

/// Which words, and how they are seen.
#[derive(Clone, PartialEq)]
struct Key {
    run: u64,
    latent: Same<Array2<f64>>,
    manner: ProjectionSettings,
}

/// The words to be placed.
pub struct Words<'a> {
    pub run: u64,
    pub latent: &'a Arc<Array2<f64>>,
    pub height: &'a Arc<Vec<f32>>,
    pub manner: ProjectionSettings,
}

/// The coordinates and what they were made from.
#[derive(Default)]
pub struct Placement {
    asked: Option<Key>,
    placed: Option<(u64, ProjectionSettings)>,
    plane: Arc<Projection>,
    worker: Worker<(Key, Projection)>,
}

/// What became of the coordinates in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementChange {
    /// They are the last frame's.
    Unchanged,
    /// The words have moved.
    Moved,
    /// Other words, or other axes: nothing on the screen is where it was.
    Reset,
}

impl Placement {
    /// The coordinates.
    pub fn plane(&self) -> &Arc<Projection> {
        &self.plane
    }

    /// Brings them up to date; `still` within the frame, whatever it takes.
    pub fn update(&mut self, ctx: &Context, words: &Words<'_>, still: bool) -> PlacementChange {
        let mut became = PlacementChange::Unchanged;
        if let Some((key, plane)) = self.worker.receive()
            && key.run == words.run
        {
            became = self.accept(&key, plane);
        }
        let key = Key { run: words.run, latent: Same::of(words.latent), manner: words.manner };
        if self.asked.as_ref() == Some(&key) {
            return became;
        }
        let fresh = self.placed.is_none_or(|(run, _)| run != words.run) || self.plane.at.len() != words.latent.nrows();
        let last = if fresh { None } else { self.plane.axes.clone() };
        if still || cost(words.latent) <= IN_A_FRAME {
            let plane = place(words.latent, words.height, words.manner, last.as_ref());
            let now = self.accept(&key, plane);
            self.asked = Some(key);
            return if now == PlacementChange::Reset || became == PlacementChange::Reset { PlacementChange::Reset } else { now };
        }
        if self.worker.is_busy() {
            return became;
        }
        self.asked = Some(key.clone());
        let (latent, height, manner) = (Arc::clone(words.latent), Arc::clone(words.height), words.manner);
        let job = move || (key, place(&latent, &height, manner, last.as_ref()));
        if let Some((key, plane)) = self.worker.send(ctx, Box::new(job)) {
            return self.accept(&key, plane);
        }
        became
    }

    fn accept(&mut self, key: &Key, plane: Projection) -> PlacementChange {
        self.plane = Arc::new(plane);
        let before = self.placed.replace((key.run, key.manner));
        if before == self.placed { PlacementChange::Moved } else { PlacementChange::Reset }
    }
}

/// Multiplications a placing takes, about.
fn cost(latent: &Array2<f64>) -> usize {
    let q = latent.ncols();
    if q <= 3 { 0 } else { 3 * latent.len() + latent.nrows().min(SAMPLE) * q * q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_dimensions_are_placed_beside_the_frame_and_come_later() {
        let ctx = Context::default();
        let latent = |sign: f64| Arc::new(Array2::from_shape_fn((400, 120), |(w, k)| sign * ((w * (k + 1)) as f64).sin()));
        let (one, other, height) = (latent(1.0), latent(2.0), Arc::new(vec![0.0; 400]));
        let mut placing = Placement::default();
        let words = |latent, run| Words { run, latent, height: &height, manner: ProjectionSettings::default() };
        let later = |placing: &mut Placement, words: &Words<'_>, became| {
            (0..1000).any(|_| {
                std::thread::sleep(std::time::Duration::from_millis(5));
                placing.update(&ctx, words, false) == became
            })
        };
        assert_eq!(placing.update(&ctx, &words(&one, 1), false), PlacementChange::Unchanged);
        assert!(placing.plane().at.is_empty() && later(&mut placing, &words(&one, 1), PlacementChange::Reset), "the first too");
        let at = |placing: &Placement| placing.plane().at[7].map(f32::to_bits);
        let before = at(&placing);
        assert_eq!(placing.update(&ctx, &words(&other, 1), false), PlacementChange::Unchanged);
        assert_eq!(at(&placing), before, "the last places are kept meanwhile");
        assert!(later(&mut placing, &words(&other, 1), PlacementChange::Moved));
        assert_ne!(at(&placing), before);
        assert!(later(&mut placing, &words(&one, 2), PlacementChange::Reset), "another run is known to be one");
    }
}
