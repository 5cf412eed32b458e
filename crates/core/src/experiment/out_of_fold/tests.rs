//! Tests of out-of-fold probabilities: they are those of models that were trained on the remaining folds.

use rand::{SeedableRng, rngs::StdRng, seq::SliceRandom};

use super::*;
use crate::{
    corpus::{Builtin, Corpus, Size, VocabularyOptions, Weighting, builtin},
    experiment::{ClassMetrics, ClassView, DataRecipe, StoppingRules},
    metric::log_loss,
    model::{Classifier, ModelKind, Params, Preset},
    train::TrainOptions,
};

struct Quiet;

impl Observer for Quiet {}

/// Observer that counts the folds and cancels at one of them.
struct Counter<'a> {
    folds: Vec<usize>,
    cancel: Option<(usize, &'a Cancel)>,
}

impl Observer for Counter<'_> {
    fn fold(&mut self, (fold, folds): (usize, usize), _: &Experiment) {
        assert_eq!(folds, FOLDS);
        self.folds.push(fold);
        if let Some((_, cancel)) = self.cancel.filter(|(at, _)| *at == fold) {
            cancel.cancel();
        }
    }
}

fn split() -> SplitOptions {
    SplitOptions { dev: Size::Count(0), ..SplitOptions::default() }
}

/// An experiment without a development part, its dataset and its model.
fn trained(kind: ModelKind, corpus: Corpus, iterations: usize) -> (Experiment, Arc<Dataset>, FittedModel) {
    let params = Params::preset(kind, Preset::Default, 2);
    let recipe = DataRecipe { split: split(), ..DataRecipe::default() };
    let data = Dataset::build(Arc::new(corpus), &split(), &VocabularyOptions::default(), params.weighting()).expect("a dataset");
    let rules = StoppingRules { iterations: Some(iterations), patience: None };
    let options: TrainOptions = rules.options(&params, &data);
    let (experiment, data) = (Experiment::new(recipe, params, 0, options), Arc::new(data));
    let run = train(&data, &experiment, Budget::default(), &Cancel::default(), &mut Quiet).expect("a model").0;
    (experiment, data, run.fitted)
}

fn calibrated((experiment, data, fitted): &(Experiment, Arc<Dataset>, FittedModel)) -> ClassCalibration {
    let folds = Folds::of(data, experiment.seed).expect("folds");
    let (memory, cancel) = (Budget::default(), Cancel::default());
    let found = folds.calibrate((data, None), experiment, fitted, memory, &cancel, &mut Quiet);
    found.expect("five models").expect("decisions")
}

fn classifier(fitted: &FittedModel) -> &dyn Classifier {
    let FittedRef::Classifier(fitted) = fitted.fitted_ref() else { panic!("a classifier") };
    fitted
}

