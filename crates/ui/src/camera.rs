//! Camera of a picture: maps its coordinates to the screen, with pan and zoom in the plane and rotation in space.

use egui::{Key, PointerButton, Pos2, Rect, Response, Ui, Vec2, vec2};
use ndarray::Array2;

use crate::focus::arrows;

/// Share of points at each end of an axis that may lie outside the fitted view.
const TAIL: f64 = 0.002;
/// Share of half the picture's side that the fitted points fill.
const FILLED: f32 = 0.92;
/// Smallest and largest magnification of the camera, relative to the fit.
const ZOOM: [f32; 2] = [0.5, 400.0];
/// Initial direction of view: yaw and pitch in radians.
const DIRECTION: [f32; 2] = [0.5, 0.35];
/// Rotation of the camera in radians: for a drag of one point, and for one key press.
const TURN: [f32; 2] = [0.008, 0.12];
/// Distance that an arrow key pans the picture, in points.
const STEP: f32 = 40.0;

/// Camera of a picture: magnification, displacement and rotation, which define the visible part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Camera {
    /// Magnification relative to the fit of all points.
    pub zoom: f32,
    /// Displacement of the picture's centre at magnification 1, in half sides of the picture.
    pub shift: Vec2,
    /// Yaw and pitch of the camera in space, in radians.
    pub turn: [f32; 2],
}

impl Default for Camera {
    fn default() -> Self {
        Self { zoom: 1.0, shift: Vec2::ZERO, turn: DIRECTION }
    }
}

/// Centre and half width of the points along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    centre: [f32; 3],
    half: [f32; 3],
}

impl Extent {
    /// Extent of the points along each axis, without the outermost ones.
    pub(crate) fn of(at: &Array2<f32>) -> Self {
        let mut extent = Self { centre: [0.0; 3], half: [1e-6; 3] };
        for (axis, column) in at.columns().into_iter().enumerate().take(3) {
            let mut values: Vec<f32> = column.iter().copied().filter(|value| value.is_finite()).collect();
            let Some(last) = values.len().checked_sub(1) else { continue };
            let tail = (TAIL * last as f64) as usize;
            let low = *values.select_nth_unstable_by(tail, f32::total_cmp).1;
            let high = *values.select_nth_unstable_by(last - tail, f32::total_cmp).1;
            (extent.centre[axis], extent.half[axis]) = (0.5 * (low + high), (0.5 * (high - low)).max(1e-6));
        }
        extent
    }

    /// Index of the interval that contains a coordinate, if the axis is divided into `parts` equal intervals.
    pub(crate) fn part(&self, axis: usize, value: f32, parts: usize) -> usize {
        let share = 0.5 + 0.5 * (value - self.centre[axis]) / self.half[axis];
        ((share * parts as f32).max(0.0) as usize).min(parts - 1)
    }

    /// End points of three axes through the centre (6 × 3).
    pub(crate) fn axes(&self) -> Array2<f32> {
        Array2::from_shape_fn((6, 3), |(end, axis)| {
            let reach = if end / 2 == axis { self.half[axis] } else { 0.0 };
            self.centre[axis] + if end % 2 == 0 { -reach } else { reach }
        })
    }
}

impl Camera {
    /// Zooms, pans and rotates the camera by pointer and keys; in `space`, dragging and arrow keys rotate.
    pub(crate) fn steer(&mut self, ui: &Ui, response: &Response, space: bool) {
        let rect = response.rect;
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        let drag = response.drag_delta();
        if drag != Vec2::ZERO {
            if space && response.dragged_by(PointerButton::Primary) {
                self.turn([drag.x * TURN[0], drag.y * TURN[0]]);
            } else {
                self.pan(rect, drag);
            }
        }
        if response.double_clicked() {
            *self = Self::default();
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = (0.004 * scroll).exp() * pinch;
            if (factor - 1.0).abs() > 1e-4 {
                self.zoom_at(rect, at, factor);
            }
        }
        if response.has_focus() {
            let by = arrows(response);
            let pressed = |key: Key| ui.input(|input| input.num_presses(key)) as f32;
            if space {
                self.turn([by.x * TURN[1], by.y * TURN[1]]);
            } else {
                self.pan(rect, -by * STEP);
            }
            let zoom = pressed(Key::Plus) + pressed(Key::Equals) - pressed(Key::Minus);
            if zoom != 0.0 {
                self.zoom_at(rect, rect.center(), 1.3_f32.powf(zoom));
            }
        }
    }

    /// Zooms by a factor around a screen position.
    fn zoom_at(&mut self, rect: Rect, at: Pos2, factor: f32) {
        let zoom = (self.zoom * factor).clamp(ZOOM[0], ZOOM[1]);
        let from_centre = (at - rect.center()) / side(rect);
        self.shift = from_centre / zoom - from_centre / self.zoom + self.shift;
        self.zoom = zoom;
    }

