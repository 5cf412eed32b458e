//! Folders for the user's data and settings on each operating system.

use std::path::PathBuf;

/// Folder for reviews of matches; `None` if the system defines no folder for user data.
pub fn reviews() -> Option<PathBuf> {
    folder().map(|folder| folder.join("reviews"))
}

/// Folder for studies of methods; `None` if the system defines no folder for user data.
pub fn studies() -> Option<PathBuf> {
    folder().map(|folder| folder.join("studies"))
}

/// Folder for work that is not saved yet; `None` if the system defines no folder for user data.
pub fn sessions() -> Option<PathBuf> {
    folder().map(|folder| folder.join("sessions"))
}

/// File for the progress of the lessons; `None` if the system defines no folder for user data.
pub fn progress() -> Option<PathBuf> {
    folder().map(|folder| folder.join("lessons.json"))
}

/// File for the user's settings; `None` if the system defines no folder for it.
pub fn settings() -> Option<PathBuf> {
    // Linux separates settings from data.
    let linux = !cfg!(any(target_os = "windows", target_os = "macos"));
    let base = if linux { xdg("XDG_CONFIG_HOME", ".config")? } else { folder()? };
    Some(base.join("settings.json"))
}

fn folder() -> Option<PathBuf> {
    let base = if cfg!(target_os = "windows") {
        named("APPDATA")?.join("Wordfield")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir()?.join("Library/Application Support/Wordfield")
    } else {
        xdg("XDG_DATA_HOME", ".local/share")?
    };
    Some(base).filter(|path| path.is_absolute())
}

/// Folder of the program in the folder that an environment variable names, or else in a folder of the user's home.
fn xdg(variable: &str, otherwise: &str) -> Option<PathBuf> {
    let base = named(variable).or_else(|| Some(std::env::home_dir()?.join(otherwise)))?;
    Some(base.join("wordfield")).filter(|path| path.is_absolute())
}

/// Absolute path in an environment variable.
fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}
