//! Inspector for rated documents: shows a word, a document or a rating level.
//!
//! Cost: look-ups only; expensive numbers are computed by a job.

use egui::Ui;

use super::View;
use crate::{
    data_table, intervention,
    task::{
        lists::{characteristic_words, holders, mean_button, nearest_words, part_of, text_button, title, word_counts},
        view::{Inspector, Shown},
    },
    term::{self, term_rows},
    widgets::{ResponseExt, fact_rows, facts, lines, note, signed},
};
use wordfield_state::{Action, Field, FieldOf, Level, UNLABELLED, explain::Part, glossary, rated::RatedDocument};

impl Inspector for View<'_> {
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, .. } = self.shown;
        ui.heading(&dataset.words[word]);
        intervention::word(ui, workspace, word, actions);
        lines(ui, "word", 2, 230.0, |ui| {
            for (name, value, hint) in word_facts(self, word) {
                if name == DEVIATION {
                    term::label(ui, workspace, &glossary::DEVIATION, name, actions).on_hover_text(hint);
                } else {
                    ui.label(name).on_hover_text(hint);
                }
                ui.label(value);
                ui.end_row();
            }
        });
        nearest_words(ui, workspace, actions);
        holders(ui, self.shown, word, actions);
    }

    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>) {
        let Shown { dataset, .. } = self.shown;
        title(ui, &dataset.corpus, document);
        intervention::document(ui, self.shown.workspace, document, actions);
        let Some(ratings) = dataset.corpus.task.ratings() else { return };
        for (rating, name) in ratings.names.iter().enumerate() {
            let Some(rated) = RatedDocument::of(dataset, self.predictions, document, rating) else { continue };
            let unlabelled = dataset.split.is_unlabelled(document);
            let missed = if unlabelled || rated.within() { "" } else { ", outside" };
            let if_labelled = |number: String| if unlabelled { UNLABELLED.to_owned() } else { number };
            let rows = [
                (&glossary::POSTERIOR_MEAN, "predicted", rated.prediction()),
                (&glossary::RESIDUAL, "residual", if_labelled(signed(rated.residual()))),
            ];
            let interval = rated
                .interval()
                .map(|[low, high]| (&glossary::INTERVAL, "95 % interval", format!("{low:.2} to {high:.2}{missed}")));
            lines(ui, name, 2, 190.0, |ui| {
                fact_rows(ui, [(name.as_str(), if_labelled(rated.truth.to_string()))]);
                term_rows(ui, self.shown.workspace, rows.into_iter().chain(interval), actions);
            });
        }
        let [words, known] = word_counts(dataset, document);
        facts(ui, "document counts", [("part", part_of(self.shown, document).to_owned()), words, known]);
        ui.horizontal_wrapped(|ui| {
            text_button(ui, "Show text", actions);
            mean_button(ui, self.shown.workspace, "Show kernel mean", actions);
        });
    }

    fn class(&self, ui: &mut Ui, level: usize, actions: &mut Vec<Action>) {
        let Shown { dataset, derived, .. } = self.shown;
        ui.heading(format!("{} {}", self.name(), dataset.corpus.classes[level]));
        for part in Part::ALL {
            if let Some(Level { documents, mean, rmse }) = derived.level(part, level) {
                ui.label(format!("{}: {documents} documents, predicted {mean:.2} on average, RMSE {rmse:.2}", part.name()));
            }
        }
        ui.button("Show field").on_click(actions, || Action::Field(Field::Of(FieldOf::Rating(self.rating))));
        ui.strong("Over-represented words");
        characteristic_words(ui, self.shown, level, usize::MAX, actions);
    }

    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, derived, .. } = self.shown;
        note(ui, "Click a word or document. Esc deselects.");
        ui.add_space(6.0);
        let [high, low] = workspace.outermost().map_or([0, 0], |ends| [ends[0].len(), ends[1].len()]);
        if high + low > 0 {
            note(ui, LONE);
            if workspace.outermost().is_some_and(|ends| ends.iter().flatten().any(|word| word.interval.is_some())) {
                note(ui, "Low and high: its 95 % interval. The surest come first.");
            }
        }
        for (title, places) in [("Most positive words", 0..high), ("Most negative words", high..high + low)] {
            ui.strong(title);
            data_table::lines(ui, workspace, "outermost-words", places, actions);
            ui.add_space(4.0);
        }
        for part in Part::ALL {
            if let Some(found) = derived.quality(part) {
                note(ui, format!("{}: RMSE {:.3}{}", part.name(), found.rmse, covered(", ", found.coverage)));
            }
        }
    }
}

/// Name of the posterior standard deviation at a word.
const DEVIATION: &str = "standard deviation";

/// Note on the lists of the most positive and most negative words.
const LONE: &str = "Predicted rating of a document of the word alone, and the training documents with the word. No document is like \
                    that: the number can leave the scale.";

/// Tooltip on the effect of one more occurrence of a word.
const ONE_MORE: &str = "effect of one more occurrence on the predicted rating of a document of median length: mean over the \
                        nine training documents with lengths closest to the median";

/// Facts about a word for the inspector: name, value, explanation.
fn word_facts(view: &View, word: usize) -> Vec<(String, String, &'static str)> {
    let (Shown { dataset, basis, .. }, rating, name) = (view.shown, view.rating, view.name());
    let found = view.shown.workspace.word_answer();
    let frequency = dataset.document_frequency[word].to_string();
    let mut facts = vec![("training documents".to_owned(), frequency, "that contain the word")];
    let mut fact = |name: &str, value: String, hint| facts.push((name.to_owned(), value, hint));
    if let Some(ratings) = &basis.ratings {
        let (mean, all) = (ratings.means[[word, rating]], ratings.middle[rating]);
        fact(&format!("word's mean {name}"), format!("{mean:.2}"), "over the training documents that contain the word");
        fact("overall mean", format!("{all:.2}"), "over all training documents");
    }
    if let (Some(found), Some(ratings)) = (found, &basis.ratings) {
        let adds = found.adds.get(rating).map_or_else(String::new, |adds| format!("{} {name}", signed(*adds)));
        let length = ratings.typical.length;
        fact(&format!("effect in {length:.0} words"), adds, ONE_MORE);
        if let Some(own) = found.own.get(rating).filter(|own| own.abs() > 1e-9) {
            fact("of which private", signed(*own), "contribution of the word's private dimension, in addition to the field");
        }
    }
    if let Some(deviation) = found.and_then(|found| found.deviation.get(rating)) {
        let hint = "posterior standard deviation at the word's position";
        fact(DEVIATION, format!("± {deviation:.2}"), hint);
    }
    if let Some(polarity) = basis.polarity_of(word) {
        fact("lexicon", polarity.to_owned(), "polarity in the sentiment lexicon");
    }
    facts
}

/// Text with the coverage of the 95 % intervals, if there are any.
pub(super) fn covered(before: &str, coverage: Option<f64>) -> String {
    coverage.map_or_else(String::new, |coverage| format!("{before}95 % intervals cover {:.1} %", 100.0 * coverage))
}
