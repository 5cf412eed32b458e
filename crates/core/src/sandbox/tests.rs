use ndarray::{Array2, array};
use proptest::prelude::*;

use super::*;
use crate::{kernel::Grid, ldk::Embedding};

/// Reference: `k(x, y)` as a plain formula.
fn kernel(embedding: Embedding, x: [f64; 2], y: [f64; 2]) -> f64 {
    let dot = x[0] * y[0] + x[1] * y[1];
    match embedding {
        Embedding::Rbf { gamma } => (-0.5 * gamma * ((x[0] - y[0]).powi(2) + (x[1] - y[1]).powi(2))).exp(),
        Embedding::Linear => dot,
        Embedding::Polynomial { offset, degree, divisor } => std::iter::repeat_n((dot + offset) / divisor, degree).product(),
        Embedding::Identity => unreachable!("not a kernel of the sandbox"),
    }
}

/// Reference: value of a kernel mean at a point, as a plain sum.
fn mean_at(sandbox: &Sandbox, set: usize, at: [f64; 2]) -> f64 {
    let points = &sandbox.sets[set].points;
    let mass: f64 = points.iter().map(|point| point.weight).sum();
    points.iter().map(|point| point.weight / mass * kernel(sandbox.embedding, point.at, at)).sum()
}

fn inner(sandbox: &Sandbox, a: usize, b: usize) -> f64 {
    let points = &sandbox.sets[a].points;
    let mass: f64 = points.iter().map(|point| point.weight).sum();
    points.iter().map(|point| point.weight / mass * mean_at(sandbox, b, point.at)).sum()
}

fn sets() -> impl Strategy<Value = Sandbox> {
    let point = ((-3.0..3.0_f64, -3.0..3.0_f64), 0.2..3.0_f64).prop_map(|((x, y), weight)| Point { at: [x, y], weight });
    let set = prop::collection::vec(point, 1..12);
    let kernels = prop_oneof![
        (0.2..5.0_f64).prop_map(|gamma| Embedding::Rbf { gamma }),
        Just(Embedding::Linear),
        Just(Embedding::Polynomial { offset: 1.0, degree: 2, divisor: 1.0 }),
    ];
    (prop::collection::vec(set, 2..5), kernels).prop_map(|(sets, embedding)| Sandbox {
        sets: sets
            .into_iter()
            .zip([-1.0, 1.0].into_iter().cycle())
            .map(|(points, target)| PointSet { name: "set".to_owned(), points, target, ..PointSet::default() })
            .collect(),
        embedding,
        ..Sandbox::default()
    })
}

proptest! {
    #[test]
    fn inner_products_and_mmd_equal_plain_sums(sandbox in sets()) {
        let values = Values::of(&sandbox);
        let size = values.s.diag().iter().fold(1.0_f64, |most, s| most.max(*s));
        for a in 0..sandbox.sets.len() {
            for b in 0..sandbox.sets.len() {
                prop_assert!((values.s[[a, b]] - inner(&sandbox, a, b)).abs() < 1e-10 * size);
            }
        }
        let naive = inner(&sandbox, 0, 0) + inner(&sandbox, 1, 1) - 2.0 * inner(&sandbox, 0, 1);
        prop_assert!((values.mmd.expect("two sets").biased - naive).abs() < 1e-10 * size);
        let means = [0, 1].map(|set: usize| sandbox.sets[set].mean().expect("points"));
        let between: f64 = (0..2).map(|axis| (means[0][axis] - means[1][axis]).powi(2)).sum();
        prop_assert!((values.mmd_linear.expect("two sets").biased - between).abs() < 1e-10);
    }

    #[test]
    fn a_cell_among_the_points_lies_in_a_triangle_of_three(sandbox in sets()) {
        let values = Values::of(&sandbox);
        let grid = Grid { left: -4.0, bottom: -4.0, width: 8.0, height: 8.0, columns: 7, rows: 6 };
        let x = &values.samples.as_ref().expect("two sets").x;
        let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
        let n = x.nrows();
        let at = |row: usize| [x[[row, 0]], x[[row, 1]]];
        for (cell, among) in Surface::Ratio.among_points(&sandbox, &values, &grid).expect("a test").into_iter().enumerate() {
            let centre = [-4.0 + ((cell % 7) as f64 + 0.5) * 8.0 / 7.0, -4.0 + ((cell / 7) as f64 + 0.5) * 8.0 / 6.0];
            let within = (0..n).any(|i| (0..i).any(|j| (0..j).any(|k| {
                let sides = [turn(at(i), at(j), centre), turn(at(j), at(k), centre), turn(at(k), at(i), centre)];
                sides[0] == sides[1] && sides[1] == sides[2]
            })));
            prop_assert_eq!(among, within, "{:?}", centre);
        }
        let everywhere = Surface::Witness.among_points(&sandbox, &values, &grid).is_none();
        prop_assert_eq!(everywhere, sandbox.embedding.gamma().is_some(), "a Gaussian function fades by itself");
    }

    #[test]
    fn a_surface_is_the_same_on_a_grid_at_places_and_as_a_plain_sum(sandbox in sets()) {
        let values = Values::of(&sandbox);
        let grid = Grid { left: -4.0, bottom: -4.0, width: 8.0, height: 8.0, columns: 5, rows: 3 };
        let centre = |row: usize, column: usize| [-4.0 + (column as f64 + 0.5) * 1.6, -4.0 + (row as f64 + 0.5) * 8.0 / 3.0];
        let size = values.s.diag().iter().fold(1.0_f64, |most, s| most.max(*s)) * 100.0;
        for surface in [Surface::Kernel { set: 1, point: 0 }, Surface::Mean(0), Surface::Witness] {
            let drawn = surface.on_grid(&sandbox, &values, &grid).expect("a surface");
            for row in 0..3 {
                for column in 0..5 {
                    let at = centre(row, column);
                    let plain = match surface {
                        Surface::Kernel { .. } => kernel(sandbox.embedding, sandbox.sets[1].points[0].at, at),
                        Surface::Mean(set) => mean_at(&sandbox, set, at),
                        _ => mean_at(&sandbox, 0, at) - mean_at(&sandbox, 1, at),
                    };
                    let cell = f64::from(drawn[5 * row + column]);
                    prop_assert!((cell - plain).abs() < 1e-6 * size, "{surface:?} {cell} {plain}");
                }
            }
        }
    }

    #[test]
    fn a_text_gives_the_same_sandbox(sandbox in sets()) {
        prop_assert_eq!(Sandbox::from_text(&sandbox.to_text()), Ok(sandbox));
    }

    #[test]
    fn the_learned_function_of_a_set_is_the_mean_of_its_field(mut sandbox in sets(), svm in any::<bool>()) {
        sandbox.learner = if svm { Learner::Svm { c: 10.0 } } else { Learner::Gp { noise: 0.1 } };
        sandbox.embedding = Embedding::Rbf { gamma: 1.0 };
        let values = Values::of(&sandbox);
        let learned = values.learned.as_ref().expect("learned");
        for set in 0..sandbox.sets.len() {
            let field = Surface::Learned.at(&sandbox, &values, values.points(set)).expect("a field");
            let mean: f64 = values.m.row(set).1.iter().zip(&field).map(|(weight, value)| weight * value).sum();
            prop_assert!((mean - learned.values[set]).abs() < 1e-9);
        }
    }
}

