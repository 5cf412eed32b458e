//! Print style of figures, and their caption.

use egui::{Color32, Context, Stroke, Theme, ThemePreference};

use egui_plot::Plot;

use wordfield_core::model::{ParamView, Params, Preset};
use wordfield_state::Workspace;

/// Applies the print style to a context: black on white, no animation.
pub(super) fn apply(ctx: &Context) {
    crate::apply_style(ctx);
    ctx.set_theme(ThemePreference::Light);
    ctx.style_mut_of(Theme::Light, |style| {
        style.animation_time = 0.0;
        let visuals = &mut style.visuals;
        visuals.panel_fill = Color32::WHITE;
        visuals.window_fill = Color32::WHITE;
        visuals.extreme_bg_color = Color32::WHITE;
        visuals.faint_bg_color = Color32::from_gray(246);
        visuals.weak_text_color = Some(Color32::from_gray(110));
        visuals.widgets.noninteractive.fg_stroke = Stroke::new(1.0, Color32::from_gray(20));
        visuals.widgets.inactive.fg_stroke = Stroke::new(1.0, Color32::from_gray(30));
    });
}

/// Plot with the grid of the print style.
pub fn printed(plot: Plot<'_>) -> Plot<'_> {
    plot.grid_color(Color32::from_gray(222))
}

/// Caption of a figure: corpus, model, parameters that differ from the defaults, iteration, score of the test part.
pub(super) fn caption(workspace: &Workspace) -> String {
    let params = &workspace.choices.settings.params;
    let info = params.kind().info();
    let corpus = workspace.corpus.dataset.as_ref().map_or("", |dataset| &dataset.corpus.name);
    let usual = Params::preset(params.kind(), Preset::Default, params.q()).views();
    let differs = |view: &&ParamView| {
        let default = usual.iter().find(|usual| usual.key == view.key).and_then(|usual| usual.value);
        view.inactive.is_none() && view.key != "q" && view.value != default
    };
    let shown = params.views();
    let changed = shown.iter().filter(differs).filter_map(|view| Some(format!("{} = {}", view.key, view.value?)));
    let q = shown.iter().find(|view| view.key == "q").and_then(|view| view.value).map(|q| format!("q = {q}"));
    let mut parts = vec![corpus.to_owned(), info.label.to_owned()];
    parts.extend(q.into_iter().chain(changed));
    parts.push(format!("iteration {}", workspace.shown()));
    let verdict = workspace.field.scene.as_ref().and_then(|scene| scene.verdict.clone());
    let test = || {
        let test = workspace.scores_shown().parts[2]?;
        Some(format!("{} of the test part {}", info.metric.name(), info.metric.show(test)))
    };
    parts.extend(verdict.or_else(test));
    parts.join(" · ")
}
