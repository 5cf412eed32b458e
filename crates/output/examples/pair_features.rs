//! Prints what the score of a pair follows from: `pair_features SOURCE TARGET [SEED]`.
//!
//! SOURCE and TARGET are line files. The output is a tab-separated table with a row for each pair: line, doubt, rank, reverse rank,
//! score, and the strength of every built-in rule, which is its number divided by its threshold.

use std::{env, error::Error, path::PathBuf};

use wordfield_core::{
    cancel::CancelFlag,
    corpus::{Cancel, Format, ReadOptions, TaskKind},
    experiment::{CheckOptions, DataCache, DataRecipe, check_pairs, check_recipe},
};
use wordfield_output::Reasons;
use wordfield_rules::{Dismissed, RULES, RuleSet};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [source, target, seed @ ..] = &words[..] else { return Err("usage: pair_features SOURCE TARGET [SEED]".into()) };
    let seed = seed.first().map_or(Ok(0), |seed| seed.parse())?;
    let read = ReadOptions { task: Some(TaskKind::Pairs), format: Some(Format::Plain), ..ReadOptions::default() };
    let recipe = check_recipe(DataRecipe::files(&[PathBuf::from(source), PathBuf::from(target)], read));
    let options = CheckOptions::new(seed);
    let data = recipe.build(options.params.weighting(), &mut DataCache::default(), &Cancel::default())?.dataset;
    let check = check_pairs(&data, &options, &CancelFlag::new(), &mut |_| {})?;
    let corpus = &data.corpus;
    let reasons = Reasons::of_corpus(corpus, &RuleSet::default(), &Dismissed::default());
    let pairs = corpus.task.pairs().ok_or("no pairs")?;
    let names: Vec<&str> = RULES.iter().map(|rule| &*rule.name).collect();
    println!("line\tdoubt\trank\treverse rank\t{}", names.join("\t"));
    for pair in &check.pairs {
        let strengths = reasons.strengths(pair.source);
        let cell = |rule: usize| strengths.iter().find(|found| found.0 == rule).map_or(0.0, |found| found.1);
        let cells: Vec<String> = (0..RULES.len()).map(|rule| format!("{:.4}", cell(rule))).collect();
        let line = pairs.line(pair.source);
        println!("{line}\t{:.5}\t{}\t{}\t{}", pair.doubt, pair.rank, pair.reverse_rank, cells.join("\t"));
    }
    Ok(())
}
