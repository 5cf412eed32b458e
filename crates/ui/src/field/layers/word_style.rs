//! Appearance and drawing order of all words, recomputed when an input changes.

use std::sync::Arc;

use ndarray::Array2;

use crate::field::{
    Shown,
    labels::rank,
    layers::{colours, marks::Mark},
};
use wordfield_state::{Colouring, Focus, Members, Neighbours, Same, Scene, explain::neighbours};

/// Number of neighbours marked for the inspected word in the field.
const NEIGHBOURS: usize = 8;
/// Opacity of dimmed words, from 0 to 1.
const DIM: f32 = 0.27;
/// Opacity of words of muted classes, from 0 to 1.
const MUTED: f32 = 0.06;

/// Identity of the run and of the arrays that change with the corpus only.
type Corpus = (u64, Same<Vec<f32>>, Same<Vec<usize>>);

/// Inputs from which the words near the selection were found, as a key.
#[derive(PartialEq)]
enum NearTo {
    /// Inspected word, with the positions of all words.
    Word(Same<Array2<f64>>, usize),
    /// Neighbours of the inspected word that are already computed.
    Known(Same<Neighbours>),
    /// Two compared documents, identified by their witness function.
    Documents(Same<Vec<f64>>),
}

/// Appearance of a scene's words for one selection.
#[derive(Default)]
pub(crate) struct WordStyle {
    corpus: Option<Corpus>,
    colouring: Colouring,
    muted: Members,
    under: Option<(Focus, bool, Option<Same<Members>>)>,
    /// Words of the current selection; all others are dimmed.
    lit: Option<Arc<Members>>,
    near_to: Option<NearTo>,
    /// Word indices by label priority.
    pub ranked: Vec<u32>,
    /// Number of words with the colour of each class.
    pub counts: Vec<usize>,
    /// Rank of each word by how characteristic it is, from 0 to 1.
    pub height: Arc<Vec<f32>>,
    /// Word indices in drawing order.
    pub order: Vec<u32>,
    /// Number of dimmed words, which are first in the drawing order.
    pub back: usize,
    /// Appearance of every word's mark.
    pub marks: Vec<Mark>,
    /// Neighbours of the inspected word, or words of the two compared documents, by weight.
    pub near: Vec<usize>,
    /// Whether a word occurs in one of the two compared documents (V or 0).
    in_documents: Vec<bool>,
    by_priority: Vec<u32>,
}

impl WordStyle {
    /// Updates the appearance of the words whose inputs have changed.
    pub(crate) fn update(&mut self, shown: &Shown<'_>, dark: bool) {
        let Shown { scene, ref selection, muted, lit, .. } = *shown;
        let corpus = Some((scene.run, Same::of(&scene.basis.priority), Same::of(&scene.basis.word_class)));
        if self.corpus != corpus {
            self.corpus = corpus;
            self.read_corpus(scene);
            self.count(scene);
            self.rank(scene);
            self.under = None;
        }
        if !self.colouring.same(&scene.colouring) || self.muted != *muted {
            // Other decisions of the same words change the ranks of muted words only.
            let ranked =
                self.muted.is_empty() && muted.is_empty() && self.colouring.is_by_class() && scene.colouring.is_by_class();
            self.colouring = scene.colouring.clone();
            self.muted = muted.clone();
            self.count(scene);
            if !ranked {
                self.rank(scene);
            }
            self.under = None;
        }
        let near_changed = self.find_near(scene, selection, shown.near);
        let under = Some((*selection, dark, lit.map(Same::of)));
        if self.under != under || near_changed {
            (self.under, self.lit) = (under, lit.cloned());
            self.paint(scene, selection, dark);
        }
    }

    /// Whether the selection dims a word.
    pub(crate) fn behind(&self, word: usize, class: usize, selection: &Focus) -> bool {
        if let Some(lit) = &self.lit {
            return !lit.contains(word);
        }
        match selection {
            Focus::Class(of) => class != *of,
            Focus::Word(of) => word != *of && !self.near.contains(&word),
            Focus::Document(_) => !self.in_documents.is_empty() && !self.in_documents.get(word).copied().unwrap_or(false),
            Focus::None | Focus::Cell { .. } => false,
        }
    }

    /// Counts the words that have the colour of each class.
    fn count(&mut self, scene: &Scene) {
        self.counts = vec![0; scene.basis.class_names.len()];
        for class in (0..scene.basis.words.len()).map(|word| scene.class_of(word)) {
            if let Some(count) = self.counts.get_mut(class) {
                *count += 1;
            }
        }
    }

