//! Dialog with the cards of all terms, filtered by a text.

use eframe::egui::{Button, Context, Frame, Id, Modal, ScrollArea, TextEdit, Ui};

use super::{CommandEffect, act};
use crate::{
    state::{Workspace, glossary},
    ui::{
        style::SPACE,
        term,
        widgets::{just_opened, note},
    },
};

/// Draws the dialog. Returns whether it stays open, and the effects of *Show me*.
pub fn show(ctx: &Context, workspace: &Workspace, filter: &mut String) -> (bool, Vec<CommandEffect>) {
    let mut effects = Vec::new();
    let modal = Modal::new(Id::unique("glossary")).show(ctx, |ui| {
        let size = ctx.content_rect().size();
        ui.set_width(560.0_f32.min(size.x - 40.0));
        ui.heading("Glossary");
        let label = ui.label("Search terms");
        let edit = TextEdit::singleline(filter).desired_width(f32::INFINITY).hint_text("name, symbol or word of the explanation");
        let edit = ui.add(edit).labelled_by(label.id);
        if just_opened(ctx, "glossary") {
            edit.request_focus();
        }
        // The dialog keeps its height while the list becomes shorter.
        ScrollArea::vertical().max_height(size.y - 190.0).auto_shrink(false).show(ui, |ui| {
            effects = cards(ui, workspace, filter);
        });
        ui.add(Button::new("Close")).clicked()
    });
    let open = !(modal.inner || modal.should_close()) && effects.is_empty();
    (open, effects)
}

/// The cards of the terms that contain the text, in chapters.
fn cards(ui: &mut Ui, workspace: &Workspace, filter: &str) -> Vec<CommandEffect> {
    let mut effects = Vec::new();
    let mut any = false;
    for (title, terms) in glossary::chapters() {
        let mut terms = terms.iter().filter(|term| term.contains(filter)).peekable();
        if terms.peek().is_none() {
            continue;
        }
        any = true;
        ui.add_space(SPACE[1]);
        ui.heading(title);
        for known in terms {
            ui.push_id(known.title(), |ui| {
                Frame::group(ui.style()).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    let view = term::card(ui, workspace, known, false).unwrap_or_default();
                    effects.extend(view.into_iter().flat_map(act));
                });
            });
        }
    }
    if !any {
        note(ui, "No term contains this text.");
    }
    effects
}
