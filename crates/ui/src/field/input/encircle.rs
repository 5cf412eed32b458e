//! Selection of words with the pointer: a click on one word, a rectangle or a lasso around several.
//!
//! The gesture works on screen positions, in two and three dimensions. The view does not move during the gesture.
//! Cost: one pass over the words on release, testing those inside the bounding rectangle against every corner of the outline.

use egui::{Color32, Event, Modifiers, Painter, PointerButton, Pos2, Rect, Response, Shape, Stroke, StrokeKind};

use wordfield_state::{SetOperation, Tool};

/// Minimum distance between two corners of a lasso, in screen points.
const STEP: f32 = 3.0;

/// Pointer input of one frame, for selection gestures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pointer {
    /// Pointer positions since the last frame, several if frames are slow.
    pub path: Vec<Pos2>,
    /// Position at which the primary pointer button was pressed.
    pub origin: Option<Pos2>,
    /// Whether a pointer drag starts in this frame.
    pub started: bool,
    /// Whether a pointer drag is in progress.
    pub dragged: bool,
    /// Whether a pointer drag ended in this frame.
    pub released: bool,
    /// Modifier keys that are pressed in this frame.
    pub keys: Modifiers,
}

/// Outline of a selection gesture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    /// Rectangle as the outline of a selection.
    Box(Rect),
    /// Lasso: a closed line as the outline of a selection.
    Lasso(Vec<Pos2>),
}

/// Selection gesture in progress, if any.
#[derive(Default)]
pub(crate) struct Gesture {
    /// Start and outline of the gesture in progress, if any; dragging then moves neither words nor the view.
    pub(crate) outline: Option<(Pos2, Outline)>,
}

impl Pointer {
    /// Pointer input of this frame over the word field.
    pub(crate) fn over(response: &Response) -> Self {
        let primary = PointerButton::Primary;
        // Both values are read before the input is locked: these calls lock the input themselves.
        let started = response.drag_started_by(primary);
        let (dragged, released) = (response.dragged_by(primary), response.drag_stopped_by(primary));
        response.ctx.input(|input| Self {
            path: input.events.iter().filter_map(moved).chain(input.pointer.latest_pos()).collect(),
            origin: input.pointer.press_origin(),
            started,
            dragged,
            released,
            keys: input.modifiers,
        })
    }
}

/// New position of the pointer in an input event.
fn moved(event: &Event) -> Option<Pos2> {
    if let Event::PointerMoved(at) = event { Some(*at) } else { None }
}

/// Set operation of a selection gesture, given by modifier keys.
pub(crate) fn how(keys: Modifiers) -> SetOperation {
    match keys {
        Modifiers { shift: true, .. } => SetOperation::Add,
        Modifiers { alt: true, .. } => SetOperation::Remove,
        _ => SetOperation::Replace,
    }
}

/// Set operation of a click on a word; `None` for a plain click, which inspects the word.
pub(crate) fn click_operation(keys: Modifiers) -> Option<SetOperation> {
    match keys {
        Modifiers { command: true, .. } | Modifiers { ctrl: true, .. } => Some(SetOperation::Toggle),
        Modifiers { shift: true, .. } | Modifiers { alt: true, .. } => Some(how(keys)),
        _ => None,
    }
}

impl Gesture {
    /// Processes one frame of the selection gesture. On release returns the set operation and the words inside the outline.
    pub(crate) fn frame(&mut self, tool: Tool, pointer: &Pointer, places: &[Pos2]) -> Option<(SetOperation, Vec<usize>)> {
        // The tool of a gesture does not change during a drag, whatever keys are pressed.
        if pointer.started && pointer.dragged {
            self.outline = begin(tool, pointer);
        }
        let (from, outline) = self.outline.as_mut()?;
        for &at in &pointer.path {
            outline.lead(*from, at);
        }
        if pointer.dragged {
            return None;
        }
        let (_, outline) = self.outline.take()?;
        pointer.released.then(|| (how(pointer.keys), outline.inside(places)))
    }

    /// Current outline of the selection gesture.
    pub(crate) fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref().map(|(_, outline)| outline)
    }
}

/// Outline of a drag that starts now, if it selects: with Ctrl, a lasso even with the tool Pan.
fn begin(tool: Tool, pointer: &Pointer) -> Option<(Pos2, Outline)> {
    let from = pointer.origin.or(pointer.path.first().copied())?;
    let lasso = Outline::Lasso(vec![from]);
    match tool {
        Tool::Box => Some((from, Outline::Box(Rect::from_two_pos(from, from)))),
        Tool::Lasso => Some((from, lasso)),
        Tool::View if pointer.keys.command || pointer.keys.ctrl => Some((from, lasso)),
        Tool::View | Tool::Drag => None,
    }
}

impl Outline {
    /// Extends the outline of the selection to the pointer.
    fn lead(&mut self, from: Pos2, at: Pos2) {
        match self {
            Self::Box(rect) => *rect = Rect::from_two_pos(from, at),
            Self::Lasso(line) => {
                if line.last().is_none_or(|last| last.distance(at) >= STEP) {
                    line.push(at);
                }
            }
        }
    }

