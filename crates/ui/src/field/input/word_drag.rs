//! Drag of a word with the pointer: with the tool Move word, or with Alt (without Ctrl) and the tool Pan.

use egui::{PointerButton, Response};

use crate::field::{HOVER_RADIUS, camera::lens::ScreenMapping, input::nearest};
use wordfield_state::{Action, EditWords, Scene, Tool};

/// Word that is being dragged with the pointer.
#[derive(Debug, Default)]
pub(crate) struct WordDrag {
    /// Word that is being dragged, if any.
    pub(crate) word: Option<usize>,
    /// Whether the dragged word has moved already.
    moved: bool,
}

impl WordDrag {
    /// Starts to drag a word if a drag begins on one. Returns the view's tool: with no word nearby, Move word pans the view.
    pub(crate) fn take(&mut self, response: &Response, tool: Tool, nearest: impl Fn(&Response) -> Option<usize>) -> Tool {
        // Ctrl+Alt is reserved for the lasso that subtracts.
        let alt = response.ctx.input(|input| input.modifiers.alt && !input.modifiers.ctrl && !input.modifiers.command);
        if response.drag_started_by(PointerButton::Primary) {
            self.word = if tool == Tool::Drag || (alt && tool == Tool::View) { nearest(response) } else { None };
            self.moved = false;
        }
        match (self.word, tool) {
            (Some(_), _) => Tool::Drag,
            (None, Tool::Drag) => Tool::View,
            (None, tool) => tool,
        }
    }

    /// Action that moves the dragged word to the pointer.
    pub(crate) fn moved(&mut self, response: &Response, scene: &Scene, mapping: &ScreenMapping) -> Option<Action> {
        let word = self.word?;
        if response.drag_stopped() || !response.dragged_by(PointerButton::Primary) {
            self.word = None;
            return Some(Action::Edit(EditWords::LetGo));
        }
        // egui reports a drag only after a few points; the first movement starts at the press.
        let origin = response.ctx.input(|input| input.pointer.press_origin()).filter(|_| !self.moved);
        let by = origin.zip(response.interact_pointer_pos()).map_or_else(|| response.drag_delta(), |(from, to)| to - from);
        if by.length_sq() == 0.0 || word >= scene.latent.nrows() {
            return None;
        }
        self.moved = true;
        let to = mapping.dragged(&scene.latent.row(word).to_vec(), by);
        Some(Action::Edit(EditWords::Drag { word, to }))
    }
}

/// Index of the word on which a drag begins.
pub(crate) fn nearest(at: (&[egui::Pos2], &[f32]), response: &Response) -> Option<usize> {
    let origin = response.ctx.input(|input| input.pointer.press_origin()).or(response.interact_pointer_pos())?;
    nearest::nearest(at.0, at.1, origin, HOVER_RADIUS)
}
