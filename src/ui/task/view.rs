//! What a task has to offer the window: a row that names it, and a view of what is trained.

use std::sync::Arc;

use eframe::egui::Ui;

use super::text::Texts;
use crate::{
    corpus::{Dataset, TaskKind},
    model::Snapshot,
    state::{Action, Basis, Derived, Workspace},
};

/// What the window has of a task whether or not a model has been trained.
pub struct Task {
    /// Which task it is.
    pub kind: TaskKind,
    /// Title of the tab with the table of documents.
    pub documents: &'static str,
    /// Title of the tab that compares predictions with the truth.
    pub evaluation: &'static str,
    /// Lists the groups a corpus's documents fall into, in the panel "Data".
    pub groups: fn(&mut Ui, &Workspace, &Dataset, &mut Vec<Action>),
    /// What of the word field can be chosen for this task alone.
    pub field_choices: fn(&mut Ui, &Workspace, &mut Vec<Action>),
    /// The view of what is trained, where it was trained for this task.
    pub view: for<'a> fn(Shown<'a>) -> Option<Box<dyn TaskView + 'a>>,
}

/// What the window shows of a trained model and its documents.
pub trait TaskView: Documents + Evaluation + Inspector {}

impl<View: Documents + Evaluation + Inspector> TaskView for View {}

/// The tab of documents.
pub trait Documents {
    /// Filters and the table.
    fn table(&self, ui: &mut Ui, actions: &mut Vec<Action>);

    /// A document chosen in it: its text, and what its words contribute to the prediction.
    fn explain(&self, ui: &mut Ui, texts: &mut Texts, document: usize, actions: &mut Vec<Action>);
}

/// The tab that compares predictions with the truth.
pub trait Evaluation {
    /// The predictions of one part of the split.
    fn evaluation(&self, ui: &mut Ui, actions: &mut Vec<Action>);
}

/// The numbers of what is selected.
pub trait Inspector {
    /// Of a word.
    fn word(&self, ui: &mut Ui, word: usize, actions: &mut Vec<Action>);

    /// Of a document.
    fn document(&self, ui: &mut Ui, document: usize, actions: &mut Vec<Action>);

    /// Of a class, a level of a rating, or a side.
    fn class(&self, ui: &mut Ui, class: usize, actions: &mut Vec<Action>);

    /// What there is to see while nothing is selected.
    fn overview(&self, ui: &mut Ui, actions: &mut Vec<Action>);
}

/// What the views of a task read.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    pub workspace: &'a Workspace,
    pub dataset: &'a Arc<Dataset>,
    pub basis: &'a Basis,
    pub snapshot: &'a Arc<Snapshot>,
    pub derived: &'a Derived,
}
