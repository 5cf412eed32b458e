//! Rivals of cross-domain matching on articles in Japanese and English, where the collection is available.

use std::sync::Arc;

use wordfield_core::{
    corpus::{Cancel, Corpus, Dataset, ReadOptions, Size, SplitOptions, TextOptions, VocabularyOptions, read},
    model::{ModelKind, Params, Preset},
};

use wordfield_testing::data;

/// Source documents to find the partners of, among as many targets.
const TEST: usize = 100;

#[test]
fn rivals_find_articles_in_another_language_ten_times_as_often_as_chance() {
    let (Some(source), Some(target)) = (data("kyoto-wiki/kyoto.ja.tok.txt.gz"), data("kyoto-wiki/kyoto.en.tok.txt.gz")) else {
        return;
    };
    let raw = read(&[source, target], &ReadOptions::default(), &Cancel::default()).unwrap();
    let corpus = Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap());
    let split =
        SplitOptions { train: Size::Count(200), dev: Size::Count(50), test: Some(Size::Count(TEST)), ..SplitOptions::default() };
    let vocabulary = VocabularyOptions { max_words: Some(1500), ..VocabularyOptions::default() };
    for (kind, set) in [
        (ModelKind::KnnPairs, &[][..]),
        (ModelKind::Cca, &[("lambda", "1")][..]),
        (ModelKind::KedKcca, &[("gamma", "1"), ("vector_dimension", "30")][..]),
        (ModelKind::Kde, &[("gamma", "0.01"), ("dimension", "64")][..]),
    ] {
        let mut params = Params::preset(kind, Preset::Default, 2);
        params.set_all(set).unwrap();
        let data = Dataset::build(Arc::clone(&corpus), &split, &vocabulary, params.weighting()).unwrap();
        let mut model = params.start(Arc::new(data)).unwrap();
        let found = model.step().unwrap().scores.unwrap().test.unwrap();
        assert!(found > 10.0 / TEST as f64, "{kind:?}: {found}");
    }
}
