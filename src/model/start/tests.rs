use rand::{SeedableRng, rngs::StdRng};

use super::*;

fn placed(start: Start, documents: &[&Csr], q: usize, scale: f64) -> Array2<f64> {
    let inputs = StartInputs { documents: documents.to_vec(), texts: &|| unreachable!("no text is read"), vectors: None };
    start.positions((q, scale), &inputs, &mut StdRng::seed_from_u64(1)).unwrap()
}

/// Two topics with words of their own on either side.
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
