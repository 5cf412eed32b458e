//! Dialogs of the desktop for files and folders, each on a thread.
//!
//! A desktop may have no dialogs; then an action or a message names another way.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use super::jobs::Jobs;
use wordfield_core::corpus::Side;
use wordfield_state::{Action, Close, Data, Message, Open, SpaceAction, SpacePlace};

/// Time below which a dialog that ends without a file was never shown.
const NO_DIALOG: Duration = Duration::from_millis(400);

/// Messages where the desktop has no dialog.
const TYPE: &str = "No file dialog opens on this desktop: type the path instead.";
const DROP: &str = "No file dialog opens on this desktop: drop the file on the window, or type its path.";

impl Jobs {
    /// Opens a file dialog.
    pub fn ask_for_file(&self) {
        self.open_dialog(|| files("Open a corpus"), |files| Action::Open(Open::Files(files)), Action::Open(Open::NoDialog));
    }

    /// Opens a dialog for files to add to the preview.
    pub fn ask_for_other(&self) {
        self.open_dialog(|| files("Add the other file"), |files| Action::Open(Open::Add(files)), message(TYPE));
    }

    /// Opens a dialog on a thread. `absent` is the action where the desktop has no dialog; a cancelled dialog has no action.
    fn open_dialog<T>(
        &self,
        dialog: impl FnOnce() -> Option<T> + Send + 'static,
        chosen: impl FnOnce(T) -> Action + Send + 'static,
        absent: Action,
    ) {
        self.spawn("dialog", move || {
            let opened = Instant::now();
            let answer = dialog();
            outcome(answer, opened.elapsed(), chosen, absent)
        });
    }

    /// Opens a dialog for a file of word vectors of one side.
    pub fn ask_for_vectors(&self, side: Side) {
        self.open_dialog(word_vectors, move |file| Action::Data(Data::Vectors(side, Some(file))), message(TYPE));
    }

    /// Opens a dialog for a file of word vectors without documents.
    pub fn ask_for_space(&self, place: SpacePlace) {
        self.open_dialog(word_vectors, move |file| Action::Space(SpaceAction::Open(place, file)), message(DROP));
    }

    /// Opens a dialog for the folder to save verdicts in.
    pub fn ask_for_reviews_folder(&self) {
        let dialog = || rfd::FileDialog::new().set_title("Save the verdicts").pick_folder();
        self.open_dialog(dialog, |folder: PathBuf| Action::Close(Close::Folder(folder.display().to_string())), message(TYPE));
    }

    /// Opens a save dialog with a proposed path.
    pub fn ask_for_place(&self, title: &'static str, proposed: &str, chosen: fn(String) -> Action) {
        let proposed = PathBuf::from(proposed);
        let dialog = move || {
            let mut dialog = rfd::FileDialog::new().set_title(title);
            if let Some(folder) = proposed.parent().filter(|folder| folder.is_dir()) {
                dialog = dialog.set_directory(folder);
            }
            if let Some(name) = proposed.file_name() {
                dialog = dialog.set_file_name(name.to_string_lossy());
            }
            dialog.save_file()
        };
        self.open_dialog(dialog, move |path| chosen(path.display().to_string()), message(TYPE));
    }
}

/// The dialog for several files.
fn files(title: &str) -> Option<Vec<PathBuf>> {
    rfd::FileDialog::new().set_title(title).pick_files().filter(|files| !files.is_empty())
}

/// The dialog for a file of word vectors.
fn word_vectors() -> Option<PathBuf> {
    rfd::FileDialog::new().set_title("Open word vectors").pick_file()
}

fn message(text: &str) -> Action {
    Action::Message(Some(Message::note(text)))
}

/// The action after a dialog that was open for `time`; none after a cancelled dialog.
fn outcome<T>(answer: Option<T>, time: Duration, chosen: impl FnOnce(T) -> Action, absent: Action) -> Option<Action> {
    match answer {
        Some(answer) => Some(chosen(answer)),
        // A missing dialog answers like a cancelled one, and sooner than a person can.
        None => (time < NO_DIALOG).then_some(absent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_dialog_is_reported_and_a_cancelled_one_is_not() {
        let act = |answer: Option<PathBuf>, milliseconds: u64| {
            let chosen = |path: PathBuf| Action::Space(SpaceAction::Open(SpacePlace::First, path));
            outcome(answer, Duration::from_millis(milliseconds), chosen, message(TYPE))
        };
        assert!(matches!(act(None, 20), Some(Action::Message(Some(message))) if message.text.contains("type the path")));
        assert!(act(None, 3000).is_none());
        for time in [20, 3000] {
            let opened = act(Some("v.txt".into()), time);
            assert!(matches!(opened, Some(Action::Space(SpaceAction::Open(SpacePlace::First, path))) if path == *"v.txt"));
        }
    }
}
