//! Tab "Sandbox": point sets are drawn, dragged and generated, and everything computed from them is shown in the same frame.
//!
//! The canvas shows the points and a surface; the side column has the sets, the kernels and their numbers.
//! A narrow tab shows either canvas or side column, with the main numbers in a line below the canvas.

mod canvas;
mod figures;
mod gram;
mod kernels;
#[cfg(test)]
mod lesson_tests;
mod marks;
mod sets;
mod surface_picture;
mod surroundings;
mod toolbar;

use egui::{Event, Label, Panel, RichText, ScrollArea, Ui};

use self::canvas::Canvas;
use super::{data_table, relief, widgets::note};
use wordfield_state::{Action, SandboxAction, Workspace};

/// Width of the side column of the sandbox, in points.
const SIDE: f32 = 300.0;
/// Minimum width that shows canvas and column side by side, in points.
const WIDE: f32 = 620.0;

/// Tab "Sandbox" with its canvas.
#[derive(Default)]
pub(crate) struct SandboxTab {
    canvas: Canvas,
    view: TabView,
}

/// Display options of the tab "Sandbox".
#[derive(Default)]
pub(crate) struct TabView {
    /// Whether a narrow tab shows the figures instead of the canvas.
    numbers: bool,
    /// Whether the surface is also drawn in three dimensions.
    relief: bool,
    /// Whether the points are listed in a table instead of being drawn.
    table: bool,
}

fn act(action: SandboxAction) -> Action {
    Action::Sandbox(action)
}

impl SandboxTab {
    /// Draws the tab "Sandbox".
    pub(crate) fn show(&mut self, ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
        paste(ui, actions);
        let wide = ui.available_width() >= WIDE;
        // A lesson's tasks need the tools and the figures.
        if workspace.layout.arrangement.presenting && workspace.lesson.open.is_none() {
            return self.canvas.show(ui, workspace, actions);
        }
        toolbar::show(ui, workspace, wide, &mut self.view, actions);
        if !wide && self.view.numbers {
            return column(ui, workspace, actions);
        }
        if wide {
            Panel::right("sandbox figures").resizable(false).exact_size(SIDE).show(ui, |ui| column(ui, workspace, actions));
        }
        if self.view.table {
            let height = ui.available_height();
            data_table::show(ui, workspace, "points", height, actions);
            return;
        }
        if !wide {
            Panel::bottom("sandbox numbers in a line").resizable(false).show(ui, |ui| line(ui, workspace, actions));
        }
        self.canvas.show(ui, workspace, actions);
        if let Some((area, surface)) = self.canvas.relief(ui, workspace).filter(|_| self.view.relief) {
            self.view.relief = relief::window(ui.ctx(), "Surface of the sandbox", area, &surface);
        }
    }

    /// Draws the sandbox's canvas for print.
    pub(crate) fn print(&mut self, ui: &mut Ui, workspace: &Workspace) {
        self.canvas.print(ui, workspace);
    }
}

/// Replaces the sandbox by a pasted text, unless the text belongs to a text field.
fn paste(ui: &Ui, actions: &mut Vec<Action>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let pasted = ui.input(|input| {
        let mut texts =
            input.events.iter().filter_map(|event| if let Event::Paste(text) = event { Some(text.clone()) } else { None });
        texts.next_back()
    });
    actions.extend(pasted.map(|text| act(SandboxAction::Text(text))));
}

/// Draws gamma and the main figures below the canvas, in a narrow tab.
fn line(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        kernels::gamma(ui, workspace, actions);
        if workspace.lesson.hides_numbers() {
            // The figures would answer the lesson's quiz question, so they are hidden.
            let hidden = &workspace.lesson.language.texts().panel.hidden;
            ui.add(Label::new(RichText::new(hidden).small().weak()).truncate());
        } else {
            figures::brief(ui, workspace);
        }
    });
}

/// Draws the column with sets, kernels and figures.
fn column(ui: &mut Ui, workspace: &Workspace, actions: &mut Vec<Action>) {
    ScrollArea::vertical().id_salt("sandbox figures").auto_shrink(false).show(ui, |ui| {
        sets::show(ui, workspace, actions);
        ui.separator();
        kernels::show(ui, workspace, actions);
        ui.separator();
        if workspace.lesson.hides_numbers() {
            // The figures would answer the lesson's quiz question, so they are hidden.
            note(ui, &workspace.lesson.language.texts().panel.hidden);
            return;
        }
        gram::show(ui, workspace, actions);
        ui.separator();
        figures::show(ui, workspace, actions);
    });
}
