//! Controls for the projection: plane or space in the toolbar; axes and slice in the menu "Show".

use egui::{DragValue, Role, Slider, Ui};

use super::widgets::{ResponseExt, named, note};
use wordfield_state::{Action, Along, Field, Layer, Layers, SecondAxis, Viewpoint};

/// Draws the switch between plane and space, for words of `q` latent dimensions.
pub(crate) fn dimensions(ui: &mut Ui, layers: &Layers, q: usize, actions: &mut Vec<Action>) {
    if !applies(layers, q) {
        return;
    }
    let deep = layers.viewpoint.is_deep(q);
    for (name, space, hint) in [("2-D", false, "the words in the plane"), ("3-D", true, "the words in space; drag to rotate")] {
        ui.selectable_label(deep == space, name)
            .on_hover_text(hint)
            .on_click(actions, || Action::Field(Field::View(Viewpoint { deep: Some(space), ..layers.viewpoint })));
    }
}

/// Draws the axes, if there are more dimensions than drawn ones, and the slice of the field in space.
pub(crate) fn axes_and_slice(ui: &mut Ui, layers: &Layers, q: usize, actions: &mut Vec<Action>) {
    if !applies(layers, q) {
        return;
    }
    let mut viewpoint = layers.viewpoint;
    let deep = viewpoint.is_deep(q);
    if q > 3 || !deep {
        ui.separator();
        axes(ui, &mut viewpoint, q, if deep { 3 } else { 2 });
    }
    if deep && layers.shows(Layer::Field) {
        ui.separator();
        slice(ui, &mut viewpoint, q);
    }
    if viewpoint != layers.viewpoint {
        actions.push(Action::Field(Field::View(viewpoint)));
    }
}

fn applies(layers: &Layers, q: usize) -> bool {
    q >= 3 && layers.second_axis(q) == SecondAxis::Latent
}

/// Draws the choice between principal axes and latent dimensions.
fn axes(ui: &mut Ui, viewpoint: &mut Viewpoint, q: usize, drawn: usize) {
    let chosen = viewpoint.dimensions(q);
    note(ui, "Axes");
    let own = Along::Dimensions(chosen.unwrap_or([0, 1, 2]));
    for (along, name) in [(Along::Principal, "principal axes"), (own, "latent dimensions")] {
        let on = chosen.is_some() == matches!(along, Along::Dimensions(_));
        if ui.selectable_label(on, name).clicked() {
            viewpoint.along = along;
        }
    }
    let Some(mut dimensions) = chosen else { return };
    ui.horizontal(|ui| {
        for place in 0..drawn {
            let mut dimension = dimensions[place] + 1;
            let field = ui.add(DragValue::new(&mut dimension).range(1..=q).prefix("x").speed(0.1));
            named(&field, Role::SpinButton, &format!("latent dimension drawn along axis {}", place + 1));
            if field.on_hover_text("drag, or click and type").changed() {
                dimensions = with(dimensions, place, dimension - 1);
                viewpoint.along = Along::Dimensions(dimensions);
            }
        }
    });
}

/// Drawn dimensions with `dimension` as axis `place`; a dimension that is already drawn swaps axes.
fn with(mut dimensions: [usize; 3], place: usize, dimension: usize) -> [usize; 3] {
    if let Some(other) = dimensions.iter().position(|&drawn| drawn == dimension) {
        dimensions[other] = dimensions[place];
    }
    dimensions[place] = dimension;
    dimensions
}

/// Draws the choice of the axis orthogonal to the slice, and of the position on it.
fn slice(ui: &mut Ui, viewpoint: &mut Viewpoint, q: usize) {
    let name = |axis: usize| match viewpoint.dimensions(q) {
        Some(dimensions) => format!("x{}", dimensions[axis] + 1),
        None if q == 3 => format!("x{}", axis + 1),
        None => format!("axis {}", axis + 1),
    };
    note(ui, "Slice of the field across");
    let names = [0, 1, 2].map(name);
    ui.horizontal(|ui| {
        for (axis, name) in names.into_iter().enumerate() {
            if ui.selectable_label(viewpoint.slice.across == axis, name).clicked() {
                viewpoint.slice.across = axis;
            }
        }
    });
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
