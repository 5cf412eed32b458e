//! Tests of kernel dependency estimation: numpy's formulas, recovered outputs, choice of settings, degenerate data, signs, files.

use ndarray::Axis;
use serde_json::Value as Json;

use super::*;
use crate::{
    cancel::CancelFlag,
    corpus::{Builtin, Task, Weighting},
    model::{
        Classifier, FittedModel, Learner, LiveChange, Model, Parameters, Params, Preset,
        baseline::fixture::{aligned, matrix, names, params, planted_for, rows},
        pairs::{Part, Sides},
        tests::made_up,
    },
    param::{Choices, Value},
};

/// Starts the training with these settings.
fn begin<M: DirectModel>(data: &Dataset, set: &[(&str, &str)]) -> Direct<M> {
    Direct::begin(Arc::new(data.clone()), params::<M::Params>(set).check().unwrap(), Budget::default()).unwrap()
}

/// Model fitted to training pairs without a development or test part.
fn fitted(training: Sides, set: &[(&str, &str)]) -> Result<KdeModel, ModelError> {
    let words = Arc::new(names(training.source.cols() + training.target.cols()));
    let parts = Parts { train: Part { sides: training, ..Part::default() }, ..Parts::default() };
    KdeModel::on(&parts, words, &params(set), Budget::default())
}

fn fixture() -> Json {
    serde_json::from_str(include_str!("../../../../tests/fixtures/kde.json")).unwrap()
}

fn read<T: serde::de::DeserializeOwned>(json: &Json) -> T {
    serde_json::from_value(json.clone()).unwrap()
}

/// Settings of a result in the fixture, without those that are null.
fn settings(result: &Json, keys: &[&'static str]) -> Vec<(&'static str, String)> {
    let text = |key: &str| result[key].as_str().map_or_else(|| result[key].to_string(), str::to_owned);
    keys.iter().map(|&key| (key, text(key))).filter(|(_, value)| value != "null").collect()
}

fn borrowed<'a>(settings: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    settings.iter().map(|(key, value)| (*key, value.as_str())).collect()
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>) {
    assert_eq!(a.dim(), b.dim());
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    assert!(apart < 1e-9, "{apart} apart");
}

/// Training documents and new documents of a side of the fixture.
fn side(fixture: &Json, name: &str) -> [Csr; 2] {
    let (all, train) = (rows(&fixture[name]), fixture["train"].as_u64().unwrap() as usize);
    let part = |documents: std::ops::Range<usize>| all.select(&documents.collect::<Vec<_>>());
    [part(0..train), part(train..all.rows())]
}

#[test]
fn predicted_points_candidates_and_ranks_are_those_of_the_formulas() {
    let fixture = fixture();
    let ([source, new_source], [target, new_target]) = (side(&fixture, "source"), side(&fixture, "target"));
    for result in fixture["pairs"].as_array().unwrap() {
        let set = settings(result, &["kernel", "sigma_x", "sigma_y", "gamma", "dimension"]);
        let model = fitted(aligned(source.clone(), target.clone()), &borrowed(&set)).unwrap();
        let eigenvalues: Vec<f64> = read(&result["eigenvalues"]);
        assert_eq!(model.eigenvalues.len(), eigenvalues.len());
        assert!(model.eigenvalues.iter().zip(&eigenvalues).all(|(a, b)| (a - b).abs() < 1e-9), "{:?}", model.eigenvalues);
        let [queries, candidates] =
            [(Side::Source, &new_source), (Side::Target, &new_target)].map(|(side, rows)| model.prepare(side, rows.clone()));
        let (mut f, mut t) = (queries.coordinates.clone(), candidates.coordinates.clone());
        let reference = ["f", "t"].map(|key| matrix(&result[key]));
        for column in 0..f.ncols() {
            let sign = t.column(column).dot(&reference[1].column(column)).signum();
            for points in [&mut f, &mut t] {
                points.column_mut(column).mapv_inplace(|x| sign * x);
            }
        }
        assert_near(&f, &reference[0]);
        assert_near(&t, &reference[1]);
        let distances = model.between(&queries, &candidates);
        assert_near(&distances, &matrix(&result["distances"]));
        assert_near(&model.between(&candidates, &queries), &distances.t().to_owned());
        let order: Vec<Vec<usize>> = read(&result["order"]);
        for (row, order) in distances.outer_iter().zip(order) {
            let mut own: Vec<usize> = (0..row.len()).collect();
            own.sort_by(|&i, &j| row[i].total_cmp(&row[j]));
            assert_eq!(own, order);
        }
        assert!(Fitted::note(&model).is_none() && model.problem().is_none());
    }
}

