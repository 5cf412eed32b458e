//! The menu "View": tabs, layers of the word field, panels, size of the text, colours.

use eframe::egui::Key;

use super::{CTRL, Command, CommandEffect, Group::View, ViewCommand, act, view_command};
use crate::{
    state::{Action, Field, FieldOf, Layer, Look, Panel, Seek, SetsAction, Show, StudyAction, Tab, TextSize, Theme, Workspace},
    ui::centre::Layout,
};

/// The keys of the tabs.
const NUMBERS: [Key; 6] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];

pub fn rows() -> Vec<Command> {
    [tabs(), field(), panels(), text_sizes(), themes()].into_iter().flatten().collect()
}

fn tabs() -> Vec<Command> {
    let tab = |(tab, key): (Tab, Key)| {
        let (name, hint) = match tab {
            Tab::Field => ("Word field", "the words in their latent space"),
            Tab::Documents => ("Documents", "the documents, and what the model makes of them"),
            Tab::Evaluation => ("Evaluation", "predictions against the truth"),
            Tab::Gram => ("Gram matrix", "the kernel between documents"),
            Tab::Compare => ("Compare", "sets of documents or words, and runs, against each other"),
            Tab::Concordance => ("Concordance", "every occurrence of the words chosen, in its line"),
        };
        Command::new(View, name, hint, move |_| act(Action::Look(Look::Tab(tab)))).key(key).on(move |now| now.layout.tab == tab)
    };
    let layout = |name, hint, layout| Command::new(View, name, hint, move |_| view_command(ViewCommand::Layout(layout)));
    let tabs = Tab::ALL.into_iter().zip(NUMBERS).map(tab);
    tabs.chain([
        layout("All panes as tabs", "every pane back in its place", Layout::Tabs),
        layout("Word field beside the others", "the field to the left, the other panes to the right", Layout::Beside),
    ])
    .collect()
}

fn field() -> Vec<Command> {
    let layer = |row: &'static crate::state::LayerRow| {
        let switch =
            Command::new(View, format!("Layer: {}", row.label), row.hint, |_| act(Action::Field(Field::Toggle(row.layer))))
                .on(|workspace| workspace.field.layers.shows(row.layer));
        let switch = match row.key.and_then(Key::from_name) {
            Some(key) => switch.key(key),
            None => switch,
        };
        match row.task {
            Some(task) => switch.of(task),
            None => switch,
        }
    };
    let fit = Command::new(View, "Follow the words", "all words in sight, and the newest iteration", |_| {
        vec![CommandEffect::Do(Action::Look(Look::Seek(Seek::Newest))), CommandEffect::View(ViewCommand::Fit)]
    });
    let all = Command::new(View, "Fit all words", "all words in sight again; key 0 over the picture", |_| {
        view_command(ViewCommand::Fit)
    });
    let chosen = Command::new(View, "Fit what is chosen", "the words chosen, or the one looked at, fill the picture", |_| {
        view_command(ViewCommand::FitChosen)
    });
    let chosen = chosen.key(Key::G).when(|workspace| !workspace.selection.set.is_empty());
    let witness = Command::new(View, "Witness of the two sets", "drawn in the word field, as Compare has them", |_| {
        act(Action::Study(StudyAction::Sets(SetsAction::Draw)))
    })
    .when(|workspace| workspace.compare.sets.study.found().is_some())
    .on(|workspace| workspace.field.layers.field_of == FieldOf::Sets);
    [fit.key(Key::F), all, chosen, witness].into_iter().chain(Layer::ALL.iter().map(layer)).collect()
}

fn panels() -> Vec<Command> {
    let panel = |(panel, key): (Panel, Key)| {
        let (name, hint) = (format!("Panel: {}", panel.name()), "folds it away, or brings it back");
        Command::new(View, name, hint, move |_| act(Action::Show(Show::Panel(panel))))
            .key(key)
            .on(move |workspace| workspace.layout.arrangement.shows(panel))
    };
    let next = Command::new(View, "Focus the next part", "menu, data, centre, inspector, run; Tab goes on from there", |_| {
        view_command(ViewCommand::NextPart)
    });
    Panel::ALL.into_iter().map(|name| (name, panel_key(name))).map(panel).chain([next.key(Key::F6)]).collect()
}

/// The key that folds a panel away, or brings it back.
pub fn panel_key(panel: Panel) -> Key {
    match panel {
        Panel::Data => Key::F7,
        Panel::Run => Key::F8,
        Panel::Inspector => Key::F9,
        Panel::Legend => Key::F10,
    }
}

fn text_sizes() -> Vec<Command> {
    let size = |size: TextSize| {
        let percent = size.percent();
        Command::new(View, format!("Text size {percent} %"), "all that is drawn, larger or smaller", move |_| {
            act(Action::Show(Show::TextSize(size)))
        })
        .on(move |workspace| workspace.layout.arrangement.text_size == size)
    };
    let step = |name, hint, step: fn(TextSize) -> TextSize| {
        Command::new(View, name, hint, move |workspace: &Workspace| {
            act(Action::Show(Show::TextSize(step(workspace.layout.arrangement.text_size))))
        })
        .when(move |workspace| step(workspace.layout.arrangement.text_size) != workspace.layout.arrangement.text_size)
    };
    let steps = [
        step("Larger text", "the next larger size", TextSize::larger).keys([(CTRL, Key::Plus), (CTRL, Key::Equals)]),
        step("Smaller text", "the next smaller size", TextSize::smaller).keys([(CTRL, Key::Minus)]),
        step("Usual text", "back to 100 %", |_| TextSize::default()).keys([(CTRL, Key::Num0)]),
    ];
    TextSize::ALL.into_iter().map(size).chain(steps).collect()
}

fn themes() -> Vec<Command> {
    [
        (Theme::System, "Colours of the desktop", "light or dark, as the desktop has it"),
        (Theme::Light, "Light colours", "dark on light"),
        (Theme::Dark, "Dark colours", "light on dark"),
    ]
    .into_iter()
    .map(|(theme, name, hint)| {
        Command::new(View, name, hint, move |_| act(Action::Look(Look::Theme(theme)))).on(move |now| now.layout.theme == theme)
    })
    .collect()
}
