//! Two sets against each other: how far apart they are, whether that is more than chance, and by which words.

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
        field::class_color_of,
        task::word_link,
        widgets::{self, dot, fact_rows, note},
    },
};

/// Words listed with their shares.
const LISTED: usize = 2000;
/// Words listed below the figures where there is little room.
const LISTED_BELOW: usize = 40;
/// Where figures and shares are scrolled together.
const LOW: f32 = 380.0;
/// Where the words' shares stand below the figures.
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
        // One after the other, as there is no room for either beside or above the other.
        ScrollArea::vertical().id_salt("figures and shares").auto_shrink(false).show(ui, |ui| {
            verdict(ui, workspace, dataset, found, actions);
            ui.separator();
            shares_head(ui, found);
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

/// Whether the sets are to be compared by themselves: once when they are chosen, and as the words lie when they rest.
fn is_due(workspace: &Workspace, key: &SetsKey) -> bool {
    let study = &workspace.compare.sets.study;
    if let Some(asked) = study.asked() {
        return !asked.is_of_same_sets(key);
    }
    let known = study.answered().is_some_and(|answered| answered.is_of_same_sets(key));
    study.is_due(key) && !(known && workspace.is_running())
}

fn act(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

/// Which two sets, how many splits, and what is under way.
fn choices(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, actions: &mut Vec<Action>) {
    let sets = &workspace.compare.sets;
    ui.horizontal_wrapped(|ui| {
        for (place, title) in ["first", "second"].into_iter().enumerate() {
            set(ui, workspace, dataset, place, title, actions);
        }
        if ui.available_size_before_wrap().x < 120.0 {
            ui.end_row();
        }
        let label = ui.label("splits").on_hover_text("Random splits of the same documents the difference is compared with");
        let combo = ComboBox::from_id_salt("splits").width(60.0).selected_text(sets.permutations.to_string());
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
            let what = if share.is_some() { "splitting" } else { "kernel between them" };
            ui.add(ProgressBar::new(share.unwrap_or(0.0)).desired_width(140.0).text(what));
            if ui.button("Stop").clicked() {
                actions.push(act(SetsAction::Stop));
            }
            ui.ctx().request_repaint_after_secs(0.1);
        }
    });
}

/// One of the two sets, to choose.
fn set(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, place: usize, title: &str, actions: &mut Vec<Action>) {
    let now = &workspace.compare.sets.pair[place];
    // Both beside each other, with their names.
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

/// What can be chosen, with names.
fn options(workspace: &Workspace, dataset: &Dataset) -> Vec<(SetOf, String)> {
    let classes = (0..dataset.corpus.classes.len()).map(SetOf::Class);
    let parts = Part::ALL.into_iter().filter(|part| !part.documents(dataset).is_empty()).map(SetOf::Part);
    let looked_at = match workspace.selection.focus {
        Focus::Document(document) => Some(document),
        _ => workspace.documents.shown,
    };
    let sets = classes.chain(parts).chain([SetOf::Others]).chain(looked_at.map(SetOf::Document));
    let mut options: Vec<(SetOf, String)> = sets.map(|set| (set.clone(), set.name(dataset))).collect();
    let what = match &workspace.selection.set {
        SelectionSet::Empty => None,
        SelectionSet::Words(members) => Some(widgets::counted(members.count(), "word")),
        SelectionSet::Documents(members) => Some(widgets::counted(members.count(), "document")),
    };
    options.extend(what.map(|what| (SetOf::Selected, format!("the set at work: {what}"))));
    let named = workspace.selection.named.iter().map(|kept| (SetOf::Named(kept.name.clone()), kept.name.clone()));
    options.extend(named);
    options
}

/// Which iteration it is of, and the way to a newer one.
fn age(ui: &mut Ui, workspace: &Workspace, found: &SetsFound, key: &SetsKey, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        note(ui, format!("At iteration {}, under the model's kernel.", found.iteration));
        let under_way = workspace.compare.sets.study.under_way().is_some();
        if found.key != *key && !under_way && ui.small_button("Compare as the words lie now").clicked() {
            actions.push(act(SetsAction::Compare));
        }
    });
}

/// How far apart the sets are, and whether that is more than chance.
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
        let unbiased = mmd.unbiased.map_or("none: one against others".to_owned(), |mmd| format!("{mmd:.6}"));
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
                ("splits as far apart", format!("{as_far} of {splits}")),
                ("95 % of splits below", format!("{:.6}", upper(&test.null))),
            ],
        );
    });
    ui.label(sentence(found));
    if !alone {
        histogram::show(ui, &found.test, colors);
    }
    for text in remarks(dataset, found) {
        note(ui, text);
    }
    if ui.button("Draw the witness in the word field").clicked() {
        actions.push(act(SetsAction::Draw));
    }
}