#[test]
fn decisions_between_classes_are_those_of_the_formulas() {
    let fixture = fixture();
    let (labels, rows): (Vec<usize>, Vec<Vec<f64>>) = (read(&fixture["labels"]), read(&fixture["source"]));
    let names: Vec<String> = labels.iter().map(ToString::to_string).collect();
    let documents: Vec<_> = names.iter().map(String::as_str).zip(made_up::counted(&rows)).collect();
    let train: Vec<usize> = (0..fixture["train"].as_u64().unwrap() as usize).collect();
    let data = made_up::dataset(Task::Classes, &documents, &train, &[]);
    for result in fixture["classes"].as_array().unwrap() {
        let mut set = settings(result, &["kernel", "sigma_x", "gamma"]);
        set.push(("weighting", "raw".to_owned()));
        let model = begin::<KdeClassesModel>(&data, &borrowed(&set));
        let weights = data.reweighted(Weighting::Raw).weights;
        let prediction = model.model().classify(&weights);
        let expected = matrix(&result["decisions"]);
        for (row, expected) in expected.outer_iter().enumerate() {
            let document = train.len() + row;
            for (pair, &(a, b)) in prediction.pairs.iter().enumerate() {
                let difference = prediction.decisions[[document, pair]] - (expected[a] - expected[b]);
                assert!(difference.abs() < 1e-9, "{difference}");
            }
            let largest = (0..expected.len()).max_by(|&a, &b| expected[a].total_cmp(&expected[b]));
            assert_eq!(Some(prediction.predicted[document]), largest);
        }
        let words = model.model().word_values().unwrap();
        for document in 0..documents.len() {
            for pair in 0..prediction.pairs.len() {
                let shares = words.decision_shares(&weights, document, 1.0, pair).total;
                assert!((shares.iter().sum::<f64>() - prediction.decisions[[document, pair]]).abs() < 1e-9, "{shares:?}");
            }
        }
    }
}

#[test]
fn training_outputs_are_recovered_along_all_axes_without_a_ridge() {
    let fixture = fixture();
    let ([source, _], [target, _]) = (side(&fixture, "source"), side(&fixture, "target"));
    let set = [("sigma_x", "1"), ("sigma_y", "1"), ("gamma", "1e-12"), ("dimension", "300")];
    let model = fitted(aligned(source.clone(), target.clone()), &set).unwrap();
    assert_eq!(model.eigenvalues.len(), source.rows() - 1, "documents less their mean");
    let note = Fitted::note(&model).unwrap();
    assert!(note.contains("23 axes, fewer than dimension = 300"), "{note}");
    let [f, t] =
        [(Side::Source, source), (Side::Target, target.clone())].map(|(side, rows)| model.prepare(side, rows).coordinates);
    assert!((&f - &t).iter().all(|d| d.abs() < 1e-6), "f(x) = t(y) of training pairs");
    // Inner products along all axes are those of the centred kernel: ‖t(y) - t(y')‖² = 2 - 2 l(y, y').
    let dense = target.to_dense();
    for (i, j) in [(0, 1), (3, 17), (22, 5)] {
        let apart = &dense.row(i) - &dense.row(j);
        let expected = 2.0 - 2.0 * (-0.5 * apart.dot(&apart)).exp();
        let apart = &t.row(i) - &t.row(j);
        assert!((apart.dot(&apart) - expected).abs() < 1e-9, "{i}, {j}");
    }
}

