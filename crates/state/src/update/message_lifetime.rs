//! Lifetime of messages to the user: an error is shown until an action on its subject succeeds.
//! A note that names an undo key is shown until the next undo step.

use crate::{Action, AlignAction, Data, Export, Field, Message, Open, Run, Save, Workspace, session::ErrorSubject};

fn concern(action: &Action) -> Option<ErrorSubject> {
    match action {
        Action::Open(_) | Action::Data(_) | Action::Align(_) => Some(ErrorSubject::Documents),
        Action::Run(_) | Action::Trainer(..) => Some(ErrorSubject::Run),
        Action::Field(_) => Some(ErrorSubject::Field),
        Action::Save(_) => Some(ErrorSubject::Saving),
        Action::Export(_) => Some(ErrorSubject::Export),
        _ => None,
    }
}

/// Whether an action attempts an operation that can fail, unlike typing or closing a dialog.
fn tries_again(action: &Action) -> bool {
    match action {
        Action::Open(open) => !matches!(
            open,
            Open::Start(_)
                | Open::Answer(..)
                | Open::Cancel
                | Open::PathField(_)
                | Open::OtherPath(_)
                | Open::AskForFile
                | Open::NoDialog
                | Open::PathFocused
        ),
        Action::Data(data) => !matches!(data, Data::Draft(_) | Data::CloseVectors),
        Action::Run(run) => !matches!(run, Run::Pace(_)),
        Action::Field(field) => matches!(field, Field::ReadLexicon(_) | Field::Lexicon(_)),
        Action::Align(align) => matches!(align, AlignAction::Open | AlignAction::Start),
        Action::Save(save) => matches!(save, Save::Path(_) | Save::Go | Save::Done(..) | Save::Close),
        Action::Export(export) => !matches!(export, Export::View(..) | Export::Browse),
        _ => false,
    }
}

/// State of the shown message before an action.
pub(crate) struct Before {
    concern: Option<ErrorSubject>,
    tries: bool,
    read: bool,
    error: Option<Message>,
    /// Note on the last undoable step, if it is shown.
    step: Option<Message>,
    steps: u64,
    run: u64,
}

impl Before {
    /// Removes the displayed error or note before an action, so that a repeated message is recognised.
    pub(crate) fn new(workspace: &mut Workspace, action: &Action) -> Self {
        let error = workspace.message.take_if(|message| message.error);
        let step = workspace.message.take_if(|message| message.undo);
        let (read, steps, run) = (matches!(action, Action::Message(_)), workspace.undo.steps, workspace.run.id);
        Self { concern: concern(action), tries: tries_again(action), read, error, step, steps, run }
    }

    /// Restores the error unless the action succeeded or reported another error, and records the subject of a new error.
    /// Restores the note unless an undo step was added.
    pub(crate) fn settle(self, workspace: &mut Workspace) {
        if let Some(message) = &workspace.message {
            if message.error {
                workspace.session.trouble = self.concern;
            }
            return;
        }
        if self.step.is_some() {
            workspace.message = self.step.filter(|_| !self.read && workspace.undo.steps == self.steps);
            return;
        }
        let trouble = workspace.session.trouble;
        // A new run clears the errors of the previous one.
        let new_run = workspace.run.id != self.run && trouble == Some(ErrorSubject::Run);
        let solved = self.tries && (trouble.is_none() || trouble == self.concern);
        if !(self.read || new_run || solved) {
            workspace.message = self.error;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, SavedContent, Settings, TrainerUpdate, update};
    use wordfield_core::train::Event;

    fn wrong(text: &str) -> String {
        text.to_owned()
    }

    fn message_text(workspace: &Workspace) -> Option<&str> {
        workspace.message.as_ref().map(|message| message.text.as_str())
    }

    #[test]
    fn an_error_stays_until_it_is_corrected() {
        let mut workspace = Workspace::default();
        update(&mut workspace, Action::Trainer(0, TrainerUpdate::Event(Event::Failed(wrong("lower the step size")))));
        update(&mut workspace, Action::Save(Save::Close));
        update(&mut workspace, Action::Open(Open::PathField("x".to_owned())));
        assert_eq!(message_text(&workspace), Some("lower the step size"), "that is about something else");
        let params = Settings::default().params;
        update(&mut workspace, Action::Run(Run::Params(Box::new(params))));
        assert_eq!(message_text(&workspace), None);

        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Model(Err(wrong("damaged"))))));
        assert!(message_text(&workspace).is_some());
        update(&mut workspace, Action::Open(Open::Files(vec!["other.csv".into()])));
        assert_eq!(message_text(&workspace), None);
    }

    #[test]
    fn a_repeated_error_stays() {
        let mut workspace = Workspace::default();
        for _ in 0..2 {
            update(&mut workspace, Action::Save(Save::Done(SavedContent::Model, Err(wrong("no room")))));
            assert_eq!(message_text(&workspace), Some("no room"));
        }
        update(&mut workspace, Action::Save(Save::Path("elsewhere".to_owned())));
        assert_eq!(message_text(&workspace), None);
    }
}