#[test]
fn a_gaussian_process_is_certain_near_its_sets_and_follows_the_naive_formula() {
    let set = |x: f64, target: f64| PointSet { points: vec![Point::new([x, 0.0])], target, ..PointSet::default() };
    let sandbox =
        Sandbox { sets: vec![set(-1.0, 2.0), set(1.0, 4.0)], learner: Learner::Gp { noise: 0.01 }, ..Sandbox::default() };
    let values = Values::of(&sandbox);
    let places = array![[-1.0, 0.0], [0.0, 0.0], [4.0, 4.0]];
    let mean = Surface::Learned.at(&sandbox, &values, places.view()).expect("a mean");
    let deviation = Surface::Deviation.at(&sandbox, &values, places.view()).expect("a deviation");
    // Two points at distance 2 with γ = 1: K = [1 k; k 1] + 0.01 I, k = exp(-2).
    let (k, own) = ((-2.0_f64).exp(), 1.01);
    let inverse = |v: [f64; 2]| [(own * v[0] - k * v[1]) / (own * own - k * k), (own * v[1] - k * v[0]) / (own * own - k * k)];
    let half = (-0.5_f64).exp();
    let beta = inverse([-1.0, 1.0]);
    assert!(
        (mean[0] - (3.0 + beta[0] + k * beta[1])).abs() < 1e-9 && (mean[1] - 3.0).abs() < 1e-9 && (mean[2] - 3.0).abs() < 1e-3
    );
    let explained = inverse([half, half]);
    assert!((deviation[1] - (1.0 - half * (explained[0] + explained[1])).sqrt()).abs() < 1e-9);
    assert!(deviation[0] < 0.11 && deviation[2] > 0.99, "{deviation:?}");
}

#[test]
fn a_level_2_kernel_is_drawn_as_the_value_of_a_set_of_one_point() {
    let mut sandbox = Sandbox { learner: Learner::Svm { c: 10.0 }, level2: Level2::Rbf { zeta: 2.0 }, ..Sandbox::default() };
    let drawn = Surface::Learned.at(&sandbox, &Values::of(&sandbox), array![[0.5, 0.5]].view()).expect("a field");
    let learned = Values::of(&sandbox).learned.expect("learned");
    sandbox.sets.push(PointSet { points: vec![Point::new([0.5, 0.5])], ..PointSet::default() });
    let k = Values::of(&sandbox).k;
    let value: f64 = learned.weights.iter().enumerate().map(|(set, weight)| weight * k[[2, set]]).sum();
    assert!((drawn[0] - value - learned.function.bias[0]).abs() < 1e-9);
    assert!(learned.values[0] < 0.0 && learned.values[1] > 0.0, "both sets are on their sides: {:?}", learned.values);
}

