//! Colour bars for words and field in the upper right corner of the word field.

use egui::{Color32, Rect, Ui};

use crate::field::{background::DrawnField, layers::colours};
use crate::{
    colour_bar::{ColourBar, in_corner, tick},
    palette::{band_color, ground_color, mark_color, side_color, single_color},
};
use wordfield_state::{Action, Colouring, FieldOf, Layer, Layers, Scene};

/// Width of a colour bar in points, and minimum width in a narrow picture.
const WIDTH: [f32; 2] = [200.0, 110.0];

/// Draws colour bars into the upper right corner of `area`; without `actions`, as in print, they have no switches. Returns their
/// rectangle, if there are any.
pub(crate) fn show(
    ui: &mut Ui,
    area: Rect,
    (scene, layers): (&Scene, &Layers),
    field: Option<&DrawnField>,
    mut actions: Option<&mut Vec<Action>>,
) -> Option<Rect> {
    let field = field.filter(|field| layers.shows(Layer::Field) && field.of == layers.field_of);
    let words = layers.shows(Layer::Words) || layers.shows(Layer::Labels);
    let scale = if let Colouring::Values { scale, .. } = &scene.colouring { Some(scale).filter(|_| words) } else { None };
    let width = WIDTH[0].min(0.45 * area.width());
    if field.is_none() && scale.is_none() || width < WIDTH[1] {
        return None;
    }
    let dark = ui.visuals().dark_mode;
    Some(in_corner(ui, area, width, |ui| {
        if let Some(scale) = scale {
            let bar = ColourBar {
                title: &format!("words: {}", scale.name),
                ends: [Some(scale.low), Some(scale.middle), Some(scale.high)],
                color: &|share| mark_color(2.0 * share - 1.0, dark),
                lines: Vec::new(),
                markers: true,
                scale: None,
                note: None,
            };
            bar.show(ui, width, None);
        }
        if let Some(field) = field {
            of_field(scene, field, dark, |bar| bar.show(ui, width, actions.as_deref_mut()));
        }
    }))
}

/// Draws the colour bar of a field.
fn of_field(scene: &Scene, field: &DrawnField, dark: bool, mut draw: impl FnMut(&ColourBar<'_>)) {
    let (scale, sides) = (field.scale, colours::sides(scene, field.of, dark));
    let title = format!("colour: {}", scene.field_title(field.of));
    let two_sided = !matches!(field.of, FieldOf::Deviation(_) | FieldOf::Mean);
    let place = |share: f32| 2.0 * share - 1.0;
    let value = |share: f32| {
        let side = if share < 0.5 { scale.middle - scale.low } else { scale.high - scale.middle };
        place(share) * side
    };
    let color = |share: f32| -> Color32 {
        match (field.of, field.band) {
            (FieldOf::Deviation(_) | FieldOf::Mean, _) => single_color(share, dark),
            (FieldOf::Rating(_), _) => ground_color(place(share), dark),
            (_, Some(band)) if value(share).abs() <= band => band_color(place(share), dark),
            _ => side_color(place(share), sides, dark),
        }
    };
    let margins = matches!(field.of, FieldOf::Pair(_));
    let lines = if margins { [-1.0, 1.0].map(|margin| 0.5 * (1.0 + scale.place(margin))).to_vec() } else { Vec::new() };
    let note = match (field.of, field.band) {
        (FieldOf::Pair(_), _) => Some("thin lines: margins -1 and 1".to_owned()),
        (_, Some(band)) => {
            Some(format!("grey: within ±{}, as 95 % of random splits", tick(band, [Some(-band), None, Some(band)])))
        }
        _ => None,
    };
    draw(&ColourBar {
        title: &title,
        ends: [Some(scale.low), two_sided.then_some(scale.middle), Some(scale.high)],
        color: &color,
        lines,
        markers: false,
        scale: Some(scale),
        note,
    });
}
