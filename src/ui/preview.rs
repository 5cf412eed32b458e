//! The first look at a file, before reading it all: form, columns, first documents.

use std::path::PathBuf;

use eframe::egui::{self, Align2, ComboBox, Context, Grid, ScrollArea, TextEdit, Ui};

use super::widgets::note;
use crate::{
    corpus::{Body, Format, Preview, ReadOptions},
    state::{Action, Loading, Workspace},
};

const FORMATS: [(Format, &str); 6] = [
    (Format::Lines, "label TAB text lines"),
    (Format::Csv, "CSV with a header"),
    (Format::Tsv, "TSV with a header"),
    (Format::JsonLines, "JSON Lines"),
    (Format::LibSvm, "LIBSVM lines"),
    (Format::Folder, "a folder per class"),
];

/// Draws the window while a file is looked at.
pub fn show(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (paths, options, preview) = match &workspace.loading {
        Loading::Looking { paths, options } => (paths, options, None),
        Loading::Preview { paths, options, preview } => (paths, options, Some(preview)),
        Loading::Idle | Loading::Reading { .. } => return,
    };
    let window = egui::Window::new("Open a corpus").collapsible(false).resizable(true).default_width(640.0);
    window.anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO).show(ctx, |ui| {
        for path in paths {
            ui.strong(path.display().to_string());
        }
        form(ui, options, preview.and_then(|preview| preview.as_ref().ok()), actions);
        ui.separator();
        match preview {
            None => {
                ui.spinner();
            }
            Some(Err(error)) => {
                ui.colored_label(ui.visuals().error_fg_color, error);
            }
            Some(Ok(preview)) => documents(ui, preview),
        }
        ui.separator();
        ui.horizontal(|ui| {
            let ready = matches!(preview, Some(Ok(_)));
            if ui.add_enabled(ready, egui::Button::new("Read and train")).clicked() {
                actions.push(Action::ReadAll);
            }
            if ui.button("Cancel").clicked() {
                actions.push(Action::CancelOpening);
            }
        });
    });
}

fn form(ui: &mut Ui, options: &ReadOptions, preview: Option<&Preview>, actions: &mut Vec<Action>) {
    let mut chosen = options.clone();
    let format = options.format.or(preview.map(|preview| preview.format));
    Grid::new("read options").num_columns(2).show(ui, |ui| {
        let label = ui.label("form");
        let name = FORMATS.iter().find(|(known, _)| Some(*known) == format).map_or("not recognised", |(_, name)| name);
        let combo = ComboBox::from_id_salt("format").width(220.0).selected_text(name).show_ui(ui, |ui| {
            for (known, name) in FORMATS {
                if ui.selectable_label(format == Some(known), name).clicked() {
                    chosen = ReadOptions { format: Some(known), encoding: options.encoding.clone(), ..ReadOptions::default() };
                }
            }
        });
        combo.response.labelled_by(label.id);
        ui.end_row();
        if let Some(preview) = preview {
            ui.label("encoding");
            ui.label(format!("{}{}", preview.encoding, if preview.gzip { ", gzip" } else { "" }));
            ui.end_row();
            if !preview.columns.is_empty() {
                columns(ui, preview, &mut chosen);
            }
        }
        encoding(ui, options, &mut chosen);
        if format == Some(Format::LibSvm) {
            vocabulary(ui, options, &mut chosen);
        }
    });
    if chosen != *options {
        actions.push(Action::ReadAs(chosen));
    }
}

fn columns(ui: &mut Ui, preview: &Preview, chosen: &mut ReadOptions) {
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
    ui.end_row();
    ui.label("text");
    ui.horizontal_wrapped(|ui| {
        for column in preview.columns.iter().filter(|column| Some(*column) != preview.label_column.as_ref()) {
            let mut on = preview.text_columns.contains(column);
            if ui.checkbox(&mut on, column).changed() {
                let mut text = preview.text_columns.clone();
                if on {
                    text.push(column.clone());
                } else {
                    text.retain(|kept| kept != column);
                }
                chosen.label_column.clone_from(&preview.label_column);
                chosen.text_columns = text;
            }
        }
    });
    ui.end_row();
}

fn encoding(ui: &mut Ui, options: &ReadOptions, chosen: &mut ReadOptions) {
    let label = ui.label("read as encoding");
    if let Some(name) =
        text_field(ui, &label, options.encoding.as_deref().unwrap_or(""), "recognised; or a name such as shift_jis")
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

/// A text field whose value counts when it is left.
fn text_field(ui: &mut Ui, label: &egui::Response, now: &str, hint: &str) -> Option<String> {
    let id = label.id.with("draft");
    let mut draft = ui.data(|memory| memory.get_temp::<String>(id)).unwrap_or_else(|| now.to_owned());
    let response = ui.add(TextEdit::singleline(&mut draft).hint_text(hint).desired_width(280.0)).labelled_by(label.id);
    let left = response.lost_focus().then(|| draft.trim().to_owned()).filter(|draft| draft != now);
    if response.has_focus() {
        ui.data_mut(|memory| memory.insert_temp(id, draft));
    } else {
        ui.data_mut(|memory| memory.remove::<String>(id));
    }
    left
}

fn documents(ui: &mut Ui, preview: &Preview) {
    for text in &preview.notes {
        note(ui, text.as_str());
    }
    ui.strong("First documents");
    ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
        Grid::new("first documents").num_columns(2).striped(true).show(ui, |ui| {
            for document in &preview.documents {
                ui.strong(&document.label);
                let text = match &document.body {
                    Body::Text(text) | Body::Tokens(text) => text.chars().take(160).collect::<String>(),
                    Body::Words(words) => {
                        let words = words.iter().take(20).map(|(word, count)| format!("{word} × {count}"));
                        words.collect::<Vec<_>>().join(", ")
                    }
                };
                ui.add(egui::Label::new(text).wrap());
                ui.end_row();
            }
        });
    });
}
