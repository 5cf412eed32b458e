//! The menu "Choose": what is looked at and worked with.

use eframe::egui::Key;

use super::{CTRL, Command, CommandEffect, Group::Choose as Menu, act};
use crate::state::{
    Action, Choose, EditWords, Field, Focus, Loading, Look, Open, Rule, Save, SetOf, SetOperation, SetsAction, StudyAction, Tab,
    Tool, Typing, Workspace,
};
use crate::ui::selection::proposed_axis;

pub fn rows() -> Vec<Command> {
    let some = |workspace: &Workspace| !workspace.selection.set.is_empty();
    let choose = |choose: Choose| move |_: &Workspace| act(Action::Choose(choose.clone()));
    let mut rows = vec![
        Command::new(Menu, "Find words…", "by what they are written with, as you type", choose(Choose::Search))
            .keys([(CTRL, Key::F)])
            .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(Menu, "All words", "every word kept", choose(Choose::By(SetOperation::Replace, Rule::Words)))
            .keys([(CTRL, Key::A)])
            .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(Menu, "Invert", "all the others", choose(Choose::Invert)).key(Key::I).when(some),
        Command::new(Menu, "Keep…", "what is chosen, under a name", |workspace| {
            let kept = CommandEffect::Do(Action::Choose(Choose::Keep(workspace.selection.named.free_name())));
            vec![kept, CommandEffect::Do(Action::Choose(Choose::Sets(true)))]
        })
        .keys([(CTRL, Key::K)])
        .when(some),
        Command::new(Menu, "Along a semantic axis…", "words ranked from one word to another", |workspace| {
            act(Action::Choose(Choose::Axis(proposed_axis(workspace))))
        })
        .when(|workspace| proposed_axis(workspace).is_some()),
        Command::new(Menu, "Kept sets…", "take them back, join them with what is chosen", choose(Choose::Sets(true))),
        Command::new(Menu, "List documents of what is chosen", "those alone, in the table", |workspace| {
            act(Action::Choose(Choose::Only(!workspace.selection.only)))
        })
        .on(|workspace| workspace.selection.only),
    ];
    rows.push(
        Command::new(Menu, "Compare with all others", "what is chosen, by how far apart they are", |_| {
            let sets = [SetOf::Selected, SetOf::Others].into_iter().enumerate();
            let choose = |(place, set)| CommandEffect::Do(Action::Study(StudyAction::Sets(SetsAction::Choose(place, set))));
            sets.map(choose).chain([CommandEffect::Do(Action::Look(Look::Tab(Tab::Compare)))]).collect()
        })
        .when(some),
    );
    rows.push(
        Command::new(Menu, "Lines of the words", "every occurrence of what is chosen, in its line", |_| {
            act(Action::Look(Look::Tab(Tab::Concordance)))
        })
        .when(|workspace| workspace.lines_of().is_some()),
    );
    rows.extend(tools());
    rows.push(Command::new(Menu, "Let go", "closes what is open, else deselects", let_go).key(Key::Escape));
    rows
}

/// What dragging does.
fn tools() -> impl Iterator<Item = Command> {
    let tools = [
        (Tool::View, "Drag to move the view", "with Ctrl it draws around words", Key::V),
        (Tool::Box, "Drag a box around words", "with shift they are added, with Alt removed", Key::R),
        (Tool::Lasso, "Drag a lasso around words", "with shift they are added, with Alt removed", Key::S),
    ];
    tools.into_iter().map(|(tool, name, hint, key)| {
        Command::new(Menu, name, hint, move |_| act(Action::Field(Field::Tool(tool))))
            .key(key)
            .on(move |now| now.field.tool == tool)
    })
}

/// The innermost thing that is open is closed; where nothing is, nothing stays selected.
fn let_go(workspace: &Workspace) -> Vec<CommandEffect> {
    let busy = !matches!(workspace.corpus.loading, Loading::Idle);
    let chooser = &workspace.chooser;
    act(match workspace.session.saving {
        Some(_) => Action::Save(Save::Close),
        None if busy => Action::Open(Open::Cancel),
        None if workspace.interventions.typed.open => Action::Edit(EditWords::Type(Typing::Open(false))),
        None if chooser.find.is_some() => Action::Choose(Choose::Find(None)),
        None if chooser.axis.is_some() => Action::Choose(Choose::Axis(None)),
        None if chooser.sets => Action::Choose(Choose::Sets(false)),
        None => Action::Look(Look::Select(Focus::None)),
    })
}
