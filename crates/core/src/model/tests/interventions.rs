//! Tests of interventions on a model: moved and pinned words, forces, words and documents left out.

#![allow(clippy::float_cmp, reason = "what is held must not move at all")]

use std::sync::Arc;

use ndarray::Array2;
use rand::{Rng, SeedableRng, rngs::StdRng};

use crate::{
    corpus::{Builtin, Csr, Dataset, Size, Split, SplitOptions, VocabularyOptions, builtin},
    model::{LeftOut, Model, ModelKind, Params, Predictions, Preset, Snapshot},
};

const TOUCHED: [(ModelKind, Builtin); 3] =
    [(ModelKind::Smm, Builtin::Topics), (ModelKind::Gp, Builtin::Reviews), (ModelKind::Matching, Builtin::Pairs)];

fn dataset(kind: ModelKind, which: Builtin) -> Arc<Dataset> {
    let split = SplitOptions { train: Size::Count(60), dev: Size::Count(20), ..SplitOptions::default() };
    let weighting = Params::preset(kind, Preset::Paper, 2).weighting();
    Arc::new(Dataset::build(Arc::new(builtin(which)), &split, &VocabularyOptions::default(), weighting).unwrap())
}

fn model(kind: ModelKind, data: &Arc<Dataset>, set: &[(&str, &str)]) -> Box<dyn Model> {
    let mut params = Params::preset(kind, Preset::Paper, 2);
    for (key, value) in set {
        params.set(key, value).unwrap();
    }
    params.start(Arc::clone(data)).unwrap()
}

fn places(x: &Array2<f64>) -> Vec<(usize, Vec<f64>)> {
    x.outer_iter().map(|row| row.to_vec()).enumerate().collect()
}

fn somewhere(words: usize) -> Array2<f64> {
    let mut rng = StdRng::seed_from_u64(8);
    Array2::from_shape_simple_fn((words, 2), || rng.random_range(-1.0..1.0))
}

/// All predictions of documents as numbers.
fn predictions(snapshot: &Snapshot) -> Vec<f64> {
    match &snapshot.predictions {
        Predictions::Classes(part) => part.decisions.iter().copied().collect(),
        Predictions::Ratings(part) => part.mean.iter().chain(&**part.deviation.as_ref().unwrap()).copied().collect(),
        Predictions::Matches(part) => part.rows.iter().flat_map(|row| [row.best as f64, row.best_distance]).collect(),
    }
}

fn assert_near(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{a} {b}");
    }
}

#[test]
fn pinned_words_stay_bitwise_equal() {
    for (kind, which) in TOUCHED {
        let data = dataset(kind, which);
        let mut ways = vec![
            vec![("optimiser", "adam"), ("keep", "0.5"), ("average", "0.9")],
            vec![("optimiser", "adam"), ("average", "0")],
            vec![("optimiser", "lbfgs"), ("steps", "3"), ("average", "0")],
            vec![("optimiser", "lbfgs"), ("steps", "2"), ("average", "0.8")],
        ];
        if kind == ModelKind::Smm {
            ways.push(vec![("optimiser", "envelope"), ("steps", "3")]);
        }
        for way in ways {
            let mut model = model(kind, &data, &way);
            for _ in 0..4 {
                model.step().unwrap();
            }
            let before = model.latent().unwrap().clone();
            model.pin(&[3, 7, 3, 999_999]);
            for _ in 0..4 {
                model.step().unwrap();
            }
            let now = model.latent().unwrap().clone();
            for word in [3, 7] {
                assert_eq!(now.row(word), before.row(word), "{kind:?} {way:?}");
            }
            assert!(now.outer_iter().zip(before.outer_iter()).filter(|(now, before)| now == before).count() < 6, "{kind:?}");
            model.pin(&[]);
            for _ in 0..2 {
                model.step().unwrap();
            }
            assert_ne!(model.latent().unwrap().row(7), before.row(7), "{kind:?} {way:?}: let go");
        }
    }
}

#[test]
fn a_moved_word_is_evaluated_and_continues_from_its_position() {
    for (kind, which) in TOUCHED {
        let data = dataset(kind, which);
        let mut model = model(kind, &data, &[("optimiser", "adam"), ("rate", "0.01")]);
        for _ in 0..5 {
            model.step().unwrap();
        }
        let value = model.value().unwrap();
        let before = model.snapshot();
        let (old, to) = (before.latent().unwrap().row(5).to_vec(), vec![2.5, -1.5]);
        model.place(&[(5, to.clone()), (6, vec![1.0]), (999_999, vec![0.0, 0.0])]);
        assert_eq!(model.snapshot().latent().unwrap().row(5).to_vec(), to, "shown at once");
        let moved = model.value().unwrap();
        let after = model.snapshot();
        assert_eq!(after.latent().unwrap().row(5).to_vec(), to);
        assert_eq!(after.latent().unwrap().row(6), before.latent().unwrap().row(6));
        assert!((moved - value).abs() > 1e-9 && predictions(&after) != predictions(&before), "{kind:?} {moved} {value}");
        model.place(&[(5, old)]);
        let back = model.value().unwrap();
        assert!((back - value).abs() < 1e-5 * value.abs(), "{kind:?} {back} {value}");
        model.place(&[(5, to.clone())]);
        model.step().unwrap();
        let away: f64 = model.latent().unwrap().row(5).iter().zip(&to).map(|(a, b)| (a - b).abs()).sum();
        assert!(away < 0.1, "{kind:?}: it goes on from where it was put");
    }
}

