//! Tests of word spaces against naive computations and planted structure.

use std::{fmt::Write as _, fs, sync::atomic::AtomicUsize};

use ndarray::{Array2, ArrayView2, s};
use proptest::prelude::*;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

use super::*;
use crate::{
    corpus::{Cancel, ErrorKind, VectorFiles},
    memory::Budget,
    solver::dense::thin_svd,
};

fn words(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("w{i}")).collect()
}

fn random(n: usize, d: usize, seed: u64) -> Array2<f32> {
    let mut rng = StdRng::seed_from_u64(seed);
    Array2::from_shape_simple_fn((n, d), || rng.random_range(-1.0..1.0))
}

fn space(x: ArrayView2<'_, f32>) -> WordSpace {
    WordSpace::from_rows("test", &words(x.nrows()), x)
}

/// Reference: directions by their definition.
fn naive(x: ArrayView2<'_, f32>, measure: Measure) -> Array2<f64> {
    let normal = |mut x: Array2<f64>| {
        x.outer_iter_mut().for_each(|mut row| {
            let length = row.dot(&row).sqrt();
            row.mapv_inplace(|value| if length > 0.0 { value / length } else { 0.0 });
        });
        x
    };
    let unit = normal(x.mapv(f64::from));
    match measure {
        Measure::Plain => unit,
        Measure::Centred => normal(&unit - &unit.mean_axis(Axis(0)).expect("rows")),
    }
}

/// Test vectors in clusters of equal size around random centres.
fn clusters(count: usize, size: usize, d: usize, noise: f32) -> Array2<f32> {
    let (centres, around) = (random(count, d, 1), random(count * size, d, 2));
    Array2::from_shape_fn((count * size, d), |(i, j)| centres[[i / size, j]] + noise * around[[i, j]])
}

fn orthogonal(d: usize, seed: u64) -> Array2<f32> {
    thin_svd(random(d, d, seed).mapv(f64::from).view()).expect("a decomposition").u.mapv(|value| value as f32)
}

proptest! {
    #[test]
    fn neighbours_and_analogies_equal_their_definition(seed in 0_u64..500, n in 5_usize..60, d in 2_usize..9, centred: bool) {
        let x = random(n, d, seed);
        let measure = if centred { Measure::Centred } else { Measure::Plain };
        let (space, rows) = (space(x.view()), naive(x.view(), measure));
        for question in [Question::Mean(vec![0]), Question::Mean(vec![1, 3]), Question::Analogy([0, 2, 4])] {
            let q = match &question {
                Question::Mean(words) => words.iter().map(|&word| rows.row(word as usize).to_owned()).reduce(|a, b| a + b).expect("words"),
                Question::Analogy([a, b, c]) => &rows.row(*b as usize) - &rows.row(*a as usize) + rows.row(*c as usize),
            };
            let length = q.dot(&q).sqrt();
            let cosine = |word: u32| rows.row(word as usize).dot(&q) / length;
            // Vectors that nearly cancel leave the rounding errors of single precision.
            let tolerance = 2e-5 / length.min(1.0);
            let mut expected: Vec<u32> = (0..n as u32).filter(|word| !question.words().contains(word)).collect();
            expected.sort_by(|&a, &b| cosine(b).total_cmp(&cosine(a)));
            let found = space.neighbours(&question, measure, 4);
            prop_assert_eq!(found.len(), expected.len().min(4));
            for (found, &expected) in found.iter().zip(&expected) {
                // Nearly equal cosines may be exchanged.
                prop_assert!((f64::from(found.cosine) - cosine(expected)).abs() < tolerance, "{:?} {}", found, cosine(expected));
                prop_assert!((f64::from(found.cosine) - cosine(found.word)).abs() < tolerance);
            }
        }
    }

    #[test]
    fn words_are_found_by_spelling_beginning_and_part(texts in prop::collection::vec("[abAB]{1,4}", 1..40), text in "[ab]{1,2}") {
        let space = WordSpace::from_rows("test", &texts, Array2::ones((texts.len(), 1)).view());
        for word in &texts {
            prop_assert_eq!(space.spelled(word), texts.iter().position(|other| other == word).map(|place| place as u32));
        }
        for (place, matches) in [
            (Match::Beginning, (|word, text| str::starts_with(word, text)) as fn(&str, &str) -> bool),
            (Match::Anywhere, |word, text| str::contains(word, text)),
        ] {
            let expected = texts.iter().filter(|word| matches(&word.to_lowercase(), &text)).count();
            let found = space.search(&text, place, 5);
            prop_assert_eq!((found.total, found.words.len()), (expected, expected.min(5)));
            prop_assert!(found.words.iter().all(|&word| matches(&space.word(word).to_lowercase(), &text)));
        }
    }
}

