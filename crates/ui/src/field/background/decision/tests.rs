//! Tests of decision fields on grids.

use ndarray::array;

use super::*;
use wordfield_core::memory::Budget;
use wordfield_state::{Action, headless, lessons};

/// Field of a Gaussian kernel with width parameter `gamma`.
fn field<'a>(gamma: f64, (latent, plane): (&'a Array2<f64>, &'a Projection), weights: &'a [f64], offset: f64) -> Field<'a> {
    Field { embedding: Embedding::Rbf { gamma }, latent, plane, single: None, weights, offset }
}

#[test]
fn a_class_takes_its_pairs_with_their_signs() {
    let c = array![[1.0, 10.0, 100.0], [2.0, 20.0, 200.0]];
    let (pairs, bias) = ([(0, 1), (0, 2), (1, 2)], [0.1, 0.2, 0.3]);
    let (weights, offset) = weights_of_pairs(FieldOf::Class(1), &c, &bias, &pairs);
    assert_eq!(weights, [99.0, 198.0]);
    assert!((offset - 0.2).abs() < 1e-12);
    assert_eq!(weights_of_pairs(FieldOf::Pair(1), &c, &bias, &pairs), (vec![10.0, 20.0], 0.2));
    assert_eq!(weights_of_pairs(FieldOf::Class(9), &c, &bias, &pairs).0, [0.0, 0.0]);
}

#[test]
fn spreading_agrees_with_the_direct_sum() {
    let at = (0..300).map(|i| [(i as f32 * 0.37).sin() * 1.5, (i as f32 * 0.73).cos()]).collect();
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at, off: (0..300).map(|i| (i % 7) as f32 * 0.1).collect(), q: 4, ..Projection::default() };
    let c: Vec<f64> = (0..300).map(|i| f64::from(i).sin()).collect();
    let extent = Extent { min: [-1.0, -0.8], max: [1.2, 1.0] };
    for gamma in [1.0, 30.0] {
        let field = field(gamma, (&latent, &plane), &c, 0.3);
        let exact = field.on_cells(&extent, CELLS, 1000);
        let quick = field.on_cells(&extent, CELLS, 0);
        let most = exact.values.iter().fold(0.0_f32, |m, v| m.max(v.abs()));
        let error = exact.values.iter().zip(&quick.values).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(error < 0.01 * most, "gamma {gamma}: {error} of {most}");
    }
}

#[test]
fn the_field_of_any_kernel_point_by_point_is_that_of_the_words_as_drawn() {
    let latent = Array2::from_shape_fn((40, 2), |(word, axis)| ((word * (axis + 2)) as f64 * 0.7).sin());
    let at = latent.outer_iter().map(|x| [x[0] as f32, x[1] as f32]).collect();
    let plane = Projection { at, q: 2, ..Projection::default() };
    let weights: Vec<f64> = (0..40).map(|i| f64::from(i).cos()).collect();
    let extent = Extent { min: [-1.0, -0.8], max: [1.2, 1.0] };
    let field = field(2.0, (&latent, &plane), &weights, 0.0);
    let grid = grid_of(&extent, 24, &plane);
    let apart = field.by_points(&grid).into_iter().zip(field.by_width(2.0, &grid, 100)).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-4);
}

#[test]
fn the_field_of_novelty_is_the_decision_for_one_word_documents() {
    let memory = Budget::default();
    let lesson = lessons().iter().find(|lesson| lesson.start.corpus.is_some()).expect("a lesson on documents");
    let mut workspace = headless::train_lesson(lesson, 2, memory).expect("a corpus").expect("a workspace");
    for of in [FieldOf::Novelty(Some(0)), FieldOf::Novelty(None)] {
        headless::act(&mut workspace, Action::Field(wordfield_state::Field::Of(of)), memory).expect("a query");
        let scene = workspace.field.scene.as_ref().expect("a scene");
        assert!(scene.fields().contains(&of));
        let function = &scene.novelty.as_ref().expect("a fit").function;
        let (weights, offset) = weights_of(of, scene);
        let at: Vec<f64> = if let Some(single) = SingleWordField::of(of, scene) {
            single.at(&scene.latent).into_iter().map(|value| f64::from(value) + offset).collect()
        } else {
            let column = ArrayView2::from_shape((weights.len(), 1), &weights).expect("a column");
            let sums = scene.embedding.sums().product(scene.latent.view(), scene.latent.view(), column);
            sums.iter().map(|value| value + offset).collect()
        };
        let known = function.at(scene.latent.view());
        let most = known.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        assert!(most > 0.0 && at.iter().zip(&known).all(|(at, known)| (at - known).abs() < 1e-4 * most), "{of:?}");
    }
}
