//! Tests of kernel CCA: the solution among features, built-in pairs, shares, chosen settings, degenerate data, files.

use ndarray::Array2;
use serde_json::Value as Json;

use super::*;
use crate::{
    cancel::{self, CancelFlag},
    corpus::{Builtin, Csr, Side, Weighting},
    model::{
        DirectFitted, FittedModel, Learner, LiveChange, Model, Parameters,
        baseline::fixture::{self, aligned, matrix, names, planted_for, rows as counts},
        fitted::Fitted,
        pairs::{Matcher, PairShares, Part, Sides, WordShare},
    },
    param::{Choices, Value},
};

fn params(set: &[(&str, &str)]) -> KernelCcaParams {
    fixture::params(set)
}

/// The built-in pairs.
fn pairs() -> Dataset {
    planted_for::<KernelCcaParams>(Builtin::Pairs)
}

fn kernel_cca(data: &Dataset, set: &[(&str, &str)]) -> KernelCca {
    KernelCca::begin(Arc::new(data.clone()), params(set).check().unwrap(), Budget::default()).unwrap()
}

/// Model fitted to training pairs without a development or test part.
fn fitted(training: Sides, set: &[(&str, &str)]) -> Result<KernelCcaModel, ModelError> {
    let words = names(training.source.cols() + training.target.cols());
    let parts = Parts { train: Part { sides: training, ..Part::default() }, ..Parts::default() };
    KernelCcaModel::on(&parts, Arc::new(words), None, &params(set), Budget::default())
}

/// One-word documents.
fn of_words(words: &[u32]) -> Csr {
    Csr::from_rows(6, words.iter().map(|&word| vec![(word, 1.0)]))
}

fn assert_near(a: &Array2<f64>, b: &Array2<f64>) {
    assert_eq!(a.dim(), b.dim());
    let apart = (a - b).iter().fold(0.0_f64, |most, d| most.max(d.abs()));
    assert!(apart < 1e-7, "{apart} apart");
}

#[test]
fn correlations_and_cosines_agree_with_the_solution_among_features() {
    let fixture: Json = serde_json::from_str(include_str!("../../../../tests/fixtures/kernel_cca.json")).unwrap();
    let train: Vec<usize> = (0..fixture["pairs"].as_u64().unwrap() as usize).collect();
    for result in fixture["results"].as_array().unwrap() {
        let text = |key: &str| result[key].as_str().map_or_else(|| result[key].to_string(), str::to_owned);
        let values = ["kernel", "centring", "lambda", "weighting", "width"].map(|key| (key, text(key)));
        let mut set: Vec<(&str, &str)> = values.iter().map(|(key, value)| (*key, value.as_str())).collect();
        set.retain(|(_, value)| *value != "null");
        set.push(("dimension", "4"));
        let weighting = params(&set).weighting;
        let [source, target] = ["source", "target"].map(|side| weighting.apply(&counts(&fixture[side]), &[]));
        let new: Vec<usize> = (train.len()..source.rows()).collect();
        let model = fitted(aligned(source.select(&train), target.select(&train)), &set).unwrap();
        let correlations: Vec<f64> = serde_json::from_value(result["correlations"].clone()).unwrap();
        assert!(model.correlations.iter().zip(&correlations).all(|(a, b)| (a - b).abs() < 1e-8), "{:?}", model.correlations);

        let [mut left, mut right] =
            [(0, &source), (1, &target)].map(|(side, rows)| model.projections[side].of(&rows.select(&new)));
        let reference = ["source", "target"].map(|side| matrix(&result[side]));
        for column in 0..4 {
            let sign = left.column(column).dot(&reference[0].column(column)).signum();
            left.column_mut(column).mapv_inplace(|x| sign * x);
            right.column_mut(column).mapv_inplace(|x| sign * x);
        }
        assert_near(&left, &reference[0]);
        assert_near(&right, &reference[1]);
        let distances = model.distances(&source.select(&new), &target.select(&new));
        assert_near(&distances, &matrix(&result["cosines"]).mapv(|cosine| 2.0 - 2.0 * cosine));
    }
}

#[test]
fn planted_partners_come_first_under_both_kernels() {
    let data = pairs();
    for kernel in ["linear", "gaussian"] {
        let mut model = kernel_cca(&data, &[("kernel", kernel)]);
        let scores = model.step().unwrap().scores.unwrap();
        assert!(scores.dev.unwrap() > 0.8 && scores.test.unwrap() > 0.8, "{kernel}: {scores:?}");
        let snapshot = model.snapshot();
        assert!(snapshot.embedding.is_none() && snapshot.words.is_none(), "no positions");
        let matched = snapshot.matched().unwrap();
        assert!(matched.rows.is_sorted_by_key(|row| row.document) && matched.fitted.positions().is_none());
        let note = Fitted::note(model.model()).unwrap();
        let both = ["lambda = ", "dimension = ", "were chosen on the development part."];
        assert!(both.iter().all(|part| note.contains(part)) && note.contains("width = ") == (kernel == "gaussian"), "{note}");
        assert!(model.model().objective() < 0.0);
    }
}

