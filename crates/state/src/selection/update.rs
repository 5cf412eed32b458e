//! Effect of the focus on the selection set.

use crate::{Focus, SelectionSet, Workspace};

/// Adjusts the selection set to a new focus: a focus on a member leaves it unchanged, any other replaces it.
pub(crate) fn follow(workspace: &mut Workspace) {
    let Some(dataset) = &workspace.corpus.dataset else { return };
    let linked = workspace.linked().filter(|_| workspace.choices.selection.count() > 1);
    match workspace.choices.focus {
        Focus::Word(word) if !linked.is_some_and(|linked| linked.words.contains(word)) => {
            workspace.choices.selection = SelectionSet::words(dataset.words.len(), [word]);
        }
        Focus::Document(document) if !linked.is_some_and(|linked| linked.documents.contains(document)) => {
            workspace.choices.selection = SelectionSet::documents(dataset.corpus.len(), [document]);
        }
        Focus::Word(_) | Focus::Document(_) => {}
        Focus::None | Focus::Class(_) | Focus::Cell { .. } => workspace.choices.selection = SelectionSet::Empty,
    }
}
