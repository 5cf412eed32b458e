//! Actions that follow file and folder dialogs.
//!
//! On a platform without dialogs, an action or a message names another way to choose a file.

use std::{path::PathBuf, time::Duration};

use wordfield_state::{
    Action, AlignAction, Close, Data, Dialog, Export, FigureStep, Message, Open, ReviewerAction, RulesAction, Save, SpaceAction,
};

/// Time within which a file dialog that returns no file counts as not shown.
const NO_DIALOG: Duration = Duration::from_millis(400);

/// Action that follows a file dialog of duration `time`; `None` if the user cancelled it.
pub(super) fn outcome(dialog: &Dialog, paths: Vec<PathBuf>, time: Duration) -> Option<Action> {
    let Some(path) = paths.first().cloned() else {
        // Without dialogs the desktop answers like a cancelled dialog, but sooner than a user can cancel.
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
