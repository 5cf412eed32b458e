//! Small test datasets from word counts.

use std::sync::Arc;

use crate::{
    corpus::{
        Body, Builtin, Corpus, Dataset, Fields, Format, RawCorpus, RawDocument, Size, Split, SplitOptions, Task, TextOptions,
        Threshold, VocabularyOptions, Weighting, builtin,
    },
    ldk::CorpusKernel,
    model::{ModelKind, Params, Preset},
};

/// A document's words with their counts.
type Counted = Vec<(String, f64)>;

/// Documents from rows of counts; a word's name is its column index.
pub(in crate::model) fn counted(counts: &[Vec<f64>]) -> Vec<Counted> {
    let words = |row: &Vec<f64>| row.iter().enumerate().map(|(word, &count)| (format!("w{word}"), count)).collect::<Counted>();
    counts.iter().map(|row| words(row).into_iter().filter(|&(_, count)| count != 0.0).collect()).collect()
}

/// A dataset of labelled documents; those outside the given parts are test documents.
pub(in crate::model) fn dataset(task: Task, documents: &[(&str, Counted)], train: &[usize], dev: &[usize]) -> Arc<Dataset> {
    let document = |(i, (label, words)): (usize, &(&str, Counted))| RawDocument {
        title: i.to_string(),
        label: (*label).into(),
        body: Body::Words(words.clone()),
        fields: Fields::default(),
    };
    let raw = RawCorpus {
        name: "made up".into(),
        format: Format::Lines,
        task,
        documents: documents.iter().enumerate().map(document).collect(),
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
    };
    let corpus = Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap());
    let test = (0..documents.len()).filter(|i| !train.contains(i) && !dev.contains(i)).collect();
    let given = Some(Split { train: train.to_vec(), dev: dev.to_vec(), test, ..Split::default() });
    let size = |rows: &[usize]| Size::Count(rows.len());
    let split = SplitOptions { train: size(train), dev: size(dev), stratified: false, given, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    Arc::new(Dataset::build(corpus, &split, &vocabulary, Weighting::Count).unwrap())
}

/// The built-in topics, and the kernel between them after some steps of a model with these settings.
pub(in crate::model) fn learned_kernel(kind: ModelKind, settings: &[(&str, &str)]) -> (Arc<Dataset>, CorpusKernel) {
    let mut params = Params::preset(kind, Preset::Default, 2);
    params.set_all(settings).unwrap();
    let corpus = Arc::new(builtin(Builtin::Topics));
    let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting()).unwrap();
    let data = Arc::new(data);
    let mut model = params.start(Arc::clone(&data)).unwrap();
    for _ in 0..10 {
        model.step().unwrap();
    }
    (data, model.snapshot().documents)
}
