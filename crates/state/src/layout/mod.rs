//! Arrangement of the window: panels, tabs, theme, text size.

pub(super) mod arrangement;
pub(super) mod options;

pub use arrangement::{Arrangement, Panel, Room, Show, TextSize};
pub use options::{Column, DataOptions, Tab, Theme};

/// Tab, panels, text size and theme.
#[derive(Debug, Default)]
pub struct LayoutState {
    /// The selected tab.
    pub tab: Tab,
    /// Folded panels and text size.
    pub arrangement: Arrangement,
    /// Colour theme of the window.
    pub theme: Theme,
}
