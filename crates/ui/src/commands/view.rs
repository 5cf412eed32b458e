//! Commands of the menu "View": tabs, layers of the word field, panels, text size, colours.

use egui::Key;

use super::{CTRL, Command, CommandEffect, Group::View, ViewCommand, act, view_command};
use crate::{
    centre::{Layout, described},
    task,
};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{
    Action, Field, FieldOf, Focus, Language, Layer, LessonAction, Look, Panel, Seek, SetsAction, Show, StudyAction, Tab,
    TextSize, Theme, Workspace,
};

/// Keys that open the tabs, in tab order; the last tab has no key.
pub(crate) const TAB_KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

pub(super) fn rows() -> Vec<Command> {
    [tabs(), field(), panels(), text_sizes(), themes(), languages()].into_iter().flatten().collect()
}

fn tabs() -> Vec<Command> {
    let tab = |(place, tab): (usize, Tab)| {
        let (name, hint) = described(tab);
        let command =
            Command::new(View, name, hint, move |_| act(Action::Look(Look::Tab(tab)))).on(move |now| now.layout.tab == tab);
        let command = match TAB_KEYS.get(place) {
            Some(&key) => command.key(key),
            None => command,
        };
        // The task determines the names of the tabs with the documents and the evaluation.
        match tab {
            Tab::Documents => command.titled(|workspace| task::current(workspace).documents),
            Tab::Evaluation => command.titled(|workspace| task::current(workspace).evaluation),
            _ => command,
        }
    };
    let layout = |name, hint, layout| Command::new(View, name, hint, move |_| view_command(ViewCommand::Layout(layout)));
    let tabs = Tab::ALL.into_iter().enumerate().map(tab);
    tabs.chain([
        layout("All panes as tabs", "restores the default layout", Layout::Tabs),
        layout("Word field beside the others", "splits the centre: word field left, other tabs right", Layout::SideBySide),
    ])
    .collect()
}

fn field() -> Vec<Command> {
    let layer = |row: &'static wordfield_state::LayerRow| {
        let switch =
            Command::new(View, format!("Layer: {}", row.label), row.hint, |_| act(Action::Field(Field::Toggle(row.layer))))
                .on(|workspace| workspace.choices.layers.shows(row.layer));
        let switch = match row.key.and_then(Key::from_name) {
            Some(key) => switch.key(key),
            None => switch,
        };
        match row.task {
            Some(task) => switch.of(task),
            None => switch,
        }
    };
    let fit = Command::new(View, "Follow the words", "fits all words and returns to the latest iteration", |_| {
        vec![CommandEffect::Do(Action::Look(Look::Seek(Seek::Newest))), CommandEffect::View(ViewCommand::Fit)]
    });
    let all = Command::new(View, "Fit all words", "makes all words visible; key 0 over the word field", |_| {
        view_command(ViewCommand::Fit)
    });
    let chosen =
        Command::new(View, "Fit selection", "zooms to the selected words, or to the inspected one and its neighbours", |_| {
            view_command(ViewCommand::FitSelection)
        });
    let chosen = chosen.key(Key::G).when(|workspace| !workspace.choices.selection.is_empty());
    let witness = Command::new(
        View,
        "Witness of the two sets",
        "draws the witness function of the sets compared in the tab Compare",
        |_| act(Action::Study(StudyAction::Sets(SetsAction::Draw))),
    )
    .when(|workspace| workspace.compare.sets.study.found().is_some())
    .on(|workspace| workspace.choices.layers.field_of == FieldOf::Sets);
    let mean = Command::new(
        View,
        "Kernel mean of the selection",
        "draws the kernel mean of the selected words, documents or class; for a single word the kernel around it",
        |_| act(Action::Field(Field::Of(FieldOf::Mean))),
    )
    .keywords("kernel around a word surface embedding")
    .when(|workspace| workspace.field.scene.as_ref().is_some_and(|scene| scene.embedding.has_places()))
    .on(|workspace| workspace.choices.layers.field_of == FieldOf::Mean);
    let novelty = Command::new(
        View,
        "Novelty of the documents",
        "draws the decision of the one-class SMM of the inspected class's training documents, or of all",
        |workspace| act(Action::Field(Field::Of(FieldOf::Novelty(novelty_class(workspace))))),
    )
    .keywords("one-class support measure outlier anomaly rejected")
    .when(|workspace| {
        let scene = workspace.field.scene.as_ref();
        scene.is_some_and(|scene| scene.fields().contains(&FieldOf::Novelty(None)))
    })
    .on(|workspace| matches!(workspace.choices.layers.field_of, FieldOf::Novelty(_)));
    [fit.key(Key::F), all, chosen, witness, mean, novelty].into_iter().chain(Layer::ALL.iter().map(layer)).collect()
}