    /// Pans the picture by a distance on the screen.
    pub(crate) fn pan(&mut self, rect: Rect, by: Vec2) {
        self.shift += by / side(rect) / self.zoom;
    }

    /// Rotates the camera in space, by yaw and pitch in radians.
    pub(crate) fn turn(&mut self, by: [f32; 2]) {
        self.turn = [self.turn[0] + by[0], (self.turn[1] + by[1]).clamp(-1.5, 1.5)];
    }

    /// Screen positions of all points and, in space, their depths from 0 (near) to 1 (far).
    pub(crate) fn place(&self, rect: Rect, extent: &Extent, at: &Array2<f32>, places: &mut Vec<Pos2>, depths: &mut Vec<f32>) {
        places.clear();
        depths.clear();
        let axes = at.ncols();
        let half = extent.half.iter().take(axes).copied().fold(1e-6, f32::max);
        let spread = if axes > 2 {
            1.0 / (half * 1.1)
        } else {
            // Both axes of the plane have the same unit.
            let fit = (0.5 * rect.width() / extent.half[0]).min(0.5 * rect.height() / extent.half[1]);
            fit / side(rect)
        };
        let scale = FILLED * side(rect) * spread * self.zoom;
        let origin = rect.center() + self.shift * side(rect) * self.zoom;
        let [(yaw_sin, yaw_cos), (pitch_sin, pitch_cos)] = self.turn.map(f32::sin_cos);
        for row in at.outer_iter() {
            let of = |axis: usize| row.get(axis).map_or(0.0, |value| value - extent.centre[axis]);
            if axes > 2 {
                let (x, y, z) = (of(0), of(1), of(2));
                let (across, deep) = (yaw_cos * x - yaw_sin * z, yaw_sin * x + yaw_cos * z);
                let (up, deep) = (pitch_cos * y - pitch_sin * deep, pitch_sin * y + pitch_cos * deep);
                places.push(origin + vec2(across, -up) * scale);
                depths.push((0.5 + 0.4 * deep / half).clamp(0.0, 1.0));
            } else {
                places.push(origin + vec2(of(0), -of(1)) * scale);
            }
        }
    }
}

/// Half of the shorter side of a rectangle.
fn side(rect: Rect) -> f32 {
    (0.5 * rect.width().min(rect.height())).max(1.0)
}

#[cfg(test)]
mod tests {
    use egui::pos2;
    use ndarray::array;

    use super::*;

    fn placed(camera: &Camera, at: &Array2<f32>) -> (Vec<Pos2>, Vec<f32>) {
        let (mut places, mut depths) = (Vec::new(), Vec::new());
        camera.place(RECT, &Extent::of(at), at, &mut places, &mut depths);
        (places, depths)
    }

    const RECT: Rect = Rect { min: pos2(100.0, 50.0), max: pos2(700.0, 450.0) };

    #[test]
    fn all_words_fit_and_axes_keep_one_unit() {
        let at = array![[0.0, 0.0], [10.0, 0.0], [0.0, 4.0], [10.0, 4.0]];
        let (places, depths) = placed(&Camera::default(), &at);
        assert!(places.iter().all(|place| RECT.contains(*place)) && depths.is_empty());
        let (across, up) = (places[1].x - places[0].x, places[0].y - places[2].y);
        assert!((across / up - 2.5).abs() < 1e-3 && across > 0.85 * RECT.width());
        let space = array![[1.0, 2.0, 3.0], [-3.0, 1.0, 0.0], [0.0, -2.0, 1.0], [2.0, 2.0, -3.0]];
        for step in 0..12_u8 {
            let camera = Camera { turn: [0.5 * f32::from(step), 0.4], ..Camera::default() };
            let (places, depths) = placed(&camera, &space);
            assert!(places.iter().all(|place| RECT.expand(120.0).contains(*place)) && depths.len() == 4);
        }
    }

    #[test]
    fn zooming_keeps_the_word_under_the_pointer_and_panning_moves_it() {
        let at = array![[0.0, 0.0], [1.0, 3.0], [2.0, -1.0]];
        let mut camera = Camera::default();
        for _ in 0..3 {
            let before = placed(&camera, &at).0[1];
            camera.zoom_at(RECT, before, 1.7);
            assert!(placed(&camera, &at).0[1].distance(before) < 0.1);
        }
        let before = placed(&camera, &at).0[2];
        camera.pan(RECT, vec2(12.0, -5.0));
        assert!(placed(&camera, &at).0[2].distance(before + vec2(12.0, -5.0)) < 0.1);
    }

    #[test]
    fn one_word_and_equal_words_have_a_place() {
        for at in [array![[3.0, 3.0]], array![[1.0, 1.0], [1.0, 1.0]]] {
            let places = placed(&Camera::default(), &at).0;
            assert!(places.iter().all(|place| place.distance(RECT.center()) < 1.0), "{places:?}");
        }
    }
}
