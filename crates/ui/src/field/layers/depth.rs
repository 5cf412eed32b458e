//! Effect of depth on words in space: drawing order, size and opacity of their marks.

use crate::field::{
    camera::{orbit::Orbit, view::Solid},
    layers::marks::Distance,
};

/// Number of depth levels that the sort by depth distinguishes.
const STEPS: usize = 2048;
/// Opacity of the words farthest from the camera.
const FARTHEST: f32 = 0.3;

/// Depth range over which words fade with their distance from the camera.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthFade {
    near: f32,
    range: f32,
    distance: f32,
}

impl DepthFade {
    /// Depth range around the camera's target, as deep as the box of the words.
    pub(crate) fn new(orbit: &Orbit, room: &Solid) -> Self {
        let radius = room.radius().max(1e-9);
        Self { near: (orbit.distance - radius) as f32, range: (2.0 * radius) as f32, distance: orbit.distance as f32 }
    }

    /// Relative depth of a point in the range, from 0 in front to 1 at the back.
    pub(crate) fn share(&self, depth: f32) -> f32 {
        ((depth - self.near) / self.range).clamp(0.0, 1.0)
    }

    /// Camera distance of a relative depth: the inverse of [`Self::share`].
    pub(crate) fn depth(&self, share: f32) -> f32 {
        self.near + share * self.range
    }

    /// Size factor and opacity of a word by its depth; marks at the target's depth have the same size as in the plane.
    pub(crate) fn distance(&self, depth: f32, grow: f32) -> Distance {
        let opacity = 1.0 - (1.0 - FARTHEST) * self.share(depth);
        Distance { grow: grow * (self.distance / depth).clamp(0.4, 3.0), opacity: (255.0 * opacity) as u8 }
    }
}

/// Indices of the words from back to front within each group; later groups cover earlier ones. Words without a depth are dropped.
/// Cost of the order: two passes; `groups` is a handful at most.
pub(crate) fn sorted(
    depths: &[f32],
    order: &[u32],
    haze: &DepthFade,
    groups: usize,
    group: impl Fn(usize, u32) -> usize,
    into: &mut Vec<u32>,
) {
    let step = |place: usize, word: u32| -> Option<usize> {
        let depth = depths.get(word as usize).copied().filter(|depth| depth.is_finite())?;
        let back = ((1.0 - haze.share(depth)) * (STEPS - 1) as f32) as usize;
        Some(group(place, word) * STEPS + back)
    };
    let mut starts = vec![0_u32; groups * STEPS + 1];
    for (place, &word) in order.iter().enumerate() {
        if let Some(step) = step(place, word) {
            starts[step + 1] += 1;
        }
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    into.clear();
    into.resize(starts.last().map_or(0, |all| *all as usize), 0);
    for (place, &word) in order.iter().enumerate() {
        if let Some(step) = step(place, word) {
            into[starts[step] as usize] = word;
            starts[step] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn haze() -> DepthFade {
        DepthFade::new(&Orbit { distance: 10.0, ..Orbit::default() }, &Solid::UNIT)
    }

    #[test]
    fn words_are_sorted_back_to_front_within_their_group() {
        let depths = [9.0, 11.0, f32::NAN, 10.0, 8.5];
        let mut order = Vec::new();
        sorted(&depths, &[0, 1, 2, 3, 4], &haze(), 1, |_, _| 0, &mut order);
        assert_eq!(order, [1, 3, 0, 4]);
        sorted(&depths, &[0, 1, 2, 3, 4], &haze(), 2, |_, word| usize::from(word == 1), &mut order);
        assert_eq!(order, [3, 0, 4, 1]);
    }

    #[test]
    fn distant_words_are_smaller_and_fainter() {
        let haze = haze();
        let (near, middle, far) = (haze.distance(9.0, 1.0), haze.distance(10.0, 1.0), haze.distance(11.5, 1.0));
        assert!(
            near.grow > middle.grow && middle.grow > far.grow && near.opacity > middle.opacity && middle.opacity > far.opacity
        );
        assert!((middle.grow - 1.0).abs() < 1e-6 && far.opacity > 60);
        assert!((haze.share(haze.depth(0.25)) - 0.25).abs() < 1e-6);
    }
}