#[test]
fn no_setting_finds_more_development_partners_than_the_chosen_one() {
    let data = pairs();
    let dev = |model: &mut KernelCca| model.step().unwrap().scores.unwrap().dev.unwrap();
    let mut chosen = kernel_cca(&data, &[]);
    let most = dev(&mut chosen);
    for lambda in ["0.1", "1", "10"] {
        for dimension in ["10", "30", "100"] {
            let other = dev(&mut kernel_cca(&data, &[("lambda", lambda), ("dimension", dimension)]));
            assert!(other <= most, "{lambda}, {dimension}: {other} above {most}");
        }
    }
}

#[test]
fn without_development_pairs_the_named_defaults_are_taken() {
    let mut data = pairs();
    let dev = std::mem::take(&mut data.split.dev);
    data.split.train.extend(dev);
    let model = kernel_cca(&data, &[("kernel", "gaussian")]).model().clone();
    assert_eq!((model.lambda.to_bits(), model.shape.map(f64::to_bits)), (1.0_f64.to_bits(), Some(1.0_f64.to_bits())));
    assert!(model.correlations.len() <= 200, "{}", model.correlations.len());
    assert!(Fitted::note(&model).unwrap().contains("taken by default, without a development part"), "{:?}", model.chosen);
}

#[test]
fn word_shares_sum_to_the_distance_under_the_linear_kernel_only() {
    let data = pairs();
    let test = Parts::of(&data).test.sides;
    for (centring, weighting) in [("true", "sqrt-tf-idf-l2"), ("false", "count")] {
        let model = kernel_cca(&data, &[("centring", centring), ("weighting", weighting)]).model().clone();
        let test = Parts::of(&data.reweighted(model.params.weighting)).test.sides;
        let (source, target) = (model.prepare(Side::Source, test.source), model.prepare(Side::Target, test.target));
        for (queries, candidates) in [(&source, &target), (&target, &source)] {
            let distances = model.between(queries, candidates);
            for place in 0..10 {
                let PairShares { shares, exact } = model.explain((queries, place), (candidates, 2 * place)).unwrap();
                let sum: f64 = shares.iter().map(|share| share.share).sum();
                assert!(exact && (sum - distances[[place, 2 * place]]).abs() < 1e-9, "{sum}");
                let is_own = |share: &WordShare| model.side_of(share.word) == queries.side;
                assert!(shares.iter().all(|share| (share.weight > 0.0) == is_own(share)), "signs tell the sides");
            }
        }
    }
    let model = kernel_cca(&data, &[("kernel", "gaussian"), ("width", "1")]).model().clone();
    let (source, target) = (model.prepare(Side::Source, test.source), model.prepare(Side::Target, test.target));
    assert!(model.explain((&source, 0), (&target, 0)).is_none());
}

#[test]
fn documents_without_words_have_equal_distances_and_no_part_in_training() {
    let without = |rows: &Csr| Csr::from_rows(6, (0..rows.rows()).map(|_| vec![]));
    let (source, target) = (of_words(&[0, 1, 2, 3, 4, 0, 1]), of_words(&[5, 4, 3, 2, 1, 5, 4]));
    for kernel in ["linear", "gaussian"] {
        let set = [("kernel", kernel), ("lambda", "0.1"), ("dimension", "3")];
        let model = fitted(aligned(source.clone(), target.clone()), &set).unwrap();
        let distances = model.distances(&without(&source), &target);
        assert!(distances.iter().all(|distance| (distance - 2.0).abs() < 1e-12), "{kernel}: {distances}");
        let [queries, candidates] =
            [(Side::Source, without(&source)), (Side::Target, target.clone())].map(|(side, rows)| model.prepare(side, rows));
        assert!(model.explain((&queries, 0), (&candidates, 0)).is_none());
        assert_eq!(model.find(&queries, &candidates, &[Some(2); 7])[0].rank, Some(7), "ties count against");

        let more = |rows: &Csr, last: Vec<(u32, f64)>| {
            Csr::from_rows(
                6,
                (0..7).map(|row| rows.entries(row).map(|(word, weight)| (word as u32, weight)).collect()).chain([last]),
            )
        };
        let with_empty = fitted(aligned(more(&source, vec![]), more(&target, vec![(0, 1.0)])), &set).unwrap();
        assert_eq!(with_empty.projections, model.projections);
    }
}

