//! Canvas of the sandbox: surface, contour lines, points, means; pointer and keys.

use egui::{
    Align2, Color32, CursorIcon, FontId, Key, PointerButton, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};

use super::{act, marks, surface_picture::SurfacePicture, surroundings, toolbar::NAME};
use crate::{
    focus,
    relief::Relief,
    widgets::{color, counted},
};
use wordfield_core::sandbox::{MAX_COORDINATE, PointSet};
use wordfield_state::{Action, SandboxAction, SandboxTool, SetEdit, Workspace};

/// Largest distance between the pointer and a point of the sandbox that it selects, in screen points.
const REACHED: f32 = 12.0;
/// Minimum distance between points that are drawn by dragging, in units of the plane.
const STEP: f64 = 0.15;
/// Radius of the sandbox's eraser, in units of the plane.
const ERASER: f64 = 0.2;
/// Distance that an arrow key moves a point, in units of the plane.
const KEY_STEP: f64 = 0.1;
/// Change of a weight's logarithm for each point of scrolling. A notch of a wheel, some 80 points, changes the weight by a fifth.
const WHEEL: f32 = 0.0025;

/// Canvas of the sandbox, with the point that is dragged.
#[derive(Default)]
pub(super) struct Canvas {
    picture: SurfacePicture,
    dragged: Option<(usize, usize)>,
    rect: Option<Rect>,
    /// Position of the point that was last drawn, sprayed or shifted in this drag.
    last: Option<[f64; 2]>,
}

/// Mapping between the sandbox's plane and the screen.
#[derive(Clone, Copy)]
pub(super) struct Mapping {
    pub(super) rect: Rect,
}

impl Mapping {
    pub(super) fn scale(&self) -> f32 {
        0.5 * self.rect.width() / MAX_COORDINATE as f32
    }

    pub(super) fn on_screen(&self, at: [f64; 2]) -> Pos2 {
        self.rect.center() + vec2(at[0] as f32, -at[1] as f32) * self.scale()
    }

    pub(super) fn in_plane(&self, at: Pos2) -> [f64; 2] {
        let from_centre = (at - self.rect.center()) / self.scale();
        [f64::from(from_centre.x), f64::from(-from_centre.y)]
    }
}

