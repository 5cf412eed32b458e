//! Dialog with all keyboard shortcuts.

use egui::{Button, Context, Grid, Id, Modal, ScrollArea, Ui};

use super::{Group, all, key_text};
use crate::widgets::note;
use wordfield_state::Workspace;

/// Keys and gestures of the word field, while it has the pointer or the focus.
const FIELD: [(&str, &str); 7] = [
    ("Tab", "moves the focus to the next control, and to the word field"),
    ("arrows", "pan the focused word field; in 3-D they rotate it, with Shift they pan"),
    ("+, -, 0", "zoom in, zoom out, fit all words"),
    ("wheel, drag", "zoom at the pointer, pan; in 3-D a drag rotates, with Shift it pans"),
    ("Ctrl+drag", "lasso: selects the enclosed words; with Shift adds, with Alt subtracts"),
    ("Alt+drag", "moves a word, and the model follows"),
    ("double click", "fits all words"),
];

/// Keys and gestures of the picture of word vectors while it has the pointer or the focus.
const VECTORS: [(&str, &str); 4] = [
    ("arrows", "pan the focused picture; in space they rotate it"),
    ("+, -", "zoom in, zoom out"),
    ("Enter", "inspects the next drawn word"),
    ("double click", "fits all drawn words"),
];

/// Draws the list of keyboard shortcuts. Returns whether the list remains open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace) -> bool {
    let modal = Modal::new(Id::unique("key list")).show(ctx, |ui| {
        let size = ctx.content_rect().size();
        ui.set_width(520.0_f32.min(size.x - 40.0));
        ui.heading("Keyboard shortcuts");
        ScrollArea::vertical().max_height(size.y - 150.0).auto_shrink([false, true]).show(ui, |ui| list(ui, workspace));
        ui.add(Button::new("Close")).clicked()
    });
    !(modal.inner || modal.should_close())
}

fn list(ui: &mut Ui, workspace: &Workspace) {
    note(ui, "Inactive while a text field has the focus. Space, Enter, arrows, Home and End belong to a focused control.");
    for group in Group::ALL {
        let mut rows = all().iter().filter(|row| row.group == group && !row.keys.is_empty() && row.is_for(workspace)).peekable();
        if rows.peek().is_none() {
            continue;
        }
        ui.strong(group.title());
        Grid::new(group.title()).num_columns(2).striped(true).min_col_width(110.0).show(ui, |ui| {
            for row in rows {
                ui.monospace(row.keys.iter().copied().map(key_text).collect::<Vec<_>>().join(", "));
                ui.label(row.title(workspace)).on_hover_text(&row.hint);
                ui.end_row();
            }
        });
    }
    own(ui, "Word field", &FIELD);
    own(ui, "Vectors", &VECTORS);
}

/// Draws rows of keys that a view handles itself.
fn own(ui: &mut Ui, title: &str, rows: &[(&str, &str)]) {
    ui.strong(title);
    Grid::new(("keys of a view", title)).num_columns(2).striped(true).min_col_width(110.0).show(ui, |ui| {
        for (keys, meaning) in rows {
            ui.monospace(*keys);
            ui.label(*meaning);
            ui.end_row();
        }
    });
}
