//! Panel "Model": model, preset and parameters, each with a note whether a change is live or restarts the training.

mod learned;

use egui::{Checkbox, Label, Response, RichText, Slider, SliderClamping, Ui};

use super::{
    term,
    widgets::{ResponseExt, choose, choose_beside, lines, note, number, steady},
};
use wordfield_core::{
    corpus::TaskKind,
    model::{DecideBy, LiveChange, ModelKind, ParamView, Params, Preset},
    param::{Choices, Domain, Panel, Value},
};
use wordfield_state::{Action, Run, Settings, Workspace, glossary, papers_axes};

/// Width of the longest parameter name with its number and note, in points.
const BESIDE_SLIDER: f32 = 186.0;

/// Draws the panel "Model".
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let settings = workspace.pending_settings();
    let kind = settings.params.kind();
    model(ui, kind, settings.preset, actions);
    preset(ui, settings, kind.info().as_printed, actions);
    if settings.preset == Preset::Paper {
        search(ui, workspace, actions);
    }
    let views = workspace.parameters();
    let shown = |view: &&ParamView| view.value.is_some();
    steady(ui, "hyper-parameters", |ui| {
        lines(ui, "hyper-parameters", 3, 240.0, |ui| {
            // The sliders shrink for the scroll bar; the notes at their right do not.
            ui.spacing_mut().slider_width = (ui.available_width() - BESIDE_SLIDER).clamp(40.0, 100.0);
            for view in views.iter().filter(shown) {
                if let (Panel::Main(low, high), Some(value)) = (view.about.panel, view.value) {
                    row(ui, view, value, [low, high], true, workspace, actions);
                }
            }
        });
    });
    if kind.info().task == TaskKind::Pairs && (1..super::task::MANY).contains(&settings.params.q()) {
        note(ui, "q = 2 and 3 are drawn without projection. More dimensions find more partners; 300 is best.");
    }
    learned::show(ui, workspace, actions);
    ui.collapsing("More", |ui| steady(ui, "more parameters", |ui| more(ui, workspace, actions)));
}

/// Draws the parameters that restart the training.
fn more(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let views = workspace.parameters();
    let shown = |view: &&ParamView| view.value.is_some();
    let live = views.iter().any(|view| shown(&view) && view.about.live && matches!(view.about.panel, Panel::More(..)));
    note(
        ui,
        if live { "Changes here restart the training, except those marked live." } else { "Changes here restart the training." },
    );
    let switches = |view: &&ParamView| shown(view) && view.domain == Domain::Switch;
    lines(ui, "more parameters", 3, 240.0, |ui| {
        for view in views.iter().filter(|view| shown(view) && !switches(view)) {
            if let (Panel::More(low, high), Some(value)) = (view.about.panel, view.value) {
                row(ui, view, value, [low, high], false, workspace, actions);
            }
        }
    });
    for view in views.iter().filter(switches) {
        if let (Panel::More(..), Some(Value::Switch(mut on))) = (view.about.panel, view.value)
            && ui
                .add_enabled(view.inactive.is_none(), Checkbox::new(&mut on, view.label))
                .on_hover_text(view.hint)
                .on_disabled_hover_text(view.inactive.unwrap_or_default())
                .changed()
        {
            set(workspace, view, Value::Switch(on), actions);
        }
    }
    early_stop(ui, workspace, actions);
}

/// Draws the choice of a model, if the task has several.
fn model(ui: &mut Ui, now: ModelKind, preset: Preset, actions: &mut Vec<Action>) {
    let models: Vec<(ModelKind, &str)> = ModelKind::models_for(now.info().task).map(|kind| (kind, kind.info().label)).collect();
    if models.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let width = ui.spacing().combo_width;
        actions.extend(
            choose(ui, "model", width, &now, &models)
                .map(|kind| Action::Run(Run::Params(Box::new(Params::preset(kind, preset, kind.usual_q()))))),
        );
        note(ui, "restarts");
    });
}

/// Name of a preset.
pub(crate) fn preset_name(preset: Preset) -> &'static str {
    match preset {
        Preset::Paper => "paper",
        Preset::Default => "default",
        Preset::Combined => "combined",
    }
}

fn preset(ui: &mut Ui, settings: &Settings, paper: &str, actions: &mut Vec<Action>) {
    let now = settings.preset;
    ui.horizontal_wrapped(|ui| {
        ui.label("preset");
        let combined = "the default, decided by the map and the components beside it";
        let all = [
            (Preset::Default, "parameters with the best development scores"),
            (Preset::Combined, combined),
            (Preset::Paper, paper),
        ];
        let (kind, q) = (settings.params.kind(), settings.params.q());
        let own = |preset: Preset| Params::preset(kind, preset, q);
        let differs = |preset: Preset| preset != Preset::Combined || own(preset) != own(Preset::Default);
        for (preset, hint) in all.into_iter().filter(|(preset, _)| differs(*preset)) {
            ui.selectable_label(now == preset, preset_name(preset))
                .on_hover_text(hint)
                .on_click(actions, || Action::Run(Run::Preset(preset)));
        }
        if settings.is_changed() {
            let changed = ui.label(RichText::new("changed").small());
            changed.on_hover_text("some parameters differ from the preset; click the preset to reset them");
        }
        note(ui, "restarts");
    });
}

