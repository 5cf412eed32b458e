//! Preview of corpus files before they are read completely: format, columns, first documents.

use std::path::PathBuf;

use egui::{self, Align2, ComboBox, Context, Grid, Id, Key, Label, Popup, RichText, ScrollArea, Ui, Vec2};

use super::{
    preview_files::{self, SWAP},
    style::primary,
    text_options,
    widgets::{ResponseExt, halves, just_opened, labelled, note, steady, text_field},
};
use wordfield_core::corpus::{Body, Format, Preview, RawDocument, ReadOptions, TaskKind};
use wordfield_state::{Action, AlignAction, Loading, Open, SpaceAction, SpacePlace, Workspace};

const TASKS: [(TaskKind, &str); 3] = [(TaskKind::Classes, "classes"), (TaskKind::Ratings, "ratings"), (TaskKind::Pairs, "pairs")];

/// Margin around the preview dialog, in points.
const MARGIN: Vec2 = egui::vec2(12.0, 12.0);
/// Height of the preview dialog's title, buttons and frame, in points.
const BUTTONS: f32 = 96.0;

/// Draws the preview dialog while a file is previewed.
pub(crate) fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (paths, options, preview) = match &workspace.corpus.loading {
        Loading::Looking { paths, options, .. } => (paths, options, None),
        Loading::Preview { paths, options, preview } => (paths, options, Some(preview)),
        Loading::Idle | Loading::Reading { .. } => return,
    };
    crate::keys::note_dialog(ctx);
    let area = ctx.content_rect();
    let model = workspace.corpus.first_look.model.as_ref();
    let title = model.map_or_else(|| "Open corpus".to_owned(), |model| format!("Documents for {}", model.name()));
    let window =
        egui::Window::new(title).id(Id::unique("preview")).collapsible(false).resizable([true, false]).default_width(640.0);
    let window = window.max_size(area.size() - 2.0 * MARGIN).anchor(Align2::CENTER_CENTER, Vec2::ZERO);
    let fresh = just_opened(ctx, "preview");
    let shown = window.show(ctx, |ui| {
        // The buttons remain visible while the content above them scrolls in a low window.
        let above = (area.height() - 2.0 * MARGIN.y - BUTTONS).max(80.0);
        let scrolled = ScrollArea::vertical().id_salt("preview").max_height(above).min_scrolled_height(above);
        let scrolled = if fresh { scrolled.vertical_scroll_offset(0.0) } else { scrolled };
        scrolled.show(ui, |ui| {
            let seen = preview.and_then(|preview| preview.as_ref().ok());
            preview_files::show(ui, workspace, paths, preview, actions);
            if let Some(preview) = seen {
                ui.label(&preview.recognised);
            }
            if !paths.is_empty() {
                // Options reread the file and change the recognised format; a text field keeps its focus.
                // After a failed choice the previous columns are shown, so that the user can revert the choice.
                let last = workspace.corpus.first_look.last_choices(paths, options).filter(|_| seen.is_none());
                steady(ui, "preview options", |ui| form(ui, workspace, options, seen.or(last.as_ref()), actions));
            }
            ui.separator();
            match preview {
                None => {
                    ui.spinner();
                }
                Some(Err(error)) => {
                    ui.colored_label(ui.visuals().error_fg_color, error);
                    if paths.len() == 1 && paths[0].is_file() {
                        note(ui, "If this is one side of pairs, add the file of the other side above.");
                    }
                }
                Some(Ok(preview)) => documents(ui, preview),
            }
            // Error about the files on the command line, or about the last attempt to read files.
            if let Some(message) = workspace.message.as_ref().filter(|message| message.error && seen.is_some()) {
                ui.colored_label(ui.visuals().error_fg_color, &message.text);
            }
        });
        ui.separator();
        buttons(ui, workspace, preview, vectors(paths), actions);
    });
    settle(ctx, shown.map_or(Vec2::ZERO, |shown| shown.response.rect.size()));
}

