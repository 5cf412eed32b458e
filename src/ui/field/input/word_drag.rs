//! A word taken by the pointer: with its tool, or with Alt (and no Ctrl) and the one that moves the view.

use eframe::egui::{PointerButton, Response};

use crate::state::{Action, EditWords, Scene, Tool};
use crate::ui::field::{REACH, camera::lens::ScreenMapping, input::nearest};

/// What the pointer holds.
#[derive(Debug, Default)]
pub struct WordDrag {
    word: Option<usize>,
    /// Whether it has been moved already.
    moved: bool,
}

impl WordDrag {
    /// Takes the word a drag begins at, if it is to; what dragging does to the view then. With nothing near, the tool for words
    /// moves the view.
    pub fn take(&mut self, response: &Response, tool: Tool, nearest: impl Fn(&Response) -> Option<usize>) -> Tool {
        // With Ctrl a drag is a lasso, which Alt makes one that removes.
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

    /// Whether it holds a word.
    pub fn holds(&self) -> bool {
        self.word.is_some()
    }

    /// What is done with the word held.
    pub fn moved(&mut self, response: &Response, scene: &Scene, sight: &ScreenMapping) -> Option<Action> {
        let word = self.word?;
        if response.drag_stopped() || !response.dragged_by(PointerButton::Primary) {
            self.word = None;
            return Some(Action::Edit(EditWords::LetGo));
        }
        // A drag is one only after the first few points, which count too.
        let begun = response.ctx.input(|input| input.pointer.press_origin()).filter(|_| !self.moved);
        let by = begun.zip(response.interact_pointer_pos()).map_or_else(|| response.drag_delta(), |(from, to)| to - from);
        if by.length_sq() == 0.0 || word >= scene.latent.nrows() {
            return None;
        }
        self.moved = true;
        let to = sight.dragged(&scene.latent.row(word).to_vec(), by);
        Some(Action::Edit(EditWords::Drag { word, to }))
    }
}

/// The word a drag begins at.
pub fn nearest(at: (&[eframe::egui::Pos2], &[f32]), response: &Response) -> Option<usize> {
    let begun = response.ctx.input(|input| input.pointer.press_origin()).or(response.interact_pointer_pos())?;
    nearest::nearest(at.0, at.1, begun, REACH)
}
