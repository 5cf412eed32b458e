//! Tests of the projections of words to the plane and to space.

use super::*;

fn cloud(v: usize) -> Array2<f64> {
    // Spread of the cloud: largest along dimension 3, smaller along 1, near zero along the rest.
    Array2::from_shape_fn((v, 5), |(i, k)| {
        let wave = ((i * (2 * k + 3)) as f64 * 0.7).sin();
        wave * [0.01, 1.0, 0.02, 3.0, 0.3][k] + 4.0
    })
}

fn flat(latent: &Array2<f64>) -> Projection {
    place(latent, &[], ProjectionSettings::default(), None)
}

fn deep(latent: &Array2<f64>, along: Along) -> Projection {
    place(latent, &[], ProjectionSettings { deep: true, along, second: SecondAxis::Latent }, None)
}

#[test]
fn as_many_dimensions_as_are_drawn_are_drawn_as_they_are() {
    let x = Array2::from_shape_vec((2, 2), vec![1.0, -2.0, 0.5, 3.0]).expect("shape");
    let plane = flat(&x);
    assert_eq!(plane.at, [[1.0, -2.0], [0.5, 3.0]]);
    assert!(plane.off.is_empty() && !plane.is_deep());
    let x = Array2::from_shape_vec((2, 3), vec![1.0, -2.0, 7.0, 0.5, 3.0, 8.0]).expect("shape");
    let space = deep(&x, Along::Principal);
    assert_eq!([space.word(0), space.word(1)], [[1.0, -2.0, 7.0], [0.5, 3.0, 8.0]]);
    assert!(space.off.is_empty() && space.axes.is_none() && space.name(2) == "x3");
}

#[test]
fn one_dimension_rises_with_the_height_given() {
    let x = Array2::from_shape_vec((2, 1), vec![1.0, -2.0]).expect("shape");
    assert_eq!(place(&x, &[0.25, 0.75], ProjectionSettings::default(), None).at, [[1.0, 0.25], [-2.0, 0.75]]);
}

#[test]
fn many_dimensions_are_drawn_along_the_widest() {
    let x = cloud(500);
    for (placed, drawn) in [(flat(&x), vec![3, 1]), (deep(&x, Along::Principal), vec![3, 1, 4])] {
        let axes = placed.axes.as_ref().expect("axes");
        assert_eq!(axes.along.len(), drawn.len());
        for (axis, &dimension) in axes.along.iter().zip(&drawn) {
            assert!(axis[dimension].abs() > 0.99, "{axes:?}");
        }
        for (i, a) in axes.along.iter().enumerate() {
            for b in &axes.along[..i] {
                assert!(a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>().abs() < 1e-9);
            }
        }
        let share: f64 = placed.shares.iter().sum();
        assert!(share > 0.98 && share <= 1.0 + 1e-12 && placed.shares[0] > placed.shares[1], "{:?}", placed.shares);
        assert!(placed.name(0).starts_with("axis 1 (9") || placed.name(0).starts_with("axis 1 (8"), "{}", placed.name(0));
    }
}

#[test]
fn chosen_dimensions_are_drawn_as_they_are_and_named() {
    let x = cloud(300);
    let placed = deep(&x, Along::Dimensions([4, 0, 3]));
    for word in 0..300 {
        let expected = [4, 0, 3].map(|k| x[[word, k]] as f32);
        assert!((0..3).all(|axis| (placed.word(word)[axis] - expected[axis]).abs() < 1e-5));
    }
    assert_eq!([0, 1, 2].map(|axis| placed.name(axis)), ["x5", "x1", "x4"]);
    assert!(placed.shares[2] > 0.8 && placed.shares[1] < 0.01, "{:?}", placed.shares);
    assert_eq!(flat(&x).axes.map(|axes| axes.along.len()), Some(2));
}

#[test]
fn a_free_axis_stands_beside_the_widest_direction() {
    let x = cloud(500);
    let height: Vec<f32> = (0..500).map(|word| word as f32).collect();
    let manner = ProjectionSettings { second: SecondAxis::Frequency, ..ProjectionSettings::default() };
    let plane = place(&x, &height, manner, None);
    assert!(plane.upright && plane.at.iter().zip(&height).all(|(at, height)| (at[1] - *height).abs() < 1e-6));
    let widest = |word: usize| (x[[word, 3]] - x.column(3).sum() / 500.0) as f32;
    let sign = plane.at[1][0].signum() * widest(1).signum();
    assert!((0..500).all(|word| (sign * plane.at[word][0] - widest(word)).abs() < 0.15));
}

