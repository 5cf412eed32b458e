//! Dialog that aligns the sentences of two texts: files, unit, languages, paired lines, output file, progress.

use std::time::Duration;

use egui::{Context, Grid, ProgressBar, TextEdit, Ui};

use super::{
    style::primary,
    widgets::{self, ResponseExt, browse, entered, escaped, just_opened, labelled, note, tell_place},
};
use wordfield_state::{Action, AlignAction, AlignDialog, AlignForm, Place, Workspace};

/// Width of the alignment dialog in points.
const WIDTH: f32 = 600.0;
/// Width of a text field for a language code, in points.
const CODE: f32 = 60.0;
/// Tooltip of the field for a language code.
const LANGUAGE: &str = "code of the language, by whose abbreviations sentences are cut, and which a TMX file names; may be empty";

fn act(action: AlignAction) -> Action {
    Action::Align(action)
}

/// Draws the alignment dialog while it is open.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(dialog) = &workspace.align.dialog else { return };
    widgets::dialog(ctx, "Align two texts", WIDTH, |ui| {
        ui.set_width(WIDTH.min(ctx.content_rect().width() - 48.0));
        note(
            ui,
            "Joins the lines of a text with those of its translation, in order. The pairs are opened for review, the least certain first; the texts are not changed.",
        );
        ui.add_space(4.0);
        let mut form = dialog.form.clone();
        let start = ui.add_enabled_ui(dialog.running.is_none(), |ui| fields(ui, &mut form, actions)).inner;
        let changed = form != dialog.form;
        if changed {
            actions.push(act(AlignAction::Form(Box::new(form))));
        }
        let [place, _] = workspace.places();
        tell_place(ui, place);
        widgets::error(ui, dialog.problem.as_ref());
        ui.separator();
        buttons(ui, dialog, start && !changed, place, actions);
    });
}

/// Draws the fields of the alignment dialog. Returns whether Enter was pressed in the last one.
fn fields(ui: &mut Ui, form: &mut AlignForm, actions: &mut Vec<Action>) -> bool {
    let fresh = just_opened(ui.ctx(), "align");
    let line = |ui: &mut Ui, name: &str, text: &mut String, hint: &str| {
        let field = labelled(ui, name, TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY));
        ui.end_row();
        field
    };
    let shown = Grid::new("align").num_columns(2).show(ui, |ui| {
        let [source, target] = &mut form.files;
        let source = line(ui, "Source text", source, "path of a text, DOCX or ODT file");
        let target = line(ui, "Target text", target, "path of its translation");
        ui.label("Join");
        ui.horizontal(|ui| {
            ui.radio_value(&mut form.sentences, false, "lines");
            ui.radio_value(&mut form.sentences, true, "sentences")
                .on_hover_text("cuts the lines of both texts into sentences first");
        });
        ui.end_row();
        ui.label("Languages");
        ui.horizontal(|ui| {
            for (side, (name, code)) in [("of the source", "en"), ("of the target", "de")].into_iter().enumerate() {
                let field = TextEdit::singleline(&mut form.languages[side]).hint_text(code).desired_width(CODE);
                labelled(ui, name, field).on_hover_text(LANGUAGE);
            }
        });
        ui.end_row();
        let mut all = vec![source, target];
        if form.sentences {
            all.push(line(ui, "Rules of sentences", &mut form.srx, "an SRX file; without one Unicode's rules"));
        }
        all.push(line(ui, "Lines that belong together", &mut form.anchors, "such as headings: 1:1, 120:118; may be empty"));
        all.push(line(ui, "File of the pairs", &mut form.path, "its ending is the format: .tsv, .csv, .xlsx, .tmx"));
        all
    });
    let all = shown.inner;
    if all.iter().any(escaped) {
        actions.push(act(AlignAction::Close));
    }
    let Some((first, last)) = all.first().zip(all.last()) else { return false };
    if fresh {
        // If both texts are known, Enter starts the alignment.
        if form.path.is_empty() { first.request_focus() } else { last.request_focus() }
    }
    entered(last)
}

/// Draws the alignment dialog's buttons (start, file dialog, close) and its progress.
fn buttons(ui: &mut Ui, dialog: &AlignDialog, start: bool, place: Place, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let Some(running) = &dialog.running else {
            let ready = place != Place::Folder;
            if ui.add_enabled(ready, primary(ui, "Align")).clicked() || ready && start {
                actions.push(act(AlignAction::Start));
            }
            browse(ui).on_click(actions, || act(AlignAction::Browse));
            ui.button("Close").on_hover_text("Esc").on_click(actions, || act(AlignAction::Close));
            return;
        };
        ui.add_enabled(!dialog.is_ending(), egui::Button::new("Cancel")).on_click(actions, || act(AlignAction::Cancel));
        if dialog.is_ending() {
            ui.spinner();
            note(ui, "Ending; no file is written.");
        } else {
            ui.add(ProgressBar::new(running.share().unwrap_or_default()).desired_width(240.0).show_percentage());
        }
        // The progress advances without input, so the window is redrawn regularly.
        ui.ctx().request_repaint_after(Duration::from_millis(200));
    });
}
