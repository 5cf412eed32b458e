//! Views for a corpus with classes: confusion matrix, margins, decision functions of pairs of classes.

mod confusion;
mod documents;
mod inspector;

use super::{
    class_list,
    view::{Shown, Task},
};
use wordfield_core::{corpus::TaskKind, model::Classified};
use wordfield_state::ColourBy;

/// Views of the classification task, as a row of the table of tasks.
pub(super) const TASK: Task = Task {
    kind: TaskKind::Classes,
    documents: "Documents",
    evaluation: "Confusion",
    groups: class_list::show,
    colours: &[
        (ColourBy::Class, "decided class"),
        (ColourBy::Documents, "class of documents"),
        (ColourBy::Frequency, "document frequency"),
    ],
    view: |shown| Some(Box::new(View { shown, predictions: shown.snapshot.classified()? })),
};

/// Inputs of the views of classified documents.
struct View<'a> {
    shown: Shown<'a>,
    predictions: &'a Classified,
}
