//! The panels around the centre: data and model, run, inspector. Each can be folded away and keeps its width or height
//! whatever it shows; only dragging its edge changes it, so that the centre never jumps. Where the centre would be too
//! narrow the sides give way by themselves.

use eframe::egui::{self, Panel as Side, ScrollArea, Ui, UiBuilder};

use super::{data, focus, inspector, model, run};
use crate::state::{Action, Panel, Room, Show, Workspace};

/// Draws the panels that are not folded away.
pub fn around(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let whole = ui.available_size();
    let room = Room { width: whole.x.round() as u16, height: whole.y.round() as u16 };
    if workspace.layout.arrangement.room() != Some(room) {
        actions.push(Action::Show(Show::Room(room)));
    }
    // In a low window the run has its controls and its timeline; its curves come when its edge is dragged up. Each of the
    // two keeps a height of its own, so that the curves are as they were when the text is small again.
    let (name, height) = if room.is_low() { ("run, low", 60.0) } else { ("run", (0.3 * whole.y).clamp(150.0, 210.0)) };
    let least = height.min(90.0);
    let below = Side::bottom(name).default_size(height).size_range(least..=(0.6 * whole.y).max(least));
    fold(ui, workspace, Panel::Run, below, actions, |ui, actions| run::show(ui, workspace, actions));
    // So have the sides their widths; both together leave the middle its share.
    let narrow = room.is_narrow();
    let both = workspace.layout.arrangement.shows(Panel::Data) && workspace.layout.arrangement.shows(Panel::Inspector);
    let most = if both { 0.3 } else { 0.5 } * whole.x;
    let side = |panel, side: fn(&'static str) -> Side, [usual, if_narrow]: [&'static str; 2]| {
        side(if narrow { if_narrow } else { usual }).default_size(room.side(panel)).size_range(150.0..=most.max(room.side(panel)))
    };
    let data = side(Panel::Data, Side::left, ["data and model", "data and model, narrow"]);
    fold(ui, workspace, Panel::Data, data, actions, |ui, actions| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            data::show(ui, workspace, actions);
            ui.add_space(8.0);
            model::show(ui, workspace, actions);
        });
    });
    let inspector = side(Panel::Inspector, Side::right, ["inspector", "inspector, narrow"]);
    fold(ui, workspace, Panel::Inspector, inspector, actions, |ui, actions| {
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
    let shown = workspace.layout.arrangement.shows(panel);
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