#[test]
fn planted_partners_and_classes_are_found() {
    let data = planted_for::<KdeParams>(Builtin::Pairs);
    for kernel in ["gaussian", "linear"] {
        let mut model = begin::<KdeModel>(&data, &[("kernel", kernel)]);
        let scores = model.step().unwrap().scores.unwrap();
        assert!(scores.dev.unwrap() > 0.8 && scores.test.unwrap() > 0.8, "{kernel}: {scores:?}");
        let snapshot = model.snapshot();
        assert!(snapshot.embedding.is_none() && snapshot.words.is_none(), "no positions");
        let note = Fitted::note(model.model()).unwrap();
        let all = ["sigma_y = ", "gamma = ", "dimension = ", "were chosen on the development part."];
        assert!(all.iter().all(|part| note.contains(part)) && note.contains("sigma_x = ") == (kernel == "gaussian"), "{note}");
        assert!(model.model().objective() > 0.0);
    }
    let data = planted_for::<KdeParams>(Builtin::Topics);
    for kernel in ["gaussian", "linear"] {
        let mut model = begin::<KdeClassesModel>(&data, &[("kernel", kernel)]);
        let scores = model.step().unwrap().scores.unwrap();
        assert!(scores.test.unwrap() > 0.85, "{kernel}: {scores:?}");
        let note = Fitted::note(model.model()).unwrap();
        assert!(note.contains("γ = ") && note.ends_with("chosen on the development part."), "{note}");
        assert_eq!(note.contains("σ_x = "), kernel == "gaussian", "{note}");
    }
}

#[test]
fn no_tried_setting_finds_more_development_partners_than_the_chosen_one() {
    let data = planted_for::<KdeParams>(Builtin::Pairs);
    let dev = |model: &mut Kde| model.step().unwrap().scores.unwrap().dev.unwrap();
    let mut chosen = begin::<KdeModel>(&data, &[]);
    let most = dev(&mut chosen);
    for gamma in ["1", "0.01"] {
        for dimension in ["8", "64"] {
            let other = dev(&mut begin(&data, &[("gamma", gamma), ("dimension", dimension)]));
            assert!(other <= most, "{gamma}, {dimension}: {other} above {most}");
        }
    }
}

#[test]
fn no_tried_setting_of_numbers_has_a_smaller_loss_than_the_chosen_one() {
    let fixture = fixture();
    let ([source, new_source], [target, new_target]) = (side(&fixture, "source"), side(&fixture, "target"));
    let words = Arc::new(names(source.cols() + target.cols()));
    let fit = |set: &[(&str, &str)]| {
        let part = |source: &Csr, target: &Csr| Part { sides: aligned(source.clone(), target.clone()), ..Part::default() };
        let parts = Parts { train: part(&source, &target), dev: part(&new_source, &new_target), ..Parts::default() };
        let set = [&[("weighting", "raw"), ("sigma_y", "1")], set].concat();
        KdeModel::on(&parts, Arc::clone(&words), &params(&set), Budget::default()).unwrap()
    };
    let (known, new) = (target.to_dense(), new_target.to_dense());
    let loss = |model: &KdeModel| {
        let [queries, candidates] =
            [(Side::Source, &new_source), (Side::Target, &target)].map(|(side, rows)| model.prepare(side, rows.clone()));
        let apart = model.between(&queries, &candidates);
        let of = |i: usize| {
            let nearest = (0..apart.ncols()).min_by(|&a, &b| apart[[i, a]].total_cmp(&apart[[i, b]])).unwrap();
            let far = &new.row(i) - &known.row(nearest);
            2.0 - 2.0 * (-0.5 * far.dot(&far)).exp()
        };
        (0..apart.nrows()).map(of).sum::<f64>()
    };
    let least = loss(&fit(&[]));
    for gamma in ["1", "0.1", "0.01", "0.001", "0.0001"] {
        for dimension in ["8", "16", "32"] {
            let other = loss(&fit(&[("gamma", gamma), ("dimension", dimension)]));
            assert!(other >= least - 1e-9, "{gamma}, {dimension}: {other} below {least}");
        }
    }
}

#[test]
fn settings_without_a_development_part_are_defaults_or_cross_validated() {
    let mut data = planted_for::<KdeParams>(Builtin::Pairs);
    data.split.dev.clear();
    let model = begin::<KdeModel>(&data, &[]);
    let note = Fitted::note(model.model()).unwrap();
    assert!(note.contains("gamma = 0.01") && note.contains("were taken by default, without a development part"), "{note}");
    let mut data = planted_for::<KdeParams>(Builtin::Topics);
    data.split.dev.clear();
    let model = begin::<KdeClassesModel>(&data, &[("sigma_x", "1")]);
    let note = Fitted::note(model.model()).unwrap();
    assert!(note.starts_with("γ = ") && note.contains("was chosen by five-fold cross-validation"), "{note}");
}

