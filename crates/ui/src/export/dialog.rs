//! Dialog that exports data: items to choose from, formats with the programs that read them, and path.

use egui::{Align, Button, Context, DragValue, Layout, ScrollArea, TextEdit, Ui, vec2};

use crate::{
    figure::dialog::view_of,
    style::primary,
    widgets::{self, ResponseExt, browse, counted, entered, escaped, grouped, labelled, note, tell_place},
};
use wordfield_output::{Decisions, Keep};
use wordfield_state::{Action, Export, ExportDialog, FigureStep, Item, Place, Workspace};

/// Width of the export dialog's list of items, in points.
const ITEMS: f32 = 290.0;
/// Height of the export dialog's two lists, in points.
const LISTS: f32 = 260.0;
/// Height of the list titles in the export dialog, in points.
const TITLE: f32 = 22.0;
/// Maximum number of examples for an entry of the exported dictionary.
const MOST_EXAMPLES: usize = 20;

fn act(step: Export) -> Action {
    Action::Export(step)
}

/// Draws the export dialog while it is open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dialog) = &workspace.export.dialog else { return };
    widgets::dialog(ctx, "Export", 680.0, |ui| {
        let height = LISTS.min(0.45 * ctx.content_rect().height());
        ui.add_enabled_ui(dialog.running.is_none(), |ui| {
            // The separator is as high as the allocated space.
            let size = vec2(ui.available_width(), height + TITLE);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                ui.vertical(|ui| {
                    ui.set_width(ITEMS);
                    items(ui, workspace, dialog, height, actions);
                });
                ui.separator();
                ui.vertical(|ui| formats(ui, workspace, dialog, height, actions));
            });
        });
        ui.separator();
        if dialog.item == Item::CLEAN {
            delivery_options(ui, workspace, dialog, actions);
        }
        place(ui, workspace, dialog, actions);
    });
}

/// Draws the list of items that can be exported, the tables of the current tab first.
fn items(ui: &mut Ui, workspace: &Workspace, dialog: &ExportDialog, height: f32, actions: &mut Vec<Action>) {
    ui.strong("Contents");
    ScrollArea::vertical().id_salt("export items").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        // Figures have a separate dialog with a preview.
        let figure = ui.add_enabled(workspace.run.snapshot.is_some(), Button::selectable(false, "Figure of this view…"));
        if figure.clicked() {
            actions.push(act(Export::Close));
            actions.push(Action::Figure(FigureStep::Ask(view_of(workspace), None)));
        }
        for &item in &dialog.items {
            ui.selectable_label(item == dialog.item, item.title()).on_click(actions, || act(Export::Item(item)));
        }
    });
}

/// Draws the formats of the chosen item, each with the programs that read it.
fn formats(ui: &mut Ui, workspace: &Workspace, dialog: &ExportDialog, height: f32, actions: &mut Vec<Action>) {
    ui.strong("Format");
    ScrollArea::vertical().id_salt("export formats").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        for format in dialog.item.formats() {
            ui.radio(format.name == dialog.format.name, format.title).on_click(actions, || act(Export::Format(format.name)));
            note(ui, format!("      read by {}", format.readers));
        }
        if dialog.item == Item::PAIRS {
            pair_options(ui, workspace, dialog, actions);
        }
        if dialog.item == Item::DICTIONARY && dialog.format.name != "muse" {
            ui.horizontal(|ui| {
                let mut most = dialog.examples;
                let label =
                    ui.label("Examples of each entry").on_hover_text("training pairs with both words, the shortest first");
                ui.add(DragValue::new(&mut most).range(0..=MOST_EXAMPLES))
                    .labelled_by(label.id)
                    .on_change(actions, || act(Export::Examples(most)));
            });
        }
    });
}

