//! Axes box of the word field in space: floor and back walls with grid lines at round values, numbers and axis names.
//!
//! Cost: about sixty lines and twenty short texts a frame.

use egui::{Align2, Color32, Context, FontId, Pos2, Rect, Shape, Stroke};

use crate::field::{
    camera::{
        orbit::{Orbit, Point, dot},
        view::Solid,
    },
    placement::projection::{Projection, beside},
};

/// Approximate number of grid lines across each wall of the axes box.
const LINES: f64 = 4.0;
/// Distances of the numbers and the axis names from an edge of the axes box, in screen points.
const NUMBER: f32 = 13.0;
const NAME: f32 = 34.0;

/// Round values within an interval, and the number of decimals by which they differ.
fn round_values(low: f64, high: f64) -> (Vec<f64>, usize) {
    let range = high - low;
    if !(range.is_finite() && range > 0.0) {
        return (Vec::new(), 0);
    }
    let rough = range / LINES;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough).unwrap_or(10.0 * power);
    let first = (low / step).ceil() as i64;
    let values = (first..first + 12).map(|i| i as f64 * step).take_while(|value| *value <= high + 1e-9 * range).collect();
    (values, (-step.log10().floor()).clamp(0.0, 6.0) as usize)
}

/// Corner of the axes box; `high`: which end of each axis.
fn corner(room: &Solid, high: [bool; 3]) -> Point {
    std::array::from_fn(|axis| if high[axis] { room.max[axis] } else { room.min[axis] })
}

/// Inputs for drawing the axes box.
pub(crate) struct AxesBox<'a> {
    /// Extent of the axes box in space.
    pub room: &'a Solid,
    /// Camera that views the axes box.
    pub orbit: &'a Orbit,
    /// Rectangle of the picture on the screen.
    pub rect: Rect,
    /// Colour of the axes box's lines and texts.
    pub ink: Color32,
    /// Text size of the axes box, in points.
    pub text: f32,
}