/// Requests another frame while the dialog's size changes: its position depends on the size in the last frame.
fn settle(ctx: &Context, size: Vec2) {
    let id = Id::unique("preview size");
    let before = ctx.data(|data| data.get_temp::<Vec2>(id));
    if before.is_none_or(|before| (before - size).length() > 0.5) {
        ctx.data_mut(|data| data.insert_temp(id, size));
        ctx.request_repaint();
    }
}

/// Draws the preview's read and cancel buttons, with the reason if the file cannot be read.
/// Enter reads unless a control is focused.
fn buttons(
    ui: &mut Ui,
    workspace: &Workspace,
    preview: Option<&Result<Preview, String>>,
    vectors: Option<&PathBuf>,
    actions: &mut Vec<Action>,
) {
    let (obstacle, unaligned) = (workspace.corpus.obstacle(), workspace.corpus.first_look.unaligned);
    let for_model = workspace.corpus.first_look.model.is_some();
    let free = ui.memory(|memory| memory.focused().is_none()) && !Popup::is_any_open(ui.ctx());
    let entered = free && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal_wrapped(|ui| {
        let name = if for_model { "Read and show" } else { "Read and train" };
        if unaligned {
            let align = ui.add(primary(ui, "Align…")).on_hover_text("joins the lines that belong together, in order (Enter)");
            if align.clicked() || entered {
                actions.push(Action::Align(AlignAction::Open));
            }
        } else {
            let read = ui.add_enabled(obstacle.is_none(), primary(ui, name)).on_hover_text("Enter");
            if read.clicked() || (entered && obstacle.is_none()) {
                actions.push(Action::Open(Open::ReadAll));
            }
        }
        ui.button("Cancel").on_hover_text("Esc").on_click(actions, || Action::Open(Open::Cancel));
        if let (Some(file), Some(Err(_))) = (vectors, preview) {
            let hint = "reads the file as word vectors without documents";
            if ui.button("Open as word vectors").on_hover_text(hint).clicked() {
                actions.push(Action::Open(Open::Cancel));
                actions.push(Action::Space(SpaceAction::Open(SpacePlace::First, file.clone())));
            }
        }
        if let Some(obstacle) = obstacle {
            ui.label(obstacle);
        }
    });
}

/// Path of the file that may hold word vectors, if a single file is previewed.
fn vectors(paths: &[PathBuf]) -> Option<&PathBuf> {
    paths.first().filter(|path| paths.len() == 1 && path.is_file())
}

