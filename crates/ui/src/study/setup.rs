//! Setup of a study: choice of methods, sizes, dimensions, further parameters and seeds; progress while it runs.

use egui::{Button, DragValue, ProgressBar, TextEdit, Ui};

use super::act;
use crate::widgets::{ResponseExt, counted, labelled, note};
use wordfield_core::stats::duration;
use wordfield_state::{Action, MethodsAction, StudySetup, Workspace, offered_methods};

/// Maximum number of seeds that the input field of a study allows.
const SEEDS: usize = 100;

/// Draws the setup of a study and its buttons.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let state = &workspace.methods;
    let mut setup = state.setup.clone();
    ui.add_enabled_ui(state.running.is_none(), |ui| {
        methods(ui, workspace, &mut setup);
        ui.horizontal_wrapped(|ui| {
            field(ui, "training sizes", &mut setup.sizes, "numbers of documents or shares, as in 60, 120 or 25%, 50%");
            field(
                ui,
                "development part",
                &mut setup.development,
                "a number of documents or a share; empty: as in the open split",
            );
            field(
                ui,
                "latent dimensions",
                &mut setup.dimensions,
                "numbers of dimensions of models with word positions, such as 2, 3",
            );
            field(
                ui,
                "further parameters",
                &mut setup.parameters,
                "parameters with their values, as in rho=0.1, 1; c=1, 8; methods without the parameter are trained once",
            );
            let seeds = labelled(ui, "seeds", DragValue::new(&mut setup.seeds).range(1..=SEEDS));
            let hint = if workspace.has_given_parts() {
                "the parts come from a file; each seed is another start"
            } else {
                "each seed draws another split"
            };
            seeds.on_hover_text(hint);
        });
    });
    if setup != state.setup {
        actions.push(act(MethodsAction::Setup(Box::new(setup))));
    }
    ui.horizontal_wrapped(|ui| control(ui, workspace, actions));
}

/// Draws the methods to choose from: models of the task with their presets, and settings of the current run.
fn methods(ui: &mut Ui, workspace: &Workspace, setup: &mut StudySetup) {
    ui.horizontal_wrapped(|ui| {
        for method in offered_methods(workspace.choices.settings.params.kind().info().task) {
            let mut on = setup.methods.contains(&method.label);
            if ui.checkbox(&mut on, method.label.as_str()).changed() {
                if on {
                    setup.methods.insert(method.label.clone());
                } else {
                    setup.methods.remove(&method.label);
                }
            }
        }
        ui.checkbox(&mut setup.own, "this run")
            .on_hover_text("the current parameters of the panel Model, as they are when the study starts");
    });
}

fn field(ui: &mut Ui, name: &str, text: &mut String, hint: &str) {
    labelled(ui, name, TextEdit::singleline(text).desired_width(90.0)).on_hover_text(hint);
}

/// Draws the study's run or stop button, its number of cells and its progress.
fn control(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    if let Some(running) = &workspace.methods.running {
        let stop = ui.add_enabled(!running.is_stopping(), Button::new("Stop study"));
        stop.on_hover_text("finished cells stay, and Run study goes on from there")
            .on_click(actions, || act(MethodsAction::Stop));
        let [done, all] = running.extent;
        let left = running.seconds_left.filter(|_| done < all).map(|left| format!(", about {} left", duration(left)));
        let text = match (running.is_stopping(), running.seconds_left) {
            (true, _) => "stopping".to_owned(),
            (false, None) => "training the first cells".to_owned(),
            (false, Some(_)) => format!("{done} of {all} cells{}", left.unwrap_or_default()),
        };
        ui.add(ProgressBar::new(done as f32 / all.max(1) as f32).desired_width(120.0));
        ui.label(text);
        return;
    }
    let Some(plan) = workspace.methods.plan() else { return };
    ui.add_enabled(plan.is_ok(), Button::new("Run study")).on_click(actions, || act(MethodsAction::Run));
    match plan {
        Ok(plan) => {
            let [methods, sizes] =
                [(plan.methods.len(), "method"), (plan.sizes.len(), "size")].map(|(count, one)| counted(count, one));
            let (cells, seeds) = (counted(plan.cells(), "cell"), counted(plan.seeds, "seed"));
            note(ui, format!("{cells}: {methods} × {sizes} × {seeds}. Finished cells are not trained again."));
        }
        Err(problem) => _ = ui.colored_label(ui.visuals().warn_fg_color, problem),
    }
}