#[test]
fn empty_sets_have_no_mmd_and_zero_inner_products() {
    let mut sandbox = Sandbox::default();
    sandbox.sets[1].points.clear();
    for learner in Learner::ALL {
        sandbox.learner = learner;
        let values = Values::of(&sandbox);
        assert!(values.mmd.is_none() && values.samples.is_none());
        assert!(values.s[[0, 1]].abs() + values.s[[1, 1]].abs() < 1e-300);
        assert!(Surface::Witness.at(&sandbox, &values, array![[0.0, 0.0]].view()).is_none());
    }
}

#[test]
fn every_unusable_text_is_refused_with_a_remedy() {
    let text = Sandbox::default().to_text();
    let edited = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        Sandbox::from_text(&text.replace(from, to)).expect_err(to).to_string()
    };
    assert!(Sandbox::from_text("no JSON").expect_err("no JSON").to_string().contains("Copy state"));
    assert!(edited("\"compared\": [0,1]", "\"compared\": [0,7]").contains("Set 7"));
    assert!(edited("\"gamma\":1.0", "\"gamma\":-1.0").contains("kernel between points"));
    assert!(edited("\"target\":-1.0", "\"goal\":-1.0").contains("goal"));
    let first = Sandbox::default().sets[0].points[0].at[0].to_string();
    assert!(edited(&first, "9.5").contains("between -4 and 4"));
    let many = Sandbox { sets: vec![PointSet::default(); 9], ..Sandbox::default() };
    assert_eq!(many.checked(), Err(SandboxError::Sets(9)));
    let mut full = Sandbox::default();
    full.sets[0].points = vec![Point::new([0.0, 0.0]); MOST_POINTS + 1];
    assert_eq!(full.checked(), Err(SandboxError::Points("A".to_owned(), MOST_POINTS + 1)));
    assert!(Sandbox { learner: Learner::Svm { c: 0.0 }, ..Sandbox::default() }.checked().is_err());
    assert!(Sandbox { surface: Surface::Mean(2), ..Sandbox::default() }.checked().is_err());
}

#[test]
fn shapes_share_their_mean_and_differ_in_spread() {
    let set = |shape: Shape| PointSet { points: shape.points(400, [0.5, -0.25], 3), ..PointSet::default() };
    for shape in Shape::ALL {
        let mean = set(shape).mean().expect("points");
        assert!((mean[0] - 0.5).abs() < 0.75 && (mean[1] + 0.25).abs() < 0.6, "{shape:?} {mean:?}");
        assert_eq!(set(shape), set(shape), "the same points for the same seed");
    }
    let spread = |shape| set(shape).spread().expect("points");
    assert!(spread(Shape::Wide) > 1.7 * spread(Shape::Gaussian));
}

#[test]
fn a_text_can_name_shapes_instead_of_points() {
    let text = r#"{ "sets": [
        { "name": "A", "generate": { "shape": "ring", "count": 40, "centre": [0.5, 0], "seed": 3 } },
        { "name": "B", "points": [[1, 1]], "generate": { "shape": "heavy-tails", "count": 5 } } ] }"#;
    let sandbox = Sandbox::from_text(text).expect("a sandbox");
    assert_eq!(sandbox.sets[0].points, Shape::Ring.points(40, [0.5, 0.0], 3));
    assert_eq!((sandbox.sets[1].points.len(), sandbox.sets[1].points[0]), (6, Point::new([1.0, 1.0])));
    assert!(!sandbox.to_text().contains("generate"), "a copied text lists the points");
    let many = text.replace("40", "400000000");
    assert_eq!(Sandbox::from_text(&many), Err(SandboxError::Points("A".to_owned(), MOST_POINTS + 1)));
}

/// Reference values made with numpy by `scripts/make_sandbox_fixture.py`, and the exact permutation test over all splits.
#[test]
fn mmd_witness_and_test_equal_those_of_numpy() {
    let fixture: serde_json::Value = serde_json::from_str(include_str!("../../tests/fixtures/sandbox.json")).expect("JSON");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    for case in fixture.as_array().expect("cases") {
        let sandbox = Sandbox::from_text(&case["sandbox"].to_string()).expect("a sandbox");
        let values = Values::of(&sandbox);
        let mmd = values.mmd.expect("two sets");
        assert!((mmd.biased - number(&case["biased"])).abs() < 1e-12);
        assert!((mmd.unbiased.expect("points") - number(&case["unbiased"])).abs() < 1e-12);
        assert!((values.mmd_linear.expect("two sets").biased - number(&case["linear"])).abs() < 1e-12);
        let places = case["places"].as_array().expect("places");
        let at = Array2::from_shape_fn((places.len(), 2), |(i, axis)| number(&places[i][axis]));
        let witness = Surface::Witness.at(&sandbox, &values, at.view()).expect("a witness");
        for (ours, numpy) in witness.iter().zip(case["witness"].as_array().expect("values")) {
            assert!((ours - number(numpy)).abs() < 1e-12);
        }
        let test = values.samples.expect("two sets").test(9_999, 1, |_| true).expect("a test");
        // Tolerance: three standard deviations of a share of 9,999 splits.
        assert!((test.p - number(&case["p"])).abs() < 0.015, "{} {}", test.p, case["p"]);
    }
}