#[test]
fn a_zero_vector_has_no_direction_and_breaks_nothing() {
    let mut x = random(9, 3, 4);
    x.row_mut(2).fill(0.0);
    let space = space(x.view());
    for measure in [Measure::Plain, Measure::Centred] {
        let found = space.neighbours(&Question::Mean(vec![2]), measure, 8);
        assert!(found.iter().all(|of| of.cosine.is_finite()), "{found:?}");
    }
    assert!(space.direction(2, Measure::Plain).iter().all(|value| *value == 0.0));
}

#[test]
fn an_axis_standardises_every_word_and_separates_its_poles() {
    let x = clusters(4, 30, 12, 0.2);
    let space = space(x.view());
    let (a, b) = ([0, 1, 2], [30, 31, 32]);
    let axis = SemanticAxis::between(&space, &a, &b, Measure::Plain).expect("an axis");
    let mean = axis.values.iter().sum::<f32>() / 120.0;
    let variance = axis.values.iter().map(|value| (value - mean).powi(2)).sum::<f32>() / 120.0;
    assert!(mean.abs() < 1e-4 && (variance - 1.0).abs() < 1e-3, "{mean} {variance}");
    assert!(axis.order[..30].iter().all(|&word| word < 30) && axis.order[90..].iter().all(|&word| (30..60).contains(&word)));
    let back = SemanticAxis::between(&space, &b, &a, Measure::Plain).expect("an axis");
    assert!(axis.values.iter().zip(&back.values).all(|(a, b)| (a + b).abs() < 1e-3));
    assert!(SemanticAxis::between(&space, &a, &a, Measure::Plain).is_none());
    assert!(SemanticAxis::between(&space, &a, &[], Measure::Plain).is_none());
}

#[test]
fn different_lists_have_a_small_p_value_and_samples_of_one_list_a_large_one() {
    let x = clusters(2, 40, 10, 0.6);
    let space = space(x.view());
    let test = |a: &[u32], b: &[u32]| ListTest::of(&space, [a, b], Measure::Plain, 199, 1, |_| true).expect("a test");
    let (first, second): (Vec<u32>, Vec<u32>) = ((0..20).collect(), (40..60).collect());
    let apart = test(&first, &second);
    assert!(apart.test.p < 0.01, "{}", apart.test.p);
    // The witness is positive at words of the first list.
    assert!(
        apart.witness[..20].iter().all(|(_, value)| *value > 0.0) && apart.witness[20..].iter().all(|(_, value)| *value < 0.0)
    );
    assert!(test(&first, &first).test.p > 0.9, "equal lists");
    assert!(test(&first, &(20..40).collect::<Vec<_>>()).test.p > 0.05, "two halves of a cluster");
    assert!(ListTest::of(&space, [&[], &second], Measure::Plain, 9, 1, |_| true).is_none());
    assert!(ListTest::of(&space, [&first, &second], Measure::Plain, 99, 1, |done| done < 40).is_none(), "cancelled");
}

#[test]
fn principal_axes_equal_the_singular_vectors() {
    let x = random(3000, 7, 9);
    let space = space(x.view());
    let mut rows = naive(x.view(), Measure::Plain);
    rows -= &rows.mean_axis(Axis(0)).expect("rows");
    let svd = thin_svd(rows.view()).expect("a decomposition");
    let total: f64 = svd.values.iter().map(|value| value * value).sum();
    let axes = PrincipalAxes::of(&space, None, 3).expect("axes");
    for k in 0..3 {
        assert!((axes.shares[k] - svd.values[k].powi(2) / total).abs() < 1e-4);
        let product: f64 = svd.v.column(k).iter().zip(axes.axes().column(k)).map(|(a, &b)| a * f64::from(b)).sum();
        assert!(product.abs() > 1.0 - 1e-3, "axis {k}: {product}");
    }
    let some: Vec<u32> = (0..50).collect();
    let at = axes.project(&space, &some);
    for (place, &word) in some.iter().enumerate() {
        let expected: f64 = rows.row(word as usize).iter().zip(axes.axes().column(0)).map(|(a, &b)| a * f64::from(b)).sum();
        assert!((f64::from(at[[place, 0]]) - expected).abs() < 1e-4);
    }
    let of_some = PrincipalAxes::of(&space, Some(&some), 2).expect("axes");
    assert!(
        of_some.count() == 2 && of_some.project(&space, &some).mean_axis(Axis(0)).expect("rows").iter().all(|m| m.abs() < 1e-5)
    );
}

