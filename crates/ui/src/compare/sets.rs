//! Comparison of two sets: maximum mean discrepancy, permutation test, share of each word.

use egui::{Align, Color32, ComboBox, Label, Layout, Panel, RichText, ScrollArea, Ui};

use super::{histogram, verdict};
use crate::{
    data_table, export,
    field::class_color_of,
    term,
    widgets::{self, ResponseExt, choose_beside, dot, note},
};
use wordfield_core::corpus::{Dataset, Filter};
use wordfield_state::{
    Action, Focus, SelectionSet, SetOf, SetsAction, SetsFound, SetsKey, StudyAction, Workspace, explain::Part, glossary,
};

/// Names of the two tables of words, of the first and of the second set.
const SIDES: [&str; 2] = ["discrepancy-first", "discrepancy-second"];
/// Minimum width of the first of two tables of words side by side, in points.
const SIDE: f32 = 230.0;
/// Height of a table of words below the figures in a low pane, in points.
const SIDE_BELOW: f32 = 240.0;
/// Height of a pane, in points, below which its figures and shares scroll together.
const LOW: f32 = 380.0;
/// Width of a pane, in points, below which the shares are drawn below the figures.
const NARROW: f32 = 560.0;

/// Draws the comparison of two sets.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(key)) = (&workspace.corpus.dataset, workspace.sets_key()) else {
        note(ui, "Sets can be compared from the first iteration on.");
        return;
    };
    let study = &workspace.compare.sets.study;
    choices(ui, workspace, dataset, actions);
    if is_due(workspace, &key) {
        actions.push(act(SetsAction::Compare));
    }
    widgets::warning(ui, study.problem());
    let Some(found) = study.found().filter(|found| found.key.is_of_same_sets(&key)) else { return };
    age(ui, workspace, found, &key, actions);
    ui.separator();
    let figures = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ScrollArea::vertical()
            .id_salt("figures")
            .auto_shrink(false)
            .show(ui, |ui| verdict::show(ui, workspace, dataset, found, sides(ui, workspace, found), actions));
    };
    if ui.available_height() < LOW {
        // A low pane has no space for shares next to or below the figures: figures and shares scroll together.
        ScrollArea::vertical().id_salt("figures and shares").auto_shrink(false).show(ui, |ui| {
            verdict::show(ui, workspace, dataset, found, sides(ui, workspace, found), actions);
            ui.separator();
            shares_head(ui, found, actions);
            for place in [0, 1] {
                side(ui, workspace, dataset, (found, place), SIDE_BELOW, actions);
            }
        });
        return;
    }
    if ui.available_width() < NARROW {
        let height = 0.45 * ui.available_height();
        Panel::bottom("shares of sets").resizable(true).default_size(height).show(ui, |ui| {
            shares(ui, workspace, dataset, found, actions);
        });
        figures(ui, actions);
        return;
    }
    ui.columns(2, |columns| {
        columns[0].with_layout(Layout::top_down(Align::Min), |ui| figures(ui, actions));
        columns[1].with_layout(Layout::top_down(Align::Min), |ui| shares(ui, workspace, dataset, found, actions));
    });
}

/// Whether to compare the sets automatically: once for each pair of sets, and again when the words have stopped moving.
fn is_due(workspace: &Workspace, key: &SetsKey) -> bool {
    let study = &workspace.compare.sets.study;
    if let Some(pending) = study.pending_key() {
        return !pending.is_of_same_sets(key);
    }
    let known = study.answered().is_some_and(|answered| answered.is_of_same_sets(key));
    study.is_due(key) && !(known && workspace.is_running())
}

