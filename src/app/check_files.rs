//! Files of complete checks of pairs, with filter, order and place of their lists.
//! They are read with the documents, and written on a thread after a check and half a second after a change of the list.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::{jobs::Jobs, latest::Latest, user_settings};
use wordfield_core::{
    corpus::Corpus,
    experiment::{CheckOptions, PairCheck},
    project::{StoredCheck, list_file, store_check, stored_check},
};
use wordfield_state::{Action, CheckList, Message, StoredCheckList, Workspace};

/// Delay between a change of the check's list and its writing, so that a walk through the list is written once.
const DELAY: Duration = Duration::from_millis(500);

/// Files that store the check of the open pairs, and their list.
pub(super) struct CheckFiles {
    /// Folder of the check files; `None` if checks end with the window.
    folder: Option<PathBuf>,
    /// Check that is written, or is being written.
    check: Option<Arc<PairCheck>>,
    /// List of checked pairs that is being or will be written, with the fingerprint of its texts.
    list: Option<(u64, CheckList)>,
    /// Time of the first change of the list that is not yet written.
    changed: Option<Instant>,
    versions: Arc<Latest>,
}

impl CheckFiles {
    /// Creates the check files of a folder; nothing is written without a folder.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, check: None, list: None, changed: None, versions: Arc::default() }
    }

    /// Writes a new check of pairs, and its list once that no longer changes.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace, jobs: &Jobs) {
        let now = workspace.check_list().filter(|_| self.folder.is_some());
        if self.list.map(|(corpus, _)| corpus) != now.map(|(corpus, _)| corpus) {
            self.write_list(jobs);
            (self.list, self.versions) = (now, Arc::default());
        }
        let Some((corpus, _)) = now else { return };
        self.write_check(corpus, workspace, jobs);
        if self.list != now {
            self.list = now;
            self.changed.get_or_insert_with(Instant::now);
        }
        match self.changed.map(|changed| DELAY.checked_sub(changed.elapsed())) {
            Some(Some(wait)) => ctx.request_repaint_after(wait),
            Some(None) => self.write_list(jobs),
            None => {}
        }
    }

    /// Writes the check of pairs if it was finished since the last call.
    fn write_check(&mut self, corpus: u64, workspace: &Workspace, jobs: &Jobs) {
        let (Some(folder), Some(check)) = (&self.folder, workspace.check_to_keep()) else { return };
        let Some(dataset) = workspace.corpus.dataset.as_ref() else { return };
        if self.check.as_ref().is_some_and(|known| Arc::ptr_eq(known, &check.check)) {
            return;
        }
        self.check = Some(Arc::clone(&check.check));
        let (folder, documents) = (folder.clone(), Arc::clone(&dataset.corpus));
        jobs.spawn("check", move || {
            let (documents, name) = (documents.fingerprint(), documents.name.clone());
            let kept = StoredCheck { corpus: name, documents, model: CheckOptions::new(0).description(), check };
            let problem = store_check(&folder, corpus, &kept).err()?;
            Some(Action::Message(Some(Message::error(format!("{problem}. The check stays in this window.")))))
        });
    }

    /// Path and content of the list file, if the list has changed.
    fn list_to_write(&self) -> Option<(PathBuf, Vec<u8>)> {
        let (folder, (corpus, list)) = (self.folder.as_ref()?, self.list?);
        Some((list_file(folder, corpus), serde_json::to_vec(&list).ok()?))
    }

    /// Writes the changed list of checked pairs on a thread.
    fn write_list(&mut self, jobs: &Jobs) {
        if let (Some(_), Some((file, content))) = (self.changed.take(), self.list_to_write()) {
            jobs.write_latest("list", file, content, &self.versions);
        }
    }
}

impl Drop for CheckFiles {
    /// Writes the last state of the list before the program ends.
    fn drop(&mut self) {
        if let (Some(_), Some((file, content))) = (self.changed, self.list_to_write()) {
            self.versions.write(self.versions.begin(), || user_settings::write(&file, &content));
        }
    }
}

/// Check and list of an earlier session for texts with this fingerprint; the check only if the same models would judge the
/// same documents.
pub(super) fn read(folder: &Path, texts: u64, corpus: &Corpus) -> StoredCheckList {
    let fits = |kept: &StoredCheck| {
        kept.documents == corpus.fingerprint()
            && kept.model == CheckOptions::new(0).description()
            && kept.check.check.fits(corpus)
    };
    let list = fs::read(list_file(folder, texts)).ok();
    StoredCheckList {
        check: stored_check(folder, texts).filter(fits),
        list: list.and_then(|content| serde_json::from_slice(&content).ok()),
    }
}
