//! User settings that are kept after the window closes: theme, text size, language, window size, panels, recent files.

use serde::{Deserialize, Serialize};

use crate::{Arrangement, Language, LayoutState, LessonState, RecentFiles, Theme, Workspace};

/// Smallest and largest accepted width or height of the window, in points.
const SIDES: [f32; 2] = [400.0, 10_000.0];

/// User settings as kept in a file, in which missing ones have their default values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UserSettings {
    /// Colour theme of the window.
    pub theme: Theme,
    /// Language code of lessons and glossary: "en".
    pub language: String,
    /// Width and height of the window in points at 100 %; `None`: the default size.
    window: Option<[f32; 2]>,
    /// Open panels and text size of the window.
    pub arrangement: Arrangement,
    /// Recently opened or saved files.
    pub recent: RecentFiles,
}

impl UserSettings {
    /// Reads user settings from the text of a file.
    ///
    /// # Errors
    /// If the text is not JSON of user settings; names line and column.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_slice(text.as_bytes()).map_err(|error| error.to_string())
    }

    /// User settings as the text of a file.
    pub fn written(&self) -> String {
        // Texts, numbers and lists can always be written as JSON.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// User settings of a workspace, with the window size of `self`.
    #[must_use]
    pub fn of(&self, workspace: &Workspace) -> Self {
        let LayoutState { theme, arrangement, recent, .. } = &workspace.layout;
        Self {
            theme: *theme,
            language: workspace.lesson.language.code().to_owned(),
            window: self.window,
            arrangement: arrangement.lasting(),
            recent: recent.clone(),
        }
    }

    /// Creates an empty workspace with these user settings.
    pub fn workspace(&self) -> Workspace {
        let Self { theme, arrangement, recent, .. } = self.clone();
        Workspace {
            layout: LayoutState { arrangement, theme, recent, ..LayoutState::default() },
            lesson: LessonState { language: Language::of_code(&self.language).unwrap_or_default(), ..LessonState::default() },
            ..Workspace::default()
        }
    }

    /// Width and height of the window in points at 100 %, if they are stored and usable.
    pub fn window(&self) -> Option<[f32; 2]> {
        let [least, most] = SIDES;
        self.window.filter(|sides| sides.iter().all(|side| (least..=most).contains(side)))
    }

    /// Stores width and height of the window in points at 100 %.
    pub fn set_window(&mut self, sides: [f32; 2]) {
        self.window = Some(sides.map(f32::round));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Look, Panel, RecentKind, Show, TextSize, update};
    use wordfield_core::corpus::ReadOptions;

    #[test]
    fn settings_come_back_from_their_file() {
        let mut workspace = Workspace::default();
        for action in [
            Action::Look(Look::Theme(Theme::Dark)),
            Action::Show(Show::TextSize(TextSize::Large)),
            Action::Show(Show::Panel(Panel::Data)),
            Action::Show(Show::Panel(Panel::Inspector)),
            Action::Show(Show::Presentation),
        ] {
            update(&mut workspace, action);
        }
        workspace.layout.recent.add(RecentKind::Corpus, &["/data/tea.tsv".into()], ReadOptions::default());
        workspace.lesson.language = Language::all().last().expect("a language");
        let mut settings = UserSettings::default().of(&workspace);
        settings.set_window([1200.4, 800.0]);
        let read = UserSettings::read(&settings.written()).expect("settings");
        assert_eq!((&read, read.window()), (&settings, Some([1200.0, 800.0])));
        let again = read.workspace();
        let arrangement = &again.layout.arrangement;
        assert!(arrangement.shows(Panel::Data) && !arrangement.shows(Panel::Inspector), "panels");
        assert!(!arrangement.presenting, "a presentation ends with the window");
        assert_eq!((again.lesson.language, again.layout.theme), (workspace.lesson.language, Theme::Dark));
        assert_eq!(read.of(&again), settings, "nothing changes by opening");
    }

    #[test]
    fn files_of_other_versions_are_read_and_broken_ones_are_refused() {
        let read = UserSettings::read(r#"{"theme": "dark", "of_a_later_version": 3, "window": [1, 1e30]}"#).expect("settings");
        assert_eq!((read.theme, read.window(), read.recent.0.len()), (Theme::Dark, None, 0));
        for text in ["", "[", "{\"theme\": \"green\"}", "{\"recent\": [{}]}"] {
            assert!(UserSettings::read(text).is_err_and(|error| error.contains("line 1")), "{text}");
        }
    }
}
