//! Views that can be exported as figures, one row each.

use egui::Ui;

use crate::{
    compare,
    document_map::{self, DocumentMapTab},
    field::{Shown, WordField},
    gram::{self, GramTab},
    run,
    sandbox::SandboxTab,
    task,
    word_space::{self, SpaceTab},
};
use wordfield_core::corpus::TaskKind;
use wordfield_output::figure::FigureOptions;
use wordfield_state::{Action, DocumentMapAction, GramAction, SetsAction, StudyAction, Workspace};

/// Function that draws a view into the remaining space. It is called for a few frames with the same arguments.
pub(super) type Draw = Box<dyn FnMut(&mut Ui, &Workspace, &FigureOptions)>;

/// View that can be exported as a figure.
pub struct FigureView {
    /// Name of the view on the command line.
    pub key: &'static str,
    /// Title of the view in the figure dialog.
    pub title: &'static str,
    /// Reason why the view has no content, with a remedy.
    pub obstacle: fn(&Workspace) -> Option<String>,
    /// Actions that compute the missing content of the view.
    pub prepare: fn(&Workspace) -> Vec<Action>,
    /// Starts drawing: returns a function that draws the view.
    pub start: fn() -> Draw,
}

/// All views that can be exported as figures.
pub static VIEWS: [FigureView; 11] = [
    FigureView { key: "field", title: "Word field", obstacle: no_words, prepare: nothing, start: field },
    FigureView {
        key: "confusion",
        title: "Confusion matrix",
        obstacle: |workspace| evaluation(workspace, TaskKind::Classes),
        prepare: nothing,
        start: printed_evaluation,
    },
    FigureView {
        key: "predictions",
        title: "Predicted against true ratings",
        obstacle: |workspace| evaluation(workspace, TaskKind::Ratings),
        prepare: nothing,
        start: printed_evaluation,
    },
    FigureView {
        key: "precision",
        title: "Precision@R",
        obstacle: |workspace| evaluation(workspace, TaskKind::Pairs),
        prepare: nothing,
        start: printed_evaluation,
    },
    FigureView {
        key: "gram",
        title: "Gram matrix",
        obstacle: gram::obstacle,
        prepare: |_| vec![Action::Study(StudyAction::Gram(GramAction::Make))],
        start: || {
            let mut tab = GramTab::default();
            Box::new(move |ui, workspace, _| tab.print(ui, workspace))
        },
    },
    FigureView {
        key: "document-map",
        title: "Document map",
        obstacle: document_map::obstacle,
        prepare: |_| vec![Action::Study(StudyAction::DocumentMap(DocumentMapAction::Make))],
        start: || {
            let mut tab = DocumentMapTab::default();
            Box::new(move |ui, workspace, options| tab.print(ui, workspace, options.legend))
        },
    },
    FigureView {
        key: "curves",
        title: "Objective and scores",
        obstacle: run::obstacle,
        prepare: nothing,
        start: || Box::new(|ui, workspace, _| run::print(ui, workspace)),
    },
    FigureView {
        key: "histogram",
        title: "MMD² of random splits",
        obstacle: compare::obstacle,
        prepare: |_| vec![sets(SetsAction::Compare)],
        start: || Box::new(|ui, workspace, _| compare::print(ui, workspace)),
    },
    FigureView {
        key: "witness",
        title: "Witness of two sets in the word field",
        obstacle: no_witness,
        prepare: |_| vec![sets(SetsAction::Compare), sets(SetsAction::Draw)],
        start: field,
    },
    FigureView {
        key: "sandbox",
        title: "Point sets of the sandbox",
        obstacle: |_| None,
        prepare: nothing,
        start: || {
            let mut tab = SandboxTab::default();
            Box::new(move |ui, workspace, _| tab.print(ui, workspace))
        },
    },
    FigureView {
        key: "vectors",
        title: "Word vectors",
        obstacle: word_space::obstacle,
        prepare: nothing,
        start: || {
            let mut tab = SpaceTab::default();
            Box::new(move |ui, workspace, _| tab.print(ui, workspace))
        },
    },
];

impl FigureView {
    /// Figure view that has the given name on the command line.
    pub fn of(key: &str) -> Option<&'static Self> {
        VIEWS.iter().find(|view| view.key == key)
    }
}

fn nothing(_: &Workspace) -> Vec<Action> {
    Vec::new()
}

fn no_words(workspace: &Workspace) -> Option<String> {
    match (&workspace.field.scene, &workspace.run.snapshot) {
        (Some(_), _) => None,
        (None, Some(snapshot)) if snapshot.embedding.is_none() => {
            let label = workspace.choices.settings.params.kind().info().label;
            Some(format!("the model \"{label}\" has no word positions: choose another view"))
        }
        _ => Some("there are no words yet: wait for the first iteration".to_owned()),
    }
}

fn field() -> Draw {
    let mut field = WordField::still();
    Box::new(move |ui, workspace, options| {
        let Some(scene) = &workspace.field.scene else { return };
        field.print(ui, &Shown::printed(workspace, scene), options);
    })
}

fn sets(action: SetsAction) -> Action {
    Action::Study(StudyAction::Sets(action))
}

fn no_witness(workspace: &Workspace) -> Option<String> {
    let drawn = workspace.field.scene.as_ref().is_some_and(|scene| scene.between.is_some());
    let missing = || {
        let problem = workspace.compare.sets.study.problem();
        problem.map_or_else(|| "no witness is drawn: compare two sets and draw their witness first".to_owned(), str::to_owned)
    };
    no_words(workspace).or_else(|| (!drawn).then(missing))
}

/// Reason why a task's evaluation has no picture; `None` if it has one.
fn evaluation(workspace: &Workspace, task: TaskKind) -> Option<String> {
    let Some(dataset) = &workspace.corpus.dataset else { return Some("there is no corpus yet: open one".to_owned()) };
    let current = dataset.corpus.task.kind();
    if current != task {
        return Some(format!("the corpus is read for {}, not for {}: choose another view", current.target(), task.target()));
    }
    match task::view(workspace) {
        Some(view) => view.obstacle(),
        None => Some("there are no predictions yet: wait for the first iteration".to_owned()),
    }
}

fn printed_evaluation() -> Draw {
    Box::new(|ui, workspace, _| {
        if let Some(view) = task::view(workspace) {
            view.print(ui);
        }
    })
}
