//! Basis of the shown score: word map or components, the map's share in decisions, and the score on unused documents.

use crate::{Basis, explain::Part};
use wordfield_core::{
    ldk::Source,
    model::{Metric, PartScores, Predictions, Snapshot},
    stats::grouped,
};

/// Main score, from a part of the split: of the test part, otherwise of the development part, otherwise of the training part.
/// Only the score of the test part influenced neither the iteration nor the parameters.
fn first(scores: PartScores) -> Option<(Part, f64)> {
    [Part::Test, Part::Dev, Part::Train].into_iter().find_map(|part| Some((part, scores[part as usize]?)))
}

/// Share of a decision that a component of the kernel holds, in percent.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Sentence on the basis of a snapshot's decisions, for the caption of the word field; `None` before the first evaluation.
pub(super) fn verdict(basis: &Basis, snapshot: &Snapshot) -> Option<String> {
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
        None => snapshot.words.as_ref()?.parts.clone(),
    };
    let chose = if part == Part::Dev && snapshot.restored_iteration.is_some() { ", which chose the iteration" } else { "" };
    // The words may have moved since the score was taken.
    let at = if snapshot.evaluated == snapshot.shown() {
        String::new()
    } else {
        format!(" at iteration {}", grouped(snapshot.evaluated))
    };
    let Some(((_, map), others)) = parts.split_first() else {
        // Decisions without shares of components are no sums over words, or are all equal.
        let own = snapshot.documents.ldk.private > 0.0;
        let by = if own { "the map and each word's own dimension (words)" } else { "the map" };
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
        model::{ModelKind, Params, Preset},
    };

    #[test]
    fn a_dimension_of_each_word_is_named_as_words() {
        for (set, begins) in [
            (("level2", "linear"), "map holds "),
            (("level2", "rbf"), "decides by the map and each word's own dimension (words): "),
            (("decide_by", "map"), "decides by the map: "),
        ] {
            let mut params = Params::preset(ModelKind::Smm, Preset::Default, 10);
            params.set(set.0, set.1).expect("a parameter");
            let (corpus, weighting) = (Arc::new(builtin(Builtin::Topics)), params.weighting());
            let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), weighting);
            let data = Arc::new(data.expect("a dataset"));
            let mut model = params.start(Arc::clone(&data)).expect("a model");
            model.step().expect("a step");
            model.ensure_evaluated();
            let text = verdict(&Basis::new(&data), &model.snapshot()).expect("scores");
            assert!(text.starts_with(begins), "{set:?}: {text}");
            assert_eq!(text.contains(" of the decision, words "), begins.starts_with("map"), "{set:?}: {text}");
        }
    }
}