#[test]
fn singular_kernel_values_are_solved_and_equal_documents_refused() {
    let (twice, other) = (of_words(&[0, 0, 1, 1, 2, 2]), of_words(&[3, 3, 4, 4, 5, 5]));
    for kernel in ["linear", "gaussian"] {
        let set = [("kernel", kernel), ("lambda", "0.1"), ("dimension", "50")];
        let model = fitted(aligned(twice.clone(), other.clone()), &set).unwrap();
        assert_eq!(model.correlations.len(), 2, "three documents less their mean");
        assert!(Fitted::note(&model).unwrap().contains("2 canonical directions"), "{:?}", Fitted::note(&model));
        let distances = model.distances(&twice, &other);
        assert!(distances.indexed_iter().all(|((i, j), distance)| (*distance < 1e-9) == (i / 2 == j / 2)), "{distances}");

        let alike = aligned(of_words(&[1; 6]), other.clone());
        let refused = fitted(alike.clone(), &set).unwrap_err().to_string();
        assert!(refused.contains("all alike") && refused.contains("centring=false"), "{refused}");
        let set = [set.as_slice(), &[("centring", "false")]].concat();
        assert_eq!(fitted(alike, &set).unwrap().correlations.len(), 1);
    }
    let one = fitted(aligned(of_words(&[1]), of_words(&[1])), &[]).unwrap_err().to_string();
    assert!(one.contains("fewer than two training pairs"), "{one}");
}

#[test]
fn a_width_has_no_effect_under_the_linear_kernel() {
    for set in [("width", "2"), ("width_tuning", "fixed")] {
        let (place, error) = params(&[set]).check_effect(&[set]).unwrap_err();
        assert!(place == 0 && error.to_string().contains("set kernel=gaussian"), "{error}");
        let gaussian = [("kernel", "gaussian"), set];
        params(&gaussian).check_effect(&gaussian).unwrap();
    }
}

#[test]
fn the_budget_refuses_too_many_pairs_and_cancellation_is_reported() {
    let data = pairs();
    let refused = KernelCcaModel::fit(&data, &params(&[]), Budget::new(1 << 16)).unwrap_err();
    assert!(matches!(&refused, ModelError::Memory(_)) && refused.to_string().contains("--train"), "{refused}");
    let flag = CancelFlag::new();
    flag.raise();
    let result = cancel::with(&flag, || KernelCcaModel::fit(&data, &params(&[]), Budget::default()));
    assert!(matches!(result, Err(ModelError::Cancelled)), "{result:?}");
}

#[test]
fn the_penalty_can_be_changed_live_and_saved_models_are_read_back_equal() {
    let data = pairs();
    for set in [
        &[("lambda", "1"), ("dimension", "20")][..],
        &[("kernel", "gaussian"), ("width", "1"), ("dimension", "20"), ("lambda", "1")],
    ] {
        let mut model = kernel_cca(&data, set);
        model.step().unwrap();
        let before = model.model().clone();
        assert!(Fitted::note(&before).is_none(), "given settings need no note");
        model.change(LiveChange { key: "lambda", value: Value::Real(50.0) }).unwrap();
        assert!(model.ensure_evaluated().is_some());
        let FittedModel::KernelCca(fitted) = model.trained() else { panic!("a kernel CCA") };
        assert!(fitted.correlations[0] < before.correlations[0], "a larger penalty lowers the correlations");
        let read: KernelCcaModel = serde_json::from_str(&serde_json::to_string(&fitted).unwrap()).unwrap();
        assert_eq!((&read, read.problem()), (&fitted, None));
        let test = Parts::of(&data).test.sides;
        assert_eq!(read.distances(&test.source, &test.target), fitted.distances(&test.source, &test.target));
        let cut = Arc::new(fitted.correlations[1..].to_vec());
        assert!(KernelCcaModel { correlations: cut, ..fitted.clone() }.problem().is_some());
        let other = KernelCcaParams {
            kernel: if fitted.shape.is_some() { CcaKernel::Linear } else { CcaKernel::Gaussian },
            ..fitted.params.clone()
        };
        assert!(KernelCcaModel { params: other, ..fitted }.problem().is_some(), "of another kernel");
    }
}

#[test]
fn weightings_without_unit_rows_give_different_models() {
    let data = pairs();
    let of = |weighting: Weighting| {
        let model = kernel_cca(&data, &[("weighting", weighting.key()), ("lambda", "1"), ("dimension", "20")]);
        model.model().correlations.to_vec()
    };
    assert_ne!(of(Weighting::Sqrt), of(Weighting::SqrtL2));
}