    /// Draws the outline of the selection.
    pub(crate) fn draw(&self, painter: &Painter, ink: Color32) {
        let stroke = Stroke::new(1.5, ink);
        match self {
            Self::Box(rect) => {
                painter.rect(*rect, 0.0, ink.gamma_multiply(0.08), stroke, StrokeKind::Middle);
            }
            Self::Lasso(line) => {
                painter.add(Shape::line(line.clone(), stroke));
                if let (Some(first), Some(last)) = (line.first(), line.last()) {
                    painter.extend(Shape::dashed_line(&[*last, *first], stroke, 5.0, 4.0));
                }
            }
        }
    }

    /// Indices of the screen positions inside the outline.
    pub(crate) fn inside(&self, places: &[Pos2]) -> Vec<usize> {
        let rect = match self {
            Self::Box(rect) => *rect,
            Self::Lasso(line) => Rect::from_points(line),
        };
        let within = |at: Pos2| match self {
            Self::Box(_) => true,
            Self::Lasso(line) => is_inside_lasso(line, at),
        };
        let inside = |&place: &usize| rect.contains(places[place]) && within(places[place]);
        (0..places.len()).filter(inside).collect()
    }
}

/// Whether a point is inside a closed line: a ray from it crosses the line an odd number of times.
fn is_inside_lasso(line: &[Pos2], at: Pos2) -> bool {
    let ends = line.iter().zip(line.iter().cycle().skip(1));
    let crossed = ends.filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    fn drag(
        gesture: &mut Gesture,
        tool: Tool,
        keys: Modifiers,
        path: &[(f32, f32)],
        places: &[Pos2],
    ) -> Option<(SetOperation, Vec<usize>)> {
        let path: Vec<Pos2> = path.iter().map(|&(x, y)| pos2(x, y)).collect();
        let origin = path.first().copied();
        // Two positions a frame, as with slow frames.
        for (frame, path) in path.chunks(2).enumerate() {
            let held = Pointer { path: path.to_vec(), origin, started: frame == 0, dragged: true, released: false, keys };
            assert_eq!(gesture.frame(tool, &held, places), None, "not before the release");
        }
        let path = path.last().copied().into_iter().collect();
        gesture.frame(tool, &Pointer { path, origin, started: false, dragged: false, released: true, keys }, places)
    }

    /// U-shaped outline, open at the top; the test points are in its arms, between them and outside.
    const U: [(f32, f32); 8] =
        [(0.0, 0.0), (0.0, 30.0), (30.0, 30.0), (30.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 20.0), (10.0, 0.0)];

    fn places() -> [Pos2; 5] {
        [pos2(5.0, 5.0), pos2(15.0, 5.0), pos2(25.0, 5.0), pos2(50.0, 5.0), pos2(f32::NAN, 5.0)]
    }

    #[test]
    fn a_box_selects_the_enclosed_words_from_any_corner() {
        for path in [[(0.0, 0.0), (20.0, 20.0)], [(20.0, 20.0), (0.0, 0.0)]] {
            let selected = drag(&mut Gesture::default(), Tool::Box, Modifiers::NONE, &path, &places());
            assert_eq!(selected, Some((SetOperation::Replace, vec![0, 1])));
        }
    }

    #[test]
    fn a_concave_lasso_selects_the_enclosed_words_only() {
        let selected = drag(&mut Gesture::default(), Tool::Lasso, Modifiers::SHIFT, &U, &places());
        assert_eq!(selected, Some((SetOperation::Add, vec![0, 2])));
        let selected = drag(&mut Gesture::default(), Tool::View, Modifiers::CTRL | Modifiers::ALT, &U, &places());
        assert_eq!(selected, Some((SetOperation::Remove, vec![0, 2])), "with Ctrl whatever the tool");
    }

    #[test]
    fn panning_and_moving_a_word_select_nothing() {
        for tool in [Tool::View, Tool::Drag] {
            let mut gesture = Gesture::default();
            assert_eq!(drag(&mut gesture, tool, Modifiers::NONE, &U, &places()), None);
            assert!(gesture.outline.is_none());
        }
    }

    #[test]
    fn ctrl_pressed_during_a_drag_starts_no_lasso() {
        let mut gesture = Gesture::default();
        let at = |x: f32, started, keys| Pointer { path: vec![pos2(x, x)], started, dragged: true, keys, ..Pointer::default() };
        gesture.frame(Tool::View, &at(0.0, true, Modifiers::NONE), &places());
        gesture.frame(Tool::View, &at(9.0, false, Modifiers::CTRL), &places());
        gesture.frame(Tool::Lasso, &at(9.0, false, Modifiers::NONE), &places());
        assert!(gesture.outline.is_none(), "the drag pans the view");
    }

    #[test]
    fn an_interrupted_gesture_selects_nothing() {
        let mut gesture = Gesture::default();
        let held = Pointer { path: vec![pos2(1.0, 1.0)], started: true, dragged: true, ..Pointer::default() };
        gesture.frame(Tool::Box, &held, &places());
        assert!(gesture.outline.is_some() && gesture.outline().is_some());
        assert_eq!(gesture.frame(Tool::Box, &Pointer::default(), &places()), None);
        assert!(gesture.outline.is_none());
    }

    #[test]
    fn modifier_keys_define_the_set_operation_of_a_click() {
        let clicked = |keys| click_operation(keys);
        assert_eq!(clicked(Modifiers::NONE), None);
        assert_eq!(clicked(Modifiers::CTRL), Some(SetOperation::Toggle));
        assert_eq!(clicked(Modifiers::SHIFT), Some(SetOperation::Add));
        assert_eq!(clicked(Modifiers::ALT), Some(SetOperation::Remove));
    }
}
