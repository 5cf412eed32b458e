//! Beads, the units of a sentence alignment: a range of source lines with the corresponding target lines.

use std::ops::Range;

/// Bead of an alignment: source lines with the target lines that correspond. One side of an insertion or a deletion is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Bead {
    /// Source lines of the bead.
    pub source: Range<usize>,
    /// Target lines of the bead.
    pub target: Range<usize>,
    /// Posterior probability of the bead, in 0..=1: the share of all paths, weighted by their probability, that contain it.
    pub score: f64,
}

impl Bead {
    /// Whether the bead pairs one source line with one target line.
    pub fn is_one_to_one(&self) -> bool {
        self.source.len() == 1 && self.target.len() == 1
    }
}

/// Shape of a bead: number of source lines and of target lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub source: usize,
    pub target: usize,
}

impl Shape {
    const fn new(source: usize, target: usize) -> Self {
        Self { source, target }
    }

    /// Whether the bead has no line on one side (insertion or deletion).
    pub(crate) fn is_gap(self) -> bool {
        self.source == 0 || self.target == 0
    }
}

/// Maximum number of source or of target lines in a bead.
pub(crate) const LONGEST: usize = 3;

/// Allowed shapes of beads, the most frequent first.
pub(crate) const SHAPES: [Shape; 8] = [
    Shape::new(1, 1),
    Shape::new(1, 2),
    Shape::new(2, 1),
    Shape::new(1, 0),
    Shape::new(0, 1),
    Shape::new(2, 2),
    Shape::new(1, 3),
    Shape::new(3, 1),
];

/// Prior probabilities of the bead [`SHAPES`], near those of Gale and Church (1993) with more insertions and deletions.
pub(crate) const PRIOR: [f64; SHAPES.len()] = [0.834, 0.06, 0.06, 0.02, 0.02, 0.002, 0.002, 0.002];

/// Confident pairs of an alignment: lines of the one-to-one beads with a posterior probability of at least `probability`.
pub fn confident(beads: &[Bead], probability: f64) -> Vec<(usize, usize)> {
    beads
        .iter()
        .filter(|bead| bead.is_one_to_one() && bead.score >= probability)
        .map(|bead| (bead.source.start, bead.target.start))
        .collect()
}
