//! Animation of a recorded run: each frame shows the word field of one iteration, in the view of the last iteration.
//!
//! Cost: a picture per frame. Memory: a copy of the workspace, which shares its data, and one picture.

use std::sync::Arc;

use crate::field::{Shown, WordField};
use wordfield_output::{
    EachFrame, ExportError, Frames,
    figure::{FigureOptions, LegendPlace},
};
use wordfield_state::{Action, Look, Seek, Workspace, update};

use super::{FigureView, Stage};

/// Maximum number of frames in an animation.
const MOST_FRAMES: usize = 96;

/// Animation of a recorded run's word field.
pub struct Animation {
    /// Workspace whose recorded run is drawn.
    pub workspace: Arc<Workspace>,
    /// Size, font and resolution of an animation frame.
    pub options: FigureOptions,
}

impl Animation {
    /// Options for an animation frame of about 690 × 520 pixels.
    pub fn options() -> FigureOptions {
        FigureOptions { dpi: 110.0, legend: LegendPlace::Inside, ..FigureOptions::default() }
    }
}

impl Frames for Animation {
    fn draw(&self, each: &mut EachFrame<'_>) -> Result<(), ExportError> {
        let unsuitable = |problem: String| ExportError::Unsuitable(problem);
        let Some(history) = self.workspace.timeline.history.as_ref().filter(|history| !history.is_empty()) else {
            return Err(unsuitable("no iteration of this run is recorded: train first".to_owned()));
        };
        if let Some(reason) = FigureView::of("field").and_then(|view| (view.obstacle)(&self.workspace)) {
            return Err(unsuitable(reason));
        }
        let mut workspace = self.workspace.printed();
        let mut stage = Stage::new(&self.options);
        let mut field = WordField::still();
        let mut draw = |stage: &mut Stage, workspace: &Workspace, frames: usize, hold: bool| {
            stage.run(workspace, &self.options, frames, &mut |ui, workspace, options| {
                let Some(scene) = &workspace.field.scene else { return };
                field.hold_view(hold);
                field.print(ui, &Shown::printed(workspace, scene), options);
            });
        };
        // The last iteration determines the part of the plane that all frames show.
        draw(&mut stage, &workspace, super::FRAMES, false);
        let last = workspace.newest();
        for frame in history.path(last, MOST_FRAMES) {
            update(&mut workspace, Action::Look(Look::Seek(Seek::At(frame.iteration))));
            draw(&mut stage, &workspace, 2, true);
            each(&stage.image().map_err(|error| unsuitable(error.to_string()))?)?;
        }
        Ok(())
    }
}
