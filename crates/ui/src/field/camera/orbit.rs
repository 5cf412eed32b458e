//! Orbit camera in space: turntable rotation with perspective around a target.
//!
//! The third axis points up. Lengths are in units of the drawn space, screen positions in points.

use egui::{Pos2, Rect, Vec2, pos2};

use crate::field::camera::view::Solid;

/// Half of the camera's field of view along the shorter side of the picture, in radians.
const HALF_ANGLE: f64 = 0.31;
/// Maximum pitch of the camera in radians.
const STEEPEST: f64 = 1.55;
/// Distance of the near plane, as a share of the distance to the target.
const NEAREST: f64 = 0.03;

/// Point or direction in space.
pub(crate) type Point = [f64; 3];

/// Dot product of two vectors in space.
pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Point `a + t b` on the line through `a` in the direction `b`.
pub(crate) fn along(a: Point, t: f64, b: Point) -> Point {
    [a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2]]
}

/// Orbit camera: target, distance and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orbit {
    /// Target of the camera, in the middle of the picture.
    pub target: Point,
    /// Distance from the camera to the target.
    pub distance: f64,
    /// Rotation of the camera about the third axis, in radians.
    pub yaw: f64,
    /// Elevation of the camera in radians, from -π/2 (from below) to π/2.
    pub pitch: f64,
}

impl Default for Orbit {
    fn default() -> Self {
        Self { target: [0.0; 3], distance: 4.0, yaw: -1.05, pitch: 0.38 }
    }
}

impl Orbit {
    /// Distance at which a box fits the picture for every yaw, with a margin in screen points.
    /// The distance is computed for the box, since a bounding sphere would leave much of the picture empty.
    pub fn distance_of(room: &Solid, pitch: f64, rect: Rect, margin: f64) -> f64 {
        let [x, y, half_height] = room.size().map(|side| 0.5 * side);
        let (half_width, (s, c)) = (x.hypot(y), pitch.abs().sin_cos());
        let room_for = |side: f32| (0.5 * f64::from(side) - margin).max(0.25 * f64::from(side)).max(1.0);
        let focus = Self::focus(rect);
        // The corner nearest to the camera appears largest.
        let upwards = focus * (half_height * c + half_width * s) / room_for(rect.height()) + half_width * c - half_height * s;
        let across = focus * half_width / room_for(rect.width()) + 0.3 * half_width;
        upwards.max(across).max(1e-9)
    }

    /// Unit vectors of the screen: to the right, up, and towards the camera.
    pub fn directions(&self) -> [Point; 3] {
        let ((ys, yc), (ps, pc)) = (self.yaw.sin_cos(), self.pitch.sin_cos());
        [[-ys, yc, 0.0], [-ps * yc, -ps * ys, pc], [pc * yc, pc * ys, ps]]
    }

    /// Position of the camera in space.
    pub fn eye(&self) -> Point {
        along(self.target, self.distance, self.directions()[2])
    }

    /// Focal length: screen points per unit of length at distance one.
    pub fn focus(rect: Rect) -> f64 {
        0.5 * f64::from(rect.size().min_elem().max(1.0)) / HALF_ANGLE.tan()
    }

    /// Mapping from space to screen position and depth, computed once for all points of a frame.
    /// Points behind the camera map to NaN.
    pub fn on_screen(&self, rect: Rect) -> impl Fn([f32; 3]) -> (Pos2, f32) + use<> {
        let centre = rect.center();
        let focus = Self::focus(rect) as f32;
        let [right, up, back] = self.directions().map(|axis| axis.map(|x| x as f32));
        let (target, distance, nearest) = (self.target.map(|x| x as f32), self.distance as f32, (NEAREST * self.distance) as f32);
        move |at| {
            let v = [at[0] - target[0], at[1] - target[1], at[2] - target[2]];
            let dot = |a: [f32; 3]| v[0] * a[0] + v[1] * a[1] + v[2] * a[2];
            let depth = distance - dot(back);
            if depth < nearest {
                return (pos2(f32::NAN, f32::NAN), f32::NAN);
            }
            let scale = focus / depth;
            (pos2(centre.x + scale * dot(right), centre.y - scale * dot(up)), depth)
        }
    }

    /// Depth of a point: its distance from the camera along the line of sight.
    pub fn depth(&self, at: Point) -> f64 {
        self.distance - dot(along(at, -1.0, self.target), self.directions()[2])
    }

    /// Displacement in space, parallel to the screen, for a displacement on the screen at a given depth.
    pub fn moved(&self, rect: Rect, by: Vec2, depth: f64) -> Point {
        let unit = depth / Self::focus(rect);
        let [right, up, _] = self.directions();
        let across = right.map(|x| x * unit * f64::from(by.x));
        along(across, -unit * f64::from(by.y), up)
    }

    /// Point of space behind a screen position, at the depth of the target.
    pub fn under(&self, rect: Rect, at: Pos2) -> Point {
        along(self.target, 1.0, self.moved(rect, at - rect.center(), self.distance))
    }

    /// Rotates the camera by screen points: half a turn along the shorter side.
    pub fn turn(&mut self, rect: Rect, by: Vec2) {
        let angle = std::f64::consts::PI / f64::from(rect.size().min_elem().max(1.0));
        self.yaw -= angle * f64::from(by.x);
        self.pitch = (self.pitch + angle * f64::from(by.y)).clamp(-STEEPEST, STEEPEST);
    }

    /// Pans the camera's target by screen points.
    pub fn pan(&mut self, rect: Rect, by: Vec2) {
        self.target = along(self.target, -1.0, self.moved(rect, by, self.distance));
    }