/// Draws the search over the papers' parameter grid.
fn search(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let axes = papers_axes(&workspace.choices.settings);
    if axes.is_empty() {
        return;
    }
    let points: usize = axes.iter().map(|axis| axis.values.len()).product();
    if let Some(searching) = &workspace.run.search {
        note(ui, searching.description());
    }
    if workspace.is_searching() {
        let hint = "ends the search and trains with the best setting found so far";
        ui.button("Use the best so far").on_hover_text(hint).on_click(actions, || Action::Run(Run::EndSearch));
    } else {
        let q = workspace.choices.settings.params.q();
        let hint = format!(
            "trains {points} settings at q = {q} and uses the one with the best development score; \
             `train --preset paper-grid` searches q too"
        );
        ui.button("Search the papers' grid").on_hover_text(hint).on_click(actions, || Action::Run(Run::SearchPapersGrid));
    }
}

/// Draws a parameter's row: name, control, and if `main` the note whether a change is live.
fn row(
    ui: &mut Ui,
    view: &ParamView,
    now: Value,
    [low, high]: [f64; 2],
    main: bool,
    workspace: &Workspace,
    actions: &mut Vec<Action>,
) {
    let hint = view.hint.replace('`', "");
    let reason = view.inactive.unwrap_or_default();
    let active = view.inactive.is_none();
    let task = workspace.pending_settings().params.kind().info().task;
    let label = match glossary::of_parameter(view.key, task) {
        Some(term) if active => term::label(ui, workspace, term, view.label, actions).on_hover_text(&hint),
        _ => ui.add_enabled(active, Label::new(view.label)).on_hover_text(&hint).on_disabled_hover_text(reason),
    };
    let cell = ui.add_enabled_ui(active, |ui| match now {
        Value::Real(mut value) => {
            let changed = if main {
                let slider = Slider::new(&mut value, low..=high).logarithmic(true).max_decimals(4);
                ui.add(slider.clamping(SliderClamping::Edits).update_while_editing(false))
                    .labelled_by(label.id)
                    .on_hover_text(&hint)
                    .changed()
            } else {
                ui.add(number(&mut value).range(low..=high).speed(0.01)).labelled_by(label.id).changed()
            };
            changed.then_some(Value::Real(value))
        }
        Value::Whole(mut value) => {
            let range = low as u64..=high as u64;
            let changed = if main {
                // A slider covers the common range; a typed number may lie outside.
                let slider = Slider::new(&mut value, range).clamping(SliderClamping::Never);
                ui.add(slider.update_while_editing(false)).labelled_by(label.id).on_hover_text(&hint).changed()
            } else {
                ui.add(number(&mut value).range(range)).labelled_by(label.id).changed()
            };
            let allowed = if let Domain::Whole { low, high } = view.domain { value.clamp(low, high) } else { value };
            changed.then_some(Value::Whole(allowed))
        }
        // Without a component the map decides, whatever is chosen.
        Value::Choice(_) if view.key == "decide_by" && !active => choice(ui, view, DecideBy::Map.key(), &label),
        Value::Choice(key) => choice(ui, view, key, &label),
        Value::Switch(mut on) => ui.checkbox(&mut on, "").labelled_by(label.id).changed().then_some(Value::Switch(on)),
    });
    let changed = cell.inner;
    if !active {
        cell.response.on_hover_text(reason);
    }
    if let Some(value) = changed.filter(|&value| value != now) {
        set(workspace, view, value, actions);
    }
    if view.about.live {
        ui.label(RichText::new("live").small().color(ui.visuals().hyperlink_color));
    } else if main {
        note(ui, "restarts");
    }
    ui.end_row();
}

fn choice(ui: &mut Ui, view: &ParamView, now: &'static str, label: &Response) -> Option<Value> {
    let Domain::Choice(ways) = view.domain else { return None };
    let options: Vec<(&str, &str)> = ways.iter().map(|way| (way.key, way.label)).collect();
    let width = ui.spacing().combo_width;
    choose_beside(ui, (view.key, label), width, &now, &options).map(Value::Choice)
}

/// Changes a parameter of the running model, or restarts training with the new value.
fn set(workspace: &Workspace, view: &ParamView, value: Value, actions: &mut Vec<Action>) {
    if view.about.live {
        actions.push(Action::Run(Run::Change(LiveChange { key: view.key, value })));
    } else if let Ok(params) = workspace.pending_settings().changed(view.key, value) {
        actions.push(Action::Run(Run::Params(Box::new(params))));
    }
}

/// Draws the switch of early stopping on the development part.
fn early_stop(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let settings = workspace.pending_settings();
    let mut early_stop = settings.early_stop;
    // Models without positions are computed in one step: they have no best iteration.
    if settings.params.q() > 0 && ui.checkbox(&mut early_stop, "early stopping (restores the best iteration)").changed() {
        actions.push(Action::Run(Run::EarlyStop(early_stop)));
    }
}
