//! Toolbar above the sandbox's canvas, in one row: tools, the drawn surface, copy and paste.

use egui::{ComboBox, Role, Ui, ViewportCommand};

use super::{TabView, act};
use crate::{
    plot_table,
    style::{Icon, SPACE, icon_button, icon_switch},
    widgets::{ResponseExt, drop_down, named},
};
use wordfield_core::sandbox::{Learner, Surface};
use wordfield_state::{Action, SandboxAction, SandboxTool, Workspace};

/// Name of the sandbox's canvas in the accessibility tree.
pub(super) const NAME: &str = "Sandbox";

/// Icon, name and tooltip of a sandbox tool.
fn look(tool: SandboxTool) -> (Icon, &'static str, &'static str) {
    match tool {
        SandboxTool::MovePoint => (
            Icon::MousePointer2,
            "Move a point",
            "dragging moves a point; a click selects it, a double click adds one; the wheel over a point changes its weight",
        ),
        SandboxTool::MoveSet => (Icon::Move, "Move the set", "dragging moves all points of the active set"),
        SandboxTool::Draw => (Icon::Pencil, "Draw", "a click adds a point to the active set, dragging adds a row of points"),
        SandboxTool::Spray => (Icon::SprayCan, "Spray", "dragging adds random points around the pointer to the active set"),
        SandboxTool::Erase => (Icon::Eraser, "Erase", "dragging removes points of every set"),
    }
}

/// Draws the sandbox's toolbar; in a narrow tab with the switch between canvas and figures.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, wide: bool, view: &mut TabView, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE[0];
        for tool in SandboxTool::ALL {
            let (sign, name, hint) = look(tool);
            icon_switch(ui, workspace.sandbox.tool == tool, sign, name, hint)
                .on_click(actions, || act(SandboxAction::Tool(tool)));
        }
        ui.separator();
        surface(ui, workspace, wide, actions);
        let hint = "the surface in space, in a window that can be turned by dragging";
        if icon_switch(ui, view.relief, Icon::Mountain, "Relief", hint).clicked() {
            view.relief = !view.relief;
        }
        ui.separator();
        let hint = "copies points, kernels and surface as a small text, to be kept in a file or sent";
        icon_button(ui, true, Icon::Copy, "Copy state", hint).on_click(actions, || act(SandboxAction::Copy));
        let hint = "replaces the sandbox by a copied state; Ctrl+V does the same; Ctrl+Z takes it back";
        if icon_button(ui, true, Icon::ClipboardPaste, "Paste state", hint).clicked() {
            ui.ctx().send_viewport_cmd(ViewportCommand::RequestPaste);
        }
        view.table = plot_table::icon_switch(ui, NAME);
        if !wide {
            ui.separator();
            if icon_switch(ui, view.numbers, Icon::ChartColumn, "Numbers", "sets, kernels and numbers instead of the canvas")
                .clicked()
            {
                view.numbers = !view.numbers;
            }
        }
    });
}

/// Draws the list of the surfaces that can be shown.
fn surface(ui: &mut Ui, workspace: &Workspace, labelled: bool, actions: &mut Vec<Action>) {
    let model = &workspace.sandbox.model;
    let [a, b] = model.compared;
    let name = |set: usize| model.sets.get(set).map_or("", |set| set.name.as_str());
    let (set, point) = workspace.sandbox.selected[0].unwrap_or((workspace.sandbox.active, 0));
    let kernel = match model.surface {
        Surface::Kernel { .. } => model.surface,
        _ => Surface::Kernel { set, point },
    };
    let mut options = vec![(Surface::None, "no surface".to_owned()), (kernel, "kernel around a point".to_owned())];
    options.extend((0..model.sets.len()).map(|set| (Surface::Mean(set), format!("kernel mean of {}", name(set)))));
    if model.sets.len() > 1 {
        options.push((Surface::Witness, format!("witness {} - {}", name(a), name(b))));
        options.push((Surface::Ratio, format!("witness {} - {} / band", name(a), name(b))));
    }
    match model.learner {
        Learner::None => {}
        Learner::Svm { .. } => options.push((Surface::Learned, "decision of the SVM".to_owned())),
        Learner::Gp { .. } => {
            options.push((Surface::Learned, "posterior mean".to_owned()));
            options.push((Surface::Deviation, "posterior deviation".to_owned()));
        }
    }
    let label = labelled.then(|| ui.label("Surface"));
    let list = ComboBox::from_id_salt("sandbox surface").width(if labelled { 150.0 } else { 110.0 }).height(320.0);
    let (shown, chosen) = drop_down(ui, list, &model.surface, &options);
    actions.extend(chosen.map(|surface| act(SandboxAction::Surface(surface))));
    match label {
        Some(label) => drop(shown.labelled_by(label.id)),
        None => named(&shown, Role::ComboBox, "Surface"),
    }
}