#[test]
fn planted_clusters_stay_apart_in_a_learned_plane() {
    // Ten clusters lie along nine dimensions, of which two principal axes show little.
    let x = clusters(10, 20, 30, 0.3);
    let space = space(x.view());
    let chosen: Vec<u32> = (0..200).collect();
    let axes = PrincipalAxes::of(&space, Some(&chosen), 2).expect("axes");
    let kept = |at: ArrayView2<'_, f32>| space.neighbours_kept(&chosen, Measure::Plain, at, 10).expect("many words");
    let of_axes = kept(axes.project(&space, &chosen).view());
    for kernel in [PlaneKernel::Student, PlaneKernel::Gaussian] {
        let options = PlaneOptions { kernel, perplexity: 8.0, ..PlaneOptions::default() };
        let plane = Plane::start(&space, &chosen, options).advanced(STEPS);
        assert!(plane.has_ended());
        let at = Array2::from_shape_fn((200, 2), |(i, axis)| plane.at[i][axis]);
        let kept = kept(at.view());
        assert!(kept > of_axes + 0.1, "{kernel:?}: {kept} after {of_axes}");
        let near = nearest_of_the_same_cluster(at.view(), 20);
        assert!(near > 0.9, "{kernel:?}: {near}");
    }
}

/// Share of words whose nearest word belongs to the same cluster.
fn nearest_of_the_same_cluster(at: ArrayView2<'_, f32>, size: usize) -> f64 {
    let distance = |i: usize, j: usize| (&at.row(i) - &at.row(j)).mapv(|x| x * x).sum();
    let nearest = |i: usize| {
        let others = (0..at.nrows()).filter(|&j| j != i);
        others.min_by(|&a, &b| distance(i, a).total_cmp(&distance(i, b))).expect("another word")
    };
    (0..at.nrows()).filter(|&i| nearest(i) / size == i / size).count() as f64 / at.nrows() as f64
}

#[test]
fn a_plane_is_the_same_whether_it_is_learned_in_one_go_or_in_parts() {
    let space = space(clusters(3, 15, 6, 0.2).view());
    let chosen: Vec<u32> = (0..45).collect();
    let start = Plane::start(&space, &chosen, PlaneOptions::default());
    assert_eq!(start.advanced(30).at, start.advanced(10).advanced(20).at);
}

#[test]
fn a_planted_turn_is_undone_and_moved_words_are_found() {
    let x = random(300, 12, 5);
    let mut y = x.dot(&orthogonal(12, 6)) * 3.0;
    let moved = [7_usize, 100, 255];
    for &word in &moved {
        let other = random(1, 12, word as u64);
        y.row_mut(word).assign(&other.row(0));
    }
    let first = space(x.view());
    // The second file has other words too, and another order.
    let order: Vec<usize> = (0..300).rev().filter(|i| i % 10 != 3).collect();
    let mut texts: Vec<String> = order.iter().map(|i| format!("w{i}")).collect();
    let mut rows = y.select(Axis(0), &order);
    texts.push("other".to_owned());
    rows.push_row(random(1, 12, 99).row(0)).expect("a row");
    let second = WordSpace::from_rows("second", &texts, rows.view());
    let alignment = Alignment::of(&first, &second).expect("a decomposition").expect("common words");
    assert_eq!((alignment.common, alignment.fitted, alignment.moved.len()), (270, 270, 270));
    let mut found: Vec<usize> = alignment.moved[..3].iter().map(|moved| moved.words[0] as usize).collect();
    found.sort_unstable();
    assert_eq!(found, moved);
    assert!(alignment.moved[3..].iter().all(|moved| moved.cosine > 0.97), "{:?}", alignment.moved[3]);
    for of in &alignment.moved {
        assert_eq!(first.word(of.words[0]), second.word(of.words[1]));
    }
    // If one side has fewer dimensions, the missing dimensions are filled with zeros.
    let flat = WordSpace::from_rows("flat", &words(300), x.slice(s![.., ..5]));
    assert!(Alignment::of(&first, &flat).expect("a decomposition").is_some());
    let foreign = WordSpace::from_rows("foreign", &["x".to_owned()], Array2::ones((1, 12)).view());
    assert_eq!(Alignment::of(&first, &foreign), Ok(None));
}

