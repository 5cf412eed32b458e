//! Two sides in one corpus: stacking preserves both, each side has its own words, and the split keeps pairs together.

use std::sync::Arc;

use proptest::prelude::*;
use wordfield_core::corpus::{
    Body, Corpus, Dataset, Fields, Format, Language, Lexicon, Pairs, RawCorpus, RawDocument, Side, Size, Split, SplitOptions,
    StopWords, Task, TextOptions, Threshold, VocabularyOptions, Weighting,
};

fn document(text: &str, side: &str, index: usize) -> RawDocument {
    RawDocument {
        title: format!("{side}{index}"),
        label: side.to_owned(),
        body: Body::Text(text.to_owned()),
        fields: Fields::default(),
    }
}

fn raw(sources: &[&str], targets: &[&str], pairs: Pairs) -> RawCorpus {
    let side = |texts: &[&str], side: &str| texts.iter().enumerate().map(|(i, text)| document(text, side, i)).collect::<Vec<_>>();
    let documents = [side(sources, "en"), side(targets, "fr")].concat();
    RawCorpus {
        name: "pairs".into(),
        format: Format::Parallel,
        task: Task::Pairs(pairs),
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
    }
}

fn aligned(sources: &[&str], targets: &[&str]) -> Corpus {
    Corpus::build(raw(sources, targets, Pairs::aligned(sources.len())), &TextOptions::default()).expect("a corpus")
}

fn every_word(least: usize) -> VocabularyOptions {
    VocabularyOptions::reaching(Threshold::Documents(least))
}

/// A document's words with their counts, read back from the stacked matrix.
fn words_of(corpus: &Corpus, document: usize) -> Vec<(&str, f64)> {
    corpus.counts.entries(document).map(|(word, count)| (corpus.lexicon[word].as_str(), count)).collect()
}

#[test]
fn a_word_occurs_once_per_side() {
    let corpus = aligned(&["no taxi", "taxi rank"], &["taxi jaune", "non non"]);
    assert_eq!(corpus.classes, ["en", "fr"]);
    assert_eq!(corpus.lexicon, ["no", "rank", "taxi", "jaune", "non", "taxi"]);
    assert_eq!(corpus.task.pairs().map(|pairs| pairs.source_words), Some(3));
    assert_eq!(words_of(&corpus, 2), [("jaune", 1.0), ("taxi", 1.0)]);
    assert_eq!(words_of(&corpus, 3), [("non", 2.0)]);
    assert_eq!(corpus.labels, [0, 0, 1, 1]);
}