impl Canvas {
    /// Draws the sandbox's canvas into the remaining space.
    pub(super) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        let rect = self.draw(ui, workspace, actions);
        if let Some(scale) = self.picture.scale {
            surroundings::bar(ui, workspace, scale, rect, Some(actions));
        }
    }

    /// Draws the sandbox's canvas for print, without controls.
    pub(super) fn print(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let rect = self.draw(ui, workspace, &mut Vec::new());
        if let Some(scale) = self.picture.scale {
            surroundings::bar(ui, workspace, scale, rect, None);
        }
    }

    /// Draws the sandbox's canvas without its colour bar. Returns the rectangle of the canvas.
    fn draw(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) -> Rect {
        let space = ui.available_rect_before_wrap();
        let side = space.width().min(space.height()).max(40.0);
        let rect = Rect::from_min_size(space.min + vec2(0.5 * (space.width() - side), 0.0), Vec2::splat(side));
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let mapping = Mapping { rect };
        self.rect = Some(rect);
        let under = response.hover_pos().and_then(|at| nearest(workspace, &mapping, at));
        self.pointer(ui, &response, &mapping, workspace, under, actions);
        if response.has_focus() {
            keys(ui, &response, workspace, actions);
        }
        let summary = summary(workspace);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &summary));
        self.background(ui, workspace, &mapping);
        surroundings::ticks(ui, &mapping);
        marks::points(ui, workspace, &mapping, under);
        surroundings::caption(ui, workspace, &mapping, response.hover_pos(), under);
        focus::frame(ui.painter(), &response, 0.0);
        rect
    }

    /// Rectangle of the canvas, and the surface in space with the points on it.
    pub(super) fn relief(&self, ui: &Ui, workspace: &Workspace) -> Option<(Rect, Relief<'_>)> {
        let (raster, colors) = self.picture.drawn.as_ref()?;
        let sets = workspace.sandbox.model.sets.iter().enumerate();
        let points = sets.flat_map(|(set, of)| of.points.iter().map(move |point| (set, point.at.map(|x| x as f32))));
        let points = points.map(|(set, at)| (at, color(ui, set))).collect();
        let scale = self.picture.scale?;
        let model = &workspace.sandbox.model;
        let ground = if model.surface.is_signed(model) { scale.middle } else { scale.low };
        Some((self.rect?, Relief { raster, colors, extent: scale.high - ground, points }))
    }

    fn background(&mut self, ui: &Ui, workspace: &Workspace, mapping: &Mapping) {
        let (model, values) = (&workspace.sandbox.model, &workspace.sandbox.values);
        let painter = ui.painter_at(mapping.rect);
        painter.rect_filled(mapping.rect, 0.0, ui.visuals().extreme_bg_color);
        if let Some(texture) = self.picture.update(ui.ctx(), model, values, surroundings::look(workspace, ui.visuals().dark_mode))
        {
            painter.image(texture.id(), mapping.rect, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
        }
        let ink = ui.visuals().weak_text_color();
        for axis in [Vec2::X, Vec2::Y] {
            let reach = axis * 0.5 * mapping.rect.width();
            let centre = mapping.rect.center();
            painter.line_segment([centre - reach, centre + reach], Stroke::new(0.5, ink.gamma_multiply(0.4)));
        }
        let middle = model.surface.middle(model) as f32;
        for (level, lines) in &self.picture.lines {
            let stroke = Stroke::new(if *level == 0.0 { 1.5 } else { 1.0 }, ink);
            for line in lines {
                let at = |point: &[f32; 2]| mapping.on_screen(point.map(f64::from));
                let mut along: Vec<Pos2> = line.points.iter().map(at).collect();
                if line.closed {
                    along.extend(along.first().copied());
                }
                painter.add(Shape::line(along, stroke));
            }
            if let Some(at) = lines.iter().flat_map(|line| &line.points).max_by(|a, b| a[1].total_cmp(&b[1]))
                && *level > 0.0
            {
                let text = format!("{:.2}", level + middle);
                let at = mapping.on_screen(at.map(f64::from));
                painter.text(at - vec2(0.0, 1.0), Align2::CENTER_BOTTOM, text, FontId::proportional(10.0), ink);
            }
        }
        painter.rect_stroke(mapping.rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke, StrokeKind::Inside);
    }

    /// Actions that the pointer triggers on the canvas, depending on the tool.
    fn pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        mapping: &Mapping,
        workspace: &Workspace,
        under: Option<(usize, usize)>,
        actions: &mut Vec<Action>,
    ) {
        let (state, tool) = (&workspace.sandbox, workspace.sandbox.tool);
        if response.clicked() || response.drag_started() {
            response.request_focus();
        }
        let pressed = ui.input(|input| input.pointer.press_origin());
        if response.drag_started_by(PointerButton::Primary) {
            self.dragged = pressed.and_then(|at| nearest(workspace, mapping, at));
            self.last = pressed.map(|at| mapping.in_plane(at));
        }
        let edit = |set: usize, change: SetEdit| act(SandboxAction::Edit(set, change));
        if let Some(at) = response.interact_pointer_pos().map(|at| mapping.in_plane(at)) {
            let dragging = response.dragged_by(PointerButton::Primary);
            let far = self.last.is_none_or(|last| (at[0] - last[0]).hypot(at[1] - last[1]) >= STEP);
            let moved = response.drag_delta() != Vec2::ZERO;
            match tool {
                SandboxTool::MovePoint if dragging && moved => {
                    actions.extend(self.dragged.map(|(set, point)| edit(set, SetEdit::Move(point, at))));
                }
                SandboxTool::MovePoint if response.double_clicked() && under.is_none() => {
                    actions.push(edit(state.active, SetEdit::Add(at)));
                }
                SandboxTool::MovePoint if response.clicked() => actions.push(act(SandboxAction::Select(under))),
                SandboxTool::MoveSet if dragging && moved => {
                    let from = self.last.unwrap_or(at);
                    actions.push(edit(state.active, SetEdit::Shift([at[0] - from[0], at[1] - from[1]])));
                    self.last = Some(at);
                }
                SandboxTool::Draw | SandboxTool::Spray if response.clicked() || (dragging && far) => {
                    let change = if tool == SandboxTool::Draw { SetEdit::Add(at) } else { SetEdit::Spray(at) };
                    actions.push(edit(state.active, change));
                    self.last = Some(at);
                }
                SandboxTool::Erase if response.clicked() || dragging => {
                    for (set, of) in state.model.sets.iter().enumerate() {
                        if of.points.iter().any(|point| (point.at[0] - at[0]).hypot(point.at[1] - at[1]) <= ERASER) {
                            actions.push(edit(set, SetEdit::Erase(at, ERASER)));
                        }
                    }
                }
                _ => {}
            }
        }
        if response.drag_stopped() {
            (self.dragged, self.last) = (None, None);
        }
        let turned = ui.input(|input| input.smooth_scroll_delta().y);
        if let Some((set, point)) = under.filter(|_| turned != 0.0 && response.hovered()) {
            let weight = state.model.sets[set].points[point].weight * f64::from(WHEEL * turned).exp();
            actions.push(edit(set, SetEdit::Weight(point, weight)));
        }
        if response.hovered() {
            ui.ctx().set_cursor_icon(match tool {
                SandboxTool::MovePoint if under.is_some() => CursorIcon::Grab,
                SandboxTool::MovePoint => CursorIcon::Default,
                SandboxTool::MoveSet => CursorIcon::Move,
                _ => CursorIcon::Crosshair,
            });
        }
    }
}

