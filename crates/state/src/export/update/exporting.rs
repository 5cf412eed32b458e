//! Steps of an export: item and format are chosen, a path is typed, and a thread writes the file.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{Dialog, Effect, Export, ExportDialog, ExportTask, Item, Message, Running, Tab, Workspace};
use wordfield_core::corpus::{Origin, VectorFiles};
use wordfield_output::{Delivery, Exporter, Keep, Written, proposed_name, tsv};

/// Default number of examples exported with each dictionary entry.
const EXAMPLES: usize = 3;

/// Applies one step of an export.
pub(crate) fn apply(workspace: &mut Workspace, step: Export) -> Vec<Effect> {
    match (step, &mut workspace.export.dialog) {
        (Export::Open(item), _) => open(workspace, item),
        (Export::Item(item), _) => choose(workspace, item),
        (Export::Format(name), _) => format(workspace, name),
        (Export::Path(path), Some(dialog)) => dialog.path = path,
        (Export::AcceptBelow(distance), Some(dialog)) => dialog.accept_below = distance,
        (Export::Examples(most), Some(dialog)) => dialog.examples = most,
        (Export::Keep(keep), Some(dialog)) => dialog.keep = keep,
        (Export::Rejects(path), Some(dialog)) => dialog.rejects = path,
        (Export::Browse, Some(dialog)) => return vec![Effect::Dialog(Dialog::Export(dialog.path.clone()))],
        (Export::Cancel, Some(ExportDialog { running: Some(running), .. })) => running.cancel.raise(),
        (Export::Start, _) => return start(workspace),
        (Export::Close, _) => workspace.export.dialog = None,
        (Export::Done(job, outcome), _) => done(workspace, job, outcome),
        (Export::View(name, view), _) => _ = workspace.export.views.insert(name, view),
        (Export::Copy(name), _) => return copy(workspace, name),
        // The other steps need an open dialog, and `Export::Cancel` a running export.
        _ => {}
    }
    Vec::new()
}

/// Updates the clean pairs that the open export dialog delivers.
pub(crate) fn refresh(workspace: &mut Workspace) {
    let keep = workspace.export.dialog.as_ref().filter(|dialog| dialog.item == Item::CLEAN).map(|dialog| dialog.keep);
    let Some(key) = workspace.matches.standing.key().cloned().zip(keep) else { return workspace.export.delivered.forget() };
    if !workspace.export.delivered.is_of(&key) {
        let delivered = workspace.delivered(key.1);
        workspace.export.delivered.of(key, || delivered);
    }
}

fn tell(workspace: &mut Workspace, text: impl Into<String>, error: bool) {
    workspace.message = Some(if error { Message::error(text) } else { Message::note(text) });
}

/// Opens the export dialog with an item, or with the first one.
fn open(workspace: &mut Workspace, item: Option<Item>) {
    let mut items = workspace.export_items();
    // The table of the dictionary is exported as the dictionary's item.
    let dictionary = item == Some(Item::Table(Item::DICTIONARY.name())) && items.contains(&Item::DICTIONARY);
    let item = if dictionary { Some(Item::DICTIONARY) } else { item };
    let Some(item) = item.or(items.first().copied()) else {
        return tell(workspace, "Nothing to export yet: open a corpus first.", true);
    };
    if !items.contains(&item) {
        items.insert(0, item);
    }
    let running = workspace.export.dialog.as_ref().is_some_and(|dialog| dialog.running.is_some());
    if !running && let Some(format) = default_format(item, workspace.export.last) {
        let folder = std::env::current_dir().unwrap_or_default();
        let path = folder.join(file_name(workspace, item, format)).display().to_string();
        let rejects = folder.join("rejects.tsv").display().to_string();
        let (accept_below, examples, keep, running) = (None, EXAMPLES, Keep::default(), None);
        workspace.export.dialog =
            Some(ExportDialog { items, item, format, path, accept_below, examples, keep, rejects, running });
    }
}

