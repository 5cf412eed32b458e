//! File of the user's settings, read at the start and written half a second after a change and when the window closes.
//!
//! A settings file that cannot be read is renamed, with a message, and the default settings apply.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use eframe::egui::Context;

use crate::{platform::Platform, small_file::SmallFile};
use wordfield_core::project::Store;
use wordfield_state::{UserSettings, Workspace};

/// Maximum size of a settings file that is read, in bytes.
const LIMIT: u64 = 1 << 20;

/// Settings of the user with their file.
#[derive(Default)]
pub(super) struct SettingsFile {
    /// Settings as last read or written.
    pub(super) settings: UserSettings,
    /// File of the settings; `None` if the settings are lost when the window closes.
    file: Option<SmallFile>,
}

impl SettingsFile {
    /// Reads the user's settings; if that fails, the second result is a message.
    pub(super) fn open(platform: Arc<dyn Platform>, path: Option<PathBuf>) -> (Self, Option<String>) {
        let Some(path) = path else { return <_>::default() };
        let (settings, problem) = match read(platform.store(), &path) {
            Ok(settings) => (settings.unwrap_or_default(), None),
            Err(problem) => (UserSettings::default(), Some(set_aside(platform.store(), &path, &problem))),
        };
        // A file that is neither read nor set aside is left as it is.
        let file = (!matches!(problem, Some(Err(_)))).then(|| SmallFile::new(platform, path));
        (Self { settings, file }, problem.map(|outcome| outcome.unwrap_or_else(|text| text)))
    }

    /// Adopts the settings of the workspace and the size of the window; writes them once they no longer change.
    pub(super) fn follow(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(file) = &mut self.file else { return };
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
            file.set(settings.written().into_bytes());
            self.settings = settings;
        }
        file.follow(ctx);
    }
}

/// Renames a settings file that cannot be read, so that it is not overwritten. Returns a message.
///
/// # Errors
/// If the file cannot be renamed; the error is a message too.
fn set_aside(store: &dyn Store, path: &Path, problem: &str) -> Result<String, String> {
    let aside = path.with_extension("json.unreadable");
    let refused = |error: io::Error| {
        format!(
            "{}: the settings cannot be read ({problem}) nor set aside ({error}). The usual settings apply, and changes end with \
             the window: correct or remove the file.",
            path.display()
        )
    };
    store.rename(path, &aside).map_err(refused)?;
    Ok(format!(
        "{}: the settings cannot be read ({problem}). They are set aside in {}; the usual settings apply.",
        path.display(),
        aside.display()
    ))
}

/// Size of the window in a file of settings, in points; `None` if the file has no size.
pub fn window_size(store: &dyn Store, path: &Path) -> Option<[f32; 2]> {
    read(store, path).ok().flatten()?.window()
}

/// Reads a settings file; `None` if it does not exist.
fn read(store: &dyn Store, path: &Path) -> Result<Option<UserSettings>, String> {
    if store.state(path).is_some_and(|state| state.length > LIMIT) {
        return Err(format!("the file has more than {} MiB", LIMIT >> 20));
    }
    let content = match store.read(path) {
        Ok(content) => content,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    UserSettings::read(&String::from_utf8(content).map_err(|error| error.to_string())?).map(Some)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::tests::{Frames, Memory};
    use wordfield_core::project::Disk;

    #[test]
    fn unreadable_settings_are_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        fs::write(&path, "{ broken").expect("a file");
        let (opened, problem) = SettingsFile::open(Frames::new(Disk), Some(path.clone()));
        let problem = problem.expect("a message");
        assert!(problem.contains("line 1") && problem.contains("settings.json.unreadable"), "{problem}");
        assert_eq!(&opened.settings, &UserSettings::default());
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(folder.path().join("settings.json.unreadable")).expect("kept"), "{ broken");
        assert_eq!(SettingsFile::open(Frames::new(Disk), Some(path)).1, None, "the second start has nothing to report");
    }

    #[test]
    fn too_large_settings_are_set_aside() {
        let machine = Frames::new(Memory::default());
        let path = Path::new("settings.json");
        machine.store.write(path, &vec![b' '; 1 + LIMIT as usize]).expect("written");
        let problem = SettingsFile::open(machine.clone(), Some(path.to_owned())).1;
        assert!(problem.is_some_and(|problem| problem.contains("more than 1 MiB")) && machine.store.state(path).is_none());
    }

    #[test]
    fn settings_of_a_folder_that_cannot_be_read_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        fs::create_dir(&path).expect("a folder in place of the file");
        fs::create_dir_all(folder.path().join("settings.json.unreadable").join("full")).expect("a folder in the way");
        let (opened, problem) = SettingsFile::open(Frames::new(Disk), Some(path.clone()));
        assert!(problem.is_some_and(|problem| problem.contains("correct or remove the file")));
        assert!(opened.file.is_none() && path.is_dir());
    }

    #[test]
    fn a_change_just_before_closing_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new").join("settings.json");
        let (mut opened, problem) = SettingsFile::open(Frames::new(Disk), Some(path.clone()));
        assert_eq!(problem, None);
        opened.settings.set_window([1000.0, 700.0]);
        opened.file.as_mut().expect("a file").set(opened.settings.written().into_bytes());
        drop(opened);
        assert_eq!(window_size(&Disk, &path), Some([1000.0, 700.0]));
    }
}
