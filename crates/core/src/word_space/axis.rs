//! Semantic axis: every word projected on the line between two lists of words.
//!
//! The axis is the mean direction of the second list minus that of the first, of length one (An, Kwak and Ahn 2018).
//! A word's value is the inner product of its direction and the axis, standardised over all words to mean 0
//! and standard deviation 1.
//! Cost: V × d and a sort.

use super::{Measure, WordSpace, unit};

/// Semantic axis from the first list of words to the second, with every word's value on it.
#[derive(Clone, Debug, PartialEq)]
pub struct SemanticAxis {
    /// Standardised value of each word on the axis (V): negative towards the first list.
    pub values: Vec<f32>,
    /// Words sorted by their value on the axis, ascending.
    pub order: Vec<u32>,
    /// Cosine between the mean directions of the two word lists.
    pub cosine: f32,
}

impl SemanticAxis {
    /// Semantic axis from the words `a` to the words `b`; `None` if a list is empty or both have the same mean direction.
    ///
    /// # Panics
    /// Panics if a word is not in the space.
    pub fn between(space: &WordSpace, a: &[u32], b: &[u32], measure: Measure) -> Option<Self> {
        if a.is_empty() || b.is_empty() {
            return None;
        }
        let [a, b] = [a, b].map(|words| space.mean_direction(words, measure));
        let axis = &b - &a;
        if axis.dot(&axis) < 1e-10 {
            return None;
        }
        let cosine = unit(a).dot(&unit(b));
        let mut values = space.scores(unit(axis).view(), measure);
        let count = values.len().max(1) as f64;
        let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / count;
        let deviation = (values.iter().map(|&value| (f64::from(value) - mean).powi(2)).sum::<f64>() / count).sqrt();
        let scale = if deviation > 0.0 { deviation.recip() } else { 0.0 };
        for value in &mut values {
            *value = (scale * (f64::from(*value) - mean)) as f32;
        }
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        order.sort_by(|&a, &b| values[a as usize].total_cmp(&values[b as usize]));
        Some(Self { values, order, cosine })
    }
}