#[test]
fn documents_without_words_are_at_the_mean_and_have_no_part_in_training() {
    let of_words = |words: &[u32]| Csr::from_rows(6, words.iter().map(|&word| vec![(word, 1.0)]));
    let (source, target) = (of_words(&[0, 1, 2, 3, 4, 0, 1]), of_words(&[5, 4, 3, 2, 1, 5, 4]));
    let set = [("sigma_x", "1"), ("sigma_y", "1"), ("gamma", "0.1"), ("dimension", "3")];
    let model = fitted(aligned(source.clone(), target.clone()), &set).unwrap();
    let empty = Csr::from_rows(6, [vec![]]);
    for side in [Side::Source, Side::Target] {
        assert!(model.prepare(side, empty.clone()).coordinates.iter().all(|&x| x == 0.0));
    }
    let more = |rows: &Csr, last: Vec<(u32, f64)>| {
        let row = |row| rows.entries(row).map(|(word, weight)| (word as u32, weight)).collect();
        Csr::from_rows(6, (0..7).map(row).chain([last]))
    };
    let with_empty = fitted(aligned(more(&source, vec![]), more(&target, vec![(0, 1.0)])), &set).unwrap();
    assert_eq!(with_empty.projections, model.projections);
    let alike = fitted(aligned(source, of_words(&[1; 7])), &set).unwrap_err().to_string();
    assert!(alike.contains("all alike"), "{alike}");
    let one = fitted(aligned(of_words(&[1]), of_words(&[1])), &[]).unwrap_err().to_string();
    assert!(one.contains("fewer than two training pairs"), "{one}");
}

#[test]
fn one_class_is_refused() {
    let mut data = planted_for::<KdeParams>(Builtin::Topics);
    let corpus = Arc::clone(&data.corpus);
    data.split.train.retain(|&i| corpus.labels[i] == 0);
    let error = KdeClassesModel::fit(&data, &params(&[]), Budget::default()).unwrap_err();
    assert!(error.to_string().contains("fewer than two classes"), "{error}");
}

#[test]
fn a_width_has_no_effect_under_the_linear_kernel() {
    for set in [("sigma_x", "2"), ("sigma_x_tuning", "fixed")] {
        let both = [("kernel", "linear"), set];
        let (place, error) = params::<KdeParams>(&both).check_effect(&both).unwrap_err();
        assert!(place == 1 && error.to_string().contains("set kernel=gaussian"), "{error}");
        let (place, error) = params::<KdeClassesParams>(&both).check_effect(&both).unwrap_err();
        assert!(place == 1 && error.to_string().contains("set kernel=gaussian"), "{error}");
        params::<KdeParams>(&[set]).check_effect(&[set]).unwrap();
    }
}

#[test]
fn negative_numbers_need_raw_weights_in_every_model_of_classes() {
    let rows = [vec![1.0, -1.0], vec![-1.0, 0.5], vec![0.5, -2.0], vec![-2.0, 1.0]];
    let documents: Vec<_> = ["a", "b", "a", "b"].into_iter().zip(made_up::counted(&rows)).collect();
    let data = made_up::dataset(Task::Classes, &documents, &[0, 1, 2, 3], &[]);
    assert!(data.class_counts.iter().all(|count| *count >= 0.0));
    for kind in ModelKind::models_for(TaskKind::Classes) {
        let start =
            |weighting| Params::preset(kind, Preset::Default, 2).with_weighting(weighting).start(Arc::clone(&data)).map(drop);
        for &weighting in Weighting::USUAL.iter().filter(|weighting| **weighting != Weighting::Raw) {
            let refused = start(weighting).unwrap_err().to_string();
            assert!(refused.contains("negative number") && refused.contains("weighting=raw"), "{kind:?}: {refused}");
        }
    }
    let start = |kind| Params::preset(kind, Preset::Default, 2).with_weighting(Weighting::Raw).start(Arc::clone(&data)).map(drop);
    start(ModelKind::KdeClasses).unwrap();
    assert!(start(ModelKind::NaiveBayes).unwrap_err().to_string().contains("needs counts"));
}

