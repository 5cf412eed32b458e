//! Sandbox: its actions and its permutation test.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Action, Effect, Job, Message, SandboxAction, SandboxState, Tab, Underway, Workspace,
    core::job::{aside, start},
    sandbox::edit,
};
use wordfield_core::{
    metric::PERMUTATIONS,
    sandbox::{Sandbox, Surface},
};

/// Applies an action on the sandbox.
pub(crate) fn apply(workspace: &mut Workspace, action: SandboxAction) -> Vec<Effect> {
    if let SandboxAction::Copy = action {
        return vec![Effect::CopyText(workspace.sandbox.model.to_text())];
    }
    let opens = matches!(action, SandboxAction::Text(_) | SandboxAction::Opened(_));
    match changed(&mut workspace.sandbox, action) {
        Ok(model) => {
            if opens {
                workspace.layout.tab = Tab::Sandbox;
            }
            if model != *workspace.choices.sandbox {
                workspace.choices.sandbox = Arc::new(model);
            }
        }
        Err(text) => workspace.message = Some(Message::error(text)),
    }
    Vec::new()
}

/// Opens a saved sandbox on a thread.
pub(crate) fn open(path: PathBuf) -> Effect {
    aside("sandbox", move || {
        let text = text_of(&path).map_err(|problem| format!("{}: {problem}", path.display()));
        Action::Sandbox(SandboxAction::Opened(text))
    })
}

/// Maximum size of a sandbox text, in bytes.
const TEXT_BYTES: u64 = 4_000_000;

/// Text of a saved sandbox, or the reason why it cannot be read.
fn text_of(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > TEXT_BYTES {
        return Err("the file is too large for a state of the sandbox: choose another".to_owned());
    }
    fs::read_to_string(path).map_err(|error| format!("{error}; choose a file saved with File › Export"))
}

/// Model of the sandbox after an action, or the reason against the change; applies changes of the view at once.
fn changed(state: &mut SandboxState, action: SandboxAction) -> Result<Sandbox, String> {
    let mut model = (*state.model).clone();
    match action {
        SandboxAction::Replace(sandbox) => model = *sandbox,
        SandboxAction::Text(text) | SandboxAction::Opened(Ok(text)) => {
            model = Sandbox::from_text(&text).map_err(|error| error.to_string())?;
        }
        SandboxAction::Opened(Err(text)) => return Err(text),
        SandboxAction::Copy => {}
        SandboxAction::Edit(set, change) => {
            state.changes += 1;
            edit::apply(&mut model, set, change, state.changes);
        }
        SandboxAction::AddSet => state.active = edit::add_set(&mut model).unwrap_or(state.active),
        SandboxAction::Embedding(embedding) => model.embedding = embedding,
        SandboxAction::Level2(level2) => model.level2 = level2,
        SandboxAction::Learner(learner) => {
            model.learner = learner;
            if matches!(model.surface, Surface::Witness | Surface::Ratio | Surface::None) && learner.is_learned() {
                model.surface = Surface::Learned;
            }
        }
        SandboxAction::Compare(sets) => model.compared = sets,
        SandboxAction::Surface(surface) => model.surface = surface,
        SandboxAction::Tool(tool) => state.tool = tool,
        SandboxAction::Active(set) => state.active = set.min(model.sets.len() - 1),
        SandboxAction::Select(point) => model.surface = select(state, point),
    }
    model.checked().map_err(|error| error.to_string())
}

/// Selects a point of the sandbox. Returns the surface: the kernel is drawn around the point that was selected last.
fn select(state: &mut SandboxState, point: Option<(usize, usize)>) -> Surface {
    let point = point.filter(|&of| state.point(of).is_some());
    if point.is_none() || point != state.selected[0] {
        state.selected = [point, state.selected[0].filter(|_| point.is_some())];
    }
    match (state.model.surface, point) {
        (Surface::Kernel { .. }, Some((set, point))) => Surface::Kernel { set, point },
        (surface, _) => surface,
    }
}

