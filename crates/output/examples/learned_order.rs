//! Average precision of orders of the pairs without a verdict, for simulated reviewers:
//! `learned_order SOURCE TARGET TRUTH SEED VERDICTS…`.
//!
//! SOURCE and TARGET are line files, and TRUTH names the wrong lines in its first column, below a header.
//! A reviewer judges half of the verdicts from the top of the doubts, a third from the top of the pairs with a reason,
//! and the remaining verdicts at random, in this order, without repetition.
//! The output has a row for each number of verdicts: the seed, the verdicts, the number of wrong pairs among them and the number
//! left, and the average precision on the pairs without a verdict of doubt, number of reasons, number of reasons with ties broken
//! by doubt, the estimated score, and the calibrated score.
//! Tied pairs count as one position.

use std::{collections::BTreeSet, env, error::Error, fs, path::PathBuf};

use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Cancel, Format, ReadOptions, TaskKind},
    experiment::{CheckOptions, DataCache, DataRecipe, check_pairs, check_recipe},
};
use wordfield_output::{Reasons, Scores};
use wordfield_rules::{Dismissed, RuleSet};

/// Average precision of scores, largest first; equal scores are one threshold.
fn average_precision(rows: impl Iterator<Item = (f64, bool)>) -> f64 {
    let mut rows: Vec<(f64, bool)> = rows.collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let wrong = rows.iter().filter(|row| row.1).count();
    let (mut seen, mut found, mut area) = (0, 0, 0.0);
    for tied in rows.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
        let hits = tied.iter().filter(|row| row.1).count();
        (seen, found) = (seen + tied.len(), found + hits);
        area += hits as f64 * found as f64 / seen as f64;
    }
    area / wrong.max(1) as f64
}

/// Next number of a linear congruential generator, below `limit`.
fn draw(state: &mut u64, limit: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % limit.max(1)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [source, target, truth, seed, verdicts @ ..] = &words[..] else {
        return Err("usage: learned_order SOURCE TARGET TRUTH SEED VERDICTS…".into());
    };
    let truth = fs::read_to_string(truth)?;
    let truth: BTreeSet<usize> =
        truth.lines().skip(1).filter_map(|line| line.split('\t').next()).map(str::parse).collect::<Result<_, _>>()?;
    let read = ReadOptions { task: Some(TaskKind::Pairs), format: Some(Format::Plain), ..ReadOptions::default() };
    let recipe = check_recipe(DataRecipe::files(&[PathBuf::from(source), PathBuf::from(target)], read));
    let options = CheckOptions::new(0);
    let data = recipe.build(options.params.weighting(), &mut DataCache::default(), &Cancel::default())?.dataset;
    let check = check_pairs(&data, &options, &CancelFlag::new(), &mut |_| {})?;
    let corpus = &data.corpus;
    let reasons = Reasons::of_corpus(corpus, &RuleSet::default(), &Dismissed::default());
    let estimates = Scores::of(&check, &reasons);
    let pairs = corpus.task.pairs().ok_or("no pairs")?;
    let wrong = |source: usize| truth.contains(&pairs.line(source));
    let count = |source: usize| reasons.found[source].iter().filter(|found| reasons.rules[found.0].1).count() as f64;
    let doubted: Vec<usize> = check.most_doubtful().into_iter().map(|place| check.pairs[place].source).collect();
    let doubt = |source: usize| check.pair(source).map_or(0.0, |pair| pair.doubt);
    let mut state = seed.parse::<u64>()?;
    for _ in 0..9 {
        draw(&mut state, 2);
    }
    for number in verdicts {
        let number: usize = number.parse()?;
        let mut judged = BTreeSet::new();
        let with_reason = doubted.iter().filter(|&&source| reasons.finds(source, None));
        for (ends, order) in [(number / 2, doubted.iter().collect()), (number / 2 + number / 3, with_reason.collect::<Vec<_>>())]
        {
            for &source in order {
                if judged.len() < ends {
                    judged.insert(source);
                }
            }
        }
        while judged.len() < number.min(doubted.len()) {
            judged.insert(doubted[draw(&mut state, doubted.len())]);
        }
        let verdict = |source: usize| judged.contains(&source).then(|| wrong(source));
        let calibrated = estimates.calibrated(&check, &reasons, verdict)?;
        let left = || check.pairs.iter().map(|pair| pair.source).filter(|source| !judged.contains(source));
        let precision =
            |suspicion: &dyn Fn(usize) -> f64| average_precision(left().map(|source| (suspicion(source), wrong(source))));
        let score = |scores: &Scores, source| -scores.of_pair(&check, source).unwrap_or_default();
        let most = doubt(doubted[0]) + 1.0;
        println!(
            "{seed}\t{number}\t{}\t{}\t{:.4}\t{:.4}\t{:.4}\t{:.4}\t{:.4}",
            judged.iter().filter(|&&source| wrong(source)).count(),
            left().filter(|&source| wrong(source)).count(),
            precision(&doubt),
            precision(&count),
            precision(&|source| count(source) * most + doubt(source)),
            precision(&|source| score(&estimates, source)),
            precision(&|source| score(&calibrated, source)),
        );
    }
    Ok(())
}
