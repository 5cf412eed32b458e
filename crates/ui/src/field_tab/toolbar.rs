//! Toolbar above the word field, in one row: tools, selection, layers, colours, fit, table.

use egui::{Button, Role, Ui};

use super::{colour_menu, show_menu};
use crate::{
    plot_table, selection,
    style::{Icon, SPACE, icon, icon_button, icon_menu, icon_switch},
    viewpoint,
    widgets::{ResponseExt, named},
};
use wordfield_state::{Action, Choose, Field, Scene, Tool, Workspace};

/// Requests from the toolbar to the word field.
#[derive(Default)]
pub(super) struct FieldRequests {
    /// Whether to fit the view to all words.
    pub fit: bool,
    /// Whether to draw the table instead of the picture.
    pub table: bool,
}

/// Minimum width of the toolbar with menu names in addition to icons, in points.
const WIDE: f32 = 560.0;

/// Pointer tools of the word field, with icons, names and tooltips.
const TOOLS: [(Tool, Icon, &str, &str); 4] = [
    (Tool::View, Icon::Hand, "Pan", "dragging moves the view, in 3-D it rotates; with Ctrl it draws a lasso. Key V"),
    (Tool::Box, Icon::SquareDashed, "Box", "dragging selects the words in a rectangle; Shift adds, Alt subtracts. Key R"),
    (Tool::Lasso, Icon::Lasso, "Lasso", "dragging selects the enclosed words; Shift adds, Alt subtracts. Key S"),
    (Tool::Drag, Icon::Move, "Move word", "dragging moves a word, and the model follows. Key W"),
];

/// Draws the toolbar of the word field.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, scene: &Scene, actions: &mut Vec<Action>) -> FieldRequests {
    let wide = ui.available_width() >= WIDE;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE[0];
        for (tool, sign, name, hint) in TOOLS {
            icon_switch(ui, workspace.choices.tool == tool, sign, name, hint)
                .on_click(actions, || Action::Field(Field::Tool(tool)));
        }
        ui.separator();
        selection::rules(ui, workspace, wide, actions);
        let find = if wide { Button::new((icon(ui, Icon::Search), "Find…")) } else { Button::new(icon(ui, Icon::Search)) };
        let find = ui.add(find);
        named(&find, Role::Button, "Find…");
        find.on_hover_text("searches words by spelling; Ctrl+F").on_click(actions, || Action::Choose(Choose::Search));
        ui.separator();
        icon_menu(ui, wide, Icon::Layers, "Show", |ui| show_menu::show(ui, workspace, scene, actions));
        icon_menu(ui, wide, Icon::Palette, "Colour by", |ui| colour_menu::show(ui, workspace, actions));
        viewpoint::dimensions(ui, &workspace.choices.layers, scene.latent.ncols(), actions);
        ui.separator();
        let fit = icon_button(ui, true, Icon::Maximize, "Fit", "makes all words visible and follows them; key 0").clicked();
        FieldRequests { fit, table: plot_table::icon_switch(ui, super::NAME) }
    })
    .inner
}
