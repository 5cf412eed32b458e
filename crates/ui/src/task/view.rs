//! Interface of a task: a row with its names, and a view of the trained model.

use std::sync::Arc;

use egui::Ui;

use super::text::Texts;
use wordfield_core::{
    corpus::{Dataset, TaskKind},
    model::Snapshot,
};
use wordfield_state::{Action, Basis, ColourBy, Derived, Workspace};

/// Task-specific parts of the window, with or without a trained model.
pub(crate) struct Task {
    /// Kind of the task.
    pub kind: TaskKind,
    /// Title of the tab with the document table.
    pub documents: &'static str,
    /// Title of the tab that compares predictions with true values.
    pub evaluation: &'static str,
    /// Draws the classes, levels or sides of a corpus.
    pub groups: fn(&mut Ui, &Workspace, &Dataset, &mut Vec<Action>),
    /// Colourings of the words, with names.
    pub colours: &'static [(ColourBy, &'static str)],
    /// View of the trained model, if it was trained for this task.
    pub view: for<'a> fn(Shown<'a>) -> Option<Box<dyn TaskView + 'a>>,
}

/// Views of a trained model and its documents.
pub(crate) trait TaskView: Documents + Evaluation + Inspector {}

impl<View: Documents + Evaluation + Inspector> TaskView for View {}

/// Tab with the documents.
pub(crate) trait Documents {
    /// Filters and the table.
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>);

    /// An open document: its text, and the words' contributions to its prediction.
    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>);
}

/// Tab that compares predictions with true values.
pub(crate) trait Evaluation {
    /// Evaluation of one part of the split.
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>);

    /// Reason why [`Evaluation::print`] would draw nothing, if it would.
    fn obstacle(&self) -> Option<String>;

    /// The picture of the evaluation in print, without controls.
    fn print(&self, ui: &mut Ui);
}

/// Content of the inspector.
pub(crate) trait Inspector {
    /// Draws the content for a word.
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>);

    /// Draws the content for a document.
    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>);

    /// Draws the content for a class, a level of a rating, or a side.
    fn class(&self, ui: &mut Ui, class: usize, actions: &mut Vec<Action>);

    /// Draws the overview shown without an inspected item.
    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>);
}

/// Inputs of a task's views.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub workspace: &'a Workspace,
    pub dataset: &'a Arc<Dataset>,
    pub basis: &'a Basis,
    pub snapshot: &'a Arc<Snapshot>,
    pub derived: &'a Derived,
}
