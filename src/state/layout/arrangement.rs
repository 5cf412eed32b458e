//! Arrangement of the window: folded panels and text size.
//!
//! A panel folded or shown by the user keeps that state. The other side panels fold automatically if the centre is too
//! narrow, and are restored when there is space.

/// A part of the window that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Data panel at the left: the corpus and the model's parameters.
    Data,
    /// Run panel at the bottom: training, timeline, curves.
    Run,
    /// Inspector at the right: numbers of the selection.
    Inspector,
    /// Legend over the word field: the classes.
    Legend,
}

impl Panel {
    /// All panels, from left to right.
    pub const ALL: [Self; 4] = [Self::Data, Self::Run, Self::Inspector, Self::Legend];

    /// Name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Run => "run",
            Self::Inspector => "inspector",
            Self::Legend => "legend",
        }
    }
}

/// Magnification of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextSize {
    /// 100 %.
    #[default]
    Usual,
    /// 125 %.
    Large,
    /// 150 %.
    Larger,
    /// 200 %, for lecture halls.
    Projector,
}

impl TextSize {
    /// All sizes in ascending order.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Large, Self::Larger, Self::Projector];

    /// Magnification in percent.
    pub fn percent(self) -> u16 {
        match self {
            Self::Usual => 100,
            Self::Large => 125,
            Self::Larger => 150,
            Self::Projector => 200,
        }
    }

    /// The next larger size, or the largest.
    #[must_use]
    pub fn larger(self) -> Self {
        Self::ALL[(self as usize + 1).min(Self::ALL.len() - 1)]
    }

    /// The next smaller size, or the smallest.
    #[must_use]
    pub fn smaller(self) -> Self {
        Self::ALL[(self as usize).saturating_sub(1)]
    }
}

/// Size of the window between menu and status line, in points: at 200 % half as many as at 100 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
}

impl Room {
    /// Minimum share of the width for the centre.
    const MIDDLE: f32 = 0.4;

    /// Whether rows of controls must be compact.
    pub fn is_narrow(self) -> bool {
        self.width < 760
    }

    /// Whether stacked controls must be compact.
    pub fn is_low(self) -> bool {
        self.height < 470
    }

    /// Default width of a side panel.
    pub fn side(self, panel: Panel) -> f32 {
        let width = f32::from(self.width);
        match panel {
            Panel::Data => (0.26 * width).clamp(205.0, 300.0),
            Panel::Inspector => (0.27 * width).clamp(250.0, 290.0),
            Panel::Run | Panel::Legend => 0.0,
        }
    }
}

/// How the window is arranged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// Visibility of each panel; `None`: decided by the available space.
    wanted: [Option<bool>; Panel::ALL.len()],
    room: Option<Room>,
    /// Magnification.
    pub text_size: TextSize,
}

/// Changes of the arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Toggle a panel.
    Panel(Panel),
    /// Set the magnification.
    TextSize(TextSize),
    /// Report the size of the window.
    Room(Room),
}

impl Arrangement {
    /// Whether a panel is visible.
    pub fn shows(&self, panel: Panel) -> bool {
        self.wanted[panel as usize].unwrap_or_else(|| !self.gives_way().contains(&panel))
    }

    /// Size of the window, once known.
    pub fn room(&self) -> Option<Room> {
        self.room
    }

    /// Panels folded for lack of space: of those not set by the user, first the data panel, then the inspector; and the
    /// legend if the field is low.
    pub fn gives_way(&self) -> Vec<Panel> {
        let Some(room) = self.room else { return Vec::new() };
        let there = |panel: &Panel| self.wanted[*panel as usize] != Some(false);
        let sides: Vec<Panel> = [Panel::Data, Panel::Inspector].into_iter().filter(there).collect();
        let mut middle = f32::from(room.width) - sides.iter().map(|&side| room.side(side)).sum::<f32>();
        let mut folded = Vec::new();
        for side in sides {
            if middle < Room::MIDDLE * f32::from(room.width) && self.wanted[side as usize].is_none() {
                middle += room.side(side);
                folded.push(side);
            }
        }
        if room.is_low() && self.wanted[Panel::Legend as usize].is_none() {
            folded.push(Panel::Legend);
        }
        folded
    }

    pub(in crate::state) fn apply(&mut self, show: Show) {
        match show {
            Show::Panel(panel) => self.wanted[panel as usize] = Some(!self.shows(panel)),
            Show::TextSize(size) => self.text_size = size,
            Show::Room(room) => self.room = Some(room),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_folded_and_restored_without_the_others() {
        let mut arrangement = Arrangement::default();
        for panel in Panel::ALL {
            arrangement.apply(Show::Panel(panel));
            assert!(!arrangement.shows(panel));
            assert_eq!(Panel::ALL.into_iter().filter(|&other| arrangement.shows(other)).count(), Panel::ALL.len() - 1);
            arrangement.apply(Show::Panel(panel));
        }
    }

    #[test]
    fn side_panels_fold_for_a_narrow_centre_unless_set_by_the_user() {
        let mut arrangement = Arrangement::default();
        let within = |arrangement: &mut Arrangement, width, height| {
            arrangement.apply(Show::Room(Room { width, height }));
            arrangement.gives_way()
        };
        for (width, height) in [(1440, 900), (1024, 700), (770, 560)] {
            assert!(within(&mut arrangement, width, height).is_empty(), "{width}");
        }
        assert_eq!(within(&mut arrangement, 512, 350), [Panel::Data, Panel::Legend]);
        assert!(!arrangement.shows(Panel::Data) && arrangement.shows(Panel::Inspector));
        assert_eq!(within(&mut arrangement, 330, 350), [Panel::Data, Panel::Inspector, Panel::Legend]);
        within(&mut arrangement, 512, 350);
        arrangement.apply(Show::Panel(Panel::Data));
        assert!(arrangement.shows(Panel::Data), "one key brings it back");
        assert_eq!(arrangement.gives_way(), [Panel::Inspector, Panel::Legend], "what was not asked for makes room");
        arrangement.apply(Show::Panel(Panel::Inspector));
        assert!(arrangement.shows(Panel::Data) && arrangement.shows(Panel::Inspector), "both, as asked for");
        arrangement.apply(Show::Panel(Panel::Data));
        within(&mut arrangement, 1440, 900);
        assert!(!arrangement.shows(Panel::Data), "what a person folded stays folded");
    }

    #[test]
    fn sizes_step_in_order_and_stop_at_the_ends() {
        let up: Vec<u16> =
            (0..5).scan(TextSize::Usual, |size, _| Some(std::mem::replace(size, size.larger()).percent())).collect();
        assert_eq!(up, [100, 125, 150, 200, 200]);
        assert_eq!((TextSize::Projector.smaller(), TextSize::Usual.smaller()), (TextSize::Larger, TextSize::Usual));
    }
}