impl AxesBox<'_> {
    /// Appends the back walls of the axes box with grid lines, numbers and names of the axes to `shapes`.
    pub(crate) fn shapes(&self, ctx: &Context, words: &Projection, shapes: &mut Vec<Shape>) {
        let Self { room, orbit, rect, ink, .. } = *self;
        let see = orbit.on_screen(rect);
        let place = |at: Point| see(at.map(|x| x as f32)).0;
        let line = |a: Point, b: Point, strength: f32, shapes: &mut Vec<Shape>| {
            let ends = [place(a), place(b)];
            if ends.iter().all(|end| end.x.is_finite()) {
                shapes.push(Shape::line_segment(ends, Stroke::new(1.0, ink.gamma_multiply(strength))));
            }
        };
        let ticks: [(Vec<f64>, usize); 3] = std::array::from_fn(|axis| round_values(room.min[axis], room.max[axis]));
        let behind = self.walls_behind();
        for (axis, &far) in behind.iter().enumerate() {
            // The drawn wall across each axis is the one behind the words.
            let end = |high: bool| if high { room.max[axis] } else { room.min[axis] };
            let [a, b] = beside(axis);
            let on_wall = |x: f64, y: f64| {
                let mut at = [end(far); 3];
                (at[a], at[b]) = (x, y);
                at
            };
            for &x in &ticks[a].0 {
                line(on_wall(x, room.min[b]), on_wall(x, room.max[b]), 0.12, shapes);
            }
            for &y in &ticks[b].0 {
                line(on_wall(room.min[a], y), on_wall(room.max[a], y), 0.12, shapes);
            }
            for (from, to) in [([0, 0], [1, 0]), ([1, 0], [1, 1]), ([1, 1], [0, 1]), ([0, 1], [0, 0])] {
                let at = |[x, y]: [usize; 2]| on_wall([room.min[a], room.max[a]][x], [room.min[b], room.max[b]][y]);
                line(at(from), at(to), 0.22, shapes);
            }
        }
        for (axis, (values, digits)) in ticks.iter().enumerate() {
            self.edge(ctx, axis, (values, *digits), &words.name(axis), behind, shapes);
        }
    }

    /// Whether the back wall across each axis is at the upper end of the axis.
    fn walls_behind(&self) -> [bool; 3] {
        let eye = self.orbit.eye();
        let middle = self.room.centre();
        std::array::from_fn(|axis| eye[axis] < middle[axis])
    }

    /// Draws the numbers and the name of an axis along an outer edge of the axes box.
    fn edge(
        &self,
        ctx: &Context,
        axis: usize,
        (values, digits): (&[f64], usize),
        name: &str,
        behind: [bool; 3],
        shapes: &mut Vec<Shape>,
    ) {
        let see = self.orbit.on_screen(self.rect);
        let place = |at: Point| see(at.map(|x| x as f32)).0;
        let Some(from) = self.outer_edge(axis, behind) else { return };
        let mut to = from;
        to[axis] = self.room.max[axis];
        let (start, end, centre) = (place(from), place(to), place(self.room.centre()));
        if ![start, end, centre].iter().all(|p| p.x.is_finite() && p.y.is_finite()) || (end - start).length() < 40.0 {
            return;
        }
        // The text is moved outwards from the centre of the box, orthogonally to the edge.
        let mut away = (end - start).normalized().rot90();
        if away.dot(start + 0.5 * (end - start) - centre) < 0.0 {
            away = -away;
        }
        let mut put = |at: Pos2, by: f32, text: String, size: f32, strength: f32| {
            let font = FontId::proportional(size);
            let color = self.ink.gamma_multiply(strength);
            ctx.fonts_mut(|fonts| shapes.push(Shape::text(fonts, at + by * away, Align2::CENTER_CENTER, text, font, color)));
        };
        for &value in values {
            let mut at = from;
            at[axis] = value;
            put(place(at), NUMBER, format!("{value:.digits$}"), 0.8 * self.text, 0.65);
        }
        // A vertical edge needs space for the width of the name.
        let wide = 0.5 * away.x.abs() * 0.45 * self.text * name.chars().count() as f32;
        put(start + 0.5 * (end - start), NAME + wide, name.to_owned(), 0.9 * self.text, 0.9);
    }

    /// Lower end of the axes box's outer edge along an axis.
    /// Of the two silhouette edges, the outer edge is the lowest on the screen, or the leftmost for a vertical axis.
    fn outer_edge(&self, axis: usize, behind: [bool; 3]) -> Option<Point> {
        let see = self.orbit.on_screen(self.rect);
        let [a, b] = beside(axis);
        let [_, up, _] = self.orbit.directions();
        let mut unit = [0.0; 3];
        unit[axis] = 1.0;
        let upright = dot(unit, up).abs() > 0.8;
        [false, true]
            .into_iter()
            .map(|first| {
                let mut high = [false; 3];
                // Exactly one of the two adjacent walls is a back wall, on the silhouette.
                (high[a], high[b]) = if first { (behind[a], !behind[b]) } else { (!behind[a], behind[b]) };
                let low = corner(self.room, high);
                let mut middle = low;
                middle[axis] = self.room.centre()[axis];
                (low, see(middle.map(|x| x as f32)).0)
            })
            .filter(|(_, at)| at.x.is_finite())
            .max_by(|(_, a), (_, b)| if upright { b.x.total_cmp(&a.x) } else { a.y.total_cmp(&b.y) })
            .map(|(low, _)| low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values_are_within_the_range_and_distinct() {
        for (low, high) in [(-1.3, 2.2), (0.001, 0.0017), (-730.0, 12_000.0), (3.0, 3.5)] {
            let (values, digits) = round_values(low, high);
            assert!((3..=7).contains(&values.len()), "{values:?}");
            assert!(values.iter().all(|value| *value >= low - 1e-9 && *value <= high + 1e-9));
            let mut texts: Vec<String> = values.iter().map(|value| format!("{value:.digits$}")).collect();
            texts.dedup();
            assert_eq!(texts.len(), values.len(), "{texts:?}");
        }
        assert!(round_values(1.0, 1.0).0.is_empty() && round_values(f64::NAN, 1.0).0.is_empty());
    }
}
