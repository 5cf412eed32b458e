//! Run bar: training controls, state, timeline, scores and basis of decisions in one row, with the curves above it.

mod curves;
mod names;
pub(super) mod offer;
mod sparkline;

use egui::{Align, ComboBox, Layout, Role, Ui};

use super::{
    commands::panel_key,
    style::{Icon, icon_button, icon_switch},
    timeline,
    widgets::{ResponseExt, named},
};
use wordfield_core::train::{Pace, RunState, SECONDS, WATCHED};
use wordfield_state::{Action, Panel, Phase, Run, Show, Workspace};

pub(crate) use curves::{obstacle, print};

/// Minimum widths of the run bar for controls that are rarely used, in points.
const WIDE: f32 = 1180.0;
const MEDIUM: f32 = 860.0;
/// Minimum width of the run bar for showing one score, and width of the button that leaves the presentation, in points.
const ONE_SCORE_WIDTH: f32 = 480.0;
const LEAVE_BUTTON_WIDTH: f32 = 32.0;
/// Minimum width of the timeline with which an offer in the run bar has a wide text, in points.
const TIMELINE: f32 = 120.0;

/// Speeds of the training with their long and short names.
const PACES: [(Pace, &str, &str); 6] = [
    (Pace::Watch, "slow start, then full", "slow start"),
    (Pace::Limit(1.0), "1 iteration/s", "1/s"),
    (Pace::Limit(5.0), "5 iterations/s", "5/s"),
    (Pace::Limit(20.0), "20 iterations/s", "20/s"),
    (Pace::Limit(100.0), "100 iterations/s", "100/s"),
    (Pace::Full, "full", "full"),
];

/// Draws the run bar.
pub(crate) fn bar(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    ui.horizontal(|ui| {
        ui.set_min_height(ui.spacing().interact_size.y + 6.0);
        controls(ui, workspace, width, actions);
        timeline::state(ui, workspace, width >= WIDE);
        skip_slow_start(ui, workspace, width >= MEDIUM, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let open = workspace.layout.arrangement.shows(Panel::Curves);
            let sign = if open { Icon::ChevronDown } else { Icon::ChartLine };
            let hint = format!("objective and scores over the iterations; key {}", panel_key(Panel::Curves).name());
            icon_switch(ui, open, sign, "Curves", &hint).on_click(actions, || Action::Show(Show::Panel(Panel::Curves)));
            let presenting = workspace.layout.arrangement.presenting;
            if presenting && icon_switch(ui, true, Icon::Presentation, "Presentation", "returns to all panels; key F11").clicked()
            {
                actions.push(Action::Show(Show::Presentation));
            }
            let leave = if presenting { LEAVE_BUTTON_WIDTH } else { 0.0 };
            let offered = offer::width(workspace, width);
            offer::show(ui, workspace, offered, actions);
            if width - offered >= MEDIUM {
                let wide = if offered > 0.0 { width - offered >= WIDE + TIMELINE } else { width >= WIDE };
                sparkline::summary(ui, workspace, wide, actions);
            } else if width - leave >= ONE_SCORE_WIDTH {
                sparkline::first_score(ui, workspace);
            }
            timeline::slider(ui, workspace, width >= MEDIUM, actions);
        });
    });
}

/// Draws the curves of the run side by side.
pub(crate) fn curves(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    names::owner(ui, workspace);
    ui.columns(2, |columns| {
        let [left, right] = columns else { return };
        curves::objective(left, workspace, actions);
        curves::scores(right, workspace, actions);
    });
}

fn controls(ui: &mut Ui, workspace: &Workspace, width: f32, actions: &mut Vec<Action>) {
    let running = matches!(workspace.run.phase, Phase::Run(RunState::Running | RunState::Preparing));
    let enabled = workspace.corpus.dataset.is_some();
    let mut button = |ui: &mut Ui, enabled: bool, sign: Icon, name: &str, hint: &str, action: Action| {
        icon_button(ui, enabled, sign, name, hint).on_click(actions, || action);
    };
    let (sign, name) = if running { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    button(ui, enabled, sign, name, "Space", Action::Run(Run::PlayPause));
    button(ui, workspace.can_go_on(), Icon::StepForward, "Step", "one iteration (right arrow)", Action::Run(Run::Step(1)));
    // In a narrow bar the rarer commands are only in the menu "Run".
    if width >= MEDIUM {
        let hint = "starts again from the initial positions; the seed is in the panel Model under More";
        button(ui, enabled, Icon::RotateCcw, "Restart", hint, Action::Run(Run::Restart));
        let hint = "ends the training; Play continues from here";
        button(ui, workspace.can_go_on(), Icon::Square, "Stop", hint, Action::Run(Run::Stop));
        pace(ui, workspace, actions);
    }
}

/// Draws the choice of the training's speed.
fn pace(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    let now = workspace.run.pace;
    let brief = PACES.iter().find(|(pace, ..)| *pace == now).map_or("", |(.., brief)| brief);
    let list = ComboBox::from_id_salt("training speed").width(70.0).selected_text(brief).show_ui(ui, |ui| {
        for (pace, name, _) in PACES {
            if ui.selectable_label(pace == now, name).clicked() && pace != now {
                actions.push(Action::Run(Run::Pace(pace)));
            }
        }
    });
    named(&list.response, Role::ComboBox, "training speed");
    list.response.on_hover_text("training speed");
}

/// Draws the button that skips the slow first iterations. The disabled button is still drawn, so that no control moves.
fn skip_slow_start(ui: &mut Ui, workspace: &Workspace, shown: bool, actions: &mut Vec<Action>) {
    let hint =
        format!("the first {WATCHED} iterations take {SECONDS} seconds so that they can be watched; continues at full speed");
    if shown && icon_button(ui, workspace.is_watched(), Icon::FastForward, "Full speed", &hint).clicked() {
        actions.push(Action::Run(Run::Pace(Pace::Full)));
    }
}
