//! Rules with findings against pairs, one row each with count, threshold and histogram.
//! Further controls: the user's rule file, and the findings in the open pair.
//!
//! Cost: counts and histograms are computed by jobs.

use egui::{Button, Grid, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, pos2, vec2};

use crate::{
    style::SPACE,
    widgets::{ResponseExt, entered, grouped, labelled, named, note, number},
};
use wordfield_output::Reasons;
use wordfield_state::{Action, CheckFilter, MatchAction, RulesAction, Workspace};

/// Maximum height of the list of rules, in points.
const HEIGHT: f32 = 200.0;
/// Size of a rule's histogram, in points.
const PICTURE: egui::Vec2 = vec2(150.0, 16.0);

/// Draws the switch of the list of rules, with the rule that filters the pairs.
pub(super) fn switch(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let shown = workspace.matches.rules.shown;
    let rule = match (workspace.matches.view.check_filter, workspace.reasons()) {
        (CheckFilter::Rule(rule), Some(reasons)) => reasons.rules.get(rule).map(|rule| rule.0.as_str()),
        _ => None,
    };
    let text = rule.map_or("Rules…".to_owned(), |rule| format!("Rules: {rule}"));
    let hint = "counts, thresholds and histograms of the rules, and your rule file";
    ui.add(Button::selectable(shown || rule.is_some(), text))
        .on_hover_text(hint)
        .on_click(actions, || Action::Rules(RulesAction::Show(!shown)));
}

/// Draws the list of rules while it is shown.
pub(super) fn list(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(reasons) = workspace.reasons() else { return };
    if !workspace.matches.rules.shown {
        return;
    }
    // The rows of pairs below keep most of the pane's height.
    let height = (0.35 * ui.available_height()).clamp(48.0, HEIGHT);
    ui.group(|ui| {
        ScrollArea::both().id_salt("rules").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("rules").num_columns(6).striped(true).spacing(vec2(SPACE[2], 2.0)).show(ui, |ui| {
                for title in ["", "rule", "pairs", "threshold", "numbers of the pairs", ""] {
                    ui.weak(title);
                }
                ui.end_row();
                for rule in 0..workspace.choices.rules.used.rules.len() {
                    row(ui, workspace, reasons, rule, actions);
                    ui.end_row();
                }
            });
        });
        file(ui, workspace, actions);
    });
}

fn row(ui: &mut Ui, workspace: &Workspace, reasons: &Reasons, place: usize, actions: &mut Vec<Action>) {
    let rule = &workspace.choices.rules.used.rules[place];
    let mut enabled = rule.enabled;
    let switch =
        ui.add_enabled(!rule.is_own(), egui::Checkbox::without_text(&mut enabled)).on_disabled_hover_text("of your file");
    named(&switch, Role::CheckBox, &format!("use {}", rule.name));
    switch.on_change(actions, || Action::Rules(RulesAction::Enable(place, enabled)));
    let chosen = workspace.matches.view.check_filter == CheckFilter::Rule(place);
    let is_hint = reasons.rules.get(place).is_some_and(|rule| !rule.1);
    let name = RichText::new(format!("{}{}", rule.name, if is_hint { " (hint)" } else { "" }));
    if ui.add(Button::selectable(chosen, if is_hint { name.weak() } else { name })).on_hover_text(&*rule.description).clicked() {
        let filter = if chosen { CheckFilter::All } else { CheckFilter::Rule(place) };
        actions.push(Action::Match(MatchAction::FilterChecked(filter)));
    }
    ui.monospace(grouped(reasons.count(Some(place))));
    if rule.is_own() {
        ui.weak("every violation");
    } else {
        ui.horizontal(|ui| {
            let mut threshold = rule.threshold;
            let field = ui.add(
                number(&mut threshold)
                    .range(0.01..=f64::from(f32::MAX))
                    .clamp_existing_to_range(false)
                    .speed(0.02)
                    .max_decimals(2),
            );
            named(&field, Role::SpinButton, &format!("threshold of {}", rule.name));
            field.on_change(actions, || Action::Rules(RulesAction::Threshold(place, threshold)));
            ui.weak(rule.unit);
        });
    }
    histogram(ui, workspace, place, rule.threshold);
    if chosen {
        let listed = workspace.documents().len();
        let text = format!("Dismiss in the {} listed", grouped(listed));
        let hint = "false alarms: this rule no longer counts for these texts, in other versions of the file neither";
        ui.add_enabled(listed > 0, Button::new(text).small())
            .on_hover_text(hint)
            .on_click(actions, || Action::Rules(RulesAction::DismissListed(place)));
    } else {
        ui.label("");
    }
}

