//! Status line: speed, the last message with its remedy, theme.

use std::time::{Duration, Instant};

use eframe::egui::{Label, RichText, Ui};

use super::{commands::panel_key, timeline::stop_reason};
use crate::{
    state::{Action, Look, Phase, Room, Show, Theme, Workspace},
    train::RunState,
};

/// Iterations per second and frame time.
#[derive(Debug, Default)]
pub struct Meter {
    since: Option<(Instant, u64, usize)>,
    iterations: f64,
    frame: f64,
}

impl Meter {
    const SPAN: Duration = Duration::from_secs(1);

    /// Records a frame: its run, its iteration and its CPU seconds.
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

/// Draws the status line.
pub fn show(ui: &mut Ui, workspace: &Workspace, meter: &Meter, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let rate = if workspace.is_running() { meter.iterations } else { 0.0 };
        ui.label(if rate < 10.0 { format!("{rate:.1} iterations/s") } else { format!("{rate:.0} iterations/s") });
        // A narrow window needs the space for hidden panels and messages; the run panel shows the state too.
        let narrow = workspace.layout.arrangement.room().is_some_and(Room::is_narrow);
        if !narrow {
            ui.separator();
            ui.label(format!("frame {:.1} ms", 1e3 * meter.frame));
            if let Phase::Run(RunState::Stopped(reason)) = workspace.run.phase {
                ui.separator();
                ui.label(stop_reason(reason));
            }
        }
        ui.with_layout(eframe::egui::Layout::right_to_left(eframe::egui::Align::Center), |ui| {
            // The menu "View" has the themes too.
            if !narrow {
                for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light"), (Theme::System, "system")] {
                    if ui.selectable_label(workspace.layout.theme == theme, name).clicked() {
                        actions.push(Action::Look(Look::Theme(theme)));
                    }
                }
                ui.separator();
            }
            let folded = workspace.layout.arrangement.gives_way();
            for &panel in folded.iter().rev() {
                let text = format!("{}: {}", panel.name(), panel_key(panel).name());
                let hint = "Hidden because the window is too small. Press the key or click to show the panel and keep it open";
                if ui.small_button(text).on_hover_text(hint).clicked() {
                    actions.push(Action::Show(Show::Panel(panel)));
                }
            }
            if !folded.is_empty() {
                ui.label("hidden panels");
            }
            if let Some(message) = &workspace.session.message {
                if ui.small_button("Dismiss").clicked() {
                    actions.push(Action::Message(None));
                }
                // An error is never cut: its remedy stands at the end.
                let text = RichText::new(&message.text);
                ui.add(if message.error {
                    Label::new(text.color(ui.visuals().error_fg_color)).wrap()
                } else {
                    Label::new(text).truncate()
                });
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_run_resets_the_rate() {
        let mut meter = Meter::default();
        meter.frame(1, 500, Some(0.01));
        meter.frame(2, 3, None);
        assert_eq!(meter.since.map(|(_, run, from)| (run, from)), Some((2, 3)));
        assert!(meter.iterations.abs() < 1e-12 && meter.frame > 0.0);
    }
}
