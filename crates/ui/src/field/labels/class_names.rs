//! Class names at the peaks of the densities, drawn if there are too many classes for a contour each.
//!
//! Class names are laid out before the labels of words, which do not overlap them. Cost: one text a class.

use std::sync::Arc;

use egui::{Color32, Context, FontId, Galley, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2};

use crate::field::labels::layout::{Candidate, place};

/// Distance of a class name from the border of its background plate.
const BORDER: Vec2 = vec2(3.0, 1.0);

/// Class name to draw, with its position.
pub(crate) struct ClassName<'a> {
    /// Index of the class.
    pub class: usize,
    /// Name of the class.
    pub name: &'a str,
    /// Screen position of the class's density peak.
    pub peak: Pos2,
    /// Colour of the class.
    pub color: Color32,
}

/// Draws the class names, each on a plate, that fit inside `area` and outside `blocked`. Returns the classes with their rectangles.
pub(crate) fn draw(
    ctx: &Context,
    (area, blocked): (Rect, &[Rect]),
    names: &[ClassName<'_>],
    (text, paper): (f32, Color32),
    shapes: &mut Vec<Shape>,
) -> Vec<(usize, Rect)> {
    let font = FontId::proportional(text);
    let layout = |one: &ClassName<'_>| {
        ctx.fonts_mut(|fonts| fonts.layout_no_wrap(one.name.to_owned(), font.clone(), Color32::PLACEHOLDER))
    };
    let texts: Vec<_> = names.iter().map(layout).collect();
    let candidate = |(word, (one, text)): (usize, (&ClassName<'_>, &Arc<Galley>))| Candidate {
        word,
        at: one.peak,
        size: text.size(),
        gap: 4.0,
        margin: 4.0,
        last: None,
        forced: false,
    };
    let candidates: Vec<Candidate> = names.iter().zip(&texts).enumerate().map(candidate).collect();
    let placed = place(area, blocked, &candidates, candidates.len());
    for label in &placed {
        let (plate, color) = (label.rect.expand2(BORDER), names[label.candidate].color);
        shapes.push(Shape::rect_filled(plate, 3.0, paper.gamma_multiply(0.8)));
        shapes.push(Shape::rect_stroke(plate, 3.0, Stroke::new(1.0, color), StrokeKind::Inside));
        shapes.push(Shape::galley(label.rect.min, Arc::clone(&texts[label.candidate]), color));
    }
    placed.into_iter().map(|label| (names[label.candidate].class, label.rect.expand2(BORDER))).collect()
}
