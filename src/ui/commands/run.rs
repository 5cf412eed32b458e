//! The menu "Run": the training and its timeline.

use eframe::egui::Key;

use super::{Command, CommandEffect, Group::Run as Menu, SHIFT, act};
use crate::{
    state::{Action, Look, Run, Seek, Time, Workspace},
    train::Pace,
};

pub fn rows() -> Vec<Command> {
    let has_corpus = |workspace: &Workspace| workspace.corpus.dataset.is_some();
    let seek = |to| move |_: &Workspace| act(Action::Look(Look::Seek(to)));
    vec![
        Command::new(Menu, "Play or pause", "trains on, or waits", |_| act(Action::Run(Run::PlayPause)))
            .key(Key::Space)
            .when(has_corpus),
        Command::new(
            Menu,
            "One iteration on",
            "of those recorded while looking back, else one more of the training",
            |workspace| onward(workspace, 1),
        )
        .key(Key::ArrowRight)
        .when(has_corpus),
        Command::new(Menu, "One iteration back", "looks at the one recorded before", seek(Seek::By(-1))).key(Key::ArrowLeft),
        Command::new(
            Menu,
            "Ten iterations on",
            "of those recorded while looking back, else ten more of the training",
            |workspace| onward(workspace, 10),
        )
        .keys([(SHIFT, Key::ArrowRight)])
        .when(has_corpus),
        Command::new(Menu, "Ten iterations back", "looks at the one recorded ten before", seek(Seek::By(-10)))
            .keys([(SHIFT, Key::ArrowLeft)]),
        Command::new(Menu, "First iteration", "looks back at the beginning", seek(Seek::First)).key(Key::Home),
        Command::new(Menu, "Newest iteration", "ends looking back", seek(Seek::Newest)).key(Key::End),
        Command::new(Menu, "Play back", "plays what was recorded, or leaves off", |_| act(Action::Time(Time::PlayBack)))
            .when(|workspace| workspace.timeline.history.is_some())
            .on(|workspace| workspace.timeline.playback.playing),
        Command::new(
            Menu,
            "Continue from here",
            "another run goes on from the iteration looked back at; this one is kept",
            |_| act(Action::Time(Time::Fork)),
        )
        .when(|workspace| workspace.timeline.at.is_some()),
        Command::new(Menu, "Full speed", "as fast as it goes", |_| act(Action::Run(Run::Pace(Pace::Full))))
            .on(|workspace| workspace.run.pace == Pace::Full),
        Command::new(Menu, "Restart", "begins anew from the starting positions", |_| act(Action::Run(Run::Restart)))
            .when(has_corpus),
        Command::new(Menu, "Stop", "ends this run; Play goes on from here", |_| act(Action::Run(Run::Stop)))
            .when(Workspace::can_go_on),
    ]
}

/// While looking back the next recorded iterations, else the training's next.
fn onward(workspace: &Workspace, by: usize) -> Vec<CommandEffect> {
    if workspace.timeline.at.is_some() {
        return act(Action::Look(Look::Seek(Seek::By(by.cast_signed()))));
    }
    act(Action::Run(Run::Step(by)))
}