/// Draws the options of exported pairs: whether unreviewed pairs are accepted, and where verdicts are stored.
fn pair_options(ui: &mut Ui, workspace: &Workspace, dialog: &ExportDialog, actions: &mut Vec<Action>) {
    ui.add_space(6.0);
    let nearest = || workspace.matches().map_or(0.0, |matched| matched.rows.first().map_or(0.0, |row| row.best_distance));
    ui.horizontal_wrapped(|ui| {
        let mut accept = dialog.accept_below.is_some();
        ui.checkbox(&mut accept, "also unreviewed pairs up to the distance")
            .on_change(actions, || act(Export::AcceptBelow(accept.then(nearest))));
        if let Some(mut distance) = dialog.accept_below {
            let value = DragValue::new(&mut distance).speed(0.001).range(0.0..=f64::MAX).max_decimals(4);
            ui.add(value).on_change(actions, || act(Export::AcceptBelow(Some(distance))));
        }
    });
    if let Some(file) = workspace.reviews_file() {
        note(ui, format!("Verdicts are saved in {} as you give them.", file.display()));
    }
}

/// Draws the choice of the delivered pairs, and the path of the table with the omitted pairs.
fn delivery_options(ui: &mut Ui, workspace: &Workspace, dialog: &ExportDialog, actions: &mut Vec<Action>) {
    ui.strong("Keep");
    ui.horizontal_wrapped(|ui| {
        for (keep, name) in [(Keep::NotRejected, "all but rejected"), (Keep::Accepted, "accepted")] {
            ui.radio(dialog.keep == keep, name).on_click(actions, || act(Export::Keep(keep)));
        }
        let above = if let Keep::Above(score) = dialog.keep { Some(score) } else { None };
        let radio =
            ui.add_enabled_ui(workspace.scores().is_some(), |ui| ui.radio(above.is_some(), "accepted, and score above")).inner;
        radio.on_click(actions, || act(Export::Keep(Keep::Above(above.unwrap_or(Keep::SCORE)))));
        if let Some(mut score) = above
            && ui.add(DragValue::new(&mut score).speed(0.005).range(0.0..=1.0).max_decimals(3)).changed()
        {
            actions.push(act(Export::Keep(Keep::Above(score))));
        }
    });
    let Some(Decisions { kept, merged, omitted, doubled, .. }) = workspace.delivery() else { return };
    let (delivered, omitted, merged) = (kept.len() + merged.len(), omitted.len(), merged.len());
    let merged = if merged > 0 { format!(", {} of them merged into the pair before", grouped(merged)) } else { String::new() };
    let (delivered, all) = (grouped(delivered), grouped(delivered + omitted));
    note(ui, format!("{delivered} of {all} pairs{merged}; source files are never changed."));
    if !doubled.is_empty() {
        let text = format!("{} taken by several pairs: list \"target conflicts\" and reject.", counted(doubled.len(), "target"));
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    ui.horizontal(|ui| {
        let mut path = dialog.rejects.clone();
        let field = TextEdit::singleline(&mut path).hint_text("none").desired_width(f32::INFINITY);
        labelled(ui, format!("Table of the other {} and of units that are no pairs", grouped(omitted)), field)
            .on_change(actions, || act(Export::Rejects(path)));
    });
    tell_place(ui, workspace.places()[1]);
}

/// Draws the export dialog's path field, buttons and progress.
fn place(ui: &mut Ui, workspace: &Workspace, dialog: &ExportDialog, actions: &mut Vec<Action>) {
    let mut path = dialog.path.clone();
    let label = ui.label("File");
    let field = ui.add_enabled(dialog.running.is_none(), TextEdit::singleline(&mut path).desired_width(f32::INFINITY));
    let field = field.labelled_by(label.id).focused_first("export");
    let entered = entered(&field);
    if escaped(&field) {
        actions.push(act(Export::Close));
    }
    field.on_change(actions, || act(Export::Path(path.clone())));
    let [place, others] = workspace.places();
    tell_place(ui, place);
    widgets::reported_error(ui, workspace);
    ui.horizontal(|ui| {
        let ready = dialog.running.is_none() && !path.trim().is_empty() && ![place, others].contains(&Place::Folder);
        if ui.add_enabled(ready, primary(ui, "Export")).clicked() || (ready && entered) {
            actions.push(act(Export::Start));
        }
        browse(ui).on_click(actions, || act(Export::Browse));
        if let Some(running) = &dialog.running {
            ui.button("Cancel").on_click(actions, || act(Export::Cancel));
            ui.spinner();
            note(ui, format!("{:.1} MB written", running.bytes() as f64 / 1e6));
        } else if ui.button("Close").clicked() {
            actions.push(act(Export::Close));
        }
    });
}
