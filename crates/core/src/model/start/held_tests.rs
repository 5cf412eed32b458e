//! Tests of starts, frozen words and unlabelled documents over all models with positions.

use std::sync::Arc;

use ndarray::Array2;

use crate::{
    corpus::{
        Builtin, Corpus, Dataset, Ratings, Size, Split, SplitOptions, Task, Threshold, VocabularyOptions, WordVectors, planted,
    },
    memory::Budget,
    model::{Model, ModelError, ModelKind, Params, Preset, Scores, StopReason},
};

/// The models with word positions, each with a corpus of its task.
fn models() -> [(ModelKind, Corpus); 3] {
    [(ModelKind::Smm, Builtin::Topics), (ModelKind::Gp, Builtin::Reviews), (ModelKind::Matching, Builtin::Pairs)]
        .map(|(kind, which)| (kind, planted(which)))
}

fn options() -> SplitOptions {
    SplitOptions { train: Size::Share(0.3), dev: Size::Share(0.1), unlabelled: Size::Share(0.3), ..SplitOptions::default() }
}

fn dataset(corpus: Corpus, split: &SplitOptions, params: &Params) -> Arc<Dataset> {
    let vocabulary = VocabularyOptions { max_words: Some(150), ..VocabularyOptions::reaching(Threshold::Documents(2)) };
    Arc::new(Dataset::build(Arc::new(corpus), split, &vocabulary, params.weighting()).unwrap())
}

fn params(kind: ModelKind, q: usize, set: &[(&str, &str)]) -> Params {
    let mut params = Params::preset(kind, Preset::Default, q);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params
}

fn begin(data: &Arc<Dataset>, params: &Params) -> Result<Box<dyn Model>, ModelError> {
    params.clone().start_within(Arc::clone(data), Budget::default())
}

fn places(data: &Arc<Dataset>, params: &Params) -> Array2<f64> {
    begin(data, params).unwrap().latent().unwrap().clone()
}

#[test]
fn frozen_words_stay_and_a_run_without_other_numbers_ends() {
    for (kind, corpus) in models() {
        for optimiser in ["adam", "lbfgs"] {
            let set = [("frozen", "true"), ("start", "pca"), ("start_scale", "1"), ("optimiser", optimiser)];
            let still = params(kind, 2, &set);
            let data = dataset(corpus.clone(), &options(), &still);
            let start = places(&data, &still);
            let mut model = begin(&data, &still).unwrap();
            let progress = model.step().unwrap();
            assert_eq!(progress.stop, Some(StopReason::NothingMoves), "{kind:?}");
            assert!(progress.objective.is_finite() && progress.scores.is_some_and(|scores| scores.dev.is_some()), "{kind:?}");
            assert_eq!(*model.latent().unwrap(), start);

            let own: &[(&str, &str)] = if kind == ModelKind::Smm { &[("reader", "same")] } else { &[] };
            let learning = params(kind, 2, &[&set[..], &[("embedding", "rbf"), ("learn_gamma", "true")], own].concat());
            let mut model = begin(&data, &learning).unwrap();
            let before = model.snapshot().embedding.unwrap().kernel.gamma();
            for _ in 0..5 {
                assert_ne!(model.step().unwrap().stop, Some(StopReason::NothingMoves));
            }
            assert_eq!(*model.latent().unwrap(), start, "{kind:?} with {optimiser}");
            assert_ne!(
                model.snapshot().embedding.unwrap().kernel.gamma(),
                before,
                "{kind:?} with {optimiser}: only the width moves"
            );
        }
    }
}

#[test]
fn the_anchored_prior_holds_words_at_their_start() {
    for (kind, corpus) in models() {
        let pulled = |anchor| {
            let set = [
                ("start", "spectral"),
                ("rho", "1e4"),
                ("optimiser", "lbfgs:20"),
                ("keep", "1"),
                ("average", "0"),
                ("anchor", anchor),
            ];
            let params = params(kind, 3, &set);
            let data = dataset(corpus.clone(), &options(), &params);
            let start = places(&data, &params);
            let mut model = begin(&data, &params).unwrap();
            for _ in 0..3 {
                model.step().unwrap();
            }
            let far = |x: &Array2<f64>| x.iter().map(|x| x * x).sum::<f64>().sqrt();
            (far(&(model.latent().unwrap() - &start)) / far(&start), far(model.latent().unwrap()) / far(&start))
        };
        assert!(pulled("true").0 < 0.2, "{kind:?} stays close to its start");
        assert!(pulled("false").1 < 0.2, "{kind:?} is pulled to the origin");
    }
}

