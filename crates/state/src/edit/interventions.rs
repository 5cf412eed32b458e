//! Interventions in the model: pinned, dragged and left-out words, and their effects.
//!
//! Memory: one bit per word, the two states around a drag, and one gradient if forces are drawn.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    Focus, InterventionEffect, Lazy, Members, Same, Scene, SelectionSet, Typed, TypedAnalysis, edit::typed::TypedDocumentKey,
};
use wordfield_core::{
    model::{Forces, LeftOut, Snapshot},
    train::Measured,
};

/// Maximum number of drags that can be undone.
const MAX_UNDOABLE_DRAGS: usize = 200;

/// Word moved by dragging, with its positions before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct WordMove {
    /// Index of the moved word.
    pub word: usize,
    /// Position of the word before it was moved (q).
    pub from: Vec<f64>,
    /// Position of the word after it was moved (q).
    pub to: Vec<f64>,
}

/// Position of a moved word that no snapshot contains yet.
#[derive(Clone, Debug)]
pub(crate) struct PendingPlace {
    pub word: usize,
    /// New position of the moved word (q).
    pub to: Vec<f64>,
    /// Iteration of the snapshot after which the word was moved.
    pub iteration: usize,
}

/// Last drag of a word, with its effect on the model.
#[derive(Clone, Debug)]
pub struct Drag {
    /// Dragged word with its positions before and after.
    pub taken: WordMove,
    /// Whether the pointer still holds the dragged word.
    pub held: bool,
    /// Snapshot of the model before the drag.
    pub(crate) before: Arc<Snapshot>,
    pub(crate) objectives: [Option<f64>; 2],
    /// Effect of the current drag on the predictions.
    pub effect: Option<Arc<InterventionEffect>>,
}

/// Omission of a word or document from the model, with its effect.
#[derive(Clone, Debug)]
pub struct Omission {
    /// Word or document omitted from the model.
    pub what: LeftOut,
    /// Iteration at which the effect of the omission was measured, and the effect; `None` while it is computed.
    pub found: Option<(usize, Arc<InterventionEffect>)>,
}

/// Forces of the objective on the words.
#[derive(Clone, Debug)]
pub struct WordForces {
    /// Iteration at which the forces were computed.
    pub iteration: usize,
    /// Forces of the objective on the words at that iteration.
    pub forces: Arc<Forces>,
}

/// Key of the drawn force arrows: the inputs on which they depend.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArrowsKey {
    pub forces: Option<Same<Forces>>,
    pub latent: Option<Same<Array2<f64>>>,
    pub selection: Focus,
    pub chosen: SelectionSet,
}

/// Pinned and dragged words of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunInterventions {
    /// Number of the run to which pins and moves belong.
    pub(crate) run: u64,
    /// Words whose positions are fixed during training.
    pub pinned: Arc<Members>,
    /// Drags of words that can be undone, the newest last.
    pub moves: Arc<Vec<WordMove>>,
}

/// Interventions in the model of the current run, and their effects.
#[derive(Debug, Default)]
pub struct Interventions {
    /// The last drag of a word.
    pub drag: Option<Drag>,
    /// Moved words whose new positions are not yet in a snapshot.
    pub(crate) put: Vec<PendingPlace>,
    /// The word or document that is left out of the model.
    pub left: Option<Omission>,
    /// Forces on words, as received last from the trainer.
    pub drawn: Option<WordForces>,
    /// Magnitude of the force that the longest drawn arrow represents.
    pub longest: Option<f64>,
    pub(crate) arrows: Option<ArrowsKey>,
    /// Snapshot of the last request for forces, and whether its answer is pending.
    pub(crate) asked_forces: (Option<Same<Snapshot>>, bool),
    /// Document that the user types.
    pub typed: Typed,
    pub(crate) typed_job: Lazy<TypedDocumentKey, Arc<TypedAnalysis>>,
}

impl RunInterventions {
    /// Whether a word is pinned.
    pub fn is_pinned(&self, word: usize) -> bool {
        self.pinned.contains(word)
    }

    /// Pinned words after one of `all` words is pinned, or released if it was pinned.
    pub fn pinned_with(&self, word: usize, pinned: bool, all: usize) -> Arc<Members> {
        let mut pins = if self.pinned.all == all { Members::clone(&self.pinned) } else { Members::none(all) };
        pins.set(word, pinned);
        Arc::new(pins)
    }

    /// Records the start of a drag of a word.
    pub(crate) fn remember(&mut self, taken: WordMove) {
        let moves = Arc::make_mut(&mut self.moves);
        moves.push(taken);
        if moves.len() > MAX_UNDOABLE_DRAGS {
            moves.remove(0);
        }
    }
}

impl Interventions {
    /// Resets interventions for a new run; the text of the typed document is kept.
    pub(crate) fn begin(&mut self) {
        *self = Self { typed: std::mem::take(&mut self.typed), ..Self::default() };
    }

    /// Words that training must not move: the pinned ones and the dragged one.
    pub(crate) fn held(&self, pinned: &Members) -> Vec<usize> {
        let dragged = self.drag.as_ref().filter(|drag| drag.held).map(|drag| drag.taken.word);
        let dragged = dragged.filter(|&word| !pinned.contains(word));
        pinned.iter().chain(dragged).collect()
    }

    /// Records the new position of a moved word, after the iteration of a snapshot.
    pub(crate) fn put(&mut self, word: usize, to: &[f64], iteration: usize) {
        self.put.retain(|other| other.word != word);
        self.put.push(PendingPlace { word, to: to.to_vec(), iteration });
    }

    /// Adds pending moves and the typed text to a scene.
    pub(crate) fn over(&self, scene: &mut Scene) {
        scene.typed = self.typed.analysis.as_ref().filter(|_| self.typed.open).map(|analysis| Arc::clone(&analysis.words));
        let stands = |put: &&PendingPlace| put.word < scene.latent.nrows() && put.to.len() == scene.latent.ncols();
        let put: Vec<&PendingPlace> = self.put.iter().filter(stands).collect();
        if !put.is_empty() {
            let latent = Arc::make_mut(&mut scene.latent);
            for PendingPlace { word, to, .. } in put {
                latent.row_mut(*word).assign(&ndarray::ArrayView1::from(to.as_slice()));
            }
        }
    }

    /// Records the objective measured before or after an intervention.
    pub(crate) fn measured(&mut self, which: Measured, objective: Option<f64>) {
        if let Some(drag) = &mut self.drag {
            drag.objectives[usize::from(which == Measured::Moved)] = objective;
        }
    }
}
