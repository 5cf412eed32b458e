//! Colour bar of a picture: its range of values, a note on rescaling, and a switch for it.

use egui::{
    Align2, Button, Color32, FontId, Frame, Label, Margin, Mesh, Rect, RichText, Sense, Shape, Stroke, TextStyle, Ui, UiBuilder,
    pos2, vec2,
};

use super::field::short;
use crate::{palette::mark_color, widgets::ResponseExt};
use wordfield_state::{Action, Field, Layer, Scale, ValueScale};

/// Width of a colour bar in points, and minimum width in a narrow picture.
const WIDTH: [f32; 2] = [200.0, 110.0];
/// Height of the coloured band of a colour bar, in points.
const HEIGHT: f32 = 11.0;
/// Number of colour steps in a colour bar.
const STEPS: usize = 64;

/// Draws colour bars `width` points wide over the upper right corner of `area`. Returns the rectangle of their background.
pub(crate) fn in_corner(ui: &mut Ui, area: Rect, width: f32, add: impl FnOnce(&mut Ui)) -> Rect {
    let corner = Rect::from_min_max(pos2(area.max.x - width - 24.0, area.min.y + 6.0), area.max - vec2(6.0, 6.0));
    let inner = ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| {
        let fill = ui.visuals().extreme_bg_color.gamma_multiply(0.88);
        Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
            ui.set_width(width);
            add(ui);
        })
    });
    inner.inner.response.rect
}

/// Width of a colour bar in the corner of a picture, in points; `None` if the picture is too narrow for one.
pub(crate) fn width_in(area: Rect) -> Option<f32> {
    Some(WIDTH[0].min(0.45 * area.width())).filter(|&width| width >= WIDTH[1])
}

/// Draws the colour bar of the marks of words or documents; words above and below the middle have triangles.
pub(crate) fn of_marks(ui: &mut Ui, (what, scale): (&str, &Scale), markers: bool, width: f32) {
    let (title, ends) = (format!("{what}: {}", scale.name), [scale.low, scale.middle, scale.high].map(Some));
    let dark = ui.visuals().dark_mode;
    let color = |share: f32| mark_color(2.0 * share - 1.0, dark);
    ColourBar { markers, ..ColourBar::new(&title, ends, &color) }.show(ui, width, None);
}

/// Horizontal colour bar with title, values and note.
pub(crate) struct ColourBar<'a> {
    /// Title above the colour band.
    pub title: &'a str,
    /// Values at the left end, in the middle if it is marked, and at the right end of the colour bar.
    pub ends: [Option<f32>; 3],
    /// Colour at a share of the bar's width, from 0 to 1.
    pub color: &'a dyn Fn(f32) -> Color32,
    /// Positions of contour lines on the bar, as shares of its width.
    pub lines: Vec<f32>,
    /// Whether triangles mark the ends of the bar, as on words above and below the middle value.
    pub markers: bool,
    /// Scale of values that the user can change; `None` for a fixed scale.
    pub scale: Option<ValueScale>,
    /// Note below the colour band.
    pub note: Option<String>,
}

impl<'a> ColourBar<'a> {
    /// Colour bar with a fixed scale, without lines, markers and note.
    pub(crate) fn new(title: &'a str, ends: [Option<f32>; 3], color: &'a dyn Fn(f32) -> Color32) -> Self {
        Self { title, ends, color, lines: Vec::new(), markers: false, scale: None, note: None }
    }

    /// Draws the colour bar `width` points wide. Without `actions`, as in print, the bar has no switch.
    pub(crate) fn show(&self, ui: &mut Ui, width: f32, actions: Option<&mut Vec<Action>>) {
        let ink = ui.visuals().strong_text_color();
        let size = 0.82 * TextStyle::Body.resolve(ui.style()).size;
        text(ui, RichText::new(self.title).size(size).color(ink));
        let (whole, _) = ui.allocate_exact_size(vec2(width, HEIGHT + size + 6.0), Sense::hover());
        self.colours(ui, Rect::from_min_size(whole.min, vec2(width, HEIGHT)), size);
        if let Some(note) = &self.note {
            text(ui, RichText::new(note).size(size).color(ink));
        }
        if let Some(scale) = &self.scale {
            rescale(ui, scale, size, actions);
        }
    }

