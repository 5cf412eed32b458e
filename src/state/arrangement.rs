//! How the window is arranged: which panels are folded away, and how large its text is.

/// A part of the window that can be folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The corpus and the model's parameters, at the left.
    Data,
    /// The training, its timeline and its curves, below.
    Run,
    /// The numbers of what is selected, at the right.
    Inspector,
    /// The classes, over the word field.
    Legend,
}

impl Panel {
    /// Every one, from left to right.
    pub const ALL: [Self; 4] = [Self::Data, Self::Run, Self::Inspector, Self::Legend];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Run => "run",
            Self::Inspector => "inspector",
            Self::Legend => "legend",
        }
    }
}

/// How large everything is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextSize {
    /// 100 %.
    #[default]
    Usual,
    /// 125 %.
    Large,
    /// 150 %.
    Larger,
    /// 200 %, for the last row of a lecture hall.
    Projector,
}

impl TextSize {
    /// Every size, the smallest first.
    pub const ALL: [Self; 4] = [Self::Usual, Self::Large, Self::Larger, Self::Projector];

    /// In percent of the usual one.
    pub fn percent(self) -> u16 {
        match self {
            Self::Usual => 100,
            Self::Large => 125,
            Self::Larger => 150,
            Self::Projector => 200,
        }
    }

    /// The next larger; the largest of the largest.
    #[must_use]
    pub fn larger(self) -> Self {
        Self::ALL[(self as usize + 1).min(Self::ALL.len() - 1)]
    }

    /// The next smaller; the smallest of the smallest.
    #[must_use]
    pub fn smaller(self) -> Self {
        Self::ALL[(self as usize).saturating_sub(1)]
    }
}

/// How the window is arranged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    folded: [bool; Panel::ALL.len()],
    /// How large everything is drawn.
    pub text_size: TextSize,
}

/// Arranging it otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Fold a panel away, or bring it back.
    Panel(Panel),
    /// Draw everything so large.
    TextSize(TextSize),
}

impl Arrangement {
    /// Whether a panel is there.
    pub fn shows(&self, panel: Panel) -> bool {
        !self.folded[panel as usize]
    }

    pub(super) fn apply(&mut self, show: Show) {
        match show {
            Show::Panel(panel) => self.folded[panel as usize] ^= true,
            Show::TextSize(size) => self.text_size = size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_goes_and_comes_back_and_the_others_stay() {
        let mut arrangement = Arrangement::default();
        for panel in Panel::ALL {
            arrangement.apply(Show::Panel(panel));
            assert!(!arrangement.shows(panel));
            assert_eq!(Panel::ALL.into_iter().filter(|&other| arrangement.shows(other)).count(), Panel::ALL.len() - 1);
            arrangement.apply(Show::Panel(panel));
        }
        assert_eq!(arrangement, Arrangement::default());
    }

    #[test]
    fn sizes_step_through_all_of_them_and_stay_at_the_ends() {
        let up: Vec<u16> =
            (0..5).scan(TextSize::Usual, |size, _| Some(std::mem::replace(size, size.larger()).percent())).collect();
        assert_eq!(up, [100, 125, 150, 200, 200]);
        assert_eq!((TextSize::Projector.smaller(), TextSize::Usual.smaller()), (TextSize::Larger, TextSize::Usual));
    }
}
