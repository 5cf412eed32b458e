//! File and folder dialogs of the desktop, each on a thread.
//!
//! A desktop may have no dialogs; then an action or a message names another way to choose a file.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rfd::FileDialog;

use super::jobs::Jobs;
use wordfield_state::{
    Action, AlignAction, Close, Data, Dialog, Export, FigureStep, Message, Open, ReviewerAction, RulesAction, Save, SpaceAction,
};

/// Time below which a file dialog that ends without a file is taken as not shown.
const NO_DIALOG: Duration = Duration::from_millis(400);

impl Jobs {
    /// Opens a file dialog on a thread. A cancelled dialog triggers no action.
    pub(super) fn open_dialog(&self, dialog: Dialog) {
        self.spawn("dialog", move || {
            let opened = Instant::now();
            let paths = ask(&dialog);
            outcome(&dialog, paths, opened.elapsed())
        });
    }
}

/// Shows a file dialog and returns the chosen paths; empty if the user cancelled it.
fn ask(dialog: &Dialog) -> Vec<PathBuf> {
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

/// Action that follows a file dialog of duration `time`; `None` if the user cancelled it.
fn outcome(dialog: &Dialog, paths: Vec<PathBuf>, time: Duration) -> Option<Action> {
    let Some(path) = paths.first().cloned() else {
        // If the desktop has no dialogs, the answer is like that of a cancelled one, but sooner than a user can cancel.
        return (time < NO_DIALOG).then(|| absent(dialog));
    };
    let text = path.display().to_string();
    Some(match dialog {
        Dialog::Files => Action::Open(Open::Files(paths)),
        Dialog::Other => Action::Open(Open::Add(paths)),
        Dialog::Vectors(side) => Action::Data(Data::Vectors(*side, Some(path))),
        Dialog::Space(place) => Action::Space(SpaceAction::Open(*place, path)),
        Dialog::Model(_) | Dialog::Session(_) => Action::Save(Save::Path(text)),
        Dialog::Figure(_) => Action::Figure(FigureStep::Path(path)),
        Dialog::Aligned(_) => Action::Align(AlignAction::Path(text)),
        Dialog::Export(_) => Action::Export(Export::Path(text)),
        Dialog::Reviews => Action::Close(Close::Folder(text)),
        Dialog::Verdicts => Action::Reviewer(ReviewerAction::Open(path)),
        Dialog::Rules => Action::Rules(RulesAction::Open(path)),
        Dialog::SaveRules(_) => Action::Rules(RulesAction::Save(path)),
    })
}

/// Action for a desktop without file dialogs.
fn absent(dialog: &Dialog) -> Action {
    let other = match dialog {
        Dialog::Files => return Action::Open(Open::NoDialog),
        Dialog::Space(_) => "drop the file on the window, or type its path",
        _ => "type the path instead",
    };
    Action::Message(Some(Message::note(format!("No file dialog opens on this desktop: {other}."))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::Side;
    use wordfield_state::SpacePlace;

    #[test]
    fn a_missing_dialog_is_reported_and_a_cancelled_one_is_not() {
        let act = |dialog: Dialog, path: Option<&str>, milliseconds: u64| {
            outcome(&dialog, path.map(PathBuf::from).into_iter().collect(), Duration::from_millis(milliseconds))
        };
        let vectors = || Dialog::Vectors(Side::Source);
        assert!(
            matches!(act(vectors(), None, 20), Some(Action::Message(Some(message))) if message.text.contains("type the path"))
        );
        assert!(act(vectors(), None, 3000).is_none());
        let dropped = act(Dialog::Space(SpacePlace::First), None, 20);
        assert!(matches!(dropped, Some(Action::Message(Some(message))) if message.text.contains("drop the file")));
        assert!(matches!(act(Dialog::Files, None, 20), Some(Action::Open(Open::NoDialog))));
        for time in [20, 3000] {
            let opened = act(Dialog::Space(SpacePlace::First), Some("v.txt"), time);
            assert!(matches!(opened, Some(Action::Space(SpaceAction::Open(SpacePlace::First, path))) if path == *"v.txt"));
        }
    }
}
