//! Overlapping texts: one side begins or ends with the whole text of a neighbouring row, while the opposite side does not.

use std::collections::HashMap;

use crate::text::{hash, weight};

/// Smallest weight of a text that can overlap, about fifteen letters. Shorter texts are repeated by chance.
const SHORT: f64 = 5.0;

/// Overlapping texts of a corpus of pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// Rows with an overlap: hash of their texts, side (0 source, 1 target), and the neighbour's row.
    rows: HashMap<usize, (u64, usize, usize)>,
}

impl Overlaps {
    /// Finds the overlapping texts of neighbouring pairs.
    pub(crate) fn of(pairs: &[[&str; 2]]) -> Self {
        let mut rows = HashMap::new();
        for (row, texts) in pairs.iter().enumerate() {
            for neighbour in [row.wrapping_sub(1), row + 1] {
                let Some(near) = pairs.get(neighbour) else { continue };
                let side =
                    (0..2).find(|&side| overlaps(texts[side], near[side]) && !texts[1 - side].contains(near[1 - side].trim()));
                if let Some(side) = side {
                    rows.insert(row, (hash(texts), side, neighbour));
                }
            }
        }
        Self { rows }
    }

    /// Side (0 source, 1 target) and neighbour's row if these texts of a row overlap with it.
    pub(crate) fn find(&self, row: usize, texts: [&str; 2]) -> Option<(usize, usize)> {
        self.rows.get(&row).filter(|(key, ..)| *key == hash(texts)).map(|&(_, side, neighbour)| (side, neighbour))
    }
}

/// Whether a text begins or ends with another text and is longer.
fn overlaps(text: &str, other: &str) -> bool {
    let (text, other) = (text.trim(), other.trim());
    let rest = text.strip_suffix(other).or_else(|| text.strip_prefix(other));
    rest.is_some_and(|rest| rest.chars().any(char::is_alphanumeric)) && weight(other) >= SHORT
}
