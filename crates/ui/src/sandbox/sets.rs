//! List of the sandbox's sets: colour, name, number of points, shapes to generate, target.

use egui::{Button, RichText, Role, Ui};

use super::act;
use crate::{
    style::{Icon, icon, icon_button},
    widgets::{ResponseExt, color, counted, dot, labelled, named, number},
};
use wordfield_core::sandbox::{Learner, MOST_POINTS, MOST_SETS, Shape};
use wordfield_state::{Action, SandboxAction, SetEdit, Workspace};

/// Numbers of points with which a set can be generated.
const COUNTS: [usize; 4] = [10, 30, 100, 200];

/// Draws the list of the sandbox's sets.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.sandbox;
    ui.horizontal(|ui| {
        ui.strong("Sets");
        let room = state.model.sets.len() < MOST_SETS;
        icon_button(ui, room, Icon::Plus, "Add a set", "an empty set; draw its points or generate them")
            .on_click(actions, || act(SandboxAction::AddSet));
    });
    for (set, of) in state.model.sets.iter().enumerate() {
        ui.push_id(("set", set), |ui| {
            ui.horizontal(|ui| {
                dot(ui, color(ui, set));
                let name = ui.selectable_label(state.active == set, RichText::new(&of.name).strong());
                name.on_hover_text("points are added to this set; the tool \"Move the set\" moves it")
                    .on_click(actions, || act(SandboxAction::Active(set)));
                ui.label(counted(of.points.len(), "point"));
                target(ui, workspace, set, actions);
                generate(ui, set, &of.name, of.points.len(), actions);
                let hint = "removes the set and its points";
                let removable = state.model.sets.len() > 1;
                icon_button(ui, removable, Icon::Trash2, &format!("Remove {}", of.name), hint)
                    .on_click(actions, || act(SandboxAction::Edit(set, SetEdit::Delete)));
            });
        });
    }
    selected(ui, workspace, actions);
}

/// Draws the set's class for a support vector machine, or its target for a Gaussian process.
fn target(ui: &mut Ui, workspace: &Workspace, set: usize, actions: &mut Vec<Action>) {
    let of = &workspace.sandbox.model.sets[set];
    match workspace.sandbox.model.learner {
        Learner::None => {}
        Learner::Svm { .. } => {
            let text = if of.target < 0.0 { "class -" } else { "class +" };
            let button = ui.small_button(text);
            named(&button, Role::Button, &format!("{text} of {}", of.name));
            if button.on_hover_text("click for the other class").clicked() {
                let other = if of.target < 0.0 { 1.0 } else { -1.0 };
                actions.push(act(SandboxAction::Edit(set, SetEdit::Target(other))));
            }
        }
        Learner::Gp { .. } => {
            let mut target = of.target;
            let field = ui.add(number(&mut target).speed(0.05).max_decimals(2).prefix("y = "));
            named(&field, Role::SpinButton, &format!("target of {}", of.name));
            field.on_change(actions, || act(SandboxAction::Edit(set, SetEdit::Target(target))));
        }
    }
}

/// Draws the menu of the shapes that replace the points of a set.
fn generate(ui: &mut Ui, set: usize, name: &str, now: usize, actions: &mut Vec<Action>) {
    let menu = ui.menu_button(icon(ui, Icon::Dices), |ui| {
        let edit = |change: SetEdit| act(SandboxAction::Edit(set, change));
        let count = if now == 0 { 30 } else { now };
        for shape in Shape::ALL {
            if ui.button(shape.name()).clicked() {
                actions.push(edit(SetEdit::Generate(shape, count)));
                ui.close();
            }
        }
        ui.menu_button("Number of points", |ui| {
            for count in COUNTS.into_iter().filter(|&count| count <= MOST_POINTS) {
                if ui.button(format!("Gaussian, {}", counted(count, "point"))).clicked() {
                    actions.push(edit(SetEdit::Generate(Shape::Gaussian, count)));
                    ui.close();
                }
            }
        });
        ui.separator();
        for (text, by) in [("Narrower", 0.8), ("Wider", 1.25)] {
            ui.button(text).on_click(actions, || edit(SetEdit::Stretch(by)));
        }
    });
    named(&menu.response, Role::Button, &format!("Generate {name}"));
    menu.response.on_hover_text("random points of a shape around the same mean");
}

/// Draws the weight of the selected point; distance and kernel value of two selected points. The rows keep their height.
fn selected(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.sandbox;
    let point = state.selected[0].and_then(|(set, point)| Some((set, point, state.model.sets.get(set)?.points.get(point)?)));
    ui.horizontal(|ui| match point {
        Some((set, place, point)) => {
            let name = format!("Point {} of {}, weight", place + 1, state.model.sets[set].name);
            let mut weight = point.weight;
            let field = number(&mut weight).range(0.05..=wordfield_core::sandbox::HEAVIEST).speed(0.05).max_decimals(2);
            labelled(ui, name, field).on_change(actions, || act(SandboxAction::Edit(set, SetEdit::Weight(place, weight))));
            let remove = ui.add(Button::new(icon(ui, Icon::X)));
            named(&remove, Role::Button, "Remove the point");
            remove.on_click(actions, || act(SandboxAction::Edit(set, SetEdit::Remove(place))));
        }
        None => {
            ui.add_enabled(false, egui::Label::new("No point is selected: click one."));
        }
    });
    let text = match state.selected_pair() {
        Some((distance, _)) if workspace.lesson.hides_numbers() => format!("Distance of the two points {distance:.3}"),
        Some((distance, value)) => format!("Distance of the two points {distance:.3}, kernel {value:.3}"),
        None => "Click two points in turn for their distance and kernel.".to_owned(),
    };
    ui.label(text);
}
