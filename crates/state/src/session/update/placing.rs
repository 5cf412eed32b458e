//! Query for what exists at the path in the open dialog, so that a warning precedes overwriting.
//!
//! Paths are looked up on a thread: a folder on a network may take seconds to answer.

use std::path::Path;

use crate::{
    Workspace,
    core::{
        Slot,
        query::Query,
        update::{SlotOf, ViewQuery},
    },
};
use wordfield_core::cancel::CancelFlag;

/// Kind of what exists at a path: nothing, a file or a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing exists at the path, or the answer is not known yet.
    #[default]
    Free,
    /// A folder exists at the path.
    Folder,
    /// A file or another object exists at the path and would be replaced.
    Taken,
}

/// Query for what exists at the path of a dialog, and of its table of omitted pairs; empty paths are not looked up.
#[derive(Clone, Debug)]
pub(crate) struct PlaceQuery(pub(crate) [String; 2]);

impl Query for PlaceQuery {
    type Key = [String; 2];
    type Answer = [Place; 2];

    fn key(&self) -> [String; 2] {
        self.0.clone()
    }

    fn answer(self, _cancel: &CancelFlag) -> [Place; 2] {
        self.0.map(|path| match Path::new(&path).metadata() {
            Ok(there) if there.is_dir() => Place::Folder,
            Ok(_) => Place::Taken,
            Err(_) => Place::Free,
        })
    }
}

impl ViewQuery for PlaceQuery {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.session.place;

    fn build(workspace: &Workspace) -> Option<Self> {
        let (session, export) = (&workspace.session, &workspace.export);
        let saving = session.saving.as_ref().map(|dialog| &dialog.path);
        let figure = session.figure.as_ref().map(|dialog| &dialog.choice.path);
        let aligned = workspace.align.dialog.as_ref().map(|dialog| &dialog.form.path);
        let path = saving.or(figure).or(aligned).or(export.dialog.as_ref().map(|dialog| &dialog.path))?.trim();
        let rejects = export.dialog.as_ref().and_then(|dialog| dialog.rejects()).unwrap_or_default();
        (!path.is_empty()).then(|| Self([path, rejects].map(str::to_owned)))
    }
}

impl Workspace {
    /// What exists at the path of the open dialog, and of its table of omitted pairs, if known.
    pub fn places(&self) -> [Place; 2] {
        let query = PlaceQuery::build(self);
        let found = self.session.place.last().zip(query).filter(|((paths, _), query)| *paths == query.0);
        found.map_or_else(Default::default, |((_, places), _)| *places)
    }

    /// Forgets what exists at the path when no dialog is open: the next one looks again, as something may have been written.
    pub(crate) fn forget_place(&mut self) {
        if self.session.place.last().is_some() && PlaceQuery::build(self).is_none() {
            self.session.place = Slot::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Saving,
        core::update::{apply, due},
    };

    #[test]
    fn a_place_is_known_after_its_lookup_and_while_its_dialog_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("m.wordfield");
        std::fs::write(&file, "").expect("a file");
        let mut workspace = Workspace::default();
        assert!(due::<PlaceQuery>(&mut workspace).is_none(), "no dialog is open");
        for (path, place) in
            [(folder.path(), Place::Folder), (file.as_path(), Place::Taken), (&file.with_extension("x"), Place::Free)]
        {
            workspace.session.saving = Some(Saving { path: format!(" {} ", path.display()), ..Saving::default() });
            assert_eq!(workspace.places(), [Place::Free; 2], "not known yet");
            let task = due::<PlaceQuery>(&mut workspace).expect("a lookup");
            apply(&mut workspace, &task.answer());
            assert_eq!(workspace.places(), [place, Place::Free]);
            assert!(due::<PlaceQuery>(&mut workspace).is_none(), "it is known");
        }
        let saving = workspace.session.saving.take();
        workspace.forget_place();
        workspace.session.saving = saving;
        assert!(due::<PlaceQuery>(&mut workspace).is_some(), "looked up again by the next dialog");
    }
}
