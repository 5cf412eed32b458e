//! Tab "Vectors": word vectors of a file, without documents.
//!
//! The picture shows words on principal axes or in a learned plane.
//! The side column has the search, two word lists, and results of queries, such as nearest words, an axis or a second file.
//! Cost of a frame: a mark for every drawn word and some hundred labels.

mod answers;
mod canvas;
mod column;
mod marks;
mod open;
mod toolbar;

use egui::{Panel, Rect, Ui, UiBuilder, vec2};

use self::canvas::Canvas;
use wordfield_state::{Action, SpaceAction, Workspace};

/// Width of the side column, in points.
const SIDE: f32 = 340.0;
/// Width of the tab "Vectors" in points, below which the column replaces the picture.
const WIDE: f32 = 640.0;
/// Width of the progress bar for reading files, in points.
const PROGRESS: f32 = 320.0;
/// Name of the picture of word vectors in the accessibility tree.
const NAME: &str = "Word vectors";

/// Drawing state of the tab "Vectors".
#[derive(Default)]
pub(crate) struct SpaceTab {
    canvas: Canvas,
    view: TabView,
}

/// Display options of the tab "Vectors".
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TabView {
    /// Whether a narrow tab shows the side column instead of the picture.
    questions: bool,
    /// Whether the drawn words are listed in a table instead of drawn.
    table: bool,
}

fn act(action: SpaceAction) -> Action {
    Action::Space(action)
}

/// Reason why there is no picture of word vectors; `None` if there is one.
pub(crate) fn obstacle(workspace: &Workspace) -> Option<String> {
    let picture = workspace.word_space.picture.is_some();
    (!picture).then(|| "no word vectors are drawn: open a file of them in the tab Vectors".to_owned())
}

impl SpaceTab {
    /// Draws the tab "Vectors".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        if workspace.word_space.space().is_none() {
            return open::show(ui, workspace, actions);
        }
        if workspace.layout.arrangement.presenting {
            return self.canvas.show(ui, workspace, actions);
        }
        let wide = ui.available_width() >= WIDE;
        toolbar::show(ui, workspace, wide, &mut self.view, actions);
        if !wide && self.view.questions {
            return column::show(ui, workspace, actions);
        }
        if wide {
            Panel::right("vector questions").resizable(false).exact_size(SIDE).show(ui, |ui| {
                // A row that is too wide must not push the picture over the panel.
                let column = UiBuilder::new().max_rect(ui.available_rect_before_wrap());
                column::show(&mut ui.new_child(column), workspace, actions);
            });
        }
        let area = ui.available_rect_before_wrap();
        if self.view.table {
            answers::table(ui, workspace, "vector-words", actions);
        } else {
            self.canvas.show(ui, workspace, actions);
        }
        // Progress is a chip over the picture, so that the picture does not move.
        let corner = Rect::from_min_size(area.min + vec2(8.0, 8.0), vec2(PROGRESS, area.height()));
        ui.scope_builder(UiBuilder::new().max_rect(corner), |ui| open::progress(ui, workspace, actions));
    }

    /// Draws the picture of word vectors for print.
    pub(crate) fn print(&mut self, ui: &mut Ui, workspace: &Workspace) {
        self.canvas.show(ui, workspace, &mut Vec::new());
    }
}
