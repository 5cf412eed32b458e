//! Print style of figures, and their caption.

use egui::{Color32, Context, Stroke, Theme, ThemePreference};

use egui_plot::Plot;

use crate::{model::preset_name, widgets::grouped};
use wordfield_state::{Workspace, explain::Part};

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

/// Caption of a figure: corpus, documents, model, preset, changed parameters, kernel; then the caption `own` of a word field,
/// otherwise iteration and score.
pub(super) fn caption(workspace: &Workspace, own: Option<String>) -> String {
    let settings = &workspace.choices.settings;
    let (params, preset) = (&settings.params, settings.nearest_preset());
    let info = params.kind().info();
    let mut parts = Vec::new();
    if let Some(dataset) = &workspace.corpus.dataset {
        let of = Part::ALL.map(|part| format!("{} {}", grouped(part.documents(dataset).len()), part.name()));
        parts.extend([dataset.corpus.name.clone(), format!("{} documents", of.join(", "))]);
        // A saved model holds the documents of its split, and no seed.
        let split = &workspace.corpus.loaded_options.split;
        if workspace.shown_model().is_none() && split.given.is_none() {
            parts.push(format!("split seed {}", split.seed));
        }
    }
    parts.extend([info.label.to_owned(), format!("preset {}", preset_name(preset))]);
    let changed = settings.changes_from(preset);
    let values = params.views().into_iter().filter(|view| view.key == "q").chain(changed);
    parts.extend(values.filter_map(|view| Some(format!("{} = {}", view.key, view.value?))));
    parts.extend(
        workspace.run.snapshot.as_ref().filter(|shown| shown.embedding.is_some()).map(|shown| shown.documents.ldk.name()),
    );
    if let Some(own) = own {
        parts.push(own);
        return parts.join(" · ");
    }
    parts.push(format!("iteration {}", workspace.shown()));
    let verdict = workspace.field.scene.as_ref().and_then(|scene| scene.verdict.clone());
    let test = || {
        let test = workspace.scores_shown().parts[2]?;
        Some(format!("{} of the test part {}", info.metric.name(), info.metric.show(test)))
    };
    parts.extend(verdict.or_else(test));
    parts.join(" · ")
}
