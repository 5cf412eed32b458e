//! From word to word by the keyboard: the nearest one in a direction on the screen.
//!
//! Cost: one pass over the words a key press.

use eframe::egui::{Pos2, Rect, Vec2, vec2};

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Towards {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

impl Towards {
    /// Every direction, with its name.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Left, "left"), (Self::Right, "right"), (Self::Up, "up"), (Self::Down, "down")];

    fn unit(self) -> Vec2 {
        match self {
            Self::Left => vec2(-1.0, 0.0),
            Self::Right => vec2(1.0, 0.0),
            Self::Up => vec2(0.0, -1.0),
            Self::Down => vec2(0.0, 1.0),
        }
    }
}

/// The word in sight that lies next to another in a direction, rather ahead than aside; without another, from the middle.
pub fn next(at: &[Pos2], sight: Rect, from: Option<usize>, towards: Towards) -> Option<usize> {
    let start = from.and_then(|word| at.get(word)).copied().filter(|at| at.is_finite()).unwrap_or_else(|| sight.center());
    let unit = towards.unit();
    let cost = |place: &Pos2| {
        let way = *place - start;
        let (ahead, aside) = (way.dot(unit), way.dot(unit.rot90()).abs());
        (ahead > 0.5 && aside <= ahead && sight.contains(*place)).then_some(ahead + 2.0 * aside)
    };
    let reached = at.iter().enumerate().filter(|(word, _)| Some(*word) != from);
    let costs = reached.filter_map(|(word, place)| Some((word, cost(place)?)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(word, _)| word)
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    #[test]
    fn the_next_word_lies_ahead_and_in_sight() {
        let sight = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 100.0));
        let at = [pos2(50.0, 50.0), pos2(60.0, 52.0), pos2(55.0, 58.0), pos2(20.0, 50.0), pos2(50.0, 300.0), pos2(f32::NAN, 0.0)];
        let next = |from, towards| next(&at, sight, from, towards);
        assert_eq!(next(Some(0), Towards::Right), Some(1));
        assert_eq!(next(Some(0), Towards::Left), Some(3));
        assert_eq!(next(Some(0), Towards::Down), Some(2), "what is out of sight is not gone to");
        assert_eq!(next(Some(0), Towards::Up), None);
        assert_eq!(next(None, Towards::Left), Some(3), "from the middle");
        assert_eq!(next(Some(1), Towards::Left), Some(0), "and back");
    }
}
