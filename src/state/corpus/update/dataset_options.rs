//! Changes of the dataset options: vocabulary, split, text, vectors.

use std::{path::PathBuf, sync::Arc};

use crate::corpus::{Origin, Side};
use crate::state::{
    Data, Effect, Loading, Source, Workspace,
    corpus::update::load::{load, names, rebuild},
    run::update::searching,
};

/// Applies a change of the dataset options.
pub(in crate::state) fn apply(workspace: &mut Workspace, data: Data) -> Vec<Effect> {
    match data {
        Data::Set(data) => {
            let settings = workspace.settings_to_come().cloned();
            return rebuild(workspace, data, settings);
        }
        Data::ReadAgain => return read_again(workspace),
        Data::Draft(data) => workspace.corpus.options = data,
        Data::AskForVectors(side) => return vec![Effect::AskForVectors(side)],
        Data::Vectors(side, file) => {
            workspace.corpus.asks_for_vectors = false;
            return read_vectors(workspace, side, file);
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

/// Rebuilds the dataset with or without word vectors.
fn read_vectors(workspace: &mut Workspace, side: Side, file: Option<PathBuf>) -> Vec<Effect> {
    let Some(corpus) = workspace.corpus.dataset.as_ref().map(|dataset| Arc::clone(&dataset.corpus)) else { return Vec::new() };
    let name = file.as_ref().map_or_else(|| corpus.name.clone(), |file| names(std::slice::from_ref(file)));
    workspace.session.message = None;
    workspace.corpus.options.set_vectors(side, file);
    let mut effects = searching::cancel(workspace);
    let settings = workspace.pending_settings().starting_at_vectors(workspace.corpus.options.vectors.is_some());
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
