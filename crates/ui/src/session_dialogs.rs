//! Dialogs about sessions and models: saving, closing with unwritten verdicts, consent to read files.

use egui::{self, Button, Context, TextEdit};

use crate::{
    style::primary,
    widgets::{self, ResponseExt, browse, entered, escaped, labelled, note, tell_place},
};
use wordfield_state::{Action, Close, Open, Place, Save, SavedContent, Workspace};

/// Draws the save dialog while a model or a session is being saved.
pub(crate) fn save(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(saving) = &workspace.session.saving else { return };
    let (title, what) = match saving.what {
        SavedContent::Model => {
            ("Save model", format!("Saves iteration {}. A name ending in .gz is compressed.", workspace.newest()))
        }
        SavedContent::Session if saving.copied => {
            ("Save session", "Saves runs, sets, verdicts, the view and a copy of the documents.".to_owned())
        }
        SavedContent::Session => (
            "Save session",
            "Saves runs, sets, verdicts and the view; the documents stay in their files and are named from here.".to_owned(),
        ),
    };
    widgets::dialog(ctx, title, 560.0, |ui| {
        note(ui, what);
        let mut path = saving.path.clone();
        let field = labelled(ui, "File", TextEdit::singleline(&mut path).desired_width(f32::INFINITY));
        let entered = entered(&field);
        // The path field has the keyboard focus from the first frame on.
        if escaped(&field) {
            actions.push(Action::Save(Save::Close));
        } else if !entered && ctx.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        field.on_change(actions, || Action::Save(Save::Path(path.clone())));
        let mut copied = saving.copied;
        if saving.what == SavedContent::Session && ui.checkbox(&mut copied, "Copy the documents into the session").changed() {
            actions.push(Action::Save(Save::Copy(copied)));
        }
        let [place, _] = workspace.places();
        tell_place(ui, place);
        widgets::reported_error(ui, workspace);
        ui.separator();
        ui.horizontal(|ui| {
            let ready = !saving.busy && !path.trim().is_empty() && place != Place::Folder;
            if ui.add_enabled(ready, primary(ui, "Save")).clicked() || (ready && entered) {
                actions.push(Action::Save(Save::Go));
            }
            browse(ui).on_click(actions, || Action::Save(Save::Dialog));
            ui.button("Close").on_click(actions, || Action::Save(Save::Close));
            if saving.busy {
                ui.spinner();
                note(ui, "Waiting for the current iteration, then writing.");
            }
        });
    });
}

/// Draws the dialog about unwritten verdicts while it is open.
pub(crate) fn close(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(closing) = &workspace.session.closing else { return };
    widgets::dialog(ctx, "Verdicts are not saved", 560.0, |ui| {
        ui.colored_label(ui.visuals().error_fg_color, &closing.problem);
        note(ui, "Closing the window now loses the verdicts on matches that are not written.");
        let mut folder = closing.folder.clone();
        let field = labelled(ui, "Folder", TextEdit::singleline(&mut folder).desired_width(f32::INFINITY));
        field.on_change(actions, || Action::Close(Close::Folder(folder.clone())));
        ui.separator();
        ui.horizontal(|ui| {
            ui.add_enabled(!folder.trim().is_empty(), Button::new("Save elsewhere"))
                .on_click(actions, || Action::Close(Close::SaveElsewhere));
            for (text, hint, step) in [
                ("Choose…", "Choose the folder in a dialog of the desktop", Close::Dialog),
                ("Try again", "Write to the usual folder once more", Close::TryAgain),
                ("Discard", "Close the window and lose the unsaved verdicts", Close::Discard),
                ("Cancel", "Leave the window open", Close::Cancel),
            ] {
                ui.button(text).on_hover_text(hint).on_click(actions, || Action::Close(step));
            }
        });
    });
}

/// Maximum number of files listed in the consent dialog.
const MAX_FILES: usize = 8;

/// Draws the dialog while a session waits for consent to read files.
pub(crate) fn consent(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(pending_session) = &workspace.corpus.pending_session else { return };
    widgets::dialog(ctx, "Read files of this session?", 560.0, |ui| {
        ui.label(format!("{} names files outside its folder:", pending_session.file.display()));
        for file in pending_session.elsewhere.iter().take(MAX_FILES) {
            ui.label(file.display().to_string());
        }
        if pending_session.elsewhere.len() > MAX_FILES {
            note(ui, format!("and {} more", pending_session.elsewhere.len() - MAX_FILES));
        }
        note(ui, "Read them only if the session is your own or you trust its sender.");
        ui.separator();
        ui.horizontal(|ui| {
            ui.add(primary(ui, "Read them")).on_click(actions, || Action::Open(Open::ReadNamed));
            ui.button("Cancel").on_click(actions, || Action::Open(Open::Cancel));
        });
    });
}
