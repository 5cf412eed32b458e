//! Interface of a task's views: a row of the table of tasks, and a view of the trained model.

use std::sync::Arc;

use egui::Ui;

use super::text::Texts;
use wordfield_core::{
    corpus::{Dataset, TaskKind},
    model::Snapshot,
};
use wordfield_state::{Action, Basis, ColourBy, Derived, Workspace};

/// Row of the table of tasks: the parts of the window that depend on the task.
pub(crate) struct Task {
    /// Kind of the task: classes, ratings or pairs.
    pub kind: TaskKind,
    /// Title of the tab with the document table.
    pub documents: &'static str,
    /// Title of the tab that compares predictions with true values.
    pub evaluation: &'static str,
    /// Function that draws the classes, levels or sides of a corpus.
    pub groups: fn(&mut Ui, &Workspace, &Dataset, &mut Vec<Action>),
    /// Colourings of the words that the task offers, with their names.
    pub colours: &'static [(ColourBy, &'static str)],
    /// Function that returns the view of the trained model, if the model is for this task.
    pub view: for<'a> fn(Shown<'a>) -> Option<Box<dyn TaskView + 'a>>,
}

/// Views of a trained model and its documents in the window.
pub(crate) trait TaskView: Documents + Evaluation + Inspector {}

impl<View: Documents + Evaluation + Inspector> TaskView for View {}

/// Content of the tab "Documents".
pub(crate) trait Documents {
    /// Draws the filters and the table of documents.
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>);

    /// Draws an open document: its text, and the words' contributions to its prediction.
    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>);
}

/// Content of the tab that compares predictions with true values.
pub(crate) trait Evaluation {
    /// Draws the evaluation of one part of the split.
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>);

    /// Reason why [`Evaluation::print`] would draw an empty figure; `None` if the figure has content.
    fn obstacle(&self) -> Option<String>;

    /// Draws the picture of the evaluation for print, without controls.
    fn print(&self, ui: &mut Ui);
}

/// Task-specific content of the inspector.
pub(crate) trait Inspector {
    /// Draws the inspector's content for a word.
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>);

    /// Draws the inspector's content for a document.
    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>);

    /// Draws the inspector's content for a class, a rating level or a side.
    fn class(&self, ui: &mut Ui, class: usize, actions: &mut Vec<Action>);

    /// Draws the overview that the inspector shows without an inspected item.
    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>);
}

/// Inputs of a task's views, from the workspace.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub workspace: &'a Workspace,
    pub dataset: &'a Arc<Dataset>,
    pub basis: &'a Basis,
    pub snapshot: &'a Arc<Snapshot>,
    pub derived: &'a Derived,
}
