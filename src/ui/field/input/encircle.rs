//! Choosing words with the pointer: a click on one, a rectangle or a line drawn around several.
//!
//! It works on places on the screen, so that it is the same in two dimensions and in three. While words are being encircled
//! the view stands still. Cost: nothing until the pointer is let go, then one pass over the words for those in the
//! outline's rectangle, each against every corner of the outline.

use eframe::egui::{Color32, Event, Modifiers, Painter, PointerButton, Pos2, Rect, Response, Shape, Stroke, StrokeKind};

use crate::state::{SetOperation, Tool};

/// How far the pointer must go before a line drawn by hand gets another corner, in screen points.
const STEP: f32 = 3.0;

/// What the pointer does in a frame.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    /// Where it went since the last frame, to where it is: more than one place where frames are slow.
    pub way: Vec<Pos2>,
    /// Where its first button was pressed.
    pub origin: Option<Pos2>,
    /// Whether a drag begins.
    pub begun: bool,
    /// Whether it is being dragged.
    pub dragged: bool,
    /// Whether it was let go after a drag.
    pub let_go: bool,
    /// The keys held.
    pub keys: Modifiers,
}

/// What is drawn around words.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle.
    Box(Rect),
    /// A line that ends where it began.
    Lasso(Vec<Pos2>),
}

/// Words being encircled, if any are.
#[derive(Default)]
pub struct Gesture {
    outline: Option<(Pos2, Outline)>,
}

impl Pointer {
    /// What it does over the word field.
    pub fn over(response: &Response) -> Self {
        let primary = PointerButton::Primary;
        // Asked before the input is looked at: they look at it themselves, which would wait for itself.
        let begun = response.drag_started_by(primary);
        let (dragged, let_go) = (response.dragged_by(primary), response.drag_stopped_by(primary));
        response.ctx.input(|input| Self {
            way: input.events.iter().filter_map(moved).chain(input.pointer.latest_pos()).collect(),
            origin: input.pointer.press_origin(),
            begun,
            dragged,
            let_go,
            keys: input.modifiers,
        })
    }
}

/// Where an event moved the pointer to.
fn moved(event: &Event) -> Option<Pos2> {
    if let Event::PointerMoved(at) = event { Some(*at) } else { None }
}

/// What a click or an outline does with the words it means, by the keys held.
pub fn how(keys: Modifiers) -> SetOperation {
    match keys {
        Modifiers { shift: true, .. } => SetOperation::Add,
        Modifiers { alt: true, .. } => SetOperation::Remove,
        _ => SetOperation::Replace,
    }
}

/// What a click on a word does with it; nothing where it is looked at as well.
pub fn how_clicked(keys: Modifiers) -> Option<SetOperation> {
    match keys {
        Modifiers { command: true, .. } | Modifiers { ctrl: true, .. } => Some(SetOperation::Toggle),
        Modifiers { shift: true, .. } | Modifiers { alt: true, .. } => Some(how(keys)),
        _ => None,
    }
}

impl Gesture {
    /// Goes on with a frame; when the pointer is let go, what becomes of which of the words at these places.
    pub fn frame(&mut self, tool: Tool, pointer: &Pointer, places: &[Pos2]) -> Option<(SetOperation, Vec<usize>)> {
        // A drag stays what it began as, whatever keys are pressed in the middle of it.
        if pointer.begun && pointer.dragged {
            self.outline = begin(tool, pointer);
        }
        let (from, outline) = self.outline.as_mut()?;
        for &at in &pointer.way {
            outline.lead(*from, at);
        }
        if pointer.dragged {
            return None;
        }
        let (_, outline) = self.outline.take()?;
        pointer.let_go.then(|| (how(pointer.keys), outline.inside(places)))
    }

    /// Whether words are being encircled, so that dragging moves nothing.
    pub fn is_under_way(&self) -> bool {
        self.outline.is_some()
    }

    /// What is drawn so far.
    pub fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref().map(|(_, outline)| outline)
    }
}

/// What a drag that begins now draws, if it draws anything: with Ctrl a lasso, whatever a drag else does.
fn begin(tool: Tool, pointer: &Pointer) -> Option<(Pos2, Outline)> {
    let from = pointer.origin.or(pointer.way.first().copied())?;
    let lasso = Outline::Lasso(vec![from]);
    match tool {
        Tool::Box => Some((from, Outline::Box(Rect::from_two_pos(from, from)))),
        Tool::Lasso => Some((from, lasso)),
        Tool::View if pointer.keys.command || pointer.keys.ctrl => Some((from, lasso)),
        Tool::View | Tool::Drag => None,
    }
}

impl Outline {
    /// Leads it to where the pointer is.
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

