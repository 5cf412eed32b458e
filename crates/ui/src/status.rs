//! Status line with speed and corpus, and the message over the picture with its remedy.

use std::time::{Duration, Instant};

use egui::{Align2, Area, Context, Frame, Id, Label, Order, Rect, RichText, Ui, vec2};

use super::{
    style::{Icon, icon, icon_button},
    timeline::stop_reason,
    widgets::{ResponseExt, note},
};
use wordfield_core::train::RunState;
use wordfield_state::{Action, LessonAction, Owner, Panel, Phase, Workspace};

/// Meter of iterations per second and frame time.
#[derive(Debug, Default)]
pub struct Meter {
    since: Option<(Instant, u64, usize)>,
    iterations: f64,
    frame: f64,
}

impl Meter {
    const SPAN: Duration = Duration::from_secs(1);

    /// Records a drawn frame with its run, iteration and CPU seconds.
    pub fn frame(&mut self, run: u64, iteration: usize, cost: Option<f32>) {
        if let Some(cost) = cost {
            self.frame += 0.1 * (f64::from(cost) - self.frame);
        }
        let now = Instant::now();
        match self.since {
            Some((then, of, from)) if of == run && from <= iteration => {
                let span = now - then;
                if span >= Self::SPAN {
                    self.iterations = (iteration - from) as f64 / span.as_secs_f64();
                    self.since = Some((now, run, iteration));
                }
            }
            _ => self.since = Some((now, run, iteration)),
        }
    }
}

/// Draws the status line with the speed and the corpus.
pub(crate) fn show(ui: &mut Ui, workspace: &Workspace, meter: &Meter, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        // Button that returns to the lesson while the lesson panel is closed.
        if workspace.lesson.owner == Owner::Lesson && !workspace.layout.arrangement.shows(Panel::Learn) {
            ui.small_button(&workspace.lesson.language.texts().panel.leave)
                .on_click(actions, || Action::Lesson(LessonAction::Leave));
            ui.separator();
        }
        let rate = if workspace.is_running() { meter.iterations } else { 0.0 };
        note(ui, if rate < 10.0 { format!("{rate:.1} iterations/s") } else { format!("{rate:.0} iterations/s") });
        ui.separator();
        note(ui, format!("frame {:.1} ms", 1e3 * meter.frame));
        if let Phase::Run(RunState::Stopped(reason)) = workspace.run.phase {
            ui.separator();
            note(ui, stop_reason(reason));
        }
        if let Some(dataset) = &workspace.corpus.dataset {
            ui.separator();
            let other = workspace.other_documents().map(|name| format!("documents: {name}"));
            let text = RichText::new(other.as_ref().unwrap_or(&dataset.corpus.name));
            ui.add(Label::new(text.small().weak()).truncate());
        }
    });
}

/// Maximum height of a message above the lower edge of the centre, in points.
const MESSAGE: f32 = 120.0;
/// Seconds for which a note is shown, and additional ones for each of its characters.
const SHOWN: [f64; 2] = [6.0, 0.06];
/// Minimum width of a message next to a legend, in points.
const LEAST: f32 = 260.0;

/// Rectangle of the centre without the legend in a lower corner; the whole centre if the remainder is too narrow for a message.
fn beside_legend(centre: Rect, legend: Option<Rect>) -> Rect {
    let Some(legend) = legend.filter(|legend| legend.max.y > centre.max.y - MESSAGE) else { return centre };
    let right = legend.center().x > centre.center().x;
    let free = if right { centre.with_max_x(legend.min.x) } else { centre.with_min_x(legend.max.x) };
    if free.width() >= LEAST { free } else { centre }
}

/// Whether a note was shown for its time, which begins again while the pointer is over it. Another note has its own time.
fn has_ended(ctx: &Context, text: &str, hovered: bool) -> bool {
    let (id, now) = (Id::unique("end of the note"), ctx.input(|input| input.time));
    let known = ctx.data_mut(|data| data.remove_temp::<(String, f64)>(id)).filter(|(of, _)| of == text && !hovered);
    let until = known.map_or(now + SHOWN[0] + SHOWN[1] * text.chars().count() as f64, |(_, until)| until);
    if now < until {
        ctx.data_mut(|data| data.insert_temp(id, (text.to_owned(), until)));
        ctx.request_repaint_after_secs((until - now) as f32);
    }
    now >= until
}

