//! Table of commands: its rows define the menus, the keys, the command palette and the list of shortcuts.
//!
//! To add a command, add a row to the file of its menu:
//!
//! ```text
//! Command::new(Group::Select, "Invert", "selects the complement", |_| act(Action::Choose(…)))
//!     .key(Key::I)                                   // or .keys([…]), with CTRL, SHIFT, ALT
//!     .when(|workspace| !workspace.selection.set.is_empty()) // otherwise the command is greyed out and its key is ignored
//!     .on(|workspace| …)                             // check mark in the menu
//!     .of(TaskKind::Pairs)                           // for this task only
//!     .overriding()                                  // while enabled, before other commands with its keys
//! ```
//!
//! A command yields [`Action`]s for the workspace or a [`ViewCommand`] for the views. No key fires while a text is
//! typed; Space, Enter, arrows, Home and End belong to the focused control, if there is one.

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
pub(crate) mod menu;
pub(crate) mod sources;

pub(crate) use view::{TAB_KEYS, panel_key};

use std::sync::LazyLock;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{centre::Layout, field::Direction};
use wordfield_core::corpus::TaskKind;
use wordfield_state::{Action, Workspace};

/// The Ctrl key, or Command on a Mac.
pub(crate) const CTRL: Modifiers = Modifiers::COMMAND;
/// The shift key.
pub(crate) const SHIFT: Modifiers = Modifiers::SHIFT;
/// Ctrl and Shift.
pub(crate) const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Opening and saving.
    File,
    /// Undo and redo.
    Edit,
    /// Training and its timeline.
    Run,
    /// Tabs, layers, panels, text size, colours.
    View,
    /// Selecting words and documents.
    Select,
    /// Interventions in the model: moving, pinning, excluding words.
    EditWords,
    /// Navigation and verdicts of matched pairs.
    Matches,
    /// Command search and list of keys.
    Help,
}

impl Group {
    /// Every menu, in the order of the menu bar.
    pub(crate) const ALL: [Self; 8] =
        [Self::File, Self::Edit, Self::Run, Self::View, Self::Select, Self::EditWords, Self::Matches, Self::Help];

    /// Title in the menu bar.
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

/// A command that changes the views only, not the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ViewCommand {
    /// Fit all words and keep them visible.
    Fit,
    /// Centre the selected words, or the inspected one.
    FitSelection,
    /// Arrange the panes.
    Layout(Layout),
    /// Inspect the nearest word in this direction on the screen.
    WordTowards(Direction),
    /// Move the focus to the next part of the window.
    NextPart,
    /// Move the focus to the path field.
    EditPath,
    /// Open the command palette.
    CommandPalette,
    /// Open the list of keys.
    KeyList,
    /// Open the list of all terms.
    Glossary,
    /// Open the sources and licences of the texts inside the program.
    Sources,
}

/// One effect of a command.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one or two in a frame")]
pub(crate) enum CommandEffect {
    /// An action for the workspace.
    Do(Action),
    /// A change of the views.
    View(ViewCommand),
}

/// The effects of a command with one action.
pub(crate) fn act(action: Action) -> Vec<CommandEffect> {
    vec![CommandEffect::Do(action)]
}

/// The effects of a command that changes the views.
fn view_command(command: ViewCommand) -> Vec<CommandEffect> {
    vec![CommandEffect::View(command)]
}

type Condition = Box<dyn Fn(&Workspace) -> bool + Send + Sync>;
type ObjectText = Box<dyn Fn(&Workspace) -> Option<String> + Send + Sync>;
type EffectsOf = Box<dyn Fn(&Workspace) -> Vec<CommandEffect> + Send + Sync>;

/// A row of the table.
pub(crate) struct Command {
    /// Menu of the command.
    pub group: Group,
    /// Name in the menu and the palette.
    pub name: String,
    /// Description in one line.
    pub hint: String,
    /// Words by which the palette finds the command besides its name.
    pub keywords: &'static str,
    /// Keys that run the command; menus show the first.
    pub keys: Vec<KeyboardShortcut>,
    /// Whether its keys precede the same ones of other commands.
    pub overrides: bool,
    task: Option<TaskKind>,
    can: Option<Condition>,
    on: Option<Condition>,
    about: Option<ObjectText>,
    title: Option<fn(&Workspace) -> &'static str>,
    run: EffectsOf,
}

impl Command {
    /// A command without a key that is always enabled.
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

    /// Adds a key.
    pub(crate) fn key(self, key: Key) -> Self {
        self.keys([(Modifiers::NONE, key)])
    }

    /// Adds several keys.
    pub(crate) fn keys<const N: usize>(mut self, keys: [(Modifiers, Key); N]) -> Self {
        self.keys.extend(keys.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key)));
        self
    }

    /// Adds words by which the palette finds the command.
    pub(crate) fn keywords(self, keywords: &'static str) -> Self {
        Self { keywords, ..self }
    }

    /// Enables the command only while the condition holds.
    pub(crate) fn when(mut self, can: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.can = Some(Box::new(can));
        self
    }

    /// Takes its keys from other commands while it is enabled, and leaves them to these otherwise.
    pub(crate) fn overriding(self) -> Self {
        Self { overrides: true, ..self }
    }

    /// Check mark in the menu while the condition holds.
    pub(crate) fn on(mut self, on: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.on = Some(Box::new(on));
        self
    }

    /// Text that follows the name in the menu: the object the command would apply to.
    pub(crate) fn about(mut self, about: impl Fn(&Workspace) -> Option<String> + Send + Sync + 'static) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// Replaces the name in menus and palette by one that depends on the workspace.
    pub(crate) fn titled(mut self, title: fn(&Workspace) -> &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Name in menus and palette, with its object.
    pub(crate) fn title(&self, workspace: &Workspace) -> String {
        if let Some(title) = self.title {
            return title(workspace).to_owned();
        }
        match self.about.as_ref().and_then(|about| about(workspace)) {
            Some(about) => format!("{}: {about}", self.name),
            None => self.name.clone(),
        }
    }

    /// Restricts the command to a task.
    pub(crate) fn of(mut self, task: TaskKind) -> Self {
        self.task = Some(task);
        self
    }

    /// Whether the command leaves its keys to others now.
    pub(crate) fn yields(&self, workspace: &Workspace) -> bool {
        self.overrides && !self.can(workspace)
    }

    /// Whether the command exists for the current task.
    pub(crate) fn is_for(&self, workspace: &Workspace) -> bool {
        let kind = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind());
        self.task.is_none_or(|task| kind == Some(task))
    }

    /// Whether the command is enabled.
    pub(crate) fn can(&self, workspace: &Workspace) -> bool {
        self.is_for(workspace) && self.can.as_ref().is_none_or(|can| can(workspace))
    }

    /// State of the check mark, for commands that have one.
    pub(crate) fn is_on(&self, workspace: &Workspace) -> Option<bool> {
        self.on.as_ref().map(|on| on(workspace))
    }

    /// Effects of running the command now.
    pub(crate) fn effects(&self, workspace: &Workspace) -> Vec<CommandEffect> {
        (self.run)(workspace)
    }

    /// Text of the first key; empty without one.
    pub(crate) fn key_name(&self) -> String {
        self.keys.first().copied().map(key_text).unwrap_or_default()
    }
}

/// Every command, in the order of the menus.
pub(crate) fn all() -> &'static [Command] {
    static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
        [
            file::rows(),
            edit::rows(),
            run::rows(),
            view::rows(),
            select::rows(),
            edit_words::rows(),
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

/// Text of a key with its modifiers, as printed on the keyboard.
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
