//! Panels around the centre: data and model, run, inspector. Each can be hidden; its size changes only when its edge is
//! dragged, so that the centre never jumps. In a narrow window the side panels hide by themselves.

use eframe::egui::{self, Panel as Side, ScrollArea, Ui, UiBuilder};

use super::{data, focus, inspector, model, run};
use crate::state::{Action, Panel, Room, Show, Workspace};

/// Draws the visible panels.
pub fn around(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let whole = ui.available_size();
    let panel_space = Room { width: whole.x.round() as u16, height: whole.y.round() as u16 };
    if workspace.layout.arrangement.room() != Some(panel_space) {
        actions.push(Action::Show(Show::Room(panel_space)));
    }
    // In a low window the run panel shows controls and timeline only; dragging its edge up reveals the curves. Low and
    // normal layout have separate heights, so that the curves return with the normal text size.
    let (name, height) = if panel_space.is_low() { ("run, low", 60.0) } else { ("run", (0.3 * whole.y).clamp(150.0, 210.0)) };
    let least = height.min(90.0);
    let below = Side::bottom(name).default_size(height).size_range(least..=(0.6 * whole.y).max(least));
    fold(ui, workspace, Panel::Run, below, actions, |ui, actions| run::show(ui, workspace, actions));
    // The side panels have separate widths for narrow windows too. Both together leave the centre a minimum share.
    let narrow = panel_space.is_narrow();
    let both = workspace.layout.arrangement.shows(Panel::Data) && workspace.layout.arrangement.shows(Panel::Inspector);
    let most = if both { 0.3 } else { 0.5 } * whole.x;
    let side = |panel, side: fn(&'static str) -> Side, [usual, if_narrow]: [&'static str; 2]| {
        side(if narrow { if_narrow } else { usual })
            .default_size(panel_space.side(panel))
            .size_range(150.0..=most.max(panel_space.side(panel)))
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

/// A panel that can be hidden, with an accessible name.
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
        fixed_size(ui, |ui| show(ui, actions));
    });
    if open != shown {
        actions.push(Action::Show(Show::Panel(panel)));
    }
}

/// Draws within the available rectangle and takes exactly that, whatever the desired width of the content.
fn fixed_size(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let panel_space = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().id_salt("fixed size").max_rect(panel_space));
    inside.set_clip_rect(panel_space.expand2(egui::vec2(3.0, 0.0)).intersect(ui.clip_rect()));
    // Sliders and lists leave space for their names and values.
    let spacing = inside.spacing_mut();
    spacing.slider_width = spacing.slider_width.min(0.34 * panel_space.width());
    spacing.combo_width = spacing.combo_width.min(0.34 * panel_space.width());
    show(&mut inside);
    ui.advance_cursor_after_rect(panel_space);
}
