use std::sync::Arc;

use ndarray::Array1;

use super::*;
use crate::{
    corpus::{Builtin, Corpus, Task, Weighting, builtin},
    experiment::DataCache,
};

/// Number of built-in pairs.
const PAIRS: usize = 294;

/// The first built-in pairs, and the indices of some whose targets are exchanged.
fn rotated(count: usize, wrong: &[usize]) -> Arc<Corpus> {
    let mut corpus = builtin(Builtin::Pairs);
    let Task::Pairs(pairs) = &mut corpus.task else { panic!("pairs") };
    let targets: Vec<Option<usize>> = wrong.iter().map(|&source| pairs.partner[source]).collect();
    for (place, &source) in wrong.iter().enumerate() {
        let target = targets[(place + 1) % wrong.len()];
        pairs.partner[source] = target;
        pairs.partner[target.expect("a target")] = Some(source);
    }
    let sources = pairs.source_documents;
    for source in count..sources {
        if let Some(target) = pairs.partner[source].take() {
            pairs.partner[target] = None;
        }
    }
    Arc::new(corpus)
}

fn dataset(corpus: Arc<Corpus>) -> Dataset {
    let recipe = check_recipe(DataRecipe::default());
    recipe.dataset(corpus, Weighting::SqrtTfIdf, None, &crate::corpus::Cancel::default()).expect("a dataset").dataset
}

fn options(folds: usize) -> CheckOptions {
    let params = Params::preset(ModelKind::Matching, Preset::Default, 20);
    CheckOptions { folds, params, ..CheckOptions::new(3) }
}

#[test]
fn folds_are_a_partition_and_copies_of_a_pair_share_one() {
    let mut corpus = builtin(Builtin::Pairs);
    for copy in 100..120 {
        for document in [copy, copy + PAIRS] {
            corpus.texts[document] = corpus.texts[document - 100].clone();
        }
    }
    let folds = pair_folds(&corpus, 7, 1).expect("folds");
    let mut all: Vec<(usize, usize)> = folds.concat();
    all.sort_unstable();
    assert_eq!(all, corpus.task.pairs().expect("pairs").matched().collect::<Vec<_>>());
    let fold_of = |source: usize| folds.iter().position(|fold| fold.iter().any(|pair| pair.0 == source));
    assert!((100..120).all(|copy| fold_of(copy) == fold_of(copy - 100)));
    assert!(folds.iter().all(|fold| (37..=48).contains(&fold.len())), "nearly equal sizes");
    assert_ne!(folds, pair_folds(&corpus, 7, 2).expect("folds"), "drawn by the seed");
}

#[test]
fn impossible_folds_are_refused_with_a_remedy() {
    for (corpus, count) in [(rotated(3, &[]), 2), (rotated(PAIRS, &[]), 1), (rotated(10, &[]), 11)] {
        let message = pair_folds(&corpus, count, 0).unwrap_err().to_string();
        assert!(message.contains("folds or fewer, but 2 at least"), "{message}");
    }
    assert!(matches!(pair_folds(&builtin(Builtin::Topics), 5, 0), Err(CheckError::NotPairs)));
}

#[test]
fn exchanged_partners_are_the_most_doubtful() {
    let wrong = [4, 40, 77, 120, 161, 202];
    let data = dataset(rotated(PAIRS, &wrong));
    let check = check_pairs(&data, &CheckOptions::new(3), &CancelFlag::new(), &mut |_| {}).expect("a check");
    assert_eq!(check.pairs.len(), PAIRS);
    let first: Vec<usize> = check.most_doubtful()[..6].iter().map(|&place| check.pairs[place].source).collect();
    let found = first.iter().filter(|source| wrong.contains(source)).count();
    assert!(found >= 5, "{first:?}");
    // The true partner of a wrong pair's source is the one of the unchanged corpus.
    let near = |source: usize| check.pairs[source].candidates.iter().any(|candidate| candidate.0 == source + PAIRS);
    assert!(wrong.into_iter().any(near));
}

