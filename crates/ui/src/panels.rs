//! Panels around the centre: rail with its open panel, run bar with curves, and inspector.
//!
//! A panel's size changes only when its edge is dragged, so that the centre never jumps.
//! In a narrow window an opened side panel overlaps the centre, whose picture keeps its size ([`over`]).

use egui::{self, Area, Context, Frame, Order, Panel as Side, Rect, ScrollArea, Ui, UiBuilder, pos2, vec2};

use super::{
    classes, data, focus, inspector, learn, model, rail, run,
    style::{Icon, RAIL, SPACE, icon_button},
    widgets::ResponseExt,
};
use wordfield_state::{Action, Panel, PanelSpace, Show, Workspace};

/// Draws the visible panels around the centre.
pub(crate) fn around(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let whole = ui.available_size();
    let space = PanelSpace { width: whole.x.round() as u16, height: whole.y.round() as u16 };
    if workspace.layout.arrangement.room != Some(space) {
        actions.push(Action::Show(Show::PanelSpace(space)));
    }
    let arrangement = &workspace.layout.arrangement;
    Side::bottom("run bar").resizable(false).show(ui, |ui| {
        focus::part(ui, "panel run");
        run::bar(ui, workspace, actions);
    });
    let curves = Side::bottom("curves").default_size((0.25 * whole.y).clamp(110.0, 210.0)).size_range(80.0..=0.35 * whole.y);
    beside(ui, workspace, Panel::Curves, curves.resizable(true), actions);
    let learn = Side::left(Panel::Learn.name()).default_size(space.side(Panel::Learn)).size_range(180.0..=0.5 * whole.x);
    if arrangement.presenting {
        // The lesson panel is drawn in the presentation view too, for students.
        if workspace.lesson.open.is_some() {
            learn.show(ui, |ui| {
                focus::part(ui, &Panel::Learn.part_name());
                fixed_size(ui, |ui| content(ui, workspace, Panel::Learn, actions));
            });
        }
        return;
    }
    Side::left("rail").resizable(false).exact_size(RAIL).show(ui, |ui| {
        focus::part(ui, "rail");
        rail::show(ui, workspace, actions);
    });
    // The lesson panel and the view that it explains are visible together, in every window size.
    beside(ui, workspace, Panel::Learn, learn.resizable(true), actions);
    if space.is_narrow() {
        return;
    }
    for panel in Panel::RAIL {
        let side = Side::left(panel.name()).default_size(space.side(panel)).size_range(200.0..=0.5 * whole.x);
        beside(ui, workspace, panel, side.resizable(true), actions);
    }
    let inspector = Side::right("inspector").default_size(space.side(Panel::Inspector)).size_range(150.0..=0.5 * whole.x);
    beside(ui, workspace, Panel::Inspector, inspector.resizable(true), actions);
}

/// Draws the open side panel of a narrow window over the central area `centre`.
pub(crate) fn over(ctx: &Context, workspace: &Workspace, centre: Rect, actions: &mut Vec<Action>) {
    let arrangement = &workspace.layout.arrangement;
    if !arrangement.is_narrow() {
        return;
    }
    let sides = Panel::RAIL.into_iter().chain([Panel::Inspector]);
    let Some(panel) = sides.into_iter().find(|&panel| arrangement.shows(panel)) else { return };
    let width = arrangement.room.map_or(250.0, |room| room.side(panel)).min(centre.width());
    let left = if panel == Panel::Inspector { centre.max.x - width } else { centre.min.x };
    let rect = Rect::from_min_size(pos2(left, centre.min.y), vec2(width, centre.height()));
    Area::new(egui::Id::unique(("over the centre", panel.name()))).order(Order::Middle).fixed_pos(rect.min).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        Frame::side_top_panel(ui.style()).shadow(ui.visuals().window_shadow).show(ui, |ui| {
            let inside = vec2(rect.width() - 2.0 * SPACE[1], rect.height() - SPACE[0]);
            ui.set_min_size(inside);
            ui.set_max_size(inside);
            focus::part(ui, &panel.part_name());
            content(ui, workspace, panel, actions);
        });
    });
}

/// Draws a closable panel at an edge of the centre, with an accessible name.
fn beside(ui: &mut Ui, workspace: &Workspace, panel: Panel, side: Side, actions: &mut Vec<Action>) {
    let shown = workspace.layout.arrangement.shows(panel);
    let mut open = shown;
    side.show_collapsible(ui, &mut open, |ui| {
        focus::part(ui, &panel.part_name());
        fixed_size(ui, |ui| content(ui, workspace, panel, actions));
    });
    if open != shown {
        actions.push(Action::Show(Show::Panel(panel)));
    }
}

/// Draws a panel's title with a close button, and its content.
fn content(ui: &mut Ui, workspace: &Workspace, panel: Panel, actions: &mut Vec<Action>) {
    if panel == Panel::Curves {
        return run::curves(ui, workspace, actions);
    }
    let title = match panel {
        Panel::Learn => "Learn",
        Panel::Data => "Data",
        Panel::Model => "Model",
        Panel::Classes => classes::title(workspace),
        _ => "Inspector",
    };
    ui.horizontal(|ui| {
        ui.heading(title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let name = format!("Close {}", panel.name());
            icon_button(ui, true, Icon::X, &name, super::commands::panel_key(panel).name())
                .on_click(actions, || Action::Show(Show::Panel(panel)));
        });
    });
    if panel == Panel::Learn {
        learn::foot(ui, workspace, actions);
    }
    ScrollArea::vertical().id_salt(panel.name()).auto_shrink(false).show(ui, |ui| match panel {
        Panel::Learn => learn::show(ui, workspace, actions),
        Panel::Data => data::show(ui, workspace, actions),
        Panel::Model => model::show(ui, workspace, actions),
        Panel::Classes => classes::show(ui, workspace, actions),
        _ => inspector::show(ui, workspace, actions),
    });
}

/// Draws content within the available rectangle and allocates exactly that rectangle, whatever the width of the content.
fn fixed_size(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let panel_space = ui.available_rect_before_wrap();
    let mut inside = ui.new_child(UiBuilder::new().id_salt("fixed size").max_rect(panel_space));
    inside.set_clip_rect(panel_space.expand2(vec2(3.0, 0.0)).intersect(ui.clip_rect()));
    // Sliders and lists leave space for their names and values.
    let spacing = inside.spacing_mut();
    spacing.slider_width = spacing.slider_width.min(0.34 * panel_space.width());
    spacing.combo_width = spacing.combo_width.min(0.34 * panel_space.width());
    show(&mut inside);
    ui.advance_cursor_after_rect(panel_space);
}
