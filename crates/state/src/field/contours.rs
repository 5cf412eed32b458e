//! Condition for drawing density contours of classes: the scores show that something was learned.

use crate::{core::memo::Same, inspect::explain::Part};
use wordfield_core::{
    corpus::Dataset,
    model::Scores,
    stats::{grouped, wilson95},
};

/// Key of the decision whether contours of classes are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ContourKey {
    /// Dataset of the classified documents.
    pub(crate) dataset: Same<Dataset>,
    /// Iteration shown in the word field.
    pub(crate) iteration: usize,
    /// Scores of the shown iteration.
    pub(crate) scores: Scores,
}

/// Reason why the contours of classes are hidden; `None` if drawn.
/// Contours are drawn if the 95 % interval of a score lies above the share of the part's largest class.
/// The score is of the part that influenced the model least (test, otherwise development, otherwise training).
/// If components contribute to decisions, the score is that of the map alone.
pub(crate) fn hidden(dataset: &Dataset, key: &ContourKey) -> Option<String> {
    let Scores { train, dev, test, map } = key.scores;
    let of_map = map.map_or([train, dev, test], |map| map.alone);
    let parts = [Part::Test, Part::Dev, Part::Train].map(|part| (part, of_map[part as usize]));
    if key.iteration == 0 {
        return Some("contours hidden: no word has moved yet".to_owned());
    }
    let Some((part, accuracy)) = parts.into_iter().find_map(|(part, score)| Some((part, score?))) else {
        return Some("contours hidden: nothing was evaluated yet".to_owned());
    };
    let documents = part.documents(dataset);
    let mut sizes = vec![0_usize; dataset.corpus.classes.len()];
    for &document in documents {
        sizes[dataset.corpus.labels[document]] += 1;
    }
    let largest = sizes.into_iter().max().unwrap_or(0) as f64 / documents.len().max(1) as f64;
    let [least, _] = wilson95(accuracy, documents.len());
    (least <= largest).then(|| {
        let [accuracy, least, largest] = [accuracy, least, largest].map(|share| format!("{:.1} %", 100.0 * share));
        let (whose, documents) = (if map.is_some() { "the map's " } else { "" }, grouped(documents.len()));
        format!(
            "contours hidden: {whose}{accuracy} of {documents} {} documents (95 % interval from {least}) is not above the largest \
             class's share, {largest}",
            part.name()
        )
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{corpus::Builtin, model::MapScores};
    use wordfield_testing::built_in;

    #[test]
    fn contours_need_a_score_above_the_largest_class() {
        let data = Arc::new(built_in(Builtin::Topics));
        let key = |iteration, scores| ContourKey { dataset: Same::of(&data), iteration, scores };
        let of = |iteration, scores| hidden(&data, &key(iteration, scores));
        let scores = |test, dev, train| Scores::of(train, dev, test);
        assert!(of(0, scores(Some(1.0), None, None)).is_some_and(|text| text.contains("moved")));
        assert!(of(3, Scores::default()).is_some_and(|text| text.contains("evaluated")));
        assert_eq!(of(3, scores(Some(0.9), None, None)), None);
        let text = of(3, scores(Some(0.26), Some(0.9), Some(1.0))).expect("four classes of equal size");
        assert!(text.contains("26.0 %") && text.contains("test documents") && text.contains("share, 2"), "{text}");
        assert!(of(3, scores(None, Some(0.26), Some(1.0))).is_some_and(|text| text.contains("development")));
        assert_eq!(of(3, scores(None, None, Some(0.9))), None);
        let alone = MapScores { alone: [None, None, Some(0.25)], ..MapScores::default() };
        let map = Scores { map: Some(alone), ..scores(Some(1.0), Some(1.0), None) };
        assert!(of(3, map).is_some_and(|text| text.contains("the map's 25.0 %")), "components do not count");
    }
}
