//! Results of queries on word vectors, in the side column: nearest words, analogy, axis, test of the lists.

use egui::{Grid, RichText, Role, TextEdit, Ui};

use crate::{
    compare::histogram,
    data_table,
    term::{self, term_rows},
    widgets::{ResponseExt, choose, color, counted, link, named, note, percent},
    word_space::{act, column::LISTS, open},
};
use wordfield_core::word_space::LONGEST;
use wordfield_state::{Action, NoAxis, SpaceAction, SpacePlace, Workspace, glossary};

/// Height of the histogram in the test of the word lists, in points.
const HISTOGRAM: f32 = 110.0;
/// Minimum height of a table of nearest words or axis words, in points.
const LEAST: f32 = 80.0;
/// Number of words listed at each end of the semantic axis.
const ENDS: usize = 8;
/// Names of the three words of an analogy.
const PLACES: [&str; 3] = ["a", "b", "c"];

/// Draws a table of words into the remaining space.
pub(super) fn table(ui: &mut Ui, workspace: &Workspace, name: &'static str, actions: &mut Vec<Action>) {
    data_table::show(ui, workspace, name, ui.available_height().max(LEAST), actions);
}

/// Draws the nearest words of the inspected word or of a list.
pub(super) fn neighbours(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let of = [(None, "the inspected word"), (Some(0), LISTS[0]), (Some(1), LISTS[1])];
    ui.horizontal(|ui| {
        actions.extend(choose(ui, "Neighbours of", 130.0, &state.near, &of).map(|near| act(SpaceAction::Near(near))));
    });
    if state.question().is_none() {
        note(ui, "Inspect a word, or fill a list: its nearest words are listed here.");
        return;
    }
    table(ui, workspace, "nearest-words", actions);
}

/// Draws the three words of an analogy and the nearest words of its result.
pub(super) fn analogy(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (state, words) = (&workspace.word_space, &workspace.choices.vectors.analogy);
    ui.horizontal(|ui| {
        for (place, joint) in ["is to", "as", "is to …"].into_iter().enumerate() {
            let mut text = words[place].clone();
            let field = ui.add(TextEdit::singleline(&mut text).hint_text(PLACES[place]).desired_width(66.0));
            named(&field, Role::TextInput, &format!("word {} of the analogy", PLACES[place]));
            field.on_change(actions, || act(SpaceAction::Analogy(place, text)));
            ui.label(joint);
        }
    });
    if state.question().is_none() {
        let unknown = words.iter().map(|word| word.trim()).filter(|word| !word.is_empty());
        let unknown: Vec<&str> = unknown.filter(|word| state.space().is_some_and(|space| space.find(word).is_none())).collect();
        match unknown.first() {
            Some(word) => note(ui, format!("\"{word}\" is not in the file.")),
            None => note(ui, "Three words, such as man, king, woman: the nearest words of king - man + woman are listed here."),
        }
        return;
    }
    table(ui, workspace, "nearest-words", actions);
}

/// Draws the words at both ends of the semantic axis from list A to list B.
pub(super) fn axis(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let Some(space) = state.space() else { return };
    let axis = match state.axis() {
        Ok(axis) => axis,
        Err(NoAxis::EmptyList) => {
            return note(ui, "Words in both lists define an axis, such as bad, worst against good, best.");
        }
        Err(NoAxis::Pending) => return note(ui, "The axis is computed…"),
        Err(NoAxis::SameDirection) => return note(ui, "Both lists have the same mean direction: give different words."),
    };
    note(ui, format!("Cosine of the two mean directions: {:.3}. Values in standard deviations of all words.", axis.cosine));
    let ends = [axis.order.iter().take(ENDS).collect::<Vec<_>>(), axis.order.iter().rev().take(ENDS).collect()];
    ui.columns(2, |columns| {
        for (list, (ui, words)) in columns.iter_mut().zip(&ends).enumerate() {
            ui.colored_label(color(ui, list), ["A end", "B end"][list]);
            for &&word in words {
                let text = format!("{} {:+.1}", space.word(word), axis.values[word as usize]);
                link(ui, text).on_click(actions, || act(SpaceAction::Inspect(Some(word))));
            }
        }
    });
    table(ui, workspace, "vector-axis", actions);
}

/// Draws the MMD of the two word lists with its test, and the witness function at each word.
pub(super) fn lists(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let Some(test) = state.test() else {
        let long = state.lists.iter().any(|list| list.words.len() > LONGEST);
        let filled = state.lists.iter().all(|list| !list.words.is_empty());
        return match (long, filled) {
            (true, _) => note(ui, format!("A list has more than {LONGEST} words: remove some.")),
            (_, true) => note(ui, "The test is computed…"),
            _ => note(ui, "Words in both lists are needed: the test says whether their vectors differ."),
        };
    };
    let digits = |value: f64| format!("{value:.4}");
    let unbiased = test.test.mmd.unbiased.map_or_else(|| "needs two words".to_owned(), digits);
    Grid::new("vector lists").num_columns(2).show(ui, |ui| {
        term_rows(
            ui,
            workspace,
            [
                (&glossary::MMD, "MMD², biased", digits(test.test.mmd.biased)),
                (&glossary::MMD, "MMD², unbiased", unbiased),
                (&glossary::P_VALUE, &format!("p-value, {}", test.test.splits()), format!("{:.3}", test.test.p)),
            ],
            actions,
        );
    });
    note(ui, format!("Gaussian kernel, γ = {:.3} by the median heuristic", test.gamma));
    histogram::plain(ui, &test.test, HISTOGRAM, [color(ui, 0), color(ui, 1)]);
    ui.collapsing("Random splits as a table", |ui| {
        data_table::show(ui, workspace, "vector-permutations", HISTOGRAM, actions);
    });
    term::note(ui, workspace, &glossary::WITNESS, "Witness of each word: positive near A, negative near B", actions);
    table(ui, workspace, "vector-lists", actions);
}

/// Draws the comparison with a second file, or the controls that open a second file.
pub(super) fn second(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.word_space;
    let Some(second) = state.second() else {
        note(ui, "A second file, such as vectors of other texts or another time, is turned onto the first by the common words.");
        ui.button("Open a second file…").on_click(actions, || act(SpaceAction::AskForFile(SpacePlace::Second)));
        return open::path(ui, SpacePlace::Second, actions);
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(second.origin.name()).strong());
        note(ui, counted(second.len(), "word"));
        ui.small_button("Close the second file").on_click(actions, || act(SpaceAction::CloseSecond));
    });
    let alignment = match state.alignment() {
        None => return note(ui, "The second file is turned onto the first…"),
        Some(Err(problem)) => return drop(ui.colored_label(ui.visuals().error_fg_color, problem)),
        Some(Ok(alignment)) => alignment,
    };
    let compared = if alignment.moved.len() < alignment.common {
        format!(", of which the {} most frequent are compared", alignment.moved.len())
    } else {
        String::new()
    };
    note(ui, format!("{} in common{compared}; turn fitted to {}.", counted(alignment.common, "word"), alignment.fitted));
    note(ui, format!("Mean cosine {:.3}; {} of the spread is left over.", alignment.mean, percent(alignment.left)));
    table(ui, workspace, "vector-moved", actions);
}
