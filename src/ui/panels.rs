//! The panels around the centre: data and model, run, inspector. Each can be folded away and keeps its width or height
//! whatever it shows; only dragging its edge changes it, so that the centre never jumps.

use eframe::egui::{self, Panel as Side, ScrollArea, Ui, UiBuilder};

use super::{data, focus, inspector, model, run};
use crate::state::{Action, Panel, Show, Workspace};

/// Draws the panels that are not folded away.
pub fn around(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let whole = ui.available_size();
    let height = (0.3 * whole.y).clamp(150.0, 210.0);
    let below = Side::bottom("run").default_size(height).size_range(90.0..=(0.6 * whole.y).max(90.0));
    fold(ui, workspace, Panel::Run, below, actions, |ui, actions| run::show(ui, workspace, actions));
    // In a narrow window, or with large text, the centre keeps a good third.
    let side = |panel, share: f32, most: f32| {
        let width = (share * whole.x).clamp(205.0, most);
        Side::default_size(panel, width).size_range(150.0..=(0.4 * whole.x).max(205.0))
    };
    fold(ui, workspace, Panel::Data, side(Side::left("data and model"), 0.26, 300.0), actions, |ui, actions| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            data::show(ui, workspace, actions);
            ui.add_space(8.0);
            model::show(ui, workspace, actions);
        });
    });
    fold(ui, workspace, Panel::Inspector, side(Side::right("inspector"), 0.27, 290.0), actions, |ui, actions| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| inspector::show(ui, workspace, actions));
    });
}

/// A panel that can be folded away, with a name for those who do not see it.
fn fold(
    ui: &mut Ui,
    workspace: &Workspace,
    panel: Panel,
    side: Side,
    actions: &mut Vec<Action>,
    show: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let shown = workspace.arrangement.shows(panel);
    let mut open = shown;
    side.resizable(true).show_collapsible(ui, &mut open, |ui| {
        focus::part(ui, &format!("panel {}", panel.name()));
        held(ui, |ui| show(ui, actions));
    });
    if open != shown {
        actions.push(Action::Show(Show::Panel(panel)));
    }
}

/// Draws within the room there is and takes exactly that, however wide what is drawn would like to be.
fn held(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let room = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().id_salt("held").max_rect(room));
    inside.set_clip_rect(room.expand2(egui::vec2(3.0, 0.0)).intersect(ui.clip_rect()));
    // Sliders and lists leave room for their names and values.
    let spacing = inside.spacing_mut();
    spacing.slider_width = spacing.slider_width.min(0.34 * room.width());
    spacing.combo_width = spacing.combo_width.min(0.34 * room.width());
    show(&mut inside);
    ui.advance_cursor_after_rect(room);
}
