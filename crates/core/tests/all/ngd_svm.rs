//! The SVM on the negative geodesic distance between bags of words, against scikit-learn's SVC on the same kernel
//! (`scripts/make_ngd_fixture.py`).

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use serde::Deserialize;
use wordfield_core::{
    corpus::{Builtin, Dataset, Split, SplitOptions, Threshold, VocabularyOptions},
    model::{ModelKind, Params, Predictions, Preset, StopReason},
};

use wordfield_testing::planted;

#[derive(Deserialize)]
struct Fixture {
    c: f64,
    classes: Vec<String>,
    words: usize,
    decisions: BTreeMap<String, Vec<f64>>,
}

fn fixture() -> Fixture {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/ngd.json");
    serde_json::from_str(&fs::read_to_string(path).expect("the fixture")).expect("a fixture")
}

/// The default preset at q = 10, with its private term, unit length and C, decides with the selected kernel.
#[test]
fn the_identity_kernel_under_ngd_decides_as_scikit_learn_does() {
    let fixture = fixture();
    let mut params = Params::preset(ModelKind::Smm, Preset::Default, 10);
    let c = fixture.c.to_string();
    let settings = [("embedding", "identity"), ("level2", "ngd"), ("weighting", "sqrt"), ("tolerance", "1e-8"), ("c", &c)];
    params.set_all(&settings).expect("settings");
    params.check_effect(&settings).expect("every setting has an effect");
    let corpus = Arc::new(planted(Builtin::Topics));
    let (train, test) = (0..corpus.len()).partition(|document| document % 3 == 0);
    let split = SplitOptions { given: Some(Split { train, test, ..Split::default() }), ..SplitOptions::default() };
    let words = VocabularyOptions::reaching(Threshold::Documents(1));
    let data = Arc::new(Dataset::build(Arc::clone(&corpus), &split, &words, params.weighting()).expect("a dataset"));
    assert_eq!(data.words.len(), fixture.words);
    let mut model = params.start(data).expect("a model");
    let progress = model.step().expect("a step");
    assert_eq!(progress.stop, Some(StopReason::NothingMoves));
    let snapshot = model.snapshot();
    let Predictions::Classes(classified) = &snapshot.predictions else { panic!("classes are predicted") };
    for (pair, &(first, second)) in classified.pairs.iter().enumerate() {
        let [first, second] = [first, second].map(|class| corpus.classes[class].as_str());
        let (name, sign) = if fixture.classes.iter().position(|class| class == first)
            < fixture.classes.iter().position(|class| class == second)
        {
            (format!("{first} {second}"), 1.0)
        } else {
            (format!("{second} {first}"), -1.0)
        };
        let expected = &fixture.decisions[&name];
        for (document, expected) in expected.iter().enumerate() {
            let decision = sign * classified.decisions[[document, pair]];
            assert!((decision - expected).abs() < 1e-5, "{name}, document {document}: {decision} and {expected}");
        }
    }
}
