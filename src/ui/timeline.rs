//! The timeline and the three states that must never be confused: following, paused, looking back.

use eframe::egui::{
    Align, Button, Color32, Context, Frame, Label, Layout, Margin, Pos2, Rect, RichText, Sense, Shape, Slider, Stroke, TextStyle,
    Ui, Vec2, vec2,
};

use egui_plot::{LineStyle, PlotUi, VLine};

use super::widgets::{choose, note, ordinal};
use crate::{
    corpus::TaskKind,
    model::StopReason,
    state::{Action, Look, Phase, Playback, Room, Seek, Time, Workspace},
    train::RunState,
};

const GREEN: Color32 = Color32::from_rgb(0, 158, 115);
const ORANGE: Color32 = Color32::from_rgb(230, 159, 0);
/// The colour of looking back, in the panel and around the word field.
pub const PURPLE: Color32 = Color32::from_rgb(204, 121, 167);

/// A row narrower than this has no room for all that belongs to the timeline and a slider.
const NARROW: f32 = 740.0;

/// What the state looks like, besides its colour and its words.
#[derive(Clone, Copy)]
enum Sign {
    Forward,
    Bars,
    Square,
    Back,
}

/// The state in words on a ground of its own colour, behind a sign of its own shape.
pub fn state(ui: &mut Ui, workspace: &Workspace) {
    let weak = ui.visuals().widgets.inactive.bg_fill;
    let (text, ground, sign) = match (workspace.timeline.at, workspace.run.phase) {
        (Some(at), _) => (format!("looking back at iteration {at}"), PURPLE, Sign::Back),
        (None, Phase::Idle) => ("no corpus yet".to_owned(), weak, Sign::Square),
        (None, Phase::Run(RunState::Preparing)) => ("initialising".to_owned(), weak, Sign::Square),
        (None, Phase::Run(RunState::Running)) => ("following".to_owned(), GREEN, Sign::Forward),
        (None, Phase::Run(RunState::Paused)) if workspace.shown_model().is_some() => {
            let name = workspace.corpus.saved_model.as_ref().map_or_else(String::new, |opened| opened.name());
            (format!("opened {name}"), ORANGE, Sign::Bars)
        }
        (None, Phase::Run(RunState::Paused)) => ("paused".to_owned(), ORANGE, Sign::Bars),
        (None, Phase::Run(RunState::Stopped(reason))) => (stop_reason(reason).to_owned(), ORANGE, Sign::Square),
        (None, Phase::Run(RunState::Failed)) => ("failed, see below".to_owned(), ui.visuals().error_fg_color, Sign::Square),
    };
    let ink = if ground == weak { ui.visuals().text_color() } else { Color32::BLACK };
    // Where the row is narrow: the state in a word or two, all of it on hover.
    let narrow = workspace.layout.arrangement.room().is_some_and(Room::is_narrow);
    let brief = if narrow { text.split(':').next().unwrap_or(&text).replace("at iteration", "at") } else { text.clone() };
    // A frame is not broken: where there is no room for it, it begins a row.
    let width = ui.painter().layout_no_wrap(brief.clone(), TextStyle::Body.resolve(ui.style()), ink).size().x;
    if ui.available_size_before_wrap().x < width + 40.0 {
        ui.end_row();
    }
    Frame::new().fill(ground).corner_radius(4).inner_margin(Margin::symmetric(6, 1)).show(ui, |ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
        ui.painter().extend(sign.shapes(rect, ink));
        let label = ui.add(Label::new(RichText::new(brief).strong().color(ink)).extend());
        if narrow {
            label.on_hover_text(text);
        }
    });
    let newest = workspace.newest();
    if narrow {
        let (of, at) = (workspace.timeline.at.is_some(), workspace.kept().unwrap_or(newest));
        ui.add(Label::new(if of { format!("of {newest}") } else { format!("at {at}") }).extend());
        return;
    }
    let said = match (workspace.timeline.at, workspace.is_running()) {
        (Some(_), true) => format!("of {newest}, training goes on"),
        (Some(_), false) => format!("of {newest}, training is paused"),
        (None, _) => {
            workspace.kept().map_or_else(|| format!("iteration {newest}"), |best| format!("iteration {best} of {newest}"))
        }
    };
    ui.add(Label::new(said).extend());
}

/// That it stopped, and why.
pub fn stop_reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::IterationLimit => "stopped: iteration limit reached",
        StopReason::Converged => "stopped: converged",
        StopReason::Settled => "stopped: the words stand still",
        StopReason::NothingMoves => "solved at once: nothing is left to learn",
        StopReason::EarlyStop => "stopped early: best iterate kept",
        StopReason::User => "stopped by you",
    }
}

