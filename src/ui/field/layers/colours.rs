//! What a scene's colours come to on the screen: of its classes, and of its words.
//!
//! Levels of a rating are ordered and take the colours of the scale; a word with a value has besides its colour a
//! triangle that points up above the scale's middle and down below it.

use eframe::egui::Color32;

use crate::{
    state::{Basis, Colouring, FieldOf, Scene},
    ui::palette::{class_color, class_shape, mark_color},
};

/// Places nearer to the middle than this count as the middle.
const NEUTRAL: f32 = 0.05;

/// The colour of a class or a level.
pub fn class(scene: &Scene, class: usize, dark: bool) -> Color32 {
    class_color_of(&scene.basis, class, dark)
}

/// The colour of a class or a level of a corpus.
pub fn class_color_of(basis: &Basis, class: usize, dark: bool) -> Color32 {
    if basis.rating_names.is_empty() {
        return class_color(class, dark);
    }
    let last = basis.class_names.len().saturating_sub(1).max(1) as f32;
    mark_color(2.0 * class as f32 / last - 1.0, dark)
}

/// The colours of a field's positive and negative side: of its two classes, or of a class and of none for all the rest.
pub fn sides(scene: &Scene, of: FieldOf, dark: bool) -> [Color32; 2] {
    let rest = Color32::from_gray(if dark { 150 } else { 110 });
    match of {
        FieldOf::Class(one) => [class(scene, one, dark), rest],
        FieldOf::Pair(pair) => {
            let (one, other) = scene.pairs.get(pair).copied().unwrap_or((0, 1));
            [class(scene, one, dark), class(scene, other, dark)]
        }
        FieldOf::Witness { .. } | FieldOf::Sets | FieldOf::Rating(_) | FieldOf::Deviation(_) => {
            [0, 1].map(|kind| class(scene, scene.class_of_density(kind), dark))
        }
    }
}

/// Where a word's value lies on its scale; none where words are coloured by class or the word has no value.
pub fn place(scene: &Scene, word: usize) -> Option<f32> {
    let Colouring::Values { values, scale } = &scene.colouring else { return None };
    values.get(word).filter(|value| value.is_finite()).map(|&value| scale.place(value))
}

/// The colour of a word's mark and label.
pub fn word(scene: &Scene, word: usize, dark: bool) -> Color32 {
    match &scene.colouring {
        Colouring::Classes => class(scene, scene.basis.word_class.get(word).copied().unwrap_or(0), dark),
        Colouring::Values { .. } => mark_color(place(scene, word).unwrap_or(0.0), dark),
    }
}

/// The marker of a word.
pub fn shape(scene: &Scene, word: usize) -> usize {
    match (&scene.colouring, place(scene, word)) {
        (Colouring::Classes, _) => class_shape(scene.basis.word_class.get(word).copied().unwrap_or(0)),
        (_, Some(place)) if place > NEUTRAL => 2,
        (_, Some(place)) if place < -NEUTRAL => 5,
        _ => 0,
    }
}

/// The words that take turns in being labelled: classes, or the two sides of a scale; words without a value come last.
pub fn groups(scene: &Scene) -> Vec<Option<usize>> {
    (0..scene.basis.words.len())
        .map(|word| match &scene.colouring {
            Colouring::Classes => Some(scene.basis.word_class.get(word).copied().unwrap_or(0)),
            Colouring::Values { .. } => place(scene, word).map(|place| usize::from(place > 0.0)),
        })
        .collect()
}