#[test]
fn no_pair_is_judged_by_a_model_that_was_trained_on_it() {
    let corpus = rotated(60, &[]);
    let options = CheckOptions { params: Params::preset(ModelKind::KernelCca, Preset::Default, 2), ..options(3) };
    let data = dataset(Arc::clone(&corpus));
    let data = data.in_weighting(options.params.weighting());
    let check = check_pairs(&data, &options, &CancelFlag::new(), &mut |_| {}).expect("a check");
    // The same judgement from a model on the other folds that is trained without any of this module's code.
    let pair = &check.pairs[17];
    let held: Vec<usize> = check.pairs.iter().filter(|other| other.fold == pair.fold).map(|other| other.source).collect();
    let training: Vec<usize> = (0..60).filter(|source| !held.contains(source)).collect();
    let train = training.iter().copied().chain(training.iter().map(|source| source + PAIRS)).collect();
    let split = Split { train, ..Split::default() };
    let alone = Arc::new(Dataset { split, ..data.clone().into_owned() });
    let fitted = options.params.clone().start_within(alone, Budget::default()).expect("a model").trained();
    let crate::model::FittedRef::Matcher(fitted) = fitted.fitted_ref() else { panic!("a matcher") };
    let side = |side, document: usize| fitted.prepare_stacked(side, &data.weights.select(&[document]));
    let apart = fitted.between(&side(Side::Source, 17), &side(Side::Target, 17 + PAIRS))[[0, 0]];
    assert!((apart - pair.distance).abs() < 1e-9, "{apart} and {}", pair.distance);
}

#[test]
fn word_shares_are_those_of_the_distances_that_judge() {
    let data = dataset(rotated(60, &[3, 9]));
    let (check, shares) = check_with_shares(&data, &options(3), &CancelFlag::new(), &mut |_| {}).expect("a check");
    assert_eq!(check, check_pairs(&data, &options(3), &CancelFlag::new(), &mut |_| {}).expect("a check"));
    for pair in &check.pairs {
        for (target, distance) in pair.candidates.iter().copied().chain([(pair.target, pair.distance)]) {
            let found = shares.get(pair.source, target).expect("shares").shares;
            let sum: f64 = found.iter().map(|one| one.share).sum();
            assert!((sum - distance).abs() < 1e-4, "{sum} and {distance}");
            assert!(found.is_sorted_by(|a, b| a.share.abs() >= b.share.abs()));
            let occurs = |word: usize| [pair.source, target].map(|of| data.counts.entries(of).any(|(known, _)| known == word));
            assert!(found.iter().all(|one| occurs(one.word) != [false; 2]));
            assert!(pair.distance_to(target).is_some_and(|known| (known - distance).abs() < 1e-12));
        }
        let listed = |target: usize| pair.distance_to(target).is_some();
        let other = (PAIRS..2 * PAIRS).find(|&target| !listed(target)).expect("a document that is no candidate");
        assert_eq!(shares.get(pair.source, other), None);
    }
}

#[test]
fn a_check_is_reproducible_reports_its_folds_and_can_be_cancelled() {
    let data = dataset(rotated(80, &[3, 9]));
    let mut seen = Vec::new();
    let first = check_pairs(&data, &options(4), &CancelFlag::new(), &mut |progress| seen.push(progress.done)).expect("a check");
    seen.dedup();
    assert_eq!(seen, [0, 1, 2, 3, 4]);
    let again = check_pairs(&data, &options(4), &CancelFlag::new(), &mut |_| {}).expect("a check");
    assert_eq!(first, again);
    let flag = CancelFlag::new();
    let cancelled = check_pairs(&data, &options(4), &flag, &mut |progress| {
        if progress.done == 1 {
            flag.raise();
        }
        assert!(progress.done < 2, "no fold starts after the cancellation");
    });
    let Err(CheckError::Cancelled { judged }) = cancelled else { panic!("a cancelled check") };
    let complete: Vec<CheckedPair> = first.pairs.iter().filter(|pair| pair.fold == 0).cloned().collect();
    assert!(!complete.is_empty() && judged.pairs == complete, "the pairs of the complete fold are kept");
}

#[test]
fn a_check_fits_the_pairs_it_judged_and_no_damaged_one_fits() {
    let corpus = rotated(60, &[]);
    let check = check_pairs(&dataset(Arc::clone(&corpus)), &options(3), &CancelFlag::new(), &mut |_| {}).expect("a check");
    assert!(check.fits(&corpus));
    assert!(!check.fits(&rotated(60, &[3, 9])) && !check.fits(&rotated(61, &[])) && !check.fits(&builtin(Builtin::Topics)));
    let damages: [fn(&mut PairCheck); 14] = [
        |check| check.folds = 2,
        |check| check.pairs.swap(0, 1),
        |check| check.pairs.truncate(59),
        |check| check.pairs[5].source = usize::MAX,
        |check| check.pairs[5].target = usize::MAX,
        |check| check.pairs[5].fold = 3,
        |check| check.pairs[5].doubt = f64::NAN,
        |check| check.pairs[5].distance = f64::INFINITY,
        |check| check.pairs[5].rank = 0,
        |check| check.pairs[5].reverse_rank = PAIRS + 1,
        |check| check.pairs[5].candidates[0].0 = 2 * PAIRS,
        |check| check.pairs[5].candidates[0].0 = PAIRS - 1,
        |check| check.pairs[5].candidates[0].1 = f64::NAN,
        |check| check.pairs[5].candidates.reverse(),
    ];
    for (place, damage) in damages.into_iter().enumerate() {
        let mut damaged = check.clone();
        damage(&mut damaged);
        assert!(!damaged.fits(&corpus), "damage {place}");
    }
}

