//! Loading of a dataset on a thread, from files or from the current corpus.

use std::{path::PathBuf, sync::Arc};

use crate::{
    DataOptions, Effect, LoadTask, Loading, Settings, Source, Workspace, corpus::first_look::PreviewInputs,
    run::update::searching,
};
use wordfield_core::corpus::Cancel;

/// File names of the given paths, for display.
pub(crate) fn names(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// Cancels loading a dataset, so that the answer of the current job will be dropped.
pub(crate) fn cancel(workspace: &mut Workspace) {
    if let Loading::Reading { cancel, .. } | Loading::Looking { cancel, .. } = &workspace.corpus.loading {
        cancel.cancel();
    }
    workspace.corpus.job += 1;
    workspace.corpus.loading = Loading::Idle;
    workspace.corpus.model_files = None;
}

/// Builds a dataset on a thread, to be trained with `settings` if given.
/// A search ends first, with the best setting so far, since its settings belong to the current documents.
pub(crate) fn load(workspace: &mut Workspace, source: Source, name: String, others: Option<Settings>) -> Vec<Effect> {
    cancel(workspace);
    let mut effects = searching::cancel(workspace);
    let (cancel, others, again) = (Arc::new(Cancel::default()), others.map(Box::new), again(&source));
    let settings = others.clone().unwrap_or_else(|| Box::new(workspace.choices.settings.clone()));
    workspace.corpus.loading = Loading::Reading { name, again, cancel: Arc::clone(&cancel), settings: others };
    let (data, vectors) = (workspace.corpus.options.clone(), workspace.corpus.vectors.clone());
    effects.push(Effect::Load(LoadTask { job: workspace.corpus.job, source, data, settings, vectors, cancel }));
    effects
}

fn again(source: &Source) -> Option<Box<PreviewInputs>> {
    let again = match source {
        Source::Builtin(_) | Source::Corpus(_) | Source::Session(..) => return None,
        Source::Launch(recipe) => {
            let text_choices = [recipe.text.clone(), recipe.target_text.clone()];
            PreviewInputs { files: Some((recipe.paths().to_vec(), recipe.read_options())), text_choices, model: None }
        }
        Source::Files(paths, read) => {
            PreviewInputs { files: Some((paths.clone(), read.clone())), text_choices: Default::default(), model: None }
        }
        Source::Saved(saved) => {
            PreviewInputs { files: saved.given.clone(), text_choices: Default::default(), model: Some(Arc::clone(&saved.model)) }
        }
    };
    Some(Box::new(again))
}

/// Loads another dataset of the current corpus, with the given options.
pub(crate) fn rebuild(workspace: &mut Workspace, data: DataOptions, others: Option<Settings>) -> Vec<Effect> {
    workspace.corpus.options = data;
    let Some(dataset) = &workspace.corpus.dataset else { return Vec::new() };
    let (corpus, name) = (Arc::clone(&dataset.corpus), dataset.corpus.name.clone());
    load(workspace, Source::Corpus(corpus), name, others)
}

/// Resets the dataset options to those of the current dataset after another one failed to load.
pub(crate) fn keep_dataset(workspace: &mut Workspace) {
    if workspace.corpus.dataset.is_some() {
        workspace.corpus.options = workspace.corpus.loaded_options.clone();
    }
}