/// All iterations made, the one shown marked; dragging looks back.
pub fn slider(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let Some(history) = &workspace.timeline.history else { return };
    let (newest, stride) = (workspace.newest(), history.stride());
    // Where there is little room the slider has it, and what is rarer lies in a menu.
    let narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        let label = ui.label("timeline");
        play_back(ui, workspace, narrow, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let looking = workspace.timeline.at.is_some();
            let follow = Button::new(RichText::new("Follow").strong()).fill(if looking { PURPLE } else { Color32::TRANSPARENT });
            if ui.add_enabled(looking, follow).on_hover_text("F or End: back to the newest iteration").clicked() {
                actions.push(Action::Look(Look::Seek(Seek::Newest)));
            }
            if !narrow {
                fork(ui, workspace, actions);
            }
            ui.monospace(format!("{:>5}", workspace.shown()));
            let mut at = workspace.shown();
            ui.spacing_mut().slider_width = ui.available_width() - 12.0;
            // A saved model that goes on has no way before it.
            let first = history.at(0).map_or(0, |frame| frame.iteration);
            let slider = Slider::new(&mut at, first..=newest.max(first + 1))
                .show_value(false)
                .handle_shape(eframe::egui::style::HandleShape::Rect { aspect_ratio: 0.4 });
            let slider =
                ui.add_enabled(newest > first && !history.is_empty(), slider.step_by(stride as f64)).labelled_by(label.id);
            let every = if stride > 1 { format!(" Every {} iteration is kept.", ordinal(stride)) } else { String::new() };
            let hint = format!("Left and right step through the recorded iterations, shift by ten; Home, End.{every}");
            // A tip at the slider would lie over the iterations one is looking for.
            label.on_hover_text(hint);
            if slider.changed() && at != workspace.shown() {
                actions.push(Action::Look(Look::Seek(if at + stride > newest { Seek::Newest } else { Seek::At(at) })));
            }
        });
    });
}

/// Another run from the iteration looked back at; whether it was begun.
fn fork(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) -> bool {
    let fork = ui.add_enabled(workspace.timeline.at.is_some(), Button::new("Continue from here"));
    let hint = "Another run goes on from the iteration looked back at, with its positions and numbers. This one is kept: \
                see Compare, Two runs.";
    let begun = fork.on_hover_text(hint).on_disabled_hover_text("Look back at an iteration first.").clicked();
    if begun {
        actions.push(Action::Time(Time::Fork));
    }
    begun
}

/// Plays the recorded way, at a speed, over a range of it.
fn play_back(ui: &mut Ui, workspace: &Workspace, narrow: bool, actions: &mut Vec<Action>) {
    let Playback { playing, rate, range, .. } = workspace.timeline.playback;
    let recorded = workspace.timeline.history.as_ref().is_some_and(|history| history.len() > 1);
    let hint = "plays what was recorded, from the iteration looked back at or from the beginning; training is left alone";
    let play = Button::new(if playing { "Hold" } else { "Play back" }).selected(playing);
    if ui.add_enabled(recorded, play).on_hover_text(hint).clicked() {
        actions.push(Action::Time(Time::PlayBack));
    }
    let rates = [1.0, 5.0, 10.0, 20.0, 60.0].map(|rate| (rate, format!("{rate}/s")));
    if narrow {
        let menu = ui.menu_button(format!("{rate}/s"), |ui| {
            if fork(ui, workspace, actions) {
                ui.close();
            }
            ui.separator();
            for (other, name) in &rates {
                if ui.selectable_label((other - rate).abs() < 1e-9, name).clicked() {
                    actions.push(Action::Time(Time::Rate(*other)));
                    ui.close();
                }
            }
            ui.separator();
            ui.add_enabled_ui(recorded, |ui| loops(ui, workspace, actions));
        });
        menu.response.on_hover_text("how fast it is played back, what is played again and again, a run from here");
    } else {
        if let Some(rate) = choose(ui, "at", 60.0, &rate, &rates) {
            actions.push(Action::Time(Time::Rate(rate)));
        }
        let text = range.map_or_else(|| "Loop".to_owned(), |[from, to]| format!("Loop {from} to {to}"));
        ui.add_enabled_ui(recorded, |ui| {
            let menu = ui.menu_button(text, |ui| loops(ui, workspace, actions));
            menu.response.on_hover_text("what is played back again and again");
        });
    }
}

