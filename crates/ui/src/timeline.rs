//! Timeline of a run and its three states: following, paused, looking back.

use egui::{
    Align, Button, Color32, Context, Frame, Label, Layout, Margin, Pos2, Rect, Response, RichText, Role, Sense, Shape, Slider,
    Stroke, Ui, Vec2, WidgetInfo, pos2, remap_clamp, style::HandleShape, vec2,
};

use egui_plot::{LineStyle, PlotUi, VLine};

use super::{
    palette::class_color,
    style::{CORNER, Icon, icon, icon_button},
    widgets::{ResponseExt, named, note, ordinal},
};
use wordfield_core::{corpus::TaskKind, model::StopReason, train::RunState};
use wordfield_state::{Action, Look, Phase, Playback, Seek, Time, Workspace};

/// Width of the timeline's handle relative to its height.
const HANDLE: f32 = 0.4;
const GREEN: Color32 = Color32::from_rgb(0, 158, 115);
const ORANGE: Color32 = Color32::from_rgb(230, 159, 0);
/// Colour that indicates looking back, in the panel and around the word field.
const PURPLE: Color32 = Color32::from_rgb(204, 121, 167);

/// Icon of a run's state in the timeline.
#[derive(Clone, Copy)]
enum StateIcon {
    Forward,
    Bars,
    Square,
    Back,
}

/// Draws the state of the run as text and icon on a coloured background; in a narrow row the text is shorter.
/// The tooltip of the state has the full text, its explanation and the iteration.
pub(crate) fn state(ui: &mut Ui, workspace: &Workspace, wide: bool) {
    let weak = ui.visuals().widgets.inactive.bg_fill;
    let (text, ground, sign) = match (workspace.timeline.at, workspace.run.phase) {
        (Some(at), _) => (format!("looking back at iteration {at}"), PURPLE, StateIcon::Back),
        (None, Phase::Idle) => ("no corpus yet".to_owned(), weak, StateIcon::Square),
        (None, Phase::Run(RunState::Preparing)) => ("initialising".to_owned(), weak, StateIcon::Square),
        (None, Phase::Run(RunState::Running)) => ("following".to_owned(), GREEN, StateIcon::Forward),
        (None, Phase::Run(RunState::Paused)) if workspace.shown_model().is_some() => {
            let name = workspace.corpus.saved_model.as_ref().map_or_else(String::new, |opened| opened.name());
            (format!("opened {name}"), ORANGE, StateIcon::Bars)
        }
        (None, Phase::Run(RunState::Paused)) => ("paused".to_owned(), ORANGE, StateIcon::Bars),
        (None, Phase::Run(RunState::Stopped(reason))) => (stop_reason(reason).to_owned(), ORANGE, StateIcon::Square),
        (None, Phase::Run(RunState::Failed)) => {
            ("failed, see the message".to_owned(), ui.visuals().error_fg_color, StateIcon::Square)
        }
    };
    let ink = if ground == weak { ui.visuals().text_color() } else { Color32::BLACK };
    let newest = workspace.newest();
    let position = match (workspace.timeline.at, workspace.is_running()) {
        (Some(_), true) => format!("of {newest}, training continues"),
        (Some(_), false) => format!("of {newest}, training is paused"),
        (None, _) => workspace
            .restored_iteration()
            .map_or_else(|| format!("iteration {newest}"), |best| format!("iteration {best} of {newest}")),
    };
    let brief = text.split([':', '(', ',']).next().unwrap_or(&text).trim();
    let brief = if wide { brief.to_owned() } else { brief.replace("looking back at iteration", "at") };
    // The width is constant, so that the controls at its right do not move.
    let width = if wide { 196.0 } else { 92.0 };
    let chip = Frame::new().fill(ground).corner_radius(CORNER).inner_margin(Margin::symmetric(6, 1)).show(ui, |ui| {
        ui.set_width(width);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
        ui.painter().extend(sign.shapes(rect, ink));
        ui.add(Label::new(RichText::new(brief).strong().color(ink)).truncate());
    });
    chip.response.on_hover_text(format!("{text}, {position}"));
}