#[test]
fn a_place_drawn_is_the_word_s_point_where_the_word_lies_there() {
    let all = cloud(300);
    let placed = [
        (flat(&all.slice(ndarray::s![.., ..2]).to_owned()), 2),
        (flat(&all), 5),
        (deep(&all.slice(ndarray::s![.., ..3]).to_owned(), Along::Principal), 3),
        (deep(&all, Along::Principal), 5),
        (deep(&all, Along::Dimensions([1, 3, 4])), 5),
    ];
    for (placed, q) in placed {
        for word in 0..300 {
            let x: Vec<f64> = all.row(word).iter().take(q).copied().collect();
            let at = placed.word(word).map(f64::from);
            let point = placed.point(if placed.is_deep() { &at } else { &at[..2] });
            let apart: f64 = x.iter().zip(&point).map(|(a, b)| (a - b).powi(2)).sum();
            let again = placed.of_point(&x);
            let drawn = if placed.is_deep() { 3 } else { 2 };
            assert!((0..drawn).all(|axis| (again[axis] - at[axis]).abs() < 1e-5), "{again:?} {at:?}");
            assert!((apart - f64::from(placed.off.get(word).copied().unwrap_or(0.0))).abs() < 1e-4);
        }
    }
}

#[test]
fn a_slice_holds_the_feet_of_the_words_and_knows_how_far_they_are() {
    let x = cloud(200);
    for space in [deep(&x, Along::Principal), deep(&x.slice(ndarray::s![.., ..3]).to_owned(), Along::Principal)] {
        for across in 0..3 {
            let slice = space.slice(across, 0.7);
            let [a, b] = beside(across);
            for word in 0..200 {
                let at = space.word(word);
                assert_eq!(slice.at[word].map(f32::to_bits), [at[a], at[b]].map(f32::to_bits));
                let mut foot = at.map(f64::from);
                foot[across] = 0.7;
                let (on_slice, in_space) = (slice.point(&[foot[a], foot[b]]), space.point(&foot));
                assert!(on_slice.iter().zip(&in_space).all(|(a, b)| (a - b).abs() < 1e-6));
                let apart: f64 = x.row(word).iter().zip(&on_slice).map(|(a, b)| (a - b).powi(2)).sum();
                assert!((apart - f64::from(slice.off[word])).abs() < 1e-3, "{apart} {}", slice.off[word]);
            }
        }
    }
}

#[test]
fn axes_do_not_flip_from_one_snapshot_to_the_next() {
    let manner = ProjectionSettings { deep: true, ..ProjectionSettings::default() };
    let before = place(&cloud(500), &[], manner, None);
    let after = place(&(cloud(500) * 1.01), &[], manner, before.axes.as_ref());
    for word in 0..500 {
        let (a, b) = (before.word(word), after.word(word));
        assert!((0..3).all(|axis| (a[axis] - b[axis]).abs() < 0.2), "{a:?} {b:?}");
    }
}

#[test]
fn words_all_in_one_place_still_have_a_plane_and_a_space() {
    for placed in [flat(&Array2::zeros((7, 4))), deep(&Array2::zeros((7, 4)), Along::Principal)] {
        assert!((0..7).all(|word| placed.word(word).iter().all(|x| x.abs() < 1e-6)));
        assert!(placed.shares.iter().all(|share| share.is_finite()));
    }
}

#[test]
fn the_topic_axis_is_uncorrelated_with_the_learned_one_at_the_same_scale() {
    let x =
        Array2::from_shape_fn((50, 2), |(word, k)| if k == 0 { (word as f64 * 0.7).sin() } else { 0.01 * (word as f64).cos() });
    let height: Vec<f32> = (0..50).map(|word| 0.3 * (word as f32 * 0.7).sin() + (word as f32 * 1.9).cos() + 4.0).collect();
    let settings = ProjectionSettings { second: SecondAxis::Topic, ..ProjectionSettings::default() };
    let plane = place(&x, &height, settings, None);
    let moment = |a: usize, b: usize| {
        let mean = |axis: usize| plane.at.iter().map(|at| at[axis]).sum::<f32>() / 50.0;
        plane.at.iter().map(|at| (at[a] - mean(a)) * (at[b] - mean(b))).sum::<f32>() / 50.0
    };
    assert!(plane.upright && moment(0, 1).abs() < 1e-4 && (moment(1, 1) / moment(0, 0) - 1.0).abs() < 1e-3);
    let flat = place(&x, &[2.0; 50], settings, None);
    assert!(flat.at.iter().all(|at| at[1].abs() < 1e-2 && at[1].is_finite()), "a constant has no direction");
}