fn act(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

/// Draws the choice of two sets, the number of permutations, and the progress.
fn choices(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let compared = &workspace.choices.compared;
    ui.horizontal_wrapped(|ui| {
        for (place, title) in ["first", "second"].into_iter().enumerate() {
            set(ui, workspace, dataset, place, title, actions);
        }
        if ui.available_size_before_wrap().x < 120.0 {
            ui.end_row();
        }
        let hint = "Number of random splits of the pooled documents in the permutation test";
        let label = term::label(ui, workspace, &glossary::PERMUTATIONS, "permutations", actions).on_hover_text(hint);
        let counts = [199, 999, 9999].map(|permutations| (permutations, permutations.to_string()));
        actions.extend(
            choose_beside(ui, ("permutations", &label), 60.0, &compared.permutations, &counts)
                .map(|permutations| act(SetsAction::Permutations(permutations))),
        );
        let hint = "Leave out documents whose labels the kernel was trained on, if both sets have documents of the test part";
        let unseen = widgets::switch(ui, compared.unseen, "test documents only", hint);
        actions.extend(unseen.map(|unseen| act(SetsAction::Unseen(unseen))));
        if let Some(underway) = workspace.compare.sets.study.under_way() {
            let what = if underway.share().is_some() { "permutation test" } else { "kernel" };
            widgets::job_progress(ui, underway, 140.0, what);
            ui.button("Stop").on_click(actions, || act(SetsAction::Stop));
        }
    });
}

/// Draws the drop-down list that chooses one of the two compared sets.
fn set(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, place: usize, title: &str, actions: &mut Vec<Action>) {
    let now = &workspace.choices.compared.pair[place];
    // Both lists fit side by side, with their labels.
    let width = (0.5 * (ui.max_rect().width() - 130.0)).clamp(80.0, 170.0);
    if ui.available_size_before_wrap().x < width + 60.0 {
        ui.end_row();
    }
    let label = ui.label(title);
    let combo = ComboBox::from_id_salt(title).width(width).height(360.0).truncate().selected_text(now.name(dataset));
    let combo = combo.show_ui(ui, |ui| {
        for (set, name) in options(workspace, dataset) {
            ui.selectable_label(set == *now, name).on_click(actions, || act(SetsAction::Choose(place, set)));
        }
    });
    combo.response.labelled_by(label.id);
}

/// All sets that can be compared, with their names.
fn options(workspace: &Workspace, dataset: &Dataset) -> Vec<(SetOf, String)> {
    let classes = (0..dataset.corpus.classes.len()).map(SetOf::Class);
    let parts = Part::ALL.into_iter().filter(|part| !part.documents(dataset).is_empty()).map(SetOf::Part);
    let open_document = match workspace.choices.focus {
        Focus::Document(document) => Some(document),
        _ => workspace.choices.shown,
    };
    let sets = classes.chain(parts).chain([SetOf::Others]).chain(open_document.map(SetOf::Document));
    let mut options: Vec<(SetOf, String)> = sets.map(|set| (set.clone(), set.name(dataset))).collect();
    let what = match &workspace.choices.selection {
        SelectionSet::Empty => None,
        SelectionSet::Words(members) => Some(widgets::counted(members.count(), "word")),
        SelectionSet::Documents(members) => Some(widgets::counted(members.count(), "document")),
    };
    options.extend(what.map(|what| (SetOf::Selected, format!("current selection: {what}"))));
    let named = workspace.choices.named.iter().map(|saved| (SetOf::Named(saved.name.clone()), saved.name.clone()));
    options.extend(named);
    let groups = workspace.corpus.basis.iter().flat_map(|basis| basis.groups.iter().map(|(filter, _)| filter.clone()));
    let typed = Some(&workspace.documents.filter.text).filter(|text| Filter::is_meant(text)).and_then(|text| text.parse().ok());
    for filter in groups.chain(typed) {
        let name = filter.to_string();
        if !options.iter().any(|(_, other)| *other == name) {
            options.push((SetOf::Meets(filter), name));
        }
    }
    options
}

/// Draws the iteration at which the sets were compared, and a button to compare again.
fn age(ui: &mut Ui, workspace: &Workspace, found: &SetsFound, key: &SetsKey, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        note(ui, format!("At iteration {}, with the model's kernel.", found.iteration));
        let under_way = workspace.compare.sets.study.under_way().is_some();
        if found.key != *key && !under_way && ui.small_button("Update").clicked() {
            actions.push(act(SetsAction::Compare));
        }
    });
}

