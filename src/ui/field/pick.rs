//! Which word is meant by a place on the screen, and which words are near a word.
//!
//! One pass over the words, only while the pointer is over the picture or the selection or snapshot changed: 0.1 ms for
//! 70,000 words, less than a spatial index costs to rebuild while all of them move.

use eframe::egui::Pos2;
use ndarray::Array2;

/// The word nearest to `pointer` within `reach` screen points.
pub fn nearest(at: &[Pos2], pointer: Pos2, reach: f32) -> Option<usize> {
    let mut best = (reach * reach, None);
    for (word, p) in at.iter().enumerate() {
        let d = p.distance_sq(pointer);
        if d < best.0 {
            best = (d, Some(word));
        }
    }
    best.1
}

/// The `count` words nearest to `word` in all latent dimensions, nearest first.
pub fn neighbours(latent: &Array2<f64>, word: usize, count: usize) -> Vec<usize> {
    if word >= latent.nrows() {
        return Vec::new();
    }
    let of = latent.row(word);
    let mut far: Vec<(f64, usize)> = latent
        .outer_iter()
        .enumerate()
        .filter(|(other, _)| *other != word)
        .map(|(other, row)| (row.iter().zip(of).map(|(a, b)| (a - b) * (a - b)).sum(), other))
        .collect();
    let nearer = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if far.len() > count && count > 0 {
        far.select_nth_unstable_by(count - 1, nearer);
    }
    far.truncate(count);
    far.sort_unstable_by(nearer);
    far.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;
    use ndarray::array;

    use super::*;

    #[test]
    fn the_nearest_word_within_reach_is_meant() {
        let at = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(f32::NAN, 0.0)];
        assert_eq!(nearest(&at, pos2(7.0, 1.0), 12.0), Some(1));
        assert_eq!(nearest(&at, pos2(40.0, 0.0), 12.0), None);
    }

    #[test]
    fn neighbours_come_nearest_first_and_exclude_the_word() {
        let x = array![[0.0, 0.0], [3.0, 0.0], [1.0, 0.0], [0.0, -2.0]];
        assert_eq!(neighbours(&x, 0, 2), [2, 3]);
        assert_eq!(neighbours(&x, 0, 9), [2, 3, 1]);
        assert!(neighbours(&x, 7, 3).is_empty());
    }
}
