//! Tests of splits: sizes, shares, seeds, and refused splits.

use proptest::prelude::*;

use super::*;

fn options(train: Size, dev: Size, test: Option<Size>, stratified: bool, seed: u64) -> SplitOptions {
    SplitOptions { train, dev, test, stratified, seed, ..SplitOptions::default() }
}

fn count(labels: &[usize], part: &[usize], class: usize) -> usize {
    part.iter().filter(|&&document| labels[document] == class).count()
}

proptest! {
    #[test]
    fn parts_are_disjoint_ascending_of_the_size_asked_and_drawn_again_alike(
        labels in prop::collection::vec(0..5_usize, 1..120),
        cuts in (0.0..1.0_f64, 0.0..1.0_f64, 0.0..1.0_f64),
        stratified: bool,
        seed: u64,
    ) {
        let n = labels.len();
        let train = (cuts.0 * n as f64) as usize;
        let dev = (cuts.1 * (n - train) as f64) as usize;
        let test = (cuts.2 * (n - train - dev) as f64) as usize;
        let options = options(Size::Count(train), Size::Count(dev), Some(Size::Count(test)), stratified, seed);
        let split = options.draw(&labels, 5, "documents").expect("it fits");
        prop_assert_eq!([split.train.len(), split.dev.len(), split.test.len()], [train, dev, test]);
        for part in [&split.train, &split.dev, &split.test] {
            prop_assert!(part.is_sorted_by(|a, b| a < b));
        }
        let mut all = [&split.train[..], &split.dev, &split.test].concat();
        all.sort_unstable();
        prop_assert!(all.is_sorted_by(|a, b| a < b), "a document in two parts");
        prop_assert!(all.iter().all(|&document| document < n));
        prop_assert_eq!(options.draw(&labels, 5, "documents").expect("it fits"), split);
    }

    #[test]
    fn classes_keep_their_shares(labels in prop::collection::vec(0..3_usize, 40..150), seed: u64) {
        let n = labels.len();
        let split = options(Size::Share(0.5), Size::Share(0.2), None, true, seed).draw(&labels, 3, "documents").expect("it fits");
        prop_assert_eq!(split.train.len() + split.dev.len() + split.test.len(), n);
        for class in 0..3 {
            let size = labels.iter().filter(|&&label| label == class).count();
            let expected = split.train.len() as f64 * size as f64 / n as f64;
            let got = count(&labels, &split.train, class) as f64;
            prop_assert!((got - expected).abs() <= 1.0, "{got} for {expected}");
        }
    }

    #[test]
    fn apportioned_numbers_keep_total_and_bounds(
        classes in prop::collection::vec((0..30_usize, 0..4_usize), 1..8),
        share in 0.0..1.0_f64,
    ) {
        let sizes: Vec<usize> = classes.iter().map(|class| class.0).collect();
        let least: Vec<usize> = classes.iter().map(|class| class.1.min(class.0)).collect();
        let (low, high) = (least.iter().sum::<usize>(), sizes.iter().sum::<usize>());
        let total = low + (share * (high - low) as f64) as usize;
        let parts = apportion(total, &sizes, &least, &sizes);
        prop_assert_eq!(parts.iter().sum::<usize>(), total);
        for i in 0..parts.len() {
            prop_assert!((least[i]..=sizes[i]).contains(&parts[i]));
        }
    }

    #[test]
    fn the_only_document_of_a_class_trains(place in 0..30_usize, stratified: bool, seed: u64) {
        let mut labels: Vec<usize> = (0..30).map(|i| i % 2).collect();
        labels[place] = 2;
        let split = options(Size::Count(6), Size::Count(6), None, stratified, seed).draw(&labels, 3, "documents").expect("it fits");
        prop_assert!(split.train.contains(&place));
    }
}

