//! Changes of the dataset options: vocabulary, split, text, vectors.

use std::{path::PathBuf, sync::Arc};

use crate::{
    Data, Dialog, Effect, Loading, Source, Workspace,
    corpus::update::load::{load, names, rebuild},
    run::update::searching,
};
use wordfield_core::corpus::{Origin, Side};

/// Applies a change of the dataset options.
pub(crate) fn apply(workspace: &mut Workspace, data: Data) -> Vec<Effect> {
    match data {
        Data::Set(data) => {
            let settings = workspace.settings_to_come().cloned();
            return rebuild(workspace, data, settings);
        }
        Data::ReadAgain => return read_again(workspace),
        Data::Draft(data) => workspace.corpus.options = data,
        Data::AskForVectors(side) => return vec![Effect::Dialog(Dialog::Vectors(side))],
        Data::Vectors(side, file) => {
            let as_start = std::mem::take(&mut workspace.corpus.asks_for_vectors);
            return read_vectors(workspace, side, file, as_start);
        }
        Data::CloseVectors => workspace.corpus.asks_for_vectors = false,
        Data::Text(side, options) => {
            workspace.corpus.options.set_text(side, options);
            workspace.corpus.first_look.cut_chosen |=
                matches!(workspace.corpus.loading, Loading::Looking { .. } | Loading::Preview { .. });
        }
    }
    Vec::new()
}

/// Rebuilds the dataset with or without word vectors, as the initial positions or as a component of the kernel.
fn read_vectors(workspace: &mut Workspace, side: Side, file: Option<PathBuf>, as_start: bool) -> Vec<Effect> {
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus)) else { return Vec::new() };
    let name = file.as_ref().map_or_else(|| corpus.name.clone(), |file| names(std::slice::from_ref(file)));
    workspace.message = None;
    workspace.corpus.options.set_vectors(side, file);
    let mut effects = searching::cancel(workspace);
    let (settings, given) = (workspace.pending_settings(), workspace.corpus.options.vectors.is_some());
    let settings = if as_start { settings.starting_at_vectors(given) } else { settings.with_vectors(given) };
    effects.extend(load(workspace, Source::Corpus(corpus), name, Some(settings)));
    effects
}

fn read_again(workspace: &mut Workspace) -> Vec<Effect> {
    let origin = workspace.corpus.dataset.as_ref().and_then(|dataset| dataset.corpus.origin.clone());
    let Some(Origin::Files(paths, read)) = origin else { return Vec::new() };
    let name = names(&paths);
    let settings = workspace.settings_to_come().cloned();
    load(workspace, Source::Files(paths, read), name, settings)
}
