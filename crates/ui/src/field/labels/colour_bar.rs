//! Colour bars for words and field in the upper right corner of the word field.

use egui::{Rect, Ui};

use crate::colour_bar::{ColourBar, in_corner, of_marks, tick, width_in};
use crate::field::background::{DrawnField, picture::FieldPicture};
use wordfield_state::{Action, Colouring, FieldOf, Layer, Layers, Scene};

/// Draws colour bars into the upper right corner of `area`; without `actions`, as in print, they have no switches.
/// Returns their rectangle, if there are any.
pub(crate) fn show(
    ui: &mut Ui,
    area: Rect,
    (scene, layers): (&Scene, &Layers),
    field: Option<&DrawnField>,
    actions: Option<&mut Vec<Action>>,
) -> Option<Rect> {
    let field = field.filter(|field| layers.shows(Layer::Field) && field.of == layers.field_of);
    let words = layers.shows(Layer::Words) || layers.shows(Layer::Labels);
    let scale = if let Colouring::Values { scale, .. } = &scene.colouring { Some(scale).filter(|_| words) } else { None };
    let documents = scene.basis.column_colours(layers).filter(|_| layers.shows(Layer::Documents)).map(|colours| &colours.scale);
    let width = width_in(area).filter(|_| field.is_some() || scale.is_some() || documents.is_some())?;
    Some(in_corner(ui, area, width, |ui| {
        if let Some(scale) = scale {
            of_marks(ui, ("words", scale), true, width);
        }
        if let Some(scale) = documents {
            of_marks(ui, ("documents", scale), false, width);
        }
        if let Some(field) = field {
            of_field(ui, scene, field, width, actions);
        }
    }))
}

/// Draws the colour bar of a field.
fn of_field(ui: &mut Ui, scene: &Scene, field: &DrawnField, width: f32, actions: Option<&mut Vec<Action>>) {
    let FieldPicture { scale, style, .. } = &field.picture;
    let title = format!("colour: {}", scene.field_title(field.of));
    let color = |share: f32| {
        if style.is_one_sided() {
            return style.color(scale, scale.low + share * (scale.high - scale.low));
        }
        let side = if share < 0.5 { scale.middle - scale.low } else { scale.high - scale.middle };
        style.color(scale, (2.0 * share - 1.0) * side)
    };
    let margins = matches!(field.of, FieldOf::Pair(_));
    let within = |band: f32| tick(band, [Some(-band), None, Some(band)]);
    let note = style.band.map(|band| format!("grey: within ±{}, as 95 % of random splits", within(band)));
    let bar = ColourBar {
        lines: if margins { [-1.0, 1.0].map(|margin| 0.5 * (1.0 + scale.place(margin))).to_vec() } else { Vec::new() },
        scale: Some(*scale),
        note: if margins { Some("thin lines: margins -1 and 1".to_owned()) } else { note },
        ..ColourBar::new(&title, [Some(scale.low), (!style.is_one_sided()).then_some(scale.middle), Some(scale.high)], &color)
    };
    bar.show(ui, width, actions);
}