    fn read_corpus(&mut self, scene: &Scene) {
        let words = scene.basis.words.len();
        let priority = |word: u32| scene.basis.priority.get(word as usize).copied().unwrap_or(0.0);
        self.by_priority = (0..words as u32).collect();
        self.by_priority.sort_by(|a, b| priority(*a).total_cmp(&priority(*b)));
        let mut height = vec![0.5; words];
        for (place, word) in self.by_priority.iter().enumerate() {
            height[*word as usize] = (place as f32 + 0.5) / words as f32;
        }
        self.height = Arc::new(height);
    }

    fn rank(&mut self, scene: &Scene) {
        let priority = |word: usize| scene.basis.priority.get(word).copied().unwrap_or(0.0);
        let priorities: Vec<f32> = (0..scene.basis.words.len()).map(priority).collect();
        let mut ranked = rank(&priorities, &colours::groups(scene));
        ranked.retain(|&word| !self.is_muted(scene, word as usize));
        self.ranked = ranked;
    }

    /// Whether a word is muted: it belongs to a muted class and has the colour of its class.
    fn is_muted(&self, scene: &Scene, word: usize) -> bool {
        self.colouring.is_by_class() && self.muted.contains(scene.class_of(word))
    }

    /// Finds the words near the selection. Returns whether they have changed.
    fn find_near(&mut self, scene: &Scene, selection: &Focus, near: Option<&Arc<Neighbours>>) -> bool {
        // Large models use the neighbours of an earlier state until new ones are computed.
        let quick = Neighbours::at_once(&scene.latent);
        let near_to = match (*selection, scene.witness()) {
            (Focus::Document(_), Some(witness)) => Some(NearTo::Documents(Same::of(witness))),
            (Focus::Word(word), _) => {
                let known = near.filter(|near| near.is_of(word) && (!quick || near.are_among(&scene.latent)));
                Some(known.map_or_else(|| NearTo::Word(Same::of(&scene.latent), word), |near| NearTo::Known(Same::of(near))))
            }
            _ => None,
        };
        if near_to == self.near_to {
            return false;
        }
        let before = (std::mem::take(&mut self.near), std::mem::take(&mut self.in_documents));
        match (&near_to, scene.witness()) {
            (Some(NearTo::Documents(_)), Some(witness)) => {
                self.in_documents = witness.iter().map(|&weight| weight != 0.0).collect();
                self.near = (0..witness.len()).filter(|&word| self.in_documents[word]).collect();
                self.near.sort_by(|&a, &b| witness[b].abs().total_cmp(&witness[a].abs()));
            }
            (Some(NearTo::Known(_)), _) => self.near = near.map_or_else(Vec::new, |near| near.nearest(NEIGHBOURS)),
            (Some(NearTo::Word(_, word)), _) if quick => {
                self.near = neighbours(&scene.latent, *word, NEIGHBOURS).into_iter().map(|(other, _)| other).collect();
            }
            _ => {}
        }
        self.near_to = near_to;
        before.0 != self.near || before.1 != self.in_documents
    }

    fn paint(&mut self, scene: &Scene, selection: &Focus, dark: bool) {
        let words = scene.basis.words.len();
        let most = scene.basis.priority.iter().copied().fold(1e-12_f32, f32::max);
        let base = (2.3 * (1500.0 / words.max(1) as f32).powf(0.2)).clamp(1.2, 2.8);
        self.marks = (0..words)
            .map(|word| {
                let class = scene.class_of(word);
                let share = (scene.basis.priority.get(word).copied().unwrap_or(0.0) / most).clamp(0.0, 1.0);
                let opacity = match (self.is_muted(scene, word), self.behind(word, class, selection)) {
                    (true, _) => MUTED,
                    (_, true) => DIM,
                    _ => 0.88,
                };
                Mark {
                    color: colours::word(scene, word, dark).gamma_multiply(opacity),
                    radius: base * (1.0 + 1.2 * share.powf(0.6)),
                    shape: colours::shape(scene, word) as u8,
                }
            })
            .collect();
        // Drawing order: characteristic words cover common ones, normal words cover dimmed ones.
        let behind = |word: u32| self.behind(word as usize, scene.class_of(word as usize), selection);
        let behind = |word: u32| self.is_muted(scene, word as usize) || behind(word);
        let (back, front): (Vec<u32>, Vec<u32>) = self.by_priority.iter().partition(|word| behind(**word));
        self.back = back.len();
        self.order = back.into_iter().chain(front).collect();
    }
}
