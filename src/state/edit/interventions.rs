//! What a person's hands did to the words: pinned, dragged, put back; and what came of it.
//!
//! Memory: a bit a word, the two states a drag lies between, one gradient where forces are drawn.

use std::sync::Arc;

use ndarray::Array2;

use crate::state::{Focus, InterventionEffect, Members, Same, Scene, SelectionSet, Typed};
use crate::{
    model::{Forces, LeftOut, Snapshot},
    train::Measured,
};

/// Drags that can be put back.
const MOVES: usize = 200;

/// A word taken elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct WordMove {
    /// The word.
    pub word: usize,
    /// Where it was.
    pub from: Vec<f64>,
    /// Where it was put.
    pub to: Vec<f64>,
}

/// The last drag and what came of it.
#[derive(Clone, Debug)]
pub struct Drag {
    /// What was taken where.
    pub taken: WordMove,
    /// Whether the pointer still holds it.
    pub held: bool,
    /// The model before.
    pub(in crate::state) before: Arc<Snapshot>,
    pub(in crate::state) objectives: [Option<f64>; 2],
    /// What changed so far.
    pub consequence: Option<Arc<InterventionEffect>>,
}

/// What is seen without a word or document.
#[derive(Clone, Debug)]
pub struct Omission {
    /// What is left out.
    pub what: LeftOut,
    /// The iteration it was left out at, and what changes; `None` while it is being worked out.
    pub found: Option<(usize, Arc<InterventionEffect>)>,
}

/// Where the objective draws words.
#[derive(Clone, Debug)]
pub struct WordForces {
    /// The iteration.
    pub iteration: usize,
    /// The forces.
    pub forces: Arc<Forces>,
}

/// What the arrows in sight were made from.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::state) struct ArrowsKey {
    pub forces: Option<Same<Forces>>,
    pub latent: Option<Same<Array2<f64>>>,
    pub selection: Focus,
    pub chosen: SelectionSet,
}

/// What a person's hands did.
#[derive(Debug, Default)]
pub struct Interventions {
    /// Words that stay where they are while the model learns.
    pub pinned: Arc<Members>,
    /// The last drag.
    pub drag: Option<Drag>,
    /// Every drag that can be put back, the newest last.
    pub moves: Arc<Vec<WordMove>>,
    /// Words put elsewhere that no snapshot shows there yet.
    pub(in crate::state) put: Vec<(usize, Vec<f64>)>,
    /// What is seen without something.
    pub left: Option<Omission>,
    /// Where the objective last drew the words.
    pub drawn: Option<WordForces>,
    /// The force of the longest arrow in sight.
    pub longest: Option<f64>,
    pub(in crate::state) arrows: Option<ArrowsKey>,
    /// The state forces were last asked at, and whether the answer is still to come.
    pub(in crate::state) asked_forces: (Option<Same<Snapshot>>, bool),
    /// The document being typed.
    pub typed: Typed,
}

impl Interventions {
    /// Another run begins: nothing is pinned or dragged; what is typed stays.
    pub(in crate::state) fn begin(&mut self) {
        *self = Self { typed: std::mem::take(&mut self.typed), ..Self::default() };
    }

    /// Whether a word is pinned.
    pub fn is_pinned(&self, word: usize) -> bool {
        self.pinned.contains(word)
    }

    /// The pins with this one of `all` words pinned or not, and every other as it is.
    pub fn pinned_with(&self, word: usize, pinned: bool, all: usize) -> Arc<Members> {
        let mut pins = if self.pinned.all() == all { Members::clone(&self.pinned) } else { Members::none(all) };
        pins.set(word, pinned);
        Arc::new(pins)
    }

    /// The words that must not move: those pinned, and the one held.
    pub(in crate::state) fn held(&self) -> Vec<usize> {
        let dragged = self.drag.as_ref().filter(|drag| drag.held).map(|drag| drag.taken.word);
        let dragged = dragged.filter(|&word| !self.is_pinned(word));
        self.pinned.iter().chain(dragged).collect()
    }

    /// Takes note that a word is put there.
    pub(in crate::state) fn put(&mut self, word: usize, to: &[f64]) {
        self.put.retain(|(other, _)| *other != word);
        self.put.push((word, to.to_vec()));
    }

    /// Remembers a drag that has begun.
    pub(in crate::state) fn remember(&mut self, taken: WordMove) {
        let moves = Arc::make_mut(&mut self.moves);
        moves.push(taken);
        if moves.len() > MOVES {
            moves.remove(0);
        }
    }

    /// Words in places no snapshot shows yet, what is pinned, what is typed.
    pub(in crate::state) fn over(&self, scene: &mut Scene) {
        scene.pinned = Arc::clone(&self.pinned);
        scene.typed = self.typed.reading.as_ref().filter(|_| self.typed.open).map(|reading| Arc::clone(&reading.words));
        let stands = |(word, to): &&(usize, Vec<f64>)| *word < scene.latent.nrows() && to.len() == scene.latent.ncols();
        let put: Vec<&(usize, Vec<f64>)> = self.put.iter().filter(stands).collect();
        if !put.is_empty() {
            let latent = Arc::make_mut(&mut scene.latent);
            for (word, to) in put {
                latent.row_mut(*word).assign(&ndarray::ArrayView1::from(to.as_slice()));
            }
        }
    }

    /// Takes the objective in that was measured.
    pub(in crate::state) fn measured(&mut self, which: Measured, objective: Option<f64>) {
        if let Some(drag) = &mut self.drag {
            drag.objectives[usize::from(which == Measured::Moved)] = objective;
        }
    }
}
