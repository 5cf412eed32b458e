//! State of the window's layout: tab, panels, text size, theme.

use crate::{Arrangement, Tab, Theme};

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
