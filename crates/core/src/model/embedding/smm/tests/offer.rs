//! Tests of the gain of map and components over the map alone, and of the gain of English vectors.

use super::*;
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Cancel, Limits, SplitOptions, VectorFiles, VocabularyOptions, Weighting, builtin},
    model::{LiveChange, Params, Recalled},
    param::Value,
};

const COMPONENTS: [(&str, &str); 5] = [
    ("decide_by", "map"),
    ("identity_weight", "0.7"),
    ("spectral_weight", "0.4"),
    ("component_dimensions", "6"),
    ("normalise", "true"),
];

/// A run of some steps, and its last point.
fn run(data: &Arc<Dataset>, set: &[(&str, &str)]) -> (Smm, Recalled) {
    let mut smm = fitted(data, set);
    for _ in 0..7 {
        smm.step().unwrap();
    }
    smm.evaluate();
    let point = Recalled { iteration: 7, latent: smm.latent().unwrap().clone(), mark: smm.mark() };
    (smm, point)
}

#[test]
fn an_offer_is_the_gain_of_the_run_that_takes_it() {
    for (data, part) in [(toy(60, true), 1), (without_dev(&toy(60, true)), 0)] {
        let (mut smm, point) = run(&data, &COMPONENTS);
        let offer = ComponentGain::at(&data, &point, Budget::default()).expect("an offer");
        let score = |scores: Scores| [scores.train, scores.dev, scores.test][part].unwrap();
        let alone = score(smm.snapshot().scores);
        smm.change(LiveChange { key: "decide_by", value: Value::Choice("combined") }).unwrap();
        assert_relative_eq!(score(smm.evaluate()), offer.accuracy);
        assert_relative_eq!(offer.gain.mean, offer.accuracy - alone, epsilon = 1e-12);
        assert_eq!((offer.iteration, offer.part, offer.documents), (7, part, [&data.split.train, &data.split.dev][part].len()));
        assert_eq!(offer.sources.iter().map(|source| source.label()).collect::<Vec<_>>(), ["words", "text"]);
    }
}

/// The data without development documents.
fn without_dev(data: &Arc<Dataset>) -> Arc<Dataset> {
    let mut data = Dataset::clone(data);
    data.split.dev.clear();
    Arc::new(data)
}

#[test]
fn nothing_is_offered_without_components_or_to_a_cancelled_thread() {
    let data = toy(60, true);
    let (_, bare) = run(&data, &[("decide_by", "map")]);
    assert_eq!(DecideBy::of(&bare.mark.params, &data), None);
    assert_eq!(ComponentGain::at(&data, &bare, Budget::default()), None);
    let (_, point) = run(&data, &COMPONENTS);
    assert_eq!(DecideBy::of(&point.mark.params, &data), Some(DecideBy::Map));
    let flag = CancelFlag::new();
    flag.raise();
    assert_eq!(cancel::with(&flag, || ComponentGain::at(&data, &point, Budget::default())), None);
    let given: Params = params(&[("decide_by", "map"), ("given_weight", "1")]).into();
    assert_eq!(DecideBy::of(&given, &data), None, "there are no given vectors");
}

#[test]
fn english_vectors_are_offered_with_the_gain_of_the_run_that_reads_them() {
    let build = || {
        let (corpus, split) = (Arc::new(builtin(Builtin::Topics)), SplitOptions::default());
        Dataset::build(corpus, &split, &VocabularyOptions::default(), Weighting::Sqrt).unwrap()
    };
    let data = Arc::new(build());
    let set = [&COMPONENTS[..], &[("given_weight", "1")]].concat();
    let (_, point) = run(&data, &set);
    let offer = ComponentGain::of_english_vectors(&data, &point, Budget::default()).expect("an offer");
    let table = VectorFiles::english().read(&data.words, 0, Limits::default(), &Cancel::default()).unwrap();
    let extended = Arc::new(build().with_vectors_from(&table).unwrap());
    let accuracy = |data: &Arc<Dataset>| {
        let (mut smm, _) = run(data, &set);
        smm.change(LiveChange { key: "decide_by", value: Value::Choice("combined") }).unwrap();
        smm.evaluate().dev.unwrap()
    };
    assert_relative_eq!(offer.accuracy, accuracy(&extended), epsilon = 1e-12);
    assert_relative_eq!(offer.gain.mean, accuracy(&extended) - accuracy(&data), epsilon = 1e-12);
    assert_eq!(offer.sources.last().map(|source| source.label()), Some("vectors"));
    assert_eq!(ComponentGain::of_english_vectors(&extended, &point, Budget::default()), None, "they are read already");
}
