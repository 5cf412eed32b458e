//! Every word's mark, order and neighbours, worked out only when something they depend on changed.

use std::sync::Arc;

use super::{colours, labels::rank, marks::Mark, pick::neighbours};
use crate::state::{Colouring, Scene, Selection};

/// Neighbours shown of a selected word.
const NEIGHBOURS: usize = 8;
/// Opacity of a word that is not selected while others are.
const DIM: f32 = 0.27;

/// The run and the arrays that change only with the corpus.
type Corpus = (u64, Arc<Vec<f32>>, Arc<Vec<usize>>);

/// How the words of one scene look under one selection.
#[derive(Default)]
pub struct WordStyle {
    corpus: Option<Corpus>,
    colouring: Colouring,
    under: Option<(Selection, bool)>,
    near_in: Option<(Arc<ndarray::Array2<f64>>, usize)>,
    /// Words, most worth a label first.
    pub ranked: Vec<u32>,
    /// Words of each class.
    pub counts: Vec<usize>,
    /// How characteristic each word is, as a share of the words it surpasses.
    pub height: Vec<f32>,
    /// Words in the order they are drawn.
    pub order: Vec<u32>,
    /// Every word's mark.
    pub marks: Vec<Mark>,
    /// The selected word's neighbours, or the words of the two documents compared, the heaviest first.
    pub near: Vec<usize>,
    /// Whether a word is in one of the two documents compared (V or 0).
    held: Vec<bool>,
    held_in: Option<Arc<Vec<f64>>>,
    by_priority: Vec<u32>,
}

impl WordStyle {
    /// Brings everything up to date.
    pub fn update(&mut self, scene: &Scene, selection: &Selection, dark: bool) {
        let same = |(run, priority, class): &Corpus| {
            *run == scene.run && Arc::ptr_eq(priority, &scene.basis.priority) && Arc::ptr_eq(class, &scene.basis.word_class)
        };
        if !self.corpus.as_ref().is_some_and(same) {
            self.corpus = Some((scene.run, Arc::clone(&scene.basis.priority), Arc::clone(&scene.basis.word_class)));
            self.read_corpus(scene);
            self.rank(scene);
            self.under = None;
        }
        if !self.colouring.same(&scene.colouring) {
            self.colouring = scene.colouring.clone();
            self.rank(scene);
            self.under = None;
        }
        let near_changed = self.find_near(scene, selection);
        if self.under != Some((*selection, dark)) || near_changed {
            self.under = Some((*selection, dark));
            self.paint(scene, selection, dark);
        }
    }

    /// Whether a word stands back behind the selection.
    pub fn behind(&self, word: usize, class: usize, selection: &Selection) -> bool {
        match selection {
            Selection::Class(of) => class != *of,
            Selection::Word(of) => word != *of && !self.near.contains(&word),
            Selection::Document(_) => !self.held.is_empty() && !self.held.get(word).copied().unwrap_or(false),
            Selection::None | Selection::Cell { .. } => false,
        }
    }

    fn read_corpus(&mut self, scene: &Scene) {
        let words = scene.basis.words.len();
        let priority = |word: u32| scene.basis.priority.get(word as usize).copied().unwrap_or(0.0);
        self.counts = vec![0; scene.basis.class_names.len()];
        for class in scene.basis.word_class.iter() {
            if let Some(count) = self.counts.get_mut(*class) {
                *count += 1;
            }
        }
        self.by_priority = (0..words as u32).collect();
        self.by_priority.sort_by(|a, b| priority(*a).total_cmp(&priority(*b)));
        self.height = vec![0.5; words];
        for (place, word) in self.by_priority.iter().enumerate() {
            self.height[*word as usize] = (place as f32 + 0.5) / words as f32;
        }
    }

    fn rank(&mut self, scene: &Scene) {
        let priority = |word: usize| scene.basis.priority.get(word).copied().unwrap_or(0.0);
        let priorities: Vec<f32> = (0..scene.basis.words.len()).map(priority).collect();
        self.ranked = rank(&priorities, &colours::groups(scene));
    }

    fn find_near(&mut self, scene: &Scene, selection: &Selection) -> bool {
        let compared = scene.witness().filter(|_| matches!(selection, Selection::Document(_)));
        if let Some(witness) = compared {
            if self.held_in.as_ref().is_some_and(|known| Arc::ptr_eq(known, witness)) {
                return false;
            }
            self.near_in = None;
            self.held_in = Some(Arc::clone(witness));
            self.held = witness.iter().map(|&weight| weight != 0.0).collect();
            self.near = (0..witness.len()).filter(|&word| self.held[word]).collect();
            self.near.sort_by(|&a, &b| witness[b].abs().total_cmp(&witness[a].abs()));
            return true;
        }
        self.held.clear();
        self.held_in = None;
        let Selection::Word(word) = *selection else {
            self.near_in = None;
            return !std::mem::take(&mut self.near).is_empty();
        };
        if self.near_in.as_ref().is_some_and(|(latent, of)| Arc::ptr_eq(latent, &scene.latent) && *of == word) {
            return false;
        }
        self.near_in = Some((Arc::clone(&scene.latent), word));
        let near = neighbours(&scene.latent, word, NEIGHBOURS);
        let changed = near != self.near;
        self.near = near;
        changed
    }

    fn paint(&mut self, scene: &Scene, selection: &Selection, dark: bool) {
        let words = scene.basis.words.len();
        let most = scene.basis.priority.iter().copied().fold(1e-12_f32, f32::max);
        let base = (2.3 * (1500.0 / words.max(1) as f32).powf(0.2)).clamp(1.2, 2.8);
        self.marks = (0..words)
            .map(|word| {
                let class = scene.basis.word_class.get(word).copied().unwrap_or(0);
                let share = (scene.basis.priority.get(word).copied().unwrap_or(0.0) / most).clamp(0.0, 1.0);
                let opacity = if self.behind(word, class, selection) { DIM } else { 0.88 };
                Mark {
                    color: colours::word(scene, word, dark).gamma_multiply(opacity),
                    radius: base * (1.0 + 1.2 * share.powf(0.6)),
                    shape: colours::shape(scene, word) as u8,
                }
            })
            .collect();
        // The characteristic above the common, the selected above the rest.
        let behind =
            |word: u32| self.behind(word as usize, scene.basis.word_class.get(word as usize).copied().unwrap_or(0), selection);
        let (back, front): (Vec<u32>, Vec<u32>) = self.by_priority.iter().partition(|word| behind(**word));
        self.order = back.into_iter().chain(front).collect();
    }
}
