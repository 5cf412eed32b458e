//! Text field for paths: the Tab key completes a path as far as the files there agree, and moves on where nothing is to be added.
//!
//! Cost: one listing of a folder after a change of the text, while the field has the focus.

use std::ops::Range;

use egui::{
    Context, Id, Key, Modifiers, Response, TextEdit, Ui,
    text::{CCursor, CCursorRange},
};

use super::widgets::labelled;
use wordfield_state::completed;

/// Draws a text field for a path, with its id, behind its label.
pub(crate) fn path_edit(ui: &mut Ui, (id, label): (Id, &str), path: &mut String, hint: &str) -> Response {
    let focused = ui.memory(|memory| memory.has_focus(id));
    let longer = focused.then(|| longer(ui.ctx(), id, path)).flatten();
    let complete = longer.is_some() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab));
    let waits = longer.is_some();
    if let (Some(longer), true) = (longer, complete) {
        *path = longer;
        let end = path.chars().count();
        set_cursor(ui.ctx(), id, end..end);
    }
    let edit = TextEdit::singleline(path).id(id).hint_text(hint).desired_width(f32::INFINITY).lock_focus(waits);
    let mut response = labelled(ui, label, edit);
    if complete {
        response.mark_changed();
    }
    response
}

/// Sets the selected characters of a text field.
pub(crate) fn set_cursor(ctx: &Context, id: Id, range: Range<usize>) {
    let mut state = TextEdit::load_state(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(range.start), CCursor::new(range.end))));
    state.store(ctx, id);
}

/// Completion of a path, sought once for each text.
fn longer(ctx: &Context, id: Id, path: &str) -> Option<String> {
    let known = ctx.data(|data| data.get_temp::<(String, Option<String>)>(id)).filter(|(of, _)| of == path);
    let (_, longer) = known.unwrap_or_else(|| {
        let found = (path.to_owned(), completed(path));
        ctx.data_mut(|data| data.insert_temp(id, found.clone()));
        found
    });
    longer
}