proptest! {
    #[test]
    fn documents_without_labels_leave_the_other_parts_as_they_are(
        labels in prop::collection::vec(0..4_usize, 8..90),
        unlabelled in 0..12_usize,
        test in prop::option::of(0..3_usize),
        stratified: bool,
        seed: u64,
    ) {
        let with = |unlabelled| SplitOptions {
            unlabelled: Size::Count(unlabelled),
            ..options(Size::Share(0.3), Size::Share(0.1), test.map(Size::Count), stratified, seed)
        };
        let before = with(0).draw(&labels, 4, "documents").expect("it fits");
        let Ok(split) = with(unlabelled).draw(&labels, 4, "documents") else {
            let left = labels.len() - before.train.len() - before.dev.len() - test.unwrap_or(0);
            prop_assert!(unlabelled > left, "{unlabelled} of {left}");
            return Ok(());
        };
        prop_assert_eq!(split.unlabelled.len(), unlabelled);
        prop_assert_eq!((&split.train, &split.dev), (&before.train, &before.dev));
        if test.is_some() {
            prop_assert_eq!(&split.test, &before.test);
        } else {
            let mut rest = [&split.test[..], &split.unlabelled].concat();
            rest.sort_unstable();
            prop_assert_eq!(rest, before.test);
        }
        prop_assert!(split.checked(labels.len()).is_ok());
    }
}

#[test]
fn splits_without_unlabelled_documents_keep_their_serialised_form() {
    let written = r#"{"train":[0,2],"dev":[],"test":[1]}"#;
    let split: Split = serde_json::from_str(written).expect("a split");
    assert_eq!(serde_json::to_string(&split).expect("text"), written);
    let options = serde_json::to_value(SplitOptions::default()).expect("options");
    assert!(options.get("unlabelled").is_none() && options.get("test_text").is_none(), "{options}");
    let split = Split { dev: vec![4], unlabelled: vec![3], test_text: true, ..split };
    let again: Split = serde_json::from_str(&serde_json::to_string(&split).expect("text")).expect("a split");
    assert_eq!(again, split);
    assert_eq!(split.texts().collect::<Vec<_>>(), [0, 2, 3, 1]);
}

#[test]
fn another_seed_draws_another_split() {
    let labels: Vec<usize> = (0..60).map(|i| i % 3).collect();
    let draw = |seed| SplitOptions { seed, ..SplitOptions::default() }.draw(&labels, 3, "documents").expect("it fits");
    assert_ne!(draw(0), draw(1));
    assert_eq!(draw(0).train.len(), 30);
    assert_eq!(draw(0).dev.len(), 6);
    assert_eq!(draw(0).test.len(), 24);
}

#[test]
fn a_class_without_documents_is_ignored() {
    let labels = [0, 0, 0, 2, 2, 2];
    let split = options(Size::Count(2), Size::Count(2), None, true, 1).draw(&labels, 4, "documents").expect("it fits");
    assert_eq!((count(&labels, &split.train, 0), count(&labels, &split.train, 2)), (1, 1));
}

#[test]
fn two_halves_of_an_odd_number_fit() {
    let split =
        options(Size::Share(0.5), Size::Share(0.5), None, false, 0).draw(&[0, 1, 0, 1, 0], 2, "documents").expect("it fits");
    assert_eq!((split.train.len(), split.dev.len(), split.test.len()), (3, 2, 0));
}

#[test]
fn sizes_that_do_not_fit_are_named() {
    let draw =
        |train, dev, test| options(train, dev, test, true, 0).draw(&[0, 1, 0, 1], 2, "documents").map_err(|e| e.to_string());
    let error = draw(Size::Count(3), Size::Count(1), Some(Size::Count(1))).expect_err("too many");
    assert!(error.contains("asks for 5") && error.contains("there are 4"), "{error}");
    assert!(draw(Size::Share(0.8), Size::Share(0.8), None).expect_err("too many").contains("asks for 6"));
    assert!(draw(Size::Count(usize::MAX), Size::Count(1), None).is_err());
    for share in [f64::NAN, -0.1, 1.5, f64::INFINITY] {
        let error = draw(Size::Share(0.5), Size::Share(share), None).expect_err("no share");
        assert!(error.contains("development") && error.contains("between 0 and 1"), "{error}");
    }
}

#[test]
fn a_given_split_is_sorted_and_checked() {
    let draw = |train: &[usize], test: &[usize]| {
        let given = Split { train: train.to_vec(), test: test.to_vec(), ..Split::default() };
        SplitOptions { given: Some(given), ..SplitOptions::default() }.draw(&[0, 1, 0], 2, "documents").map_err(|e| e.to_string())
    };
    assert_eq!(draw(&[2, 0], &[1]), Ok(Split { train: vec![0, 2], test: vec![1], ..Split::default() }));
    assert!(draw(&[0], &[3]).expect_err("index").contains("document 3 and there are 3"));
    assert!(draw(&[0, 1], &[1]).expect_err("overlap").contains("document 1 twice"));
    assert!(draw(&[0, 0], &[]).expect_err("overlap").contains("document 0 twice"));
}
