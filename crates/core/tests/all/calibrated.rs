//! Intervals of predicted ratings: calibrated on a large enough development part, saved with the model.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::{Array2, Axis};
use rand::{Rng, SeedableRng, rngs::StdRng};
use rand_distr::{Distribution, StandardNormal};
use wordfield_core::corpus::{
    Body, Cancel, Corpus, Dataset, Fields, Format, Ratings, RawCorpus, RawDocument, ReadOptions, Size, SplitOptions, Task,
    TaskKind, TextOptions, Threshold, VocabularyOptions, read,
};
use wordfield_core::metric::{coverage95, nlpd};
use wordfield_core::model::{
    FittedModel, Model, ParamTable, Parameters, Preset, Regressor,
    gp::{Gp, GpModel, GpParams},
};
use wordfield_core::project::{SavedModel, load_model, save_model};

/// Documents of twelve out of forty words. The first rating is the mean of the words' indices plus normal noise; the second
/// has the opposite order, another scale and a quarter of the noise.
fn dataset(train: usize, dev: usize, test: usize, params: &GpParams) -> Arc<Dataset> {
    let mut rng = StdRng::seed_from_u64(11);
    let count = train + dev + test;
    let mut values = Array2::zeros((count, 2));
    let documents = (0..count).map(|i| {
        let mood = rng.random_range(0..30_u32);
        let words: Vec<u32> = (0..12).map(|_| rng.random_range(mood..mood + 10)).collect();
        let worth = words.iter().map(|word| f64::from(*word) / 20.0 - 1.0).sum::<f64>() / 12.0;
        let mut noise = || -> f64 { StandardNormal.sample(&mut rng) };
        values[[i, 0]] = 3.0 + worth + 0.4 * noise();
        values[[i, 1]] = 50.0 - 10.0 * (worth + 0.1 * noise());
        let words = words.iter().map(|word| (format!("word{word:02}"), 1.0)).collect();
        RawDocument { title: i.to_string(), label: String::new(), body: Body::Words(words), fields: Fields::default() }
    });
    let documents = documents.collect();
    let names = vec!["stars".to_owned(), "points".to_owned()];
    let task = Task::Ratings(Ratings { names, values });
    let raw = RawCorpus {
        name: "made up".into(),
        format: Format::Lines,
        documents,
        unlabelled: 0,
        files: Vec::new(),
        notes: vec![],
        task,
    };
    let corpus = Arc::new(Corpus::build(raw, &TextOptions::default()).unwrap());
    let size = Size::Count;
    let split =
        SplitOptions { train: size(train), dev: size(dev), test: Some(size(test)), stratified: false, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    Arc::new(Dataset::build(corpus, &split, &vocabulary, params.weighting).unwrap())
}

fn trained(parts: [usize; 3], calibrate: bool) -> Gp {
    let params = GpParams { calibrate, ..GpParams::preset(Preset::Default, 2) };
    let data = dataset(parts[0], parts[1], parts[2], &params);
    let mut gp = Gp::new(data, params.check().unwrap()).unwrap();
    for _ in 0..60 {
        gp.step().unwrap();
    }
    gp.restore_best();
    gp
}

fn fitted(gp: &mut Gp) -> GpModel {
    let FittedModel::Gp(fitted) = gp.trained() else { panic!("a process leaves one") };
    fitted
}

/// Negative log density and coverage of one rating on some documents.
fn judged(gp: &Gp, model: &GpModel, rows: &[usize], b: usize) -> (f64, f64) {
    let prediction = model.predict(&gp.estimator().data.weights.select(rows));
    let truth = gp.estimator().data.corpus.task.ratings().unwrap().values.select(Axis(0), rows);
    let of = |values: &Array2<f64>| values.column(b).to_vec();
    let (truth, means, deviations) = (of(&truth), of(&prediction.means), of(prediction.deviations.as_ref().unwrap()));
    (nlpd(&truth, &means, &deviations).unwrap(), coverage95(&truth, &means, &deviations).unwrap())
}

#[test]
fn calibrated_intervals_have_their_coverage() {
    let parts = [200, 200, 1000];
    let (mut plain, mut gp) = (trained(parts, false), trained(parts, true));
    let (without, with) = (fitted(&mut plain), fitted(&mut gp));
    assert!(without.calibration.is_none() && with.calibration.is_some());
    let split = gp.estimator().data.split.clone();
    for b in 0..2 {
        let ((before, wide), (after, _)) = (judged(&gp, &without, &split.dev, b), judged(&gp, &with, &split.dev, b));
        assert!(after < before, "rating {b}: {after} after, {before} before");
        assert!(wide > 0.99, "rating {b}: as learned {wide}");
        let (_, held) = judged(&gp, &with, &split.test, b);
        assert!((held - 0.95).abs() < 0.03, "rating {b}: {held} of test documents");
    }
    let noise = |b| with.calibration_of(b).variance(0.05);
    assert!(noise(0) > 1.5 * noise(1), "each rating has its own: {:?}", with.calibration);
}

#[test]
fn the_gain_never_raises_the_development_error() {
    let [mut plain, mut gp] = [false, true].map(|calibrate| {
        let params = GpParams { calibrate, ..GpParams::preset(Preset::Default, 2) };
        Gp::new(dataset(200, 200, 100, &params), params.check().unwrap()).unwrap()
    });
    for _ in 0..5 {
        plain.step().unwrap();
        gp.step().unwrap();
    }
    // After five steps both have the same positions: calibration does not move words.
    let (without, with) = (fitted(&mut plain), fitted(&mut gp));
    assert_eq!(without.latent, with.latent);
    let points = with.latent.select(Axis(0), &[0, 1]);
    assert_eq!(with.deviation_at(&points), without.deviation_at(&points));
    assert_eq!(with.coefficients, without.coefficients, "what was solved stays beside the gain");
    let (drawn, plain_drawn) = (with.field_weights(), without.field_weights());
    for b in 0..2 {
        let gain = drawn[[0, b]] / plain_drawn[[0, b]];
        assert!((gain - 1.0).abs() > 1e-3, "{gain}");
        let apart = (&drawn.column(b) - &(gain * &plain_drawn.column(b))).mapv(f64::abs);
        assert!(apart.iter().all(|apart| *apart < 1e-12), "one factor for the whole field");
        let error = |model: &GpModel| {
            let prediction = model.predict(&gp.estimator().data.weights.select(&gp.estimator().data.split.dev)).means;
            let truth = gp.estimator().data.corpus.task.ratings().unwrap().values.select(Axis(0), &gp.estimator().data.split.dev);
            (&prediction.column(b) - &truth.column(b)).mapv(|apart| apart * apart).sum()
        };
        assert!(error(&with) < error(&without));
    }
}

#[test]
fn without_enough_development_documents_intervals_stay_as_learned() {
    for dev in [0, 29] {
        let parts = [60, dev, 30];
        let (mut plain, mut gp) = (trained(parts, false), trained(parts, true));
        let (without, with) = (fitted(&mut plain), fitted(&mut gp));
        let weights = &gp.estimator().data.weights;
        assert_eq!(with.predict(weights), without.predict(weights));
        assert_eq!(FittedModel::from(with).problem(), None);
    }
}

#[test]
fn a_calibration_is_saved_and_read_bitwise_equal() {
    let mut gp = trained([60, 40, 20], true);
    let data = Arc::clone(&gp.estimator().data);
    let saved = SavedModel::of(&data, gp.trained(), 60);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.wordfield");
    save_model(&path, &saved).unwrap();
    let opened = load_model(&path).unwrap();
    assert_eq!(opened, saved);
    let FittedModel::Gp(fitted) = &opened.fitted else { panic!("a process was saved") };
    assert!(fitted.calibration.is_some());
    let bits = |values: &Array2<f64>| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let snapshot = gp.snapshot();
    let shown = snapshot.rated().unwrap();
    assert_eq!(bits(fitted.predict(&data.weights).deviations.as_ref().unwrap()), bits(shown.deviation.as_ref().unwrap()));
    assert_eq!(shown.fitted.as_ref().unwrap().predict(&data.weights).means, fitted.predict(&data.weights).means);

    let mut damaged = saved;
    if let FittedModel::Gp(fitted) = &mut damaged.fitted {
        fitted.calibration = Some(Arc::new(fitted.calibration.iter().flat_map(|all| all[1..].to_vec()).collect()));
    }
    assert!(save_model(&path, &damaged).unwrap_err().to_string().contains("calibration"));
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v2").join(name)
}

/// The file was written by the last version with format 2, together with its predictions.
#[test]
fn a_process_of_an_older_format_predicts_the_same() {
    let saved = load_model(&fixture("gp.wordfield.gz")).unwrap();
    let FittedModel::Gp(fitted) = &saved.fitted else { panic!("a process was saved") };
    assert!(fitted.calibration.is_none() && !fitted.params.calibrate);
    let options = ReadOptions { task: Some(TaskKind::Ratings), ..ReadOptions::default() };
    let raw = read(&[fixture("reviews.tsv")], &options, &Cancel::default()).unwrap();
    let prediction = fitted.predict(&saved.lexicon.weights_of(&raw.documents).unwrap());
    let table = std::fs::read_to_string(fixture("gp.tsv")).unwrap();
    assert_eq!(table.lines().count(), raw.documents.len() + 1);
    for (row, line) in table.lines().skip(1).enumerate() {
        let fields: Vec<f64> = line.split('\t').skip(2).map(|field| field.parse().unwrap()).collect();
        for (now, then) in
            [(prediction.means[[row, 0]], fields[0]), (prediction.deviations.as_ref().unwrap()[[row, 0]], fields[1])]
        {
            assert!((now - then).abs() < 1e-9, "document {row}: {now}, then {then}");
        }
    }
}
