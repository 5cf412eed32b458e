//! Figures about the two compared sets of the sandbox: means, MMD, permutation test with its histogram.

use egui::{ComboBox, Grid, Label, RichText, Role, Ui};

use super::act;
use crate::{
    compare::histogram,
    data_table,
    term::{self, term_rows},
    widgets::{color, drop_down, named, note},
};
use wordfield_state::{Action, SandboxAction, Workspace, glossary};

/// Height of the permutation test's histogram, in points.
const HISTOGRAM: f32 = 120.0;

/// Draws the statistic of the permutation test and its p-value in one line.
pub(super) fn brief(ui: &mut Ui, workspace: &Workspace) {
    let state = &workspace.sandbox;
    let text = match state.values.mmd {
        None => "MMD²: two different sets with points are needed".to_owned(),
        Some(mmd) => {
            let test = state.test().filter(|_| mmd.unbiased.is_some());
            let p = test.map(|(test, now)| format!(", p-value {:.3}{}", test.p, if now { "" } else { " …" }));
            let name = if mmd.unbiased.is_some() { "unbiased" } else { "biased" };
            format!("MMD², {name} {:.4}{}", mmd.statistic(), p.unwrap_or_default())
        }
    };
    ui.add(Label::new(RichText::new(text).small()).truncate());
}

/// Draws the figures about the two compared sets.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (state, model) = (&workspace.sandbox, &workspace.sandbox.model);
    ui.horizontal(|ui| {
        ui.strong("Compare");
        let names: Vec<(usize, &str)> = model.sets.iter().map(|set| set.name.as_str()).enumerate().collect();
        for side in 0..2 {
            let list = ComboBox::from_id_salt(("compared", side)).width(60.0);
            let (shown, chosen) = drop_down(ui, list, &model.compared[side], &names);
            named(&shown, Role::ComboBox, ["first compared set", "second compared set"][side]);
            actions.extend(chosen.map(|set| {
                let mut compared = model.compared;
                compared[side] = set;
                act(SandboxAction::Compare(compared))
            }));
            if side == 0 {
                ui.label("with");
            }
        }
    });
    let values = &state.values;
    let (Some(mmd), Some(linear)) = (values.mmd, values.mmd_linear) else {
        note(ui, "Two different sets with points are needed.");
        return;
    };
    // Sets of a single point have only one split.
    let test = state.test().filter(|_| mmd.unbiased.is_some());
    let digits = |value: f64| format!("{value:.4}");
    let or = |value: Option<f64>| value.map_or_else(|| "needs two points".to_owned(), digits);
    let none = if mmd.unbiased.is_some() { "…" } else { "needs two points" };
    let p = test.map_or_else(|| none.to_owned(), |(test, now)| format!("{:.3}{}", test.p, if now { "" } else { " …" }));
    let splits = test.map_or_else(String::new, |(test, _)| format!(", {}", test.splits()));
    Grid::new("sandbox numbers").num_columns(2).show(ui, |ui| {
        term_rows(
            ui,
            workspace,
            [
                (&glossary::MMD, "MMD², biased", digits(mmd.biased)),
                (&glossary::MMD, "MMD², unbiased", or(mmd.unbiased)),
                (&glossary::MMD, "linear MMD², biased", digits(linear.biased)),
                (&glossary::P_VALUE, &format!("p-value{splits}"), p),
            ],
            actions,
        );
    });
    term::note(ui, workspace, &glossary::WITNESS, "MMD² = mean witness over the first set - over the second", actions);
    if let Some((test, _)) = test {
        let colors = model.compared.map(|set| color(ui, set));
        histogram::plain(ui, test, HISTOGRAM, colors);
        ui.collapsing("Random splits as a table", |ui| {
            data_table::show(ui, workspace, "sandbox-permutations", HISTOGRAM, actions);
        });
    }
}
