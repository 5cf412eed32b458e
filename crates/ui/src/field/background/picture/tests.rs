//! Tests of the images of fields.

use ndarray::array;

use super::*;
use crate::field::camera::view::Solid;
use wordfield_core::ldk::Embedding;

const SIDES: [Color32; 2] = [Color32::RED, Color32::BLUE];

/// Field of a Gaussian kernel with width parameter `gamma`.
fn field<'a>(gamma: f64, (latent, plane): (&'a Array2<f64>, &'a Projection), weights: &'a [f64], offset: f64) -> Field<'a> {
    Field { embedding: Embedding::Rbf { gamma }, latent, plane, single: None, weights, offset }
}

/// Field style in the light theme with a diverging scale of red and blue.
fn style(possible: Option<[f32; 2]>) -> FieldStyle {
    let colours = FieldColours::Sides(SIDES);
    FieldStyle { colours, middle: 0.0, possible, rescaled: false, levels: Vec::new(), band: None, dark: false }
}

/// Distance of a colour from the paper colour, over all channels.
fn strength(color: Color32) -> i32 {
    [color.r(), color.g(), color.b()].iter().map(|&channel| (i32::from(channel) - 250).abs()).sum()
}

#[test]
fn strong_colour_means_a_strong_difference() {
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at: vec![[0.0, 0.8], [0.0, -0.8]], off: vec![], q: 2, ..Projection::default() };
    let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let drawn = |size: f64, style: &FieldStyle| {
        let weights = [size, -size];
        let field = field(3.0, (&latent, &plane), &weights, 0.0);
        field_picture(&field, &extent, ScaleRegion::Plane(&plane, &extent), style)
    };
    let strongest = |size: f64, style: &FieldStyle| {
        let picture = drawn(size, style);
        picture.image.pixels.iter().map(|&color| strength(color)).max().expect("pixels")
    };
    let fixed = style(Some([-1.0, 1.0]));
    let (strong, weak) = (strongest(1.0, &fixed), strongest(0.05, &fixed));
    assert!(f64::from(weak) < 0.1 * f64::from(strong), "{weak} beside {strong}");
    let rescaled = FieldStyle { rescaled: true, ..fixed };
    assert!(f64::from(strongest(0.05, &rescaled)) > 0.9 * f64::from(strong), "rescaled pictures are vivid");
    // Decisions beyond the margin widen the scale.
    assert!(drawn(5.0, &style(Some([-1.0, 1.0]))).scale.high > 4.0);
}

#[test]
fn values_within_the_band_of_random_splits_are_grey() {
    let latent = Array2::zeros((0, 2));
    let plane = Projection { at: vec![[0.0, 0.8], [0.0, -0.8]], off: vec![], q: 2, ..Projection::default() };
    let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let field = field(3.0, (&latent, &plane), &[0.8, -0.3], 0.0);
    let style = FieldStyle { band: Some(0.4), rescaled: true, ..style(Some([-1.0, 1.0])) };
    let picture = field_picture(&field, &extent, ScaleRegion::Plane(&plane, &extent), &style);
    let is_grey = |color: Color32| color.r() == color.g() && color.g() == color.b();
    for (cell, value) in picture.raster.values.iter().enumerate() {
        let (row, column) = (cell / CELLS, cell % CELLS);
        let color = picture.image.pixels[(CELLS - 1 - row) * CELLS + column];
        assert_eq!(is_grey(color), value.abs() <= 0.4, "{value} is {color:?}");
    }
    // The picture has one contour line, around the upper word.
    assert!(picture.levels.len() == 1 && picture.levels[0].points.iter().all(|at| at[1] > 0.0));
}

#[test]
fn the_kernel_around_a_word_has_circles_at_its_levels() {
    let (latent, gamma) = (array![[0.1, -0.2], [0.7, 0.4]], 30.0);
    let plane = Projection { at: vec![[0.1, -0.2], [0.7, 0.4]], off: vec![], q: 2, ..Projection::default() };
    let extent = Extent { min: [-1.0; 2], max: [1.0; 2] };
    let kernel = field(gamma, (&latent, &plane), &[1.0, 0.0], 0.0);
    let picture = mean_picture(&kernel, &extent, ScaleRegion::Plane(&plane, &extent), Some(1.0), &style(None));
    for (lines, share) in [(&picture.zero, MEAN_LEVELS[0]), (&picture.levels, MEAN_LEVELS[1])] {
        let radius = (-2.0 * share.ln() / gamma as f32).sqrt();
        assert!(lines.len() == 1 && lines[0].closed);
        let apart = |point: &[f32; 2]| ((point[0] - 0.1).hypot(point[1] + 0.2) - radius).abs();
        assert!(lines[0].points.iter().all(|point| apart(point) < 0.01), "a circle of radius {radius}");
    }
    assert!((picture.scale.high - 1.0).abs() < 1e-6 && picture.scale.low >= 0.0);
    // Without a given peak the scale ends at the highest value in view.
    let mean = field(gamma, (&latent, &plane), &[0.5, 0.5], 0.0);
    let picture = mean_picture(&mean, &extent, ScaleRegion::Plane(&plane, &extent), None, &style(None));
    assert!((0.45..0.51).contains(&picture.scale.high) && picture.zero.len() == 2, "{}", picture.scale.high);
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
        &style(None),
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
        &style(None),
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
    let near = field_picture(&field, &home.grown(0.1), ScaleRegion::Plane(&plane, &home), &style(None));
    let far = field_picture(&field, &home.grown(3.0), ScaleRegion::Plane(&plane, &home), &style(None));
    assert!((near.scale.high - far.scale.high).abs() < 1e-6 && near.scale.high > 0.5, "{} {}", near.scale.high, far.scale.high);
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
            field_picture(&field, &side, ScaleRegion::Space(&words, &room), &style(None)).scale.high
        });
        assert!(most.iter().all(|of| of.to_bits() == most[0].to_bits()), "{most:?}");
        assert!((0.9..1.01).contains(&most[0]), "the strongest of the room: {most:?}");
    }
}
