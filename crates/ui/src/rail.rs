//! Rail at the left of the window, which opens the panels for data, model, classes and lessons.

use egui::{Align, Button, Layout, Role, TextStyle, Ui, vec2};

use super::{
    classes,
    commands::panel_key,
    style::{Icon, SPACE, icon, primary_color},
    widgets::{ResponseExt, named},
};
use wordfield_state::{Action, Open, Panel, Show, Workspace};

/// Panels of the rail with their icons, names and descriptions.
const PANELS: [(Panel, Icon, &str, &str); 4] = [
    (Panel::Data, Icon::Database, "Data", "corpus, vocabulary and split; built-in corpora"),
    (Panel::Model, Icon::SlidersHorizontal, "Model", "model and parameters"),
    (Panel::Classes, Icon::Shapes, "Classes", "classes, colours, characteristic words"),
    (Panel::Learn, Icon::GraduationCap, "Learn", "lessons: short courses to try out"),
];

/// Draws the rail at the left of the window.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(0.0, SPACE[0]);
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space(SPACE[0]);
        let open = ui.add_sized(size(ui), Button::new("").fill(primary_color(ui.visuals().dark_mode)));
        let white = egui::Color32::WHITE;
        entry(ui, &open, Icon::FolderOpen, "Open", Some(white));
        named(&open, Role::Button, "Open");
        open.on_hover_text("Open your own documents or a saved model: Ctrl+O, or drop a file on the window")
            .on_click(actions, || Action::Open(Open::AskForFile));
        ui.add_space(SPACE[0]);
        for (panel, sign, name, holds) in PANELS {
            let shown = workspace.layout.arrangement.shows(panel);
            let button = ui.add_sized(size(ui), Button::selectable(shown, ""));
            entry(ui, &button, sign, title(workspace, panel, name), None);
            named(&button, Role::Button, &format!("{} panel", panel.name()));
            let hint = format!("{name}: {holds}. Key {}", panel_key(panel).name());
            button.on_hover_text(hint).on_click(actions, || Action::Show(Show::Panel(panel)));
        }
    });
}

/// Title of a rail panel for the task: pairs have sides instead of classes, ratings have levels.
fn title(workspace: &Workspace, panel: Panel, name: &'static str) -> &'static str {
    if panel == Panel::Classes { classes::title(workspace) } else { name }
}

fn size(ui: &Ui) -> egui::Vec2 {
    vec2(ui.available_width(), 2.0 * ui.spacing().interact_size.y + 2.0)
}

/// Draws an icon above a name on a button of the rail.
fn entry(ui: &Ui, button: &egui::Response, sign: Icon, name: &str, color: Option<egui::Color32>) {
    let color = color.unwrap_or_else(|| ui.style().interact(button).text_color());
    let small = TextStyle::Small.resolve(ui.style());
    let name = ui.painter().layout_no_wrap(name.to_owned(), small, color);
    let sign = egui::WidgetText::from(icon(ui, sign).color(color)).into_galley(
        ui,
        Some(egui::TextWrapMode::Extend),
        f32::INFINITY,
        TextStyle::Body,
    );
    let centre = button.rect.center();
    let height = sign.size().y + name.size().y;
    let top = centre.y - 0.5 * height;
    ui.painter().galley(egui::pos2(centre.x - 0.5 * sign.size().x, top), sign.clone(), color);
    ui.painter().galley(egui::pos2(centre.x - 0.5 * name.size().x, top + sign.size().y), name, color);
}
