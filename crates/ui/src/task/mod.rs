//! Task-specific views for classes, ratings and pairs, each in its own folder.
//!
//! A new task is a folder with a [`TaskView`] and a row in [`TASKS`].
//! Tabs, inspector and panels use the row of the current task and never name a task.

mod class_list;
mod classes;
pub(crate) mod document_filter;
mod labels;
mod lists;
mod pairs;
mod ratings;
mod text;
mod tinted_text;
mod view;

pub(crate) use pairs::MANY;
pub(crate) use text::{Explained, Texts};

use self::view::{Shown, Task, TaskView};
use wordfield_state::Workspace;

/// Table of the tasks: classes, ratings and pairs.
const TASKS: [&Task; 3] = [&classes::TASK, &ratings::TASK, &pairs::TASK];

/// Row of the current task in the table; classes without a corpus.
pub(crate) fn current(workspace: &Workspace) -> &'static Task {
    let kind = workspace.corpus.dataset.as_ref().map(|dataset| dataset.corpus.task.kind()).unwrap_or_default();
    TASKS.into_iter().find(|task| task.kind == kind).unwrap_or(&classes::TASK)
}

/// View of the trained model; `None` before its first iteration.
pub(crate) fn view(workspace: &Workspace) -> Option<Box<dyn TaskView + '_>> {
    let shown = Shown {
        workspace,
        dataset: workspace.corpus.dataset.as_ref()?,
        basis: workspace.corpus.basis.as_deref()?,
        snapshot: workspace.run.snapshot.as_ref()?,
        derived: workspace.derived()?,
    };
    (current(workspace).view)(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordfield_core::corpus::TaskKind;

    #[test]
    fn every_task_has_one_row() {
        for kind in [TaskKind::Classes, TaskKind::Ratings, TaskKind::Pairs] {
            assert_eq!(TASKS.iter().filter(|task| task.kind == kind).count(), 1, "{kind:?}");
        }
    }
}
