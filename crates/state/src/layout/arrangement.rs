//! Arrangement of the window: open panels, presentation view and text size.
//!
//! The word field is the largest part at every size. One panel of the rail is open at a time; the lesson panel can be open too.
//! A panel opened or closed by the user keeps that state.
//! Panels never set by the user depend on the space: inspector and legend close in a small window.
//! In a narrow window an opened panel overlaps the centre.

use serde::{Deserialize, Serialize};

/// Panel: a part of the window that can be opened and closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    /// Panel of the lessons, to the left of the centre.
    Learn,
    /// Panel of the rail with corpus, vocabulary and split.
    Data,
    /// Panel of the rail with model and hyper-parameters.
    Model,
    /// Panel of the rail with the classes, their counts and characteristic words.
    Classes,
    /// Panel of the curves above the run bar.
    Curves,
    /// Inspector panel at the right, with values of the selection.
    Inspector,
    /// Legend panel, drawn over the word field.
    Legend,
}

impl Panel {
    /// All panels of the window, from left to right.
    pub const ALL: [Self; 7] = [Self::Learn, Self::Data, Self::Model, Self::Classes, Self::Curves, Self::Inspector, Self::Legend];

    /// Panels of the rail, of which at most one is open.
    pub const RAIL: [Self; 3] = [Self::Data, Self::Model, Self::Classes];

    /// Name of the panel in the window.
    pub fn name(self) -> &'static str {
        match self {
            Self::Learn => "learn",
            Self::Data => "data",
            Self::Model => "model",
            Self::Classes => "classes",
            Self::Curves => "curves",
            Self::Inspector => "inspector",
            Self::Legend => "legend",
        }
    }

    /// Name of the panel in the accessibility tree.
    pub fn part_name(self) -> String {
        format!("panel {}", self.name())
    }
}

/// Text size: the magnification of the window.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextSize {
    /// Magnification of the window to 100 %.
    #[default]
    Usual,
    /// Magnification of the window to 125 %.
    Large,
    /// Magnification of the window to 150 %.
    Larger,
    /// Magnification of the window to 200 %, for lecture halls.
    Projector,
}

impl TextSize {
    /// All text sizes in ascending order.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Large, Self::Larger, Self::Projector];

    /// Magnification of a text size in percent.
    pub fn percent(self) -> u16 {
        match self {
            Self::Usual => 100,
            Self::Large => 125,
            Self::Larger => 150,
            Self::Projector => 200,
        }
    }

    /// Next larger text size, or the largest one.
    pub fn larger(self) -> Self {
        Self::ALL[(self as usize + 1).min(Self::ALL.len() - 1)]
    }

    /// Next smaller text size, or the smallest one.
    pub fn smaller(self) -> Self {
        Self::ALL[(self as usize).saturating_sub(1)]
    }
}

/// Size of the window between menu and status line, in points: at 200 % half as many as at 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PanelSpace {
    /// Width of the window in points.
    pub width: u16,
    /// Height of the window in points, between menu and status line.
    pub height: u16,
}

impl PanelSpace {
    /// Minimum height of the window at which the legend is shown by default.
    const LEGEND: u16 = 400;

    /// Whether the window is narrow: rows of controls are compact, and opened panels overlap the centre.
    pub fn is_narrow(self) -> bool {
        self.width < 860
    }

    /// Whether the window is low: stacked controls are compact.
    pub fn is_low(self) -> bool {
        self.height < 470
    }

    /// Default width of a side panel.
    pub fn side(self, panel: Panel) -> f32 {
        let width = f32::from(self.width);
        match panel {
            Panel::Learn if self.is_narrow() => (0.36 * width).clamp(190.0, 250.0),
            Panel::Learn | Panel::Data | Panel::Model | Panel::Classes => (0.26 * width).clamp(260.0, 300.0),
            Panel::Inspector => (0.22 * width).clamp(240.0, 300.0),
            Panel::Curves | Panel::Legend => 0.0,
        }
    }
}

/// Arrangement of the window: panels, sizes and magnification; window size and presentation are not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Arrangement {
    /// Open panel of the rail.
    rail: Option<Panel>,
    learn: bool,
    curves: bool,
    /// Visibility of inspector and legend; `None`: depends on the size of the window.
    inspector: Option<bool>,
    legend: Option<bool>,
    /// Whether the presentation view is on: only the picture, the legend and the run bar are shown.
    #[serde(skip)]
    pub presenting: bool,
    /// Size of the window, once the window has reported it.
    #[serde(skip)]
    pub room: Option<PanelSpace>,
    /// Magnification of the window.
    pub text_size: TextSize,
}

/// Changes of the arrangement of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Toggle a panel of the window.
    Panel(Panel),
    /// Toggle the presentation view.
    Presentation,
    /// Set the magnification of the window.
    TextSize(TextSize),
    /// Report the size of the window.
    PanelSpace(PanelSpace),
}

impl Arrangement {
    /// Whether a panel of the window is visible.
    pub fn shows(&self, panel: Panel) -> bool {
        if self.presenting {
            return panel == Panel::Legend && self.legend != Some(false);
        }
        match panel {
            Panel::Learn => self.learn,
            Panel::Data | Panel::Model | Panel::Classes => self.rail == Some(panel),
            Panel::Curves => self.curves,
            // With three open panels the word field is too small.
            Panel::Inspector => self.inspector.unwrap_or_else(|| !(self.is_narrow() || self.learn && self.rail.is_some())),
            Panel::Legend => self.legend.unwrap_or_else(|| self.room.is_none_or(|room| room.height >= PanelSpace::LEGEND)),
        }
    }