/// Text with the reason why the training stopped.
pub(crate) fn stop_reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::IterationLimit => "maximum iterations reached",
        StopReason::Converged => "converged",
        StopReason::Settled => "words no longer move",
        StopReason::NothingMoves => "solved (fixed words)",
        StopReason::EarlyStop => "stopped early: best iteration restored",
        StopReason::User => "stopped by user",
    }
}

/// Draws a slider over all iterations, from right to left: return, number, slider, playback. Dragging looks back.
pub(crate) fn slider(ui: &mut Ui, workspace: &Workspace, wide: bool, actions: &mut Vec<Action>) {
    let Some(history) = &workspace.timeline.history else { return };
    let (newest, stride) = (workspace.newest(), history.stride());
    let looking = workspace.timeline.at.is_some();
    let follow = icon_button(ui, looking, Icon::SkipForward, "Follow", "return to the latest iteration; F or End");
    follow.on_click(actions, || Action::Look(Look::Seek(Seek::Newest)));
    ui.add_sized([40.0, ui.spacing().interact_size.y], Label::new(RichText::new(workspace.shown().to_string()).monospace()))
        .on_hover_text("shown iteration");
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        play_back(ui, workspace, wide, actions);
        let mut at = workspace.shown();
        ui.spacing_mut().slider_width = ui.available_width();
        // The history of a reopened model starts at its saved iteration.
        let first = history.at(0).map_or(0, |frame| frame.iteration);
        let slider = Slider::new(&mut at, first..=newest.max(first + 1))
            .show_value(false)
            .handle_shape(HandleShape::Rect { aspect_ratio: HANDLE });
        let hint = "timeline: Home shows the first iteration, End or F the latest; Left and Right step";
        let slider = ui.add_enabled(newest > first && !history.is_empty(), slider.step_by(stride as f64)).on_hover_text(hint);
        let shown = workspace.shown() as f64;
        slider.widget_info(|| WidgetInfo::slider(true, shown, "timeline"));
        if slider.changed() && at != workspace.shown() {
            actions.push(Action::Look(Look::Seek(if at + stride > newest { Seek::Newest } else { Seek::At(at) })));
        }
        best_score(ui, workspace, &slider, [first, newest.max(first + 1)], actions);
    });
}

/// Draws a mark on the timeline at the iteration of the best development score; a click shows this iteration.
fn best_score(ui: &Ui, workspace: &Workspace, slider: &Response, [first, last]: [usize; 2], actions: &mut Vec<Action>) {
    let metric = workspace.choices.settings.params.kind().info().metric;
    let Some((at, score)) = workspace.best_iteration().filter(|(at, _)| (first..=last).contains(at)) else { return };
    let rail = slider.rect.x_range().shrink(HANDLE * slider.rect.height() / 2.5);
    let x = remap_clamp(at as f32, first as f32..=last as f32, rail.min..=rail.max);
    let rect = Rect::from_center_size(pos2(x, slider.rect.top() + 3.0), vec2(9.0, 6.0));
    let mark = ui.interact(rect.expand(2.0), slider.id.with("best development score"), Sense::click());
    let tip = vec![rect.left_top(), rect.right_top(), rect.center_bottom()];
    ui.painter().add(Shape::convex_polygon(tip, class_color(1, ui.visuals().dark_mode), Stroke::NONE));
    named(&mark, Role::Button, "Best development score");
    let hint = format!("iteration {at}: best development score of the run, {}; a click shows it", metric.show(score));
    mark.on_hover_text(hint).on_click(actions, || Action::Look(Look::Seek(Seek::At(at))));
}

/// Draws the button that starts a new run from the shown iteration.
fn fork(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let hint = if workspace.timeline.at.is_some() {
        "starts a new run from the shown iteration, with its positions and parameters. The present run stays available: see \
         Compare, Two runs."
    } else {
        "starts a new run from an earlier iteration: go back to one first"
    };
    let fork = icon_button(ui, workspace.timeline.at.is_some(), Icon::GitBranch, "Continue from here", hint);
    fork.on_disabled_hover_text(format!("Continue from here: {hint}")).on_click(actions, || Action::Time(Time::Fork));
}

