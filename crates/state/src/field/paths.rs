//! Lines drawn over the words: trails, forces, drags, and differences of runs.

use std::sync::Arc;

use ndarray::Array2;

use crate::Same;

/// Key of the trails of words: shown positions and words.
pub(crate) type TrailsKey = (Same<Array2<f64>>, Vec<usize>);

/// Kind of a line drawn over the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Trail of a word: its path during training.
    Trail,
    /// Attraction: force towards words of similar documents.
    Attraction,
    /// Repulsion: arrow of the force away from words of other documents.
    Repulsion,
    /// Net force (attraction plus repulsion): direction of the word's next step.
    Net,
    /// Line from the start of a drag to the dragged word's position.
    Ghost,
    /// Line from a word's position in one run to its position in another.
    Moved,
}

impl PathKind {
    /// All kinds of lines over the words, in the order of drawing.
    pub const ALL: [Self; 6] = [Self::Trail, Self::Attraction, Self::Repulsion, Self::Net, Self::Ghost, Self::Moved];
}

/// Line through the latent space that belongs to one word.
#[derive(Clone, Debug)]
pub struct Path {
    /// Index of the word that the line belongs to.
    pub word: usize,
    /// Points of the line (k × q), the newest last; k is at least two.
    pub points: Array2<f64>,
}

/// Lines of all kinds drawn over the words.
#[derive(Clone, Debug, Default)]
pub struct Paths([Arc<Vec<Path>>; PathKind::ALL.len()]);

impl Paths {
    /// Lines of one kind over the words.
    pub fn of(&self, kind: PathKind) -> &[Path] {
        &self.0[kind as usize]
    }

    /// Replaces the lines of one kind over the words.
    pub fn set(&mut self, kind: PathKind, paths: Vec<Path>) {
        self.0[kind as usize] = Arc::new(paths);
    }

    /// All lines over the words, in the order of drawing.
    pub fn all(&self) -> impl Iterator<Item = (PathKind, &Path)> {
        PathKind::ALL.into_iter().flat_map(|kind| self.of(kind).iter().map(move |path| (kind, path)))
    }
}