fn form(ui: &mut Ui, workspace: &Workspace, options: &ReadOptions, preview: Option<&Preview>, actions: &mut Vec<Action>) {
    let mut chosen = options.clone();
    let format = options.format.or(preview.map(|preview| preview.format));
    Grid::new("read options").num_columns(2).show(ui, |ui| {
        let label = ui.label("format");
        let name = format.map_or("not recognised", |format| format.info().name);
        let combo = ComboBox::from_id_salt("format").width(220.0).selected_text(name).show_ui(ui, |ui| {
            for &known in Format::ALL {
                if ui.selectable_label(format == Some(known), known.info().name).clicked() {
                    let (encoding, limits) = (options.encoding.clone(), options.limits);
                    chosen = ReadOptions { format: Some(known), encoding, limits, ..ReadOptions::default() };
                }
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        if let Some(preview) = preview {
            ui.label("encoding");
            ui.label(format!("{}{}", preview.encoding, if preview.gzip { ", gzip" } else { "" }));
            ui.end_row();
            task(ui, preview, &mut chosen);
            match preview.task {
                _ if preview.columns.is_empty() => {}
                TaskKind::Pairs => sides(ui, preview, &mut chosen, actions),
                TaskKind::Classes | TaskKind::Ratings => columns(ui, preview, &mut chosen),
            }
            // Saved models tokenise texts as in their training.
            if workspace.corpus.first_look.model.is_none() {
                text_options::show(ui, preview.task, &workspace.corpus.options, actions);
                let rule = workspace.corpus.options.vocabulary.description(preview.task);
                labelled(ui, "vocabulary", Label::new(rule).wrap())
                    .on_hover_text("can be changed in the panel Data under Vocabulary and split");
                ui.end_row();
            }
        }
        encoding(ui, options, &mut chosen);
        if format.is_some_and(|format| format.info().uses_vocabulary) {
            vocabulary(ui, options, &mut chosen);
        }
    });
    if chosen != *options {
        actions.push(Action::Open(Open::ReadAs(chosen)));
    }
}

/// Draws the choice of the task for which the documents are read.
fn task(ui: &mut Ui, preview: &Preview, chosen: &mut ReadOptions) {
    let label = ui.label("task");
    let now = TASKS.iter().find(|(task, _)| *task == preview.task).map_or("", |(_, name)| name);
    let combo = ComboBox::from_id_salt("task").selected_text(now).show_ui(ui, |ui| {
        for (task, name) in TASKS {
            if ui.selectable_label(preview.task == task, name).clicked() {
                let ReadOptions { format, encoding, limits, .. } = chosen.clone();
                *chosen = ReadOptions { task: Some(task), format, encoding, limits, ..ReadOptions::default() };
            }
        }
    });
    combo.response.labelled_by(label.id);
    ui.end_row();
}

/// Draws the choice of a column for each side of pairs; a column chosen for both sides swaps them.
fn sides(ui: &mut Ui, preview: &Preview, chosen: &mut ReadOptions, actions: &mut Vec<Action>) {
    for (side, name) in ["source side", "target side"].into_iter().enumerate() {
        let label = ui.label(name);
        let now = preview.text_columns.get(side).map_or("choose", String::as_str);
        ui.horizontal(|ui| {
            let combo = ComboBox::from_id_salt(name).selected_text(now).show_ui(ui, |ui| {
                for column in &preview.columns {
                    if ui.selectable_label(now == column, column).clicked() {
                        let text = with_side(&preview.text_columns, side, column);
                        *chosen = ReadOptions { text_columns: text, task: Some(TaskKind::Pairs), ..chosen.clone() };
                    }
                }
            });
            combo.response.labelled_by(label.id);
            if side == 1 && preview.text_columns.len() == 2 && ui.small_button("Swap").on_hover_text(SWAP).clicked() {
                actions.push(Action::Open(Open::Swap));
            }
        });
        ui.end_row();
    }
}

/// Columns of source and target after one is chosen, never the same column twice.
fn with_side(now: &[String], side: usize, column: &str) -> Vec<String> {
    let mut text = now.to_vec();
    text.resize(2, String::new());
    let before = std::mem::replace(&mut text[side], column.to_owned());
    if text[1 - side] == column || text[1 - side].is_empty() {
        text[1 - side] = before;
    }
    text.retain(|column| !column.is_empty());
    text
}

/// Draws the choice of the columns with the class or the ratings, and with the text.
fn columns(ui: &mut Ui, preview: &Preview, chosen: &mut ReadOptions) {
    let rated = preview.task == TaskKind::Ratings;
    if rated {
        ui.label("ratings");
        let free = |column: &&String| !preview.text_columns.contains(column);
        if let Some(targets) = checked(ui, preview.columns.iter().filter(free), &preview.target_columns) {
            chosen.text_columns.clone_from(&preview.text_columns);
            chosen.target_columns = targets;
        }
    } else {
        let label = ui.label("class");
        let now = preview.label_column.as_deref().unwrap_or("choose");
        let combo = ComboBox::from_id_salt("label column").selected_text(now).show_ui(ui, |ui| {
            for column in &preview.columns {
                if ui.selectable_label(now == column, column).clicked() {
                    chosen.label_column = Some(column.clone());
                    chosen.text_columns = preview.text_columns.iter().filter(|text| *text != column).cloned().collect();
                }
            }
        });
        combo.response.labelled_by(label.id);
    }
    ui.end_row();
    ui.label("text");
    let free = |column: &&String| Some(*column) != preview.label_column.as_ref() && !preview.target_columns.contains(column);
    if let Some(texts) = checked(ui, preview.columns.iter().filter(free), &preview.text_columns) {
        chosen.label_column.clone_from(&preview.label_column);
        chosen.target_columns.clone_from(&preview.target_columns);
        chosen.text_columns = texts;
    }
    ui.end_row();
}

/// Draws check boxes for columns. Returns the checked columns after a change.
fn checked<'a>(ui: &mut Ui, columns: impl Iterator<Item = &'a String>, ticked: &[String]) -> Option<Vec<String>> {
    let mut changed = None;
    ui.horizontal_wrapped(|ui| {
        for column in columns {
            let mut on = ticked.contains(column);
            if ui.checkbox(&mut on, column).changed() {
                let mut now = ticked.to_vec();
                if on {
                    now.push(column.clone());
                } else {
                    now.retain(|other| other != column);
                }
                changed = Some(now);
            }
        }
    });
    changed
}

fn encoding(ui: &mut Ui, options: &ReadOptions, chosen: &mut ReadOptions) {
    let label = ui.label("read as encoding");
    if let Some(name) =
        text_field(ui, &label, options.encoding.as_deref().unwrap_or(""), "detected automatically, or a name such as shift_jis")
    {
        chosen.encoding = Some(name).filter(|name| !name.is_empty());
    }
    ui.end_row();
}

fn vocabulary(ui: &mut Ui, options: &ReadOptions, chosen: &mut ReadOptions) {
    let label = ui.label("vocabulary file");
    let now = options.vocabulary.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    if let Some(path) = text_field(ui, &label, &now, "one word a line, line 1 is index 1") {
        chosen.vocabulary = Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty());
    }
    ui.end_row();
}

fn documents(ui: &mut Ui, preview: &Preview) {
    for text in &preview.notes {
        if preview.documents.is_empty() {
            ui.colored_label(ui.visuals().warn_fg_color, text);
        } else {
            note(ui, text.as_str());
        }
    }
    if preview.documents.is_empty() {
        return;
    }
    if preview.counterparts.is_empty() {
        ui.strong("First documents");
        Grid::new("first documents").num_columns(2).min_col_width(60.0).striped(true).show(ui, |ui| {
            for document in &preview.documents {
                match (document.label.as_str(), preview.task) {
                    ("", TaskKind::Classes) => ui.weak("no class"),
                    ("", TaskKind::Ratings) => ui.weak("no rating"),
                    ("", TaskKind::Pairs) => ui.strong(&document.title),
                    (label, _) => ui.strong(label),
                };
                ui.add(Label::new(beginning(document)).wrap());
                ui.end_row();
            }
        });
        return;
    }
    ui.strong("First pairs");
    for (source, target) in preview.documents.iter().zip(&preview.counterparts) {
        ui.separator();
        halves(ui, |ui, place| {
            let side = [source, target][place];
            ui.add(Label::new(RichText::new(&side.title).weak()).truncate());
            ui.add(Label::new(beginning(side)).wrap());
        });
    }
}

/// First lines of a document's text.
fn beginning(document: &RawDocument) -> String {
    match &document.body {
        Body::Text(text) | Body::Tokens(text) => text.chars().take(160).collect(),
        Body::Words(words) => {
            let words = words.iter().take(20).map(|(word, count)| format!("{word} × {count}"));
            words.collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_sides_are_never_the_same_column() {
        let columns = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let now = columns(&["de", "en"]);
        assert_eq!(with_side(&now, 0, "en"), columns(&["en", "de"]));
        assert_eq!(with_side(&now, 1, "fr"), columns(&["de", "fr"]));
        assert_eq!(with_side(&columns(&["de"]), 0, "en"), columns(&["en", "de"]));
        assert_eq!(with_side(&[], 1, "en"), columns(&["en"]));
    }
}
