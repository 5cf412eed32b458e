//! What is at the path that a dialog names, so that a warning can precede its replacement.
//!
//! Looked up on a thread: a folder on a network may take seconds to answer.

use std::path::Path;

use crate::{
    cancel::CancelFlag,
    state::{
        Workspace,
        core::query::{PendingQuery, Query},
        queries::update::task::ViewQuery,
    },
};

/// What is at a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing, or not known yet.
    #[default]
    Free,
    /// A folder.
    Folder,
    /// A file or another thing that would be replaced.
    Taken,
}

/// The lookup of the dialog that is open, and its latest answer.
#[derive(Debug, Default)]
pub struct PlaceState {
    pending: PendingQuery<PlaceQuery>,
    found: Option<(String, Place)>,
}

/// A lookup of a path.
#[derive(Clone, Debug)]
pub struct PlaceQuery(String);

impl Query for PlaceQuery {
    type Key = String;
    type Answer = Place;

    fn key(&self) -> String {
        self.0.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> Place {
        match Path::new(&self.0).metadata() {
            Ok(there) if there.is_dir() => Place::Folder,
            Ok(_) => Place::Taken,
            Err(_) => Place::Free,
        }
    }
}

impl ViewQuery for PlaceQuery {
    fn build(workspace: &Workspace) -> Option<Self> {
        let (session, export) = (&workspace.session, &workspace.export);
        let saving = session.saving.as_ref().map(|dialog| &dialog.path);
        let figure = session.figure.as_ref().map(|dialog| &dialog.choice.path);
        let path = saving.or(figure).or(export.dialog.as_ref().map(|dialog| &dialog.path))?.trim();
        (!path.is_empty()).then(|| Self(path.to_owned()))
    }

    fn slot<'a>(workspace: &'a mut Workspace, _key: &String) -> &'a mut PendingQuery<Self> {
        &mut workspace.session.place.pending
    }

    fn show(workspace: &mut Workspace, key: String, place: Place) {
        workspace.session.place.found = Some((key, place));
    }
}

impl Workspace {
    /// What is at the path of the open dialog, as far as known.
    pub fn place(&self) -> Place {
        let asked = PlaceQuery::build(self);
        let found = self.session.place.found.as_ref().zip(asked).filter(|((path, _), asked)| *path == asked.0);
        found.map_or(Place::Free, |((_, place), _)| *place)
    }

    /// Forgets what was there: something is written now.
    pub(in crate::state) fn forget_place(&mut self) {
        self.session.place = PlaceState::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{
        Saving,
        queries::update::task::{apply, due},
    };

    #[test]
    fn a_place_is_known_after_its_lookup_and_until_something_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("m.wordfield");
        std::fs::write(&file, "").expect("a file");
        let mut workspace = Workspace::default();
        assert!(due::<PlaceQuery>(&mut workspace).is_none(), "no dialog is open");
        for (path, place) in
            [(folder.path(), Place::Folder), (file.as_path(), Place::Taken), (&file.with_extension("x"), Place::Free)]
        {
            workspace.session.saving = Some(Saving { path: format!(" {} ", path.display()), busy: false });
            assert_eq!(workspace.place(), Place::Free, "not known yet");
            let task = due::<PlaceQuery>(&mut workspace).expect("a lookup");
            apply(&mut workspace, &task.answer());
            assert_eq!(workspace.place(), place);
            assert!(due::<PlaceQuery>(&mut workspace).is_none(), "it is known");
        }
        workspace.forget_place();
        assert!(due::<PlaceQuery>(&mut workspace).is_some(), "looked up again after writing");
    }
}