/// While what was recorded is played, time goes by, whichever panels are in sight.
pub fn tick(ctx: &Context, workspace: &Workspace, actions: &mut Vec<Action>) {
    if workspace.timeline.playback.playing {
        actions.push(Action::Time(Time::Tick(f64::from(ctx.input(|input| input.stable_dt)))));
        ctx.request_repaint();
    }
}

/// The ranges that can be played again and again.
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

/// The range played again and again, in a plot over the iterations.
pub fn range(plot: &mut PlotUi<'_>, workspace: &Workspace) {
    let Some(range) = workspace.timeline.playback.range else { return };
    for at in range {
        let style = LineStyle::dashed_dense();
        plot.vline(VLine::new("loop", at as f64).color(PURPLE).style(style));
    }
}

impl Sign {
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

/// A band over the word field while one looks back, so that no old picture is taken for the present one.
pub fn band(ui: &mut Ui, workspace: &Workspace) {
    let Some(at) = workspace.timeline.at else { return };
    Frame::new().fill(PURPLE).corner_radius(4).inner_margin(Margin::symmetric(8, 2)).show(ui, |ui| {
        let rest = match workspace.scores_are_of() {
            None => "All of it is as it was then. F follows.".to_owned(),
            Some(_) if !workspace.can_go_on() => "This run is over: words alone are recorded. F follows.".to_owned(),
            Some(said) => format!("Solving it anew; numbers are of iteration {said}. F follows."),
        };
        let text = format!("Looking back at iteration {at}. {rest}");
        ui.add(Label::new(RichText::new(text).color(Color32::BLACK)).truncate());
    });
}

/// A line over numbers that are of another iteration than the one looked back at, until that is solved.
pub fn newest_note(ui: &mut Ui, workspace: &Workspace) {
    if let (Some(at), Some(said)) = (workspace.timeline.at, workspace.scores_are_of()) {
        let text = format!("Numbers are those of iteration {said}; the word field looks back at iteration {at}.");
        ui.label(RichText::new(text).size(11.5).color(ui.visuals().warn_fg_color));
    }
}

/// Says which iteration the tables are of, while it is, or may in the next moment be, another than the one shown.
pub fn evaluated_note(ui: &mut Ui, workspace: &Workspace) {
    if let Some(text) = tables_are_of(workspace) {
        note(ui, text);
    }
}

/// All the while words move, so that the tables do not jump with every evaluation.
fn tables_are_of(workspace: &Workspace) -> Option<String> {
    let evaluated = workspace.evaluated().filter(|_| workspace.is_running()).or(workspace.scores_are_of())?;
    // Ratings are predicted at every iteration; what takes an evaluation is how sure of them the model is.
    let ratings = workspace.run.settings.params.kind().info().task == TaskKind::Ratings;
    Some(format!("{} of iteration {evaluated}", if ratings { "standard deviations" } else { "predictions" }))
}

/// The frame of the curves' cursor: where the shown iteration is.
pub fn cursor(workspace: &Workspace, ui: &Ui) -> (f64, Stroke) {
    let color = if workspace.timeline.at.is_some() { PURPLE } else { ui.visuals().weak_text_color() };
    (workspace.shown() as f64, Stroke::new(if workspace.timeline.at.is_some() { 2.0 } else { 1.0 }, color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_which_iteration_they_are_of_while_it_is_not_the_one_shown() {
        let mut workspace = Workspace::default();
        assert_eq!(tables_are_of(&workspace), None, "nothing is predicted yet");
        workspace.run.curves.evaluated = Some(5);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("predictions of iteration 5"));
        workspace.run.curves.evaluated = Some(0);
        assert_eq!(tables_are_of(&workspace), None, "it is the one shown, and stays");
        workspace.run.phase = Phase::Run(RunState::Running);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("predictions of iteration 0"));
        workspace.run.settings = workspace.run.settings.of_task(TaskKind::Ratings);
        assert_eq!(tables_are_of(&workspace).as_deref(), Some("standard deviations of iteration 0"));
    }

    #[test]
    fn the_signs_differ_in_shape() {
        let rect = Rect::from_min_size(Pos2::ZERO, Vec2::splat(10.0));
        let drawn = [Sign::Forward, Sign::Bars, Sign::Square, Sign::Back].map(|sign| sign.shapes(rect, Color32::BLACK));
        for (i, a) in drawn.iter().enumerate() {
            assert!(drawn[..i].iter().all(|b| a != b));
        }
    }
}
