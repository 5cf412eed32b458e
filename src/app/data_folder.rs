//! Where the system wants a program to keep what belongs to its user.

use std::path::PathBuf;

/// The folder for reviews of matches; none where the system names no place for a user's data.
pub fn reviews() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(target_os = "windows") {
        named("APPDATA")?.join("Wordfield")
    } else if cfg!(target_os = "macos") {
        std::env::home_dir()?.join("Library/Application Support/Wordfield")
    } else {
        named("XDG_DATA_HOME").or_else(|| Some(std::env::home_dir()?.join(".local/share")))?.join("wordfield")
    };
    Some(base.join("reviews")).filter(|path| path.is_absolute())
}
