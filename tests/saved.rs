//! Saved models of all three kinds: numbers come back to the last bit, parts that do not fit are noticed, files of the
//! first version are still read.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ndarray::Array2;
use wordfield::corpus::{
    Body, Builtin, Cancel, Corpus, Csr, Dataset, Origin, Ratings, RawDocument, ReadOptions, Side, Size, SplitOptions, Task,
    TaskKind, VocabularyOptions, Weighting, builtin, read,
};
use wordfield::ldk::{Embedding, Level2};
use wordfield::model::{Judge, Kind, Model, Params, Predictions, Preset, Trained};
use wordfield::project::{Fit, MatchReview, Metrics, ProjectError, SavedDocument, SavedModel, SavedSet, load_model, save_model};

fn dataset(which: Builtin, params: &Params) -> Arc<Dataset> {
    let split =
        SplitOptions { train: Size::Count(60), dev: Size::Count(20), test: Some(Size::Count(20)), ..SplitOptions::default() };
    let corpus = Arc::new(builtin(which));
    Arc::new(Dataset::build(corpus, &split, &VocabularyOptions::default(), params.weighting()).unwrap())
}

fn built_in(kind: Kind) -> Builtin {
    match kind.spec().task {
        TaskKind::Classes => Builtin::Topics,
        TaskKind::Ratings => Builtin::Reviews,
        TaskKind::Pairs => Builtin::Pairs,
    }
}

/// A model of the built-in corpus of its kind after four steps.
fn stepped(kind: Kind, preset: Preset, set: &[(&str, &str)]) -> (Arc<Dataset>, Box<dyn Model>) {
    let mut params = Params::preset(kind, preset, 2);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    let data = dataset(built_in(kind), &params);
    let mut model = params.start(Arc::clone(&data)).unwrap();
    for _ in 0..4 {
        model.step().unwrap();
    }
    (data, model)
}

fn trained(kind: Kind, preset: Preset, set: &[(&str, &str)]) -> SavedModel {
    let (data, mut model) = stepped(kind, preset, set);
    SavedModel::of(&data, model.trained(), 4)
}

fn documents(text: &[&str]) -> Vec<RawDocument> {
    let document = |text: &&str| RawDocument { title: String::new(), label: String::new(), body: Body::Text((*text).to_owned()) };
    text.iter().map(document).collect()
}

/// Everything a model says of new documents, as bits.
fn said(saved: &SavedModel) -> Vec<u64> {
    let new = documents(&[
        "a superb novel with a fine plot",
        "basil and stars",
        "",
        "temple pagoda buddha",
        "waste of money, terrible",
    ]);
    let there = documents(&["寺 塔 仏", "星", "料理人 丼"]);
    let numbers = |arrays: &[&Array2<f64>]| arrays.iter().flat_map(|array| array.iter()).map(|number| number.to_bits()).collect();
    match saved.machine.judge() {
        Judge::Classes(machine) => {
            let said = machine.classify(&saved.lexicon.weights_of(&new).unwrap());
            let predicted = Array2::from_shape_fn((said.predicted.len(), 1), |(i, _)| said.predicted[i] as f64);
            numbers(&[&said.decisions, &predicted])
        }
        Judge::Ratings(machine) => {
            let said = machine.rate(&saved.lexicon.weights_of(&new).unwrap());
            numbers(&[&said.means, &said.deviations])
        }
        Judge::Pairs(machine) => {
            let source = machine.means_of(Side::Source, &saved.lexicon.weights_of_side(&new, Side::Source).unwrap());
            let target = machine.means_of(Side::Target, &saved.lexicon.weights_of_side(&there, Side::Target).unwrap());
            numbers(&[&machine.between(&source, &target), &machine.between(&target, &source)])
        }
    }
}

#[test]
fn words_are_weighed_as_the_model_weighed_them_whatever_the_dataset_says() {
    let mut params = Params::preset(Kind::Gp, Preset::Default, 2);
    params.set("weighting", "tf-idf").unwrap();
    let data = dataset(Builtin::Reviews, &params);
    let other = Arc::new(data.reweighted(Weighting::Count));
    let [own, other] = [&data, &other].map(|data| {
        let mut model = params.clone().start(Arc::clone(data)).unwrap();
        model.step().unwrap();
        SavedModel::of(data, model.trained(), 1)
    });
    assert!(own == other && own.lexicon.weighting == Weighting::TfIdf);
}

