use rand::{SeedableRng, rngs::StdRng};

use super::*;

fn placed(start: Start, documents: &[&Csr], q: usize, scale: f64) -> Array2<f64> {
    let counts = || {
        let dense: Vec<_> = documents.iter().map(|block| block.to_dense()).collect();
        let row = |row: usize| {
            let all = dense.iter().flat_map(|block| block.row(row).to_vec());
            all.enumerate().filter(|(_, count)| *count > 0.0).map(|(word, count)| (word as u32, count)).collect()
        };
        Csr::from_rows(documents.iter().map(|block| block.cols()).sum(), (0..documents[0].rows()).map(row))
    };
    let texts: &dyn Fn() -> Texts = &|| unreachable!("no text is read");
    let inputs =
        StartInputs { documents: documents.to_vec(), counts: &counts, texts, vectors: None, pairs: Some(Budget::default()) };
    start.positions((q, scale), &inputs, &mut StdRng::seed_from_u64(1)).unwrap()
}

/// Test documents of two topics with distinct words on either side.
fn sides() -> [Csr; 2] {
    let rows = |shift: usize| {
        (0..40).map(move |i| (0..6).map(|w| (((i % 2) * 10 + (i * 7 + w * (3 + shift)) % 10) as u32, 1.0 / 6.0)).collect())
    };
    [Csr::from_rows(20, rows(0)), Csr::from_rows(20, rows(2))]
}

#[test]
fn words_of_one_topic_start_close_on_both_sides() {
    let [source, target] = sides();
    for start in [Start::Pca, Start::Centroid] {
        let x = placed(start, &[&source, &target], 2, 0.7);
        for word in 0..40 {
            let sign = if (word % 20 < 10) == (x[[0, 0]] > 0.0) { 1.0 } else { -1.0 };
            assert!(sign * x[[word, 0]] > 0.1, "{start:?}, word {word}: {}", x[[word, 0]]);
        }
        for column in x.columns() {
            approx::assert_relative_eq!(column.dot(&column) / 40.0, 0.49, max_relative = 1e-9);
        }
        assert_eq!(x, placed(start, &[&source, &target], 2, 0.7));
    }
}

#[test]
fn words_of_one_topic_start_close_with_one_side() {
    let rows = (0..30_u32).map(|i| (0..6).map(|w| (w + 6 * (i % 3), 1.0 / 6.0 + f64::from((i * 7 + w) % 5) * 0.01)).collect());
    let m = Csr::from_rows(20, rows);
    let x = placed(Start::Pca, &[&m], 2, 0.5);
    for column in x.columns() {
        let spread = (column.iter().map(|c| c * c).sum::<f64>() / 20.0).sqrt();
        assert!((spread - 0.5).abs() < 1e-9, "{spread}");
    }
    let apart = |a: usize, b: usize| (&x.row(a) - &x.row(b)).iter().map(|d| d * d).sum::<f64>().sqrt();
    let near = apart(0, 1).max(apart(6, 7)).max(apart(12, 13));
    let far = apart(0, 6).min(apart(6, 12)).min(apart(0, 12));
    assert!(near < 0.2 * far, "{near} within a topic, {far} between");
    assert!(x.row(19).iter().all(|x| x.abs() < 1e-12), "a word of no document");
}

#[test]
fn surplus_dimensions_are_random() {
    let ones = [Csr::from_rows(4, [vec![(0, 1.0)]]), Csr::from_rows(4, vec![vec![(1, 0.5), (2, 0.5)]; 5]), Csr::from_rows(1, [])];
    for m in &ones {
        let x = placed(Start::Pca, &[m], 3, 0.1);
        assert!(x.iter().all(|x| x.is_finite() && x.abs() < 1.0) && x.iter().any(|x| *x != 0.0));
    }
    let two = Csr::from_rows(3, [vec![(0, 1.0)], vec![(1, 1.0)]]);
    let x = placed(Start::Pca, &[&two, &two], 5, 1.0);
    assert!(x.columns().into_iter().all(|column| column.iter().any(|x| x.abs() > 0.1)) && x.iter().all(|x| x.is_finite()));
}

#[test]
fn principal_components_of_counts_equal_the_dense_ones_up_to_a_factor() {
    let [source, target] = sides();
    // Lengths of documents differ, which counts keep and weights do not.
    let longer = |side: &Csr| side.clone().scale_rows(&(0..40).map(|i| 6.0 + f64::from(i % 5) * 6.0).collect::<Vec<_>>());
    let [source, target] = [longer(&source), longer(&target)];
    let x = placed(Start::CountPca, &[&source, &target], 2, 0.7);
    let rows = ndarray::concatenate![ndarray::Axis(1), source.to_dense(), target.to_dense()];
    let mean = rows.mean_axis(ndarray::Axis(0)).unwrap();
    let svd = crate::solver::dense::thin_svd((rows - &mean).view()).unwrap();
    let size = (x.iter().map(|x| x * x).sum::<f64>() / 80.0).sqrt();
    approx::assert_relative_eq!(size, 0.7, max_relative = 1e-9);
    let factor = 0.7 * (80.0 / (svd.values[0].powi(2) + svd.values[1].powi(2))).sqrt();
    for (axis, column) in x.columns().into_iter().enumerate() {
        let exact = &svd.v.column(axis) * svd.values[axis] * factor;
        let sign = column.dot(&exact).signum();
        assert!((&exact * sign - column).iter().all(|gap| gap.abs() < 1e-6), "axis {axis}");
    }
}