    /// Moves the camera closer by `factor`; the point below `about` keeps its screen position.
    pub fn zoom(&mut self, rect: Rect, factor: f64, about: Pos2) {
        let before = self.under(rect, about);
        self.distance = (self.distance / factor).clamp(1e-9, 1e9);
        let after = self.under(rect, about);
        self.target = along(along(self.target, 1.0, before), -1.0, after);
    }

    /// Camera interpolated towards `goal` by `share` (0..=1).
    pub fn towards(&self, goal: &Self, share: f64) -> Self {
        let mix = |a: f64, b: f64| a + share * (b - a);
        Self {
            target: [0, 1, 2].map(|k| mix(self.target[k], goal.target[k])),
            distance: mix(self.distance, goal.distance),
            yaw: mix(self.yaw, goal.yaw),
            pitch: mix(self.pitch, goal.pitch),
        }
    }

    /// Difference from another orbit, in shares of the picture.
    pub fn differs(&self, other: &Self) -> f64 {
        let moved = along(self.target, -1.0, other.target);
        let turned = (self.yaw - other.yaw).abs().max((self.pitch - other.pitch).abs());
        turned.max((dot(moved, moved).sqrt().max((self.distance - other.distance).abs())) / other.distance.max(1e-12))
    }
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    fn rect() -> Rect {
        Rect::from_min_size(pos2(10.0, 20.0), vec2(600.0, 400.0))
    }

    fn orbit() -> Orbit {
        Orbit { target: [0.3, -0.2, 1.0], distance: 5.0, ..Orbit::default() }
    }

    #[test]
    fn rotating_preserves_distances_and_the_target() {
        let points = [[0.3, -0.2, 1.0], [1.0, 2.0, -0.5], [-2.0, 0.4, 0.1]];
        let seen = |orbit: &Orbit| {
            let axes = orbit.directions();
            points.map(|p| axes.map(|axis| dot(along(p, -1.0, orbit.eye()), axis)))
        };
        let apart = |a: Point, b: Point| dot(along(a, -1.0, b), along(a, -1.0, b)).sqrt();
        for by in [vec2(120.0, -40.0), vec2(-700.0, 900.0)] {
            let (before, mut turned) = (orbit(), orbit());
            turned.turn(rect(), by);
            assert!(turned.pitch.abs() < 1.56);
            let (old, new) = (seen(&before), seen(&turned));
            for i in 0..3 {
                for j in 0..3 {
                    assert!((apart(old[i], old[j]) - apart(new[i], new[j])).abs() < 1e-9);
                }
            }
            let (middle, depth) = turned.on_screen(rect())([0.3, -0.2, 1.0]);
            assert!((middle - rect().center()).length() < 1e-3 && (depth - 5.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_box_is_visible_at_every_rotation() {
        let room = Solid { min: [-1.0, -0.4, 2.0], max: [2.0, 1.4, 3.0] };
        for (yaw, pitch) in (0..40).map(|i| (0.16 * f64::from(i), 0.07 * f64::from(i % 23) - 0.8)) {
            let distance = Orbit::distance_of(&room, pitch, rect(), 40.0);
            let see = Orbit { target: room.centre(), distance, yaw, pitch }.on_screen(rect());
            let corner = |bits: usize| [0, 1, 2].map(|k| if bits >> k & 1 == 1 { room.max[k] } else { room.min[k] } as f32);
            for bits in 0..8 {
                let (at, _) = see(corner(bits));
                assert!(rect().shrink(30.0).contains(at), "yaw {yaw} pitch {pitch}: {at:?}");
            }
        }
    }

    #[test]
    fn directions_are_orthonormal_and_the_third_axis_points_up() {
        let [right, up, back] = orbit().directions();
        for (a, b) in [(right, up), (right, back), (up, back)] {
            assert!(dot(a, b).abs() < 1e-12);
        }
        assert!([right, up, back].iter().all(|a| (dot(*a, *a) - 1.0).abs() < 1e-12) && up[2] > 0.0 && right[0] > 0.0);
        let see = orbit().on_screen(rect());
        assert!(see([0.0, 0.0, 1.0]).0.y < see([0.0, 0.0, 0.0]).0.y, "up is up");
    }

    #[test]
    fn near_points_are_larger_and_points_behind_the_camera_are_nan() {
        let orbit = orbit();
        let see = orbit.on_screen(rect());
        let f = |p: Point| p.map(|x| x as f32);
        let [right, _, back] = orbit.directions();
        let width = |depth: f64| {
            let middle = along(orbit.eye(), -depth, back);
            see(f(along(middle, 1.0, right))).0.x - see(f(middle)).0.x
        };
        assert!((width(2.0) / width(4.0) - 2.0).abs() < 1e-3);
        assert!(see(f(along(orbit.eye(), 1.0, back))).0.x.is_nan());
    }

    #[test]
    fn zooming_and_panning_keep_the_point_under_the_pointer() {
        let mut orbit = orbit();
        let about = pos2(200.0, 350.0);
        let point = orbit.under(rect(), about);
        let see = |orbit: &Orbit| orbit.on_screen(rect())(point.map(|x| x as f32)).0;
        orbit.zoom(rect(), 2.5, about);
        assert!((see(&orbit) - about).length() < 0.01);
        orbit.pan(rect(), vec2(30.0, -12.0));
        assert!((see(&orbit) - about - vec2(30.0, -12.0)).length() < 0.01);
    }
}
