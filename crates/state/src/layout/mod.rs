//! Arrangement of the window: panels, tabs, theme, text size.

pub(super) mod arrangement;
pub(super) mod layout_state;
pub(super) mod options;

pub use arrangement::{Arrangement, Panel, Room, Show, TextSize};
pub use options::{Column, DataOptions, Tab, Theme};

pub use layout_state::LayoutState;