#[test]
fn a_turned_copy_with_a_common_direction_and_noise_is_recovered_as_well_as_possible() {
    let (count, d) = (100, 50);
    let x = random(count, d, 21) + &random(1, d, 22).row(0) * 2.0;
    let y = x.dot(&orthogonal(d, 23)) + random(count, d, 24) * 0.6;
    let alignment = Alignment::of(&space(x.view()), &space(y.view())).expect("a decomposition").expect("common words");
    // The best rotation of directions from the origin, U Vᵀ of AᵀB, has the largest sum of cosines: the sum of singular values.
    let (a, b) = (naive(x.view(), Measure::Plain), naive(y.view(), Measure::Plain));
    let best = thin_svd(b.t().dot(&a).view()).expect("a decomposition").values.iter().sum::<f64>() / count as f64;
    assert!((alignment.mean - best).abs() < 1e-5, "{} instead of {best}", alignment.mean);
    assert!((alignment.left - (1.0 - best * best)).abs() < 1e-5);
}

/// Test file in GloVe format with random vectors.
fn file(count: usize, d: usize) -> (tempfile::NamedTempFile, Array2<f32>) {
    let x = random(count, d, 11);
    let mut text = String::new();
    for (i, row) in x.outer_iter().enumerate() {
        write!(text, "w{i}").expect("a string");
        row.iter().for_each(|value| write!(text, " {value}").expect("a string"));
        text.push('\n');
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("a file");
    (file, x)
}

fn files(file: &tempfile::NamedTempFile) -> VectorFiles {
    VectorFiles { file: file.path().to_owned(), ..VectorFiles::default() }
}

#[test]
fn the_first_words_are_published_before_the_rest() {
    let (file, x) = file(FIRST_WORDS + 3000, 3);
    let (published, rest) = (AtomicUsize::new(0), Budget::new(1 << 30));
    let publish = |space: WordSpace| {
        assert!(!space.complete && space.word(17) == "w17");
        published.store(space.len(), std::sync::atomic::Ordering::Relaxed);
    };
    let space = read(&files(&file), None, rest, &Cancel::default(), publish).expect("a space");
    assert_eq!(published.into_inner(), FIRST_WORDS);
    assert!(space.complete && space.len() == x.nrows() && space.dimension() == 3);
    for word in [0, ROWS, FIRST_WORDS + 2999] {
        assert_eq!(space.vector(word as u32), x.row(word));
        assert_eq!(space.find(&format!("W{word}")), Some(word as u32));
    }
    let some = read(&files(&file), Some(100), rest, &Cancel::default(), |_| panic!("all words come at once")).expect("a space");
    assert_eq!((some.len(), some.complete), (100, true));
}

#[test]
fn refusals_name_sizes_and_the_remedy() {
    let (large, _) = file(2 * ROWS, 20);
    let budget = Budget::new(700_000);
    let error = read(&files(&large), None, budget, &Cancel::default(), |_| ()).expect_err("too large");
    let message = error.to_string();
    assert_eq!(error.kind, ErrorKind::Limit);
    for part in ["of 20 numbers", "683.6 KiB allowed", "open the first 5400 words"] {
        assert!(message.contains(part), "{message}");
    }
    assert!(read(&files(&large), Some(5400), budget, &Cancel::default(), |_| ()).is_ok(), "the remedy helps");
    // A header announces the size before anything is read.
    fs::write(large.path(), "4000000 300\nthe 0.1\n").expect("a file");
    let message = read(&files(&large), None, budget, &Cancel::default(), |_| ()).expect_err("too large").to_string();
    assert!(message.contains("4000000 vectors of 300 numbers take 4.6 GiB"), "{message}");
    let cancel = Cancel::default();
    cancel.cancel();
    let (other, _) = file(10, 3);
    assert_eq!(read(&files(&other), None, budget, &cancel, |_| ()).expect_err("cancelled").kind, ErrorKind::Cancelled);
    fs::write(other.path(), "Once upon a time\n").expect("a file");
    let message = read(&files(&other), None, budget, &Cancel::default(), |_| ()).expect_err("a text").to_string();
    assert!(message.contains("no word vectors"), "{message}");
}