/// Default format of an exported item: the last used format if it fits, and for clean pairs always the format of their file.
fn default_format(item: Item, last: Option<&'static Exporter>) -> Option<&'static Exporter> {
    let (formats, last) = (item.formats(), last.filter(|_| item != Item::CLEAN));
    formats.iter().find(|format| last.is_some_and(|last| last.name == format.name)).or(formats.first()).copied()
}

/// Changes the item of the export dialog, and the file name of its path.
fn choose(workspace: &mut Workspace, item: Item) {
    let Some(dialog) = workspace.export.dialog.as_ref().filter(|dialog| dialog.running.is_none()) else { return };
    let Some(format) = default_format(item, Some(dialog.format)) else { return };
    let folder = Path::new(dialog.path.trim()).parent().map(Path::to_path_buf).unwrap_or_default();
    let path = folder.join(file_name(workspace, item, format)).display().to_string();
    if let Some(dialog) = &mut workspace.export.dialog {
        (dialog.item, dialog.format, dialog.path) = (item, format, path);
    }
}

fn file_name(workspace: &Workspace, item: Item, format: &Exporter) -> String {
    let space = workspace.word_space.space().filter(|_| item.is_of(Tab::Vectors));
    let file = space.and_then(|space| space.origin.file.file_stem());
    if let Some(file) = file {
        return proposed_name(&file.to_string_lossy(), item.name(), format);
    }
    let corpus = workspace.corpus.dataset.as_ref().map_or("corpus", |dataset| dataset.corpus.name.as_str());
    let name = proposed_name(corpus, item.name(), format);
    let extension = extension(workspace, format);
    if format.extension.is_empty() && !extension.is_empty() { format!("{name}.{extension}") } else { name }
}

/// Extension of the exported file: that of the open file of pairs where its format is kept.
fn extension(workspace: &Workspace, format: &Exporter) -> String {
    let original = workspace.files_of_pairs().filter(|_| Exporter::is_of::<Delivery>(format));
    let Some(([file], _)) = original else { return format.extension.to_owned() };
    let name = file.to_string_lossy();
    let plain = Path::new(name.strip_suffix(".gz").unwrap_or(&name));
    plain.extension().map_or_else(String::new, |extension| extension.to_string_lossy().into_owned())
}

fn format(workspace: &mut Workspace, name: &str) {
    let Some(dialog) = &workspace.export.dialog else { return };
    let Some(format) = dialog.item.formats().into_iter().find(|format| format.name == name) else { return };
    let extension = extension(workspace, format);
    let Some(dialog) = &mut workspace.export.dialog else { return };
    dialog.path = PathBuf::from(&dialog.path).with_extension(extension).display().to_string();
    dialog.format = format;
    workspace.export.last = Some(format);
}

fn start(workspace: &mut Workspace) -> Vec<Effect> {
    let ready = |dialog: &&ExportDialog| dialog.running.is_none() && !dialog.path.trim().is_empty();
    let Some(dialog) = workspace.export.dialog.as_ref().filter(ready) else { return Vec::new() };
    let (format, path) = (dialog.format, dialog.path.trim().into());
    let Some(writer) = workspace.writer(dialog.item) else {
        tell(workspace, "The exported view has gone: open it again, then export it.", true);
        return Vec::new();
    };
    workspace.export.job += 1;
    let running = Running::default();
    let task =
        ExportTask { job: workspace.export.job, writer, format, path, inputs: inputs(workspace), running: running.clone() };
    if let Some(dialog) = &mut workspace.export.dialog {
        dialog.running = Some(running);
    }
    vec![Effect::Export(task)]
}

/// Files that the program has read: those of the corpus, the opened model, and word vectors without documents.
pub(crate) fn inputs(workspace: &Workspace) -> Vec<PathBuf> {
    let dataset = workspace.corpus.dataset.as_ref();
    let files = match dataset.and_then(|dataset| dataset.corpus.origin.as_ref()) {
        Some(Origin::Files(files, options)) => files.iter().chain(&options.vocabulary).cloned().collect(),
        Some(Origin::Builtin(_)) | None => Vec::new(),
    };
    let model = workspace.corpus.saved_model.as_ref().map(|opened| opened.file.clone());
    let vectors = workspace.word_space.files().flat_map(VectorFiles::paths).map(Path::to_owned);
    files.into_iter().chain(model).chain(vectors).collect()
}

fn done(workspace: &mut Workspace, job: u64, outcome: Result<Arc<Written>, String>) {
    if job != workspace.export.job {
        return;
    }
    match outcome {
        Ok(written) => {
            workspace.export.dialog = None;
            let exported = format!("Exported to {} ({}).", listed(&written.files()), size(written.bytes()));
            tell(workspace, [vec![exported], written.remarks()].concat().join(" "), false);
        }
        Err(text) => {
            if let Some(dialog) = &mut workspace.export.dialog {
                dialog.running = None;
            }
            tell(workspace, text, true);
        }
    }
}

/// List of the files of an export for a message: those in the folder of the first by their names.
fn listed(files: &[PathBuf]) -> String {
    let folder = files.first().and_then(|file| file.parent());
    let name = |(place, file): (usize, &PathBuf)| match file.file_name().filter(|_| place > 0 && file.parent() == folder) {
        Some(name) => name.display().to_string(),
        None => file.display().to_string(),
    };
    files.iter().enumerate().map(name).collect::<Vec<_>>().join(", ")
}

/// Formats a number of bytes with its unit.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Copies a table as tab-separated values, which spreadsheets paste as cells.
fn copy(workspace: &mut Workspace, name: &str) -> Vec<Effect> {
    let mut bytes = Vec::new();
    let copied = workspace.shown_table(name).map(|table| (table.len(), tsv(&table, &mut bytes).is_ok()));
    let (Some((rows, true)), Ok(text)) = (copied, String::from_utf8(bytes)) else {
        tell(workspace, "The table to copy has gone: open its view again.", true);
        return Vec::new();
    };
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
    tell(workspace, format!("Copied {rows}."), false);
    vec![Effect::CopyText(text)]
}

#[cfg(test)]
mod tests;
