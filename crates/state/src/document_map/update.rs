//! Map of documents: its actions and its job.

use std::sync::Arc;

use super::{DocumentMapAction, DocumentMapKey, picture::DocumentMapInput};
use crate::{
    Effect, Same, Underway, Workspace,
    core::job::{At, start_study},
};

/// Applies an action on the map of documents.
pub(crate) fn apply(workspace: &mut Workspace, action: DocumentMapAction) -> Vec<Effect> {
    match action {
        DocumentMapAction::Look(look) => workspace.document_map.look = look,
        DocumentMapAction::Make => return make(workspace).into_iter().collect(),
        DocumentMapAction::Stop => workspace.document_map.study.stop(),
    }
    Vec::new()
}

fn make(workspace: &mut Workspace) -> Option<Effect> {
    let (key, kernel) = (workspace.document_map_key()?, workspace.corpus_kernel()?);
    let owns_kernel = workspace.run.snapshot.as_ref()?.owns_kernel;
    let (dataset, basis) = (Arc::clone(workspace.corpus.dataset.as_ref()?), Arc::clone(workspace.corpus.basis.as_ref()?));
    let (memory, iteration) = (workspace.session.memory, workspace.shown());
    let study = &workspace.document_map.study;
    let last = study.found().filter(|last| last.key.dataset == key.dataset).cloned();
    let input = DocumentMapInput { key: key.clone(), dataset, basis, kernel, owns_kernel, memory, iteration, last };
    let work = move |_: &Underway| Some(input.draw());
    let at: At<_, _> = |workspace| &mut workspace.document_map.study;
    Some(Effect::Run(start_study(workspace, "map of documents", at, key, work, |_| ())))
}

impl Workspace {
    /// Key of the map of documents at the current positions.
    pub fn document_map_key(&self) -> Option<DocumentMapKey> {
        let (dataset, kernel) = (self.corpus.dataset.as_ref()?, self.corpus_kernel()?);
        let (dataset, latent) = (Same::of(dataset), Same::of(&kernel.x));
        Some(DocumentMapKey { dataset, latent, ldk: kernel.ldk, part: self.document_map.look.part })
    }
}