#[test]
fn surprise_is_the_log_probability_of_the_partner_and_ignores_the_scale_of_distances() {
    let distances = Array1::from_vec(vec![0.3, 0.1, 0.7, 0.9, 0.4]);
    let deviation = distances.std(0.0);
    let share = |place: usize| {
        let weight = |distance: &f64| (-distance / (2.0 * deviation)).exp();
        -(weight(&distances[place]) / distances.iter().map(weight).sum::<f64>()).ln()
    };
    for place in 0..5 {
        let standing = Standing::new(&distances.view(), &[0, 1, 2, 3, 4], place);
        assert!((standing.surprise - share(place)).abs() < 1e-12);
        let scaled = Standing::new(&(&distances * 50.0).view(), &[0, 1, 2, 3, 4], place);
        assert!((standing.surprise - scaled.surprise).abs() < 1e-12);
    }
    let first = Standing::new(&distances.view(), &[0, 1, 2, 3, 4], 0);
    assert_eq!((first.rank, first.nearest[0].0), (2, 1));
    let equal = Standing::new(&Array1::ones(4).view(), &[0, 1, 2, 3], 2);
    assert!((equal.surprise - 4_f64.ln()).abs() < 1e-12 && equal.rank == 4, "without any difference all are equally likely");
}

/// The first built-in pairs, one of them repeated.
fn repeated(count: usize, pair: usize, copies: usize) -> Arc<Corpus> {
    let mut corpus = Arc::unwrap_or_clone(rotated(count + copies, &[]));
    let mut documents: Vec<usize> = (0..2 * PAIRS).collect();
    for copy in count..count + copies {
        for (copy, of) in [(copy, pair), (copy + PAIRS, pair + PAIRS)] {
            documents[copy] = of;
            corpus.texts[copy] = corpus.texts[of].clone();
        }
    }
    corpus.counts = corpus.counts.select(&documents);
    Arc::new(corpus)
}

#[test]
fn copies_of_a_pair_do_not_compete_with_it() {
    let judged = |of: usize, copies: usize| {
        let data = dataset(repeated(150, of, copies));
        check_pairs(&data, &options(5), &CancelFlag::new(), &mut |_| {}).expect("a check").pairs
    };
    let once = judged(0, 0);
    let sure = once.iter().min_by(|a, b| a.doubt.total_cmp(&b.doubt)).expect("a pair");
    assert_eq!((sure.rank, sure.reverse_rank), (1, 1));
    let of = sure.source;
    for pair in judged(of, 30).iter().filter(|pair| pair.source == of || pair.source >= 150) {
        assert_eq!((pair.rank, pair.reverse_rank), (1, 1), "copy {}", pair.source);
        assert!((pair.doubt - sure.doubt).abs() < 1.0, "{} and {}", pair.doubt, sure.doubt);
        let copy = |near: &(usize, f64)| near.0 != pair.target && (near.0 == of + PAIRS || near.0 >= PAIRS + 150);
        assert!(!pair.candidates.iter().any(copy), "no copy is a candidate");
    }
    let distances = Array1::from_vec(vec![0.3, 0.1, 0.3, 0.9]);
    let apart = Standing::new(&distances.view(), &[0, 1, 0, 2], 2);
    let alone = Standing::new(&distances.slice(ndarray::s![1..]), &[1, 0, 2], 1);
    assert_eq!((apart.rank, apart.surprise), (alone.rank, alone.surprise));
    assert_eq!(apart.nearest.iter().map(|near| near.0).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn the_recipe_of_a_check_trains_on_all_pairs_and_keeps_rare_words() {
    let given = DataRecipe { origin: crate::corpus::Origin::Builtin(Builtin::Pairs), ..DataRecipe::default() };
    let built = check_recipe(given.clone()).build(Weighting::Sqrt, &mut DataCache::default(), &crate::corpus::Cancel::default());
    let data = built.expect("a dataset").dataset;
    assert_eq!(data.split.train.len(), data.corpus.len());
    assert_eq!(data.words.len(), data.corpus.lexicon.len());
    let threshold = Some(Threshold::Documents(3));
    let chosen = DataRecipe { vocabulary: crate::corpus::VocabularyOptions { threshold, ..given.vocabulary }, ..given };
    assert_eq!(check_recipe(chosen).vocabulary.threshold, threshold);
}