    /// Whether the window is narrow: controls are compact, and opened panels overlap the centre.
    pub fn is_narrow(&self) -> bool {
        self.room.is_some_and(PanelSpace::is_narrow)
    }

    /// Magnification of the window in percent: larger in the presentation view.
    pub fn magnification(&self) -> u16 {
        if self.presenting { self.text_size.larger().percent() } else { self.text_size.percent() }
    }

    /// Arrangement after a lesson: these panels, with the lesson's text size, presentation view and lesson panel.
    pub(crate) fn back_from(&self, lesson: &Self) -> Self {
        let Self { rail, curves, inspector, legend, .. } = *self;
        Self { rail, curves, inspector, legend, ..lesson.clone() }
    }

    /// Arrangement without its temporary state: window size and presentation view.
    pub(crate) fn lasting(&self) -> Self {
        Self { presenting: false, room: None, ..self.clone() }
    }

    pub(crate) fn apply(&mut self, show: Show) {
        match show {
            Show::Panel(panel) => self.toggle(panel),
            Show::Presentation => self.presenting = !self.presenting,
            Show::TextSize(size) => self.text_size = size,
            Show::PanelSpace(room) => self.room = Some(room),
        }
    }

    /// Opens or closes a panel, and leaves the presentation view, which has no panels but the legend.
    fn toggle(&mut self, panel: Panel) {
        if panel != Panel::Legend && std::mem::take(&mut self.presenting) && self.shows(panel) {
            return;
        }
        let shown = !self.shows(panel);
        match panel {
            Panel::Learn => self.learn = shown,
            Panel::Data | Panel::Model | Panel::Classes => self.rail = shown.then_some(panel),
            Panel::Curves => self.curves = shown,
            Panel::Inspector => self.inspector = Some(shown),
            Panel::Legend => self.legend = Some(shown),
        }
        // In a narrow window only one panel overlaps the centre.
        if self.is_narrow() && shown {
            match panel {
                Panel::Learn => (self.rail, self.inspector) = (None, None),
                Panel::Data | Panel::Model | Panel::Classes => (self.learn, self.inspector) = (false, None),
                Panel::Inspector => (self.rail, self.learn) = (None, false),
                Panel::Curves | Panel::Legend => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(arrangement: &Arrangement) -> Vec<Panel> {
        Panel::ALL.into_iter().filter(|&panel| arrangement.shows(panel)).collect()
    }

    fn within(arrangement: &mut Arrangement, width: u16, height: u16) -> Vec<Panel> {
        arrangement.apply(Show::PanelSpace(PanelSpace { width, height }));
        open(arrangement)
    }

    #[test]
    fn one_panel_of_the_rail_is_open_at_a_time() {
        let mut arrangement = Arrangement::default();
        assert_eq!(open(&arrangement), [Panel::Inspector, Panel::Legend]);
        for panel in Panel::RAIL {
            arrangement.apply(Show::Panel(panel));
            assert_eq!(open(&arrangement), [panel, Panel::Inspector, Panel::Legend]);
        }
        arrangement.apply(Show::Panel(Panel::Classes));
        arrangement.apply(Show::Panel(Panel::Curves));
        arrangement.apply(Show::Panel(Panel::Inspector));
        assert_eq!(open(&arrangement), [Panel::Curves, Panel::Legend]);
    }

    #[test]
    fn panels_close_in_a_small_window_unless_set_by_the_user() {
        let mut arrangement = Arrangement::default();
        for (width, height) in [(1440, 900), (1024, 700)] {
            assert_eq!(within(&mut arrangement, width, height), [Panel::Inspector, Panel::Legend], "{width}");
        }
        assert_eq!(within(&mut arrangement, 770, 560), [Panel::Legend]);
        assert_eq!(within(&mut arrangement, 512, 350), []);
        arrangement.apply(Show::Panel(Panel::Data));
        assert_eq!(open(&arrangement), [Panel::Data], "one key opens it");
        arrangement.apply(Show::Panel(Panel::Inspector));
        assert_eq!(open(&arrangement), [Panel::Inspector], "two panels would cover the centre");
        arrangement.apply(Show::Panel(Panel::Inspector));
        assert_eq!(within(&mut arrangement, 1440, 900), [Panel::Legend], "a panel closed by the user stays closed");
    }

    #[test]
    fn the_presentation_shows_the_legend_alone_and_ends_with_a_panel() {
        let mut arrangement = Arrangement::default();
        arrangement.apply(Show::Panel(Panel::Data));
        arrangement.apply(Show::Presentation);
        assert_eq!(open(&arrangement), [Panel::Legend]);
        assert_eq!(arrangement.magnification(), 125);
        arrangement.apply(Show::Presentation);
        assert_eq!(open(&arrangement), [Panel::Data, Panel::Inspector, Panel::Legend]);
        arrangement.apply(Show::Presentation);
        arrangement.apply(Show::Panel(Panel::Inspector));
        assert_eq!(open(&arrangement), [Panel::Data, Panel::Inspector, Panel::Legend], "shown, not closed");
    }

    #[test]
    fn sizes_step_in_order_and_stop_at_the_ends() {
        let up: Vec<u16> =
            (0..5).scan(TextSize::Usual, |size, _| Some(std::mem::replace(size, size.larger()).percent())).collect();
        assert_eq!(up, [100, 125, 150, 200, 200]);
        assert_eq!((TextSize::Projector.smaller(), TextSize::Usual.smaller()), (TextSize::Larger, TextSize::Usual));
    }
}
