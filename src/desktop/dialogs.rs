//! File and folder dialogs of the desktop.

use std::path::{Path, PathBuf};

use rfd::FileDialog;

use wordfield_state::Dialog;

/// Shows a file dialog and returns the chosen paths; empty if the user cancelled it.
pub(super) fn ask(dialog: &Dialog) -> Vec<PathBuf> {
    let titled = |title: &str| FileDialog::new().set_title(title);
    let path = match dialog {
        Dialog::Files => return titled("Open a corpus").pick_files().unwrap_or_default(),
        Dialog::Other => return titled("Add the other file").pick_files().unwrap_or_default(),
        Dialog::Vectors(_) | Dialog::Space(_) => titled("Open word vectors").pick_file(),
        Dialog::Model(proposed) => place(titled("Save the model"), proposed),
        Dialog::Session(proposed) => place(titled("Save the session"), proposed),
        Dialog::Figure(proposed) => place(titled("Export the figure"), proposed),
        Dialog::Aligned(proposed) => place(titled("Save the aligned pairs"), proposed),
        Dialog::Export(proposed) => place(titled("Export"), proposed),
        Dialog::Reviews => titled("Save the verdicts").pick_folder(),
        Dialog::Verdicts => titled("Read verdicts").pick_file(),
        Dialog::Rules => titled("Open rules").add_filter("rules", &["toml"]).pick_file(),
        Dialog::SaveRules(proposed) => place(titled("Save the rules"), proposed),
    };
    path.into_iter().collect()
}

/// Path of a new file that the user chooses in a dialog, with a proposed path.
fn place(mut dialog: FileDialog, proposed: &str) -> Option<PathBuf> {
    let proposed = Path::new(proposed);
    if let Some(folder) = proposed.parent().filter(|folder| folder.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    if let Some(name) = proposed.file_name() {
        dialog = dialog.set_file_name(name.to_string_lossy());
    }
    dialog.save_file()
}
