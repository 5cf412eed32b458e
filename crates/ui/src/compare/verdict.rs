//! Result of a comparison of two sets: its figures, their basis, and whether they are a valid test.

use std::sync::Arc;

use egui::{Color32, Grid, Label, RichText, Ui};

use super::{histogram, means, out_of_fold};
use crate::{
    term::{self, term_rows},
    widgets::{self, ResponseExt, dot, fact_rows, note},
};
use wordfield_core::{
    corpus::{Dataset, TaskKind},
    metric::MmdTest,
    model::{PAIRED, remarks},
    stats::grouped,
};
use wordfield_state::{Action, Layer, SetOf, SetsAction, SetsFound, StudyAction, Workspace, glossary};

/// Warning about a comparison of sets that were selected by position under the same kernel.
const BY_POSITION: &str = "Both sets were selected by position under the same kernel: they differ by construction, and the p-value \
                           says nothing. Compare classes, parts, or sets chosen by their texts.";

/// Draws the discrepancy of two sets and its p-value.
pub(super) fn show(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    found: &Arc<SetsFound>,
    colors: [Color32; 2],
    actions: &mut Vec<Action>,
) {
    for (place, set) in found.key.sets.iter().enumerate() {
        ui.horizontal(|ui| {
            dot(ui, colors[place]);
            ui.add(Label::new(RichText::new(set.name(dataset)).strong()).truncate());
        });
        note(ui, counted(found, place));
    }
    let test = &found.test;
    let alone = found.used == [1, 1];
    Grid::new("discrepancy").num_columns(2).show(ui, |ui| {
        let mmd = test.mmd;
        let unbiased = mmd.unbiased.map_or("undefined for single documents".to_owned(), |mmd| format!("{mmd:.6}"));
        let (splits, as_far) = (test.null.len(), test.as_far());
        let p = if found.on.is_test() { "p-value" } else { "p, in sample: no test" };
        let (name, least) = (if test.exact { "of all splits, ≥ observed" } else { "permutations ≥ observed" }, least_p(found));
        if alone {
            return term_rows(ui, workspace, [(&glossary::MMD, "MMD², biased", format!("{:.6}", mmd.biased))], actions);
        }
        term_rows(
            ui,
            workspace,
            [
                (&glossary::MMD, "MMD², unbiased", unbiased),
                (&glossary::MMD, "MMD², biased", format!("{:.6}", mmd.biased)),
                (&glossary::P_VALUE, p, format!("{:.4}, least possible {least:.4}", test.p)),
            ],
            actions,
        );
        fact_rows(
            ui,
            [
                (name, format!("{as_far} of {splits}")),
                ("95th percentile", format!("{:.6}", test.percentile(0.95).unwrap_or(f64::NAN))),
            ],
        );
    });
    let on = computed_on(dataset, found);
    if found.on.is_test() || alone {
        note(ui, on);
    } else {
        ui.colored_label(ui.visuals().warn_fg_color, on);
    }
    ui.label(sentence(found));
    out_of_fold::show(ui, workspace, dataset, found, actions);
    widgets::warning(ui, workspace.is_compared_by_position().then_some(BY_POSITION));
    if !alone {
        histogram::show(ui, workspace, &found.test, colors, actions);
    }
    means::show(ui, found, workspace.choices.layers.shows(Layer::Rescaled), colors, actions);
    for text in method_notes(dataset, found) {
        note(ui, text);
    }
    ui.horizontal_wrapped(|ui| {
        ui.button("Draw witness in the word field").on_click(actions, || Action::Study(StudyAction::Sets(SetsAction::Draw)));
        term::note(ui, workspace, &glossary::WITNESS, "witness", actions);
    });
}

/// Result of the permutation test in one sentence.
fn sentence(found: &SetsFound) -> String {
    let what = if found.words { "words" } else { "documents" };
    if found.used == [1, 1] {
        return format!("Two single {what} have one split only: no permutation test. The words have shares.");
    }
    if !found.on.is_test() {
        return format!("These figures explain how the kernel sees the {what}; they do not test whether the sets differ.");
    }
    found.test.verdict(least_p(found), what)
}

/// Smallest p-value that a permutation test can reach.
fn least_p(found: &SetsFound) -> f64 {
    MmdTest::least_p(found.used, found.key.permutations)
}

/// Sentence about the data and the kernel of a comparison.
pub(super) fn computed_on(dataset: &Dataset, found: &SetsFound) -> String {
    let (used, kernel) = (found.used.iter().sum(), found.key.kernel());
    if found.words {
        return format!("In sample: the {} words stand where training placed them: {kernel}.", grouped(used));
    }
    found.on.sentence(used, dataset.corpus.task.kind(), &kernel)
}

fn counted(found: &SetsFound, place: usize) -> String {
    let what = if found.words { "word" } else { "document" };
    let (size, used) = (found.sizes[place], found.used[place]);
    let all = widgets::counted(size, what);
    if used < size { format!("{used} of {all} used") } else { all }
}

/// Notes on the method of a comparison of sets.
fn method_notes(dataset: &Dataset, found: &SetsFound) -> Vec<String> {
    let statistic = if found.test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
    let formula = if found.test.exact {
        "p = share of all splits with at least the observed value"
    } else {
        "p = (1 + permutations ≥ observed) / (1 + permutations), seed 0"
    };
    let tested = format!("Test statistic: {statistic} MMD²; {formula}.");
    let mut method_notes = if found.used == [1, 1] { Vec::new() } else { vec![tested] };
    method_notes.extend(found.key.unseen());
    if found.sampled {
        method_notes.push("Large sets are represented by a fixed random sample.".to_owned());
    }
    if found.common > 0 {
        method_notes.push(format!("In both sets, excluded from both: {}.", found.common));
    }
    method_notes.extend(remarks(found.wordless, found.copies));
    let of_pairs =
        dataset.corpus.task.kind() == TaskKind::Pairs && found.key.sets.iter().all(|set| matches!(set, SetOf::Class(_)));
    if of_pairs {
        method_notes.push(PAIRED.to_owned());
    }
    method_notes
}