/// What 95 % of the splits stay below.
fn upper(null: &[f64]) -> f64 {
    let mut sorted = null.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get((0.95 * sorted.len() as f64) as usize).copied().unwrap_or(f64::NAN)
}

/// What the test says, in a sentence.
fn sentence(found: &SetsFound) -> String {
    let what = if found.words { "words" } else { "documents" };
    if found.used == [1, 1] {
        return format!("There is one way alone to part two {what}: no test, but each word has its share.");
    }
    if found.test.p <= 0.05 {
        format!("The two sets of {what} differ by more than random splits of them do (level .05).")
    } else {
        format!("Random splits of the same {what} differ as much: no difference is shown (level .05).")
    }
}

fn counted(found: &SetsFound, place: usize) -> String {
    let what = if found.words { "word" } else { "document" };
    let (size, used) = (found.sizes[place], found.used[place]);
    let all = widgets::counted(size, what);
    if used < size { format!("{used} of {all} looked at") } else { all }
}

/// What has to be said of how it was found.
fn remarks(dataset: &Dataset, found: &SetsFound) -> Vec<String> {
    let statistic = if found.test.mmd.unbiased.is_some() { "unbiased" } else { "biased" };
    let tested = format!("The {statistic} estimate is compared; p = (1 + splits as far apart) / (1 + splits), seed 0.");
    let mut remarks = if found.used == [1, 1] { Vec::new() } else { vec![tested] };
    if found.used.iter().sum::<usize>() + found.wordless < found.sizes.iter().sum() {
        remarks.push("Of a large set a random sample is looked at, always the same.".to_owned());
    }
    if found.common > 0 {
        remarks.push(format!("In both sets, and left out of both: {}.", found.common));
    }
    if found.wordless > 0 {
        remarks.push(format!("Without a word the model knows, and left out: {}.", found.wordless));
    }
    let of_pairs =
        dataset.corpus.task.kind() == TaskKind::Pairs && found.key.sets.iter().all(|set| matches!(set, SetOf::Class(_)));
    if of_pairs {
        remarks.push(
            "Documents of a pair are alike, so that the sides differ less than random splits: p is rather too high.".to_owned(),
        );
    }
    remarks
}

/// Each word's share of the discrepancy, the largest first.
fn shares(ui: &mut Ui, workspace: &Workspace, dataset: &Dataset, found: &SetsFound, actions: &mut Vec<Action>) {
    shares_head(ui, found);
    let listed = found.shares.len().min(LISTED);
    let height = ui.spacing().interact_size.y;
    ScrollArea::vertical().id_salt("shares of sets").auto_shrink(false).show_rows(ui, height, listed, |ui, rows| {
        for share in &found.shares[rows] {
            share_row(ui, workspace, dataset, found, share, actions);
        }
    });
}

fn shares_head(ui: &mut Ui, found: &SetsFound) {
    ui.strong("Words by their share of MMD²");
    note(
        ui,
        match found.integrated {
            None => format!(
                "In the colour of the set that has more of it. Exact: all {} sum to the biased MMD², {:.6}.",
                found.shares.len(),
                found.shared
            ),
            Some([0, 0]) => "None: this kernel between documents of two sides has no shares of words.".to_owned(),
            Some(of) if of == found.used => {
                format!("By integrated gradients: all {} sum to {:.6}.", found.shares.len(), found.shared)
            }
            Some([a, b]) => {
                format!("By integrated gradients over {a} and {b} of the documents; they sum to {:.6}.", found.shared)
            }
        },
    );
}

/// A word's share, as a bar and as a number.
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

/// The colours of the two sets.
fn sides(ui: &Ui, workspace: &Workspace, found: &SetsFound) -> [Color32; 2] {
    let dark = ui.visuals().dark_mode;
    found.between.sides.unwrap_or([0, 1]).map(|class| match &workspace.corpus.basis {
        Some(basis) => class_color_of(basis, class, dark),
        None => Color32::GRAY,
    })
}
