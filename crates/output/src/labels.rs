//! Table of labels judged out of fold, the most doubtful first.
//!
//! Cost and memory: cells are computed when they are read.

use std::sync::Arc;

use super::{Table, with_columns};
use wordfield_core::{
    corpus::{Corpus, Task},
    experiment::{CheckedLabel, LabelCheck, PredictedLabel},
};

/// Table with a row for each judged class or rating, the text of its document, and the columns of the file.
pub fn checked_labels<'a>(corpus: &'a Corpus, check: &'a LabelCheck) -> Table<'a> {
    let label = |row: usize| &check.labels[row];
    let table = Table::new("checked labels", check.labels.len())
        .text("document", move |row| corpus.own_name(label(row).document))
        .hint("the document as the file names it");
    let table = match &corpus.task {
        Task::Ratings(ratings) => {
            let rating = move |row: usize| if let PredictedLabel::Rating(rating, _) = label(row).predicted { rating } else { 0 };
            let table = if ratings.names.len() > 1 {
                table.text("rating", move |row| ratings.names[rating(row)].as_str())
            } else {
                table
            };
            table
                .number("label", 2, move |row| ratings.values[[label(row).document, rating(row)]])
                .number("predicted", 2, move |row| {
                    if let PredictedLabel::Rating(_, value) = label(row).predicted { value } else { f64::NAN }
                })
                .hint("by a model that was not trained on the document")
                .number("doubt", 3, move |row| label(row).doubt)
                .hint("distance of the rating from the predicted one, in standard deviations")
                .number("probability", 4, move |row| label(row).probability)
                .hint("probability of a rating at least as far from the predicted one")
        }
        _ => table
            .text("label", move |row| corpus.class_name(label(row).document))
            .text("predicted", move |row| class(corpus, label(row)))
            .hint("by a model that was not trained on the document")
            .number("doubt", 3, move |row| label(row).doubt)
            .hint("negative log of the label's share among the classes, in nats")
            .number("probability", 4, move |row| label(row).probability)
            .hint("probability of the label, by models that were not trained on the document"),
    };
    let table = table
        .text("reasons", move |row| reasons(corpus, label(row)))
        .hint("words that speak for either, and what else speaks against the label")
        .text("text", move |row| corpus.texts[label(row).document].as_str())
        .in_order(Arc::new(check.order()));
    with_columns(table, &corpus.columns, move |row| label(row).document)
}

fn class<'a>(corpus: &'a Corpus, label: &CheckedLabel) -> &'a str {
    if let PredictedLabel::Class(class) = label.predicted { corpus.classes[class].as_str() } else { "" }
}

/// What speaks against a label, in words: a copy with another label, no known word, words for the prediction and for the label.
pub fn reasons(corpus: &Corpus, label: &CheckedLabel) -> String {
    let copy = label.contradicted_by.map(|other| format!("the same text has another label in {}", corpus.own_name(other)));
    let wordless = (!label.worded).then(|| "no word of the model".to_owned());
    let [one, other] = match label.predicted {
        PredictedLabel::Class(class) => [corpus.classes[class].as_str(), corpus.class_name(label.document)],
        PredictedLabel::Rating(rating, value) => {
            let own = corpus.task.ratings().and_then(|ratings| ratings.of(label.document, rating));
            if own.is_some_and(|own| value < own) { ["lower", "higher"] } else { ["higher", "lower"] }
        }
    };
    let words = |(name, words): (&str, &Vec<String>)| (!words.is_empty()).then(|| format!("for {name}: {}", words.join(", ")));
    let words = [one, other].into_iter().zip(&label.words).filter_map(words);
    copy.into_iter().chain(wordless).chain(words).collect::<Vec<_>>().join("; ")
}
