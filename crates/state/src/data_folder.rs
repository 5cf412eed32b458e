//! The user's data folder on each operating system.

use std::path::PathBuf;

/// Folder for reviews of matches; `None` if the system defines no folder for user data.
pub fn reviews() -> Option<PathBuf> {
    folder().map(|folder| folder.join("reviews"))
}

/// Folder for studies of methods; `None` if the system defines no folder for user data.
pub fn studies() -> Option<PathBuf> {
    folder().map(|folder| folder.join("studies"))
}

/// File for the progress of the lessons; `None` if the system defines no folder for user data.
pub fn progress() -> Option<PathBuf> {
    folder().map(|folder| folder.join("lessons.json"))
}

fn folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(target_os = "windows") {
        named("APPDATA")?.join("Wordfield")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir()?.join("Library/Application Support/Wordfield")
    } else {
        named("XDG_DATA_HOME").or_else(|| Some(std::env::home_dir()?.join(".local/share")))?.join("wordfield")
    };
    Some(base).filter(|path| path.is_absolute())
}
