//! Layout of labels without overlaps: greedy in order of rank, on a grid of occupied cells.
//!
//! Each label tries its side of the last frame first, so that labels are stable while words move.
//! Cost: a small block of cells per attempt; memory: one byte per 4 × 4 screen points.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

const CELL: f32 = 4.0;

/// Side of the word on which its label is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Label to the right of the word, at the word's height.
    Right,
    /// Label to the left of the word, at the word's height.
    Left,
    /// Label above the word, centred.
    Above,
    /// Label below the word, centred.
    Below,
}

const SIDES: [Side; 4] = [Side::Right, Side::Left, Side::Above, Side::Below];

/// Label of a word to be laid out.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Index of the labelled word.
    pub word: usize,
    /// Screen position of the word.
    pub at: Pos2,
    /// Size of the word's label, in points.
    pub size: Vec2,
    /// Distance between a word and its label, in points.
    pub gap: f32,
    /// Minimum free margin around the label, in points.
    pub margin: f32,
    /// Side of the word on which the label was in the last frame.
    pub last: Option<Side>,
    /// Whether the label is drawn at the right even without free space, or partly outside the area.
    pub forced: bool,
}

/// Label with its position on the screen.
#[derive(Clone, Debug)]
pub(crate) struct PlacedLabel {
    /// Index of the label's candidate.
    pub candidate: usize,
    /// Side of the word on which the label is drawn.
    pub side: Side,
    /// Rectangle of the label on the screen.
    pub rect: Rect,
}

/// Lays out at most `budget` candidate labels, in order, inside `area` and outside `blocked`.
pub(crate) fn place(area: Rect, blocked: &[Rect], candidates: &[Candidate], budget: usize) -> Vec<PlacedLabel> {
    let mut occupied = Occupied::new(area);
    for rect in blocked {
        occupied.take(*rect);
    }
    let mut placed = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if placed.len() >= budget && !candidate.forced {
            continue;
        }
        let sides = candidate.last.into_iter().chain(SIDES.into_iter().filter(|side| Some(*side) != candidate.last));
        let free = sides.map(|side| (side, beside(candidate, side))).find(|(_, rect)| {
            area.contains_rect(*rect) && occupied.is_free(rect.expand2(vec2(candidate.margin, 0.5 * candidate.margin)))
        });
        let side_and_rect = free.or_else(|| candidate.forced.then(|| (Side::Right, beside(candidate, Side::Right))));
        if let Some((side, rect)) = side_and_rect {
            occupied.take(rect);
            occupied.take(Rect::from_center_size(candidate.at, Vec2::splat(2.0 * candidate.gap)));
            placed.push(PlacedLabel { candidate: index, side, rect });
        }
    }
    placed
}

fn beside(candidate: &Candidate, side: Side) -> Rect {
    let (Vec2 { x: w, y: h }, gap, Pos2 { x, y }) = (candidate.size, candidate.gap, candidate.at);
    let min = match side {
        Side::Right => pos2(x + gap, y - 0.5 * h),
        Side::Left => pos2(x - gap - w, y - 0.5 * h),
        Side::Above => pos2(x - 0.5 * w, y - gap - h),
        Side::Below => pos2(x - 0.5 * w, y + gap),
    };
    Rect::from_min_size(min, candidate.size)
}

/// Grid of the cells that labels occupy.
struct Occupied {
    area: Rect,
    columns: usize,
    cells: Vec<bool>,
}

impl Occupied {
    fn new(area: Rect) -> Self {
        let columns = (area.width() / CELL).ceil().max(1.0) as usize;
        let rows = (area.height() / CELL).ceil().max(1.0) as usize;
        Self { area, columns, cells: vec![false; columns * rows] }
    }

    /// Row and column ranges of the grid cells that a rectangle touches.
    fn cells(&self, rect: Rect) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let rows = self.cells.len() / self.columns;
        let index = |from: f32, limit: usize| ((from / CELL).max(0.0) as usize).min(limit);
        let low = rect.min - self.area.min;
        let high = rect.max - self.area.min;
        (index(low.y, rows)..index(high.y + CELL, rows), index(low.x, self.columns)..index(high.x + CELL, self.columns))
    }

    fn is_free(&self, rect: Rect) -> bool {
        let (rows, columns) = self.cells(rect);
        rows.into_iter().all(|row| {
            let start = row * self.columns;
            !self.cells[start + columns.start..start + columns.end.max(columns.start)].contains(&true)
        })
    }

    fn take(&mut self, rect: Rect) {
        let (rows, columns) = self.cells(rect);
        for row in rows {
            let start = row * self.columns;
            self.cells[start + columns.start..start + columns.end.max(columns.start)].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area() -> Rect {
        Rect::from_min_size(pos2(50.0, 30.0), vec2(600.0, 400.0))
    }

    fn crowd(count: usize) -> Vec<Candidate> {
        (0..count)
            .map(|i| Candidate {
                word: i,
                at: pos2(350.0 + 280.0 * (i as f32 * 0.61).sin(), 230.0 + 180.0 * (i as f32 * 1.13).cos()),
                size: vec2(30.0 + (i % 5) as f32 * 9.0, 13.0),
                gap: 5.0,
                margin: 2.0,
                last: None,
                forced: false,
            })
            .collect()
    }

    #[test]
    fn labels_do_not_overlap_and_are_inside() {
        let blocked = [Rect::from_min_size(pos2(500.0, 40.0), vec2(120.0, 90.0))];
        let placed = place(area(), &blocked, &crowd(400), 1000);
        assert!(placed.len() > 60, "{}", placed.len());
        for (i, a) in placed.iter().enumerate() {
            assert!(area().contains_rect(a.rect) && !a.rect.intersects(blocked[0]));
            assert!(placed[..i].iter().all(|b| !a.rect.intersects(b.rect)));
        }
    }

    #[test]
    fn the_first_candidate_is_placed_and_the_budget_holds() {
        let placed = place(area(), &[], &crowd(400), 25);
        assert_eq!(placed.len(), 25);
        assert_eq!(placed[0].candidate, 0);
    }

    #[test]
    fn a_label_keeps_its_side_if_free() {
        let mut one = crowd(1);
        one[0].last = Some(Side::Below);
        assert_eq!(place(area(), &[], &one, 9)[0].side, Side::Below);
    }

    #[test]
    fn a_forced_label_is_placed_beyond_budget_and_border() {
        let mut two = crowd(2);
        two[1] = Candidate { at: area().max - vec2(3.0, 3.0), forced: true, ..two[1].clone() };
        assert_eq!(place(area(), &[], &two, 0).len(), 1);
    }

    #[test]
    fn non_finite_positions_do_not_panic() {
        let mut one = crowd(1);
        one[0].at = pos2(f32::NAN, f32::INFINITY);
        assert!(place(area(), &[Rect::NOTHING], &one, 9).is_empty());
    }
}
