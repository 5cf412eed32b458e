//! Colours and markers of classes and words on the screen.
//!
//! Levels of a rating use the colours of the scale.
//! A word coloured by value is drawn as a triangle that points up above the scale's middle and down below it.

use egui::{Color32, Ui};

use crate::palette::{class_color, class_shape, mark_color};
use wordfield_state::{Basis, Colouring, Scene};

/// Distance from the middle of a colour scale below which a value is drawn as neutral.
const NEUTRAL: f32 = 0.05;
/// Strength of a class's colour at a word that the model decides for it without a margin, from 0 (the background) to 1.
const WEAKEST: f32 = 0.45;

/// Colour of a class or of a rating level in the scene.
pub(crate) fn class(scene: &Scene, class: usize, dark: bool) -> Color32 {
    class_color_of(&scene.basis, class, dark)
}

/// Colour of a document's class or level; grey without a label.
pub fn label_color(ui: &Ui, basis: &Basis, label: Option<usize>) -> Color32 {
    label.map_or_else(|| ui.visuals().weak_text_color(), |class| class_color_of(basis, class, ui.visuals().dark_mode))
}

/// Colour of a class or of a rating level of a corpus.
pub fn class_color_of(basis: &Basis, class: usize, dark: bool) -> Color32 {
    if basis.rating_names.is_empty() || class >= basis.class_names.len() {
        return class_color(class, dark);
    }
    let last = basis.class_names.len().saturating_sub(1).max(1) as f32;
    mark_color(2.0 * class as f32 / last - 1.0, dark)
}

/// Position of a word's value on the colour scale; `None` for words coloured by class or without a value.
pub(crate) fn place(scene: &Scene, word: usize) -> Option<f32> {
    let Colouring::Values { values, scale } = &scene.colouring else { return None };
    values.get(word).filter(|value| value.is_finite()).map(|&value| scale.place(value))
}

/// Colour of a word's mark and label.
pub(crate) fn word(scene: &Scene, word: usize, dark: bool) -> Color32 {
    match &scene.colouring {
        Colouring::Classes => class(scene, scene.class_of(word), dark),
        // A margin of 1 is that of the SVM; nearer to 0 another class is almost as likely.
        Colouring::Decided { margins, .. } => {
            let strength = margins.get(word).map_or(0.0, |margin| margin.clamp(0.0, 1.0));
            Color32::from_gray(if dark { 10 } else { 255 })
                .lerp_to_gamma(class(scene, scene.class_of(word), dark), WEAKEST + (1.0 - WEAKEST) * strength)
        }
        Colouring::Values { .. } => mark_color(place(scene, word).unwrap_or(0.0), dark),
    }
}

/// Index of a word's marker.
pub(crate) fn shape(scene: &Scene, word: usize) -> usize {
    match (&scene.colouring, place(scene, word)) {
        (colouring, _) if colouring.is_by_class() => class_shape(scene.class_of(word)),
        (_, Some(place)) if place > NEUTRAL => 2,
        (_, Some(place)) if place < -NEUTRAL => 5,
        _ => 0,
    }
}

/// Label group of each word: the class of its documents, or its side of the scale; `None` for words without a value.
/// Decisions change while a model trains, and labels should stay.
pub(crate) fn groups(scene: &Scene) -> Vec<Option<usize>> {
    (0..scene.basis.words.len())
        .map(|word| match &scene.colouring {
            Colouring::Classes | Colouring::Decided { .. } => scene.basis.word_class.get(word).copied(),
            Colouring::Values { .. } => place(scene, word).map(|place| usize::from(place > 0.0)),
        })
        .collect()
}
