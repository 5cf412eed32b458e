//! Datasets for the window, built from a source's recipe and the options of the data panel, as on the command line.

use std::sync::Arc;

use crate::{DataOptions, LoadedData, Settings, Source};
use wordfield_core::{
    corpus::{Cancel, CorpusError, Origin, VectorTable},
    experiment::{Built, DataError},
};

/// Builds a dataset from the recipe of a source and the options of the data panel.
///
/// # Errors
/// If files of the recipe cannot be read, or the options do not fit the documents.
pub fn ready(
    source: Source,
    mut data: DataOptions,
    settings: &Settings,
    known_vectors: Option<Arc<VectorTable>>,
    cancel: &Cancel,
) -> Result<LoadedData, DataError> {
    let fresh = matches!(source, Source::Files(..) | Source::Launch(..));
    let at_start = matches!(source, Source::Launch(..));
    let (mut recipe, corpus) = match source {
        Source::Builtin(which) => (data.recipe(Origin::Builtin(which)), None),
        Source::Files(paths, read) => (data.recipe(Origin::Files(paths, read)), None),
        Source::Launch(recipe) => (*recipe, None),
        Source::Corpus(corpus) => (data.recipe(corpus.origin.clone().unwrap_or_default()), Some(corpus)),
        Source::Saved(saved) => {
            let corpus = saved.current.ok_or_else(CorpusError::no_files)?;
            (data.recipe(corpus.origin.clone().unwrap_or_default()), Some(corpus))
        }
        Source::Session(session, _) => (data.recipe(session.session.corpus.origin.clone()), None),
    };
    let corpus = corpus.map_or_else(|| recipe.corpus(cancel).map(Arc::new), Ok)?;
    if at_start {
        let [text, _] = recipe.text_options(corpus.task.kind());
        (data.text, data.target_text) = (text, corpus.target_options.clone());
    }
    // The task, and with it the model and its weighting, is known only after reading the documents.
    let weighting = settings.of_task(corpus.task.kind()).params.weighting();
    let note = if fresh { data.fit(&corpus) } else { None };
    recipe.split.clone_from(&data.split);
    let Built { mut dataset, vectors } = recipe.dataset(corpus, weighting, known_vectors, cancel)?;
    if let Some(note) = note {
        dataset.notes.insert(0, note);
    }
    Ok(LoadedData { vectors, ..LoadedData::new(dataset, data) })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use wordfield_core::{
        corpus::{self, Dataset, ReadOptions},
        experiment::{DataCache, DataRecipe},
    };

    /// Split, words and weights of a dataset.
    fn content(data: &Dataset) -> (&corpus::Split, &[String], &corpus::Csr) {
        (&data.split, &data.words, &data.weights)
    }

    #[test]
    fn window_and_command_line_build_the_same_dataset_of_every_sample_file() {
        let sample =
            |name: &str| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tests/fixtures/planted")).join(name);
        for files in [vec!["corpus.txt"], vec!["reviews.tsv"], vec!["pairs.ja.tsv", "pairs.en.tsv"]] {
            let paths: Vec<PathBuf> = files.iter().map(|name| sample(name)).collect();
            let cancel = Cancel::default();
            let seen = corpus::preview_all(&paths, &ReadOptions::default(), &Cancel::default()).expect("a preview");
            let settings = Settings::default().of_task(seen.task);
            // The command line derives the task from the model.
            let read = ReadOptions { task: Some(seen.task), ..ReadOptions::default() };
            let recipe = DataRecipe::files(&paths, read);
            let weighting = settings.params.weighting();
            let by_command = recipe.build(weighting, &mut DataCache::default(), &cancel).expect("a dataset").dataset;

            let at_start = DataRecipe::files(&paths, ReadOptions::default());
            let at_start = Source::Launch(Box::new(at_start));
            let previewed = DataOptions { text: seen.task.text_options(), ..DataOptions::default() };
            let opened = Source::Files(paths.clone(), ReadOptions::default());
            for (source, data) in [(at_start, DataOptions::default()), (opened, previewed)] {
                let ready = ready(source, data, &settings, None, &cancel).expect("a dataset");
                assert_eq!(content(&ready.dataset), content(&by_command), "{files:?}");
                assert_eq!(ready.dataset.notes, by_command.notes, "{files:?}");
                assert_eq!((&ready.data.text, &ready.data.split), (&by_command.corpus.text_options, &recipe.split));
            }
        }
    }
}