#[test]
fn words_start_at_given_vectors_and_missing_ones_are_refused() {
    for (kind, corpus) in models() {
        let given = params(kind, 3, &[("start", "given")]);
        let data = dataset(corpus, &options(), &given);
        let refused = begin(&data, &given).err().unwrap().to_string();
        assert!(refused.contains("none are given") && refused.contains("file of word vectors"), "{refused}");
        let x = Array2::from_shape_fn((data.words.len(), 3), |(word, k)| ((word * 7 + k * 3) as f64).sin());
        let vectors = WordVectors { source: "v.vec".into(), known: vec![true; x.nrows()], x: x.clone(), keeps_origin: true };
        let with = Arc::new(Dataset::clone(&data).with_vectors(Arc::new(vectors)).unwrap());
        let mut model = begin(&with, &given).unwrap();
        assert_eq!(*model.latent().unwrap(), x);
        let wide = begin(&with, &params(kind, 4, &[("start", "given")])).err().unwrap().to_string();
        assert!(wide.contains("have 3 dimensions and q is 4"), "{wide}");
        // A saved model continues without its file of word vectors.
        model.step().unwrap();
        let trained = model.trained();
        let resumed = trained.resume(Arc::clone(&data), 1).unwrap();
        assert_eq!(resumed.latent().unwrap(), model.latent().unwrap());
    }
}

/// Positions and scores of a run.
fn outcome(corpus: Corpus, split: &SplitOptions, kind: ModelKind) -> (Array2<f64>, Scores) {
    let params = params(kind, 4, &[("start", "spectral")]);
    let data = dataset(corpus, split, &params);
    let mut model = begin(&data, &params).unwrap();
    for _ in 0..4 {
        model.step().unwrap();
    }
    model.ensure_evaluated();
    let scores = model.snapshot().scores;
    (model.latent().unwrap().clone(), scores)
}

/// The same corpus with the labels, ratings or partners of the unlabelled documents reversed.
fn turned(corpus: &Corpus, unlabelled: &[usize]) -> Corpus {
    let mut other = corpus.clone();
    let from: Vec<usize> = unlabelled.iter().copied().rev().collect();
    for (&to, &from) in unlabelled.iter().zip(&from) {
        match &mut other.task {
            Task::Classes => other.labels[to] = corpus.labels[from],
            Task::Ratings(Ratings { values, .. }) => {
                let row = corpus.task.ratings().unwrap().values.row(from).to_owned();
                values.row_mut(to).assign(&row);
                other.labels[to] = corpus.labels[from];
            }
            Task::Pairs(pairs) => {
                let (sources, targets) = unlabelled.split_at(unlabelled.len() / 2);
                for (&source, &target) in sources.iter().zip(targets.iter().rev()) {
                    pairs.partner[source] = Some(target);
                    pairs.partner[target] = Some(source);
                }
            }
        }
    }
    other
}

#[test]
fn labels_of_unlabelled_documents_have_no_effect() {
    for (kind, corpus) in models() {
        let drawn = dataset(corpus.clone(), &options(), &params(kind, 2, &[])).split.clone();
        assert!(!drawn.unlabelled.is_empty());
        let split = SplitOptions { given: Some(drawn.clone()), ..SplitOptions::default() };
        let other = turned(&corpus, &drawn.unlabelled);
        assert!(other.task != corpus.task || other.labels != corpus.labels, "{kind:?} has labels to turn");
        assert_eq!(outcome(corpus, &split, kind), outcome(other, &split, kind), "{kind:?}");
    }
}

#[test]
fn spectral_vectors_use_unlabelled_text_test_text_on_request_and_never_development_text() {
    for (kind, corpus) in models() {
        let spectral = params(kind, 4, &[("start", "spectral")]);
        let drawn = dataset(corpus.clone(), &options(), &spectral).split.clone();
        let at = |split: Split, corpus: &Corpus| {
            let split = SplitOptions { given: Some(split), ..SplitOptions::default() };
            places(&dataset(corpus.clone(), &split, &spectral), &spectral)
        };
        let usual = at(drawn.clone(), &corpus);
        assert_ne!(usual, at(Split { unlabelled: Vec::new(), ..drawn.clone() }, &corpus), "{kind:?}: without unlabelled text");
        assert_ne!(usual, at(Split { test_text: true, ..drawn.clone() }, &corpus), "{kind:?}: with the test text");
        // The same corpus with other texts in one part.
        let sides = if let Task::Pairs(_) = corpus.task { 2 } else { 1 };
        let with_other_texts = |part: &[usize]| {
            let mut order: Vec<usize> = (0..corpus.len()).collect();
            for side in part.chunks(part.len() / sides) {
                side.iter().zip(side.iter().rev()).for_each(|(&to, &from)| order[to] = from);
            }
            Corpus { counts: corpus.counts.select(&order), ..corpus.clone() }
        };
        for (name, part) in [("test", &drawn.test), ("development", &drawn.dev)] {
            assert_eq!(usual, at(drawn.clone(), &with_other_texts(part)), "{kind:?}: the {name} text is not read");
        }
    }
}
