//! Two sets: maximum mean discrepancy, permutation test, share of each word.

use eframe::egui::{
    Align, Color32, ComboBox, Grid, Layout, Panel, ProgressBar, Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2,
};

use super::histogram;
use crate::{
    corpus::{Dataset, TaskKind},
    state::{
        Action, Focus, SelectionSet, SetOf, SetShare, SetsAction, SetsFound, SetsKey, StudyAction, Workspace, explain::Part,
    },
    ui::{
        export,
        field::class_color_of,
        task::word_link,
        widgets::{self, dot, fact_rows, note},
    },
};

/// Maximum number of listed words.
const LISTED: usize = 2000;
/// Number of words listed below the figures in a low pane.
const LISTED_BELOW: usize = 40;
/// Pane height below which figures and shares scroll together.
const LOW: f32 = 380.0;
/// Pane width below which the shares are drawn below the figures.
const NARROW: f32 = 560.0;

/// Draws the comparison.
pub fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (Some(dataset), Some(key)) = (&workspace.corpus.dataset, workspace.sets_key()) else {
        note(ui, "Sets can be compared from the first iteration on.");
        return;
    };
    let study = &workspace.compare.sets.study;
    choices(ui, workspace, dataset, actions);
    if is_due(workspace, &key) {
        actions.push(act(SetsAction::Compare));
    }
    if let Some(problem) = study.problem() {
        ui.colored_label(ui.visuals().warn_fg_color, problem);
    }
    let Some(found) = study.found().filter(|found| found.key.is_of_same_sets(&key)) else { return };
    age(ui, workspace, found, &key, actions);
    ui.separator();
    let figures = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ScrollArea::vertical()
            .id_salt("figures")
            .auto_shrink(false)
            .show(ui, |ui| verdict(ui, workspace, dataset, found, actions));
    };
    if ui.available_height() < LOW {
        // A low pane has no space for shares beside or below the figures: both scroll together.
        ScrollArea::vertical().id_salt("figures and shares").auto_shrink(false).show(ui, |ui| {
            verdict(ui, workspace, dataset, found, actions);
            ui.separator();
            shares_head(ui, found, actions);
            for share in found.shares.iter().take(LISTED_BELOW) {
                share_row(ui, workspace, dataset, found, share, actions);
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

/// Whether to start the comparison automatically: once for each pair of sets, and again when the words have stopped moving.
fn is_due(workspace: &Workspace, key: &SetsKey) -> bool {
    let study = &workspace.compare.sets.study;
    if let Some(pending) = study.asked() {
        return !pending.is_of_same_sets(key);
    }
    let known = study.answered().is_some_and(|answered| answered.is_of_same_sets(key));
    study.is_due(key) && !(known && workspace.is_running())
}

fn act(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

/// The two sets, the number of permutations, and the progress.
fn choices(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let sets = &workspace.compare.sets;
    ui.horizontal_wrapped(|ui| {
        for (place, title) in ["first", "second"].into_iter().enumerate() {
            set(ui, workspace, dataset, place, title, actions);
        }
        if ui.available_size_before_wrap().x < 120.0 {
            ui.end_row();
        }
        let label =
            ui.label("permutations").on_hover_text("Number of random splits of the pooled documents in the permutation test");
        let combo = ComboBox::from_id_salt("permutations").width(60.0).selected_text(sets.permutations.to_string());
        let combo = combo.show_ui(ui, |ui| {
            for permutations in [199, 999, 9999] {
                if ui.selectable_label(permutations == sets.permutations, permutations.to_string()).clicked() {
                    actions.push(act(SetsAction::Permutations(permutations)));
                }
            }
        });
        combo.response.labelled_by(label.id);
        if let Some(underway) = sets.study.under_way() {
            let share = underway.share();
            let what = if share.is_some() { "permutation test" } else { "kernel" };
            ui.add(ProgressBar::new(share.unwrap_or(0.0)).desired_width(140.0).text(what));
            if ui.button("Stop").clicked() {
                actions.push(act(SetsAction::Stop));
            }
            ui.ctx().request_repaint_after_secs(0.1);
        }
    });
}

/// Drop-down list of one of the two sets.
fn set(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, place: usize, title: &str, actions: &mut Vec<Action>) {
    let now = &workspace.compare.sets.pair[place];
    // Both lists fit beside each other, with their labels.
    let width = (0.5 * (ui.max_rect().width() - 130.0)).clamp(80.0, 170.0);
    if ui.available_size_before_wrap().x < width + 60.0 {
        ui.end_row();
    }
    let label = ui.label(title);
    let combo = ComboBox::from_id_salt(title).width(width).height(360.0).truncate().selected_text(now.name(dataset));
    let combo = combo.show_ui(ui, |ui| {
        for (set, name) in options(workspace, dataset) {
            if ui.selectable_label(set == *now, name).clicked() {
                actions.push(act(SetsAction::Choose(place, set)));
            }
        }
    });
    combo.response.labelled_by(label.id);
}

/// All available sets with their names.
fn options(workspace: &Workspace, dataset: &Dataset) -> Vec<(SetOf, String)> {
    let classes = (0..dataset.corpus.classes.len()).map(SetOf::Class);
    let parts = Part::ALL.into_iter().filter(|part| !part.documents(dataset).is_empty()).map(SetOf::Part);
    let open_document = match workspace.selection.focus {
        Focus::Document(document) => Some(document),
        _ => workspace.documents.shown,
    };
    let sets = classes.chain(parts).chain([SetOf::Others]).chain(open_document.map(SetOf::Document));
    let mut options: Vec<(SetOf, String)> = sets.map(|set| (set.clone(), set.name(dataset))).collect();
    let what = match &workspace.selection.set {
        SelectionSet::Empty => None,
        SelectionSet::Words(members) => Some(widgets::counted(members.count(), "word")),
        SelectionSet::Documents(members) => Some(widgets::counted(members.count(), "document")),
    };
    options.extend(what.map(|what| (SetOf::Selected, format!("current selection: {what}"))));
    let named = workspace.selection.named.iter().map(|saved| (SetOf::Named(saved.name.clone()), saved.name.clone()));
    options.extend(named);
    options
}

/// Iteration of the result, and a button to update it.
fn age(ui: &mut Ui, workspace: &Workspace, found: &SetsFound, key: &SetsKey, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        note(ui, format!("At iteration {}, with the model's kernel.", found.iteration));
        let under_way = workspace.compare.sets.study.under_way().is_some();
        if found.key != *key && !under_way && ui.small_button("Update").clicked() {
            actions.push(act(SetsAction::Compare));
        }
    });
}

/// Discrepancy and p-value.
fn verdict(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, found: &SetsFound, actions: &mut Vec<Action>) {
    let colors = sides(ui, workspace, found);
    for (place, set) in found.key.sets.iter().enumerate() {
        ui.horizontal(|ui| {
            dot(ui, colors[place]);
            ui.add(eframe::egui::Label::new(RichText::new(set.name(dataset)).strong()).truncate());
        });
        note(ui, counted(found, place));
    }
    let test = &found.test;
    let alone = found.used == [1, 1];
    Grid::new("discrepancy").num_columns(2).show(ui, |ui| {
        let mmd = test.mmd;
        let unbiased = mmd.unbiased.map_or("undefined for single documents".to_owned(), |mmd| format!("{mmd:.6}"));
        let (splits, as_far) = (test.null.len(), (test.p * (1 + test.null.len()) as f64).round() as usize - 1);
        if alone {
            return fact_rows(ui, [("MMD², biased", format!("{:.6}", mmd.biased))]);
        }
        fact_rows(
            ui,
            [
                ("MMD², unbiased", unbiased),
                ("MMD², biased", format!("{:.6}", mmd.biased)),
                ("p-value", format!("{:.4}", test.p)),
                ("permutations ≥ observed", format!("{as_far} of {splits}")),
                ("95th percentile", format!("{:.6}", percentile_95(&test.null))),
            ],
        );
    });
    ui.label(sentence(found));
    if !alone {
        histogram::show(ui, workspace, &found.test, colors, actions);
    }
    for text in method_notes(dataset, found) {
        note(ui, text);
    }
    if ui.button("Draw witness in the word field").clicked() {
        actions.push(act(SetsAction::Draw));
    }
}

/// 95th percentile of the permutations.
fn percentile_95(null: &[f64]) -> f64 {
    let mut sorted = null.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((0.95 * sorted.len() as f64) as usize).copied().unwrap_or(f64::NAN)
}

/// Result of the test in one sentence.
fn sentence(found: &SetsFound) -> String {
    let what = if found.words { "words" } else { "documents" };
    if found.used == [1, 1] {
        return format!("Two single {what} have one split only: no permutation test. The words have shares.");
    }
    if found.test.p <= 0.05 {
        format!("The two sets of {what} differ significantly (level .05).")
    } else {
        format!("The two sets of {what} do not differ significantly (level .05).")
    }
}

fn counted(found: &SetsFound, place: usize) -> String {
    let what = if found.words { "word" } else { "document" };
    let (size, used) = (found.sizes[place], found.used[place]);
    let all = widgets::counted(size, what);
    if used < size { format!("{used} of {all} used") } else { all }
}

/// Notes on the method.
fn method_notes(dataset: &Dataset, found: &SetsFound) -> Vec<String> {
    let statistic = if found.test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
    let tested = format!("Test statistic: {statistic} MMD²; p = (1 + permutations ≥ observed) / (1 + permutations), seed 0.");
    let mut method_notes = if found.used == [1, 1] { Vec::new() } else { vec![tested] };
    if found.used.iter().sum::<usize>() + found.wordless < found.sizes.iter().sum() {
        method_notes.push("Large sets are represented by a fixed random sample.".to_owned());
    }
    if found.common > 0 {
        method_notes.push(format!("In both sets, excluded from both: {}.", found.common));
    }
    if found.wordless > 0 {
        method_notes.push(format!("Without a word of the vocabulary, excluded: {}.", found.wordless));
    }
    let of_pairs =
        dataset.corpus.task.kind() == TaskKind::Pairs && found.key.sets.iter().all(|set| matches!(set, SetOf::Class(_)));
    if of_pairs {
        method_notes.push("Paired documents are similar, so the sides differ less than random splits: p is too high.".to_owned());
    }
    method_notes
}

/// Each word's share of the discrepancy, largest first.
fn shares(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, found: &SetsFound, actions: &mut Vec<Action>) {
    shares_head(ui, found, actions);
    let listed = found.shares.len().min(LISTED);
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt("shares of sets").auto_shrink(false).show_rows(ui, height, listed, |ui, rows| {
        for share in &found.shares[rows] {
            share_row(ui, workspace, dataset, found, share, actions);
        }
    });
}

fn shares_head(ui: &mut Ui, found: &SetsFound, actions: &mut Vec<Action>) {
    export::heading(ui, "Words by their share of MMD²", "discrepancy", actions);
    note(
        ui,
        match found.integrated {
            None => format!(
                "Colour: the set with the larger weight. Exact: all {} sum to the biased MMD², {:.6}.",
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

/// A word's share, as a bar and a number.
fn share_row(
    ui: &mut Ui,
    workspace: &Workspace,
    dataset: &Dataset,
    found: &SetsFound,
    share: &SetShare,
    actions: &mut Vec<Action>,
) {
    let colors = sides(ui, workspace, found);
    let most = found.shares.first().map_or(1.0, |share| share.share.abs()).max(1e-300);
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(60.0, 10.0), Sense::hover());
        let reach = rect.width() * (share.share.abs() / most) as f32;
        let color = colors[usize::from(share.weight < 0.0)];
        let color = if share.share < 0.0 { color.gamma_multiply(0.4) } else { color };
        ui.painter().rect_filled(Rect::from_min_max(rect.min, pos2(rect.min.x + reach, rect.max.y)), 2.0, color);
        ui.monospace(format!("{:+.6}", share.share));
        word_link(ui, dataset, share.word, actions);
    });
}

/// Reason why there is no histogram of random splits.
pub fn obstacle(workspace: &Workspace) -> Option<String> {
    let Some(found) = workspace.compare.sets.study.found() else {
        let problem = workspace.compare.sets.study.problem();
        return Some(
            problem.map_or_else(|| "no two sets are compared: compare them in the tab Compare first".to_owned(), str::to_owned),
        );
    };
    let alone = found.used == [1, 1];
    alone.then(|| "two single documents have one split only: compare sets of several documents".to_owned())
}

/// The histogram of random splits in print, below the names of the sets.
pub fn print(ui: &mut Ui, workspace: &Workspace) {
    let (Some(found), Some(dataset)) = (workspace.compare.sets.study.found(), &workspace.corpus.dataset) else { return };
    let [first, second] = [0, 1].map(|place| found.key.sets[place].name(dataset));
    ui.label(format!("{first} against {second}: MMD² {:.5}, p = {:.4}", found.test.mmd.statistic(), found.test.p));
    histogram::print(ui, &found.test, sides(ui, workspace, found));
}

/// Colours of the two sets.
fn sides(ui: &Ui, workspace: &Workspace, found: &SetsFound) -> [Color32; 2] {
    let dark = ui.visuals().dark_mode;
    found.between.sides.unwrap_or([0, 1]).map(|class| match &workspace.corpus.basis {
        Some(basis) => class_color_of(basis, class, dark),
        None => Color32::GRAY,
    })
}
