//! Inspector for a corpus with classes: shows a word, a document or a class.

use egui::{Grid, Ui};

use super::View;
use crate::{
    classes, export, intervention,
    task::{
        lists::{characteristic_words, holders, mean_button, nearest_words, part_of, text_button, title, word_counts},
        view::{Inspector, Shown},
    },
    term::{self, term_rows},
    widgets::{ResponseExt, bar, class_label_within, color, counted, fact_rows, lines, link, note, percent, signed},
};
use wordfield_state::{Action, ClassStanding, Field, FieldOf, Focus, Look, UNLABELLED, explain, glossary};

impl Inspector for View<'_> {
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, snapshot, .. } = self.shown;
        ui.heading(&dataset.words[word]);
        intervention::word(ui, workspace, word, actions);
        note(ui, format!("in {} training documents", dataset.document_frequency[word]));
        ui.strong("Classes");
        let counts = dataset.class_counts.row(word);
        let most = counts.iter().copied().fold(1.0, f64::max);
        // The name gets the space left by the numbers: names shrink before numbers do.
        let room = ui.available_width() - 130.0;
        let bars = (0.25 * room).clamp(16.0, 60.0);
        let names = (room - bars).max(50.0);
        Grid::new("word classes").num_columns(4).striped(true).show(ui, |ui| {
            let fields = snapshot.words.as_ref().filter(|_| !self.predictions.pairs.is_empty());
            for title in ["", "count", ""] {
                ui.label(title);
            }
            if fields.is_some() {
                term::label(ui, workspace, &glossary::FIELD, "field", actions);
            }
            ui.end_row();
            for (class, name) in dataset.corpus.classes.iter().enumerate() {
                class_link(ui, class, name, names, actions);
                ui.label(format!("{}", counts[class]));
                let color = color(ui, class);
                bar(ui, (counts[class] / most) as f32, color, bars);
                if let Some(words) = fields {
                    ui.monospace(signed(explain::class_value(words, self.predictions, word, class)));
                }
                ui.end_row();
            }
        });
        if let Some(words) = snapshot.words.as_ref().filter(|_| !self.predictions.pairs.is_empty()) {
            let all = 0..self.predictions.pairs.len();
            ui.collapsing("Field of every pair", |ui| pairs(self, ui, all, |pair| words.values[[word, pair]], actions));
        }
        nearest_words(ui, workspace, actions);
        holders(ui, self.shown, word, actions);
    }

    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>) {
        let (Shown { dataset, .. }, predictions) = (self.shown, self.predictions);
        let corpus = &dataset.corpus;
        title(ui, corpus, document);
        intervention::document(ui, self.shown.workspace, document, actions);
        let [words, known] = word_counts(dataset, document);
        let decided = !predictions.pairs.is_empty();
        let margin = decided.then(|| (&glossary::MARGIN, "margin", signed(predictions.margin(document))));
        let room = ui.available_width() - 90.0;
        lines(ui, "document", 2, 190.0, |ui| {
            let truth = (!dataset.split.is_unlabelled(document)).then_some(corpus.labels[document]);
            for (name, class) in [("class", truth), ("predicted", Some(predictions.predicted[document]))] {
                ui.label(name);
                if let Some(class) = class {
                    class_label_within(ui, class, &corpus.classes[class], room);
                } else {
                    ui.weak(UNLABELLED);
                }
                ui.end_row();
            }
            term_rows(ui, self.shown.workspace, margin, actions);
            fact_rows(ui, [("part", part_of(self.shown, document).to_owned()), words, known]);
        });
        ui.horizontal_wrapped(|ui| {
            text_button(ui, "Show text", actions);
            mean_button(ui, self.shown.workspace, "Show kernel mean", actions);
        });
        if decided {
            ui.strong("Votes of the pairs");
            standings(self, ui, document, actions);
            term::strong(
                ui,
                self.shown.workspace,
                &glossary::DECISION,
                "Decisions of the pairs, the deciding ones first",
                actions,
            );
            let order = explain::deciding_pairs(dataset, predictions, document);
            pairs(self, ui, order, |pair| predictions.decisions[[document, pair]], actions);
        }
    }

    fn class(&self, ui: &mut Ui, class: usize, actions: &mut Vec<Action>) {
        let Shown { dataset, derived, .. } = self.shown;
        let room = ui.available_width();
        class_label_within(ui, class, &dataset.corpus.classes[class], room);
        for part in explain::Part::ALL {
            let confusion = derived.confusion(part);
            let (correct, all) = (confusion[[class, class]], confusion.row(class).sum());
            if all > 0 {
                ui.label(format!("{}: {correct} of {all} correct, {}", part.name(), percent(correct as f64 / all as f64)));
            }
        }
        ui.horizontal_wrapped(|ui| {
            ui.button("Show field").on_click(actions, || Action::Field(Field::Of(FieldOf::Class(class))));
            mean_button(ui, self.shown.workspace, "Show kernel mean", actions);
        });
        export::heading(ui, "Most characteristic words", "characteristic-words", actions);
        characteristic_words(ui, self.shown, class, usize::MAX, actions);
    }

    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Shown { workspace, dataset, .. } = self.shown;
        let names = &dataset.corpus.classes;
        if let Focus::Cell { truth, predicted } = workspace.choices.focus
            && let (Some(truth), Some(predicted)) = (names.get(truth), names.get(predicted))
        {
            ui.label(format!("{} documents of {truth} predicted as {predicted}", workspace.choices.part.name()));
            return;
        }
        note(ui, "Click a word, class or document. Esc deselects.");
        classes::in_inspector(ui, workspace, actions);
    }
}

fn class_link(ui: &mut Ui, class: usize, name: &str, room: f32, actions: &mut Vec<Action>) {
    class_label_within(ui, class, name, room)
        .on_hover_text(name)
        .on_click(actions, || Action::Look(Look::Select(Focus::Class(class))));
}

/// Draws the votes and the probability of every class on a document.
fn standings(view: &View, ui: &mut Ui, document: usize, actions: &mut Vec<Action>) {
    let classes = &view.shown.dataset.corpus.classes;
    let room = (ui.available_width() - 150.0).max(50.0);
    Grid::new("votes").num_columns(4).striped(true).show(ui, |ui| {
        for ClassStanding { class, votes, sum, probability } in view.shown.derived.standings(document) {
            class_link(ui, class, &classes[class], room, actions);
            ui.label(counted(votes, "vote"));
            ui.monospace(signed(sum)).on_hover_text("sum of the decisions of its pairs, which resolves equal votes");
            let probability = probability.map_or_else(String::new, percent);
            ui.label(probability).on_hover_text("probability, calibrated on the development part");
            ui.end_row();
        }
    });
}

/// Draws a value for pairs of classes; a click draws the pair's decision field.
fn pairs(
    view: &View,
    ui: &mut Ui,
    order: impl IntoIterator<Item = usize>,
    value: impl Fn(usize) -> f64,
    actions: &mut Vec<Action>,
) {
    let classes = &view.shown.dataset.corpus.classes;
    Grid::new(ui.scope_id().with("pairs")).num_columns(2).striped(true).show(ui, |ui| {
        for pair in order {
            let ((first, second), value) = (view.predictions.pairs[pair], value(pair));
            let color = color(ui, if value >= 0.0 { first } else { second });
            ui.colored_label(color, signed(value));
            let name = format!("{} against {}", classes[first], classes[second]);
            link(ui, name).on_click(actions, || Action::Field(Field::Of(FieldOf::Pair(pair))));
            ui.end_row();
        }
    });
}
