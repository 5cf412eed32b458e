//! Tests of the parts of components in similarities and distances: words spelled alike count as *words*.

use super::*;

#[test]
fn words_spelled_alike_are_the_part_of_words() {
    let sides = odd(30, 30, 4).worded();
    let at = point(&sides, 2, 5);
    for (unit, others) in [("false", false), ("true", false), ("false", true), ("true", true)] {
        let with = params(&[("normalise", unit), ("private", "0.8")]);
        let mut found = model(&sides, &at, &with);
        found.components = others.then(|| with_components(&sides, unit == "true").0);
        let source = found.prepare(Side::Source, sides.source.clone());
        let target = found.prepare(Side::Target, sides.target.clone());
        // The private term is the difference of the map's products with and without it.
        let without = MatchModel { params: params(&[("normalise", unit)]), ..found.clone() };
        let difference = found.map_products(&source, &target) - without.map_products(&source, &target);
        assert_near(&found.private_products(&source, &target).unwrap(), &difference, 1e-12);
        assert_eq!(without.private_products(&source, &target), None);
        assert_eq!(without.component_parts(&sides).is_empty(), !others, "the map is then the only component");

        let parts = found.component_parts(&sides);
        let mut names: Vec<Source> = parts.iter().map(|(source, _)| *source).collect();
        names.sort_unstable();
        assert_eq!(names, if others { Source::ALL.to_vec() } else { vec![Source::Map, Source::Identity] });
        assert_relative_eq!(parts.iter().map(|(_, part)| part).sum::<f64>(), 1.0, max_relative = 1e-9);
        assert_eq!(parts[0].0, Source::Map, "the map comes first");
    }
}

#[test]
fn the_words_part_of_a_distance_is_that_of_the_words_spelled_alike() {
    let sides = odd(8, 9, 4).worded();
    let found = model(&sides, &point(&sides, 2, 5), &params(&[("normalise", "false"), ("private", "0.8")]));
    let source = found.prepare(Side::Source, sides.source.clone());
    let target = found.prepare(Side::Target, sides.target.clone());
    let weight = |of: &Csr, document: usize, word: usize| {
        of.entries(document).find(|(own, _)| *own == word).map_or(0.0, |(_, weight)| weight)
    };
    let first = sides.source.cols();
    for i in 0..sides.source.rows() {
        for j in 0..sides.target.rows() {
            let shares = found.shares((&source, i), (&target, j));
            let of_words: f64 = shares.iter().filter_map(|share| share.parts[Source::Identity.index()]).sum();
            let alike = (0..first).filter_map(|word| Some((word, found.alike().counterpart(word)? - first)));
            let apart = alike.map(|(own, other)| weight(&sides.source, i, own) - weight(&sides.target, j, other));
            let expected = 0.8 * apart.map(|apart| apart * apart).sum::<f64>();
            assert!((of_words - expected).abs() < 1e-12, "{i}, {j}: {of_words} and {expected}");
            let whole = shares.iter().all(|share| {
                let parts: f64 = share.parts.iter().flatten().sum();
                (parts - share.share).abs() < 1e-12
            });
            assert!(whole, "{i}, {j}: the map holds the rest");
        }
    }
}
