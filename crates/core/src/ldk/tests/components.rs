//! Tests of fixed components: values and shares over words, energies and their gradients on every path.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn linear_functions_over_components_are_sums_over_words(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        let (m, others, x) = (documents(seed, 6, 7), documents(seed + 1, 4, 7), positions(7, turn));
        let signed = Array2::from_shape_fn((6, 2), |(i, p)| ((i * 3 + p * 5) as f64 * 0.7).sin());
        for ldk in family(7).into_iter().filter(|ldk| ldk.level2.is_linear() && ldk.components.is_some()) {
            let lengths = [&m, &others].map(|m| ldk.lengths(m, &x));
            let exact = ldk.cross((&others, &lengths[1]), (&m, &lengths[0]), &x).dot(&signed);
            let by: Vec<f64> = lengths[0].root.iter().map(|root| 1.0 / root).collect();
            let c = m.clone().scale_rows(&by).transpose().dot(signed.view());
            let field = ldk.embedding.sums().product(x.view(), x.view(), c.view()) + ldk.own() * &c;
            let mut map = others.dot(field.view());
            map.outer_iter_mut().zip(&lengths[1].root).for_each(|(mut row, root)| row /= *root);
            let (components, rows) = (ldk.components.as_ref().expect("components"), lengths[1].rows(&ldk, &others).expect("rows"));
            let weights = lengths[0].rows(&ldk, &m).expect("rows").weights(&signed);
            prop_assert!(weights.fits(components, 7, 2) && components.fits(7));
            prop_assert!(near(&(&map + &rows.values(&weights)), &exact, 1e-9), "{ldk:?}");
            let parts = components.values(rows, &weights);
            for document in 0..4 {
                let shares = components.shares((&others, rows), document, &weights, 1);
                let mut sum = map[[document, 1]];
                for ((_, shares), (_, values)) in shares.iter().zip(&parts) {
                    let part = values[[document, 1]];
                    prop_assert!((shares.iter().sum::<f64>() - part).abs() < 1e-9 * (1.0 + part.abs()), "{ldk:?}");
                    sum += part;
                }
                prop_assert!((sum - exact[[document, 1]]).abs() < 1e-9 * (1.0 + sum.abs()), "{ldk:?}");
            }
        }
    }

    #[test]
    fn energies_and_their_gradients_agree_on_every_path(seed in 0..50_u64, turn in 0.3..1.2_f64) {
        let (m, x) = (documents(seed, 6, 7), positions(7, turn));
        let signed = Array2::from_shape_fn((6, 2), |(i, p)| ((i * 3 + p * 5) as f64 * 0.7).sin());
        for ldk in family(7).into_iter().filter(|ldk| ldk.level2.is_linear() && ldk.components.is_some()) {
            let whole = ldk.train_gram(&m, &x, beside(&ldk, &m));
            let slope = |gram: &TrainGram| {
                let by: Vec<f64> = gram.root.iter().map(|root| 1.0 / root).collect();
                let weights = || m.clone().scale_rows(&by).transpose().dot(signed.view());
                (ldk.energy(gram, &signed, weights), ldk.energy_slope((&m, &x), gram, &signed, false, weights).x)
            };
            let exact = slope(&whole);
            let inputs = || GramInputs { beside: beside(&ldk, &m), ..GramInputs::default() };
            let by_features = ldk.all_features(&m, &x).map(|features| ldk.by_features(features, &m, beside(&ldk, &m)));
            for gram in std::iter::once(ldk.train(&m, &x, 2, inputs())).chain(by_features) {
                let found = slope(&gram);
                prop_assert!((found.0 - exact.0).abs() < 1e-8 * (1.0 + exact.0.abs()), "{ldk:?}: {} {}", found.0, exact.0);
                prop_assert!(near(&found.1, &exact.1, 1e-7), "{ldk:?}\n{}\n{}", found.1, exact.1);
            }
        }
    }
}
