//! Sandbox: its actions and its permutation test.

use std::sync::Arc;

use crate::{
    Effect, Message, SandboxAction, SandboxState, Tab, Workspace,
    core::query::Query,
    core::update::{SlotOf, ViewQuery},
    sandbox::edit,
};
use wordfield_core::{
    cancel::CancelFlag,
    metric::{MmdTest, PERMUTATIONS},
    sandbox::{Sandbox, Surface, TwoSamples},
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
            if model != *workspace.sandbox.model {
                workspace.sandbox.set(Arc::new(model));
            }
        }
        Err(text) => workspace.message = Some(Message::error(text)),
    }
    Vec::new()
}

/// Model of the sandbox after an action, or why it stays; applies changes of the view at once.
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
            if matches!(model.surface, Surface::Witness | Surface::None) && learner.is_learned() {
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

/// Permutation test of the two compared point sets, and the band of their witness function.
#[derive(Clone, Debug)]
pub struct SplitTest {
    pub(crate) samples: Arc<TwoSamples>,
}

impl Query for SplitTest {
    type Key = Arc<TwoSamples>;
    /// The permutation test, and the half width of the witness band.
    type Answer = Option<(Arc<MmdTest>, Option<f64>)>;

    const LONG: bool = true;

    fn key(&self) -> Self::Key {
        Arc::clone(&self.samples)
    }

    fn answer(self, cancel: &CancelFlag) -> Self::Answer {
        let go_on = |_| !cancel.is_raised();
        Some((Arc::new(self.samples.test(PERMUTATIONS, 0, go_on)?), self.samples.band(go_on)))
    }

    /// While points move, each permutation test runs to its end, since otherwise none would.
    fn supersedes(_new: &Self::Key, _running: &Self::Key) -> bool {
        false
    }
}

impl ViewQuery for SplitTest {
    const SLOT: SlotOf<Self> = |workspace, _| &mut workspace.sandbox.test;

    fn build(workspace: &Workspace) -> Option<Self> {
        let samples = workspace.sandbox.values.samples.as_ref().filter(|_| workspace.layout.tab == Tab::Sandbox)?;
        Some(Self { samples: Arc::clone(samples) })
    }

    fn show(workspace: &mut Workspace, key: Arc<TwoSamples>, found: Option<(Arc<MmdTest>, Option<f64>)>) {
        if found.is_some() {
            workspace.sandbox.test.set(key, found);
        }
    }
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
        let [Effect::Ask(first)] = &effects[..] else { panic!("{effects:?}") };
        assert!(first.is::<SplitTest>());
        // A further change waits for the end of the running test.
        assert!(act(&mut workspace, SandboxAction::Edit(0, SetEdit::Shift([0.1, 0.0]))).is_empty());
        let effects = update(&mut workspace, Action::Answered(first.answer()));
        assert!(workspace.sandbox.test().is_some_and(|(_, now)| !now));
        let [Effect::Ask(second)] = &effects[..] else { panic!("{effects:?}") };
        update(&mut workspace, Action::Answered(second.answer()));
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
