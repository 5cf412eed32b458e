//! Saved model in the window: its documents are opened, it is shown over them, and training continues.

use std::sync::Arc;

use crate::{
    Effect, Members, Message, OpenedModel, Saved, Source, Workspace, corpus::update::load::load, edit::update::intervene,
    matches::update::checking, run::update::restart,
};
use wordfield_core::project::Fit;

/// Opens the training documents of a saved model, after its file was read.
pub(crate) fn seek(workspace: &mut Workspace, model: Arc<OpenedModel>) -> Vec<Effect> {
    let name = model.name();
    let current = workspace.corpus.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus));
    let saved = Saved { given: workspace.corpus.model_files.take(), current, model };
    load(workspace, Source::Saved(Box::new(saved)), name, None)
}

/// Shows a saved model with the current dataset; training is paused.
pub(crate) fn resume(workspace: &mut Workspace, model: Arc<OpenedModel>, fit: Fit) -> Vec<Effect> {
    restart(workspace);
    let mut text = model.summary();
    match fit {
        Fit::Same => text.push_str(" Play continues from here; Restart starts a new run."),
        Fit::Other => text.push_str(" It is shown with another corpus, which is split again."),
        Fit::Unsaid => text.push_str(" Its training documents are not recorded, so the corpus is split again."),
    }
    if let Some(dataset) = workspace.corpus.dataset.as_ref().filter(|_| !model.saved.reviews.is_empty()) {
        let [taken, stay] = workspace.choices.reviews.take_in(&model.saved.reviews, &dataset.corpus);
        let all = model.saved.reviews.len();
        text = format!("{text} {taken} of {all} verdicts and notes were restored.");
        if stay > 0 {
            text = format!("{text} {stay} verdicts of this window are kept.");
        }
    }
    if let Some(dataset) = workspace.corpus.dataset.as_ref().filter(|_| !model.saved.sets.is_empty()) {
        let taken = workspace.choices.named.take_in(&model.saved.sets, dataset);
        text = format!("{text} {taken} of {} sets were restored.", model.saved.sets.len());
    }
    let check = model.saved.check.as_ref().filter(|_| fit == Fit::Same);
    if check.is_some_and(|check| checking::restore(workspace, check)) {
        text.push_str(" The check of the pairs was restored.");
    }
    workspace.message = Some(Message::note(text));
    workspace.corpus.saved_model = Some(Arc::clone(&model));
    let words = workspace.corpus.dataset.as_ref().map_or(0, |dataset| dataset.words.len());
    let pinned = Arc::new(Members::of(words, model.saved.pinned.iter().copied()));
    let mut effects = vec![Effect::Resume { run: workspace.run.id, model }];
    if !pinned.is_empty() {
        effects.extend(intervene::pin(workspace, pinned));
    }
    effects
}
