//! Picture of an embedding space: words with their coordinates.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use ndarray::{Array2, Axis, concatenate};

use crate::core::memo::Same;
use wordfield_core::word_space::{Plane, PrincipalAxes, WordSpace};

/// Picture of an embedding space: words with their coordinates.
#[derive(Clone, Debug)]
pub struct SpacePicture {
    /// Indices of the drawn words; the words of the query come last.
    pub words: Vec<u32>,
    /// Coordinates of the drawn words (n × 2 or n × 3).
    pub at: Arc<Array2<f32>>,
    /// Number of drawn words, without those of the query.
    pub base: usize,
    /// Share of the variance along each principal axis; empty for a learned plane.
    pub shares: Vec<f64>,
    /// Number of finished iterations of a learned plane.
    pub step: Option<usize>,
    /// Coordinates of the first `base` words.
    pub of_base: Arc<Array2<f32>>,
    /// Index in the picture of each word for which it differs from the word's index.
    places: HashMap<u32, usize>,
}

/// Key of coordinates on principal axes: axes, words, dimensions.
pub(crate) type ProjectionKey = (Same<PrincipalAxes>, Arc<Vec<u32>>, usize);

impl SpacePicture {
    /// Picture of words on principal axes.
    /// `of_base` are the coordinates of the words `base`; words of `extra` not among them are added.
    pub(crate) fn principal(
        space: &WordSpace,
        axes: &PrincipalAxes,
        (base, of_base): (&[u32], Arc<Array2<f32>>),
        extra: &[u32],
    ) -> Self {
        let known: HashSet<u32> = base.iter().copied().collect();
        let others: Vec<u32> = extra.iter().copied().filter(|word| !known.contains(word)).collect();
        let k = of_base.ncols();
        let at = if others.is_empty() {
            Arc::clone(&of_base)
        } else {
            let added = axes.project(space, &others);
            let added = added.slice(ndarray::s![.., ..k]);
            // Both arrays of coordinates have k columns.
            concatenate(Axis(0), &[of_base.view(), added]).map_or_else(|_| Arc::clone(&of_base), Arc::new)
        };
        let mut words: Vec<u32> = base.to_vec();
        words.extend(others);
        words.truncate(at.nrows());
        let shares = axes.shares.iter().copied().take(k).collect();
        let places = places(&words);
        Self { words, at, base: base.len(), shares, step: None, of_base, places }
    }

    /// Picture of words in a learned plane with a position for each word.
    pub(crate) fn learned(words: &[u32], plane: &Plane) -> Self {
        let at = Arc::new(Array2::from_shape_fn((plane.at.len(), 2), |(i, axis)| plane.at[i][axis]));
        let (words, base, places) = (words.to_vec(), words.len(), places(words));
        Self { words, of_base: Arc::clone(&at), at, base, shares: Vec::new(), step: Some(plane.step), places }
    }

    /// Index of a word in the picture's list.
    pub fn place(&self, word: u32) -> Option<usize> {
        // The most frequent words mostly come first, with equal indices in file and picture.
        let first = self.words.get(word as usize).filter(|known| **known == word).map(|_| word as usize);
        first.or_else(|| self.places.get(&word).copied())
    }
}

/// Index in the picture of each word for which it differs from the word's index.
fn places(words: &[u32]) -> HashMap<u32, usize> {
    words.iter().enumerate().filter(|&(place, &word)| place != word as usize).map(|(place, &word)| (word, place)).collect()
}