/// Starts the permutation test of the two compared point sets, and the band of their witness function, while their tab is shown.
/// While points move, each test runs to its end; tests would never end if every change restarted them.
pub(crate) fn due(workspace: &mut Workspace) -> Option<Job> {
    let key = Arc::clone(workspace.sandbox.values.samples.as_ref().filter(|_| workspace.layout.tab == Tab::Sandbox)?);
    workspace.sandbox.test.due_unless(&key, |_| true)?;
    let samples = Arc::clone(&key);
    let work = move |underway: &Underway| {
        let go_on = |_| !underway.flag.is_raised();
        Some((Arc::new(samples.test(PERMUTATIONS, 0, go_on)?), samples.band(go_on)))
    };
    Some(start(workspace, "sandbox test", |workspace| &mut workspace.sandbox.test, key, work).long())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Look, SandboxTool, SetEdit, Undo, update};
    use wordfield_core::{ldk::Embedding, sandbox::Learner};

    fn act(workspace: &mut Workspace, action: SandboxAction) -> Vec<Effect> {
        update(workspace, Action::Sandbox(action))
    }

    #[test]
    fn values_follow_each_edit_and_undo_brings_them_back() {
        let mut workspace = Workspace::default();
        let before = workspace.sandbox.values.mmd.expect("two sets").biased;
        act(&mut workspace, SandboxAction::Edit(0, SetEdit::Shift([1.0, 0.0])));
        act(&mut workspace, SandboxAction::Edit(0, SetEdit::Shift([0.5, 0.0])));
        let after = workspace.sandbox.values.mmd.expect("two sets").biased;
        assert!(after < before, "{after} {before}");
        assert!(workspace.undo.undoes().is_some());
        update(&mut workspace, Action::Undo(Undo::Undo));
        assert_eq!(workspace.sandbox.values.mmd.expect("two sets").biased.to_bits(), before.to_bits(), "one gesture");
        update(&mut workspace, Action::Undo(Undo::Redo));
        assert_eq!(workspace.sandbox.values.mmd.expect("two sets").biased.to_bits(), after.to_bits());
    }

    #[test]
    fn the_test_runs_in_its_tab_and_the_latest_points_follow() {
        let mut workspace = Workspace::default();
        assert!(act(&mut workspace, SandboxAction::Edit(0, SetEdit::Add([0.0; 2]))).is_empty(), "another tab is in front");
        let effects = update(&mut workspace, Action::Look(Look::Tab(Tab::Sandbox)));
        let [Effect::Run(first)] = &effects[..] else { panic!("{effects:?}") };
        assert!(first.is("sandbox test"));
        // A further change does not restart the running test.
        assert!(act(&mut workspace, SandboxAction::Edit(0, SetEdit::Shift([0.1, 0.0]))).is_empty());
        let effects = update(&mut workspace, first.answer());
        assert!(workspace.sandbox.test().is_some_and(|(_, now)| !now));
        let [Effect::Run(second)] = &effects[..] else { panic!("{effects:?}") };
        update(&mut workspace, second.answer());
        let (test, now) = workspace.sandbox.test().expect("a test");
        assert!(now && test.null.len() == PERMUTATIONS && test.p < 0.01);
    }

    #[test]
    fn a_copied_text_is_pasted_and_a_wrong_one_changes_nothing() {
        let mut workspace = Workspace::default();
        act(&mut workspace, SandboxAction::Embedding(Embedding::Linear));
        let effects = act(&mut workspace, SandboxAction::Copy);
        let [Effect::CopyText(text)] = &effects[..] else { panic!("{effects:?}") };
        let copied = Arc::clone(&workspace.sandbox.model);
        act(&mut workspace, SandboxAction::AddSet);
        act(&mut workspace, SandboxAction::Text("nothing".to_owned()));
        assert!(workspace.message.as_ref().is_some_and(|message| message.error && message.text.contains("Copy state")));
        assert_eq!(workspace.sandbox.model.sets.len(), 3);
        act(&mut workspace, SandboxAction::Text(text.clone()));
        assert_eq!(workspace.sandbox.model, copied);
    }

    #[test]
    fn two_points_selected_in_turn_have_a_kernel_value() {
        let mut workspace = Workspace::default();
        act(&mut workspace, SandboxAction::Surface(Surface::Kernel { set: 0, point: 0 }));
        for point in [(0, 3), (1, 5)] {
            act(&mut workspace, SandboxAction::Select(Some(point)));
        }
        assert_eq!(workspace.sandbox.model.surface, Surface::Kernel { set: 1, point: 5 });
        let (distance, value) = workspace.sandbox.selected_pair().expect("two points");
        assert!((value - (-0.5 * distance * distance).exp()).abs() < 1e-12);
        act(&mut workspace, SandboxAction::Edit(1, SetEdit::Delete));
        assert_eq!(workspace.sandbox.selected, [None, Some((0, 3))], "a removed point is not selected");
        act(&mut workspace, SandboxAction::Select(None));
        assert_eq!(workspace.sandbox.selected, [None; 2]);
    }

    #[test]
    fn a_learner_is_drawn_when_it_is_chosen() {
        let mut workspace = Workspace::default();
        act(&mut workspace, SandboxAction::Learner(Learner::ALL[1]));
        assert_eq!(workspace.sandbox.model.surface, Surface::Learned);
        assert!(workspace.sandbox.values.learned.is_some());
        act(&mut workspace, SandboxAction::Tool(SandboxTool::Erase));
        act(&mut workspace, SandboxAction::Active(9));
        assert_eq!((workspace.sandbox.tool, workspace.sandbox.active), (SandboxTool::Erase, 1));
    }
}
