//! Table of commands, whose rows define the menus, the keys, the command palette and the list of shortcuts.
//!
//! To add a command, add a row to the file of its menu:
//!
//! ```text
//! Command::new(Group::Select, "Invert", "selects the complement", |_| act(Action::Choose(…)))
//!     .key(Key::I)                                   // or .keys([…]), with CTRL, SHIFT, ALT
//!     .when(|workspace| !workspace.choices.selection.is_empty()) // otherwise the command is greyed out and its key is ignored
//!     .on(|workspace| …)                             // check mark in the menu
//!     .of(TaskKind::Pairs)                           // for this task only
//!     .overriding()                                  // while enabled, before other commands with its keys
//! ```
//!
//! A command yields [`Action`]s for the workspace or a [`ViewCommand`] for the views.
//! No key fires while a text is typed; Space, Enter, arrows, Home and End belong to the focused control, if there is one.

mod arrow_keys;
mod edit;
mod edit_words;
mod file;
mod help;
mod matches;
mod run;
mod select;
mod view;

pub(crate) mod command_palette;
pub(crate) mod glossary;
pub(crate) mod key_list;
mod labels;
pub(crate) mod menu;
pub(crate) mod sources;

pub(crate) use view::{TAB_KEYS, panel_key};

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{centre::Layout, field::Direction};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Workspace};

/// Modifier of shortcuts: the Ctrl key, or Command on a Mac.
pub(crate) const CTRL: Modifiers = Modifiers::COMMAND;
/// Modifier of shortcuts: the Shift key.
pub(crate) const SHIFT: Modifiers = Modifiers::SHIFT;
/// Modifiers of shortcuts: Ctrl and Shift.
pub(crate) const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Menu of the menu bar that contains a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Menu "File": opening and saving.
    File,
    /// Menu "Edit": undo and redo.
    Edit,
    /// Menu "Run": training and its timeline.
    Run,
    /// Menu "View": tabs, layers, panels, text size, colours.
    View,
    /// Menu "Select": selecting words and documents.
    Select,
    /// Menu "Edit words": interventions in the model, such as moving, pinning and excluding words.
    EditWords,
    /// Menu "Matches": navigation and verdicts of matched pairs.
    Matches,
    /// Menu "Help": command search and list of keys.
    Help,
}

impl Group {
    /// Every menu of the window, in the order of the menu bar.
    pub(crate) const ALL: [Self; 8] =
        [Self::File, Self::Edit, Self::Run, Self::View, Self::Select, Self::EditWords, Self::Matches, Self::Help];

    /// Title of the menu in the menu bar.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::View => "View",
            Self::Select => "Select",
            Self::EditWords => "Edit words",
            Self::Matches => "Matches",
            Self::Help => "Help",
        }
    }
}

/// Command that changes the views only, not the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewCommand {
    /// Fits the word field's view to all words and keeps them visible.
    Fit,
    /// Centres the selected words, or the inspected word, in the word field.
    FitSelection,
    /// Arranges the panes of the central area.
    Layout(Layout),
    /// Inspects the nearest word in a direction on the screen.
    WordTowards(Direction),
    /// Moves the focus to the next part of the window.
    NextPart,
    /// Moves the focus to the path field of the panel "Data".
    EditPath,
    /// Opens the command palette.
    CommandPalette,
    /// Opens the list of keyboard shortcuts.
    KeyList,
    /// Opens the glossary, the list of all terms.
    Glossary,
    /// Opens the sources and licences of the texts inside the program.
    Sources,
}

/// Effect of a command, on the workspace or on the views.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one or two in a frame")]
pub(crate) enum CommandEffect {
    /// Applies an action to the workspace.
    Do(Action),
    /// Changes the views without changing the workspace.
    View(ViewCommand),
}

/// Effects of a command that consists of one action.
pub(crate) fn act(action: Action) -> Vec<CommandEffect> {
    vec![CommandEffect::Do(action)]
}

/// Effects of a command that changes the views only.
fn view_command(command: ViewCommand) -> Vec<CommandEffect> {
    vec![CommandEffect::View(command)]
}

type Condition = Box<dyn Fn(&Workspace) -> bool + Send + Sync>;
type ObjectText = Box<dyn Fn(&Workspace) -> Option<String> + Send + Sync>;
type EffectsOf = Box<dyn Fn(&Workspace) -> Vec<CommandEffect> + Send + Sync>;

/// Command with its menu, name, keys and conditions: one row of the table of commands.
pub(crate) struct Command {
    /// Menu that contains the command.
    pub group: Group,
    /// Name of the command in its menu and in the palette.
    pub name: String,
    /// Description of the command in one line.
    pub hint: String,
    /// Keywords by which the command palette finds the command, in addition to its name.
    pub keywords: &'static str,
    /// Keyboard shortcuts that run the command; menus show the first.
    pub keys: Vec<KeyboardShortcut>,
    /// Whether the command's keys take precedence over the same keys of other commands.
    pub overrides: bool,
    task: Option<TaskKind>,
    can: Option<Condition>,
    on: Option<Condition>,
    about: Option<ObjectText>,
    title: Option<fn(&Workspace) -> &'static str>,
    run: EffectsOf,
}

