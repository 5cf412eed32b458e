//! Navigation input of one frame: pointer, wheel, and keys while the word field has the focus.
//!
//! Dragging pans the plane and rotates space; with Shift, or with the middle or right button, dragging pans in both.
//! Scrolling and pinching zoom. A double click fits.
//! `+`, `-` and `0` zoom and fit while the picture is hovered or has the focus (by Tab).
//! Arrow keys act like dragging while the picture has the focus. A primary drag navigates only with the tool Pan.

use egui::{Context, Key, Modifiers, PointerButton, Pos2, Response, Vec2, vec2};

use crate::focus::keep_arrows;
use wordfield_state::Tool;

/// Navigation input of one frame, in screen points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PointerInput {
    /// Displacement of the view, in screen points.
    pub pan: Vec2,
    /// Rotation in space, in screen points.
    pub turn: Vec2,
    /// Magnification factor of the input in this frame.
    pub zoom: f64,
    /// Fixed point of the zoom, on the screen.
    pub about: Pos2,
    /// Whether to fit the view to all words.
    pub fit: bool,
    /// Whether the view moves immediately, without animation.
    pub direct: bool,
}

impl PointerInput {
    /// Reads the frame's pointer and key events, and consumes the keys of the picture.
    pub(crate) fn read(ctx: &Context, response: &Response, deep: bool, tool: Tool) -> Self {
        let about = response.hover_pos().unwrap_or_else(|| response.rect.center());
        let (mut pan, mut turn) = (Vec2::ZERO, Vec2::ZERO);
        let shift = ctx.input(|input| input.modifiers.shift);
        let other = response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary);
        let primary = response.dragged_by(PointerButton::Primary) && tool == Tool::View;
        if other || (primary && (!deep || shift)) {
            pan = response.drag_delta();
        } else if primary {
            turn = response.drag_delta();
        }
        let mut zoom = 1.0;
        if response.hovered() {
            let (scroll, pinch) = ctx.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
            zoom = f64::from(pinch) * (f64::from(scroll.y) * 0.003).exp();
        }
        let mut input = Self { pan, turn, zoom, about, fit: response.double_clicked(), direct: false };
        input.direct = pan != Vec2::ZERO || turn != Vec2::ZERO || input.zooms();
        input.keys(ctx, response, deep);
        input
    }

    /// Whether the input changes the magnification.
    pub(crate) fn zooms(&self) -> bool {
        (self.zoom - 1.0).abs() > 1e-6
    }

    fn keys(&mut self, ctx: &Context, response: &Response, deep: bool) {
        let focused = response.has_focus();
        if ctx.text_edit_focused() || !(focused || response.hovered()) {
            return;
        }
        let step = 0.1 * response.rect.size().min_elem();
        ctx.input_mut(|input| {
            let mut hits = |key| input.count_and_consume_key(Modifiers::NONE, key);
            let steps = hits(Key::Plus) as f64 + hits(Key::Equals) as f64 - hits(Key::Minus) as f64;
            self.zoom *= 1.25_f64.powf(steps);
            self.fit |= hits(Key::Num0) > 0;
            if !focused {
                return;
            }
            // Shift is tested first: a key consumed without modifiers would match with Shift too.
            for (modifiers, pans) in [(Modifiers::SHIFT, true), (Modifiers::NONE, !deep)] {
                let arrows = [
                    (Key::ArrowLeft, vec2(step, 0.0)),
                    (Key::ArrowRight, vec2(-step, 0.0)),
                    (Key::ArrowUp, vec2(0.0, step)),
                    (Key::ArrowDown, vec2(0.0, -step)),
                ];
                let steps = arrows.into_iter().map(|(key, by)| input.count_and_consume_key(modifiers, key) as f32 * by);
                let by = steps.fold(Vec2::ZERO, |sum, by| sum + by);
                if pans {
                    self.pan += by;
                } else {
                    self.turn += by;
                }
            }
        });
        if focused {
            keep_arrows(response);
        }
    }
}
