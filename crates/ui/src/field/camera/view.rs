//! Visible part of the plane or of space: robust fit to the words, and zoom and pan in the plane.
//!
//! The fit covers the central 98 % of the words along each axis, so that outliers do not shrink the rest.
//! Cost: two selections over at most 8,192 words.

use egui::{Pos2, Rect, Vec2, pos2};

/// Maximum number of words sampled for the fit of the view.
const SAMPLE: usize = 8_192;

/// Share of the words that lie outside the fit at each end of an axis.
const TAIL: f64 = 0.01;

/// Axis-aligned rectangle in the plane, or box in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent<const D: usize = 2> {
    /// Lower end of the extent along each axis.
    pub min: [f64; D],
    /// Upper end of the extent along each axis.
    pub max: [f64; D],
}

/// Axis-aligned box in three dimensions.
pub(crate) type Solid = Extent<3>;

impl<const D: usize> Extent<D> {
    /// Extent from -1 to 1 along each axis.
    pub const UNIT: Self = Self { min: [-1.0; D], max: [1.0; D] };

    /// Length of the extent along each axis.
    pub fn size(&self) -> [f64; D] {
        std::array::from_fn(|axis| self.max[axis] - self.min[axis])
    }

    /// Centre of the extent.
    pub fn centre(&self) -> [f64; D] {
        std::array::from_fn(|axis| 0.5 * (self.min[axis] + self.max[axis]))
    }

    /// Extent with the same centre and its sides multiplied by `factor`.
    pub fn grown(&self, factor: f64) -> Self {
        let (centre, size) = (self.centre(), self.size());
        let side = |sign: f64| std::array::from_fn(|axis| centre[axis] + sign * 0.5 * factor * size[axis]);
        Self { min: side(-1.0), max: side(1.0) }
    }

    /// Extent interpolated towards `target` by `share` (0..=1).
    pub fn towards(&self, target: &Self, share: f64) -> Self {
        let mix = |a: &[f64; D], b: &[f64; D]| std::array::from_fn(|axis| a[axis] + share * (b[axis] - a[axis]));
        Self { min: mix(&self.min, &target.min), max: mix(&self.max, &target.max) }
    }

    /// Largest difference of an edge from another extent's, relative to the size.
    pub fn differs(&self, other: &Self) -> f64 {
        let size = self.size().into_iter().fold(1e-12, f64::max);
        (0..D).map(|k| (self.min[k] - other.min[k]).abs().max((self.max[k] - other.max[k]).abs())).fold(0.0, f64::max) / size
    }

    /// Half the length of the extent's diagonal.
    pub fn radius(&self) -> f64 {
        0.5 * self.size().into_iter().map(|side| side * side).sum::<f64>().sqrt()
    }

    /// Whether a point is inside the extent.
    pub fn holds(&self, at: [f64; D]) -> bool {
        (0..D).all(|axis| at[axis] >= self.min[axis] && at[axis] <= self.max[axis])
    }
}

/// Extent of the central 98 % of `count` points along each axis, with a margin for labels.
pub(crate) fn robust_extent<const D: usize>(count: usize, at: impl Fn(usize) -> [f32; D]) -> Extent<D> {
    let stride = count.div_ceil(SAMPLE).max(1);
    let mut out = Extent::UNIT;
    for axis in 0..D {
        let mut values: Vec<f32> = (0..count).step_by(stride).map(|word| at(word)[axis]).filter(|x| x.is_finite()).collect();
        if values.is_empty() {
            continue;
        }
        let last = values.len() - 1;
        let low_rank = (TAIL * last as f64).floor() as usize;
        let low = f64::from(*values.select_nth_unstable_by(low_rank, f32::total_cmp).1);
        let high = f64::from(*values.select_nth_unstable_by(last - low_rank, f32::total_cmp).1);
        (out.min[axis], out.max[axis]) = (low, high);
    }
    let widest = out.size().into_iter().fold(1e-6, f64::max);
    for axis in 0..D {
        // Words on a line or in one point need a minimum extent around them.
        let lack = (0.2 * widest - out.size()[axis]).max(0.0);
        out.min[axis] -= 0.5 * lack + 0.06 * widest;
        out.max[axis] += 0.5 * lack + 0.06 * widest;
    }
    out
}

/// View of the plane: centre and scale of the visible part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Point of the plane in the middle of the picture.
    pub centre: [f64; 2],
    /// Scale of the view: plane units per screen point, along each axis.
    pub scale: [f64; 2],
}

impl View {
    /// View that shows all of `extent` on `size` screen points, with the same scale on both axes if `equal`.
    pub fn fit(extent: &Extent, size: Vec2, equal: bool) -> Self {
        let [w, h] = extent.size();
        let mut scale = [w / f64::from(size.x.max(1.0)), h / f64::from(size.y.max(1.0))];
        if equal {
            scale = [scale[0].max(scale[1]); 2];
        }
        let centre = [0.5 * (extent.min[0] + extent.max[0]), 0.5 * (extent.min[1] + extent.max[1])];
        Self { centre, scale: scale.map(|s| s.max(1e-12)) }
    }

    /// Extent of the plane that is visible on `size` screen points.
    pub fn extent(&self, size: Vec2) -> Extent {
        let half = [0.5 * f64::from(size.x) * self.scale[0], 0.5 * f64::from(size.y) * self.scale[1]];
        let [x, y] = self.centre;
        Extent { min: [x - half[0], y - half[1]], max: [x + half[0], y + half[1]] }
    }