/// Draws a histogram of a rule's numbers, with logarithmic bars so that single pairs are seen, and a line at the threshold.
fn histogram(ui: &mut Ui, workspace: &Workspace, place: usize, threshold: f64) {
    let (rect, response) = ui.allocate_exact_size(PICTURE, Sense::hover());
    let Some((limits, counts)) = workspace.rule_histogram(place) else { return };
    let (Some(&largest), Some(&most)) = (limits.last(), counts.iter().max()) else { return };
    let wide = rect.width() / counts.len() as f32;
    let high = |count: usize| rect.height() * (count as f32).ln_1p() / (most as f32).ln_1p().max(f32::MIN_POSITIVE);
    let (flagged, plain) = (ui.visuals().warn_fg_color, ui.visuals().weak_text_color());
    for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let left = rect.left() + wide * bin as f32;
        let bar = Rect::from_min_max(pos2(left, rect.bottom() - high(count)), pos2(left + wide - 0.5, rect.bottom()));
        ui.painter().rect_filled(bar, 0.0, if limits[bin + 1] > threshold { flagged } else { plain });
    }
    let x = rect.left() + rect.width() * (threshold / largest).min(1.0) as f32;
    ui.painter().vline(x, rect.y_range(), egui::Stroke::new(1.0, ui.visuals().strong_text_color()));
    let pairs = grouped(counts.iter().sum());
    let text = format!(
        "{pairs} pairs have a number above 0, the largest {largest:.2}; the line is the threshold; heights are logarithmic"
    );
    named(&response, Role::Figure, &text);
    response.on_hover_text(text);
}

/// Draws the controls of the user's rule file.
fn file(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let used = &workspace.choices.rules;
    let mut act = |action| actions.push(Action::Rules(action));
    ui.horizontal_wrapped(|ui| {
        let mut path = workspace.matches.rules.path_field.clone();
        let field = TextEdit::singleline(&mut path).hint_text("rules.toml").desired_width(240.0);
        let field = labelled(ui, "Rules file", field);
        if field.changed() {
            act(RulesAction::Path(path.clone()));
        }
        let given = !path.trim().is_empty();
        if ui.add_enabled(given, Button::new("Read")).clicked() || entered(&field) && given {
            act(RulesAction::Open(path.trim().into()));
        }
        if ui
            .add_enabled(given, Button::new("Save"))
            .on_hover_text("thresholds and switches; the file's own rules stay")
            .clicked()
        {
            act(RulesAction::Save(path.trim().into()));
        }
        if ui.button("Rules file…").on_hover_text("the same TOML file as wordfield check --rules").clicked() {
            act(RulesAction::AskToOpen);
        }
        if ui.button("Save rules…").clicked() {
            act(RulesAction::AskToSave);
        }
        if ui.add_enabled(used.file.is_some() || used.is_changed(), Button::new("Built-in rules")).clicked() {
            act(RulesAction::Reset);
        }
        let dismissed = workspace.choices.dismissed.len();
        note(
            ui,
            match (used.is_changed(), dismissed) {
                (true, 0) => "changed".to_owned(),
                (false, 0) => String::new(),
                (changed, count) => format!("{}{} dismissed", if changed { "changed, " } else { "" }, grouped(count)),
            },
        );
    });
}

/// Draws the findings of the rules in the open pair, each with a button that dismisses it.
pub(super) fn findings(ui: &mut Ui, workspace: &Workspace, source: usize, actions: &mut Vec<Action>) {
    let (found, Some(reasons)) = (workspace.findings(source), workspace.reasons()) else { return };
    if found.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (rule, text) in found {
            let is_reason = reasons.rules.get(*rule).is_some_and(|rule| rule.1);
            let color = if is_reason { ui.visuals().warn_fg_color } else { ui.visuals().weak_text_color() };
            ui.colored_label(color, text);
            let button = ui.small_button("Dismiss");
            named(&button, Role::Button, &format!("dismiss {text}"));
            button
                .on_hover_text("a false alarm for these texts; Shift+D dismisses all of this pair")
                .on_click(actions, || Action::Rules(RulesAction::Dismiss(Some(*rule))));
        }
    });
}
