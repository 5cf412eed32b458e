//! Distances between vectors of text lines, normalised as in Vecalign (Thompson and Koehn 2019).
//!
//! The vector of merged lines is the sum of the vectors of the lines.
//! The distance of merged lines is one minus the cosine, divided by the mean of this over all lines of the opposite text,
//! averaged over both directions: 0 for the same direction, about 1 at random.
//! Vecalign draws random lines; the mean over all lines needs one product with the mean of their directions.
//!
//! Time: O(d) for each distance. Memory: 8 bytes for each value of both lists.

use std::ops::Range;

use crate::similarity::Similarity;

/// Vectors of the lines of two texts, for distances between lines.
pub struct Vectors {
    source: Side,
    target: Side,
}

struct Side {
    dimension: usize,
    /// Cumulative sums of the line vectors, up to each line.
    sums: Vec<f64>,
    /// Mean of the unit vectors of all lines.
    mean: Vec<f64>,
}

impl Vectors {
    /// Line vectors of two texts with `dimension` values, a row for each line: source lines in `source`,
    /// target lines in `target`.
    /// Rows that are missing or not finite count as zero, and zero rows are no evidence.
    pub fn new(source: &[f32], target: &[f32], dimension: usize) -> Self {
        Self { source: Side::new(source, dimension), target: Side::new(target, dimension) }
    }
}

impl Similarity for Vectors {
    fn distance(&self, source: Range<usize>, target: Range<usize>) -> Option<f64> {
        let (s, t) = (self.source.sum(source)?, self.target.sum(target)?);
        let (length_s, length_t) = (norm(&s), norm(&t));
        if length_s <= 0.0 || length_t <= 0.0 {
            return None;
        }
        let cosine = dot(&s, &t) / (length_s * length_t);
        let chance = 0.5 * (dot(&s, &self.target.mean) / length_s + dot(&t, &self.source.mean) / length_t);
        Some((1.0 - cosine) / (1.0 - chance).max(1e-6))
    }
}

impl Side {
    fn new(rows: &[f32], dimension: usize) -> Self {
        let mut sums = vec![0.0; dimension];
        let mut mean = vec![0.0; dimension];
        let count = rows.len().checked_div(dimension).unwrap_or_default();
        for row in rows.chunks_exact(dimension.max(1)) {
            let is_finite = row.iter().all(|x| x.is_finite());
            let row: Vec<f64> = row.iter().map(|&x| if is_finite { f64::from(x) } else { 0.0 }).collect();
            let length = norm(&row).max(f64::MIN_POSITIVE);
            let before = sums.len() - dimension;
            for (d, x) in row.iter().enumerate() {
                mean[d] += x / length / count as f64;
                sums.push(sums[before + d] + x);
            }
        }
        Self { dimension, sums, mean }
    }

    fn sum(&self, lines: Range<usize>) -> Option<Vec<f64>> {
        let before = self.sums.get(lines.start * self.dimension..(lines.start + 1) * self.dimension)?;
        let after = self.sums.get(lines.end * self.dimension..(lines.end + 1) * self.dimension)?;
        Some(after.iter().zip(before).map(|(a, b)| a - b).collect())
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}
