//! What distance does to words in space: the order they are drawn in, their size and how clear they are.

use crate::ui::field::{
    camera::{orbit::Orbit, view::Solid},
    layers::marks::Distance,
};

/// Steps of depth that are told apart when words are sorted.
const STEPS: usize = 2048;
/// What is left of the colour of the farthest words.
const FARTHEST: f32 = 0.3;

/// The part of space before the eye in which words get fainter.
#[derive(Clone, Copy, Debug)]
pub struct Haze {
    near: f32,
    range: f32,
    distance: f32,
}

impl Haze {
    /// About what is looked at, as deep as the room is.
    pub fn new(orbit: &Orbit, room: &Solid) -> Self {
        let radius = room.radius().max(1e-9);
        Self { near: (orbit.distance - radius) as f32, range: (2.0 * radius) as f32, distance: orbit.distance as f32 }
    }

    /// Where a depth lies, from 0 in front to 1 at the back.
    pub fn share(&self, depth: f32) -> f32 {
        ((depth - self.near) / self.range).clamp(0.0, 1.0)
    }

    /// The depth at such a share.
    pub fn depth(&self, share: f32) -> f32 {
        self.near + share * self.range
    }

    /// How a word looks at some depth: a mark as wide as in the plane at the depth looked at.
    pub fn distance(&self, depth: f32, grow: f32) -> Distance {
        let clear = 1.0 - (1.0 - FARTHEST) * self.share(depth);
        Distance { grow: grow * (self.distance / depth).clamp(0.4, 3.0), clear: (255.0 * clear) as u8 }
    }
}

/// Words from the farthest to the nearest, after `group`: what is in a later group is drawn over what is in an earlier
/// one. Words without a depth are left out. Two passes; `groups` are at most a handful.
pub fn sorted(
    depths: &[f32],
    order: &[u32],
    haze: &Haze,
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

    fn haze() -> Haze {
        Haze::new(&Orbit { distance: 10.0, ..Orbit::default() }, &Solid::UNIT)
    }

    #[test]
    fn words_are_sorted_from_the_back_within_their_group() {
        let depths = [9.0, 11.0, f32::NAN, 10.0, 8.5];
        let mut order = Vec::new();
        sorted(&depths, &[0, 1, 2, 3, 4], &haze(), 1, |_, _| 0, &mut order);
        assert_eq!(order, [1, 3, 0, 4]);
        sorted(&depths, &[0, 1, 2, 3, 4], &haze(), 2, |_, word| usize::from(word == 1), &mut order);
        assert_eq!(order, [3, 0, 4, 1]);
    }

    #[test]
    fn what_is_farther_is_smaller_and_fainter() {
        let haze = haze();
        let (near, middle, far) = (haze.distance(9.0, 1.0), haze.distance(10.0, 1.0), haze.distance(11.5, 1.0));
        assert!(near.grow > middle.grow && middle.grow > far.grow && near.clear > middle.clear && middle.clear > far.clear);
        assert!((middle.grow - 1.0).abs() < 1e-6 && far.clear > 60);
        assert!((haze.share(haze.depth(0.25)) - 0.25).abs() < 1e-6);
    }
}
