//! Documents for a session: the current corpus if it is the session's, otherwise the files that the session names.

use std::sync::Arc;

use crate::{LoadedData, OpenedSession};
use wordfield_core::{
    corpus::{Cancel, Corpus},
    experiment::Built,
    project::Fit,
};

/// Reads the documents and builds the dataset of a session.
///
/// # Errors
/// Describes why the session's documents cannot be read, with a remedy.
pub fn ready(opened: &Arc<OpenedSession>, current: Option<Arc<Corpus>>, cancel: &Cancel) -> Result<LoadedData, String> {
    let session = &opened.session;
    let reference = &session.corpus;
    let data = session.data.clone();
    let recipe = data.recipe(reference.origin.clone());
    let built = current
        .filter(|corpus| corpus.fingerprint() == reference.fingerprint)
        .map_or_else(|| recipe.corpus(cancel).map(Arc::new), Ok);
    let built = built.and_then(|corpus| recipe.dataset(corpus, session.training.params.weighting(), None, cancel));
    let Built { dataset, vectors } = built.map_err(|error| {
        let remedy =
            format!("put the documents of {} back, or open them where they are now and then the session again", reference.name);
        format!("{}: {error}; {remedy}", opened.file.display())
    })?;
    let same = dataset.corpus.fingerprint() == reference.fingerprint && dataset.words == *session.words;
    let fit = if same { Fit::Same } else { Fit::Other };
    Ok(LoadedData { vectors, session: Some((Arc::clone(opened), fit)), ..LoadedData::new(dataset, data) })
}