    /// Mapping from the plane to the screen, computed once for all points of a frame.
    pub fn on_screen(&self, rect: Rect) -> impl Fn([f32; 2]) -> Pos2 + use<> {
        let slope = [1.0 / self.scale[0], -1.0 / self.scale[1]];
        let middle = rect.center();
        let start = [f64::from(middle.x) - self.centre[0] * slope[0], f64::from(middle.y) - self.centre[1] * slope[1]];
        move |at| pos2((f64::from(at[0]) * slope[0] + start[0]) as f32, (f64::from(at[1]) * slope[1] + start[1]) as f32)
    }

    /// Point of the plane at a screen position.
    pub fn to_plane(self, rect: Rect, at: Pos2) -> [f64; 2] {
        let offset = at - rect.center();
        [self.centre[0] + f64::from(offset.x) * self.scale[0], self.centre[1] - f64::from(offset.y) * self.scale[1]]
    }

    /// Pans the view by screen points.
    pub fn pan(&mut self, by: Vec2) {
        self.centre[0] -= f64::from(by.x) * self.scale[0];
        self.centre[1] += f64::from(by.y) * self.scale[1];
    }

    /// Magnifies the view by `factor`; the point below `about` keeps its screen position.
    pub fn zoom(&mut self, rect: Rect, factor: f64, about: Pos2) {
        let before = self.to_plane(rect, about);
        self.scale = self.scale.map(|s| (s / factor).clamp(1e-9, 1e9));
        let after = self.to_plane(rect, about);
        self.centre = [self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1]];
    }

    /// View interpolated towards `goal` by `share` (0..=1); a point at the same screen position in both views does not move.
    pub fn towards(&self, goal: &Self, share: f64) -> Self {
        let mix = |a: [f64; 2], b: [f64; 2]| [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
        Self { centre: mix(self.centre, goal.centre), scale: mix(self.scale, goal.scale) }
    }

    /// Difference between two views, in screen points and shares of the scale.
    pub fn differs(&self, other: &Self) -> f64 {
        let apart = |k: usize| {
            let moved = (self.centre[k] - other.centre[k]).abs() / other.scale[k];
            moved.max(1e3 * (self.scale[k] / other.scale[k] - 1.0).abs())
        };
        apart(0).max(apart(1))
    }

    /// Screen rectangle that shows an extent of the plane.
    pub fn rect_of(&self, rect: Rect, extent: &Extent) -> Rect {
        let corner = |x: f64, y: f64| {
            let across = (x - self.centre[0]) / self.scale[0];
            let up = (y - self.centre[1]) / self.scale[1];
            pos2(rect.center().x + across as f32, rect.center().y - up as f32)
        };
        Rect::from_two_pos(corner(extent.min[0], extent.min[1]), corner(extent.max[0], extent.max[1]))
    }
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    fn rect() -> Rect {
        Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 200.0))
    }

    #[test]
    fn an_outlier_does_not_shrink_the_rest() {
        let mut at: Vec<[f32; 2]> = (0..2000).map(|i| [(i as f32 * 0.37).sin(), (i as f32 * 0.73).cos()]).collect();
        at.push([900.0, -900.0]);
        let extent = robust_extent(at.len(), |word| at[word]);
        assert!(extent.max[0] < 1.5 && extent.min[1] > -1.5, "{extent:?}");
        assert!(extent.min[0] < -0.95 && extent.max[1] > 0.95, "{extent:?}");
    }

    #[test]
    fn every_input_has_a_finite_extent() {
        for at in [vec![], vec![[3.0, 3.0]], vec![[f32::NAN, 1.0]], vec![[2.0, 5.0]; 9]] {
            let [w, h] = robust_extent(at.len(), |word| at[word]).size();
            assert!(w > 0.0 && h > 0.0 && w.is_finite() && h.is_finite(), "{at:?}");
        }
    }

    #[test]
    fn the_whole_extent_is_visible_with_equal_scales() {
        let extent = Extent { min: [-1.0, -3.0], max: [2.0, 1.0] };
        let view = View::fit(&extent, rect().size(), true);
        let seen = view.extent(rect().size());
        assert!(seen.min[0] <= -1.0 && seen.max[0] >= 2.0 && seen.min[1] <= -3.0 + 1e-9 && seen.max[1] >= 1.0 - 1e-9);
        assert!((view.scale[0] - view.scale[1]).abs() < 1e-12);
    }

    #[test]
    fn screen_and_plane_mappings_are_inverse() {
        let view = View::fit(&Extent { min: [0.0, 0.0], max: [4.0, 2.0] }, rect().size(), true);
        let back = view.to_plane(rect(), view.on_screen(rect())([1.0, 0.5]));
        assert!((back[0] - 1.0).abs() < 1e-4 && (back[1] - 0.5).abs() < 1e-4);
        assert!(view.on_screen(rect())([1.0, 1.0]).y < view.on_screen(rect())([1.0, 0.0]).y);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = View::fit(&Extent { min: [0.0, 0.0], max: [4.0, 2.0] }, rect().size(), true);
        let about = pos2(60.0, 50.0);
        let before = view.to_plane(rect(), about);
        view.zoom(rect(), 3.0, about);
        let after = view.to_plane(rect(), about);
        assert!((before[0] - after[0]).abs() < 1e-9 && (before[1] - after[1]).abs() < 1e-9);
        view.pan(vec2(10.0, 5.0));
        let panned = view.on_screen(rect())([before[0] as f32, before[1] as f32]);
        assert!((panned - about - vec2(10.0, 5.0)).length() < 1e-2);
    }
}
