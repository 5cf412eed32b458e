//! Table of text pairs judged out of fold, the lowest score first.
//!
//! Cost and memory: one entry for each pair.

use std::sync::Arc;

use super::Reasons;
use crate::{Scores, Table};
use wordfield_core::{
    corpus::Corpus,
    experiment::{CheckedPair, PairCheck},
};

/// Table with a row for each checked pair and the findings of rules in it; line numbers are those of the corpus's files.
pub fn checked_pairs<'a>(corpus: &'a Corpus, check: &'a PairCheck, reasons: &'a Reasons, scores: &'a Scores) -> Table<'a> {
    let pair = |row: usize| &check.pairs[row];
    let unit = |document: usize| corpus.task.pairs().map(|pairs| pairs.unit(document));
    let text = |of: fn(&CheckedPair) -> usize| move |row: usize| corpus.texts[of(pair(row))].as_str();
    Table::new("checked pairs", check.pairs.len())
        .integer("unit", move |row| unit(pair(row).source))
        .text("id", move |row| corpus.task.pairs().map_or("", |pairs| pairs.id(pair(row).source)))
        .integer("line", move |row| corpus.task.pairs().map(|pairs| pairs.line(pair(row).source)))
        .number("score", 4, move |row| short(scores.values[row]))
        .hint("Estimate that the two texts belong together, from 0 to 1; calibrated on the verdicts where there are enough")
        .number("doubt", 2, move |row| short(pair(row).doubt))
        .hint("Doubt about the pair: larger is more doubtful")
        .integer("rank", move |row| Some(pair(row).rank))
        .hint("Rank of the pair's own target among all targets")
        .integer("reverse rank", move |row| Some(pair(row).reverse_rank))
        .hint("Rank of the pair's own source among all sources")
        .number("distance", 4, move |row| short(pair(row).distance))
        .integer("suggestion", move |row| unit(pair(row).suggestion()))
        .hint("Unit of the nearest target")
        .text("reasons", move |row| reasons.text(pair(row).source, true))
        .hint("Rules that find an error in the pair")
        .text("hints", move |row| reasons.text(pair(row).source, false))
        .hint("Rules that find a difference that many right pairs have")
        .text(format!("{} text", corpus.classes[0]), text(|pair| pair.source))
        .text(format!("{} text", corpus.classes[1]), text(|pair| pair.target))
        .in_order(Arc::new(scores.order(check)))
}

/// Rounds a number to four decimals.
fn short(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