    fn colours(&self, ui: &Ui, rect: Rect, size: f32) {
        let (painter, ink) = (ui.painter(), ui.visuals().strong_text_color());
        painter.add(Shape::mesh(band(rect, self.color)));
        for share in &self.lines {
            painter.vline(rect.min.x + share * rect.width(), rect.y_range(), Stroke::new(1.0, ink.gamma_multiply(0.6)));
        }
        painter.rect_stroke(rect, 0.0, (0.7, ink.gamma_multiply(0.5)), egui::StrokeKind::Outside);
        let font = FontId::proportional(size);
        let places = [(rect.min.x, Align2::LEFT_TOP), (rect.center().x, Align2::CENTER_TOP), (rect.max.x, Align2::RIGHT_TOP)];
        for (end, (x, align)) in self.ends.iter().zip(places) {
            let Some(value) = end else { continue };
            painter.line_segment([pos2(x, rect.max.y), pos2(x, rect.max.y + 3.0)], (1.0, ink));
            painter.text(pos2(x, rect.max.y + 3.0), align, tick(*value, self.ends), font.clone(), ink);
        }
        if self.markers {
            let paper = ui.visuals().extreme_bg_color;
            let (y, half) = (rect.center().y, 3.2);
            let triangle = |x: f32, up: f32| {
                let points = vec![pos2(x - half, y + up * half), pos2(x + half, y + up * half), pos2(x, y - up * half)];
                Shape::convex_polygon(points, paper, Stroke::NONE)
            };
            painter.add(triangle(rect.min.x + 8.0, -1.0));
            painter.add(triangle(rect.max.x - 8.0, 1.0));
        }
    }
}

/// Draws the note of a rescaled picture, and a button for the scale if rescaling changes the picture.
pub(crate) fn rescale(ui: &mut Ui, scale: &ValueScale, size: f32, actions: Option<&mut Vec<Action>>) {
    if let Some(note) = scale.note() {
        text(ui, RichText::new(note).size(size).strong());
    }
    let Some(actions) = actions.filter(|_| scale.is_rescalable()) else { return };
    let (name, hint) = if scale.rescaled {
        ("Fixed scale".to_owned(), "colours of all pictures end at what a value can be: a strong colour is a strong difference")
    } else {
        (
            format!("Rescale {}", scale.factor()),
            "colours of all pictures end at the largest value shown: weak differences are visible",
        )
    };
    ui.add(Button::new(RichText::new(name).size(size)).small())
        .on_hover_text(hint)
        .on_click(actions, || Action::Field(Field::Toggle(Layer::Rescaled)));
}

/// Draws a text that passes clicks on to the picture below it.
fn text(ui: &mut Ui, text: RichText) {
    ui.add(Label::new(text).selectable(false));
}

/// Mesh of the colour band, from left to right.
fn band(rect: Rect, color: &dyn Fn(f32) -> Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for step in 0..STEPS {
        // Each step has a single colour, so that a grey band keeps its edges.
        let [from, to] = [step, step + 1].map(|at| rect.min.x + at as f32 / STEPS as f32 * rect.width());
        let piece = Rect::from_min_max(pos2(from, rect.min.y), pos2(to, rect.max.y));
        mesh.add_colored_rect(piece, color((step as f32 + 0.5) / STEPS as f32));
    }
    mesh
}

/// Text of a value, with enough digits to distinguish the ends of the colour bar.
pub(crate) fn tick(value: f32, ends: [Option<f32>; 3]) -> String {
    let range = ends[2].unwrap_or(value) - ends[0].unwrap_or(value);
    // Beside the other end it is zero.
    let value = if value.abs() < 1e-3 * range { 0.0 } else { value };
    if (1e-5..0.1).contains(&range) { format!("{value:.*}", (1.5 - range.log10()) as usize) } else { short(value) }
}
