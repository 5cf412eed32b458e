//! Files of complete checks of pairs, with filter, order and open row of their lists.
//! Check files are read with the documents, and written beside the frame after a check and half a second after a change of the list.

use std::{
    mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::Context;

use crate::{jobs::Jobs, platform::Platform, small_file::SmallFile};
use wordfield_core::{
    corpus::Corpus,
    experiment::{CheckOptions, PairCheck},
    project::{Store, StoredCheck, list_file, store_check, stored_check},
};
use wordfield_state::{Action, CheckList, Message, StoredCheckList, Workspace};

/// Files that store the check of the open pairs, and their list.
pub(super) struct CheckFiles {
    platform: Arc<dyn Platform>,
    /// Folder of the check files; `None` if checks are lost when the window closes.
    folder: Option<PathBuf>,
    /// Check that is written or being written.
    check: Option<Arc<PairCheck>>,
    /// List of checked pairs that is being or will be written, with the fingerprint of its texts.
    list: Option<(u64, CheckList)>,
    list_file: Option<SmallFile>,
}

impl CheckFiles {
    /// Creates the check files of a folder; without a folder, checks are not written.
    pub(super) fn new(platform: Arc<dyn Platform>, folder: Option<PathBuf>) -> Self {
        Self { platform, folder, check: None, list: None, list_file: None }
    }

    /// Writes a new check of pairs at once, and its list once the list no longer changes.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace, jobs: &Jobs) {
        let now = workspace.check_list().filter(|_| self.folder.is_some());
        if self.list.map(|(corpus, _)| corpus) != now.map(|(corpus, _)| corpus) {
            let path = self.folder.as_ref().zip(now).map(|(folder, (corpus, _))| list_file(folder, corpus));
            let file = path.map(|path| SmallFile::new(Arc::clone(&self.platform), path));
            if let Some(earlier) = mem::replace(&mut self.list_file, file) {
                // Dropping the file writes its last change.
                jobs.drop_aside(earlier);
            }
            self.list = now;
        }
        let (Some((corpus, list)), Some(file)) = (now, &mut self.list_file) else { return };
        if self.list != now {
            self.list = now;
            file.set(serde_json::to_vec(&list).unwrap_or_default());
        }
        file.follow(ctx);
        self.write_check(corpus, workspace, jobs);
    }

    /// Writes the check of pairs if it was finished since the last call.
    fn write_check(&mut self, corpus: u64, workspace: &Workspace, jobs: &Jobs) {
        let (Some(folder), Some(check)) = (&self.folder, workspace.check_to_keep()) else { return };
        let Some(dataset) = workspace.corpus.dataset.as_ref() else { return };
        if self.check.as_ref().is_some_and(|known| Arc::ptr_eq(known, &check.check)) {
            return;
        }
        let earlier = self.check.replace(Arc::clone(&check.check));
        let (platform, folder, documents) = (Arc::clone(&self.platform), folder.clone(), Arc::clone(&dataset.corpus));
        jobs.spawn("check", move || {
            drop(earlier);
            let (documents, name) = (documents.fingerprint(), documents.name.clone());
            let kept = StoredCheck { corpus: name, documents, model: CheckOptions::new(0).description(), check };
            let problem = store_check(platform.store(), &folder, corpus, &kept).err()?;
            Some(Action::Message(Some(Message::error(format!("{problem}. The check stays in this window.")))))
        });
    }
}

/// Check and list of an earlier session for texts with this fingerprint.
/// The check is omitted unless the same models would judge the same documents.
pub(super) fn read(store: &dyn Store, folder: &Path, texts: u64, corpus: &Corpus) -> StoredCheckList {
    let fits = |kept: &StoredCheck| {
        kept.documents == corpus.fingerprint()
            && kept.model == CheckOptions::new(0).description()
            && kept.check.check.fits(corpus)
    };
    let list = store.read(&list_file(folder, texts)).ok();
    StoredCheckList {
        check: stored_check(store, folder, texts).filter(fits),
        list: list.and_then(|content| serde_json::from_slice(&content).ok()),
    }
}