#[test]
fn sides_are_cut_by_their_own_options() {
    let english =
        TextOptions { stop_words: StopWords::Of(Language::English), stemmer: Some(Language::English), ..TextOptions::default() };
    let french = TextOptions { min_length: 4, ..TextOptions::default() };
    let raw = || raw(&["the running foxes"], &["le renard the courait"], Pairs::aligned(1));
    let corpus = Corpus::build_sides(raw(), &english, &french).expect("a corpus");
    assert_eq!(corpus.lexicon, ["fox", "run", "courait", "renard"]);
    let split = SplitOptions { train: Size::Count(1), dev: Size::Count(0), ..SplitOptions::default() };
    let dataset = Dataset::build(Arc::new(corpus), &split, &every_word(1), Weighting::Count).expect("a dataset");
    let lexicon = Lexicon::of(&dataset);
    let known = |side, text: &str| {
        let weights = lexicon.weights_of_side(&[document(text, "new", 0)], side).expect("weights");
        weights.to_dense().row(0).to_vec()
    };
    assert_eq!(known(Side::Source, "Foxes run running le renard"), [1.0 / 3.0, 2.0 / 3.0, 0.0, 0.0]);
    assert_eq!(known(Side::Target, "fox renard"), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn each_side_has_its_own_vocabulary_and_frequencies() {
    let corpus = Arc::new(aligned(&["a b", "a c", "a d", "b new"], &["x", "x y", "y z", "w"]));
    let given = Split { train: vec![0, 1, 2], test: vec![3], ..Split::default() };
    let split = SplitOptions { given: Some(given), ..SplitOptions::default() };
    let dataset = Dataset::build(corpus, &split, &every_word(2), Weighting::TfIdf).expect("a dataset");
    assert_eq!((dataset.words.as_slice(), dataset.source_words), (&["a", "x", "y"].map(str::to_owned)[..], 1));
    assert_eq!(dataset.document_frequency, [3, 2, 2]);
    assert_eq!(dataset.idf, [0.0, (1.5_f64).ln(), (1.5_f64).ln()], "three documents a side");
    assert_eq!((dataset.split.train.as_slice(), dataset.split.test.as_slice()), (&[0, 1, 2, 4, 5, 6][..], &[3, 7][..]));
    let notes = dataset.notes.join(" ");
    assert!(notes.contains("3 words are in fewer than 2 of the 3 training documents of \"en\""), "{notes}");
    assert!(notes.contains("1 word is in no training document of \"fr\""), "{notes}");

    let none = Dataset::build(dataset.corpus.clone(), &split, &every_word(3), Weighting::Count).expect_err("no word of fr");
    assert!(none.to_string().contains("3 training documents of \"fr\""), "{none}");
}

#[test]
fn documents_without_a_partner_are_in_no_part() {
    let pairs = Pairs { source_documents: 2, partner: vec![Some(4), Some(2), Some(1), None, Some(0)], ..Pairs::default() };
    let corpus = Corpus::build(raw(&["a", "b"], &["x", "y", "z"], pairs), &TextOptions::default()).expect("a corpus");
    let split = SplitOptions { train: Size::Share(1.0), dev: Size::Count(0), ..SplitOptions::default() };
    let dataset = Dataset::build(Arc::new(corpus), &split, &every_word(1), Weighting::Count).expect("a dataset");
    assert_eq!(dataset.split.train, [0, 1, 4, 2], "the sources, then their partners");
    assert_eq!(dataset.words, ["a", "b", "x", "z"]);
}

#[test]
fn splits_of_pairs_that_do_not_fit_are_named() {
    let corpus = Arc::new(aligned(&["a", "b", "c"], &["x", "y", "z"]));
    let build = |split| Dataset::build(corpus.clone(), &split, &every_word(1), Weighting::Count);
    let message = |split| build(split).expect_err("no split").to_string();
    let sizes = SplitOptions { train: Size::Count(3), dev: Size::Count(1), ..SplitOptions::default() };
    assert!(message(sizes).contains("asks for 4 pairs and there are 3"));
    let given = |train: &[usize], test: &[usize]| {
        let split = Split { train: train.to_vec(), test: test.to_vec(), ..Split::default() };
        SplitOptions { given: Some(split), ..SplitOptions::default() }
    };
    let torn = message(given(&[0, 1], &[3]));
    assert!(torn.contains("document 0 and its counterpart, document 3, into different parts"), "{torn}");
    assert!(message(given(&[0, 6], &[])).contains("document 6 and there are 6"));
    assert!(message(given(&[0, 0], &[])).contains("document 0 twice"));
    assert_eq!(build(given(&[5, 0], &[1])).expect("either document names the pair").split.train, [0, 2, 3, 5]);

    let lonely = Pairs { source_documents: 1, partner: vec![Some(1), Some(0), None], ..Pairs::default() };
    let corpus = Arc::new(Corpus::build(raw(&["a"], &["x", "y"], lonely), &TextOptions::default()).expect("a corpus"));
    let error = Dataset::build(corpus, &given(&[0, 2], &[]), &every_word(1), Weighting::Count).expect_err("no partner");
    assert!(error.to_string().contains("document 2, which has no counterpart"), "{error}");

    let wrong = Pairs { source_documents: 1, partner: vec![None, Some(0)], ..Pairs::default() };
    let error = Corpus::build(raw(&["a"], &["x"], wrong), &TextOptions::default()).expect_err("not mutual");
    assert!(error.to_string().starts_with("the partners of the 2 documents are not mutual"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn stacking_and_weighting_preserve_both_sides(
        texts in prop::collection::vec(("[a-e]( [a-e]){0,8}", "[c-h]( [c-h]){0,8}"), 6..24),
        weighting in prop::sample::select(vec![Weighting::Count, Weighting::Sqrt, Weighting::TfIdf]),
        shuffle: u64,
        seed: u64,
    ) {
        let count = texts.len();
        let sources: Vec<&str> = texts.iter().map(|(source, _)| source.as_str()).collect();
        let targets: Vec<&str> = texts.iter().map(|(_, target)| target.as_str()).collect();
        // Partners may be in different orders.
        let turn = (shuffle % count as u64) as usize;
        let partner = (0..2 * count).map(|i| Some(if i < count { count + (i + turn) % count } else { (i - count + count - turn) % count }));
        let pairs = Pairs { source_documents: count, partner: partner.collect(), ..Pairs::default() };
        let stacked = Corpus::build(raw(&sources, &targets, pairs.clone()), &TextOptions::default()).expect("a corpus");

        // Each side read separately has the same words and counts.
        for (side, texts, name) in [(Side::Source, &sources, "en"), (Side::Target, &targets, "fr")] {
            let documents: Vec<_> = texts.iter().enumerate().map(|(i, text)| document(text, name, i)).collect();
            let values = vec![0.0; count];
            let task = Task::Ratings(wordfield_core::corpus::Ratings::single("none", values));
            let alone = RawCorpus { name: "one".into(), format: Format::Lines, task, documents, unlabelled: 0, files: Vec::new(), notes: vec![] };
            let alone = Corpus::build(alone, &TextOptions::default()).expect("a corpus");
            for (i, document) in pairs.documents(side).enumerate() {
                prop_assert_eq!(words_of(&stacked, document), words_of(&alone, i));
                prop_assert_eq!(&stacked.texts[document], texts[i]);
            }
        }

        let split = SplitOptions { train: Size::Share(0.5), dev: Size::Share(0.25), seed, ..SplitOptions::default() };
        let dataset = Dataset::build(Arc::new(stacked), &split, &every_word(1), weighting).expect("a dataset");
        let mut seen = vec![0; 2 * count];
        for part in [&dataset.split.train, &dataset.split.dev, &dataset.split.test] {
            let (sources, partners) = part.split_at(part.len() / 2);
            prop_assert!(sources.is_sorted());
            for (&source, &target) in sources.iter().zip(partners) {
                prop_assert_eq!(pairs.partner[source], Some(target));
            }
            for &document in part {
                seen[document] += 1;
            }
        }
        prop_assert!(seen.iter().all(|&times| times == 1));
        prop_assert_eq!(&split.draw_pairs(&pairs).expect("a split"), &dataset.split, "drawn again alike");
        let again = SplitOptions { given: Some(dataset.split.clone()), ..SplitOptions::default() };
        prop_assert_eq!(&again.draw_pairs(&pairs).expect("a split"), &dataset.split, "given as it was drawn");

        // A saved lexicon weights each side's documents bitwise as the dataset does.
        let saved = serde_json::to_string(&Lexicon::of(&dataset)).expect("json");
        let lexicon: Lexicon = serde_json::from_str(&saved).expect("the same");
        for (side, texts) in [(Side::Source, &sources), (Side::Target, &targets)] {
            let documents: Vec<_> = texts.iter().enumerate().map(|(i, text)| document(text, "new", i)).collect();
            let weights = lexicon.weights_of_side(&documents, side).expect("weights");
            let rows: Vec<usize> = pairs.documents(side).collect();
            prop_assert_eq!(&weights, &dataset.weights.select(&rows));
        }
        let border = dataset.source_words;
        for i in 0..count {
            prop_assert!(dataset.weights.entries(i).all(|(word, _)| word < border));
            prop_assert!(dataset.weights.entries(count + i).all(|(word, _)| word >= border));
        }
    }
}
