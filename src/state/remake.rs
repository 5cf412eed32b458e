//! Other words or parts of the documents at hand.

use super::{
    Data, Effect, Source, Workspace,
    load::{load, names, rebuild},
};
use crate::corpus::Origin;

/// Makes something else of the documents.
pub(super) fn apply(workspace: &mut Workspace, data: Data) -> Vec<Effect> {
    match data {
        Data::Set(data) => {
            let settings = workspace.settings_to_come().cloned();
            return rebuild(workspace, data, settings);
        }
        Data::ReadAgain => return read_again(workspace),
        Data::Draft(data) => workspace.data = data,
        Data::Text(side, options) => workspace.data.set_text(side, options),
    }
    Vec::new()
}

fn read_again(workspace: &mut Workspace) -> Vec<Effect> {
    let origin = workspace.dataset.as_ref().and_then(|dataset| dataset.corpus.origin.clone());
    let Some(Origin::Files(paths, read)) = origin else { return Vec::new() };
    let name = names(&paths);
    let settings = workspace.settings_to_come().cloned();
    load(workspace, Source::Files(paths, read), name, settings)
}
