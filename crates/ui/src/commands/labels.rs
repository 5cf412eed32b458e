//! Commands that review the labels of documents: check, keep, and a class for each digit.

use egui::Key;

use super::{Command, Group::Edit, TAB_KEYS, act};
use wordfield_core::corpus::{Dataset, TaskKind};
use wordfield_state::{Action, LabelAction, Look, StudyAction, Tab, Workspace};

pub(super) fn rows() -> Vec<Command> {
    let check = Command::new(
        Edit,
        "Check these labels",
        "judges every label by models that were not trained on its document, and lists the most doubtful first",
        |_| {
            let check = Action::Study(StudyAction::Labels(LabelAction::Check));
            [Action::Look(Look::Tab(Tab::Documents)), check].into_iter().flat_map(act).collect()
        },
    )
    .when(|workspace| dataset(workspace).is_some());
    let keep =
        Command::new(Edit, "Keep the label", "accepts the label of the open document, and opens the next one", |workspace| {
            let own = workspace.choices.shown.zip(dataset(workspace)).map(|(document, data)| data.corpus.class_name(document));
            own.map_or_else(Vec::new, |own| correct(workspace, own))
        })
        .key(Key::Num0)
        .overriding()
        .when(Workspace::reviews_labels)
        .of(TaskKind::Classes);
    let class = |(class, &key): (usize, &Key)| {
        let (name, hint) =
            (format!("Label as class {}", class + 1), "corrects the label of the open document, and opens the next one");
        Command::new(Edit, name, hint, move |workspace| {
            let name = dataset(workspace).and_then(|data| data.corpus.classes.get(class));
            name.map_or_else(Vec::new, |name| correct(workspace, name))
        })
        .key(key)
        .overriding()
        .when(move |workspace| workspace.reviews_labels() && class < workspace.classes())
        .about(move |workspace| dataset(workspace)?.corpus.classes.get(class).cloned())
        .of(TaskKind::Classes)
    };
    [check, keep].into_iter().chain(TAB_KEYS.iter().enumerate().map(class)).collect()
}

/// Dataset with classes or ratings, if one is open.
fn dataset(workspace: &Workspace) -> Option<&Dataset> {
    workspace.corpus.dataset.as_deref().filter(|data| data.corpus.task.kind() != TaskKind::Pairs)
}

fn correct(workspace: &Workspace, label: &str) -> Vec<super::CommandEffect> {
    workspace.correct_label(label).into_iter().flat_map(act).collect()
}