#[test]
fn every_model_says_the_same_to_the_last_bit_after_reopening() {
    let angle = [("level2", "ngd"), ("normalise", "true"), ("reading", "same")];
    for (kind, preset, set, name) in [
        (Kind::Smm, Preset::Default, &[][..], "smm.wordfield"),
        (Kind::Smm, Preset::Default, &angle, "angle.wordfield.gz"),
        (Kind::Gp, Preset::Default, &[("private", "0.3")], "gp.wordfield"),
        (Kind::Gp, Preset::Paper, &[], "paper-gp.wordfield.gz"),
        (Kind::Gp, Preset::Default, &[("level2", "rbf"), ("learn_kernel", "true")], "gaussian-gp.wordfield"),
        (Kind::Gp, Preset::Default, &[("level2", "ngd"), ("embedding", "identity")], "angle-gp.wordfield.gz"),
        (Kind::Matching, Preset::Default, &[], "match.wordfield"),
        (Kind::Matching, Preset::Paper, &[("normalise", "true")], "paper-match.wordfield.gz"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut model = trained(kind, preset, set);
        let note = "a remark\nof two lines".to_owned();
        model.reviews.extend((kind == Kind::Matching).then(|| MatchReview { source: 3, note, ..MatchReview::default() }));
        let documents = vec![SavedDocument { place: 4, title: "the fifth".to_owned() }];
        model.sets.push(SavedSet { name: "some".to_owned(), documents, ..SavedSet::default() });
        model.sets.push(SavedSet { name: "words".to_owned(), words: vec!["ball".to_owned()], ..SavedSet::default() });
        save_model(&path, &model).unwrap();
        let again = load_model(&path).unwrap();
        assert!(again == model, "{name}: every part of it");
        assert_eq!(said(&again), said(&model), "{name}");
        assert!(said(&model).iter().all(|&bits| f64::from_bits(bits).is_finite()), "{name}");
        save_model(&path, &again).unwrap();
        assert_eq!(said(&load_model(&path).unwrap()), said(&model), "{name}, saved again");
    }
}

#[test]
fn a_model_is_never_saved_over_its_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let (corpus, beside) = (folder.path().join("corpus.tsv"), folder.path().join("corpus.model"));
    std::fs::write(&corpus, "documents").unwrap();
    let mut model = trained(Kind::Smm, Preset::Default, &[]);
    model.trained_on.as_mut().unwrap().origin = Some(Origin::files(std::slice::from_ref(&corpus), &ReadOptions::default()));
    for path in [corpus.clone(), folder.path().join("./corpus.tsv")] {
        let message = save_model(&path, &model).unwrap_err().to_string();
        assert!(message.contains("corpus.tsv: is a file of the corpus") && message.contains("another place"), "{message}");
    }
    assert_eq!(std::fs::read(&corpus).unwrap(), b"documents");
    save_model(&beside, &model).unwrap();
}