/// Draws the tables of the words of both sets, side by side or one below the other.
fn shares(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, found: &SetsFound, actions: &mut Vec<Action>) {
    shares_head(ui, found, actions);
    if found.shares.is_empty() {
        return;
    }
    let (height, width) = (ui.available_height(), ui.available_width());
    if width < 2.0 * SIDE {
        for place in [0, 1] {
            side(ui, workspace, dataset, (found, place), 0.5 * height - 4.0, actions);
        }
        return;
    }
    ui.columns(2, |columns| {
        for (place, ui) in columns.iter_mut().enumerate() {
            side(ui, workspace, dataset, (found, place), height, actions);
        }
    });
}

/// Draws the table of words with more weight in one of the sets, with their occurrences in both.
fn side(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    (found, place): (&SetsFound, usize),
    height: f32,
    actions: &mut Vec<Action>,
) {
    let above = ui.cursor().top();
    ui.horizontal(|ui| {
        dot(ui, sides(ui, workspace, found)[place]);
        ui.add(Label::new(RichText::new(format!("more in {}", found.key.sets[place].name(dataset))).strong()).truncate());
    });
    let height = height - (ui.cursor().top() - above);
    data_table::show(ui, workspace, SIDES[place], height.max(80.0), actions);
}

fn shares_head(ui: &mut Ui, found: &SetsFound, actions: &mut Vec<Action>) {
    export::heading(ui, "Words by their share of MMD²", "discrepancy", actions);
    note(
        ui,
        match found.integrated {
            None => format!(
                "Each word stands with the set that weights it more. Exact: all {} sum to the biased MMD², {:.6}.",
                found.shares.len(),
                found.shared
            ),
            Some([0, 0]) => "Not available: this kernel between documents of two languages has no word shares.".to_owned(),
            Some(of) if of == found.used => {
                format!("By integrated gradients: all {} sum to {:.6}.", found.shares.len(), found.shared)
            }
            Some([a, b]) => {
                format!("By integrated gradients over {a} and {b} of the documents; they sum to {:.6}.", found.shared)
            }
        },
    );
}

/// Reason why there is no histogram of random splits; `None` if there is one.
pub(crate) fn obstacle(workspace: &Workspace) -> Option<String> {
    let Some(found) = workspace.compare.sets.study.found() else {
        let problem = workspace.compare.sets.study.problem();
        return Some(
            problem.map_or_else(|| "no two sets are compared: compare them in the tab Compare first".to_owned(), str::to_owned),
        );
    };
    let alone = found.used == [1, 1];
    alone.then(|| "two single documents have one split only: compare sets of several documents".to_owned())
}

/// Draws the histogram of random splits for print, below the names of the sets.
pub(crate) fn print(ui: &mut Ui, workspace: &Workspace) {
    let (Some(found), Some(dataset)) = (workspace.compare.sets.study.found(), &workspace.corpus.dataset) else { return };
    let [first, second] = [0, 1].map(|place| found.key.sets[place].name(dataset));
    let p = if found.on.is_test() { format!(", p = {:.4}", found.test.p) } else { String::new() };
    let on = verdict::computed_on(dataset, found);
    ui.label(format!("{first} against {second}: MMD² {:.5}{p}. {on}", found.test.mmd.statistic()));
    histogram::print(ui, &found.test, sides(ui, workspace, found));
}

/// Colours of the two compared sets.
fn sides(ui: &Ui, workspace: &Workspace, found: &SetsFound) -> [Color32; 2] {
    let dark = ui.visuals().dark_mode;
    found.between.sides.unwrap_or([0, 1]).map(|class| match &workspace.corpus.basis {
        Some(basis) => class_color_of(basis, class, dark),
        None => Color32::GRAY,
    })
}
