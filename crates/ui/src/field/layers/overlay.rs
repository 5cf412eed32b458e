//! Overlay of the word field in the plane: field image, contours, rings and pins.

use egui::{Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::{
    field::{
        background::{
            DrawnField,
            contour_lines::Line,
            kde::ClassContours,
            many_classes::{levels, unmuted},
            picture::FieldPicture,
        },
        camera::view::View,
    },
    palette::class_color,
};
use wordfield_state::{Focus, Members};

/// Minimum distance between consecutive vertices of a contour line, in points.
const NEAREST: f32 = 0.5;

/// Maximum number of words of the compared documents that are drawn with a ring.
const RINGS: usize = 60;
/// Maximum number of rings around words of a typed document.
const TYPED_RINGS: usize = 80;
/// Number of pinned words above which their pins are drawn small.
const MANY: usize = 60;

/// Appends the image of the field with its contour lines to `shapes`.
pub(crate) fn field_shapes(field: &DrawnField, view: &View, rect: Rect, dark: bool, shapes: &mut Vec<Shape>) {
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    shapes.push(Shape::image(field.texture.id(), view.rect_of(rect, &field.picture.extent), whole, Color32::WHITE));
    field_lines(&field.picture, view.on_screen(rect), dark, shapes);
}

/// Colour of a field's contour lines.
pub(super) fn line_color(dark: bool) -> Color32 {
    Color32::from_gray(if dark { 235 } else { 20 })
}

/// Appends the contour lines of a field to `shapes`; `place` maps its points to the screen.
pub(super) fn field_lines(picture: &FieldPicture, place: impl Fn([f32; 2]) -> Pos2, dark: bool, shapes: &mut Vec<Shape>) {
    let color = line_color(dark);
    line_shapes(&picture.zero, &place, Stroke::new(1.6, color), shapes);
    line_shapes(&picture.levels, &place, Stroke::new(0.7, color.gamma_multiply(0.6)), shapes);
}

/// Whether the selection emphasises a class, and whether the selection dims the class.
pub(super) fn emphasis(selection: &Focus, class: usize) -> (bool, bool) {
    match selection {
        Focus::Class(of) => (*of == class, *of != class),
        Focus::Word(_) => (false, true),
        _ => (false, false),
    }
}

/// Density contours of the unmuted classes, thicker inwards, dimmed for classes that are not selected.
/// Each class has one contour, or none if there are many; the selected and the hovered class have all.
pub(crate) fn contour_shapes(
    all: &[ClassContours],
    color: impl Fn(usize) -> Color32,
    (selection, pointed, muted): (&Focus, Option<usize>, &Members),
    view: &View,
    rect: Rect,
    shapes: &mut Vec<Shape>,
) {
    let classes = unmuted(all.len(), muted);
    for (class, of) in all.iter().enumerate().filter(|(class, _)| !muted.contains(*class)) {
        let (selected, others) = emphasis(selection, class);
        let emphasised = selected || pointed == Some(class);
        let styles = [(0.9, 0.55), (1.4, 0.85), (1.7, 0.95)];
        for level in levels(classes, emphasised) {
            let (lines, (width, opacity)) = (&of.lines[level], styles[level]);
            let color = color(class).gamma_multiply(if others && !emphasised { 0.3 * opacity } else { opacity });
            let width = if emphasised { width + 0.6 } else { width };
            line_shapes(lines, view.on_screen(rect), Stroke::new(width, color), shapes);
        }
    }
}

/// Appends lines to `shapes`, except those that reach behind the camera.
pub(super) fn line_shapes(lines: &[Line], place: impl Fn([f32; 2]) -> Pos2, stroke: Stroke, shapes: &mut Vec<Shape>) {
    shapes.extend(lines.iter().filter_map(|line| stroked(line.points.iter().map(|point| place(*point)), line.closed, stroke)));
}

/// Contour line as a shape, without vertices nearer than half a point to the previous vertex; `None` if a point is not finite.
/// The direction between near vertices is that of rounding errors; the sharp corner would be drawn as a spike across the picture.
fn stroked(points: impl Iterator<Item = Pos2>, closed: bool, stroke: Stroke) -> Option<Shape> {
    let mut apart: Vec<Pos2> = Vec::new();
    for point in points {
        if !point.is_finite() {
            return None;
        }
        if apart.last().is_none_or(|last| last.distance(point) >= NEAREST) {
            apart.push(point);
        }
    }
    while closed && apart.len() > 2 && apart[0].distance(apart[apart.len() - 1]) < NEAREST {
        apart.pop();
    }
    Some(if closed && apart.len() > 1 { Shape::closed_line(apart, stroke) } else { Shape::line(apart, stroke) })
}

/// Appends a ring around the inspected word, with lines to its neighbours, to `shapes`.
pub(crate) fn selected_shapes(at: &[Pos2], word: usize, near: &[usize], ink: Color32, paper: Color32, shapes: &mut Vec<Shape>) {
    let seen = |word: usize| at.get(word).filter(|at| at.x.is_finite() && at.y.is_finite());
    let Some(&from) = seen(word) else { return };
    for to in near.iter().filter_map(|other| seen(*other)) {
        shapes.push(Shape::line_segment([from, *to], Stroke::new(1.0, ink.gamma_multiply(0.45))));
        shapes.push(Shape::circle_stroke(*to, 5.0, Stroke::new(1.0, ink.gamma_multiply(0.6))));
    }
    shapes.push(Shape::circle_stroke(from, 8.0, Stroke::new(4.0, paper.gamma_multiply(0.8))));
    shapes.push(Shape::circle_stroke(from, 8.0, Stroke::new(2.0, ink)));
}

/// Appends rings around the words with the largest weights in two documents, in the colours of their sides, sized by weight.
pub(crate) fn document_shapes(
    at: &[Pos2],
    words: &[usize],
    weights: &[f64],
    side: impl Fn(usize) -> usize,
    dark: bool,
    shapes: &mut Vec<Shape>,
) {
    let most = words.first().map_or(1.0, |&word| weights[word].abs());
    for &word in words.iter().take(RINGS) {
        let Some(&centre) = at.get(word).filter(|at| at.x.is_finite() && at.y.is_finite()) else { continue };
        let share = (weights[word].abs() / most).sqrt() as f32;
        shapes.push(Shape::circle_stroke(centre, 4.0 + 7.0 * share, Stroke::new(2.0, class_color(side(word), dark))));
    }
}

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
    for &(word, weight) in words.iter().take(TYPED_RINGS) {
        let Some(&centre) = at.get(word).filter(|at| at.is_finite()) else { continue };
        let radius = 5.0 + 8.0 * (weight / most).max(0.0).sqrt() as f32;
        shapes.push(Shape::circle_stroke(centre, radius, Stroke::new(4.0, paper.gamma_multiply(0.7))));
        shapes.push(Shape::circle_stroke(centre, radius, Stroke::new(2.0, ink)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_of_contours_lie_apart() {
        let at = |x: f32, y: f32| Pos2::new(x, y);
        let points = [at(0.0, 0.0), at(9.0, 0.0), at(9.0, 0.01), at(8.99, 0.0), at(9.0, 9.0), at(0.2, 0.1)];
        let shape = stroked(points.into_iter(), true, Stroke::new(1.0, Color32::BLACK)).expect("a shape");
        let Shape::Path(path) = shape else { panic!("a path") };
        assert_eq!((path.points, path.closed), (vec![at(0.0, 0.0), at(9.0, 0.0), at(9.0, 9.0)], true));
        let Some(Shape::Path(path)) = stroked(points.into_iter().take(3), false, Stroke::NONE) else { panic!("a path") };
        assert_eq!((path.points, path.closed), (vec![at(0.0, 0.0), at(9.0, 0.0)], false));
    }
}
