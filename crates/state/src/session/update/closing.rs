//! Closing of the window while verdicts cannot be written: save them elsewhere, try again, or discard them.

use std::path::PathBuf;

use crate::{Close, Closing, Dialog, Effect, Workspace};

/// Applies one step of closing the window.
pub(crate) fn apply(workspace: &mut Workspace, step: Close) -> Vec<Effect> {
    let closing = &mut workspace.session.closing;
    match step {
        Close::Unwritten(problem) => {
            let proposed = || std::env::current_dir().unwrap_or_default().join("verdicts").display().to_string();
            let folder = closing.take().map_or_else(proposed, |closing| closing.folder);
            *closing = Some(Closing { problem, folder });
        }
        Close::Folder(folder) => {
            if let Some(closing) = closing {
                closing.folder = folder;
            }
        }
        Close::Dialog => return vec![Effect::Dialog(Dialog::Reviews)],
        Close::SaveElsewhere => {
            let folder = closing.as_ref().map(|closing| closing.folder.trim()).filter(|folder| !folder.is_empty());
            return folder.map(|folder| Effect::CloseAfterWriting(Some(PathBuf::from(folder)))).into_iter().collect();
        }
        Close::TryAgain => return vec![Effect::CloseAfterWriting(None)],
        Close::Discard => return vec![Effect::Close],
        Close::Cancel => *closing = None,
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unwritten_verdicts_open_a_dialog_whose_choices_close_the_window() {
        let mut workspace = Workspace::default();
        apply(&mut workspace, Close::Unwritten("read-only".to_owned()));
        assert!(workspace.session.closing.as_ref().is_some_and(|closing| closing.problem == "read-only"));
        apply(&mut workspace, Close::Folder(" elsewhere ".to_owned()));
        let effects = apply(&mut workspace, Close::SaveElsewhere);
        assert!(matches!(&effects[..], [Effect::CloseAfterWriting(Some(folder))] if folder == &PathBuf::from("elsewhere")));
        apply(&mut workspace, Close::Unwritten("full".to_owned()));
        assert!(workspace.session.closing.as_ref().is_some_and(|closing| closing.folder == " elsewhere "), "kept");
        assert!(matches!(apply(&mut workspace, Close::TryAgain)[..], [Effect::CloseAfterWriting(None)]));
        assert!(matches!(apply(&mut workspace, Close::Discard)[..], [Effect::Close]));
        assert!(apply(&mut workspace, Close::Cancel).is_empty() && workspace.session.closing.is_none());
    }
}
