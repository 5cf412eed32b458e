//! Search for the word at a screen position, by a pass over all words.
//!
//! The pass runs only while the pointer is over the picture.
//! A pass takes 0.1 ms for 70,000 words, less than rebuilding a spatial index while all words move.

use egui::Pos2;

/// Tolerance in screen points: in space, words this close to the nearest one compete by depth.
const DEPTH_TOLERANCE: f32 = 3.0;

/// Word nearest to `pointer` within `reach` screen points.
/// In space, where words have `depths`, the foremost of the words at about the same distance.
pub(crate) fn nearest(at: &[Pos2], depths: &[f32], pointer: Pos2, reach: f32) -> Option<usize> {
    let mut best = (reach * reach, None);
    for (word, p) in at.iter().enumerate() {
        let d = p.distance_sq(pointer);
        if d < best.0 {
            best = (d, Some(word));
        }
    }
    let nearest = best.1.filter(|word| depths.get(*word).is_some());
    let Some(nearest) = nearest else { return best.1 };
    let limit = (best.0.sqrt() + DEPTH_TOLERANCE).min(reach).powi(2);
    let about = at.iter().enumerate().filter(|(_, p)| p.distance_sq(pointer) < limit).map(|(word, _)| word);
    about.chain([nearest]).min_by(|&a, &b| depths[a].total_cmp(&depths[b]))
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn the_nearest_word_within_reach_is_found() {
        let at = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(f32::NAN, 0.0)];
        assert_eq!(nearest(&at, &[], pos2(7.0, 1.0), 12.0), Some(1));
        assert_eq!(nearest(&at, &[], pos2(40.0, 0.0), 12.0), None);
    }

    #[test]
    fn the_foremost_of_overlapping_words_is_found() {
        let at = [pos2(10.0, 0.0), pos2(11.0, 0.0), pos2(16.0, 0.0), pos2(f32::NAN, 0.0)];
        let depths = [5.0, 3.0, 1.0, f32::NAN];
        assert_eq!(nearest(&at, &depths, pos2(10.0, 0.0), 12.0), Some(1), "one beside the pointer and before the nearest");
        assert_eq!(nearest(&at, &depths, pos2(4.0, 0.0), 12.0), Some(1));
        assert_eq!(nearest(&at, &depths, pos2(17.0, 0.0), 12.0), Some(2));
        assert_eq!(nearest(&at, &depths, pos2(40.0, 0.0), 12.0), None);
    }
}
