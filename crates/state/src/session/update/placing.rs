//! Job that looks up the path in the open dialog, so that a warning precedes overwriting.
//!
//! Paths are looked up on a thread: a network folder may respond only after seconds.

use std::path::Path;

use crate::{Job, Lazy, Underway, Workspace, core::job::start};

/// State of a path: free, a file or a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The path is free, or was not looked up yet.
    #[default]
    Free,
    /// A folder exists at the path.
    Folder,
    /// A file or another object exists at the path and would be replaced.
    Taken,
}

/// Path of the open dialog, and of its table of omitted pairs; empty paths are not looked up.
fn paths(workspace: &Workspace) -> Option<[String; 2]> {
    let (session, export) = (&workspace.session, &workspace.export);
    let saving = session.saving.as_ref().map(|dialog| &dialog.path);
    let figure = session.figure.as_ref().map(|dialog| &dialog.choice.path);
    let aligned = workspace.align.dialog.as_ref().map(|dialog| &dialog.form.path);
    let path = saving.or(figure).or(aligned).or(export.dialog.as_ref().map(|dialog| &dialog.path))?.trim();
    let rejects = export.dialog.as_ref().and_then(|dialog| dialog.rejects()).unwrap_or_default();
    (!path.is_empty()).then(|| [path, rejects].map(str::to_owned))
}

/// Starts the lookup of the path in the open dialog.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = paths(workspace)?;
    workspace.session.place.due_unless(&key, |_| false)?;
    let of = key.clone();
    let work = move |_: &Underway| {
        Some(of.each_ref().map(|path| match Path::new(path).metadata() {
            Ok(there) if there.is_dir() => Place::Folder,
            Ok(_) => Place::Taken,
            Err(_) => Place::Free,
        }))
    };
    Some(start(workspace, "lookup", |workspace| &mut workspace.session.place, key, work))
}

impl Workspace {
    /// States of the path in the open dialog and of the path for omitted pairs, as far as known.
    pub fn places(&self) -> [Place; 2] {
        paths(self).and_then(|paths| self.session.place.to(&paths).copied()).unwrap_or_default()
    }

    /// Drops the state of the path when no dialog is open: the next dialog looks the path up again, since files may have changed.
    pub(crate) fn forget_place(&mut self) {
        if self.session.place.last().is_some() && paths(self).is_none() {
            self.session.place = Lazy::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Saving, core::job::apply_answer};

    #[test]
    fn a_place_is_known_after_its_lookup_and_while_its_dialog_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("m.wordfield");
        std::fs::write(&file, "").expect("a file");
        let mut workspace = Workspace::default();
        assert!(due(&mut workspace).is_none(), "no dialog is open");
        for (path, place) in
            [(folder.path(), Place::Folder), (file.as_path(), Place::Taken), (&file.with_extension("x"), Place::Free)]
        {
            workspace.session.saving = Some(Saving { path: format!(" {} ", path.display()), ..Saving::default() });
            assert_eq!(workspace.places(), [Place::Free; 2], "not known yet");
            let task = due(&mut workspace).expect("a lookup");
            apply_answer(&mut workspace, task.answer());
            assert_eq!(workspace.places(), [place, Place::Free]);
            assert!(due(&mut workspace).is_none(), "it is known");
        }
        let saving = workspace.session.saving.take();
        workspace.forget_place();
        workspace.session.saving = saving;
        assert!(due(&mut workspace).is_some(), "looked up again by the next dialog");
    }
}
