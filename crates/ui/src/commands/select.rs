//! Commands of the menu "Select": the inspected item and the current selection.

use egui::Key;

use super::{CTRL, Command, CommandEffect, Group::Select as Menu, act};
use crate::selection::proposed_axis;
use wordfield_state::{
    Action, AlignAction, Choose, EditWords, Export, Field, FigureStep, Focus, Loading, Look, Open, Rule, Save, SetOf,
    SetOperation, SetsAction, StudyAction, Tab, Tool, Typing, Workspace,
};

pub(super) fn rows() -> Vec<Command> {
    let some = |workspace: &Workspace| !workspace.choices.selection.is_empty();
    let choose = |choose: Choose| move |_: &Workspace| act(Action::Choose(choose.clone()));
    let mut rows = vec![
        Command::new(Menu, "Find words…", "selects words by spelling, as you type", choose(Choose::Search))
            .keys([(CTRL, Key::F)])
            .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(
            Menu,
            "All words",
            "selects every word of the vocabulary",
            choose(Choose::By(SetOperation::Replace, Rule::Words)),
        )
        .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(Menu, "All", "selects every word, or every listed document in the tab of documents", |workspace| {
            let listed = workspace.layout.tab == Tab::Documents;
            let rule = if listed { Rule::Listed } else { Rule::Words };
            act(Action::Choose(Choose::By(SetOperation::Replace, rule)))
        })
        .keys([(CTRL, Key::A)])
        .when(|workspace| workspace.corpus.dataset.is_some()),
        Command::new(Menu, "Invert", "selects the complement of the current selection", choose(Choose::Invert))
            .key(Key::I)
            .when(some),
        Command::new(Menu, "Save selection…", "stores the current selection under a name", choose(Choose::KeepAndName))
            .keys([(CTRL, Key::K)])
            .when(some),
        Command::new(Menu, "Semantic axis…", "ranks all words between two opposite words", |workspace| {
            act(Action::Choose(Choose::Axis(proposed_axis(workspace))))
        })
        .when(|workspace| proposed_axis(workspace).is_some()),
        Command::new(
            Menu,
            "Saved selections…",
            "restores them or combines them with the current selection",
            choose(Choose::Sets(true)),
        ),
        Command::new(
            Menu,
            "List selected documents only",
            "restricts the document table to the current selection",
            |workspace| act(Action::Choose(Choose::Only(!workspace.choices.only))),
        )
        .on(|workspace| workspace.choices.only),
    ];
    rows.push(
        Command::new(
            Menu,
            "Compare selection with the rest",
            "maximum mean discrepancy between the current selection and its complement",
            |_| {
                let sets = [SetOf::Selected, SetOf::Others].into_iter().enumerate();
                let choose = |(place, set)| CommandEffect::Do(Action::Study(StudyAction::Sets(SetsAction::Choose(place, set))));
                sets.map(choose).chain([CommandEffect::Do(Action::Look(Look::Tab(Tab::Compare)))]).collect()
            },
        )
        .when(some),
    );
    rows.push(
        Command::new(Menu, "Concordance of the selection", "lists every occurrence of the selected words in context", |_| {
            act(Action::Look(Look::Tab(Tab::Concordance)))
        })
        .when(|workspace| workspace.lines_of().is_some()),
    );
    rows.extend(tools());
    rows.push(Command::new(Menu, "Deselect", "closes the open dialog, else deselects", close_or_deselect).key(Key::Escape));
    rows
}

/// Commands that choose the pointer tool.
fn tools() -> impl Iterator<Item = Command> {
    let tools = [
        (Tool::View, "Tool: Pan", "dragging moves the view; with Ctrl it draws a lasso", Key::V),
        (Tool::Box, "Tool: Box", "dragging selects the enclosed words; with Shift adds, with Alt subtracts", Key::R),
        (Tool::Lasso, "Tool: Lasso", "dragging selects the enclosed words; with Shift adds, with Alt subtracts", Key::S),
    ];
    tools.into_iter().map(|(tool, name, hint, key)| {
        Command::new(Menu, name, hint, move |_| act(Action::Field(Field::Tool(tool))))
            .key(key)
            .on(move |now| now.choices.tool == tool)
    })
}

/// Effects of Escape: closes the innermost open dialog, or else ends the inspection.
fn close_or_deselect(workspace: &Workspace) -> Vec<CommandEffect> {
    let busy = !matches!(workspace.corpus.loading, Loading::Idle);
    let chooser = &workspace.chooser;
    act(match workspace.session.saving {
        Some(_) => Action::Save(Save::Close),
        None if workspace.align.dialog.is_some() => Action::Align(AlignAction::Close),
        None if workspace.export.dialog.is_some() => Action::Export(Export::Close),
        None if workspace.session.figure.is_some() => Action::Figure(FigureStep::Close),
        None if busy => Action::Open(Open::Cancel),
        None if workspace.interventions.typed.open => Action::Edit(EditWords::Type(Typing::Open(false))),
        None if chooser.find.is_some() => Action::Choose(Choose::Find(None)),
        None if chooser.axis.is_some() => Action::Choose(Choose::Axis(None)),
        None if chooser.sets => Action::Choose(Choose::Sets(false)),
        None => Action::Look(Look::Select(Focus::None)),
    })
}