impl Command {
    /// Creates a command without keys that is always enabled.
    pub(crate) fn new(
        group: Group,
        name: impl Into<String>,
        hint: impl Into<String>,
        run: impl Fn(&Workspace) -> Vec<CommandEffect> + Send + Sync + 'static,
    ) -> Self {
        let (name, hint) = (name.into(), hint.into());
        Self {
            group,
            name,
            hint,
            keywords: "",
            keys: Vec::new(),
            overrides: false,
            task: None,
            can: None,
            on: None,
            about: None,
            title: None,
            run: Box::new(run),
        }
    }

    /// Adds a key to the command.
    pub(crate) fn key(self, key: Key) -> Self {
        self.keys([(Modifiers::NONE, key)])
    }

    /// Adds several keys to the command.
    pub(crate) fn keys<const N: usize>(mut self, keys: [(Modifiers, Key); N]) -> Self {
        self.keys.extend(keys.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key)));
        self
    }

    /// Adds keywords by which the command palette finds the command.
    pub(crate) fn keywords(self, keywords: &'static str) -> Self {
        Self { keywords, ..self }
    }

    /// Enables the command only while a condition on the workspace holds.
    pub(crate) fn when(mut self, can: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.can = Some(Box::new(can));
        self
    }

    /// Gives the command's keys precedence over those of other commands while the command is enabled.
    pub(crate) fn overriding(self) -> Self {
        Self { overrides: true, ..self }
    }

    /// Shows a check mark before the command in the menu while a condition is true.
    pub(crate) fn on(mut self, on: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.on = Some(Box::new(on));
        self
    }

    /// Appends a text to the command's name in the menu: the object to which the command would apply.
    pub(crate) fn about(mut self, about: impl Fn(&Workspace) -> Option<String> + Send + Sync + 'static) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// Replaces the command's name in menus and palette by one that depends on the workspace.
    pub(crate) fn titled(mut self, title: fn(&Workspace) -> &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Name of the command in menus and palette, followed by its object.
    pub(crate) fn title(&self, workspace: &Workspace) -> String {
        if let Some(title) = self.title {
            return title(workspace).to_owned();
        }
        match self.about.as_ref().and_then(|about| about(workspace)) {
            Some(about) => format!("{}: {about}", self.name),
            None => self.name.clone(),
        }
    }

    /// Restricts the command to one kind of task.
    pub(crate) fn of(mut self, task: TaskKind) -> Self {
        self.task = Some(task);
        self
    }

    /// Whether the command leaves its keys to other commands in the current state.
    pub(crate) fn yields(&self, workspace: &Workspace) -> bool {
        self.overrides && !self.can(workspace)
    }

    /// Whether the command exists for the current task.
    pub(crate) fn is_for(&self, workspace: &Workspace) -> bool {
        let kind = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind());
        self.task.is_none_or(|task| kind == Some(task))
    }

    /// Whether the command is enabled in the current state.
    pub(crate) fn can(&self, workspace: &Workspace) -> bool {
        self.is_for(workspace) && self.can.as_ref().is_none_or(|can| can(workspace))
    }

    /// State of the command's check mark; `None` for commands without one.
    pub(crate) fn is_on(&self, workspace: &Workspace) -> Option<bool> {
        self.on.as_ref().map(|on| on(workspace))
    }

    /// Effects of the command if it is run in the current state.
    pub(crate) fn effects(&self, workspace: &Workspace) -> Vec<CommandEffect> {
        (self.run)(workspace)
    }

    /// Text of the command's first key; empty if it has no key.
    pub(crate) fn key_name(&self) -> String {
        self.keys.first().copied().map(key_text).unwrap_or_default()
    }
}

/// Every command of the program, in the order of the menus.
pub(crate) fn all() -> &'static [Command] {
    static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
        [
            file::rows(),
            edit::rows(),
            run::rows(),
            view::rows(),
            select::rows(),
            edit_words::rows(),
            labels::rows(),
            arrow_keys::rows(),
            matches::rows(),
            help::rows(),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    &ALL
}

/// Text of a keyboard shortcut with its modifiers, as printed on the keyboard.
pub(crate) fn key_text(shortcut: KeyboardShortcut) -> String {
    let name = match shortcut.logical_key {
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::Escape => "Esc",
        Key::Plus => "+",
        Key::Minus => "-",
        key => key.name(),
    };
    let modifiers = shortcut.modifiers;
    let marks = [(modifiers.command || modifiers.ctrl, "Ctrl+"), (modifiers.alt, "Alt+"), (modifiers.shift, "Shift+")];
    marks.into_iter().filter(|(held, _)| *held).map(|(_, mark)| mark).chain([name]).collect()
}

#[cfg(test)]
mod tests;
