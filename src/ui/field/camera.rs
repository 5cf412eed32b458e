//! Following the words, and the gestures that leave off following them.
//!
//! The picture follows a robust fit of the words, smoothly. Scrolling or pinching zooms, dragging pans, `+`, `-` and `0`
//! zoom and reset while the pointer is over the picture or it has focus, and the arrow keys pan while it has focus
//! (reached by Tab). Any of these ends the following until a double click or `0` resets the view.

use eframe::egui::{Context, EventFilter, Key, Modifiers, Rect, Response, Vec2, vec2};

use super::view::{Extent, View, robust_extent};

/// Seconds in which the view covers most of the way to a new fit.
const SETTLE: f64 = 0.35;

/// What part of the plane is shown, and why.
#[derive(Debug, Default)]
pub struct Camera {
    target: Option<Extent>,
    home: Option<Extent>,
    own: Option<View>,
}

impl Camera {
    /// Forgets everything: another run begins.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Takes note of where the words are now.
    pub fn words_moved(&mut self, at: &[[f32; 2]]) {
        self.target = Some(robust_extent(at));
    }

    /// Whether the view follows the words.
    pub fn follows(&self) -> bool {
        self.own.is_none()
    }

    /// Follows the words again.
    pub fn follow(&mut self) {
        self.own = None;
    }

    /// The fit the view follows.
    pub fn home(&self) -> Extent {
        self.home.or(self.target).unwrap_or(Extent { min: [-1.0; 2], max: [1.0; 2] })
    }

    /// The view of this frame, `equal` scales or not; `still` jumps instead of gliding.
    pub fn frame(&mut self, ctx: &Context, response: &Response, equal: bool, still: bool) -> View {
        let rect = response.rect;
        self.glide(ctx, still);
        let fitted = View::fit(&self.home(), rect.size(), equal);
        if response.double_clicked() {
            self.own = None;
        }
        let mut view = self.own.unwrap_or(fitted);
        let before = view;
        if response.dragged() {
            view.pan(response.drag_delta());
        }
        if response.hovered() {
            let (scroll, pinch) = ctx.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
            let factor = f64::from(pinch) * (f64::from(scroll.y) * 0.003).exp();
            if let Some(pointer) = response.hover_pos().filter(|_| (factor - 1.0).abs() > 1e-6) {
                view.zoom(rect, factor, pointer);
            }
        }
        if self.keys(ctx, response, rect, &mut view) {
            view = fitted;
            self.own = None;
        } else if view != before {
            self.own = Some(view);
        }
        view
    }

    fn glide(&mut self, ctx: &Context, still: bool) {
        let (Some(target), Some(home)) = (self.target, self.home) else {
            self.home = self.target;
            return;
        };
        if still || target.differs(&home) < 1e-3 {
            self.home = Some(target);
            return;
        }
        let dt = f64::from(ctx.input(|i| i.stable_dt)).clamp(0.0, 0.1);
        self.home = Some(home.towards(&target, 1.0 - (-dt / SETTLE).exp()));
        ctx.request_repaint();
    }

    /// Applies the keys; true when the view is to be reset.
    #[allow(clippy::unused_self)]
    fn keys(&self, ctx: &Context, response: &Response, rect: Rect, view: &mut View) -> bool {
        let focused = response.has_focus();
        if ctx.text_edit_focused() || !(focused || response.hovered()) {
            return false;
        }
        let about = response.hover_pos().unwrap_or_else(|| rect.center());
        let (mut zoom, mut reset, mut pan) = (0, false, Vec2::ZERO);
        ctx.input_mut(|input| {
            let mut hit = |key| input.consume_key(Modifiers::NONE, key);
            zoom += i32::from(hit(Key::Plus)) + i32::from(hit(Key::Equals)) - i32::from(hit(Key::Minus));
            reset = hit(Key::Num0);
            if focused {
                let step = 0.1 * rect.size().min_elem();
                let arrows = [
                    (Key::ArrowLeft, vec2(step, 0.0)),
                    (Key::ArrowRight, vec2(-step, 0.0)),
                    (Key::ArrowUp, vec2(0.0, step)),
                    (Key::ArrowDown, vec2(0.0, -step)),
                ];
                pan = arrows.into_iter().filter(|(key, _)| hit(*key)).fold(Vec2::ZERO, |sum, (_, by)| sum + by);
            }
        });
        if focused {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ctx.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        }
        if zoom != 0 {
            view.zoom(rect, 1.25_f64.powi(zoom), about);
        }
        if pan != Vec2::ZERO {
            view.pan(pan);
        }
        reset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_fit_is_taken_at_once_and_later_ones_are_approached() {
        let ctx = Context::default();
        let mut camera = Camera::default();
        camera.words_moved(&[[0.0, 0.0], [1.0, 1.0]]);
        camera.glide(&ctx, false);
        let first = camera.home();
        camera.words_moved(&[[0.0, 0.0], [9.0, 9.0]]);
        camera.glide(&ctx, false);
        let second = camera.home();
        assert!(second.max[0] > first.max[0] && second.max[0] < 5.0, "{second:?}");
        camera.glide(&ctx, true);
        assert!(camera.home().max[0] > 9.0);
        camera.reset();
        assert!(camera.follows() && camera.home().max[0] < 2.0);
    }
}
