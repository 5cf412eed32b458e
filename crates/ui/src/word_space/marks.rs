//! Colours of words in the picture of word vectors: by list, by value on the axis, or by role in the query.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use egui::{Color32, Ui};

use crate::widgets::color;
use wordfield_core::word_space::SemanticAxis;
use wordfield_state::{NEAREST, SpaceState, SpaceView};

/// Absolute value on the semantic axis with the strongest colour, in standard deviations.
const STRONGEST: f32 = 3.0;

/// Colours of the words in one frame.
pub(super) struct Marks {
    /// Words with an individual colour, by index.
    own: HashMap<u32, Color32>,
    /// Value of every word on the semantic axis, while the axis is shown.
    axis: Option<Arc<SemanticAxis>>,
    plain: Color32,
    faint: Color32,
    sides: [Color32; 2],
    /// Words that are always labelled, most important first.
    pub labelled: Vec<u32>,
}

impl Marks {
    /// Colours of the words for the current query.
    pub(super) fn of(ui: &Ui, state: &SpaceState) -> Self {
        let mut marks = Self {
            own: HashMap::new(),
            axis: state.axis().ok().filter(|_| state.view == SpaceView::Axis).cloned(),
            plain: ui.visuals().text_color(),
            faint: ui.visuals().weak_text_color(),
            sides: [color(ui, 0), color(ui, 1)],
            labelled: Vec::new(),
        };
        let near = color(ui, 2);
        let has_answers = matches!(state.view, SpaceView::Neighbours | SpaceView::Analogy);
        let answers = state.neighbours().filter(|_| has_answers).map(|near| &near[..near.len().min(NEAREST)]).unwrap_or_default();
        for answer in answers {
            marks.own.insert(answer.word, near);
        }
        for (list, of) in state.lists.iter().enumerate() {
            marks.own.extend(of.words.iter().map(|&word| (word, color(ui, list))));
        }
        let strong = ui.visuals().strong_text_color();
        let question = state.question().map(|question| question.words().to_vec()).unwrap_or_default();
        let single = if state.near.is_none() { question } else { Vec::new() };
        marks.own.extend(single.iter().map(|&word| (word, strong)));
        marks.labelled.extend(state.focus);
        marks.labelled.extend(single);
        marks.labelled.extend(answers.iter().map(|answer| answer.word));
        marks.labelled.extend(state.lists.iter().flat_map(|list| list.words.iter().take(NEAREST).copied()));
        let mut known = HashSet::new();
        marks.labelled.retain(|word| known.insert(*word));
        marks
    }

    /// Whether a word belongs to the query or to its results.
    pub(super) fn is_marked(&self, word: u32) -> bool {
        self.own.contains_key(&word)
    }

    /// Colour of a word's label, and whether it is dimmed.
    pub(super) fn label(&self, word: u32) -> (Color32, bool) {
        match self.own.get(&word) {
            Some(color) => (*color, false),
            None => match self.on_axis(word) {
                Some(color) => (color, false),
                None if self.own.is_empty() => (self.plain, false),
                None => (self.faint, true),
            },
        }
    }

    /// Colour of a word's mark in the picture.
    pub(super) fn mark(&self, word: u32) -> Color32 {
        let other =
            || self.on_axis(word).unwrap_or_else(|| self.plain.gamma_multiply(if self.own.is_empty() { 0.55 } else { 0.3 }));
        self.own.get(&word).copied().unwrap_or_else(other)
    }

    fn on_axis(&self, word: u32) -> Option<Color32> {
        let value = self.axis.as_ref()?.values.get(word as usize)?;
        let side = self.sides[usize::from(*value > 0.0)];
        Some(self.faint.lerp_to_gamma(side, (value.abs() / STRONGEST).min(1.0)))
    }
}
