//! Keyboard navigation between words: the nearest word in a direction on the screen.
//!
//! Cost: one pass over the words per key press.

use egui::{Pos2, Rect, Vec2, vec2};

/// Direction on the screen, of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Direction of the left arrow key.
    Left,
    /// Direction of the right arrow key.
    Right,
    /// Direction of the up arrow key.
    Up,
    /// Direction of the down arrow key.
    Down,
}

impl Direction {
    /// All directions of the arrow keys, with their names.
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

/// Nearest visible word in a direction, with a penalty for sideways distance; without `from`, starting at the centre.
pub(crate) fn next(at: &[Pos2], visible: Rect, from: Option<usize>, direction: Direction) -> Option<usize> {
    let start = from.and_then(|word| at.get(word)).copied().filter(|at| at.is_finite()).unwrap_or_else(|| visible.center());
    let unit = direction.unit();
    let cost = |place: &Pos2| {
        let offset = *place - start;
        let (ahead, aside) = (offset.dot(unit), offset.dot(unit.rot90()).abs());
        (ahead > 0.5 && aside <= ahead && visible.contains(*place)).then_some(ahead + 2.0 * aside)
    };
    let others = at.iter().enumerate().filter(|(word, _)| Some(*word) != from);
    let costs = others.filter_map(|(word, place)| Some((word, cost(place)?)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(word, _)| word)
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn the_next_word_is_ahead_and_visible() {
        let visible = Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 100.0));
        let at = [pos2(50.0, 50.0), pos2(60.0, 52.0), pos2(55.0, 58.0), pos2(20.0, 50.0), pos2(50.0, 300.0), pos2(f32::NAN, 0.0)];
        let next = |from, direction| next(&at, visible, from, direction);
        assert_eq!(next(Some(0), Direction::Right), Some(1));
        assert_eq!(next(Some(0), Direction::Left), Some(3));
        assert_eq!(next(Some(0), Direction::Down), Some(2), "invisible words are skipped");
        assert_eq!(next(Some(0), Direction::Up), None);
        assert_eq!(next(None, Direction::Left), Some(3), "from the middle");
        assert_eq!(next(Some(1), Direction::Left), Some(0), "and back");
    }
}
