//! Overlaps: a text that begins or ends with the whole text of the row before or behind it, while the other side does not.

use std::collections::HashMap;

use crate::text::{hash, weight};

/// Weight of a text that can overlap: about fifteen letters. Shorter ones are repeated by chance.
const SHORT: f64 = 5.0;

/// Overlaps of a corpus.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlaps {
    /// Of rows with an overlap: hash of their texts, side, and the neighbour's row.
    rows: HashMap<usize, (u64, usize, usize)>,
}

impl Overlaps {
    /// Overlaps of neighbouring pairs.
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

    /// Side, and row of the neighbour, if these texts of a row overlap.
    pub(crate) fn find(&self, row: usize, texts: [&str; 2]) -> Option<(usize, usize)> {
        self.rows.get(&row).filter(|(key, ..)| *key == hash(texts)).map(|&(_, side, neighbour)| (side, neighbour))
    }
}

/// Whether a text begins or ends with another one, and has more.
fn overlaps(text: &str, other: &str) -> bool {
    let (text, other) = (text.trim(), other.trim());
    let rest = text.strip_suffix(other).or_else(|| text.strip_prefix(other));
    rest.is_some_and(|rest| rest.chars().any(char::is_alphanumeric)) && weight(other) >= SHORT
}