/// Draws the playback of recorded iterations, and a menu with its speed, loop and the fork.
fn play_back(ui: &mut Ui, workspace: &Workspace, wide: bool, actions: &mut Vec<Action>) {
    let Playback { playing, rate, .. } = workspace.timeline.playback;
    let history = workspace.timeline.history.as_ref();
    let recorded = history.is_some_and(|history| history.len() > 1);
    let (sign, name) = if playing { (Icon::Square, "Stop playback") } else { (Icon::History, "Play back") };
    let hint = "plays the recorded iterations from the shown one or from the beginning; does not affect training";
    icon_button(ui, recorded, sign, name, hint).on_click(actions, || Action::Time(Time::PlayBack));
    if wide {
        fork(ui, workspace, actions);
    }
    let rates = [1.0, 5.0, 10.0, 20.0, 60.0].map(|rate| (rate, format!("{rate} iterations/s")));
    let menu = ui.menu_button(icon(ui, Icon::Ellipsis), |ui| {
        if !wide && ui.add_enabled(workspace.timeline.at.is_some(), Button::new("Continue from here")).clicked() {
            actions.push(Action::Time(Time::Fork));
            ui.close();
        }
        note(ui, "playback speed");
        for (other, name) in &rates {
            if ui.selectable_label((other - rate).abs() < 1e-9, name).clicked() {
                actions.push(Action::Time(Time::Rate(*other)));
                ui.close();
            }
        }
        ui.separator();
        note(ui, "playback loop");
        ui.add_enabled_ui(recorded, |ui| loops(ui, workspace, actions));
        if let Some(stride) = history.map(|history| history.stride()).filter(|&stride| stride > 1) {
            note(ui, format!("Every {} iteration is recorded.", ordinal(stride)));
        }
    });
    named(&menu.response, Role::Button, "Timeline options");
    menu.response.on_hover_text("Timeline options: playback speed and loop");
}

/// Advances the playback once a frame, whichever panels are visible.
pub(crate) fn tick(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.timeline.playback.playing {
        actions.push(Action::Time(Time::Tick(f64::from(ctx.input(|input| input.stable_dt)))));
        ctx.request_repaint();
    }
}

/// Draws the menu of playback loops.
fn loops(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let (shown, newest) = (workspace.shown(), workspace.newest());
    let [from, to] = workspace.timeline.playback.range.unwrap_or([0, newest]);
    for (name, range) in [
        (format!("from iteration {shown}"), Some([shown, to.max(shown + 1)])),
        (format!("to iteration {shown}"), Some([from.min(shown.saturating_sub(1)), shown])),
        (format!("the whole run, to iteration {newest}"), Some([0, newest])),
        ("no loop".to_owned(), None),
    ] {
        if ui.button(name).clicked() {
            actions.push(Action::Time(Time::Loop(range)));
            ui.close();
        }
    }
}

/// Draws the playback loop as two vertical lines in a plot over iterations.
pub(crate) fn range(plot: &mut PlotUi<'_>, workspace: &Workspace) {
    let Some(range) = workspace.timeline.playback.range else { return };
    for at in range {
        let style = LineStyle::dashed_dense();
        plot.vline(VLine::new("loop", at as f64).color(PURPLE).style(style));
    }
}

impl StateIcon {
    fn shapes(self, rect: Rect, ink: Color32) -> Vec<Shape> {
        let at = |x: f32, y: f32| rect.lerp_inside(vec2(x, y));
        let solid = |points: Vec<Pos2>| Shape::convex_polygon(points, ink, Stroke::NONE);
        let bar = |left: f32, right: f32| Shape::rect_filled(Rect::from_min_max(at(left, 0.05), at(right, 0.95)), 0.0, ink);
        match self {
            Self::Forward => vec![solid(vec![at(0.1, 0.0), at(1.0, 0.5), at(0.1, 1.0)])],
            Self::Bars => vec![bar(0.1, 0.38), bar(0.62, 0.9)],
            Self::Square => vec![bar(0.05, 0.95)],
            Self::Back => [0.0, 0.5].map(|x| solid(vec![at(x, 0.5), at(x + 0.5, 0.0), at(x + 0.5, 1.0)])).into(),
        }
    }
}

