//! Annotations of the sandbox's canvas: coordinates, colour bar, value at the pointer.

use egui::{Align2, FontId, Pos2, Rect, Stroke, Ui, pos2, vec2};

use super::{
    canvas::Mapping,
    surface_picture::{SurfaceLook, color as color_at},
};
use crate::colour_bar::{ColourBar, in_corner};
use wordfield_core::sandbox::{Learner, MAX_COORDINATE, Surface};
use wordfield_state::{Action, Layer, ValueScale, Workspace};

/// Width of the surface's colour bar, in points.
const BAR: f32 = 170.0;

/// Draws the surface's colour bar in the upper right corner; without `actions`, as in print, without its switch.
pub(super) fn bar(ui: &mut Ui, workspace: &Workspace, scale: ValueScale, rect: Rect, actions: Option<&mut Vec<Action>>) {
    let (model, look) = (&workspace.sandbox.model, look(workspace, ui.visuals().dark_mode));
    let signed = model.surface.is_signed(model);
    let value = |share: f32| {
        let end = if signed { scale.middle } else { 0.0 };
        scale.low + share * (scale.high - scale.low) - end
    };
    let margins = matches!((model.surface, model.learner), (Surface::Learned, Learner::Svm { .. }));
    let lines = if margins { [-1.0, 1.0].map(|margin| 0.5 * (1.0 + scale.place(margin))).to_vec() } else { Vec::new() };
    let band = |band: f32| format!("grey: within ±1, as 95 % of random splits; band ±{band:.3}");
    let bar = ColourBar {
        title: surface_name(model.surface),
        ends: [Some(scale.low), None, Some(scale.high)],
        color: &|share| color_at(model, &scale, look, value(share)),
        lines,
        markers: false,
        scale: Some(scale),
        note: look.band.map(band).or_else(|| margins.then(|| "thin lines: margins -1 and 1".to_owned())),
    };
    let width = BAR.min(0.4 * rect.width());
    in_corner(ui, rect, width, |ui| bar.show(ui, width, actions));
}

/// Drawing style of the sandbox's surface.
pub(super) fn look(workspace: &Workspace, dark: bool) -> SurfaceLook {
    let test = workspace.sandbox.model.surface == Surface::Ratio;
    SurfaceLook {
        band: workspace.sandbox.band().filter(|_| test).map(|band| band as f32),
        rescaled: workspace.choices.layers.shows(Layer::Rescaled),
        dark,
    }
}

/// Draws coordinates along the lower and the left edge of the canvas, in the unit of the plane.
pub(super) fn ticks(ui: &Ui, mapping: &Mapping) {
    let (painter, ink) = (ui.painter_at(mapping.rect), ui.visuals().weak_text_color());
    let font = FontId::proportional(10.0);
    let last = MAX_COORDINATE.ceil() as i32 - 1;
    for tick in -last..=last {
        let along = mapping.on_screen([f64::from(tick); 2]);
        let (below, left) = (pos2(along.x, mapping.rect.max.y), pos2(mapping.rect.min.x, along.y));
        painter.line_segment([below, below - vec2(0.0, 4.0)], Stroke::new(1.0, ink));
        painter.line_segment([left, left + vec2(4.0, 0.0)], Stroke::new(1.0, ink));
        painter.text(below - vec2(0.0, 5.0), Align2::CENTER_BOTTOM, tick.to_string(), font.clone(), ink);
        painter.text(left + vec2(6.0, 0.0), Align2::LEFT_CENTER, tick.to_string(), font.clone(), ink);
    }
}

/// Draws the surface's value at the pointer and the weight of the point below it, in the lower left corner.
pub(super) fn caption(ui: &Ui, workspace: &Workspace, mapping: &Mapping, pointer: Option<Pos2>, under: Option<(usize, usize)>) {
    let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
    let Some(at) = pointer.map(|at| mapping.in_plane(at)) else { return };
    let place = ndarray::array![[at[0], at[1]]];
    let name = surface_name(model.surface);
    // The value may answer the open quiz question of a lesson, so it is hidden.
    let value = model.surface.at(model, values, place.view()).filter(|_| !workspace.lesson.hides_numbers());
    let unit = if model.surface == Surface::Ratio { workspace.sandbox.band() } else { Some(1.0) };
    let value = value.and_then(|values| Some(values.first()? / unit?));
    let text = match value {
        Some(value) => format!("({:.2}, {:.2}): {name} {value:.3}", at[0], at[1]),
        None => format!("({:.2}, {:.2})", at[0], at[1]),
    };
    let point = under.and_then(|(set, point)| model.sets.get(set)?.points.get(point));
    let text = point.map_or_else(|| text.clone(), |point| format!("{text}; weight {:.2}", point.weight));
    let galley = ui.painter().layout_no_wrap(text, FontId::proportional(12.0), ui.visuals().text_color());
    let rect =
        Rect::from_min_size(mapping.rect.left_bottom() - vec2(-6.0, galley.size().y + 8.0), galley.size() + vec2(8.0, 4.0));
    ui.painter().rect_filled(rect, 3.0, ui.visuals().window_fill.gamma_multiply(0.85));
    ui.painter().galley(rect.min + vec2(4.0, 2.0), galley, ui.visuals().text_color());
}

/// Name of the quantity that the sandbox's surface shows.
fn surface_name(surface: Surface) -> &'static str {
    match surface {
        Surface::None => "",
        Surface::Kernel { .. } => "kernel",
        Surface::Mean(_) => "kernel mean",
        Surface::Witness => "witness",
        Surface::Ratio => "witness / band",
        Surface::Learned => "value",
        Surface::Deviation => "deviation",
    }
}
