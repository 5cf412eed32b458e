//! Lines drawn over the words: trails, forces, drags, differences of runs.

use std::sync::Arc;

use ndarray::Array2;

use crate::Same;

/// Key of the trails: shown positions and words.
pub(crate) type TrailsKey = (Same<Array2<f64>>, Vec<usize>);

/// Meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Path of a word during training.
    Trail,
    /// Attraction: force towards words of similar documents.
    Attraction,
    /// Repulsion: force away from words of other documents.
    Repulsion,
    /// Sum of both: the way of the word's next step.
    Net,
    /// From the start of a drag to the word's position.
    Ghost,
    /// From a word's position in one run to its position in another.
    Moved,
}

impl PathKind {
    /// All kinds in the order of drawing.
    pub const ALL: [Self; 6] = [Self::Trail, Self::Attraction, Self::Repulsion, Self::Net, Self::Ghost, Self::Moved];
}

/// A line through the latent space.
#[derive(Clone, Debug)]
pub struct Path {
    /// Index of the word.
    pub word: usize,
    /// Points of the line (k × q), the newest last; k is at least two.
    pub points: Array2<f64>,
}

/// Lines of all kinds.
#[derive(Clone, Debug, Default)]
pub struct Paths([Arc<Vec<Path>>; PathKind::ALL.len()]);

impl Paths {
    /// Lines of one kind.
    pub fn of(&self, kind: PathKind) -> &[Path] {
        &self.0[kind as usize]
    }

    /// Replaces the lines of one kind.
    pub fn set(&mut self, kind: PathKind, paths: Vec<Path>) {
        self.0[kind as usize] = Arc::new(paths);
    }

    /// All, in the order of drawing.
    pub fn all(&self) -> impl Iterator<Item = (PathKind, &Path)> {
        PathKind::ALL.into_iter().flat_map(|kind| self.of(kind).iter().map(move |path| (kind, path)))
    }
}