/// Class in focus, if documents have classes.
fn novelty_class(workspace: &Workspace) -> Option<usize> {
    let Focus::Class(class) = workspace.choices.focus else { return None };
    (task::current(workspace).kind == TaskKind::Classes).then_some(class)
}

fn panels() -> Vec<Command> {
    let panel = |(panel, key): (Panel, Key)| {
        let (name, hint) = (format!("Panel: {}", panel.name()), "hides or shows the panel");
        Command::new(View, name, hint, move |_| act(Action::Show(Show::Panel(panel))))
            .key(key)
            .keywords(panel_keywords(panel))
            .on(move |workspace| workspace.layout.arrangement.shows(panel))
    };
    let next = Command::new(View, "Focus the next part", "moves the keyboard focus: menu, rail, panels, centre, run", |_| {
        view_command(ViewCommand::NextPart)
    });
    let present = Command::new(View, "Presentation", "picture, legend and run bar alone, in large text", |_| {
        act(Action::Show(Show::Presentation))
    })
    .key(Key::F11)
    .on(|workspace| workspace.layout.arrangement.presenting);
    let panels = Panel::ALL.into_iter().map(|name| (name, panel_key(name))).map(panel);
    panels.chain([present, next.key(Key::F6)]).collect()
}

/// Keywords by which the command palette finds a panel, in addition to its name.
fn panel_keywords(panel: Panel) -> &'static str {
    match panel {
        Panel::Learn => "lessons learn course tutorial",
        Panel::Data => "corpus vocabulary split word vectors stop words threshold weighting seed training development test",
        Panel::Model => {
            "parameters hyper-parameters gamma rho C q dimensions words kept step size preset default standard paper kernel"
        }
        Panel::Classes => "classes levels sides colours mute solo characteristic words list",
        Panel::Curves => "objective scores accuracy train development test plot",
        Panel::Inspector => "numbers selection neighbours word document",
        Panel::Legend => "colours classes markers",
    }
}

/// Key that shows or hides a panel.
pub(crate) fn panel_key(panel: Panel) -> Key {
    match panel {
        Panel::Learn => Key::F2,
        Panel::Model => Key::F4,
        Panel::Classes => Key::F5,
        Panel::Data => Key::F7,
        Panel::Curves => Key::F8,
        Panel::Inspector => Key::F9,
        Panel::Legend => Key::F10,
    }
}

fn text_sizes() -> Vec<Command> {
    let size = |size: TextSize| {
        let percent = size.percent();
        Command::new(View, format!("Text size {percent} %"), "scales the whole window", move |_| {
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
        step("Larger text", "enlarges the text by one step", TextSize::larger).keys([(CTRL, Key::Plus), (CTRL, Key::Equals)]),
        step("Smaller text", "reduces the text by one step", TextSize::smaller).keys([(CTRL, Key::Minus)]),
        step("Default text size", "resets the text size to 100 %", |_| TextSize::default()).keys([(CTRL, Key::Num0)]),
    ];
    TextSize::ALL.into_iter().map(size).chain(steps).collect()
}

/// Commands that choose the language of lessons and glossary; all other texts are in English.
fn languages() -> Vec<Command> {
    let language = |language: Language| {
        let name = format!("Language of lessons and glossary: {}", language.texts().language);
        let hint = "language of the lessons and of the cards of the glossary; all other texts of the window are English";
        Command::new(View, name, hint, move |_| act(Action::Lesson(LessonAction::Language(language))))
            .on(move |workspace| workspace.lesson.language == language)
    };
    Language::all().map(language).collect()
}

fn themes() -> Vec<Command> {
    [
        (Theme::System, "Theme: system", "light or dark, as the desktop"),
        (Theme::Light, "Theme: light", "dark text on a light background"),
        (Theme::Dark, "Theme: dark", "light text on a dark background"),
    ]
    .into_iter()
    .map(|(theme, name, hint)| {
        Command::new(View, name, hint, move |_| act(Action::Look(Look::Theme(theme)))).on(move |now| now.layout.theme == theme)
    })
    .collect()
}
