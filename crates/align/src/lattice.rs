//! Lattice of an alignment: scores of all beads in a band, best path, and posterior probabilities (forward-backward algorithm).
//!
//! A path is a sequence of beads from (0, 0) to (n, m).
//! Its weight is the exponential of the sum of its beads' scores.
//! The posterior probability of a bead is the weight of the paths that contain it divided by the weight of all paths.
//!
//! Time: O(nodes × shapes). Memory: 4 bytes a bead and 16 bytes a node.

use std::ops::Range;

use crate::{
    band::Band,
    bead::{SHAPES, Shape},
};

/// Lattice: scores of all beads that start at the nodes of a band.
#[derive(Debug)]
pub(crate) struct Lattice {
    pub band: Band,
    /// Scores of each node's beads in the order of [`SHAPES`]. Beads that leave the band are ignored.
    pub scores: Vec<[f32; SHAPES.len()]>,
}

/// Step of an alignment path: one bead, between the nodes `from` and `from + shape`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Step {
    pub from: (usize, usize),
    pub shape: usize,
    /// Posterior probability of the step's bead.
    pub posterior: f64,
}

impl Step {
    pub(crate) fn to(self) -> (usize, usize) {
        (self.from.0 + SHAPES[self.shape].source, self.from.1 + SHAPES[self.shape].target)
    }
}

impl Lattice {
    /// Creates a lattice in which beads of each shape have the score `prior`.
    pub(crate) fn new(band: Band, prior: &[f64; SHAPES.len()]) -> Self {
        let scores = vec![prior.map(|p| p as f32); band.cells()];
        Self { band, scores }
    }

    /// Adds `score(band, source lines, target lines)` to every bead with lines on both sides that ends in the band.
    pub(crate) fn add_to_beads(&mut self, mut score: impl FnMut(&Band, Range<usize>, Range<usize>) -> f32) {
        let mut cell = 0;
        for i in 0..self.band.rows() {
            for j in self.band.row(i) {
                for (shape, &Shape { source, target }) in SHAPES.iter().enumerate() {
                    if !SHAPES[shape].is_gap() && self.band.cell(i + source, j + target).is_some() {
                        self.scores[cell][shape] += score(&self.band, i..i + source, j..j + target);
                    }
                }
                cell += 1;
            }
        }
    }

    /// Path with the largest sum of scores, and posterior probabilities of its beads.
    pub(crate) fn likely_path(&self) -> Vec<Step> {
        let mut path = self.best_path();
        let (forward, backward) = (self.forward(), self.backward());
        let total = backward.first().copied().unwrap_or_default();
        for step in &mut path {
            let to = step.to();
            if let (Some(cell), Some(end)) = (self.band.cell(step.from.0, step.from.1), self.band.cell(to.0, to.1)) {
                let score = f64::from(self.scores[cell][step.shape]);
                step.posterior = (forward[cell] + score + backward[end] - total).exp().min(1.0);
            }
        }
        path
    }

    /// Path with the largest sum of scores, without posterior probabilities (all are 0).
    pub(crate) fn best_path(&self) -> Vec<Step> {
        let mut best = vec![f64::NEG_INFINITY; self.band.cells()];
        let mut shapes = vec![u8::MAX; self.band.cells()];
        self.each_node(|i, j, cell| {
            if cell == 0 {
                best[0] = 0.0;
            }
            self.each_origin(i, j, |origin, shape| {
                let sum = best[origin] + f64::from(self.scores[origin][shape]);
                if sum > best[cell] {
                    best[cell] = sum;
                    shapes[cell] = shape as u8;
                }
            });
        });
        let rows = self.band.rows();
        let mut node = (rows - 1, self.band.row(rows - 1).end - 1);
        let mut path = Vec::with_capacity(rows + rows / 8);
        while let Some(cell) = self.band.cell(node.0, node.1) {
            let Some(&Shape { source, target }) = SHAPES.get(usize::from(shapes[cell])) else { break };
            node = (node.0 - source, node.1 - target);
            path.push(Step { from: node, shape: usize::from(shapes[cell]), posterior: 0.0 });
        }
        path.reverse();
        path
    }

    /// Log weight of all paths from (0, 0) to each node.
    fn forward(&self) -> Vec<f64> {
        let mut sums = vec![f64::NEG_INFINITY; self.band.cells()];
        self.each_node(|i, j, cell| {
            let mut terms = LogSum::default();
            if cell == 0 {
                terms.add(0.0);
            }
            self.each_origin(i, j, |origin, shape| terms.add(sums[origin] + f64::from(self.scores[origin][shape])));
            sums[cell] = terms.value();
        });
        sums
    }

    /// Log weight of all paths from each node to (n, m).
    fn backward(&self) -> Vec<f64> {
        let mut sums = vec![f64::NEG_INFINITY; self.band.cells()];
        for i in (0..self.band.rows()).rev() {
            for j in self.band.row(i).rev() {
                let Some(cell) = self.band.cell(i, j) else { continue };
                let mut terms = LogSum::default();
                if cell + 1 == sums.len() {
                    terms.add(0.0);
                }
                for (shape, &Shape { source, target }) in SHAPES.iter().enumerate() {
                    if let Some(end) = self.band.cell(i + source, j + target) {
                        terms.add(sums[end] + f64::from(self.scores[cell][shape]));
                    }
                }
                sums[cell] = terms.value();
            }
        }
        sums
    }

