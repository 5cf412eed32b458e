use proptest::prelude::*;

use super::super::reference;
use super::*;

fn documents(n: usize, words: usize) -> impl Strategy<Value = Csr> {
    let word = (0..words.max(1) as u32, 0.01..1.0);
    prop::collection::vec(prop::collection::vec(word, 0..12), n)
        .prop_map(move |rows| Csr::from_rows(words, rows.into_iter().map(|row| if words == 0 { vec![] } else { row })))
}

fn points(words: usize, q: usize) -> impl Strategy<Value = Array2<f64>> {
    prop::collection::vec(-3.0..3.0, words * q).prop_map(move |values| Array2::from_shape_vec((words, q), values).expect("shape"))
}

fn close(left: &Array2<f64>, right: &Array2<f64>, size: f64) -> bool {
    left.dim() == right.dim() && left.iter().zip(right).all(|(a, b)| (a - b).abs() <= 1e-12 * size.max(1e-3))
}

fn size(left: &Csr, right: &Csr) -> f64 {
    let most = |m: &Csr| (0..m.rows()).map(|row| m.row_sum(row)).fold(0.0, f64::max);
    most(left) * most(right)
}

prop_compose! {
    fn case()(n in 0_usize..90, k in 0_usize..20, v in 0_usize..150, w in 0_usize..80, q in 1_usize..=12)
        (a in documents(n, v), x in points(v, q), b in documents(k, w), y in points(w, q), gamma in 0.01..5.0,
         loss in prop::collection::vec(-1.0..1.0, n))
        -> (f64, Csr, Array2<f64>, Csr, Array2<f64>, Vec<f64>) { (gamma, a, x, b, y, loss) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn gram_matrices_equal_the_naive_ones_at_every_level((gamma, a, x, b, y, loss) in case()) {
        let dl_ds = Array2::from_shape_fn((a.rows(), a.rows()), |(i, j)| loss[i] * loss[j] + 0.1 * (loss[i] + loss[j]));
        for level in Level::available() {
            let own = with_level(level, || gram(gamma, &a, x.view()));
            prop_assert!(close(&own, &reference::gram(gamma, &a, x.view()), size(&a, &a)), "{level:?}");
            prop_assert!(own.indexed_iter().all(|((i, j), s)| s.to_bits() == own[[j, i]].to_bits()), "{level:?}");
            let norms = with_level(level, || self_inner(gamma, &a, x.view()));
            for (norm, exact) in norms.iter().zip(reference::self_inner(gamma, &a, x.view())) {
                prop_assert!((norm - exact).abs() <= 1e-12 * size(&a, &a).max(1e-3), "{level:?}: {norm} {exact}");
            }
            let exact = reference::cross_gram(gamma, &a, x.view(), &b, y.view());
            let cross = with_level(level, || cross_gram(gamma, &a, x.view(), &b, y.view()));
            prop_assert!(close(&cross, &exact, size(&a, &b)), "{level:?}");
            let other = with_level(level, || cross_gram(gamma, &b, y.view(), &a, x.view()));
            prop_assert!(close(&other, &exact.t().to_owned(), size(&a, &b)), "{level:?}");
            let gradient = with_level(level, || gram_gradient(gamma, &a, x.view(), dl_ds.view()));
            let exact = reference::gram_gradient(gamma, &a, x.view(), dl_ds.view());
            let most = exact.iter().fold(a.nnz() as f64 * gamma, |most, g: &f64| most.max(g.abs()));
            prop_assert!(close(&gradient, &exact, most), "{level:?}");
        }
    }
}
