//! Fields and their pictures.

use ndarray::array;

use super::*;

const SIDES: [Color32; 2] = [Color32::RED, Color32::BLUE];

/// The field of a Gaussian kernel of that width.
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
fn the_kernel_around_a_word_has_circles_at_its_levels() {
    let (latent, gamma) = (array![[0.1, -0.2], [0.7, 0.4]], 30.0);
    let plane = Projection { at: vec![[0.1, -0.2], [0.7, 0.4]], off: vec![], q: 2, ..Projection::default() };
    let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let kernel = field(gamma, (&latent, &plane), &[1.0, 0.0], 0.0);
    let picture = mean_picture(&kernel, &extent, ScaleRegion::Plane(&plane, &extent), Some(1.0), true);
    for (lines, share) in [(&picture.zero, MEAN_LEVELS[0]), (&picture.levels, MEAN_LEVELS[1])] {
        let radius = (-2.0 * share.ln() / gamma as f32).sqrt();
        assert!(lines.len() == 1 && lines[0].closed);
        let apart = |point: &[f32; 2]| ((point[0] - 0.1).hypot(point[1] + 0.2) - radius).abs();
        assert!(lines[0].points.iter().all(|point| apart(point) < 0.01), "a circle of radius {radius}");
    }
    assert!((picture.most - 1.0).abs() < 1e-6 && picture.least >= 0.0);
    // Without a given peak the scale ends at the highest value in view.
    let mean = field(gamma, (&latent, &plane), &[0.5, 0.5], 0.0);
    let picture = mean_picture(&mean, &extent, ScaleRegion::Plane(&plane, &extent), None, true);
    assert!((0.45..0.51).contains(&picture.most) && picture.zero.len() == 2, "{}", picture.most);
}

#[test]
fn the_picture_has_each_side_in_its_colour_and_up_is_up() {
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at: vec![[0.0, 0.8], [0.0, -0.8]], off: vec![], q: 2, ..Projection::default() };
    let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let picture = field_picture(
        &field(3.0, (&latent, &plane), &[1.0, -1.0], 0.0),
        &extent,
        ScaleRegion::Plane(&plane, &extent),
        &FieldColours::Sides(SIDES),
        false,
    );
    let [top, bottom] = [picture.image.pixels[12 * 128 + 64], picture.image.pixels[115 * 128 + 64]];
    assert!(top.r() > top.b() && bottom.b() > bottom.r(), "{top:?} {bottom:?}");
    assert_eq!(picture.zero.len(), 1);
    assert!(picture.zero[0].points.iter().all(|p| p[1].abs() < 1e-3));
}

#[test]
fn one_latent_dimension_gives_upright_zero_lines() {
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at: vec![[-0.5, 0.9], [0.5, 0.1]], q: 1, upright: true, ..Projection::default() };
    let extent = Extent { min: [-1.0, 0.0], max: [1.0, 1.0] };
    let picture = field_picture(
        &field(3.0, (&latent, &plane), &[1.0, -1.0], 0.0),
        &extent,
        ScaleRegion::Plane(&plane, &extent),
        &FieldColours::Sides(SIDES),
        true,
    );
    assert_eq!(picture.zero.len(), 1);
    assert!(picture.zero[0].points.iter().all(|p| p[0].abs() < 1e-3));
}

#[test]
fn colours_mean_the_same_at_every_zoom() {
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at: vec![[0.0, 0.8], [0.0, -0.8]], off: vec![], q: 2, ..Projection::default() };
    let field = field(3.0, (&latent, &plane), &[1.0, -1.0], 0.0);
    let home = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let near = field_picture(&field, &home.grown(0.1), ScaleRegion::Plane(&plane, &home), &FieldColours::Sides(SIDES), false);
    let far = field_picture(&field, &home.grown(3.0), ScaleRegion::Plane(&plane, &home), &FieldColours::Sides(SIDES), false);
    assert!((near.most - far.most).abs() < 1e-6 && near.most > 0.5, "{} {}", near.most, far.most);
}

#[test]
fn colours_mean_the_same_on_every_slice_of_a_room() {
    let latent = Array2::zeros((0, 3));
    let words = Projection { at: vec![[0.0, 0.0]; 2], third: vec![0.8, -0.8], q: 3, ..Projection::default() };
    let room = Solid { min: [-1.0; 3], max: [1.0; 3] };
    let side = Extent { min: [-1.0; 2], max: [1.0; 2] };
    for weights in [[1.0, -0.2], [0.2, -1.0]] {
        let most = [(2, 0.8), (2, -0.8), (0, 0.0), (1, 0.9)].map(|(across, place)| {
            let slice = words.slice(across, place);
            let field = field(3.0, (&latent, &slice), &weights, 0.0);
            field_picture(&field, &side, ScaleRegion::Space(&words, &room), &FieldColours::Sides(SIDES), false).most
        });
        assert!(most.iter().all(|of| of.to_bits() == most[0].to_bits()), "{most:?}");
        assert!((0.9..1.01).contains(&most[0]), "the strongest of the room: {most:?}");
    }
}