    fn each_node(&self, mut visit: impl FnMut(usize, usize, usize)) {
        let mut cell = 0;
        for i in 0..self.band.rows() {
            for j in self.band.row(i) {
                visit(i, j, cell);
                cell += 1;
            }
        }
    }

    fn each_origin(&self, i: usize, j: usize, mut visit: impl FnMut(usize, usize)) {
        for (shape, &Shape { source, target }) in SHAPES.iter().enumerate() {
            if i >= source
                && j >= target
                && let Some(origin) = self.band.cell(i - source, j - target)
            {
                visit(origin, shape);
            }
        }
    }
}

/// Logarithm of a sum with at most one term for each bead shape and one for the start.
#[derive(Default)]
struct LogSum {
    terms: [f64; SHAPES.len() + 1],
    count: usize,
}

impl LogSum {
    fn add(&mut self, term: f64) {
        if term > f64::NEG_INFINITY {
            self.terms[self.count] = term;
            self.count += 1;
        }
    }

    fn value(&self) -> f64 {
        let terms = &self.terms[..self.count];
        let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if terms.len() < 2 { largest } else { largest + terms.iter().map(|t| (t - largest).exp()).sum::<f64>().ln() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Lattices with up to 4 rows and 5 columns, bands of any form, and random scores.
    fn lattices() -> impl Strategy<Value = (Lattice, usize, usize)> {
        (0..4_usize, 0..5_usize).prop_flat_map(|(rows, columns)| {
            let ranges = vec((0..=columns, 0..=columns), rows + 1);
            let scores = vec(-5.0_f32..5.0, (rows + 1) * (columns + 1) * SHAPES.len());
            (ranges, scores).prop_map(move |(ranges, scores)| {
                let band = Band::new(ranges.iter().map(|&(a, b)| a.min(b)..a.max(b) + 1).collect(), columns);
                let mut lattice = Lattice::new(band, &[0.0; SHAPES.len()]);
                for (cell, scores) in lattice.scores.iter_mut().zip(scores.chunks_exact(SHAPES.len())) {
                    cell.copy_from_slice(scores);
                }
                (lattice, rows, columns)
            })
        })
    }

    /// Node and shape of each bead of a path, and the sum of its scores.
    type Scored = (Vec<((usize, usize), usize)>, f64);

    /// All paths from a node to the end through nodes of the band, with their scores.
    fn paths(lattice: &Lattice, from: (usize, usize), end: (usize, usize)) -> Vec<Scored> {
        if from == end {
            return vec![(Vec::new(), 0.0)];
        }
        let mut all = Vec::new();
        let cell = lattice.band.cell(from.0, from.1).unwrap();
        for (shape, s) in SHAPES.iter().enumerate() {
            let to = (from.0 + s.source, from.1 + s.target);
            if lattice.band.cell(to.0, to.1).is_some() {
                for (mut path, score) in paths(lattice, to, end) {
                    path.insert(0, (from, shape));
                    all.push((path, score + f64::from(lattice.scores[cell][shape])));
                }
            }
        }
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn best_path_and_posteriors_equal_those_of_all_paths((lattice, rows, columns) in lattices()) {
            let all = paths(&lattice, (0, 0), (rows, columns));
            let best = all.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
            let total: f64 = all.iter().map(|(_, score)| score.exp()).sum();
            let found = lattice.likely_path();
            let steps: Vec<_> = found.iter().map(|step| (step.from, step.shape)).collect();
            let (_, score) = all.iter().find(|(path, _)| *path == steps).expect("a path through the band");
            prop_assert!((score - best).abs() < 1e-5, "{score} is less than {best}");
            for step in found {
                let bead = (step.from, step.shape);
                let weight: f64 = all.iter().filter(|(path, _)| path.contains(&bead)).map(|(_, score)| score.exp()).sum();
                prop_assert!((step.posterior - weight / total).abs() < 1e-6);
            }
        }

        #[test]
        fn full_band_is_the_naive_program((lattice, rows, columns) in lattices()) {
            let mut full = Lattice::new(Band::full(rows, columns), &[-1.0; SHAPES.len()]);
            for i in 0..=rows {
                for j in 0..=columns {
                    let cell = full.band.cell(i, j).unwrap();
                    full.scores[cell] = lattice.band.cell(i, j).map_or([-1e4; SHAPES.len()], |c| lattice.scores[c]);
                }
            }
            // Reference without a band: best[i][j] over all shapes; nodes outside of the band count as closed.
            let mut best = vec![vec![f64::NEG_INFINITY; columns + 1]; rows + 1];
            best[0][0] = 0.0;
            for i in 0..=rows {
                for j in 0..=columns {
                    for (shape, s) in SHAPES.iter().enumerate().filter(|(_, s)| s.source <= i && s.target <= j) {
                        let (k, l) = (i - s.source, j - s.target);
                        let score = best[k][l] + f64::from(full.scores[k * (columns + 1) + l][shape]);
                        best[i][j] = best[i][j].max(score);
                    }
                }
            }
            let sum = |lattice: &Lattice| -> f64 {
                let score = |step: &Step| lattice.scores[lattice.band.cell(step.from.0, step.from.1).unwrap()][step.shape];
                lattice.best_path().iter().map(|step| f64::from(score(step))).sum()
            };
            prop_assert!((sum(&full) - best[rows][columns]).abs() < 1e-4);
            prop_assert!(sum(&lattice) <= sum(&full) + 1e-4);
        }
    }
}
