//! Commands of the menu "Run": training and its timeline.

use egui::Key;

use super::{Command, CommandEffect, Group::Run as Menu, SHIFT, act};
use wordfield_core::{corpus::TaskKind, model::DecideBy, train::Pace};
use wordfield_state::{Action, Look, Run, Seek, Time, Workspace};

pub(super) fn rows() -> Vec<Command> {
    let has_corpus = |workspace: &Workspace| workspace.corpus.dataset.is_some();
    let seek = |to| move |_: &Workspace| act(Action::Look(Look::Seek(to)));
    vec![
        Command::new(Menu, "Play or pause", "continues or pauses the training", |_| act(Action::Run(Run::PlayPause)))
            .key(Key::Space)
            .when(has_corpus),
        Command::new(
            Menu,
            "Step forward",
            "the next recorded iteration while looking back, else one training iteration",
            |workspace| step_forward(workspace, 1),
        )
        .key(Key::ArrowRight)
        .when(has_corpus),
        Command::new(Menu, "Step back", "shows the previous recorded iteration", seek(Seek::By(-1))).key(Key::ArrowLeft),
        Command::new(
            Menu,
            "Ten steps forward",
            "ten recorded iterations while looking back, else ten training iterations",
            |workspace| step_forward(workspace, 10),
        )
        .keys([(SHIFT, Key::ArrowRight)])
        .when(has_corpus),
        Command::new(Menu, "Ten steps back", "shows the tenth recorded iteration before this one", seek(Seek::By(-10)))
            .keys([(SHIFT, Key::ArrowLeft)]),
        Command::new(Menu, "First iteration", "shows the first recorded iteration", seek(Seek::First)).key(Key::Home),
        Command::new(Menu, "Latest iteration", "returns to the live model", seek(Seek::Newest)).key(Key::End),
        Command::new(Menu, "Play back", "plays the recorded iterations, or stops the playback", |_| {
            act(Action::Time(Time::PlayBack))
        })
        .when(|workspace| workspace.timeline.history.is_some())
        .on(|workspace| workspace.timeline.playback.playing),
        Command::new(
            Menu,
            "Continue from here",
            "starts a new run from the shown iteration; the present run stays available",
            |_| act(Action::Time(Time::Fork)),
        )
        .when(|workspace| workspace.timeline.at.is_some()),
        Command::new(Menu, "Full speed", "trains without a speed limit", |_| act(Action::Run(Run::Pace(Pace::Full))))
            .on(|workspace| workspace.run.pace == Pace::Full),
        Command::new(Menu, "Restart", "starts again from the initial positions", |_| act(Action::Run(Run::Restart)))
            .when(has_corpus),
        Command::new(Menu, "Stop", "ends the training; Play continues from here", |_| act(Action::Run(Run::Stop)))
            .when(Workspace::can_go_on),
        decide(DecideBy::Combined, "Decide by map and components", "the components beside the map decide with it, at once"),
        decide(DecideBy::Map, "Decide by the map alone", "a word is known by its position only, at once"),
    ]
}

/// Command that changes the basis of decisions about classes.
fn decide(by: DecideBy, name: &str, hint: &str) -> Command {
    Command::new(Menu, name, hint, move |_| act(Action::Run(Run::decide_by(by))))
        .keywords("decide_by combined components words text vectors map alone")
        .on(move |workspace| workspace.decider() == Some(by))
        .when(move |workspace| workspace.decider().is_some_and(|now| now != by))
        .of(TaskKind::Classes)
}

/// Effects of a step forward: to the next recorded iteration while looking back, otherwise to the next training iteration.
fn step_forward(workspace: &Workspace, by: usize) -> Vec<CommandEffect> {
    if workspace.timeline.at.is_some() {
        return act(Action::Look(Look::Seek(Seek::By(by.cast_signed()))));
    }
    act(Action::Run(Run::Step(by)))
}
