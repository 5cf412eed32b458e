//! Frame of the window, which receives events, draws frames, and applies actions.
//!
//! [`Window`] holds the workspace, the views and the trainer, without a screen, as tests use it.
//! [`WindowApp`] is the window as an application of eframe. Both know the machine only through [`Platform`].

mod autosave;
mod check_files;
mod dialogs;
mod figures;
mod jobs;
mod keeper;
mod motion;
mod outbox;
mod picture;
mod platform;
mod small_file;
mod user_settings;
mod window;

#[cfg(test)]
mod tests;

pub use motion::MotionTimer;
pub use picture::Picture;
pub use platform::{Chosen, Platform, Task, call, once};
pub use user_settings::window_size;
pub use window::{Window, WindowApp};

use std::path::PathBuf;

use wordfield_core::{experiment::DataRecipe, memory::Budget, train::Pace};
use wordfield_state::{Settings, Theme};

/// Options with which the window starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// Data recipe that is opened at the start.
    pub recipe: DataRecipe,
    /// Saved model to show, on the recipe's files if it names any.
    pub model: Option<PathBuf>,
    /// Word-vector file to show without documents.
    pub word_vectors: Option<PathBuf>,
    /// Initial hyper-parameters of the window's runs.
    pub settings: Settings,
    /// Folder of verdicts on matches and of checks of pairs; `None`: verdicts are kept in saved models only.
    pub reviews: Option<PathBuf>,
    /// Folder for studies of methods; `None` if studies cannot be run.
    pub studies: Option<PathBuf>,
    /// Folder for unsaved work; `None` if unsaved work is lost when the window closes.
    pub sessions: Option<PathBuf>,
    /// File with the progress of the lessons; `None` if the progress is lost when the window closes.
    pub progress: Option<PathBuf>,
    /// Id of the lesson with which the window starts.
    pub lesson: Option<String>,
    /// Memory limit of training.
    pub memory: Budget,
    /// Whether the hint for new users counts as read, so that a screenshot shows the words.
    pub hint_read: bool,
    /// Speed limit of the training runs.
    pub pace: Pace,
    /// Theme of the window (light, dark, or the desktop's); `None` for that of the settings.
    pub theme: Option<Theme>,
    /// File of the user's settings; `None` if the settings are lost when the window closes.
    pub user_settings: Option<PathBuf>,
}