/// Handles the keys of the focused canvas: Enter selects the next point, arrows move it, Delete removes it, Insert adds one.
fn keys(ui: &Ui, response: &Response, workspace: &Workspace, actions: &mut Vec<Action>) {
    focus::keep_arrows(response);
    let state = &workspace.sandbox;
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    if pressed(Key::Enter) {
        let all: Vec<(usize, usize)> = state
            .model
            .sets
            .iter()
            .enumerate()
            .flat_map(|(set, of)| (0..of.points.len()).map(move |point| (set, point)))
            .collect();
        let next = state.selected[0].and_then(|now| all.iter().position(|at| *at == now)).map_or(0, |at| at + 1);
        actions.extend((!all.is_empty()).then(|| act(SandboxAction::Select(all.get(next % all.len()).copied()))));
    }
    if pressed(Key::Insert) {
        let at = state.model.sets.get(state.active).and_then(PointSet::mean).unwrap_or([0.0; 2]);
        actions.push(act(SandboxAction::Edit(state.active, SetEdit::Add(at))));
    }
    let Some(((set, point), at)) = state.selected[0].and_then(|of| Some((of, state.point(of)?))) else { return };
    for (key, by) in [
        (Key::ArrowLeft, [-KEY_STEP, 0.0]),
        (Key::ArrowRight, [KEY_STEP, 0.0]),
        (Key::ArrowDown, [0.0, -KEY_STEP]),
        (Key::ArrowUp, [0.0, KEY_STEP]),
    ] {
        if pressed(key) {
            actions.push(act(SandboxAction::Edit(set, SetEdit::Move(point, [at[0] + by[0], at[1] + by[1]]))));
        }
    }
    if pressed(Key::Delete) {
        actions.push(act(SandboxAction::Edit(set, SetEdit::Remove(point))));
    }
}

/// Set and index of the point nearest to a screen position, within [`REACHED`].
fn nearest(workspace: &Workspace, mapping: &Mapping, at: Pos2) -> Option<(usize, usize)> {
    let sets = &workspace.sandbox.model.sets;
    let all = sets.iter().enumerate().flat_map(|(set, of)| of.points.iter().enumerate().map(move |(i, p)| ((set, i), p.at)));
    let far = all.map(|(of, place)| (of, mapping.on_screen(place).distance(at))).filter(|(_, far)| *far <= REACHED);
    far.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(of, _)| of)
}

/// Description of the sandbox's canvas for screen readers.
fn summary(workspace: &Workspace) -> String {
    let state = &workspace.sandbox;
    let sets: Vec<String> = state
        .model
        .sets
        .iter()
        .map(|set| match set.mean() {
            Some([x, y]) => format!("{} with {} around ({x:.2}, {y:.2})", set.name, counted(set.points.len(), "point")),
            None => format!("{} without points", set.name),
        })
        .collect();
    let selected = state.selected[0].and_then(|of| Some((of, state.point(of)?)));
    let selected = selected.map_or_else(String::new, |((set, point), [x, y])| {
        format!("; point {} of {} at ({x:.2}, {y:.2}) selected", point + 1, state.model.sets[set].name)
    });
    format!("{NAME}: {}{selected}", sets.join("; "))
}
