//! Views by task: what the window shows of classes, ratings and pairs, each in a folder of its own.
//!
//! A new task is a folder with a [`TaskView`] and a row in [`TASKS`]; tabs, inspector and panels ask the row of
//! the task at hand and know no task by name.

mod classes;
mod cut;
mod lists;
mod pairs;
mod ratings;
mod table;
mod text;
mod view;

pub use pairs::MANY;
pub use text::{Explained, Texts, word_link};

use self::view::{Shown, Task, TaskView};
use crate::state::Workspace;

/// A row for each task.
const TASKS: [&Task; 3] = [&classes::TASK, &ratings::TASK, &pairs::TASK];

/// The row of the task at hand; that of classes without a corpus.
pub fn at_hand(workspace: &Workspace) -> &'static Task {
    let kind = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
    TASKS.into_iter().find(|task| task.kind == kind).unwrap_or(&classes::TASK)
}

/// The view of what is trained; none before the first iteration.
pub fn view(workspace: &Workspace) -> Option<Box<dyn TaskView + '_>> {
    let shown = Shown {
        workspace,
        dataset: workspace.corpus.dataset.as_ref()?,
        basis: workspace.corpus.basis.as_deref()?,
        snapshot: workspace.run.snapshot.as_ref()?,
        derived: workspace.derived()?,
    };
    (at_hand(workspace).view)(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::TaskKind;

    #[test]
    fn every_task_has_one_row() {
        for kind in [TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs] {
            assert_eq!(TASKS.iter().filter(|task| task.kind == kind).count(), 1, "{kind:?}");
        }
    }
}
