//! Controls for the projection: plane or space, axes, position of the slice.

use eframe::egui::{DragValue, Role, Slider, Ui};

use super::widgets::{choose, named};
use crate::state::{Action, Along, Field, Layer, Layers, Viewpoint};

/// Projection controls for words of `q` latent dimensions.
pub fn choices(ui: &mut Ui, layers: &Layers, q: usize, actions: &mut Vec<Action>) {
    if q < 3 || layers.shows(Layer::FrequencyAxis) {
        return;
    }
    let mut viewpoint = layers.viewpoint;
    let deep = viewpoint.is_deep(q);
    for (name, space, hint) in [("2-D", false, "the words in the plane"), ("3-D", true, "the words in space; drag to rotate")] {
        if ui.selectable_label(deep == space, name).on_hover_text(hint).clicked() {
            viewpoint.deep = Some(space);
        }
    }
    if q > 3 || !deep {
        axes(ui, &mut viewpoint, q, if deep { 3 } else { 2 });
    }
    if viewpoint != layers.viewpoint {
        actions.push(Action::Field(Field::View(viewpoint)));
    }
}

/// Slice controls, in a row of their own; none in the plane or without a field.
pub fn slicing(ui: &mut Ui, layers: &Layers, q: usize, actions: &mut Vec<Action>) {
    let mut viewpoint = layers.viewpoint;
    if q < 3 || !viewpoint.is_deep(q) || !layers.shows(Layer::Field) || layers.shows(Layer::FrequencyAxis) {
        return;
    }
    ui.horizontal(|ui| slice(ui, &mut viewpoint, q));
    if viewpoint != layers.viewpoint {
        actions.push(Action::Field(Field::View(viewpoint)));
    }
}

/// Principal axes, or chosen latent dimensions.
fn axes(ui: &mut Ui, viewpoint: &mut Viewpoint, q: usize, drawn: usize) {
    let chosen = viewpoint.dimensions(q);
    let own = Along::Dimensions(chosen.unwrap_or([0, 1, 2]));
    let now = chosen.map_or(Along::Principal, Along::Dimensions);
    let options = [(Along::Principal, "principal"), (own, "latent dimensions")];
    if let Some(along) = choose(ui, "axes", 120.0, &now, &options) {
        viewpoint.along = along;
    }
    let Some(mut dimensions) = chosen else { return };
    for place in 0..drawn {
        let mut dimension = dimensions[place] + 1;
        let field = ui.add(DragValue::new(&mut dimension).range(1..=q).prefix("x").speed(0.1));
        named(&field, Role::SpinButton, &format!("latent dimension drawn along axis {}", place + 1));
        if field.on_hover_text("drag, or click and type").changed() {
            dimensions = with(dimensions, place, dimension - 1);
            viewpoint.along = Along::Dimensions(dimensions);
        }
    }
}

/// The dimensions with `dimension` at `place`; a dimension drawn already swaps places.
fn with(mut dimensions: [usize; 3], place: usize, dimension: usize) -> [usize; 3] {
    if let Some(other) = dimensions.iter().position(|&drawn| drawn == dimension) {
        dimensions[other] = dimensions[place];
    }
    dimensions[place] = dimension;
    dimensions
}

/// Axis orthogonal to the slice, and the position on it.
fn slice(ui: &mut Ui, viewpoint: &mut Viewpoint, q: usize) {
    let name = |axis: usize| match viewpoint.dimensions(q) {
        Some(dimensions) => format!("x{}", dimensions[axis] + 1),
        None if q == 3 => format!("x{}", axis + 1),
        None => format!("axis {}", axis + 1),
    };
    let options = [0, 1, 2].map(|axis| (axis, name(axis)));
    if let Some(across) = choose(ui, "slice across", 64.0, &viewpoint.slice.across, &options) {
        viewpoint.slice.across = across;
    }
    let slider = ui.add(Slider::new(&mut viewpoint.slice.at, 0..=1000).show_value(false));
    named(&slider, Role::Slider, "position of the slice");
    slider.on_hover_text("moves the slice; the caption shows its position");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dimension_chosen_twice_swaps_places() {
        assert_eq!(with([0, 1, 2], 0, 5), [5, 1, 2]);
        assert_eq!(with([0, 1, 2], 0, 2), [2, 1, 0]);
        assert_eq!(with([0, 1, 2], 1, 1), [0, 1, 2]);
    }
}