/// Draws the chip over the word field while looking back.
pub(crate) fn band(ui: &mut Ui, workspace: &Workspace) {
    let Some(at) = workspace.timeline.at else { return };
    Frame::new().fill(PURPLE).corner_radius(CORNER).inner_margin(Margin::symmetric(8, 2)).show(ui, |ui| {
        let text = match workspace.scores_are_of() {
            None => format!("Showing iteration {at}. Press F to return to live."),
            Some(_) if !workspace.can_go_on() => {
                format!("Showing the words of iteration {at} (the run has ended). Press F to return to live.")
            }
            Some(scored) => {
                format!("Showing iteration {at}, solving; numbers are of iteration {scored}. Press F to return to live.")
            }
        };
        ui.add(Label::new(RichText::new(text).color(Color32::BLACK)).truncate());
    });
}

/// Draws a note that the numbers belong to another iteration, until the displayed iteration is solved.
pub(crate) fn newest_note(ui: &mut Ui, workspace: &Workspace) {
    if let (Some(at), Some(scored)) = (workspace.timeline.at, workspace.scores_are_of()) {
        let text = format!("Numbers are from iteration {scored}; the word field shows iteration {at}.");
        ui.label(RichText::new(text).small().color(ui.visuals().warn_fg_color));
    }
}

/// Draws the iteration of the tables in one line, which is always present, so that the table below does not move.
pub(crate) fn tables_note(ui: &mut Ui, workspace: &Workspace) {
    if workspace.timeline.at.is_some() && workspace.scores_are_of().is_some() {
        return newest_note(ui, workspace);
    }
    note(ui, tables_are_of(workspace).unwrap_or_else(|| "predictions of the shown iteration".to_owned()));
}

/// Text with the iteration of the tables; present while the training runs, so that the tables do not move at each evaluation.
fn tables_are_of(workspace: &Workspace) -> Option<String> {
    let evaluated = workspace.evaluated().filter(|_| workspace.is_running()).or(workspace.scores_are_of())?;
    // Ratings are predicted at every iteration; standard deviations need an evaluation.
    let ratings = workspace.choices.settings.params.kind().info().task == TaskKind::Ratings;
    Some(format!("{} of iteration {evaluated}", if ratings { "standard deviations" } else { "predictions" }))
}

/// Position and stroke of the cursor in the run's curves.
pub(crate) fn cursor(workspace: &Workspace, ui: &Ui) -> (f64, Stroke) {
    let color = if workspace.timeline.at.is_some() { PURPLE } else { ui.visuals().weak_text_color() };
    (workspace.shown() as f64, Stroke::new(if workspace.timeline.at.is_some() { 2.0 } else { 1.0 }, color))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use wordfield_core::{
        corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, Weighting, builtin},
        model::{ModelKind, Params, Preset, Snapshot},
    };

    #[test]
    fn tables_name_their_iteration_unless_it_is_shown() {
        let mut workspace = Workspace::default();
        assert_eq!(tables_are_of(&workspace), None, "nothing is predicted yet");
        let corpus = Arc::new(builtin(Builtin::Topics));
        let (split, vocabulary) = (SplitOptions::default(), VocabularyOptions::default());
        let data = Dataset::build(corpus, &split, &vocabulary, Weighting::default()).expect("a dataset");
        let model = Params::preset(ModelKind::Knn, Preset::Default, 2).start(Arc::new(data)).expect("a model");
        let shown = |evaluated: usize| Some(Arc::new(Snapshot { evaluated, ..model.snapshot() }));
        workspace.run.curves.evaluated = Some(5);
        workspace.run.snapshot = shown(5);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("predictions of iteration 5"));
        workspace.run.snapshot = shown(0);
        assert_eq!(tables_are_of(&workspace), None, "the evaluated iteration is the shown one");
        workspace.run.phase = Phase::Run(RunState::Running);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("predictions of iteration 0"));
        workspace.choices.settings = workspace.choices.settings.of_task(TaskKind::Ratings);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("standard deviations of iteration 0"));
    }

    #[test]
    fn the_state_icons_differ_in_shape() {
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(10.0));
        let drawn = [StateIcon::Forward, StateIcon::Bars, StateIcon::Square, StateIcon::Back]
            .map(|sign| sign.shapes(rect, Color32::BLACK));
        for (i, a) in drawn.iter().enumerate() {
            assert!(drawn[..i].iter().all(|b| a != b));
        }
    }
}