#[test]
fn the_budget_refuses_too_many_documents_and_cancellation_is_reported() {
    let (pairs, topics) = (planted_for::<KdeParams>(Builtin::Pairs), planted_for::<KdeParams>(Builtin::Topics));
    let given = [("sigma_x", "1"), ("gamma", "1")];
    let flag = CancelFlag::new();
    flag.raise();
    for set in [&[][..], &given] {
        let fit = |budget| {
            let of_pairs = KdeModel::fit(&pairs, &params(set), budget).map(drop);
            [of_pairs, KdeClassesModel::fit(&topics, &params(set), budget).map(drop)]
        };
        assert!(fit(Budget::new(1 << 12)).iter().all(|result| matches!(result, Err(ModelError::Memory(_)))));
        let cancelled = cancel::with(&flag, || fit(Budget::default()));
        assert!(cancelled.iter().all(|result| matches!(result, Err(ModelError::Cancelled))), "{cancelled:?}");
    }
}

#[test]
fn the_ridge_can_be_changed_live_and_saved_models_are_read_back_equal() {
    let data = planted_for::<KdeParams>(Builtin::Pairs);
    let given = [("sigma_y", "1"), ("dimension", "20"), ("gamma", "0.01")];
    for kernel in ["gaussian", "linear"] {
        let mut model = begin::<KdeModel>(&data, &[&given[..], &[("kernel", kernel)]].concat());
        model.step().unwrap();
        let before = model.model().clone();
        model.change(LiveChange { key: "gamma", value: Value::Real(5.0) }).unwrap();
        assert!(model.ensure_evaluated().is_some());
        let FittedModel::Kde(fitted) = model.trained() else { panic!("a kernel dependency estimation") };
        assert!(fitted.objective > before.objective, "a larger ridge fits worse");
        let read: KdeModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
        assert_eq!((&read, read.problem()), (&fitted, None));
        let cut = KdeModel { eigenvalues: Arc::new(fitted.eigenvalues[1..].to_vec()), ..fitted.clone() };
        assert!(cut.problem().is_some());
        let kernel = if fitted.sigma_x.is_some() { InputKernel::Linear } else { InputKernel::Gaussian };
        let other = KdeParams { kernel, ..fitted.params.clone() };
        assert!(KdeModel { params: other, ..fitted }.problem().is_some(), "of another kernel");
    }
    let data = planted_for::<KdeParams>(Builtin::Topics);
    let model = begin::<KdeClassesModel>(&data, &[("sigma_x", "1"), ("gamma", "0.1")]);
    let fitted = model.model().clone();
    let read: KdeClassesModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
    assert_eq!((&read, read.problem(), Fitted::note(&read)), (&fitted, None, None));
    assert_eq!(read.classify(&data.weights), fitted.classify(&data.weights));
    let damaged = |change: fn(&mut KdeClassesModel)| {
        let mut changed = fitted.clone();
        change(&mut changed);
        changed.problem().is_some()
    };
    assert!(damaged(|model| model.classes = Arc::default()));
    assert!(damaged(|model| model.pairs = Arc::new(vec![(0, 99)])));
    assert!(damaged(|model| model.decisions.bias = Arc::default()));
    assert!(damaged(|model| Arc::make_mut(&mut model.decisions.support).signed[[0, 0]] = 1e200));
}

#[test]
fn one_decomposition_gives_the_coefficients_under_every_ridge() {
    let [rows, new] = side(&fixture(), "source");
    let outputs = side(&fixture(), "target")[0].to_dense();
    for kernel in [Kernel::Gaussian { scale: 8.0 }, Kernel::Linear] {
        let regression = regression::Regression::new(&rows, kernel, Budget::default()).unwrap();
        let (along, turned) = (regression.along(&new), regression.turned(&outputs));
        let between = kernel.between(&new, &rows);
        for gamma in [1e-3, 0.1, 10.0] {
            let solved = coefficients((&rows, kernel), &outputs, gamma, Budget::default()).unwrap();
            assert_near(&regression.predict(&along, &turned, gamma), &between.dot(&solved));
        }
    }
    let (indicators, shares) = outputs::indicators(&[0, 2, 2, 1], 3);
    assert!(shares.iter().zip([0.25, 0.25, 0.5]).all(|(a, b)| (a - b).abs() < 1e-15), "{shares}");
    assert!(indicators.sum_axis(Axis(0)).iter().all(|sum| sum.abs() < 1e-15));
}
