//! Tests of recipes: JSON round trip, refused duplicates, and the same dataset however they are built.

use std::{fs, path::Path};

use super::*;
use crate::corpus::{Builtin, Language, Size, StopWords, Threshold};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/planted").join(name)
}

fn build(recipe: &DataRecipe, cache: &mut DataCache) -> Result<Dataset, DataError> {
    recipe.build(Weighting::Count, cache, &Cancel::default()).map(|built| built.dataset)
}

#[test]
fn a_recipe_survives_json() {
    let full = DataRecipe {
        origin: Origin::Files(vec!["a.txt".into()], ReadOptions { task: Some(TaskKind::Ratings), ..ReadOptions::default() }),
        text: TextChoice { stemmer: Some(None), stop_words: Some(StopWords::Of(Language::German)), ..TextChoice::default() },
        target_text: TextChoice { stemmer: Some(Some(Language::English)), ..TextChoice::default() },
        split: SplitOptions { train: Size::Count(30), ..SplitOptions::default() },
        split_source: Some(SplitSource { path: "r.json".to_owned(), corpus: None, documents: Some(3), texts: None }),
        vocabulary: VocabularyOptions {
            threshold: Some(Threshold::Share(0.1)),
            class_threshold: Some(Threshold::Documents(2)),
            max_words: Some(7),
        },
        vectors: Some(VectorFiles { file: "v.vec".into(), ..VectorFiles::default() }),
        strict: false,
    };
    for recipe in [DataRecipe::default(), full] {
        let written = serde_json::to_string(&recipe).unwrap();
        assert_eq!(serde_json::from_str::<DataRecipe>(&written).unwrap(), recipe, "{written}");
    }
    assert_eq!(serde_json::from_str::<DataRecipe>("{}").unwrap(), DataRecipe::default());
    assert!(serde_json::from_str::<DataRecipe>("{\"spilt\": 1}").is_err(), "a misspelt field is no field");
}

#[test]
fn ratings_lose_their_stop_words_unless_chosen_otherwise() {
    let mut recipe = DataRecipe::default();
    let source = |recipe: &DataRecipe, task| recipe.text_options(task)[0].stop_words.clone();
    assert_eq!(source(&recipe, TaskKind::Ratings), StopWords::Of(Language::English));
    assert_eq!(source(&recipe, TaskKind::Classes), StopWords::None);
    recipe.text.stop_words = Some(StopWords::None);
    assert_eq!(source(&recipe, TaskKind::Ratings), StopWords::None);
}

#[test]
fn one_file_named_twice_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    fs::write(&file, "a\tone two\nb\tthree four\n").unwrap();
    let again = folder.path().join(".").join("a.txt");
    let error = DataRecipe::files(&[file, again], ReadOptions::default()).corpus(&Cancel::default()).unwrap_err();
    assert!(error.to_string().contains("named twice"), "{error}");
}

#[test]
fn classes_that_identify_documents_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ids.txt");
    let lines: Vec<String> = (0..60).map(|i| format!("id{}\tword{i} other", i / 2)).collect();
    fs::write(&file, lines.join("\n")).unwrap();
    let error = DataRecipe::files(&[file], ReadOptions::default()).corpus(&Cancel::default()).unwrap_err();
    assert!(error.to_string().contains("60 documents are of 30 classes"), "{error}");
}

#[test]
fn a_cache_changes_nothing_but_the_time() {
    let mut cache = DataCache::default();
    for seed in [0, 1] {
        let mut recipe = DataRecipe::files(&[sample("corpus.txt")], ReadOptions::default());
        recipe.split.seed = seed;
        let [cached, fresh] = [build(&recipe, &mut cache).unwrap(), build(&recipe, &mut DataCache::default()).unwrap()];
        assert_eq!((&cached.split, &cached.words, &cached.weights), (&fresh.split, &fresh.words, &fresh.weights));
    }
    let held = Arc::clone(&cache.corpus.as_ref().unwrap().2);
    let mut other = DataRecipe::files(&[sample("corpus.txt")], ReadOptions::default());
    other.text.min_length = Some(5);
    assert!(
        build(&other, &mut cache).unwrap().corpus.lexicon.len() < held.lexicon.len(),
        "other text options read the file again"
    );
}

#[test]
fn a_split_of_another_corpus_is_refused() {
    let source = SplitSource { path: "r.json".to_owned(), corpus: Some("other".to_owned()), documents: Some(3), texts: None };
    let recipe = DataRecipe { origin: Origin::Builtin(Builtin::Topics), split_source: Some(source), ..DataRecipe::default() };
    let error = build(&recipe, &mut DataCache::default()).unwrap_err();
    assert!(error.to_string().contains("its split is of another corpus, other (it has 3 documents"), "{error}");
}

#[test]
fn a_split_of_the_labelled_documents_alone_fits_their_corpus() {
    let corpus = builtin(Builtin::Topics);
    let (all, labelled) = (corpus.len(), corpus.len() - 20);
    let mut part = corpus.clone();
    part.texts.truncate(labelled);
    let source = |corpus: &Corpus, documents| SplitSource {
        path: "r.json".to_owned(),
        corpus: None,
        documents: Some(documents),
        texts: Some(SplitSource::checksum(corpus)),
    };
    let mixed = Corpus { unlabelled: 20, ..corpus.clone() };
    assert!(source(&part, labelled).check(&mixed).is_ok());
    assert!(source(&corpus, all).check(&mixed).is_ok());
    assert!(source(&part, labelled).check(&corpus).is_err(), "every document has a label");
    part.texts[3].push('s');
    assert!(source(&part, labelled).check(&mixed).unwrap_err().to_string().contains("its texts are not those"));
}

#[test]
fn cancelling_is_no_fault_of_the_files() {
    let cancel = Cancel::default();
    cancel.cancel();
    let recipe = DataRecipe::files(&[sample("corpus.txt")], ReadOptions::default());
    let error = recipe.build(Weighting::Count, &mut DataCache::default(), &cancel).unwrap_err();
    assert!(error.is_cancelled(), "{error}");
}
