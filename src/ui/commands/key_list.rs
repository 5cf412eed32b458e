//! The list of keys.

use eframe::egui::{Button, Context, Grid, Id, Modal, ScrollArea, Ui};

use super::{Group, all, written};
use crate::{state::Workspace, ui::widgets::note};

/// What the word field does by itself while the pointer is over it or it has the focus.
const FIELD: [(&str, &str); 7] = [
    ("Tab", "moves the focus from control to control, and to the word field"),
    ("arrows", "pan the word field that has the focus; in space they turn it, with shift they pan"),
    ("+, -, 0", "zoom in and out, and show all words"),
    ("wheel, drag", "zoom about the pointer, and pan; in space a drag turns, with shift it pans"),
    ("Ctrl+drag", "draws around words and chooses them; with shift they are added, with Alt removed"),
    ("Alt+drag", "takes a word elsewhere, and the model follows"),
    ("double click", "shows all words again"),
];

/// Draws it; whether it stays open.
pub fn show(ctx: &Context, workspace: &Workspace) -> bool {
    let modal = Modal::new(Id::unique("key list")).show(ctx, |ui| {
        let size = ctx.content_rect().size();
        ui.set_width(520.0_f32.min(size.x - 40.0));
        ui.heading("Keys");
        ScrollArea::vertical().max_height(size.y - 150.0).auto_shrink([false, true]).show(ui, |ui| list(ui, workspace));
        ui.add(Button::new("Close")).clicked()
    });
    !(modal.inner || modal.should_close())
}

fn list(ui: &mut Ui, workspace: &Workspace) {
    note(ui, "None of them does anything while a text is typed.");
    for group in Group::ALL {
        let mut rows = all().iter().filter(|row| row.group == group && !row.keys.is_empty() && row.is_for(workspace)).peekable();
        if rows.peek().is_none() {
            continue;
        }
        ui.strong(group.title());
        Grid::new(group.title()).num_columns(2).striped(true).min_col_width(110.0).show(ui, |ui| {
            for row in rows {
                ui.monospace(row.keys.iter().copied().map(written).collect::<Vec<_>>().join(", "));
                ui.label(&row.name).on_hover_text(&row.hint);
                ui.end_row();
            }
        });
    }
    ui.strong("Word field");
    Grid::new("field keys").num_columns(2).striped(true).min_col_width(110.0).show(ui, |ui| {
        for (keys, meaning) in FIELD {
            ui.monospace(keys);
            ui.label(meaning);
            ui.end_row();
        }
    });
}
