//! Marks over the sandbox's surface: points, means with the names of their sets, selected points.

use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Ui, epaint::CircleShape, vec2};

use super::canvas::Mapping;
use crate::widgets::color;
use wordfield_state::Workspace;

/// Radius of a point with weight 1, in screen points.
const RADIUS: f32 = 4.5;

/// Draws the name of a set next to its mean, readable on every surface.
fn name(ui: &Ui, painter: &Painter, mean: Pos2, name: &str, color: Color32) {
    let (font, at) = (FontId::proportional(15.0), mean + vec2(9.0, -9.0));
    let galley = painter.layout_no_wrap(name.to_owned(), font.clone(), color);
    let ground = Align2::LEFT_BOTTOM.anchor_size(at, galley.size()).expand2(vec2(2.0, 0.0));
    painter.rect_filled(ground, 3.0, ui.visuals().extreme_bg_color.gamma_multiply(0.7));
    painter.text(at, Align2::LEFT_BOTTOM, name, font, color);
}

/// Draws the points of every set with their weights as sizes, the means as crosses, and rings around the selected points.
pub(super) fn points(ui: &Ui, workspace: &Workspace, mapping: &Mapping, under: Option<(usize, usize)>) {
    let state = &workspace.sandbox;
    let (painter, ink, paper) = (ui.painter_at(mapping.rect), ui.visuals().strong_text_color(), ui.visuals().extreme_bg_color);
    for (set, of) in state.model.sets.iter().enumerate() {
        let fill = color(ui, set);
        let edge = Stroke::new(0.7, paper);
        for point in &of.points {
            let (at, radius) = (mapping.on_screen(point.at), RADIUS * (point.weight.sqrt() as f32).min(4.0));
            painter.add(marker(set, at, radius, fill, edge));
        }
    }
    for (set, of) in state.model.sets.iter().enumerate() {
        let Some(at) = of.mean().map(|mean| mapping.on_screen(mean)) else { continue };
        name(ui, &painter, at, &of.name, color(ui, set));
        if of.points.len() < 2 {
            continue;
        }
        for (width, color) in [(4.0, paper), (2.0, color(ui, set))] {
            for arm in [vec2(7.0, 7.0), vec2(7.0, -7.0)] {
                painter.line_segment([at - arm, at + arm], Stroke::new(width, color));
            }
        }
    }
    let rings = state.selected.iter().flatten().copied().chain(under);
    for (of, at) in rings.filter_map(|of| Some((of, state.point(of)?))) {
        let width = if state.selected[0] == Some(of) { 2.0 } else { 1.2 };
        painter.circle_stroke(mapping.on_screen(at), RADIUS + 4.0, Stroke::new(width, ink));
    }
    if let [Some(first), Some(second)] = state.selected.map(|point| point.and_then(|of| state.point(of))) {
        painter.extend(Shape::dashed_line(
            &[mapping.on_screen(first), mapping.on_screen(second)],
            Stroke::new(1.2, ink),
            5.0,
            4.0,
        ));
    }
}

/// Marker of a set's points, one of four shapes, so that sets also differ without colour.
fn marker(set: usize, at: Pos2, radius: f32, fill: Color32, edge: Stroke) -> Shape {
    let corners = |of: &[[f32; 2]]| of.iter().map(|[x, y]| at + radius * vec2(*x, *y)).collect();
    match set % 4 {
        0 => Shape::Circle(CircleShape { center: at, radius, fill, stroke: edge }),
        1 => Shape::convex_polygon(corners(&[[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]]), fill, edge),
        2 => Shape::convex_polygon(corners(&[[0.0, -1.25], [1.1, 0.8], [-1.1, 0.8]]), fill, edge),
        _ => Shape::convex_polygon(corners(&[[0.0, -1.3], [1.1, 0.0], [0.0, 1.3], [-1.1, 0.0]]), fill, edge),
    }
}