/// Saves a changed model and expects to be told that it is damaged, how, and what to do.
fn refused(model: &SavedModel, problem: &str, change: impl FnOnce(&mut SavedModel)) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("changed.wordfield");
    let mut changed = model.clone();
    change(&mut changed);
    save_model(&path, &changed).unwrap();
    let error = load_model(&path).expect_err(problem);
    assert!(matches!(error, ProjectError::Damaged { .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains("changed.wordfield") && message.contains(problem) && message.contains("copy it again"), "{message}");
}

fn shorter<T: Clone>(list: &Arc<Vec<T>>) -> Arc<Vec<T>> {
    Arc::new(list[1..].to_vec())
}

fn narrower(array: &Array2<f64>) -> Arc<Array2<f64>> {
    Arc::new(array.slice(ndarray::s![.., 1..]).to_owned())
}

#[test]
fn parts_of_a_latent_smm_that_do_not_fit_are_noticed() {
    let model = trained(Kind::Smm, Preset::Default, &[("level2", "ngd"), ("normalise", "true"), ("reading", "same")]);
    let smm = |change: fn(&mut wordfield::model::smm::SmmModel)| {
        move |saved: &mut SavedModel| {
            if let Trained::Smm(machine) = &mut saved.machine {
                change(machine);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words[3].push('x'));
    refused(&model, "lists of words differ", |saved| saved.lexicon.idf.truncate(3));
    refused(&model, "two sides", |saved| saved.lexicon.source_words = 3);
    refused(&model, "width of its kernel", smm(|machine| machine.embedding = Embedding::Rbf { gamma: 0.0 }));
    refused(&model, "has a position", smm(|machine| machine.latent = narrower(&machine.latent)));
    refused(&model, "each word and pair", smm(|machine| machine.coefficients = narrower(&machine.coefficients)));
    refused(&model, "has an offset", smm(|machine| machine.bias = shorter(&machine.bias)));
    refused(&model, "names no class", smm(|machine| machine.classes = Arc::default()));
    refused(&model, "not there", smm(|machine| machine.classes = Arc::new(machine.classes[..2].to_vec())));
    refused(
        &model,
        "support documents",
        smm(|machine| {
            let mut support = (**machine.support.as_ref().unwrap()).clone();
            support.lengths.root.pop();
            machine.support = Some(Arc::new(support));
        }),
    );
}

#[test]
fn parts_of_a_gp_that_do_not_fit_are_noticed() {
    let model = trained(Kind::Gp, Preset::Default, &[]);
    let gp = |change: fn(&mut wordfield::model::gp::GpModel)| {
        move |saved: &mut SavedModel| {
            if let Trained::Gp(machine) = &mut saved.machine {
                change(machine);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words[0].push('x'));
    refused(&model, "width of its kernel", gp(|machine| machine.embedding = Embedding::Rbf { gamma: -1.0 }));
    refused(&model, "variance of its ratings", gp(|machine| machine.beta = 0.0));
    refused(&model, "has a position", gp(|machine| machine.latent = narrower(&machine.latent)));
    refused(&model, "each word and rating", gp(|machine| machine.coefficients = narrower(&machine.coefficients)));
    refused(&model, "no rating", gp(|machine| machine.ratings = shorter(&machine.ratings)));
    refused(&model, "has a mean", gp(|machine| machine.bias = shorter(&machine.bias)));
    refused(&model, "standard deviation", gp(|machine| machine.scales = Arc::new(vec![0.0])));
    for count in [0, 3, 5] {
        refused(&model, "gains of its fields", move |saved: &mut SavedModel| {
            if let Trained::Gp(machine) = &mut saved.machine {
                machine.gains = Some(Arc::new(vec![1.0; count]));
            }
        });
    }
    refused(&model, "a position is no number", gp(|machine| Arc::make_mut(&mut machine.latent)[[0, 0]] = 1e308));
    refused(&model, "parameters are outside", gp(|machine| machine.params.keep = 7.0));
    refused(&model, "training documents", gp(|machine| machine.train = Arc::new(machine.train.transpose())));
    let model = trained(Kind::Gp, Preset::Default, &[("level2", "rbf")]);
    refused(&model, "one weight for each rating", gp(|machine| machine.duals = Some(Arc::new(Array2::zeros((3, 1))))));
    refused(&model, "kernel of documents", gp(|machine| machine.level2 = Some(Level2::Rbf { zeta: -1.0 })));
}

#[test]
fn parts_of_a_matching_that_do_not_fit_are_noticed() {
    let model = trained(Kind::Matching, Preset::Default, &[]);
    let matching = |change: fn(&mut wordfield::model::matching::MatchModel)| {
        move |saved: &mut SavedModel| {
            if let Trained::Matching(machine) = &mut saved.machine {
                change(machine);
            }
        }
    };
    refused(&model, "lists of words differ", |saved| saved.lexicon.words.swap(0, 1));
    refused(&model, "two sides", |saved| saved.lexicon.source_words -= 1);
    refused(&model, "two sides", |saved| {
        saved.lexicon.source_words = usize::MAX;
        if let Trained::Matching(machine) = &mut saved.machine {
            machine.source_words = usize::MAX;
        }
    });
    refused(&model, "width of its kernel", matching(|machine| machine.embedding = Embedding::Rbf { gamma: 0.0 }));
    refused(&model, "sharpness", matching(|machine| machine.sharpness = 0.0));
    refused(&model, "has a position", matching(|machine| machine.latent = narrower(&machine.latent)));
    // A number that is none is written as null and not read back as anything else.
    refused(&model, "invalid type: null", matching(|machine| Arc::make_mut(&mut machine.latent)[[0, 0]] = f64::NAN));
}

#[test]
fn every_model_cut_short_or_changed_is_refused() {
    for &kind in Kind::ALL {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.wordfield");
        save_model(&path, &trained(kind, Preset::Default, &[])).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for part in 1..16 {
            let at = whole.len() * part / 16;
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(matches!(load_model(&path), Err(ProjectError::Truncated { .. })), "{kind:?} cut at {at}");
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            assert!(matches!(load_model(&path), Err(ProjectError::Damaged { .. })), "{kind:?} changed at {at}");
        }
        let text = String::from_utf8(whole).unwrap();
        std::fs::write(&path, text.replacen("\"version\":5", "\"version\":6", 1)).unwrap();
        let message = load_model(&path).unwrap_err().to_string();
        assert!(message.contains("version 6") && message.contains("up to version 5"), "{message}");
    }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1").join(name)
}

/// The files were written by the last program of format version 1, with what it then said of the documents.
#[test]
fn files_of_the_first_version_are_read_and_say_what_they_said() {
    let options = ReadOptions { task: Some(TaskKind::Classes), ..ReadOptions::default() };
    let raw = read(&[fixture("documents.txt")], &options, &Cancel::default()).unwrap();
    for (name, support) in [("linear.wordfield", false), ("geodesic.wordfield.gz", true)] {
        let saved = load_model(&fixture(name)).unwrap();
        assert!(matches!(saved.metrics, Metrics::Classes(_)) && saved.iterations == 4 && saved.corpus == "documents");
        let Trained::Smm(machine) = &saved.machine else { panic!("version 1 knew one model") };
        assert_eq!(machine.support.is_some(), support);
        let said = machine.predict(&saved.lexicon.weights_of(&raw.documents).unwrap());
        let table = std::fs::read_to_string(fixture(&format!("{}.tsv", name.split('.').next().unwrap()))).unwrap();
        assert_eq!(table.lines().count(), raw.documents.len() + 1);
        for (row, line) in table.lines().skip(1).enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(machine.classes[said.predicted[row]], fields[2]);
            for (pair, field) in fields[3..].iter().enumerate() {
                let then: f64 = field.parse().unwrap();
                assert!((said.decisions[[row, pair]] - then).abs() < 1e-9, "{name}, {}: {then}", fields[0]);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("second.wordfield");
        save_model(&path, &saved).unwrap();
        assert!(load_model(&path).unwrap() == saved, "in the new version");
    }
}

/// What a model says of the documents at hand, as bits.
fn bits(model: &dyn Model) -> Vec<u64> {
    let snapshot = model.snapshot();
    let own: Vec<f64> = match &snapshot.predictions {
        Predictions::Classes(said) => said.decisions.iter().copied().collect(),
        Predictions::Ratings(said) => said.mean.iter().chain(said.deviation.iter()).copied().collect(),
        Predictions::Matches(said) => said.rows.iter().flat_map(|row| [row.best_distance, row.margin]).collect(),
    };
    own.into_iter().chain(snapshot.latent.iter().copied()).map(f64::to_bits).collect()
}

#[test]
fn a_reopened_model_finds_its_split_says_the_same_and_goes_on() {
    let angle = [("level2", "ngd"), ("normalise", "true"), ("reading", "same")];
    for (kind, preset, set) in [
        (Kind::Smm, Preset::Default, &[][..]),
        (Kind::Smm, Preset::Default, &angle),
        (Kind::Gp, Preset::Default, &[("weighting", "tf-idf")]),
        (Kind::Matching, Preset::Default, &[]),
    ] {
        let (data, mut model) = stepped(kind, preset, set);
        let saved = SavedModel::of(&data, model.trained(), 4);
        let scores = saved.metrics.scores();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gz");
        save_model(&path, &saved).unwrap();
        let saved = load_model(&path).unwrap();

        let corpus = Arc::new(builtin(built_in(kind)));
        assert_eq!(saved.fits(&corpus), Ok(Fit::Same));
        let (again, split) = saved.dataset(corpus, Fit::Same, &SplitOptions::default()).unwrap();
        assert_eq!((&again.split, &again.words, again.source_words), (&data.split, &data.words, data.source_words));
        assert!(again.weights == data.weights && again.idf == data.idf && again.class_counts == data.class_counts);
        assert_eq!(split.given.as_ref(), Some(&data.split));

        let again = Arc::new(again);
        let mut resumed = saved.machine.resume(Arc::clone(&again), saved.iterations).unwrap();
        assert_eq!(bits(&*resumed), bits(&*model), "{kind:?}");
        let snapshot = resumed.snapshot();
        assert_eq!((snapshot.iteration, snapshot.scores), (4, scores), "{kind:?}: the figures it was saved with");
        if let (Predictions::Classes(said), Trained::Smm(machine)) = (&snapshot.predictions, &saved.machine) {
            assert_eq!(*said.decisions, machine.predict(&again.weights).decisions);
        }
        assert!(SavedModel::of(&again, resumed.trained(), 4) == saved, "{kind:?}: saved again it is the same");
        assert_eq!(resumed.step().unwrap().iteration, 5);
        let moved = resumed.latent() - model.latent();
        let most = moved.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        assert!(most > 0.0 && most < 1.0, "{kind:?}: it goes on from there, not from a new start: {most}");
    }
}

#[test]
fn another_corpus_has_its_parts_drawn_anew_and_says_so() {
    let params = Params::preset(Kind::Gp, Preset::Default, 2);
    let data = dataset(Builtin::Reviews, &params);
    let mut model = params.start(Arc::clone(&data)).unwrap();
    model.step().unwrap();
    let mut saved = SavedModel::of(&data, model.trained(), 1);
    let mut shorter = Corpus::clone(&data.corpus);
    let kept: Vec<usize> = (0..200).collect();
    shorter.counts = shorter.counts.select(&kept);
    shorter.labels.truncate(200);
    let rated = shorter.task.ratings().unwrap().clone();
    shorter.task = Task::Ratings(Ratings { values: rated.values.select(ndarray::Axis(0), &kept), names: rated.names });
    shorter.counts = Csr::from_rows(
        shorter.lexicon.len(),
        (0..200).map(|row| shorter.counts.entries(row).filter(|&(w, _)| w != 7).map(|(w, count)| (w as u32, count)).collect()),
    );
    let shorter = Arc::new(shorter);
    assert_eq!(saved.fits(&shorter), Ok(Fit::Other));
    let (other, split) = saved.dataset(Arc::clone(&shorter), Fit::Other, &SplitOptions::default()).unwrap();
    assert!(split.given.is_none() && other.notes[0].contains("built-in reviews") && other.notes[0].contains("drawn anew"));
    let other = Arc::new(other);
    let mut resumed = saved.machine.resume(Arc::clone(&other), 1).unwrap();
    let Trained::Gp(machine) = &saved.machine else { panic!("a GP") };
    let snapshot = resumed.snapshot();
    let said = snapshot.rated().unwrap();
    let predicted = machine.predict(&other.weights);
    assert!(*said.mean == predicted.means && *said.deviation == predicted.deviations, "what `predict` says of them");
    resumed.step().unwrap();
    let Trained::Gp(further) = resumed.trained() else { panic!("a GP") };
    assert_eq!(further.train.rows(), other.split.train.len(), "from now on it learns from the documents at hand");

    saved.trained_on = None;
    assert_eq!(saved.fits(&shorter), Ok(Fit::Unsaid), "a file of an earlier version");
    let (other, _) = saved.dataset(shorter, Fit::Unsaid, &SplitOptions::default()).unwrap();
    assert!(other.notes[0].contains("may have learned from some of the test part"));
}

#[test]
fn a_corpus_that_does_not_fit_says_why() {
    let saved = trained(Kind::Smm, Preset::Default, &[]);
    let why = |corpus: &Corpus| saved.fits(corpus).unwrap_err();
    assert!(why(&builtin(Builtin::Pairs)).contains("partners"));
    let mut other = builtin(Builtin::Topics);
    other.classes[1] = "cookery".to_owned();
    assert!(why(&other).contains("classes"));
    let mut other = builtin(Builtin::Topics);
    (other.text_options.min_length, other.lexicon[0]) = (3, "another".to_owned());
    assert!(why(&other).contains("cut into words in another way"));
    let mut other = builtin(Builtin::Topics);
    other.lexicon.iter_mut().for_each(|word| word.insert(0, '~'));
    assert!(why(&other).contains("holds 0 of the model's"));
}
