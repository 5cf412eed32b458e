//! Marks on single words: pins of pinned words, rings around the words of a typed document.

use egui::{Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};

use wordfield_state::Members;

/// Maximum number of rings around words of a typed document.
const RINGS: usize = 80;
/// Number of pinned words above which their pins are drawn small.
const MANY: usize = 60;

/// Appends a small pin at each pinned word to `shapes`.
pub(crate) fn pin_shapes(at: &[Pos2], pinned: &Members, (ink, paper): (Color32, Color32), shapes: &mut Vec<Shape>) {
    // Many large pins would cover the words.
    let size = if pinned.count() > MANY { 0.5 } else { 1.0 };
    for &Pos2 { x, y } in pinned.iter().filter_map(|word| at.get(word)).filter(|at| at.is_finite()) {
        shapes.push(Shape::line_segment([pos2(x, y), pos2(x, y - 9.0 * size)], Stroke::new(1.6 * size, ink)));
        let head = Rect::from_center_size(pos2(x, y - 11.0 * size), size * vec2(6.0, 6.0));
        shapes.push(Shape::rect_filled(head.expand(1.0), 2.0, paper));
        shapes.push(Shape::rect_filled(head, 2.0, ink));
    }
}

/// Appends a ring around each word of a typed document, sized by weight, to `shapes`.
pub(crate) fn typed_shapes(at: &[Pos2], words: &[(usize, f64)], (ink, paper): (Color32, Color32), shapes: &mut Vec<Shape>) {
    let most = words.first().map_or(1.0, |&(_, weight)| weight.max(1e-12));
    for &(word, weight) in words.iter().take(RINGS) {
        let Some(&centre) = at.get(word).filter(|at| at.is_finite()) else { continue };
        let radius = 5.0 + 8.0 * (weight / most).max(0.0).sqrt() as f32;
        shapes.push(Shape::circle_stroke(centre, radius, Stroke::new(4.0, paper.gamma_multiply(0.7))));
        shapes.push(Shape::circle_stroke(centre, radius, Stroke::new(2.0, ink)));
    }
}
