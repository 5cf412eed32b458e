//! One table of commands: from its rows come the menus, the keys, the command palette and the list of keys.
//!
//! To add a command, add a row to the file of its group:
//!
//! ```text
//! Command::new(Group::Choose, "Invert", "everything else instead of what is chosen", |_| act(Action::Choose(…)))
//!     .key(Key::I)                                   // or .keys([…]), with CTRL, SHIFT, ALT
//!     .when(|workspace| !workspace.chosen.is_empty()) // else it is grey and its key does nothing
//!     .on(|workspace| …)                             // a mark in the menu, for what can be switched
//!     .of(TaskKind::Pairs)                           // for one task alone
//! ```
//!
//! What it does is an [`Action`], or several; what concerns the picture alone is [`Here`]. No key fires while a text is
//! typed; Space, Enter, arrows, Home and End do not while any control has the focus, as controls want them for themselves.

mod arrow_keys;
mod edit;
mod edit_words;
mod file;
mod help;
mod matches;
mod run;
mod select;
mod view;

pub mod command_palette;
pub mod key_list;
pub mod menu;

pub use view::panel_key;

use std::sync::LazyLock;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::{centre::Layout, field::Towards};
use crate::{
    corpus::TaskKind,
    state::{Action, Workspace},
};

/// The Ctrl key, or Command on a Mac.
pub const CTRL: Modifiers = Modifiers::COMMAND;
/// The shift key.
pub const SHIFT: Modifiers = Modifiers::SHIFT;
/// Both.
pub const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// A menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What comes in and goes out.
    File,
    /// What was done, taken back.
    Edit,
    /// The training and its timeline.
    Run,
    /// What is seen and how.
    View,
    /// What is worked with.
    Choose,
    /// Hands on the model.
    Touch,
    /// Going through matches.
    Matches,
    /// What there is to know.
    Help,
}

impl Group {
    /// Every menu, in its order.
    pub const ALL: [Self; 8] =
        [Self::File, Self::Edit, Self::Run, Self::View, Self::Choose, Self::Touch, Self::Matches, Self::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Run => "Run",
            Self::View => "View",
            Self::Choose => "Choose",
            Self::Touch => "Touch",
            Self::Matches => "Matches",
            Self::Help => "Help",
        }
    }
}

/// What concerns the picture alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewCommand {
    /// All words in sight, and kept in sight.
    Fit,
    /// The words chosen, or the one looked at, in the middle of the picture.
    FitChosen,
    /// The panes lie so.
    Layout(Layout),
    /// The word next to the one looked at, in this direction on the screen.
    Walk(Towards),
    /// The focus in the next part of the window.
    NextPart,
    /// The focus in the field where a path is typed.
    Path,
    /// The command palette.
    CommandPalette,
    /// The list of keys.
    KeyList,
}

/// A thing a command does.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one or two in a frame")]
pub enum CommandEffect {
    /// To the workspace.
    Do(Action),
    /// To the picture.
    View(ViewCommand),
}

/// One thing done to the workspace.
pub fn act(action: Action) -> Vec<CommandEffect> {
    vec![CommandEffect::Do(action)]
}

/// One thing done to the picture.
fn view_command(here: ViewCommand) -> Vec<CommandEffect> {
    vec![CommandEffect::View(here)]
}

type Ask = Box<dyn Fn(&Workspace) -> bool + Send + Sync>;
type Says = Box<dyn Fn(&Workspace) -> Option<String> + Send + Sync>;
type Does = Box<dyn Fn(&Workspace) -> Vec<CommandEffect> + Send + Sync>;

/// A row of the table.
pub struct Command {
    /// Its menu.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// What it does, in a line.
    pub hint: String,
    /// The keys that do it, the one shown first.
    pub keys: Vec<KeyboardShortcut>,
    task: Option<TaskKind>,
    can: Option<Ask>,
    on: Option<Ask>,
    about: Option<Says>,
    does: Does,
}

impl Command {
    /// A command without a key that can always be done.
    pub fn new(
        group: Group,
        name: impl Into<String>,
        hint: impl Into<String>,
        does: impl Fn(&Workspace) -> Vec<CommandEffect> + Send + Sync + 'static,
    ) -> Self {
        let (name, hint) = (name.into(), hint.into());
        Self { group, name, hint, keys: Vec::new(), task: None, can: None, on: None, about: None, does: Box::new(does) }
    }

    /// Done by a key.
    pub fn key(self, key: Key) -> Self {
        self.keys([(Modifiers::NONE, key)])
    }

    /// Done by any of these keys.
    pub fn keys<const N: usize>(mut self, keys: [(Modifiers, Key); N]) -> Self {
        self.keys.extend(keys.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key)));
        self
    }

    /// Done only while this holds.
    pub fn when(mut self, can: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.can = Some(Box::new(can));
        self
    }

    /// Marked in the menu while this holds.
    pub fn on(mut self, on: impl Fn(&Workspace) -> bool + Send + Sync + 'static) -> Self {
        self.on = Some(Box::new(on));
        self
    }

    /// Followed in the menu by what it would be done to now.
    pub fn about(mut self, about: impl Fn(&Workspace) -> Option<String> + Send + Sync + 'static) -> Self {
        self.about = Some(Box::new(about));
        self
    }

    /// Its name in the menu now.
    pub fn title(&self, workspace: &Workspace) -> String {
        match self.about.as_ref().and_then(|about| about(workspace)) {
            Some(about) => format!("{}: {about}", self.name),
            None => self.name.clone(),
        }
    }

    /// Of this task alone.
    pub fn of(mut self, task: TaskKind) -> Self {
        self.task = Some(task);
        self
    }

    /// Whether the task at hand has it.
    pub fn is_for(&self, workspace: &Workspace) -> bool {
        let kind = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind());
        self.task.is_none_or(|task| kind == Some(task))
    }

    /// Whether it can be done now.
    pub fn can(&self, workspace: &Workspace) -> bool {
        self.is_for(workspace) && self.can.as_ref().is_none_or(|can| can(workspace))
    }

    /// Whether what it switches is on, where it switches something.
    pub fn is_on(&self, workspace: &Workspace) -> Option<bool> {
        self.on.as_ref().map(|on| on(workspace))
    }

    /// What doing it means now.
    pub fn effects(&self, workspace: &Workspace) -> Vec<CommandEffect> {
        (self.does)(workspace)
    }

    /// Its first key as it is written; empty without one.
    pub fn key_name(&self) -> String {
        self.keys.first().copied().map(written).unwrap_or_default()
    }
}

/// Every command, menu by menu.
pub fn all() -> &'static [Command] {
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

/// A key with its modifiers, as on the keyboard.
pub fn written(shortcut: KeyboardShortcut) -> String {
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
