//! Dialog with the glossary: the cards of all terms, filtered by a text.

use egui::{Button, Context, Frame, Id, Modal, ScrollArea, TextEdit, Ui};

use crate::{
    style::SPACE,
    term,
    widgets::{just_opened, labelled, note},
};
use wordfield_state::{Workspace, glossary};

/// Draws the glossary dialog. Returns whether it remains open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, filter: &mut String) -> bool {
    let modal = Modal::new(Id::unique("glossary")).show(ctx, |ui| {
        let size = ctx.content_rect().size();
        ui.set_width(560.0_f32.min(size.x - 40.0));
        ui.heading("Glossary");
        let edit = TextEdit::singleline(filter).desired_width(f32::INFINITY).hint_text("name, symbol or word of the explanation");
        let edit = labelled(ui, "Search terms", edit);
        if just_opened(ctx, "glossary") {
            edit.request_focus();
        }
        // The dialog has its height from the first frame on, also while the filter shortens the list.
        let height = size.y - 190.0;
        ScrollArea::vertical()
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink(false)
            .show(ui, |ui| cards(ui, workspace, filter));
        ui.add(Button::new("Close")).clicked()
    });
    !(modal.inner || modal.should_close())
}

/// Draws the cards of the terms that contain the filter's text, in chapters.
fn cards(ui: &mut Ui, workspace: &Workspace, filter: &str) {
    let mut any = false;
    for (title, terms) in glossary::chapters() {
        let mut terms = terms.iter().filter(|term| term.contains(filter, workspace.lesson.language)).peekable();
        if terms.peek().is_none() {
            continue;
        }
        any = true;
        ui.add_space(SPACE[1]);
        ui.heading(title);
        for known in terms {
            Frame::group(ui.style()).show(ui, |ui| {
                ui.set_width(ui.available_width());
                term::explanation(ui, workspace, known);
            });
        }
    }
    if !any {
        note(ui, "No term contains this text.");
    }
}