/// Draws the last message as a chip at the lower edge of `centre`, over the picture and next to the legend.
/// A note ends by itself; an error stays until it is closed.
pub(crate) fn notice(ctx: &Context, workspace: &Workspace, centre: Rect, legend: Option<Rect>, actions: &mut Vec<Action>) {
    let Some(message) = &workspace.message else { return };
    let centre = beside_legend(centre, legend);
    let width = (centre.width() - 40.0).min(720.0);
    let place = centre.center_bottom() - vec2(0.0, 10.0);
    let shown =
        Area::new(Id::unique("notice")).order(Order::Foreground).pivot(Align2::CENTER_BOTTOM).fixed_pos(place).show(ctx, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(width);
                ui.horizontal(|ui| {
                    let color = if message.error { ui.visuals().error_fg_color } else { ui.visuals().hyperlink_color };
                    let sign = if message.error { Icon::TriangleAlert } else { Icon::Info };
                    ui.label(icon(ui, sign).color(color));
                    let text = RichText::new(&message.text);
                    let text = if message.error { text.color(color) } else { text };
                    // A message is never cut, because its remedy is at the end.
                    ui.scope(|ui| {
                        ui.set_max_width(width - 80.0);
                        ui.add(Label::new(text).wrap());
                    });
                    icon_button(ui, true, Icon::X, "Dismiss", "").on_click(actions, || Action::Message(None));
                });
            });
        });
    if !message.error && has_ended(ctx, &message.text, shown.response.contains_pointer()) {
        actions.push(Action::Message(None));
    }
}

#[cfg(test)]
mod tests {
    use egui::{RawInput, pos2};
    use wordfield_state::{Message, update};

    use super::*;

    #[test]
    fn a_message_leaves_a_legend_in_a_lower_corner_visible() {
        let centre = Rect::from_min_max(pos2(40.0, 20.0), pos2(860.0, 620.0));
        let size = vec2(160.0, 130.0);
        let corner = |x: f32, y: f32| Some(Rect::from_min_size(pos2(x, y), size));
        for legend in [corner(694.0, 484.0), corner(46.0, 484.0)] {
            let free = beside_legend(centre, legend);
            assert!(legend.is_some_and(|legend| !free.expand(-1.0).intersects(legend)) && free.width() > 500.0, "{free:?}");
        }
        assert_eq!(beside_legend(centre, corner(694.0, 30.0)), centre, "an upper corner");
        assert_eq!(beside_legend(centre, None), centre);
        let narrow = centre.with_max_x(400.0);
        assert_eq!(beside_legend(narrow, corner(234.0, 484.0)), narrow, "no room beside it");
    }

    #[test]
    fn a_note_ends_by_itself_and_an_error_stays() {
        for (message, ends) in [(Message::note("saved"), true), (Message::error("no room"), false)] {
            let mut workspace = Workspace::default();
            update(&mut workspace, Action::Message(Some(message)));
            let (ctx, centre) = (Context::default(), Rect::from_min_size(pos2(0.0, 0.0), vec2(900.0, 600.0)));
            crate::apply_style(&ctx);
            let after = |seconds: f64| {
                let mut actions = Vec::new();
                let input = RawInput { time: Some(seconds), ..RawInput::default() };
                ctx.run_ui(input, |ui| notice(ui.ctx(), &workspace, centre, None, &mut actions)).textures_delta.clear();
                actions.iter().any(|action| matches!(action, Action::Message(None)))
            };
            assert_eq!([0.0, 3.0, 60.0].map(after), [false, false, ends]);
        }
    }

    #[test]
    fn a_new_run_resets_the_rate() {
        let mut meter = Meter::default();
        meter.frame(1, 500, Some(0.01));
        meter.frame(2, 3, None);
        assert_eq!(meter.since.map(|(_, run, from)| (run, from)), Some((2, 3)));
        assert!(meter.iterations.abs() < 1e-12 && meter.frame > 0.0);
    }
}