#[test]
fn forces_sum_to_the_negative_gradient() {
    for (kind, which) in TOUCHED {
        let data = dataset(kind, which);
        let mut ways = vec![vec![], vec![("rho", "0.7")]];
        match kind {
            ModelKind::Smm => {
                ways.push(vec![("normalise", "true")]);
                ways.push(vec![("level2", "rbf")]);
                for way in &mut ways {
                    way.push(("tolerance", "1e-9"));
                }
            }
            ModelKind::Gp => ways.push(vec![("level2", "rbf")]),
            _ => {
                ways.push(vec![("normalise", "true"), ("symmetric", "true")]);
                ways.push(vec![("level2", "rbf"), ("symmetric", "true")]);
            }
        }
        for way in ways {
            let mut model = model(kind, &data, &way);
            let x = somewhere(model.latent().unwrap().nrows());
            let mut rng = StdRng::seed_from_u64(2);
            let direction = x.mapv(|_| rng.random_range(-1.0..1.0));
            let mut value = |step: f64| {
                model.place(&places(&(&x + &(&direction * step))));
                model.value().unwrap()
            };
            let by_difference = (value(1e-4) - value(-1e-4)) / 2e-4;
            model.place(&places(&x));
            let forces = model.forces().unwrap();
            let all = &forces.attraction + &forces.repulsion + &forces.prior;
            let by_forces = -(&all * &direction).sum();
            assert!(
                (by_difference - by_forces).abs() < 1e-4 * by_forces.abs().max(1.0),
                "{kind:?} {way:?}: {by_difference} {by_forces}"
            );
            let size = |part: &Array2<f64>| part.iter().map(|force| force * force).sum::<f64>();
            assert!(size(&forces.attraction) > 0.0 && size(&forces.repulsion) > 0.0, "{kind:?} {way:?}");
        }
    }
}

#[test]
fn leaving_out_equals_training_data_without_it() {
    for (kind, which) in TOUCHED {
        let data = dataset(kind, which);
        let x = somewhere(data.words.len());
        let mut model = model(kind, &data, &[]);
        model.place(&places(&x));
        let objective = model.value();
        let unchanged = predictions(&model.snapshot());
        let word = (0..data.words.len()).max_by_key(|&word| data.document_frequency[word]).unwrap();
        for left_out in [LeftOut::Document(data.split.train[2]), LeftOut::Word(word)] {
            let without = model.without(&data, left_out).unwrap();
            assert_eq!((without.left_out, without.objectives[0]), (left_out, objective));
            assert_eq!(predictions(&without.snapshots[0]), unchanged);
            assert_eq!(**without.snapshots[1].latent().unwrap(), x);
            let mut reduced = Dataset::clone(&data);
            match left_out {
                LeftOut::Document(document) => {
                    let Split { train, .. } = &mut reduced.split;
                    train.retain(|&other| other != document);
                }
                LeftOut::Word(word) => {
                    let counts = reduced.counts.to_dense();
                    let others = |row: ndarray::ArrayView1<'_, f64>| {
                        let held = row.indexed_iter().filter(|(other, count)| *other != word && **count > 0.0);
                        held.map(|(other, count)| (other as u32, *count)).collect()
                    };
                    reduced.counts = Csr::from_rows(counts.ncols(), counts.outer_iter().map(others));
                    reduced = reduced.reweighted(data.weighting);
                }
            }
            let mut fresh = self::model(kind, &Arc::new(reduced), &[]);
            fresh.place(&places(&x));
            let value = fresh.value().unwrap();
            assert_near(&predictions(&without.snapshots[1]), &predictions(&fresh.snapshot()), 1e-4);
            assert!((without.objectives[1].unwrap() - value).abs() < 1e-6 * value.abs(), "{kind:?} {left_out:?}");
            assert_ne!(predictions(&without.snapshots[1]), unchanged, "{kind:?} {left_out:?}");
        }
        assert_eq!(predictions(&model.snapshot()), unchanged, "the model stays as it is");
    }
}

#[test]
fn an_iterate_from_before_a_move_is_not_restored() {
    for (kind, which) in TOUCHED {
        let data = dataset(kind, which);
        let mut model = model(kind, &data, &[("evaluate_every", "1")]);
        for _ in 0..3 {
            model.step().unwrap();
        }
        model.pin(&[4]);
        model.place(&[(4, vec![2.5, -2.5])]);
        model.restore_best();
        assert_eq!(model.latent().unwrap().row(4).to_vec(), [2.5, -2.5], "{kind:?}");
        for _ in 0..3 {
            model.step().unwrap();
        }
        model.restore_best();
        assert_eq!(model.latent().unwrap().row(4).to_vec(), [2.5, -2.5], "{kind:?}: the best since then");
        assert!(model.snapshot().shown() >= 3, "{kind:?}");
    }
}
