//! Keyboard focus: a ring around the focused control, and the parts of the window through which a key cycles.

use egui::{
    Context, EventFilter, Id, Key, LayerId, Memory, Order, Painter, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2,
    WidgetInfo, accesskit, vec2,
};

/// Names of the window's parts, in the order of the focus cycle.
pub(crate) const PARTS: [&str; 9] = [
    "menu",
    "rail",
    "panel data",
    "panel model",
    "panel classes",
    "panel centre",
    "panel inspector",
    "panel curves",
    "panel run",
];

fn place(name: &str) -> Id {
    Id::unique(("part of the window", name))
}

/// Names the window part that `ui` draws, and makes it focusable.
pub(crate) fn part(ui: &mut Ui, name: &str) {
    let rect = ui.max_rect();
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(Role::Group);
        node.set_label(name);
        let [x0, y0, x1, y1] = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f64::from);
        node.set_bounds(accesskit::Rect { x0, y0, x1, y1 });
    });
    if PARTS.contains(&name) {
        let whole = ui.interact(rect, place(name), Sense::focusable_noninteractive());
        whole.widget_info(|| WidgetInfo::labeled(Role::Group, true, format!("all of {name}")));
    }
}

/// Moves the focus to the next visible part of the window.
pub(crate) fn next_part(ctx: &Context) {
    let drawn = |name: &&&str| ctx.read_response(place(name)).is_some();
    let parts: Vec<&str> = PARTS.iter().filter(drawn).copied().collect();
    let focused = ctx.memory(Memory::focused).and_then(|id| ctx.read_response(id)).map(|response| response.rect.center());
    let holds = |name: &&str| focused.is_some_and(|at| ctx.read_response(place(name)).is_some_and(|part| part.rect.contains(at)));
    let next = parts.iter().position(holds).map_or(0, |now| (now + 1) % parts.len().max(1));
    if let Some(name) = parts.get(next) {
        ctx.memory_mut(|memory| memory.request_focus(place(name)));
    }
}

/// Visible rectangle of the focused control; `None` for text fields and for controls scrolled out of view.
fn in_sight(ctx: &Context) -> Option<Rect> {
    let id = ctx.memory(Memory::focused).filter(|_| !ctx.text_edit_focused())?;
    let seen = ctx.read_response(id)?.interact_rect.intersect(ctx.content_rect());
    seen.is_positive().then_some(seen)
}

/// Draws a frame along the edge of a picture that has the focus.
pub(crate) fn frame(painter: &Painter, picture: &Response, corner: f32) {
    if picture.has_focus() {
        let stroke = painter.ctx().global_style().visuals.selection.stroke;
        painter.rect_stroke(picture.rect, corner, stroke, StrokeKind::Inside);
    }
}

/// Number of presses of the arrow keys to the right and down on a focused picture; the focus does not move.
pub(crate) fn arrows(picture: &Response) -> Vec2 {
    keep_arrows(picture);
    let pressed = |key: Key| picture.ctx.input(|input| input.num_presses(key)) as f32;
    vec2(pressed(Key::ArrowRight) - pressed(Key::ArrowLeft), pressed(Key::ArrowDown) - pressed(Key::ArrowUp))
}

/// Leaves the arrow keys to a focused picture, so that they do not move the focus.
pub(crate) fn keep_arrows(picture: &Response) {
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    picture.ctx.memory_mut(|memory| memory.set_focus_lock_filter(picture.id, filter));
}

/// Draws a ring around the focused control, except text fields, which have a frame of their own.
pub(crate) fn ring(ctx: &Context) {
    let Some(seen) = in_sight(ctx) else { return };
    let stroke = ctx.global_style().visuals.selection.stroke;
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::unique("focus")));
    painter.rect_stroke(seen.expand(1.0), 3.0, (2.0, stroke.color), StrokeKind::Outside);
}

#[cfg(test)]
mod tests {
    use egui::{CentralPanel, RawInput, ScrollArea, vec2};

    use super::*;

    #[test]
    fn a_control_scrolled_out_of_view_has_no_ring() {
        let ctx = Context::default();
        let frame = |offset: f32| {
            let input =
                RawInput { screen_rect: Some(Rect::from_min_size([0.0, 0.0].into(), vec2(400.0, 300.0))), ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| {
                CentralPanel::default().show(ui, |ui| {
                    ui.label("above");
                    ScrollArea::vertical().max_height(100.0).vertical_scroll_offset(offset).show(ui, |ui| {
                        ui.button("one").request_focus();
                        ui.add_space(500.0);
                    });
                });
            });
            // The test draws no pixels, so the font textures are dropped.
            output.textures_delta.clear();
            in_sight(&ctx)
        };
        frame(0.0);
        assert!(frame(0.0).is_some());
        frame(200.0);
        assert_eq!(frame(200.0), None);
    }
}
