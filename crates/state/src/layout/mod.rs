//! Arrangement of the window: panels, tabs, theme, text size, recent files.

pub(super) mod arrangement;
pub(super) mod options;
pub(super) mod recent;

pub use arrangement::{Arrangement, Panel, PanelSpace, Show, TextSize};
pub use options::{Column, Tab, Theme};
pub use recent::{RecentFile, RecentFiles, RecentKind};

/// State of the layout: tab, panels, text size, theme and recent files.
#[derive(Debug, Default)]
pub struct LayoutState {
    /// The selected tab of the centre panel.
    pub tab: Tab,
    /// Open panels and text size of the window.
    pub arrangement: Arrangement,
    /// Colour theme of the window.
    pub theme: Theme,
    /// Files opened or saved recently.
    pub recent: RecentFiles,
}