    /// Draws it.
    pub fn draw(&self, painter: &Painter, ink: Color32) {
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

    /// The places inside it.
    pub fn inside(&self, places: &[Pos2]) -> Vec<usize> {
        let rect = match self {
            Self::Box(rect) => *rect,
            Self::Lasso(line) => Rect::from_points(line),
        };
        let within = |at: Pos2| match self {
            Self::Box(_) => true,
            Self::Lasso(line) => winds_around(line, at),
        };
        let inside = |&place: &usize| rect.contains(places[place]) && within(places[place]);
        (0..places.len()).filter(inside).collect()
    }
}

/// Whether a place lies inside a closed line: a ray from it crosses the line an odd number of times.
fn winds_around(line: &[Pos2], at: Pos2) -> bool {
    let ends = line.iter().zip(line.iter().cycle().skip(1));
    let crossed = ends.filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;

    fn drag(
        gesture: &mut Gesture,
        tool: Tool,
        keys: Modifiers,
        way: &[(f32, f32)],
        places: &[Pos2],
    ) -> Option<(SetOperation, Vec<usize>)> {
        let way: Vec<Pos2> = way.iter().map(|&(x, y)| pos2(x, y)).collect();
        let origin = way.first().copied();
        // Two places a frame, as where frames are slow.
        for (frame, way) in way.chunks(2).enumerate() {
            let held = Pointer { way: way.to_vec(), origin, begun: frame == 0, dragged: true, let_go: false, keys };
            assert_eq!(gesture.frame(tool, &held, places), None, "not before it is let go");
        }
        let way = way.last().copied().into_iter().collect();
        gesture.frame(tool, &Pointer { way, origin, begun: false, dragged: false, let_go: true, keys }, places)
    }

    /// A U of corners, open above, and places in its arms, between them and outside.
    const U: [(f32, f32); 8] =
        [(0.0, 0.0), (0.0, 30.0), (30.0, 30.0), (30.0, 0.0), (20.0, 0.0), (20.0, 20.0), (10.0, 20.0), (10.0, 0.0)];

    fn places() -> [Pos2; 5] {
        [pos2(5.0, 5.0), pos2(15.0, 5.0), pos2(25.0, 5.0), pos2(50.0, 5.0), pos2(f32::NAN, 5.0)]
    }

    #[test]
    fn a_box_takes_what_is_in_it_whichever_corner_it_begins_at() {
        for way in [[(0.0, 0.0), (20.0, 20.0)], [(20.0, 20.0), (0.0, 0.0)]] {
            let took = drag(&mut Gesture::default(), Tool::Box, Modifiers::NONE, &way, &places());
            assert_eq!(took, Some((SetOperation::Replace, vec![0, 1])));
        }
    }

    #[test]
    fn a_lasso_takes_what_it_winds_around_and_not_what_lies_between_its_arms() {
        let took = drag(&mut Gesture::default(), Tool::Lasso, Modifiers::SHIFT, &U, &places());
        assert_eq!(took, Some((SetOperation::Add, vec![0, 2])));
        let took = drag(&mut Gesture::default(), Tool::View, Modifiers::CTRL | Modifiers::ALT, &U, &places());
        assert_eq!(took, Some((SetOperation::Remove, vec![0, 2])), "with Ctrl whatever the tool");
    }

    #[test]
    fn dragging_the_view_or_a_word_encircles_nothing() {
        for tool in [Tool::View, Tool::Drag] {
            let mut gesture = Gesture::default();
            assert_eq!(drag(&mut gesture, tool, Modifiers::NONE, &U, &places()), None);
            assert!(!gesture.is_under_way());
        }
    }

    #[test]
    fn ctrl_pressed_in_the_middle_of_a_drag_draws_no_lasso() {
        let mut gesture = Gesture::default();
        let at = |x: f32, begun, keys| Pointer { way: vec![pos2(x, x)], begun, dragged: true, keys, ..Pointer::default() };
        gesture.frame(Tool::View, &at(0.0, true, Modifiers::NONE), &places());
        gesture.frame(Tool::View, &at(9.0, false, Modifiers::CTRL), &places());
        gesture.frame(Tool::Lasso, &at(9.0, false, Modifiers::NONE), &places());
        assert!(!gesture.is_under_way(), "the view is being moved");
    }

    #[test]
    fn an_outline_lost_by_the_window_chooses_nothing() {
        let mut gesture = Gesture::default();
        let held = Pointer { way: vec![pos2(1.0, 1.0)], begun: true, dragged: true, ..Pointer::default() };
        gesture.frame(Tool::Box, &held, &places());
        assert!(gesture.is_under_way() && gesture.outline().is_some());
        assert_eq!(gesture.frame(Tool::Box, &Pointer::default(), &places()), None);
        assert!(!gesture.is_under_way());
    }

    #[test]
    fn keys_say_what_a_click_does() {
        let clicked = |keys| how_clicked(keys);
        assert_eq!(clicked(Modifiers::NONE), None);
        assert_eq!(clicked(Modifiers::CTRL), Some(SetOperation::Toggle));
        assert_eq!(clicked(Modifiers::SHIFT), Some(SetOperation::Add));
        assert_eq!(clicked(Modifiers::ALT), Some(SetOperation::Remove));
    }
}
