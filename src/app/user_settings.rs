//! File of the user's settings, read at the start and written half a second after a change and when the window closes.
//!
//! A file that cannot be read is set aside under another name, with a message, and the default settings apply.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui::Context;

use super::{jobs::Jobs, latest::Latest};
use wordfield_core::project::write_atomically;
use wordfield_state::{UserSettings, Workspace};

/// Maximum size of a settings file that is read, in bytes.
const LIMIT: u64 = 1 << 20;
/// Delay between a change of the settings and its writing, so that a dragged window edge is written once.
const DELAY: Duration = Duration::from_millis(500);

/// Settings of the user with their file.
pub(super) struct SettingsFile {
    /// Path of the settings file; `None` if the settings end with the window.
    path: Option<PathBuf>,
    settings: UserSettings,
    /// Time of the first change of the settings that is not yet written.
    changed: Option<Instant>,
    versions: Arc<Latest>,
}

impl SettingsFile {
    /// Reads the user's settings; if that fails, the second result is a message.
    pub(super) fn open(path: Option<PathBuf>) -> (Self, Option<String>) {
        let (settings, problem) = match path.as_deref().map(read) {
            None | Some(Ok(None)) => (UserSettings::default(), None),
            Some(Ok(Some(settings))) => (settings, None),
            Some(Err(problem)) => (UserSettings::default(), Some(problem)),
        };
        let mut opened = Self { path, settings, changed: None, versions: Arc::default() };
        let problem = problem.map(|problem| opened.set_aside(&problem));
        (opened, problem)
    }

    /// Settings as last read or written.
    pub(super) fn settings(&self) -> &UserSettings {
        &self.settings
    }

    /// Renames a settings file that cannot be read, so that it is not overwritten. Returns a message.
    fn set_aside(&mut self, problem: &str) -> String {
        let Some(path) = &self.path else { return String::new() };
        let aside = path.with_extension("json.unreadable");
        match fs::rename(path, &aside) {
            Ok(()) => format!(
                "{}: the settings cannot be read ({problem}). They are set aside in {}; the usual settings apply.",
                path.display(),
                aside.display()
            ),
            Err(error) => {
                let text = format!(
                    "{}: the settings cannot be read ({problem}) nor set aside ({error}). The usual settings apply, and changes \
                     end with the window: correct or remove the file.",
                    path.display()
                );
                self.path = None;
                text
            }
        }
    }

    /// Takes over the settings of the workspace and the size of the window; writes them on a thread once they no longer change.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace, jobs: &Jobs) {
        let Some(path) = &self.path else { return };
        let mut settings = self.settings.of(workspace);
        let zoom = ctx.zoom_factor();
        let whole = ctx.input(|input| {
            let viewport = input.viewport();
            let usual = [viewport.maximized, viewport.fullscreen, viewport.minimized].iter().all(|state| *state != Some(true));
            viewport.inner_rect.filter(|_| usual)
        });
        if let Some(rect) = whole {
            settings.set_window([rect.width() * zoom, rect.height() * zoom]);
        }
        if settings != self.settings {
            self.settings = settings;
            self.changed.get_or_insert_with(Instant::now);
        }
        let Some(changed) = self.changed else { return };
        if let Some(wait) = DELAY.checked_sub(changed.elapsed()) {
            ctx.request_repaint_after(wait);
            return;
        }
        self.changed = None;
        jobs.write_latest("settings", path.clone(), self.settings.written().into_bytes(), &self.versions);
    }
}

impl Drop for SettingsFile {
    /// Writes the last change of the settings before the program ends.
    fn drop(&mut self) {
        if let (Some(path), Some(_)) = (&self.path, self.changed) {
            let number = self.versions.begin();
            self.versions.write(number, || write(path, self.settings.written().as_bytes()));
        }
    }
}

/// Writes a small file of the program. An error is not reported: the window works without it.
pub(super) fn write(path: &Path, content: &[u8]) {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let _ = folder.map(|()| write_atomically(path, content));
}

/// Size of the window in a file of settings, in points; `None` if the file has none.
pub(super) fn window(path: &Path) -> Option<[f32; 2]> {
    read(path).ok().flatten()?.window()
}

/// Reads a settings file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<UserSettings>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let mut text = String::new();
    file.take(LIMIT).read_to_string(&mut text).map_err(|error| error.to_string())?;
    UserSettings::read(&text).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_settings_are_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        fs::write(&path, "{ broken").expect("a file");
        let (opened, problem) = SettingsFile::open(Some(path.clone()));
        let problem = problem.expect("a message");
        assert!(problem.contains("line 1") && problem.contains("settings.json.unreadable"), "{problem}");
        assert_eq!(opened.settings(), &UserSettings::default());
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(folder.path().join("settings.json.unreadable")).expect("kept"), "{ broken");
        assert_eq!(SettingsFile::open(Some(path)).1, None, "the second start has nothing to report");
    }

    #[test]
    fn settings_of_a_folder_that_cannot_be_read_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        fs::create_dir(&path).expect("a folder in place of the file");
        fs::create_dir_all(folder.path().join("settings.json.unreadable").join("full")).expect("a folder in the way");
        let (mut opened, problem) = SettingsFile::open(Some(path.clone()));
        assert!(problem.is_some_and(|problem| problem.contains("correct or remove the file")));
        opened.changed = Some(Instant::now());
        drop(opened);
        assert!(path.is_dir());
    }

    #[test]
    fn a_change_just_before_closing_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("settings.json");
        let (mut opened, problem) = SettingsFile::open(Some(path.clone()));
        assert_eq!(problem, None);
        opened.settings.set_window([1000.0, 700.0]);
        opened.changed = Some(Instant::now());
        drop(opened);
        assert_eq!(window(&path), Some([1000.0, 700.0]));
    }
}
