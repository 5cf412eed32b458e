//! Colour bars for words and field, with their values.

use eframe::egui::{
    Align2, Color32, FontId, Frame, Margin, Mesh, Rect, RichText, Sense, Shape, TextStyle, Ui, UiBuilder, pos2, vec2,
};

use crate::ui::field::{background::DrawnField, labels::caption::short};
use crate::{
    state::{Colouring, FieldOf, Layer, Layers, Scene},
    ui::palette::{ground_color, mark_color, single_color},
};

const WIDTH: f32 = 200.0;

/// A colour bar.
struct Bar {
    title: String,
    /// Values at the left end, at the middle if marked, and at the right end.
    ends: [Option<f32>; 3],
    color: fn(f32, bool) -> Color32,
    /// Argument of `color` at the left end: -1 or 0.
    from: f32,
    /// Whether words above and below the middle are drawn as triangles.
    markers: bool,
}

/// Colour bars of a scene with these layers.
fn bars(scene: &Scene, layers: &Layers, field: Option<&DrawnField>) -> Vec<Bar> {
    let mut bars = Vec::new();
    if let (Colouring::Values { scale, .. }, true) = (&scene.colouring, layers.shows(Layer::Words) || layers.shows(Layer::Labels))
    {
        let ends = [Some(scale.low), Some(scale.middle), Some(scale.high)];
        bars.push(Bar { title: format!("words: {}", scale.name), ends, color: mark_color, from: -1.0, markers: true });
    }
    match field.filter(|field| layers.shows(Layer::Field) && field.of == layers.field_of) {
        Some(field) if matches!(field.of, FieldOf::Rating(_)) => bars.push(Bar {
            title: format!("field: {}", scene.field_title(field.of)),
            ends: [Some(field.least), Some(field.middle), Some(field.most)],
            color: ground_color,
            from: -1.0,
            markers: false,
        }),
        Some(field) if matches!(field.of, FieldOf::Deviation(_) | FieldOf::Mean) => bars.push(Bar {
            title: format!("field: {}", scene.field_title(field.of)),
            ends: [Some(field.least), None, Some(field.most)],
            color: single_color,
            from: 0.0,
            markers: false,
        }),
        _ => {}
    }
    bars
}

/// Draws the bars into the upper right corner of `area`. Returns their rectangle, if there are any.
pub fn show(ui: &mut Ui, area: Rect, scene: &Scene, layers: &Layers, field: Option<&DrawnField>) -> Option<Rect> {
    let bars = bars(scene, layers, field);
    if bars.is_empty() || area.width() < 2.0 * WIDTH {
        return None;
    }
    let left = area.max.x - WIDTH - 24.0;
    let corner = Rect::from_min_max(pos2(left, area.min.y + 6.0), area.max - vec2(6.0, 6.0));
    let inner = ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| {
        let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.88);
        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
            ui.set_width(WIDTH);
            for bar in &bars {
                draw(ui, bar);
            }
        })
    });
    Some(inner.inner.response.rect)
}

/// A value with enough digits to distinguish the ends.
fn tick(value: f32, ends: [Option<f32>; 3]) -> String {
    let range = ends[2].unwrap_or(value) - ends[0].unwrap_or(value);
    if (1e-5..0.1).contains(&range) { format!("{value:.*}", (1.5 - range.log10()) as usize) } else { short(value) }
}

fn draw(ui: &mut Ui, bar: &Bar) {
    let dark = ui.visuals().dark_mode;
    let ink = ui.visuals().strong_text_color();
    let size = 0.82 * TextStyle::Body.resolve(ui.style()).size;
    ui.label(RichText::new(&bar.title).size(size).color(ink));
    let (whole, _) = ui.allocate_exact_size(vec2(WIDTH, 12.0 + size + 6.0), Sense::hover());
    let rect = Rect::from_min_size(whole.min, vec2(WIDTH, 11.0));
    let mut mesh = Mesh::default();
    let steps = 48;
    for step in 0..=steps {
        let share = step as f32 / steps as f32;
        let color = (bar.color)(bar.from + share * (1.0 - bar.from), dark);
        let x = rect.min.x + share * rect.width();
        mesh.colored_vertex(pos2(x, rect.min.y), color);
        mesh.colored_vertex(pos2(x, rect.max.y), color);
        if step > 0 {
            let first = 2 * (step - 1) as u32;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    let painter = ui.painter();
    painter.add(Shape::mesh(mesh));
    painter.rect_stroke(rect, 0.0, (0.7, ink.gamma_multiply(0.5)), eframe::egui::StrokeKind::Outside);
    let font = FontId::proportional(size);
    for (end, (x, align)) in bar.ends.iter().zip([
        (rect.min.x, Align2::LEFT_TOP),
        (rect.center().x, Align2::CENTER_TOP),
        (rect.max.x, Align2::RIGHT_TOP),
    ]) {
        let Some(value) = end else { continue };
        painter.line_segment([pos2(x, rect.max.y), pos2(x, rect.max.y + 3.0)], (1.0, ink));
        painter.text(pos2(x, rect.max.y + 3.0), align, tick(*value, bar.ends), font.clone(), ink);
    }
    if bar.markers {
        let paper = ui.visuals().extreme_bg_color;
        let (y, half) = (rect.center().y, 3.2);
        let triangle = |x: f32, up: f32| {
            let points = vec![pos2(x - half, y + up * half), pos2(x + half, y + up * half), pos2(x, y - up * half)];
            Shape::convex_polygon(points, paper, eframe::egui::Stroke::NONE)
        };
        painter.add(triangle(rect.min.x + 8.0, -1.0));
        painter.add(triangle(rect.max.x - 8.0, 1.0));
    }
}
