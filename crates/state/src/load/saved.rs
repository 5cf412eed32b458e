//! Documents for a saved model: files named with it, the current corpus if it fits, or the training corpus.

use std::sync::Arc;

use crate::{DataOptions, LoadedData, OpenedModel, Saved};
use wordfield_core::{
    corpus::{Builtin, Cancel, Corpus, CorpusError, Origin, Side, StopWords},
    project::Fit,
};

/// Finds the documents of a saved model and builds a dataset over its words.
///
/// # Errors
/// Describes why the model's documents cannot be read, with a remedy.
pub fn ready(saved: Saved, data: &DataOptions, cancel: &Cancel) -> Result<LoadedData, String> {
    let Saved { model, given, current } = saved;
    let model = with_stop_words(model, data).map_err(|error| error.to_string())?;
    let (corpus, fit) = documents(&model, given.map(|(paths, read)| Origin::files(&paths, &read)), current, cancel)?;
    let text = (corpus.text_options.clone(), corpus.target_options.clone());
    let (dataset, split) = model.saved.dataset(corpus, fit, &data.split).map_err(|error| error.to_string())?;
    if cancel.is_cancelled() {
        return Err(CorpusError::cancelled().to_string());
    }
    let data = DataOptions { text: text.0, target_text: text.1, split, vectors: None, ..data.clone() };
    Ok(LoadedData { opened: Some((model, fit)), ..LoadedData::new(dataset, data) })
}

/// Completes a model of an earlier version with the words of the stop-word files that the user named in the data options.
fn with_stop_words(model: Arc<OpenedModel>, data: &DataOptions) -> Result<Arc<OpenedModel>, CorpusError> {
    let target = data.target_text.as_ref().unwrap_or(&data.text);
    let mut model = model;
    for (side, options) in [(Side::Source, &data.text), (Side::Target, target)] {
        if let (true, StopWords::File(file)) = (model.saved.lexicon.lacks_stop_words(side), &options.stop_words) {
            let mut saved = model.saved.clone();
            saved.lexicon.supply_stop_words(side, file)?;
            model = Arc::new(OpenedModel { file: model.file.clone(), saved });
        }
    }
    Ok(model)
}

fn documents(
    model: &OpenedModel,
    given: Option<Origin>,
    current: Option<Arc<Corpus>>,
    cancel: &Cancel,
) -> Result<(Arc<Corpus>, Fit), String> {
    let lexicon = &model.saved.lexicon;
    let (text, target) = (&lexicon.text_options, lexicon.target_options.as_ref().unwrap_or(&lexicon.text_options));
    let read = |origin: &Origin| origin.read(text, target, cancel).map(Arc::new).map_err(|error| error.to_string());
    if let Some(given) = given {
        let corpus = read(&given)?;
        let fit = model.saved.fits(&corpus).map_err(|why| model.mismatch_message(&[why]))?;
        return Ok((corpus, fit));
    }
    let mut why = Vec::new();
    // A built-in corpus is loaded without consent of the user.
    let asked_for = |corpus: &Corpus| !matches!(corpus.origin, Some(Origin::Builtin(_)));
    if let Some(corpus) = current {
        match model.saved.fits(&corpus) {
            Ok(fit) if fit == Fit::Same || asked_for(&corpus) => return Ok((corpus, fit)),
            Ok(_) => {}
            Err(text) => why.push(text),
        }
    }
    let origin = model.saved.trained_on.as_ref().and_then(|trained_on| trained_on.origin.clone());
    let origin =
        origin.or_else(|| Builtin::ALL.into_iter().find(|which| which.name() == model.saved.corpus).map(Origin::Builtin));
    let found = origin.map(|origin| read(&origin).and_then(|corpus| Ok((model.saved.fits(&corpus)?, corpus))));
    match found {
        Some(Ok((fit, corpus))) => Ok((corpus, fit)),
        Some(Err(_)) if cancel.is_cancelled() => Err(CorpusError::cancelled().to_string()),
        Some(Err(text)) => {
            why.push(text);
            Err(model.mismatch_message(&why))
        }
        None => Err(model.mismatch_message(&why)),
    }
}
