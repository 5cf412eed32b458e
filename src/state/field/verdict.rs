//! Whose number it is: what decides, how much of the decision the picture holds, and the score on documents that chose nothing.

use crate::{
    ldk::Source,
    model::{Metric, PartScores, Predictions, Snapshot},
    state::{Basis, explain::Part},
    stats::grouped,
};

/// The score to name first, from a part of the split: of the test part, else of the development part, else of the training
/// part. Only the first of them chose neither the iteration nor the parameters.
fn first(scores: PartScores) -> Option<(Part, f64)> {
    [Part::Test, Part::Dev, Part::Train].into_iter().find_map(|part| Some((part, scores[part as usize]?)))
}

/// Share of a decision that a component holds, in percent.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Sentence on the decisions of a snapshot, as under a picture of its words; `None` before the first evaluation.
pub fn verdict(basis: &Basis, snapshot: &Snapshot) -> Option<String> {
    let (metric, whole) = match &snapshot.predictions {
        Predictions::Classes(_) => (Metric::Accuracy, "decision"),
        Predictions::Ratings(_) => (Metric::Rmse, "prediction"),
        Predictions::Matches(_) => (Metric::Precision, "similarity"),
    };
    let scores = &snapshot.scores;
    let (part, score) = first([scores.train, scores.dev, scores.test])?;
    let name = part.name();
    let parts = match snapshot.matched() {
        Some(matched) => matched.component_parts.to_vec(),
        None => snapshot.words.as_ref()?.beside.as_ref().map_or_else(Vec::new, |beside| beside.parts.clone()),
    };
    let chose = if part == Part::Dev && snapshot.kept.is_some() { ", which chose the iteration" } else { "" };
    // The words may have moved since the score was taken.
    let at = if snapshot.evaluated == snapshot.shown() {
        String::new()
    } else {
        format!(" at iteration {}", grouped(snapshot.evaluated))
    };
    let Some(((_, map), others)) = parts.split_first() else {
        let by = if snapshot.documents.ldk.private > 0.0 { "the map and a private term" } else { "the map" };
        let score = match metric {
            Metric::Accuracy => {
                let documents = basis.parts.iter().filter(|of| **of == Some(part)).count();
                format!("{} of {} {name} documents", metric.show(score), grouped(documents))
            }
            _ => format!("{name} {} {}", metric.name(), metric.show(score)),
        };
        return Some(format!("decides by {by}: {score}{at}{chose}"));
    };
    let others: Vec<String> = others.iter().map(|(source, part)| format!("{} {}", source.label(), percent(*part))).collect();
    let apart = scores.map.unwrap_or_default();
    let of = |scores: PartScores| scores[part as usize].map(|score| metric.show(score));
    let without = of(apart.without).map_or_else(String::new, |without| format!(" with it, {without} without"));
    let alone = of(apart.alone).map_or_else(String::new, |alone| format!("; {} alone {alone}", Source::Map.label()));
    Some(format!(
        "map holds {} of the {whole}, {} · {name} {}{at} {}{without}{alone}{chose}",
        percent(*map),
        others.join(", "),
        metric.name(),
        metric.show(score),
    ))
}
