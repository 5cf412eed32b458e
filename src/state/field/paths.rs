//! Lines through the latent space that are drawn over the words: where they went, what draws them, where they were.

use std::sync::Arc;

use ndarray::Array2;

/// What a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// The way a word went while the model learned.
    Trail,
    /// A step the objective asks for, towards what belongs to a word.
    Attraction,
    /// The same, away from what does not.
    Repulsion,
    /// From where a dragged word was to where it is.
    Ghost,
    /// From a word's place in one run to its place in another.
    Moved,
}

impl PathKind {
    /// Every kind, in the order of their declaration, which is that of drawing.
    pub const ALL: [Self; 5] = [Self::Trail, Self::Attraction, Self::Repulsion, Self::Ghost, Self::Moved];
}

/// A line through the latent space.
#[derive(Clone, Debug)]
pub struct Path {
    /// The word it belongs to.
    pub word: usize,
    /// The points it passes (k × q), the last the newest; k is at least two.
    pub points: Array2<f64>,
}

/// The lines of every kind.
#[derive(Clone, Debug, Default)]
pub struct Paths([Arc<Vec<Path>>; PathKind::ALL.len()]);

impl Paths {
    /// Those of one kind.
    pub fn of(&self, kind: PathKind) -> &[Path] {
        &self.0[kind as usize]
    }

    /// Puts others of a kind in their place.
    pub fn set(&mut self, kind: PathKind, paths: Vec<Path>) {
        self.0[kind as usize] = Arc::new(paths);
    }

    /// All, in the order of drawing.
    pub fn all(&self) -> impl Iterator<Item = (PathKind, &Path)> {
        PathKind::ALL.into_iter().flat_map(|kind| self.of(kind).iter().map(move |path| (kind, path)))
    }
}