#[test]
fn the_factor_is_that_of_decisions_by_models_of_the_other_folds() {
    let of = trained(ModelKind::Smm, builtin(Builtin::Topics), 3);
    let found = calibrated(&of);
    let (experiment, data, _) = of;
    // Reference: the same decisions without the training code of this module.
    let folds = stratified_folds(&data.corpus, &data.split.train, FOLDS, experiment.seed);
    let (mut decided, mut labels, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for held in &folds {
        let train = data.split.train.iter().copied().filter(|document| !held.contains(document)).collect();
        let given = Some(Split { train, test: held.clone(), ..Split::default() });
        let split = SplitOptions { given, ..SplitOptions::default() };
        let weighting = experiment.params.weighting();
        let part = Dataset::build(Arc::clone(&data.corpus), &split, &VocabularyOptions::default(), weighting);
        let part = Arc::new(part.expect("a dataset"));
        let mut model = experiment.params.clone().start_within(Arc::clone(&part), Budget::default()).expect("a model");
        for _ in 0..3 {
            model.step().expect("a step");
        }
        model.ensure_evaluated();
        let fitted = model.trained();
        let found = classifier(&fitted).classify(&part.weights.select(held));
        decided.push(found.decisions);
        pairs = found.pairs;
        labels.extend(held.iter().map(|&document| data.corpus.labels[document]));
    }
    let views: Vec<_> = decided.iter().map(|decisions| decisions.view()).collect();
    let decisions = concatenate(Axis(0), &views).expect("equal pairs");
    let twin = ClassCalibration::fit(&pairs, data.corpus.classes.len(), decisions.view(), labels, CalibratedOn::OutOfFold);
    let twin = twin.expect("decisions");
    assert!((found.factor - twin.factor).abs() <= 1e-6 * twin.factor, "{} and {}", found.factor, twin.factor);
    assert_eq!((found.on, found.documents), (CalibratedOn::OutOfFold, data.split.train.len()));
}

#[test]
fn classes_at_random_have_equal_probabilities_and_in_sample_they_would_not() {
    let mut corpus = builtin(Builtin::Topics);
    corpus.labels.shuffle(&mut StdRng::seed_from_u64(7));
    let of = trained(ModelKind::LinearSvm, corpus, 1);
    let found = calibrated(&of);
    let (_, data, fitted) = of;
    let data = data.in_weighting(fitted.weighting());
    let (classes, labels) = (data.corpus.classes.len(), &data.corpus.labels);
    let prediction = classifier(&fitted).classify(&data.weights);
    let on = |rows: &[usize]| prediction.decisions.select(Axis(0), rows);
    let training = data.split.train.iter().map(|&row| labels[row]);
    let seen = on(&data.split.train);
    let seen = ClassCalibration::fit(&prediction.pairs, classes, seen.view(), training, CalibratedOn::Development);
    let of_test = |calibration: ClassCalibration| {
        let view = ClassView::of(classes, &prediction);
        ClassMetrics::of(labels, view, Some(calibration), &data.split.test, true).log_loss.expect("documents")
    };
    let (honest, in_sample) = (of_test(found), of_test(seen.expect("decisions")));
    let equal = log_loss([1.0 / classes as f64]).expect("one");
    assert!(honest < equal + 0.1 && in_sample > honest, "{honest} and {in_sample}, equal {equal}");
}

#[test]
fn a_cancelled_calibration_has_no_result_and_starts_no_further_fold() {
    let (experiment, data, fitted) = trained(ModelKind::Smm, builtin(Builtin::Topics), 2);
    let folds = Folds::of(&data, 0).expect("folds");
    let run = |at: Option<usize>| {
        let cancel = Cancel::default();
        let mut counter = Counter { folds: Vec::new(), cancel: at.map(|at| (at, &cancel)) };
        let found = folds.calibrate((&data, None), &experiment, &fitted, Budget::default(), &cancel, &mut counter);
        (found.expect("no failure").is_some(), counter.folds)
    };
    assert_eq!(run(None), (true, vec![0, 1, 2, 3, 4]));
    assert_eq!(run(Some(1)), (false, vec![0, 1]));
    let (experiment, data, fitted) = trained(ModelKind::Knn, builtin(Builtin::Topics), 1);
    let cancel = Cancel::default();
    let found = folds.calibrate((&data, None), &experiment, &fitted, Budget::default(), &cancel, &mut Quiet);
    assert_eq!(found.expect("no failure"), None, "a model without decisions of pairs");
}

#[test]
fn a_development_part_and_a_class_of_one_text_are_refused() {
    let corpus = Arc::new(builtin(Builtin::Topics));
    let build = |split: &SplitOptions, corpus: &Arc<Corpus>| {
        let vocabulary = VocabularyOptions::default();
        Dataset::build(Arc::clone(corpus), split, &vocabulary, Weighting::default()).expect("a dataset")
    };
    let data = build(&SplitOptions::default(), &corpus);
    let message = Folds::of(&data, 0).err().expect("an error").to_string();
    let documents = data.split.dev.len();
    assert!(message.contains(&format!("has {documents} documents: give --dev 0")), "{message}");
    let mut data = build(&split(), &corpus);
    let single = data.split.train.iter().copied().find(|&document| corpus.labels[document] == 1);
    data.split.train.retain(|&document| corpus.labels[document] != 1 || Some(document) == single);
    let message = Folds::of(&data, 0).err().expect("an error").to_string();
    assert!(message.contains(&corpus.classes[1]) && message.contains("two different texts"), "{message}");
}
